package folder

import (
	"io/fs"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/fsnotify/fsnotify"
)

// watchedFolderPatterns find the folders below the root in which files that are read may come and
// go.
func watchedFolderPatterns() []string {
	var all []string
	for _, top := range []string{"", profilesDir + "/*"} {
		for _, below := range []string{entriesDir, entriesDir + "/*", path.Join(entriesDir, "*", factsDir)} {
			all = append(all, path.Join(top, below))
		}
	}
	return append(all, profilesDir, profilesDir+"/*")
}

// isFactOrKeptEditPath reports whether a path may be that of a file which is read.
func isFactOrKeptEditPath(name string) bool {
	base := filepath.Base(name)
	return filepath.Base(filepath.Dir(name)) == factsDir && (isFactFileName(base) || strings.Contains(base, editedMark))
}

// mayBeFactFolderPath reports whether a path may be that of a folder with such files.
func mayBeFactFolderPath(name string) bool {
	base, parent := filepath.Base(name), filepath.Base(filepath.Dir(name))
	return base == factsDir || base == entriesDir || base == profilesDir || parent == entriesDir || parent == profilesDir
}

// watchedDirs tells which files changed. Folders are watched and not files, because many editors save by
// renaming a new file over the old one. Without support of the system edits are found at the next start.
// Memoir's own writes are told too: their files are then read and found to be as they were written.
type watchedDirs struct {
	notify *fsnotify.Watcher // nil = not possible here
	log    *slog.Logger
}

func newFolderWatcher(log *slog.Logger) *watchedDirs {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		log.Warn("edits in the folder will be noticed only at the next start", "err", err)
		w = nil
	}
	return &watchedDirs{notify: w, log: log}
}

func (w *watchedDirs) events() <-chan fsnotify.Event {
	if w.notify == nil {
		return nil
	}
	return w.notify.Events
}

func (w *watchedDirs) errors() <-chan error {
	if w.notify == nil {
		return nil
	}
	return w.notify.Errors
}

// folderDepth is how deep the watched folders lie below the root, profiles/*/entries/*/facts: so often it
// may take to see folders that are made while their parent is not watched yet.
const folderDepth = 5

// watchFactFoldersBelow watches root and the folders with facts below it, and no others. It reports
// whether a folder is watched that was not before.
func (w *watchedDirs) watchFactFoldersBelow(root string) (added bool) {
	if w.notify == nil {
		return false
	}
	for range folderDepth {
		dirs, err := listFoldersToWatch(filepath.Clean(root))
		if err != nil {
			w.log.Warn("the folder can't be watched", "folder", root, "err", err)
			return added
		}
		n, err := w.watchOnly(dirs)
		added = added || n > 0
		if n == 0 || err != nil {
			return added
		}
	}
	return added
}

// listFoldersToWatch returns root and the folders with facts below it.
func listFoldersToWatch(root string) ([]string, error) {
	dirs := []string{root}
	for _, pattern := range watchedFolderPatterns() {
		// The root is not part of the pattern: its name may have characters that patterns give a meaning.
		found, err := fs.Glob(os.DirFS(root), pattern)
		if err != nil {
			return nil, err
		}
		for _, dir := range found {
			dirs = append(dirs, filepath.Join(root, filepath.FromSlash(dir)))
		}
	}
	return dirs, nil
}

// watchOnly watches some folders and no others. It returns how many of them were not watched before.
func (w *watchedDirs) watchOnly(dirs []string) (added int, err error) {
	wanted, isWatched := map[string]bool{}, map[string]bool{}
	for _, dir := range dirs {
		wanted[dir] = true
	}
	for _, dir := range w.notify.WatchList() {
		isWatched[dir] = true
		if !wanted[dir] {
			_ = w.notify.Remove(dir) // it may be gone already
		}
	}
	for _, dir := range dirs {
		if isWatched[dir] {
			continue
		}
		if err := w.notify.Add(dir); err != nil {
			w.log.Warn("edits in this folder will be noticed only at the next start", "folder", dir, "err", err)
			return added, err // the system allows no more
		}
		added++
	}
	return added, nil
}

func (w *watchedDirs) close() {
	if w.notify != nil {
		_ = w.notify.Close()
	}
}
