package sidebar

import (
	"context"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// Pane is the sidebar.
type Pane struct {
	widget.BaseWidget
	*listContent
	*actions
	*busySpinner
	profileHead
	selectionView
	dragging
	shownRows

	env           *app.Env
	loadRequest   app.Request
	list          *widgets.List
	emptyHint     *widgets.WrappedText
	content       fyne.CanvasObject
	selection     chatSelection
	heldModifiers func() fyne.KeyModifier
}

// listContent is what the sidebar lists.
type listContent struct {
	chatLists
	loaded    bool      // the chats have been loaded
	currentID memory.ID // the chat that is open
}

// chatLists are the chats and projects as they are stored.
type chatLists struct {
	chats         []memory.Chat
	projects      []memory.Project
	archivedCount int
	trashCount    int
}

// profileHead shows the profile at the lower end of the sidebar.
type profileHead struct {
	chooseProfile func(at fyne.CanvasObject)
	nameLabel     *draw.Label
	avatarLetter  *draw.Label
	subtitle      *draw.Label
}

// shownRows are the rows of the list, from top to bottom.
type shownRows struct {
	rows           []widgets.ListRow
	madeAt         time.Time // the headings are those of this day
	shownChats     []memory.ID
	focusableRows  []string             // the keys of the rows of projects and chats
	projectOfRow   map[string]memory.ID // by key, of the rows of projects and of their chats
	lastProjectRow string
}

// New returns an empty sidebar; ReloadChatsAndProjects fills it. chooseProfile offers the other
// profiles next to a widget.
func New(env *app.Env, chooseProfile func(at fyne.CanvasObject)) *Pane {
	p := &Pane{
		env: env, listContent: &listContent{}, profileHead: profileHead{chooseProfile: chooseProfile},
		busySpinner: &busySpinner{env: env, busy: map[memory.ID]bool{}, spinnerArcs: map[memory.ID]*canvas.Arc{}},
		selection:   chatSelection{chosen: map[memory.ID]bool{}}, dragging: dragging{dragMarks: newDragMarks()},
		heldModifiers: widgets.HeldKeyModifiers,
	}
	p.actions = &actions{
		listContent: p.listContent, env: env, owner: p, clearSelected: func() { p.clearSelection() },
	}
	p.list = widgets.NewVirtualList(0, theme.Space4, theme.Space10, theme.Space12, theme.Space10)
	p.list.Title = translate.Text("Chats")
	p.nameLabel = draw.NewShrinkingLabel(translate.Text("You"), theme.RoleStrong, theme.Text)
	p.avatarLetter = draw.NewLabel("Y", theme.RoleStrong, theme.AccentText)
	p.subtitle = draw.NewShrinkingLabel(translate.Text("On this computer"), theme.RoleMeta, theme.Text3)
	p.emptyHint = widgets.NewWrappedText(translate.Text("No chats yet. Send a message to start one."), theme.RoleMeta,
		theme.Text3, 0)
	p.buildSelectionBar()
	p.content = p.buildContent()
	p.ExtendBaseWidget(p)
	return p
}

func (p *Pane) buildContent() fyne.CanvasObject {
	head := widgets.FixedSize(0, theme.HeaderHeight, widgets.Pad(0, theme.Space10, 0, theme.Space16,
		widgets.Row(9, newLogo(24),
			draw.NewLabel(translate.Text("Memoir"), theme.RoleTitle, theme.Text), widgets.Spacer(),
			widgets.NewIconButton(theme.IconPanel, translate.Text("Hide sidebar (Ctrl+B)"), func() {
				p.env.NavigateTo(app.Route{Screen: app.ScreenSidebar, Pane: app.HidePane})
			}))))
	newChat := newWideButton(
		theme.IconCompose,
		translate.Text("New chat"),
		"Ctrl N",
		theme.Text,
		true,
		p.navigateToScreenFunc(app.ScreenNewChat),
	)
	search := newWideButton(theme.IconSearch, translate.Text("Search chats"), "Ctrl K", theme.Text3, false,
		p.navigateToScreenFunc(app.ScreenSearch))
	avatar := widgets.FixedSize(28, 28, widgets.Stack(draw.NewBox(theme.AccentTint, theme.None, 14),
		widgets.Center(p.avatarLetter)))
	foot := widgets.FixedSize(0, 60, widgets.Pad(0, 14, 0, theme.Space8,
		widgets.Row(theme.Space4, widgets.Flex(p.newProfileButton(avatar)),
			widgets.NewIconButton(theme.IconSliders, translate.Text("Settings (Ctrl+,)"),
				p.navigateToScreenFunc(app.ScreenModels)))))
	column := widgets.Column(0, head, widgets.Pad(theme.Space2, theme.Space12, 0, theme.Space12,
		widgets.Column(theme.Space8, newChat, search)),
		widgets.Flex(widgets.PadTop(theme.Space8, p.list)), p.selectionBar, draw.NewHairline(), foot)
	return container.NewStack(widgets.NewBackground(theme.Sidebar),
		widgets.Border(nil, nil, nil, draw.NewHairline(), column), p.dragMarks.layer)
}

// newProfileButton shows the current profile; a click offers the others.
func (p *Pane) newProfileButton(avatar fyne.CanvasObject) fyne.CanvasObject {
	labels := widgets.Flex(widgets.CenterVertically(widgets.Column(0, p.nameLabel, p.subtitle)))
	inner := widgets.PadVerticalAndSides(theme.Space4, theme.Space8,
		widgets.Row(theme.Space10, widgets.CenterVertically(avatar), labels))
	t := widgets.NewTappable(translate.Text("Profiles"), theme.None, theme.Hover, theme.None, theme.RadiusRow, inner)
	t.OnTapped = func() { p.chooseProfile(t) }
	return widgets.CenterVertically(t)
}

// ProfileDisplayName returns what a profile is called in the window.
func ProfileDisplayName(name string) string {
	if name == "" || name == "default" {
		return translate.Text("You")
	}
	return name
}

// ClearBusyAndStopSpinner stops all animation.
func (p *Pane) ClearBusyAndStopSpinner() {
	clear(p.busy)
	p.startOrStopSpinner()
}

// ApplyReducedMotion applies a change of the reduced-motion setting.
func (p *Pane) ApplyReducedMotion() {
	p.startOrStopSpinner()
	p.rebuildChatList()
}

// ShowProfileNameAndNote shows the current profile.
func (p *Pane) ShowProfileNameAndNote(name, note string) {
	name = ProfileDisplayName(name)
	p.nameLabel.SetText(name)
	p.avatarLetter.SetText(string([]rune(name)[:1]))
	p.subtitle.SetText(note)
}

// ReloadChatsAndProjects loads the chats. The rows are made where they are loaded, so that the UI
// goroutine does little more for thousands of chats than for a few.
func (p *Pane) ReloadChatsAndProjects() {
	type loaded struct {
		chatLists
		shownRows
	}
	now := p.env.Now()
	p.list.ShowSkeletonRowsAfterDelay(p.env.After, theme.RowHeight)
	app.RunCancellingPrevious(p.env.Tasks, &p.loadRequest, func(ctx context.Context) (loaded, error) {
		l, err := loadChatLists(ctx, p.env.Session)
		return loaded{l, makeRows(p, l, now)}, err
	}, func(l loaded, err error) {
		if err != nil {
			p.list.ClearLoadingRows()
			p.env.ShowErrorToast(err)
			return
		}
		p.chatLists, p.loaded = l.chatLists, true
		p.selection.retainListed(p.chats)
		p.setRows(l.shownRows)
		p.showOrHideSelectionBar()
	})
}

func loadChatLists(ctx context.Context, s *engine.Session) (l chatLists, err error) {
	if l.chats, err = s.ListChats(ctx, memory.ChatFilter{}); err != nil {
		return l, err
	}
	if l.projects, err = s.ListProjects(ctx); err != nil {
		return l, err
	}
	archived, err := s.ListChats(ctx, memory.ChatFilter{Archived: true})
	if err != nil {
		return l, err
	}
	trashed, err := s.ListChats(ctx, memory.ChatFilter{InTrash: true})
	l.archivedCount, l.trashCount = len(archived), len(trashed)
	return l, err
}

// ListedChats returns the chats as they are listed.
func (p *Pane) ListedChats() []memory.Chat { return p.chats }

// HighlightAndScrollToOpenChat highlights the chat that is open.
func (p *Pane) HighlightAndScrollToOpenChat(id memory.ID) {
	if p.currentID != id {
		p.currentID = id
		p.showChangedRows()
		p.list.ScrollRowIntoView(chatRowKey(id))
	}
}

// SetChatBusy marks a chat whose answer is being written.
func (p *Pane) SetChatBusy(id memory.ID, on bool) {
	if p.busy[id] == on {
		return
	}
	if on {
		p.busy[id] = true
	} else {
		delete(p.busy, id)
	}
	p.startOrStopSpinner()
	p.showChangedRows()
}

func chatRowKey(id memory.ID) string { return "t" + strconv.FormatInt(int64(id), 10) }

// chatIDOfRowKey returns the chat of the row with a key, 0 when it is that of something else.
func chatIDOfRowKey(key string) memory.ID {
	number, isChat := strings.CutPrefix(key, "t")
	id, err := strconv.ParseInt(number, 10, 64)
	if !isChat || err != nil {
		return 0
	}
	return memory.ID(id)
}

// ChatDisplayTitle returns what a chat is called in the list.
func ChatDisplayTitle(t memory.Chat) string {
	switch {
	case t.Title != "":
		return t.Title
	case t.Temporary:
		return translate.Text("Temporary chat")
	}
	return translate.Text("New chat")
}

// CreateRenderer returns the renderer of the widget.
func (p *Pane) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.content) }

// logo is the logo of the program; it follows the theme.
type logo struct {
	widget.BaseWidget
	size  float32
	image *canvas.Image
}

func newLogo(size float32) *logo {
	l := &logo{size: size, image: &canvas.Image{FillMode: canvas.ImageFillContain}}
	l.image.Resource = theme.LogoAsSVG(theme.Current(), size, 1)
	l.ExtendBaseWidget(l)
	return l
}

// NewLogo returns the logo of the program.
func NewLogo(size float32) fyne.CanvasObject { return newLogo(size) }

func (l *logo) MinSize() fyne.Size { return fyne.NewSquareSize(l.size) }

func (l *logo) Refresh() {
	l.image.Resource = theme.LogoAsSVG(theme.Current(), l.size, 1)
	l.image.Refresh()
}

func (l *logo) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.image) }
