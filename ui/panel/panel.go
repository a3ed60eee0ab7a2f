package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/health"
	"memoir/ui/ledger"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// Tab is a page of the panel.
type Tab int

// The tabs.
const (
	Memories Tab = iota
	Files
	Answer
)

// Actions are the callbacks through which the panel asks the window for what it cannot do itself.
type Actions struct {
	ClosePanel  func()
	OpenMessage func(chatID, message memory.ID) // open a message
	PickFile    func()
	CopyText    func(text string)
	OnLoad      func()
}

// Pane is the right panel.
type Pane struct {
	widget.BaseWidget
	env        *app.Env
	actions    Actions
	currentTab Tab
	tabButtons []*tabButton
	header     *fyne.Container
	body       *fyne.Container
	toast      *widgets.Toast
	content    *fyne.Container
	memories   *memoriesPage
	editor     *editor // covers the memories while open
	drafts     editorDrafts
	files      *filesPage
	answer     *answerPage
	overlay    overlay // covers the tabs while open
	ledger     *ledger.Page
	health     *health.Page
}

// New returns the panel with the memories shown.
func New(env *app.Env, on Actions) *Pane {
	p := &Pane{env: env, actions: on, drafts: newEditorDrafts(env)}
	p.memories = newMemoriesPage(p)
	p.files = newFilesPage(p)
	p.answer = newAnswerPage(p)
	p.buildOverlays()
	p.toast = widgets.NewToast(env.After)
	p.header = container.NewStack()
	p.body = container.NewStack()
	for i, name := range []string{"Memories", "Files", "This answer"} {
		p.tabButtons = append(p.tabButtons, newTabButton(name, func() { p.ShowTab(Tab(i)) }))
	}
	head := widgets.Border(nil, draw.NewHairline(), nil, nil, widgets.FixedSize(0, theme.HeaderHeight, p.header))
	p.content = container.New(&paneLayout{p}, widgets.NewBackground(theme.Panel),
		widgets.Border(nil, nil, draw.NewHairline(), nil, widgets.Border(head, nil, nil, nil, p.body)), p.toast)
	p.toast.OnChange = func() { p.content.Refresh() }
	p.ExtendBaseWidget(p)
	p.showPage()
	return p
}

// paneLayout places the toast above the footer.
type paneLayout struct{ p *Pane }

func (a *paneLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(theme.PanelWidth, 200)
}

func (a *paneLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Resize(s)
	o[1].Resize(s)
	w := s.Width - 2*theme.Space16
	a.p.toast.SetWidth(w)
	h := a.p.toast.MinSize().Height
	foot := float32(44)
	if a.p.editor != nil {
		foot = 58
	}
	a.p.toast.Move(fyne.NewPos(theme.Space16, s.Height-theme.Current().ScaleWithText(foot)-h-theme.Space12))
	a.p.toast.Resize(fyne.NewSize(w, h))
}

// ShowToast shows a toast above the footer.
func (p *Pane) ShowToast(n app.Toast) { p.toast.ShowToast(n.Text, n.ActionLabel, n.IsError, n.Action) }

// ToastText returns the text of the visible toast, for tests.
func (p *Pane) ToastText() string { return p.toast.ShownText() }

// CurrentTab returns the page that is shown.
func (p *Pane) CurrentTab() Tab { return p.currentTab }

// ShowTab shows a page.
func (p *Pane) ShowTab(t Tab) {
	p.closeEditor()
	p.overlay = nil
	p.currentTab = t
	p.showPage()
	switch t {
	case Files:
		p.files.reload()
	case Answer:
		p.answer.reload()
	}
}

// FocusSearch focuses the memory search.
func (p *Pane) FocusSearch() { p.memories.searchField.RequestFocus() }

// AddMemory opens the editor for a new memory.
func (p *Pane) AddMemory() {
	p.currentTab, p.overlay = Memories, nil
	p.openEditor(newBlankMemory(), false)
}

// OpenMemory opens the editor of a memory.
func (p *Pane) OpenMemory(id memory.ID) {
	p.currentTab, p.overlay = Memories, nil
	p.memories.openMemory(id, false)
}

// ShowAnswer shows what an answer was given.
func (p *Pane) ShowAnswer(id memory.ID) {
	p.answer.selectAnswer(id)
	p.ShowTab(Answer)
}

// SetChat sets the open chat and its newest answer.
func (p *Pane) SetChat(t memory.Chat, lastAnswer memory.ID) {
	p.files.setChat(t)
	p.memories.chatID = t.ID
	p.answer.followNewest(t.ID, lastAnswer)
}

// HandleEvent updates the panel after an event of the core.
func (p *Pane) HandleEvent(e memory.Event) {
	if p.overlay != nil {
		p.overlay.HandleEvent(e)
	}
	switch e.Kind {
	case memory.EventMemories, memory.EventLearned:
		p.memories.reload()
		if p.editor != nil {
			p.editor.reload()
		}
	case memory.EventChats:
		p.memories.refreshChatTitle(e.ChatID)
	case memory.EventFiles:
		p.files.reload()
	case memory.EventDone:
		if p.currentTab == Answer {
			p.answer.reload()
		}
	}
}

// Reload reloads all pages.
func (p *Pane) Reload() {
	p.memories.reload()
	p.files.reload()
	p.restoreDrafts()
}

// HandleEscape closes the editor or the overlay; it reports whether one was open.
func (p *Pane) HandleEscape() bool {
	switch {
	case p.editor != nil:
		p.closeEditor()
	case p.overlay != nil:
		p.closeOverlay()
	default:
		return false
	}
	return true
}

// newBlankMemory returns the initial state of a new memory.
func newBlankMemory() memory.Memory {
	return memory.Memory{Type: memory.TypePersonal, Status: memory.StatusActive}
}

func (p *Pane) openEditor(m memory.Memory, why bool) {
	p.toast.HideToast()
	p.editor = newEditor(p, m, why)
	p.showPage()
	p.editor.textField.RequestFocus()
}

func (p *Pane) closeEditor() {
	if p.editor != nil {
		p.editor = nil
		p.SaveDraft()
		widgets.UnfocusWithin(p) // its fields no longer exist
		p.showPage()
		p.memories.refreshNewMarks()
	}
}

func (p *Pane) showPage() {
	if p.editor != nil {
		p.header.Objects = []fyne.CanvasObject{p.editor.header}
		p.body.Objects = []fyne.CanvasObject{p.editor.body}
		p.content.Refresh()
		return
	}
	if p.overlay != nil {
		p.header.Objects = []fyne.CanvasObject{p.overlay.Header()}
		p.body.Objects = []fyne.CanvasObject{p.overlay.Body()}
		p.content.Refresh()
		return
	}
	o := []fyne.CanvasObject{}
	for i, t := range p.tabButtons {
		t.setActive(Tab(i) == p.currentTab)
		o = append(o, t.Tappable)
	}
	o = append(o, p.newMoreButton(), widgets.NewIconButton(theme.IconClose, "Close the panel (Ctrl+J)",
		func() { p.actions.ClosePanel() }))
	p.header.Objects = []fyne.CanvasObject{widgets.Pad(0, 10, 0, 10, container.New(headerLayout{}, o...))}
	page := p.memories.body
	switch p.currentTab {
	case Files:
		page = p.files.body
	case Answer:
		page = p.answer.body
	}
	p.body.Objects = []fyne.CanvasObject{page}
	p.content.Refresh()
}

// CreateRenderer draws the content of the panel.
func (p *Pane) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.content) }

// withFooter places a scrolling body above a footer.
func withFooter(content, footer fyne.CanvasObject) fyne.CanvasObject {
	foot := widgets.Border(draw.NewHairline(), nil, nil, nil, footer)
	return widgets.Border(nil, foot, nil, nil, content)
}
