package settings

import (
	"context"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/theme"
	"memoir/ui/transfer"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// transferGroup imports archives, exports everything, and offers to learn from imported chats.
type transferGroup struct {
	dialog         *Dialog
	learning       memory.ImportLearningStatus
	isLoading      bool // learning is being looked up
	isStale        bool // it may have changed since
	container      *fyne.Container
	onHeightChange func() // called when its height may have changed
}

func newTransferGroup(d *Dialog) *transferGroup {
	return &transferGroup{dialog: d, container: widgets.Column(0), onHeightChange: func() {}}
}

// reloadLearningStatus shows how many imported chats were not learned from, which is looked up in
// the background.
func (g *transferGroup) reloadLearningStatus() {
	g.showImportLearningAndExportRows()
	g.loadAndShowLearningStatus()
}

// loadAndShowLearningStatus looks up what is left to learn from, and shows it. One lookup runs at a
// time and is not cancelled by the next: jobs can end faster than they are counted, and it would
// never be shown.
func (g *transferGroup) loadAndShowLearningStatus() {
	if g.isLoading {
		g.isStale = true
		return
	}
	g.isLoading, g.isStale = true, false
	env := g.dialog.env
	count := env.Session.CountImportedChatsToLearnFrom
	app.RunInBackground(env.Tasks, count, func(s memory.ImportLearningStatus, err error) {
		g.isLoading = false
		env.ShowErrorToast(err)
		if err == nil {
			g.learning = s
			g.showStateIfOpen()
		}
		if g.isStale {
			g.loadAndShowLearningStatus()
		}
	})
}

// changeImportLearningAndReload changes what is learned from and shows what is left after it.
func (g *transferGroup) changeImportLearningAndReload(change func(context.Context) error) {
	env := g.dialog.env
	app.RunInBackgroundInOrder(env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, change(ctx)
	}, func(_ struct{}, err error) {
		env.ShowErrorToast(err)
		g.loadAndShowLearningStatus()
	})
}

// showStateIfOpen shows the state when the page is shown.
func (g *transferGroup) showStateIfOpen() {
	if g.dialog.sheet.IsOpen() && g.dialog.page == DataPage {
		g.showImportLearningAndExportRows()
	}
}

func (g *transferGroup) showImportLearningAndExportRows() {
	rows := []fyne.CanvasObject{g.importRow()}
	if remarks := g.dialog.actions.Import.RemarksText(); remarks != "" {
		rows[0] = widgets.Column(0, rows[0],
			widgets.Pad(0, 0, theme.Space8, 0, widgets.NewWrappedText(remarks, theme.RoleMeta, theme.Text3, 0)))
	}
	if row := g.learningRow(); row != nil {
		rows = append(rows, row)
	}
	rows = append(rows, newSettingRow(translate.Text("Export everything"),
		translate.Text("Chats and memories in one file: a JSON archive that Memoir can import again, Markdown, or an HTML "+
			"page."),
		newOutlineButton(translate.Text("Export…"), func() { g.dialog.env.Export(app.ExportRequestForEverything()) })))
	widgets.RebuildKeepingFocus(g.container, func() {
		g.container.Objects = []fyne.CanvasObject{newCardOfRows(rows...)}
		g.container.Refresh()
	})
	g.onHeightChange()
}

func newOutlineButton(label string, do func()) fyne.CanvasObject {
	return widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Outline, Label: label}, do)
}

// pickArchiveAndStartImportDryRun lets the user choose an archive and reads it.
func (g *transferGroup) pickArchiveAndStartImportDryRun() {
	env := g.dialog.env
	g.dialog.actions.PickArchive(func(path string) {
		g.dialog.actions.Import.StartImportDryRun(env.Session.ProfileID(), path)
	})
}

func (g *transferGroup) importRow() fyne.CanvasObject {
	i := g.dialog.actions.Import
	var control fyne.CanvasObject
	switch i.Phase() {
	case transfer.Checking, transfer.Importing:
		control = newOutlineButton(translate.Text("Cancel"), i.CancelImportOrForgetArchive)
	case transfer.Found:
		control = widgets.Row(theme.Space8, newOutlineButton(translate.Text("Cancel"), i.CancelImportOrForgetArchive),
			widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Primary, Label: translate.Text("Import")}, i.StartImport))
	default:
		control = newOutlineButton(translate.Text("Import…"), g.pickArchiveAndStartImportDryRun)
	}
	return newSettingRow(translate.Text("Import"), i.StatusText(), control)
}

// learningRow offers to learn from imported chats, or says how far that is; nil when there is
// nothing to learn from.
func (g *transferGroup) learningRow() fyne.CanvasObject {
	s, session := g.learning, g.dialog.env.Session
	switch {
	case s.Waiting+s.Jobs > 0:
		return newSettingRow(translate.Text("Learning from imported chats"),
			translate.Text("{{.Chats}} and {{.Exchanges}} to go. Learning pauses while an answer is being written and stays "+
				"within the daily limit.", "Chats", translate.Count(s.Waiting, "{{.Count}} chat", "{{.Count}} chats"), "Exchanges",
				translate.Count(s.Jobs, "{{.Count}} exchange", "{{.Count}} exchanges")),
			newOutlineButton(
				translate.Text("Stop"), func() { g.changeImportLearningAndReload(session.CancelLearningFromImportedChats) },
			))
	case s.Chats > 0:
		return newSettingRow(translate.Count(s.Chats, "Learn from {{.Count}} imported chat?",
			"Learn from {{.Count}} imported chats?"),
			translate.Text("Learning happens in the background and uses about {{.Tokens}} tokens. Memoir learns nothing from "+
				"these chats until you start.",
				"Tokens", s.Tokens),
			newOutlineButton(
				translate.Text("Start"), func() { g.changeImportLearningAndReload(session.QueueLearningFromImportedChats) },
			))
	}
	return nil
}
