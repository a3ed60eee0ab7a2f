package window

import (
	"memoir/ui/app"
	"memoir/ui/settings"
	"memoir/ui/translate"
)

// openArchivePicker lets the user choose an archive.
func (w *Window) openArchivePicker(chosen func(path string)) {
	w.pickFiles(app.FilePick{
		Title:  translate.Text("Import"),
		Hint:   translate.Text("Choose the zip or JSON file that ChatGPT, Claude, Open WebUI or Memoir has made."),
		Folder: w.options.Host.DownloadsFolderPath(), Endings: []string{".zip", ".json"},
	}, func(paths []string) { chosen(paths[0]) })
}

// pickAndCheckArchive lets the user choose an archive and shows in the settings what is in it.
func (w *Window) pickAndCheckArchive(app.Route) {
	w.openArchivePicker(func(path string) {
		w.settings.OpenPage(w.win.Canvas(), settings.DataPage)
		w.importing.CheckArchive(w.env.Session.ProfileID(), path)
	})
}
