package chat

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/composer"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// header is the bar above the messages.
type header struct {
	p       *Pane
	bar     fyne.CanvasObject
	title   *kit.Label
	name    fyne.CanvasObject // the title as an area for double clicks
	place   string            // shown beside the model's name
	ghost   *kit.Icon
	model   *parts.Button
	memory  *parts.Button
	more    *parts.Button
	sidebar *parts.Button
	panel   *parts.Button
}

func newHeader(p *Pane) *header {
	h := &header{p: p, title: kit.NewShrinkingLabel("", theme.RoleTitle, theme.Text)}
	h.ghost = kit.NewIcon(theme.IconGhost, 16, theme.Text3)
	h.model = parts.NewButton(parts.ButtonOptions{
		Kind: parts.Outline, Label: "No model", Tail: theme.IconDown, Name: "Model of this chat",
	}, h.pickModel)
	h.memory = parts.NewButton(parts.ButtonOptions{
		Kind: parts.PillOn, Icon: theme.IconBookmark, Tail: theme.IconDown,
		Name: "What this chat does with the memory",
	}, h.pickMemory)
	h.more = parts.NewIcon(theme.IconMore, "More about this chat", h.menu)
	h.sidebar = parts.NewIcon(theme.IconPanel, "Show the sidebar (Ctrl+B)", func() { p.on.Sidebar() })
	h.sidebar.Hide()
	h.panel = parts.NewIcon(theme.IconPanel, "Right panel (Ctrl+J)", func() { p.on.Panel() })
	h.name = newTitle(h.title, func() { p.on.Rename(p.thread) })
	row := container.New(&topLine{h}, h.sidebar, h.ghost, h.name, h.model, h.memory, h.more, h.panel)
	h.bar = parts.Border(nil, kit.NewHairline(), nil, nil,
		parts.Fix(0, theme.HeaderHeight, parts.Pad(0, 12, 0, 24, row)))
	return h
}

// chatTitle is the title of the chat; a double click renames it.
type title struct {
	widget.BaseWidget
	label  *kit.Label
	rename func()
}

func newTitle(l *kit.Label, rename func()) *title {
	t := &title{label: l, rename: rename}
	t.ExtendBaseWidget(t)
	return t
}

func (t *title) DoubleTapped(*fyne.PointEvent) { t.rename() }

func (t *title) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(t.label) }

func (h *header) setSidebar(shown bool) {
	h.sidebar.Hidden = shown
	h.bar.Refresh()
}

func (h *header) setPanel(shown bool) {
	h.panel.Set(func(o *parts.ButtonOptions) {
		o.Kind = parts.Quiet
		if shown {
			o.Kind = parts.Link
		}
	})
}

// updateHeader shows the state of the pane.
func (h *header) show() {
	t := h.p.thread
	text := t.Title
	switch {
	case text != "":
	case t.Temporary:
		text = "Temporary chat"
	default:
		text = "New chat"
	}
	h.title.SetText(text)
	h.ghost.Hidden = !t.Temporary
	h.showModel()
	h.memory.Set(func(o *parts.ButtonOptions) {
		switch t.Memory {
		case memory.ModeOn:
			o.Kind = parts.PillOn
		case memory.ModeRead:
			o.Kind = parts.Pill
		default:
			o.Kind = parts.PillOff
		}
	})
	h.bar.Refresh()
}

func (h *header) showModel() {
	m := h.p.model()
	h.model.Set(func(o *parts.ButtonOptions) {
		o.Dot, h.place = theme.Disabled, ""
		switch {
		case m == nil:
			o.Label = "No model"
		case m.Available:
			o.Label, h.place, o.Dot = m.Name, h.p.placeOf(*m), theme.Ok
		default:
			o.Label, h.place = m.Name, "not reachable"
		}
	})
}

// openModelMenu opens the menu of models.
func (h *header) pickModel() {
	p := h.p
	items := []parts.Item{}
	provider := ""
	now := p.model()
	for _, m := range p.known.models {
		if !m.Chat {
			continue
		}
		if m.Provider != provider {
			provider = m.Provider
			if len(items) > 0 {
				items = append(items, parts.Item{})
			}
			items = append(items, parts.Item{Label: p.providerTitle(provider) + " · " + p.placeOf(m)})
		}
		sub := ""
		if m.Context > 0 {
			sub = composer.Tokens(m.Context)
		}
		if !m.Available {
			sub = "not reachable"
		}
		items = append(items, parts.Item{
			Label: m.Name, Sub: sub, Chosen: now != nil && now.ID == m.ID, Off: !m.Available,
			Do: func() { p.setModel(m.ID) },
		})
	}
	if len(items) == 0 {
		items = append(items, parts.Item{Label: "No model was found"})
	}
	items = append(items, parts.Item{},
		parts.Item{Icon: theme.IconRefresh, Label: "Look again", Do: func() { p.env.Host.Refresh(); p.AskModels() }},
		parts.Item{Icon: theme.IconSliders, Label: "Models and providers", Do: func() { p.on.Models() }})
	parts.ShowMenu(h.model, items)
}

func (h *header) pickMemory() {
	p := h.p
	choose := func(m memory.Mode) func() {
		return func() { p.patch(memory.ThreadPatch{Memory: &m}) }
	}
	if p.thread.Temporary {
		parts.ShowMenu(h.memory, []parts.Item{{Label: "A temporary chat remembers nothing", Off: true}})
		return
	}
	parts.ShowMenu(h.memory, []parts.Item{
		{Label: "On", Sub: "uses and learns", Chosen: p.thread.Memory == memory.ModeOn, Do: choose(memory.ModeOn)},
		{
			Label: "Read only", Sub: "uses, does not learn", Chosen: p.thread.Memory == memory.ModeRead,
			Do: choose(memory.ModeRead),
		},
		{Label: "Off", Sub: "neither", Chosen: p.thread.Memory == memory.ModeOff, Do: choose(memory.ModeOff)},
	})
}

func (h *header) menu() {
	p := h.p
	pin := "Pin"
	if p.thread.Pinned {
		pin = "Unpin"
	}
	stored := p.thread.ID == 0
	parts.ShowMenu(h.more, []parts.Item{
		{Icon: theme.IconEdit, Label: "Rename", Off: stored, Do: func() { p.on.Rename(p.thread) }},
		{Icon: theme.IconPin, Label: pin, Off: stored, Do: func() { p.on.Pin(p.thread) }},
		{Icon: theme.IconSliders, Label: "Instructions and parameters", Do: p.params},
		{Icon: theme.IconSearch, Label: "Find in this chat", Sub: "Ctrl F", Do: p.Find},
		{Icon: theme.IconCopy, Label: "Copy the chat", Do: p.copyAll},
		{},
		{Icon: theme.IconTrash, Label: "Delete", Off: stored, Do: func() { p.on.Delete(p.thread) }},
	})
}

func (p *Pane) placeOf(m memory.ModelInfo) string {
	if m.Local {
		return "on this computer"
	}
	return "at " + p.providerTitle(m.Provider)
}

func (p *Pane) setModel(id string) {
	v := memory.Text(id)
	p.patch(memory.ThreadPatch{Model: &v})
}

// updateChat changes settings of the chat, stored or not.
func (p *Pane) patch(c memory.ThreadPatch) {
	if p.thread.ID == 0 {
		set(&p.thread.Model, c.Model)
		set(&p.thread.Memory, c.Memory)
		set(&p.thread.SystemPrompt, c.SystemPrompt)
		set(&p.thread.Temperature, c.Temperature)
		set(&p.thread.MaxTokens, c.MaxTokens)
		p.show()
		p.on.Changed(p.thread)
		return
	}
	id := p.thread.ID
	app.InOrder(p.env.Tasks, func(ctx context.Context) (memory.Thread, error) {
		return p.env.Service.UpdateThread(ctx, p.env.Profile, id, c)
	}, func(t memory.Thread, err error) {
		p.env.Fail(err)
		if err == nil && t.ID == p.thread.ID {
			draft := p.thread.Draft
			p.thread = t
			p.thread.Draft = draft
			p.show()
			p.on.Changed(p.thread)
		}
	})
}

func set[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

// SyncTitleAndPin copies title and pin of the open chat after a change in the sidebar.
func (p *Pane) Retitle(t memory.Thread) {
	if t.ID == p.thread.ID {
		p.thread.Title, p.thread.TitleByUser, p.thread.Pinned = t.Title, t.TitleByUser, t.Pinned
		p.show()
	}
}

// setNewChatMode sets the memory mode of new chats, including the empty one that may be open.
func (p *Pane) takeMode(m memory.Mode) {
	if m == p.newMode {
		return
	}
	p.newMode = m
	if p.thread.ID == 0 && !p.thread.Temporary {
		p.thread.Memory = p.fresh(false).Memory
		p.on.Changed(p.thread)
	}
}

// updateControls shows the state of the pane in everything around the messages.
func (p *Pane) show() {
	p.header.show()
	empty := len(p.view.messages) == 0
	p.empty.Hidden, p.list.Hidden = !empty, empty
	switch {
	case p.thread.Temporary:
		p.hello.SetText("This chat is not remembered and is erased when you leave it.")
	default:
		p.hello.SetText("What is on your mind?")
	}
	p.composer.SetFiles(p.chips())
	p.composer.SetTemporary(p.thread.Temporary)
	m := p.model()
	switch {
	case p.answer != 0:
		p.composer.SetPhase(composer.Busy, "")
	case p.sending:
		p.composer.SetPhase(composer.Off, "Sending")
	default:
		p.composer.SetPhase(composer.Ready, "")
	}
	p.lookAgain(m)
	obstacle := p.obstacle(m)
	switch {
	case obstacle != "":
		p.composer.SetPlace(composer.Place{Nowhere: true, Text: obstacle + " What you write is kept."})
	case m.Local:
		p.composer.SetPlace(composer.Place{Local: true, Text: "This model runs on this computer. Nothing leaves it."})
	default:
		p.composer.SetPlace(composer.Place{Text: "What you write is sent to " + p.providerTitle(m.Provider) + "."})
	}
	p.meter()
	p.inner.Refresh()
}
