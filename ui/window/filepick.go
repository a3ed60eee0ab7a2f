package window

import (
	"context"
	"errors"

	"memoir/ui/app"
	"memoir/ui/filepicker"
)

// pickFiles lets the user choose files: in the desktop's own dialog, else in Memoir's.
func (w *Window) pickFiles(pick app.FilePick, chosen func(paths []string)) {
	if w.options.ChooseFiles == nil {
		w.openBuiltInPicker(pick, chosen)
		return
	}
	if w.choosingFiles { // its dialog is open
		return
	}
	w.choosingFiles = true
	app.RunInBackground(w.env.Tasks, func(ctx context.Context) ([]string, error) {
		return w.options.ChooseFiles(ctx, pick)
	}, func(paths []string, err error) {
		w.choosingFiles = false
		switch {
		case errors.Is(err, app.ErrNoDesktopDialog):
			w.openBuiltInPicker(pick, chosen)
		case err != nil:
			w.env.ShowErrorToast(err)
		case len(paths) > 0:
			chosen(paths)
		}
	})
}

// openBuiltInPicker opens the picker for a purpose, which remembers its last folder.
func (w *Window) openBuiltInPicker(pick app.FilePick, chosen func(paths []string)) {
	home := pick.Folder
	if home == "" {
		home = w.options.HomeDir
	}
	p := w.filePickers[pick.Hint]
	if p == nil {
		p = filepicker.NewWithTitleAndHint(w.env, home, pick.Title, pick.Hint, nil)
		w.filePickers[pick.Hint] = p
	}
	p.OpenDialogFor(w.win.Canvas(), pick.Title, func(path string) { chosen([]string{path}) })
}
