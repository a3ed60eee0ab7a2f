package settings

import (
	"context"

	"fyne.io/fyne/v2"

	"memoir/ui/app"
	"memoir/ui/parts"
)

// networkGroup holds the settings of the HTTP interface.
type network struct {
	d       *Dialog
	ask     app.Latest
	box     *fyne.Container
	changed func() // called when its height may have changed
}

func newNetwork(d *Dialog) *network {
	n := &network{d: d, box: parts.Column(0), changed: func() {}}
	n.show(app.Network{})
	return n
}

func (n *network) reload() {
	app.Newest(n.d.env.Tasks, &n.ask, n.d.env.Host.Network, func(s app.Network, err error) {
		n.d.env.Fail(err)
		if err == nil {
			n.show(s)
		}
	})
}

func (n *network) show(s app.Network) {
	said := "Programs on this computer can chat through Memoir and read its memory, with a token. Nobody else can."
	if s.Problem != "" {
		said = s.Problem + " Switch off and on to use another port."
	}
	rows := []fyne.CanvasObject{row("HTTP interface", said, parts.NewSwitch("HTTP interface", s.On, n.set))}
	button := func(label, name string, do func()) fyne.CanvasObject {
		return parts.NewButton(parts.ButtonOptions{Kind: parts.Outline, Label: label, Name: name}, do)
	}
	if s.Address != "" {
		rows = append(rows,
			row("Address", s.Address, button("Copy", "Copy the address", func() { n.d.on.CopyText(s.Address) })),
			row("Token", "Programs send it as their API key.", parts.Row(8, button("New token", "", n.renew),
				button("Copy", "Copy the token", n.copyToken))))
	}
	n.box.Objects = []fyne.CanvasObject{group(rows...)}
	n.box.Refresh()
	n.changed()
}

func (n *network) set(on bool) {
	n.do(func(ctx context.Context) error { return n.d.env.Host.SetNetwork(ctx, on) })
}

func (n *network) do(work func(ctx context.Context) error) {
	app.InOrder(n.d.env.Tasks, func(ctx context.Context) (struct{}, error) { return struct{}{}, work(ctx) },
		func(_ struct{}, err error) {
			n.d.env.Fail(err)
			n.reload()
		})
}

func (n *network) copyToken() {
	app.Do(n.d.env.Tasks, n.d.env.Host.Token, func(token string, err error) {
		n.d.env.Fail(err)
		if err == nil {
			n.d.on.CopyText(token)
			n.d.env.Notify(app.Note{Text: "Token copied"})
		}
	})
}

func (n *network) renew() {
	parts.Ask(n.box, "Make a new token?", "Programs that have the old one are cut off until they get the new one.",
		[]parts.Answer{{Label: "Cancel"}, {Label: "New token", Main: true, Do: func() { n.do(n.d.env.Host.NewToken) }}})
}
