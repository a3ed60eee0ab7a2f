package window

import (
	"context"
	"errors"
	"io"
	"os"

	"memoir/ui/app"
	"memoir/ui/filepicker"
	"memoir/ui/translate"
)

// fileChooser lets the user choose files, and attaches those that were chosen or dropped. It must
// be used on the UI goroutine.
type fileChooser struct {
	*panes
	homeDir     string                                                         // where the built-in picker starts
	chooseFiles func(ctx context.Context, pick app.FilePick) ([]string, error) // Options.ChooseFiles
	isChoosing  bool                                                           // the desktop's dialog is open
	pickers     map[string]*filepicker.Picker                                  // the built-in ones, by purpose
}

// pickFiles lets the user choose files: in the desktop's own dialog, else in Memoir's.
func (f *fileChooser) pickFiles(pick app.FilePick, chosen func(paths []string)) {
	if f.chooseFiles == nil {
		f.openBuiltInPicker(pick, chosen)
		return
	}
	if f.isChoosing { // its dialog is open
		return
	}
	f.isChoosing = true
	app.RunInBackground(f.env.Tasks, func(ctx context.Context) ([]string, error) {
		return f.chooseFiles(ctx, pick)
	}, func(paths []string, err error) {
		f.isChoosing = false
		switch {
		case errors.Is(err, app.ErrNoDesktopDialog):
			f.openBuiltInPicker(pick, chosen)
		case err != nil:
			f.env.ShowErrorToast(err)
		case len(paths) > 0:
			chosen(paths)
		}
	})
}

// openBuiltInPicker opens the picker for a purpose, which remembers its last folder.
func (f *fileChooser) openBuiltInPicker(pick app.FilePick, chosen func(paths []string)) {
	home := pick.Folder
	if home == "" {
		home = f.homeDir
	}
	p := f.pickers[pick.Hint]
	if p == nil {
		p = filepicker.NewWithTitleAndHint(f.env, home, pick.Title, pick.Hint, nil)
		f.pickers[pick.Hint] = p
	}
	p.OpenDialogWithTitleAndCallback(f.win.Canvas(), pick.Title, func(path string) { chosen([]string{path}) })
}

// pickAndAttachFilesToChat lets the user choose files for the open chat.
func (f *fileChooser) pickAndAttachFilesToChat() {
	f.pickFiles(app.FilePick{
		Title:    translate.Text("Add file"),
		Hint:     translate.Text("You can choose text files, documents and pictures here, or drop them on the window."),
		Multiple: true,
	}, func(paths []string) {
		for _, path := range paths {
			f.attachFileToChat(path)
		}
	})
}

func (f *fileChooser) attachFileToChat(path string) {
	f.chat.ReadAndAttachFile(path, func() (io.ReadCloser, error) { return os.Open(path) })
}

// openArchivePicker lets the user choose an archive.
func (f *fileChooser) openArchivePicker(chosen func(path string)) {
	f.pickFiles(app.FilePick{
		Title:  translate.Text("Import"),
		Hint:   translate.Text("Choose the zip or JSON file exported from ChatGPT, Claude, Open WebUI or Memoir."),
		Folder: f.env.Host.DownloadsFolderPath(), Endings: []string{".zip", ".json"},
	}, func(paths []string) { chosen(paths[0]) })
}
