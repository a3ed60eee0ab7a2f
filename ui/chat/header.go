package chat

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/composer"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// header is the bar above the messages.
type header struct {
	pane          *Pane
	bar           fyne.CanvasObject
	titleLabel    *draw.Label
	titleArea     fyne.CanvasObject // the title as an area for double clicks
	modelLocation string            // shown beside the model's name
	temporaryIcon *draw.Icon
	modelButton   *widgets.Button
	memoryButton  *widgets.Button
	moreButton    *widgets.Button
	sidebarButton *widgets.Button
	panelButton   *widgets.Button
}

func newHeader(p *Pane) *header {
	h := &header{pane: p, titleLabel: draw.NewShrinkingLabel("", theme.RoleTitle, theme.Text)}
	h.temporaryIcon = draw.NewIcon(theme.IconGhost, 16, theme.Text3)
	h.modelButton = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Outline, Label: "No model", TrailingIcon: theme.IconDown, Name: "Model of this chat",
	}, h.openModelMenu)
	h.memoryButton = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.SelectedPill, Icon: theme.IconBookmark, TrailingIcon: theme.IconDown,
		Name: "What this chat does with the memory",
	}, h.openMemoryMenu)
	h.moreButton = widgets.NewIconButton(theme.IconMore, "More about this chat", h.openChatMenu)
	h.sidebarButton = widgets.NewIconButton(theme.IconPanel, "Show the sidebar (Ctrl+B)",
		func() { p.actions.ToggleSidebar() })
	h.sidebarButton.Hide()
	h.panelButton = widgets.NewIconButton(theme.IconPanel, "Right panel (Ctrl+J)", func() { p.actions.TogglePanel() })
	h.titleArea = newChatTitle(h.titleLabel, func() { p.actions.RenameChat(p.chat) })
	row := container.New(&headerLayout{h}, h.sidebarButton, h.temporaryIcon, h.titleArea, h.modelButton, h.memoryButton,
		h.moreButton, h.panelButton)
	h.bar = widgets.Border(nil, draw.NewHairline(), nil, nil,
		widgets.FixedSize(0, theme.HeaderHeight, widgets.Pad(0, 12, 0, 24, row)))
	return h
}

// chatTitle is the title of the chat; a double click renames it.
type chatTitle struct {
	widget.BaseWidget
	label    *draw.Label
	onRename func()
}

func newChatTitle(l *draw.Label, rename func()) *chatTitle {
	t := &chatTitle{label: l, onRename: rename}
	t.ExtendBaseWidget(t)
	return t
}

func (t *chatTitle) DoubleTapped(*fyne.PointEvent) { t.onRename() }

func (t *chatTitle) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(t.label) }

func (h *header) setSidebarShown(shown bool) {
	h.sidebarButton.Hidden = shown
	h.bar.Refresh()
}

func (h *header) setPanelPressed(shown bool) {
	h.panelButton.UpdateOptions(func(o *widgets.ButtonOptions) {
		o.Kind = widgets.Quiet
		if shown {
			o.Kind = widgets.Link
		}
	})
}

// updateHeader shows the state of the pane.
func (h *header) updateHeader() {
	t := h.pane.chat
	text := t.Title
	switch {
	case text != "":
	case t.Temporary:
		text = "Temporary chat"
	default:
		text = "New chat"
	}
	h.titleLabel.SetText(text)
	h.temporaryIcon.Hidden = !t.Temporary
	h.showModel()
	h.memoryButton.UpdateOptions(func(o *widgets.ButtonOptions) {
		switch t.Memory {
		case memory.MemoryOn:
			o.Kind = widgets.SelectedPill
		case memory.MemoryReadOnly:
			o.Kind = widgets.Pill
		default:
			o.Kind = widgets.FaintPill
		}
	})
	h.bar.Refresh()
}

func (h *header) showModel() {
	m := h.pane.currentModel()
	h.modelButton.UpdateOptions(func(o *widgets.ButtonOptions) {
		o.DotColor, h.modelLocation = theme.Disabled, ""
		switch {
		case m == nil:
			o.Label = "No model"
		case m.Available:
			o.Label, h.modelLocation, o.DotColor = m.Name, h.pane.modelLocation(*m), theme.Success
		default:
			o.Label, h.modelLocation = m.Name, "not reachable"
		}
	})
}

// openModelMenu opens the menu of models.
func (h *header) openModelMenu() {
	p := h.pane
	items := []widgets.MenuItem{}
	provider := ""
	now := p.currentModel()
	for _, m := range p.catalog.models {
		if !m.CanChat {
			continue
		}
		if m.Provider != provider {
			provider = m.Provider
			if len(items) > 0 {
				items = append(items, widgets.MenuItem{})
			}
			items = append(items, widgets.MenuItem{Label: p.providerTitle(provider) + " · " + p.modelLocation(m)})
		}
		sub := ""
		if m.ContextWindow > 0 {
			sub = composer.FormatTokens(m.ContextWindow)
		}
		if !m.Available {
			sub = "not reachable"
		}
		items = append(items, widgets.MenuItem{
			Label: m.Name, Detail: sub, Checked: now != nil && now.ID == m.ID, Disabled: !m.Available,
			OnChosen: func() { p.setModel(m.ID) },
		})
	}
	if len(items) == 0 {
		items = append(items, widgets.MenuItem{Label: "No model was found"})
	}
	items = append(items, widgets.MenuItem{},
		widgets.MenuItem{Icon: theme.IconRefresh, Label: "Look again",
			OnChosen: func() { p.env.Host.InvalidateModels(); p.LoadModels() }},
		widgets.MenuItem{Icon: theme.IconSliders, Label: "Models and providers",
			OnChosen: func() { p.env.NavigateTo(app.Route{Screen: app.ScreenModels}) }})
	widgets.ShowMenu(h.modelButton, items)
}

func (h *header) openMemoryMenu() {
	p := h.pane
	choose := func(m memory.MemoryMode) func() {
		return func() { p.updateChat(memory.ChatPatch{Memory: &m}) }
	}
	if p.chat.Temporary {
		widgets.ShowMenu(h.memoryButton, []widgets.MenuItem{{Label: "A temporary chat remembers nothing", Disabled: true}})
		return
	}
	widgets.ShowMenu(h.memoryButton, []widgets.MenuItem{
		{Label: "On", Detail: "uses and learns", Checked: p.chat.Memory == memory.MemoryOn,
			OnChosen: choose(memory.MemoryOn)},
		{
			Label: "Read only", Detail: "uses, does not learn", Checked: p.chat.Memory == memory.MemoryReadOnly,
			OnChosen: choose(memory.MemoryReadOnly),
		},
		{Label: "Off", Detail: "neither", Checked: p.chat.Memory == memory.MemoryOff, OnChosen: choose(memory.MemoryOff)},
	})
}

func (h *header) openChatMenu() {
	p := h.pane
	pin := "Pin"
	if p.chat.Pinned {
		pin = "Unpin"
	}
	stored := p.chat.ID == 0
	widgets.ShowMenu(h.moreButton, []widgets.MenuItem{
		{Icon: theme.IconEdit, Label: "Rename", Disabled: stored, OnChosen: func() { p.actions.RenameChat(p.chat) }},
		{Icon: theme.IconPin, Label: pin, Disabled: stored, OnChosen: func() { p.actions.TogglePin(p.chat) }},
		{Icon: theme.IconSliders, Label: "Instructions and parameters", OnChosen: p.openParameters},
		{Icon: theme.IconSearch, Label: "Find in this chat", Detail: "Ctrl F", OnChosen: p.OpenFind},
		{Icon: theme.IconCopy, Label: "Copy the chat", OnChosen: p.copyChat},
		{},
		{Icon: theme.IconTrash, Label: "Delete", Disabled: stored, OnChosen: func() { p.actions.DeleteChat(p.chat) }},
	})
}

func (p *Pane) modelLocation(m memory.ModelInfo) string {
	if m.Local {
		return "on this computer"
	}
	return "at " + p.providerTitle(m.Provider)
}

func (p *Pane) setModel(id string) {
	v := memory.NullText(id)
	p.updateChat(memory.ChatPatch{Model: &v})
}

// updateChat changes settings of the chat, stored or not.
func (p *Pane) updateChat(c memory.ChatPatch) {
	if p.chat.ID == 0 {
		assignIfSet(&p.chat.Model, c.Model)
		assignIfSet(&p.chat.Memory, c.Memory)
		assignIfSet(&p.chat.SystemPrompt, c.SystemPrompt)
		assignIfSet(&p.chat.Temperature, c.Temperature)
		assignIfSet(&p.chat.MaxTokens, c.MaxTokens)
		p.updateControls()
		p.actions.OnChatChanged(p.chat)
		return
	}
	id := p.chat.ID
	app.Queue(p.env.Tasks, func(ctx context.Context) (memory.Chat, error) {
		return p.env.Session.UpdateChat(ctx, id, c)
	}, func(t memory.Chat, err error) {
		p.env.ShowError(err)
		if err == nil && t.ID == p.chat.ID {
			draft := p.chat.Draft
			p.chat = t
			p.chat.Draft = draft
			p.updateControls()
			p.actions.OnChatChanged(p.chat)
		}
	})
}

func assignIfSet[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

// SyncTitleAndPin copies title and pin of the open chat after a change in the sidebar.
func (p *Pane) SyncTitleAndPin(t memory.Chat) {
	if t.ID == p.chat.ID {
		p.chat.Title, p.chat.TitleByUser, p.chat.Pinned = t.Title, t.TitleByUser, t.Pinned
		p.updateControls()
	}
}

// setNewChatMode sets the memory mode of new chats, including the empty one that may be open.
func (p *Pane) setNewChatMode(m memory.MemoryMode) {
	if m == p.newChatMode {
		return
	}
	p.newChatMode = m
	if p.chat.ID == 0 && !p.chat.Temporary {
		p.chat.Memory = p.newUnstoredChat(false).Memory
		p.actions.OnChatChanged(p.chat)
	}
}

// updateControls shows the state of the pane in everything around the messages.
func (p *Pane) updateControls() {
	p.header.updateHeader()
	empty := len(p.transcript.messages) == 0
	p.emptyState.Hidden, p.list.Hidden = !empty, empty
	switch {
	case p.chat.Temporary:
		p.emptyTitle.SetText("This chat is not remembered and is erased when you leave it.")
	default:
		p.emptyTitle.SetText("What is on your mind?")
	}
	p.composer.SetFiles(p.fileChips())
	p.composer.SetTemporary(p.chat.Temporary)
	m := p.currentModel()
	switch {
	case p.answerID != 0:
		p.composer.SetPhase(composer.Busy, "")
	case p.sending:
		p.composer.SetPhase(composer.Disabled, "Sending")
	default:
		p.composer.SetPhase(composer.Ready, "")
	}
	p.scheduleModelRefresh(m)
	obstacle := p.modelObstacle(m)
	switch {
	case obstacle != "":
		p.composer.SetDestination(composer.Destination{Nowhere: true, Text: obstacle + " What you write is kept."})
	case m.Local:
		p.composer.SetDestination(composer.Destination{Local: true,
			Text: "This model runs on this computer. Nothing leaves it."})
	default:
		p.composer.SetDestination(composer.Destination{Text: "What you write is sent to " + p.providerTitle(m.Provider) +
			"."})
	}
	p.updateMeter()
	p.content.Refresh()
}
