// Package firstrun is the screen before the first chat: the model servers found on this computer, a
// form for the API key of a service, or the demo. It probes for servers every two seconds until it
// is closed.
package firstrun

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/app"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/sidebar"
	"memoir/ui/theme"
	"memoir/ui/when"
)

// probeInterval is the pause between two probes for servers.
const lookEvery = 2 * time.Second

// maxListedModels is how many models of a server are listed.
const mostModels = 6

// Actions are the callbacks into the window.
type Actions struct {
	// OnDone closes the screen; model is provider/model, or empty when the user continues without one.
	Done    func(model string)
	OpenURL func(url string)
}

// Pane is the screen; it covers the window. UI goroutine only.
type Pane struct {
	widget.BaseWidget
	env     *app.Env
	on      Actions
	ask     app.Latest
	stop    func()
	servers []app.Server
	looked  bool
	chosen  string // provider/model
	shown   string // state the cards were built from; they are rebuilt only when it changes
	keyOpen bool
	key     *keyForm
	card    *fyne.Container
	more    *fyne.Container
	toast   *parts.Toast
	inner   *fyne.Container
	start   *parts.Button
}

// New returns the screen; StartProbing starts looking for servers.
func New(env *app.Env, on Actions) *Pane {
	p := &Pane{env: env, on: on, card: container.NewStack(), more: parts.Column(theme.Space8)}
	p.toast = parts.NewToast(env.After)
	p.key = newKeyForm(p)
	title := parts.NewPara("Welcome to Memoir", theme.RoleDisplay, theme.Text, 0).Centred()
	sub := parts.NewPara("A chat that remembers, in a memory you can read and change.", theme.RoleBody, theme.Text2,
		0).Centred()
	promise := parts.Column(theme.Space4, parts.Centre(kit.NewIcon(theme.IconLock, 13, theme.Text3)), parts.NewPara(
		"Chats and memories stay in one folder on this computer. Text goes only to the model you choose.",
		theme.RoleMeta, theme.Text3, 0).Centred())
	column := parts.Column(theme.Space12, parts.Centre(sidebar.NewLogo(56)), parts.Pad(4, 0, 0, 0, title), sub,
		parts.Pad(12, 0, 0, 0, p.card), p.more, parts.Pad(8, 0, 0, 0, promise))
	width := theme.Current().Scaled(theme.FirstRunWidth)
	body := parts.NewScroll(parts.Pad(24, 24, 24, 24, parts.CentreColumn(width, column)))
	p.toast.Changed = func() { p.inner.Refresh() }
	p.inner = container.New(&over{p}, parts.NewFill(theme.Side), body, p.toast)
	p.ExtendBaseWidget(p)
	p.show()
	return p
}

// paneLayout centers the column and puts the toast at the bottom.
type over struct{ p *Pane }

func (o *over) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(theme.MinWindowWidth, theme.MinWindowHeight)
}

func (o *over) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	objects[0].Resize(s)
	body := objects[1].(*parts.Scroll)
	parts.Widen(body.Content, s.Width)
	h := min(body.Content.MinSize().Height, s.Height)
	body.Move(fyne.NewPos(0, theme.Round(max(0, (s.Height-h)*0.42))))
	body.Resize(fyne.NewSize(s.Width, h))
	w := min(theme.Current().Scaled(480), s.Width-40)
	o.p.toast.SetWidth(w)
	t := o.p.toast.MinSize().Height
	o.p.toast.Move(fyne.NewPos((s.Width-w)/2, s.Height-t-theme.Space24))
	o.p.toast.Resize(fyne.NewSize(w, t))
}

// CreateRenderer returns the renderer of the widget.
func (p *Pane) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.inner) }

// ShowToast shows a toast at the bottom.
func (p *Pane) Say(n app.Note) { p.toast.Say(n.Text, n.Label, n.Bad, n.Action) }

// StartProbing probes for servers now and every two seconds.
func (p *Pane) Start() {
	app.Newest(p.env.Tasks, &p.ask, func(ctx context.Context) ([]app.Server, error) { return p.env.Host.Probe(ctx) },
		func(s []app.Server, err error) {
			if err == nil {
				p.servers, p.looked = s, true
				p.show()
			}
			p.stop = p.env.After(lookEvery, p.Start)
		})
}

// StopProbing stops the probing.
func (p *Pane) Stop() {
	p.ask.Drop()
	if p.stop != nil {
		p.stop()
	}
}

func (p *Pane) show() {
	state := fmt.Sprint(p.looked, p.keyOpen, p.chosen, p.servers)
	if state == p.shown {
		return
	}
	p.shown = state
	p.card.Objects = []fyne.CanvasObject{p.main()}
	p.more.Objects = p.others()
	p.inner.Refresh()
	p.Refresh()
}

// buildMainCard returns the large card: the servers that were found, or how to start one.
func (p *Pane) main() fyne.CanvasObject {
	box := kit.NewBox(theme.Surface, theme.Border, theme.RadiusGroup)
	box.SetShadow(12)
	col := parts.Column(theme.Space4)
	if len(p.servers) == 0 {
		text := "Looking for a model server on this computer …"
		if p.looked {
			text = "No model server runs on this computer"
		}
		col.Add(parts.Row(theme.Space10, dot(theme.Disabled), parts.Flex(parts.Middle(parts.NewPara(text, theme.RoleTitle,
			theme.Text, 0)))))
		indent := theme.Current().Scaled(dotSize) + theme.Space10
		col.Add(parts.Pad(4, 0, 0, indent,
			parts.NewPara("Start Ollama, LM Studio, llama.cpp or Jan and it appears here by itself. "+
				"Ollama is free: ollama.com/download, then “ollama pull llama3.2”.", theme.RoleControl, theme.Text2, 0)))
		col.Add(parts.Pad(4, 0, 0, indent-theme.Space4, parts.Row(0, parts.NewButton(parts.ButtonOptions{
			Kind: parts.Link, Label: "Open ollama.com", Tail: theme.IconOut,
		}, func() { p.on.OpenURL("https://ollama.com/download") }), parts.Space())))
		return parts.On(box, parts.Pad(18, 20, 18, 20, col))
	}
	if p.chosen == "" {
		p.chosen = first(p.servers)
	}
	for _, s := range p.servers {
		col.Add(parts.Pad(3, 0, 3, 0, parts.Row(theme.Space10, dot(theme.Ok), parts.Flex(parts.Middle(parts.NewPara(
			"Found "+s.Title+" on this computer", theme.RoleTitle, theme.Text, 0))),
			kit.NewLabel(when.Count(len(s.Models), "model", "models"), theme.RoleControl, theme.Text3))))
		for i, m := range s.Models {
			if i == mostModels {
				break
			}
			col.Add(p.model(s, m))
		}
		if len(s.Models) == 0 {
			col.Add(parts.Pad(4, 0, 4, 18, parts.NewPara("It has no model yet. Load one, and it appears here.",
				theme.RoleControl, theme.Text2, 0)))
		}
	}
	p.start = parts.NewButton(parts.ButtonOptions{Kind: parts.Primary, Label: "Start chatting", Height: 42},
		func() { p.take() })
	p.start.SetEnabled(p.chosen != "")
	col.Add(parts.Pad(10, 0, 0, 0, p.start))
	return parts.On(box, parts.Pad(18, 20, 18, 20, col))
}

// dotSize is the width of a dot in pixels at 100 % text zoom.
const dotSize = 8

func dot(t theme.Token) fyne.CanvasObject {
	return parts.Fix(dotSize, dotSize, kit.NewBox(t, theme.None, dotSize/2))
}

// recommendedModel returns the first model that is not too large for this computer, else the first
// one.
func first(ss []app.Server) string {
	pick := ""
	for _, s := range ss {
		for _, m := range s.Models {
			if pick == "" || !m.Slow {
				pick = s.Name + "/" + m.ID
			}
			if !m.Slow {
				return pick
			}
		}
	}
	return pick
}

func (p *Pane) model(s app.Server, m app.ServerModel) fyne.CanvasObject {
	id := s.Name + "/" + m.ID
	on := id == p.chosen
	ring := kit.NewBox(theme.Surface, theme.Strong, 9)
	mark := kit.NewBox(theme.None, theme.None, 5)
	if on {
		ring.SetTones(theme.Surface, theme.Accent)
		ring.SetLine(2)
		mark.SetTones(theme.Accent, theme.None)
	}
	radio := parts.Fix(18, 18, parts.On(ring, parts.Pad(4, 4, 4, 4, mark)))
	note := ""
	if m.Bytes > 0 {
		note = fmt.Sprintf("%.1f GB", float64(m.Bytes)/1e9)
	}
	if m.Slow {
		note = strings.TrimPrefix(note+" · may be slow here", " · ")
	}
	tail := ""
	if on && id == first(p.servers) {
		tail = "Recommended"
	}
	row := parts.Fix(0, 40, parts.Pad(0, 14, 0, 12, parts.Row(theme.Space10, radio,
		kit.NewLabel(m.ID, theme.RoleButton, theme.Text), kit.NewLabel(note, theme.RoleMeta, theme.Text3), parts.Space(),
		kit.NewLabel(tail, theme.RoleLabel, theme.AccentText))))
	fill, stroke := theme.None, theme.None
	if on {
		fill, stroke = theme.AccentTint, theme.AccentLine
	}
	t := parts.NewTappable(m.ID, fill, theme.Hover, stroke, theme.RadiusControl, row)
	t.OnTapped = func() {
		p.chosen = id
		p.show()
	}
	return t
}

// acceptModel adds the server of the chosen model to models.yaml and closes the screen.
func (p *Pane) take() {
	chosen := p.chosen
	for _, s := range p.servers {
		if !strings.HasPrefix(chosen, s.Name+"/") {
			continue
		}
		app.InOrder(p.env.Tasks, func(ctx context.Context) (struct{}, error) {
			return struct{}{}, p.env.Host.AddProvider(ctx, app.Provider{Name: s.Name, BaseURL: s.BaseURL, Local: true})
		}, func(_ struct{}, err error) {
			if err != nil {
				p.env.Fail(err)
				return
			}
			p.on.Done(chosen)
		})
		return
	}
}

// buildOtherCards returns the smaller cards.
func (p *Pane) others() []fyne.CanvasObject {
	var out []fyne.CanvasObject
	for _, o := range p.env.Host.Offers() {
		out = append(out, p.choice(theme.IconKey, "Use the key in "+o.Env, "For "+o.Title+" at "+hostOf(o.BaseURL), func() {
			p.useOffer(o)
		}))
	}
	if p.keyOpen {
		out = append(out, p.key.body())
	} else {
		out = append(out, p.choice(theme.IconKey, "Use an API key", "OpenAI, Anthropic or any compatible service", func() {
			p.keyOpen = true
			p.show()
			p.key.secret.Focus()
		}))
	}
	if p.env.Host.About().Demo {
		return nil
	}
	out = append(out, p.choice(theme.IconPlay, "Try the demo",
		"Scripted replies, in a folder of its own. No model needed.",
		func() {
			if err := p.env.Host.StartDemo(); err != nil {
				p.env.Fail(err)
			}
		}))
	return append(out, parts.Centre(parts.NewButton(parts.ButtonOptions{Kind: parts.Link, Label: "Set up a model later"},
		func() { p.on.Done("") })))
}

func hostOf(base string) string {
	u, err := url.Parse(base)
	if !strings.Contains(base, "://") {
		u, err = url.Parse("//" + base)
	}
	if err != nil || u.Host == "" {
		return base
	}
	return u.Host
}

func (p *Pane) choice(icon theme.Icon, title, sub string, do func()) fyne.CanvasObject {
	sign := parts.Fix(36, 36, parts.On(kit.NewBox(theme.AccentTint, theme.None, theme.RadiusControl),
		parts.Centre(kit.NewIcon(icon, 16, theme.AccentText))))
	row := parts.Pad(12, 16, 12, 14, parts.Row(theme.Space12, sign,
		parts.Flex(parts.Middle(parts.Column(0, parts.NewPara(title, theme.RoleButton, theme.Text, 0),
			parts.NewPara(sub, theme.RoleMeta, theme.Text3, 0)))), kit.NewIcon(theme.IconRight, 16, theme.Text3)))
	t := parts.NewTappable(title, theme.Surface, theme.Hover, theme.Border, theme.RadiusGroup, row)
	t.OnTapped = do
	return t
}

// useOffer adds the provider of a key found in the environment, once the user has chosen it.
func (p *Pane) useOffer(o app.Offer) {
	app.InOrder(p.env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, p.env.Host.AddProvider(ctx, o.Provider)
	}, func(_ struct{}, err error) {
		if err != nil {
			p.env.Fail(err)
			return
		}
		p.on.Done("")
	})
}

// ChosenModel returns the selected model, as provider/model.
func (p *Pane) Chosen() string { return p.chosen }

// AcceptModel continues with the selected model, as the large button does.
func (p *Pane) Take() { p.take() }
