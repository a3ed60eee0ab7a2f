package window

import (
	"memoir/ui/app"
	"memoir/ui/settings"
	"memoir/ui/translate"
)

// pickArchive lets the user choose an archive.
func (w *Window) pickArchive(chosen func(path string)) {
	w.pickFiles(app.FilePick{
		Title:  translate.Text("Import"),
		Hint:   translate.Text("Choose the zip or JSON file that ChatGPT, Claude, Open WebUI or Memoir has made."),
		Folder: w.options.Host.DownloadFolder(), Endings: []string{".zip", ".json"},
	}, func(paths []string) { chosen(paths[0]) })
}

// importArchive lets the user choose an archive and shows in the settings what is in it.
func (w *Window) importArchive(app.Route) {
	w.pickArchive(func(path string) {
		w.settings.OpenPage(w.win.Canvas(), settings.DataPage)
		w.importing.Check(w.env.Session.ProfileID(), path)
	})
}
