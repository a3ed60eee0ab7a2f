package window

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/ui/app"
	"memoir/ui/translate"
)

// maxDroppedFiles is how many files are attached at a time; more is taken for a mistake.
const maxDroppedFiles = 50

// droppedFiles are the files among what was dropped, and in folders that were.
type droppedFiles struct {
	paths   []string
	hasMore bool // than maxDroppedFiles
}

// attachDroppedFilesToProjectOrChat attaches files, and those in folders, that were dropped on the
// window: to the project there, else to the open chat.
func (f *fileChooser) attachDroppedFilesToProjectOrChat(at fyne.Position, files []fyne.URI) {
	var paths []string
	for _, u := range files {
		if u.Scheme() == "file" {
			paths = append(paths, u.Path())
		}
	}
	app.RunInBackgroundInOrder(f.env.Tasks, func(context.Context) (droppedFiles, error) {
		return filesInPathsAndFolders(paths), nil
	}, func(d droppedFiles, _ error) {
		if !f.sidebar.AttachToProjectDialogOrRow(at, d.paths) {
			for _, path := range d.paths {
				f.attachFileToChat(path)
			}
		}
		if d.hasMore {
			f.env.ShowToast(app.Toast{Text: translate.Text(
				"The first {{.Count}} files were added. Add the others separately.", "Count",
				maxDroppedFiles)})
		}
	})
}

// filesInPathsAndFolders returns the files of paths, and of folders among them and below, in the
// order of their names. Hidden files and folders inside others are left out, and so are links and
// what cannot be read.
func filesInPathsAndFolders(paths []string) droppedFiles {
	var d droppedFiles
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil || !info.IsDir() {
			d.addUpToLimit(path) // what is wrong with it is said when it is read
			continue
		}
		_ = filepath.WalkDir(path, func(at string, e fs.DirEntry, err error) error {
			switch {
			case err != nil || at != path && strings.HasPrefix(e.Name(), "."):
				if e != nil && e.IsDir() {
					return fs.SkipDir
				}
			case e.Type().IsRegular():
				d.addUpToLimit(at)
			}
			if d.hasMore {
				return fs.SkipAll
			}
			return nil
		})
	}
	return d
}

func (d *droppedFiles) addUpToLimit(path string) {
	if len(d.paths) == maxDroppedFiles {
		d.hasMore = true
		return
	}
	d.paths = append(d.paths, path)
}
