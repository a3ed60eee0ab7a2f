package chat

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/chat/conversation"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// header is the bar above the messages.
type header struct {
	env           *app.Env
	state         *conversation.State
	on            headerEvents
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
	favorites     *favoriteModels
}

// headerEvents are what the controls of the header ask the pane for.
type headerEvents struct {
	changeChat    func(memory.ChatPatch)
	refreshModels func()
	copyChat      func()
}

func newHeader(env *app.Env, s *conversation.State, on headerEvents) *header {
	h := &header{
		env: env, state: s, on: on, titleLabel: draw.NewShrinkingLabel("", theme.RoleTitle, theme.Text),
		favorites: newUnloadedFavoriteModels(env),
	}
	h.temporaryIcon = draw.NewIcon(theme.IconGhost, 16, theme.Text3)
	h.modelButton = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Outline, Label: translate.Text("No model"), TrailingIcon: theme.IconDown,
		Name: translate.Text("Model for this chat"),
	}, h.openModelPicker)
	h.memoryButton = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.SelectedPill, Icon: theme.IconBookmark, TrailingIcon: theme.IconDown,
		Name: translate.Text("How this chat uses memory"),
	}, h.openMemoryAndQuotingMenu)
	h.moreButton = widgets.NewIconButton(theme.IconMore, translate.Text("More options for this chat"), h.openChatMenu)
	h.sidebarButton = widgets.NewIconButton(theme.IconPanel, translate.Text("Show sidebar (Ctrl+B)"),
		h.newNavigateWithOpenChatFunc(app.ScreenSidebar))
	h.sidebarButton.Hide()
	h.panelButton = widgets.NewIconButton(theme.IconPanel, translate.Text("Right panel (Ctrl+J)"),
		h.newNavigateWithOpenChatFunc(app.ScreenPanel))
	h.titleArea = newChatTitleWidget(h.titleLabel, h.newNavigateWithOpenChatFunc(app.ScreenRenameChat))
	row := container.New(&headerLayout{h}, h.sidebarButton, h.temporaryIcon, h.titleArea, h.modelButton, h.memoryButton,
		h.moreButton, h.panelButton)
	h.bar = widgets.Border(nil, draw.NewHairline(), nil, nil,
		widgets.FixedSize(0, theme.HeaderHeight, widgets.Pad(0, theme.Space12, 0, theme.Space24, row)))
	return h
}

// newNavigateWithOpenChatFunc returns a function that shows a screen; those of one chat get the
// open one.
func (h *header) newNavigateWithOpenChatFunc(to app.Screen) func() {
	return func() { h.env.NavigateTo(app.Route{Screen: to, Chat: h.state.Chat.ID}) }
}

// chatTitle is the title of the chat; a double click renames it.
type chatTitle struct {
	widget.BaseWidget
	label    *draw.Label
	onRename func()
}

func newChatTitleWidget(l *draw.Label, rename func()) *chatTitle {
	t := &chatTitle{label: l, onRename: rename}
	t.ExtendBaseWidget(t)
	return t
}

func (t *chatTitle) DoubleTapped(*fyne.PointEvent) { t.onRename() }

func (t *chatTitle) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(t.label) }

func (h *header) setSidebarButtonHidden(shown bool) {
	h.sidebarButton.Hidden = shown
	h.bar.Refresh()
}

func (h *header) setPanelButtonPressed(shown bool) {
	h.panelButton.UpdateOptions(func(o *widgets.ButtonOptions) {
		o.Kind = widgets.Quiet
		if shown {
			o.Kind = widgets.Link
		}
	})
}

// updateHeader shows the state of the pane.
func (h *header) updateHeader() {
	t := h.state.Chat
	text := t.Title
	switch {
	case text != "":
	case t.Temporary:
		text = translate.Text("Temporary chat")
	default:
		text = translate.Text("New chat")
	}
	h.titleLabel.SetText(text)
	h.temporaryIcon.Hidden = !t.Temporary
	h.showModelInButton()
	h.modelButton.SetEnabled(!h.state.IsInTrash())
	h.memoryButton.SetEnabled(!h.state.IsInTrash())
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

func (h *header) showModelInButton() {
	m := h.state.Models.CurrentModel()
	h.modelButton.UpdateOptions(func(o *widgets.ButtonOptions) {
		o.DotColor, h.modelLocation = theme.Disabled, ""
		switch {
		case m == nil:
			o.Label = translate.Text("No model")
		case m.Available:
			o.Label, o.DotColor = humanize.ReadableServerModelName(m.Name), theme.Success
			h.modelLocation = h.state.Models.ModelLocationText(*m)
		default:
			o.Label, h.modelLocation = humanize.ReadableServerModelName(m.Name), translate.Text("can't be reached")
		}
	})
}

func (h *header) openMemoryAndQuotingMenu() {
	chat := h.state.Chat
	choose := func(m memory.MemoryMode) func() {
		return func() { h.on.changeChat(memory.ChatPatch{Memory: &m}) }
	}
	if chat.Temporary {
		widgets.ShowMenuBelow(
			h.memoryButton,
			[]widgets.MenuItem{{Label: translate.Text("Temporary chats aren't remembered"), Disabled: true}},
		)
		return
	}
	widgets.ShowMenuBelow(h.memoryButton, append([]widgets.MenuItem{
		{
			Label: translate.Text("On"), Detail: translate.Text("uses and learns"), Checked: chat.Memory == memory.MemoryOn,
			OnChosen: choose(memory.MemoryOn),
		},
		{
			Label: translate.Text("Read-only"), Detail: translate.Text("uses but doesn't learn"),
			Checked:  chat.Memory == memory.MemoryReadOnly,
			OnChosen: choose(memory.MemoryReadOnly),
		},
		{
			Label: translate.Text("Off"), Detail: translate.Text("neither|neither uses nor learns"),
			Checked:  chat.Memory == memory.MemoryOff,
			OnChosen: choose(memory.MemoryOff),
		},
	}, h.quoteEarlierMessagesMenuItems()...))
}

// quoteEarlierMessagesMenuItems are the choices whether earlier messages are quoted in this chat.
// With memory off none are.
func (h *header) quoteEarlierMessagesMenuItems() []widgets.MenuItem {
	chat := h.state.Chat
	setting := translate.Text("never|quotes earlier messages")
	if h.env.Session.Config().RecallChats {
		setting = translate.Text("when they help")
	}
	item := func(mode memory.RecallMode, label, detail string) widgets.MenuItem {
		isChosen := chat.Recall == mode || chat.Recall == "" && mode == memory.RecallDefault
		return widgets.MenuItem{
			Label: label, Detail: detail, Checked: isChosen, Disabled: chat.Memory == memory.MemoryOff,
			OnChosen: func() { h.on.changeChat(memory.ChatPatch{Recall: &mode}) },
		}
	}
	return []widgets.MenuItem{
		{},
		{Label: translate.Text("Quote earlier messages")},
		item(memory.RecallDefault, translate.Text("Same as in Settings"), setting),
		item(memory.RecallOn, translate.Text("When they help"), ""),
		item(memory.RecallOff, translate.Text("Never"), ""),
	}
}

func (h *header) openChatMenu() {
	chat := h.state.Chat
	pin := translate.Text("Pin")
	if chat.Pinned {
		pin = translate.Text("Unpin")
	}
	unstored := chat.ID == 0
	fixed := unstored || h.state.IsInTrash()
	widgets.ShowMenuBelow(h.moreButton, []widgets.MenuItem{
		{
			Icon: theme.IconEdit, Label: translate.Text("Rename"), Disabled: fixed,
			OnChosen: h.newNavigateWithOpenChatFunc(app.ScreenRenameChat),
		},
		{Icon: theme.IconPin, Label: pin, Disabled: fixed, OnChosen: func() { h.env.ToggleChatPin(chat) }},
		{
			Icon: theme.IconSliders, Label: translate.Text("Instructions and parameters"), Disabled: h.state.IsInTrash(),
			OnChosen: h.newNavigateWithOpenChatFunc(app.ScreenChatParameters),
		},
		{
			Icon:     theme.IconSearch,
			Label:    translate.Text("Find in this chat"),
			Detail:   "Ctrl F",
			OnChosen: h.newNavigateWithOpenChatFunc(app.ScreenFindInChat),
		},
		{Icon: theme.IconCopy, Label: translate.Text("Copy chat"), OnChosen: h.on.copyChat},
		{
			Icon: theme.IconInfo, Label: translate.Text("Tokens and cost"),
			OnChosen: h.newNavigateWithOpenChatFunc(app.ScreenUsage),
		},
		{
			Icon: theme.IconArrowDown, Label: translate.Text("Export chat"), Disabled: unstored,
			OnChosen: func() { h.env.Export(app.ExportRequestForOneChat(chat)) },
		},
		{},
		{
			Icon: theme.IconTrash, Label: translate.Text("Delete"), Disabled: fixed,
			OnChosen: h.newNavigateWithOpenChatFunc(app.ScreenDeleteChat),
		},
	})
}
