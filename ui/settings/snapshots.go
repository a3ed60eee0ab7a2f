package settings

import (
	"context"

	"fyne.io/fyne/v2"

	"memoir/ui/app"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// snapshotGroup lists the snapshots and goes back to one.
type snapshotGroup struct {
	dialog         *Dialog
	list           snapshotList
	loadRequest    app.Request
	container      *fyne.Container
	onHeightChange func() // called when its height may have changed
}

func newSnapshotGroup(d *Dialog) *snapshotGroup {
	return &snapshotGroup{dialog: d, container: widgets.Column(0), onHeightChange: func() {}}
}

// reloadSnapshots loads the list again and shows the newest.
func (g *snapshotGroup) reloadSnapshots() {
	env := g.dialog.env
	app.RunCancellingPrevious(env.Tasks, &g.loadRequest, env.Host.ListSnapshots, func(all []app.Snapshot, err error) {
		env.ShowErrorToast(err)
		g.list = snapshotList{all: all}
		g.showSnapshotRows()
	})
}

func (g *snapshotGroup) showSnapshotRows() {
	var rows []fyne.CanvasObject
	for _, r := range g.list.listedSnapshotRows(g.dialog.env.Now()) {
		rows = append(rows, newSettingRow(r.title, r.sub, widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Outline, Label: translate.Text("Restore"), Name: r.restoreName,
		}, func() { g.askToRestoreSnapshot(r) })))
	}
	if len(rows) == 0 {
		rows = append(rows, newSettingRow(translate.Text("No snapshots yet"),
			translate.Text("Memoir makes a snapshot each day you use it."), widgets.Spacer()))
	}
	if n := g.list.hiddenSnapshotCount(); n > 0 {
		rows = append(rows, widgets.Row(0, widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Link, Label: translate.Text("Show {{.Number}} more", "Number", n),
			Name: translate.Text("Show all snapshots"),
		}, func() {
			g.list.showAll = true
			g.showSnapshotRows()
		}), widgets.Spacer()))
	}
	g.container.Objects = []fyne.CanvasObject{newCardOfRows(rows...)}
	g.container.Refresh()
	g.onHeightChange()
}

// askToRestoreSnapshot asks before everything is replaced.
func (g *snapshotGroup) askToRestoreSnapshot(r snapshotRow) {
	widgets.ShowQuestionDialog(g.container, translate.Text("Restore this snapshot?"),
		translate.Text("{{.Title}}. Memoir will restart with the chats, memories and settings from that time. Your current "+
			"data is kept as a snapshot, so you can come back to it.", "Title", r.title), []widgets.DialogButton{
			{Label: translate.Text("Cancel")},
			{
				Label: translate.Text("Restore and restart"), Destructive: true,
				OnTapped: func() { g.restoreSnapshotAndRestart(r) },
			},
		})
}

func (g *snapshotGroup) restoreSnapshotAndRestart(r snapshotRow) {
	p := g.dialog.data
	text := translate.Text("Checking the snapshot…")
	p.runTaskShowStatusReloadSnapshots(text, func(ctx context.Context) (taskResult, error) {
		return taskResult{translate.Text("Restarting…"), theme.Success},
			p.dialog.env.Host.StageSnapshotRestoreAndRestart(ctx, r.name)
	})
}
