package settings

import (
	"context"

	"fyne.io/fyne/v2"

	"memoir/ui/app"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// httpInterfaceGroup holds the settings of the HTTP interface.
type httpInterfaceGroup struct {
	dialog         *Dialog
	loadRequest    app.Request
	container      *fyne.Container
	onHeightChange func() // called when its height may have changed
}

func newHTTPInterfaceGroup(d *Dialog) *httpInterfaceGroup {
	n := &httpInterfaceGroup{dialog: d, container: widgets.Column(0), onHeightChange: func() {}}
	n.showHTTPInterfaceState(httpInterfaceState{})
	return n
}

func (n *httpInterfaceGroup) reloadHTTPInterfaceStatus() {
	app.RunCancellingPrevious(
		n.dialog.env.Tasks,
		&n.loadRequest,
		n.loadState,
		func(s httpInterfaceState, err error) {
			n.dialog.env.ShowErrorToast(err)
			if err == nil {
				n.showHTTPInterfaceState(s)
			}
		},
	)
}

func (n *httpInterfaceGroup) showHTTPInterfaceState(state httpInterfaceState) {
	s := state.network
	status := translate.Text("Lets apps on this computer use Memoir with a token. Other computers can't reach it.")
	if s.Problem != "" {
		status = translate.TranslateKnown(s.Problem) + " " +
			translate.Text("Turn the interface off and on again to use another port.")
	}
	rows := []fyne.CanvasObject{newSettingRow(translate.Text("HTTP interface"), status,
		widgets.NewSwitch(translate.Text("HTTP interface"), s.On,
			n.setHTTPInterfaceEnabled))}
	button := func(label, name string, do func()) fyne.CanvasObject {
		return widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Outline, Label: label, Name: name}, do)
	}
	if s.Address != "" {
		rows = append(rows,
			newSettingRow(translate.Text("Address"), s.Address, button(translate.Text("Copy"), translate.Text("Copy address"),
				func() { n.dialog.env.CopyText(s.Address) })),
			newSettingRow(translate.Text("Token"), translate.Text("Apps send the token in an “Authorization: Bearer” header."),
				widgets.Row(theme.Space8, button(translate.Text("New token"), "", n.askThenRenewTokenAndRestartServer),
					button(translate.Text("Copy"), translate.Text("Copy token"), n.copyOrCreateTokenWithToast))),
			n.newProgramSetupRow(s.Address))
	}
	for _, p := range state.programs {
		rows = append(rows, newProgramUseRow(p, n.dialog.env.Now()))
	}
	n.container.Objects = []fyne.CanvasObject{newCardOfRows(rows...)}
	n.container.Refresh()
	n.onHeightChange()
}

func (n *httpInterfaceGroup) setHTTPInterfaceEnabled(on bool) {
	n.runWorkAndReloadStatus(func(ctx context.Context) error { return n.dialog.env.Host.SetHTTPInterfaceEnabled(ctx, on) })
}

func (n *httpInterfaceGroup) runWorkAndReloadStatus(work func(ctx context.Context) error) {
	app.RunInBackgroundInOrder(
		n.dialog.env.Tasks,
		func(ctx context.Context) (struct{}, error) { return struct{}{}, work(ctx) },
		func(_ struct{}, err error) {
			n.dialog.env.ShowErrorToast(err)
			n.reloadHTTPInterfaceStatus()
		},
	)
}

func (n *httpInterfaceGroup) copyOrCreateTokenWithToast() {
	app.RunInBackground(n.dialog.env.Tasks, n.dialog.env.Host.ReadOrCreateAPIToken, func(token string, err error) {
		n.dialog.env.ShowErrorToast(err)
		if err == nil {
			n.dialog.env.CopyText(token)
			n.dialog.env.ShowToast(app.Toast{Text: translate.Text("Token copied")})
		}
	})
}

func (n *httpInterfaceGroup) askThenRenewTokenAndRestartServer() {
	widgets.ShowQuestionDialog(n.container, translate.Text("Create a new token?"),
		translate.Text("Apps using the old token lose access until you give them the new one."),
		[]widgets.DialogButton{{Label: translate.Text("Cancel")}, {
			Label: translate.Text("New token"), Primary: true,
			OnTapped: func() { n.runWorkAndReloadStatus(n.dialog.env.Host.RenewAPITokenAndRestartServer) },
		}})
}
