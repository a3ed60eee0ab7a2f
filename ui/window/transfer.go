package window

import (
	"memoir/ui/app"
	"memoir/ui/settings"
)

// pickArchive lets the user choose an archive.
func (w *Window) pickArchive(chosen func(path string)) {
	w.onArchivePicked = chosen
	w.archivePicker.OpenDialog(w.win.Canvas())
}

// importArchive lets the user choose an archive and shows in the settings what is in it.
func (w *Window) importArchive(app.Route) {
	w.pickArchive(func(path string) {
		w.settings.OpenPage(w.win.Canvas(), settings.DataPage)
		w.importing.Check(w.env.Session.ProfileID(), path)
	})
}
