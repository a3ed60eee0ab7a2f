// Package firstrun is the screen before the first chat: the model servers found on this computer, a
// form for the API key of a service, or the demo. It probes for servers every two seconds until it
// is closed.
package firstrun

import (
	"context"
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/sidebar"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// probeInterval is the pause between two probes for servers.
const probeInterval = 2 * time.Second

// Actions are the callbacks into the window.
type Actions struct {
	// OnDone closes the screen; model is provider/model, or empty when the user continues without one.
	OnDone func(model string)
}

// Pane is the screen; it covers the window. UI goroutine only.
type Pane struct {
	widget.BaseWidget
	env          *app.Env
	actions      Actions
	probeRequest app.Request
	nextProbe    *app.Debounce
	choice       modelChoice
	shownState   string // state the cards were built from; they are rebuilt only when it changes
	keyFormOpen  bool
	keyForm      *keyForm
	mainCard     *fyne.Container
	otherCards   *fyne.Container
	toast        *widgets.Toast
	content      *fyne.Container
	startButton  *widgets.Button
}

// New returns the screen; StartProbingForServers starts looking for servers.
func New(env *app.Env, on Actions) *Pane {
	p := &Pane{env: env, actions: on, mainCard: container.NewStack(), otherCards: widgets.Column(theme.Space8)}
	p.toast = widgets.NewToast(env.After)
	p.nextProbe = env.NewDebounce(probeInterval, p.StartProbingForServers)
	p.startButton = widgets.NewButton(widgets.ButtonOptions{
		Kind:  widgets.Primary,
		Label: translate.Text("Start chatting"), Height: 42,
	},
		p.addChosenModelServerAndClose)
	p.keyForm = newKeyForm(p)
	title := widgets.NewWrappedText(translate.Text("Welcome to Memoir"), theme.RoleDisplay, theme.Text, 0).MakeCentered()
	sub := widgets.NewWrappedText(translate.Text("A chat app that remembers, with a memory you can read and edit."),
		theme.RoleBody,
		theme.Text2, 0).MakeCentered()
	promise := newTextWithLockIcon(translate.Text(
		"Chats and memories stay on this computer. Text is sent only to the model you choose."))
	column := widgets.Column(theme.Space12, widgets.Center(sidebar.NewLogo(56)), widgets.PadTop(theme.Space4, title), sub,
		widgets.PadTop(theme.Space12, p.mainCard), p.otherCards, widgets.PadTop(theme.Space8, promise))
	width := theme.Current().ScaleUpWithTextZoom(theme.FirstRunWidth)
	body := widgets.NewVerticalScroll(
		widgets.PadVerticalAndSides(theme.Space24, theme.Space24, widgets.CenterUpToWidth(width, column)),
	)
	p.toast.OnChange = func() { p.content.Refresh() }
	p.content = container.New(&paneLayout{p}, widgets.NewBackground(theme.Sidebar), body, p.toast)
	p.ExtendBaseWidget(p)
	p.rebuildCardsIfChanged()
	return p
}

// newTextWithLockIcon returns a centered text behind a lock.
func newTextWithLockIcon(text string) fyne.CanvasObject {
	lock := draw.NewIcon(theme.IconLock, 13, theme.Text3)
	textWidth := theme.CeilWithTolerance(theme.Current().TypeStyle(theme.RoleMeta).TextWidth(text)) + 1
	return widgets.CenterUpToWidth(lock.MinSize().Width+theme.Space6+textWidth, widgets.Row(theme.Space6, lock,
		widgets.Flex(widgets.NewWrappedText(text, theme.RoleMeta, theme.Text3, 0))))
}

// paneLayout centers the column and puts the toast at the bottom.
type paneLayout struct{ pane *Pane }

func (o *paneLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(theme.MinWindowWidth, theme.MinWindowHeight)
}

func (o *paneLayout) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	objects[0].Resize(s)
	body := objects[1].(*widgets.Scroll)
	widgets.PropagateWidth(body.Content, s.Width)
	h := min(body.Content.MinSize().Height, s.Height)
	body.Move(fyne.NewPos(0, theme.Round(max(0, (s.Height-h)*0.42))))
	body.Resize(fyne.NewSize(s.Width, h))
	w := min(theme.Current().ScaleUpWithTextZoom(480), s.Width-40)
	o.pane.toast.SetWidth(w)
	t := o.pane.toast.MinSize().Height
	o.pane.toast.Move(fyne.NewPos((s.Width-w)/2, s.Height-t-theme.Space24))
	o.pane.toast.Resize(fyne.NewSize(w, t))
}

// CreateRenderer returns the renderer of the widget.
func (p *Pane) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.content) }

// ShowToast shows a toast at the bottom.
func (p *Pane) ShowToast(n app.Toast) { p.toast.ShowToast(n.Text, n.ActionLabel, n.IsError, n.Action) }

// StartProbingForServers probes for servers now and every two seconds.
func (p *Pane) StartProbingForServers() {
	app.RunCancellingPrevious(p.env.Tasks, &p.probeRequest, func(ctx context.Context) ([]app.Server, error) {
		return p.env.Host.FindLocalModelServers(ctx)
	}, func(servers []app.Server, err error) {
		if err == nil {
			p.choice.setServersAndChooseModel(servers)
			p.rebuildCardsIfChanged()
		}
		p.nextProbe.Restart()
	})
}

// StopProbingForServers stops the probing.
func (p *Pane) StopProbingForServers() {
	p.probeRequest.Cancel()
	p.nextProbe.Cancel()
}

// PressPrimaryOrCloseFormOnKey handles a key that no control has used: Enter presses the primary
// button, Esc closes the form for a key.
func (p *Pane) PressPrimaryOrCloseFormOnKey(k fyne.KeyName) {
	switch {
	case k == fyne.KeyEscape && p.keyFormOpen:
		p.clearAndCloseKeyForm()
	case k != fyne.KeyReturn && k != fyne.KeyEnter:
	case p.keyFormOpen:
		p.keyForm.checkKeyAddProviderAndClose()
	default:
		p.addChosenModelServerAndClose()
	}
}

func (p *Pane) openAPIKeyForm() {
	p.keyFormOpen = true
	p.rebuildCardsIfChanged()
	p.keyForm.keyField.RequestFocus()
}

func (p *Pane) clearAndCloseKeyForm() {
	widgets.UnfocusWithin(p.keyForm.card)
	p.keyForm.clearKeyAndCancelCheck()
	p.keyFormOpen = false
	p.rebuildCardsIfChanged()
}

func (p *Pane) rebuildCardsIfChanged() {
	state := fmt.Sprint(p.keyFormOpen, p.choice)
	if state == p.shownState {
		return
	}
	p.shownState = state
	p.mainCard.Objects = []fyne.CanvasObject{p.buildServersCard()}
	p.otherCards.Objects = p.buildOtherWaysToStartCards()
	p.content.Refresh()
	p.Refresh()
}

// buildServersCard returns the large card: the servers that were found, or how to start one.
func (p *Pane) buildServersCard() fyne.CanvasObject {
	box := draw.NewBox(theme.Surface, theme.Border, theme.RadiusGroup)
	box.SetShadowBlur(12)
	col := widgets.Column(theme.Space4)
	if len(p.choice.servers) == 0 {
		text := translate.Text("Looking for a model server on this computer…")
		if p.choice.probed {
			text = translate.Text("No model server is running on this computer")
		}
		col.Add(widgets.Row(theme.Space10, newStatusDot(theme.Disabled),
			widgets.Flex(widgets.CenterVertically(widgets.NewWrappedText(text, theme.RoleTitle,
				theme.Text, 0)))))
		indent := theme.Current().ScaleUpWithTextZoom(dotSize) + theme.Space10
		col.Add(widgets.Pad(theme.Space4, 0, 0, indent,
			widgets.NewWrappedText(translate.Text("Start Ollama, LM Studio, llama.cpp or Jan, and it will appear here. "+
				"Ollama is free: get it at ollama.com/download, then run “ollama pull llama3.2”."),
				theme.RoleControl, theme.Text2, 0)))
		col.Add(widgets.Pad(theme.Space4, 0, 0, indent-theme.Space4, widgets.Row(0, widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Link, Label: translate.Text("Open ollama.com"), TrailingIcon: theme.IconExternalLink,
		}, func() { p.env.OpenURL("https://ollama.com/download") }), widgets.Spacer())))
		return widgets.Stack(box, widgets.PadVerticalAndSides(18, theme.Space20, col))
	}
	recommended := recommendedModelID(p.choice.servers)
	for _, s := range p.choice.servers {
		col.Add(widgets.PadVerticalAndSides(3, 0, widgets.Row(theme.Space10, newStatusDot(theme.Success),
			widgets.Flex(widgets.CenterVertically(widgets.NewWrappedText(
				p.foundServerOrDemoHeading(s), theme.RoleTitle, theme.Text, 0))),
			draw.NewLabel(translate.Count(len(s.Models), "{{.Count}} model", "{{.Count}} models"), theme.RoleControl,
				theme.Text3))))
		for _, m := range limitModelsKeepingRecommended(s, recommended) {
			col.Add(p.newModelRadioRow(s, m, recommended))
		}
		if len(s.Models) == 0 {
			col.Add(widgets.Pad(theme.Space4, 0, theme.Space4, 18,
				widgets.NewWrappedText(translate.Text("This server has no models yet. Load one, and it will appear here."),
					theme.RoleControl, theme.Text2, 0)))
		}
	}
	p.startButton.SetEnabled(p.choice.model != "")
	col.Add(widgets.PadTop(theme.Space10, p.startButton))
	return widgets.Stack(box, widgets.PadVerticalAndSides(18, theme.Space20, col))
}

// dotSize is the width of a dot in pixels at 100 % text zoom.
const dotSize = 8

// foundServerOrDemoHeading introduces a server that was found, or the demo.
func (p *Pane) foundServerOrDemoHeading(s app.Server) string {
	if p.env.Host.AboutInfo().IsDemo {
		return translate.Text("Demo mode: sample answers")
	}
	return translate.Text("Found {{.Title}} on this computer", "Title", s.Title)
}

func newStatusDot(t theme.Token) fyne.CanvasObject {
	return widgets.FixedSize(dotSize, dotSize, draw.NewBox(t, theme.None, dotSize/2))
}

func (p *Pane) newModelRadioRow(s app.Server, m app.ServerModel, recommended string) fyne.CanvasObject {
	id := providerModelID(s, m)
	on := id == p.choice.model
	ring := draw.NewBox(theme.Surface, theme.StrongBorder, 9)
	mark := draw.NewBox(theme.None, theme.None, 5)
	if on {
		ring.SetColors(theme.Surface, theme.Accent)
		ring.SetLineWidth(2)
		mark.SetColors(theme.Accent, theme.None)
	}
	radio := widgets.FixedSize(18, 18, widgets.Stack(ring, widgets.PadVerticalAndSides(theme.Space4, theme.Space4, mark)))
	note := ""
	if m.Bytes > 0 {
		note = humanize.FormatFileSize(m.Bytes)
	}
	if m.LikelySlow {
		note = strings.TrimPrefix(note+" · "+translate.Text("may be slow on this computer"), " · ")
	}
	tail := ""
	if on && id == recommended {
		tail = translate.Text("Recommended")
	}
	row := widgets.FixedSize(0, 40, widgets.Pad(0, 14, 0, theme.Space12, widgets.Row(theme.Space10, radio,
		widgets.Flex(draw.NewLabel(humanize.ReadableServerModelName(m.ID), theme.RoleButton, theme.Text)),
		draw.NewLabel(note, theme.RoleMeta, theme.Text3), draw.NewLabel(tail, theme.RoleLabel, theme.AccentText))))
	fill, stroke := theme.None, theme.None
	if on {
		fill, stroke = theme.AccentTint, theme.AccentBorder
	}
	t := widgets.NewTappable(m.ID, fill, theme.Hover, stroke, theme.RadiusControl, row)
	t.OnTapped = func() {
		p.choice.model = id
		p.rebuildCardsIfChanged()
		widgets.FocusWidget(p.startButton) // the row was built anew; Enter starts, Tab goes on
	}
	return t
}

// addChosenModelServerAndClose adds the server of the chosen model to models.yaml and closes the
// screen. Without a chosen model it does nothing.
func (p *Pane) addChosenModelServerAndClose() {
	s, ok := p.choice.serverOfChosenModel()
	if !ok {
		return
	}
	p.addProviderAndClose(app.Provider{Name: s.Name, BaseURL: s.BaseURL, Local: true}, p.choice.model)
}

// addProviderAndClose adds a provider to models.yaml and closes the screen with a model, "" for
// none.
func (p *Pane) addProviderAndClose(provider app.Provider, model string) {
	app.RunInBackgroundInOrder(p.env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, p.env.Host.AddOrReplaceProviderAndStoreKey(ctx, provider)
	}, func(_ struct{}, err error) {
		if err != nil {
			p.env.ShowErrorToast(err)
			return
		}
		p.actions.OnDone(model)
	})
}

// buildOtherWaysToStartCards returns the smaller cards.
func (p *Pane) buildOtherWaysToStartCards() []fyne.CanvasObject {
	var out []fyne.CanvasObject
	if p.env.Host.AboutInfo().IsDemo {
		return nil
	}
	for _, o := range p.env.Host.ProvidersFromEnvironment() {
		provider := o.Provider
		provider.Title = "" // "your server" says nothing in a list of providers
		out = append(out, p.newTappableCard(theme.IconKey, translate.Text("Use the key in {{.Variable}}", "Variable",
			o.Variable),
			translate.Text("For {{.Title}} at {{.Address}}", "Title", translate.TranslateKnown(o.Title), "Address",
				app.HostAndPortOfURL(o.BaseURL)), func() { p.addProviderAndClose(provider, "") }))
	}
	if p.keyFormOpen {
		out = append(out, p.keyForm.card)
	} else {
		out = append(out, p.newTappableCard(theme.IconKey, translate.Text("Use an API key"),
			translate.Text("OpenAI, Anthropic or any compatible provider"),
			p.openAPIKeyForm))
	}
	out = append(out, p.newTappableCard(theme.IconPlay, translate.Text("Try the demo"),
		translate.Text("Sample replies, kept separate from your data. No model needed."),
		func() {
			if err := p.env.Host.StartDemoProcess(); err != nil {
				p.env.ShowErrorToast(err)
			}
		}))
	out = append(out, p.newTappableCard(theme.IconFile, translate.Text("Import from another app"),
		translate.Text("Chats from ChatGPT, Claude, Open WebUI or another copy of Memoir."),
		func() { p.env.NavigateTo(app.Route{Screen: app.ScreenImport}) }))
	return append(out, widgets.Center(widgets.NewButton(widgets.ButtonOptions{
		Kind:  widgets.Link,
		Label: translate.Text("Set up a model later"),
	},
		func() { p.actions.OnDone("") })))
}

func (p *Pane) newTappableCard(icon theme.Icon, title, sub string, do func()) fyne.CanvasObject {
	sign := widgets.FixedSize(36, 36, widgets.Stack(draw.NewBox(theme.AccentTint, theme.None, theme.RadiusControl),
		widgets.Center(draw.NewIcon(icon, 16, theme.AccentText))))
	row := widgets.Pad(theme.Space12, theme.Space16, theme.Space12, 14, widgets.Row(theme.Space12, sign,
		widgets.Flex(widgets.CenterVertically(widgets.Column(0, widgets.NewWrappedText(title, theme.RoleButton, theme.Text,
			0),
			widgets.NewWrappedText(sub, theme.RoleMeta, theme.Text3, 0)))), draw.NewIcon(theme.IconRight, 16, theme.Text3)))
	t := widgets.NewTappable(title, theme.Surface, theme.Hover, theme.Border, theme.RadiusGroup, row)
	t.OnTapped = do
	return t
}
