package settings

import (
	"context"
	"fmt"

	"fyne.io/fyne/v2"

	"memoir/ui/app"
	"memoir/ui/theme"
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

// reload loads the list again and shows the newest.
func (g *snapshotGroup) reload() {
	env := g.dialog.env
	app.Latest(env.Tasks, &g.loadRequest, env.Host.Snapshots, func(all []app.Snapshot, err error) {
		env.ShowError(err)
		g.list = snapshotList{all: all}
		g.show()
	})
}

func (g *snapshotGroup) show() {
	var rows []fyne.CanvasObject
	for _, r := range g.list.rows(g.dialog.env.Now()) {
		rows = append(rows, settingRow(r.title, r.sub, widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Outline, Label: "Restore", Name: r.restoreName,
		}, func() { g.askRestore(r) })))
	}
	if len(rows) == 0 {
		rows = append(rows, settingRow("No snapshots yet", "Memoir makes one each day you use it.", widgets.Spacer()))
	}
	if n := g.list.hidden(); n > 0 {
		rows = append(rows, widgets.Row(0, widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Link, Label: fmt.Sprintf("Show %d more", n), Name: "Show all snapshots",
		}, func() {
			g.list.showAll = true
			g.show()
		}), widgets.Spacer()))
	}
	g.container.Objects = []fyne.CanvasObject{groupCard(rows...)}
	g.container.Refresh()
	g.onHeightChange()
}

// askRestore asks before everything is replaced.
func (g *snapshotGroup) askRestore(r snapshotRow) {
	widgets.ShowQuestion(g.container, "Go back to this snapshot?",
		r.title+". Memoir restarts with the chats, memories and settings of that time. What you have now is kept as a "+
			"snapshot, so you can come back.", []widgets.DialogButton{
			{Label: "Cancel"},
			{Label: "Restore and restart", Destructive: true, OnTapped: func() { g.restore(r) }},
		})
}

func (g *snapshotGroup) restore(r snapshotRow) {
	p := g.dialog.data
	p.runTask("Checking the snapshot …", func(ctx context.Context) (taskResult, error) {
		return taskResult{"Restarting …", theme.Success}, p.dialog.env.Host.RestoreSnapshot(ctx, r.name)
	})
}
