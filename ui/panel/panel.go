package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/health"
	"memoir/ui/kit"
	"memoir/ui/ledger"
	"memoir/ui/parts"
	"memoir/ui/theme"
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
	Close    func()
	Message  func(thread, message memory.ID) // open a message
	PickFile func()
	CopyText func(text string)
	Settled  func()
}

// Pane is the right panel.
type Pane struct {
	widget.BaseWidget
	env      *app.Env
	on       Actions
	tab      Tab
	tabs     []*tabButton
	head     *fyne.Container
	body     *fyne.Container
	toast    *parts.Toast
	inner    *fyne.Container
	memories *memories
	editor   *editor // covers the memories while open
	drafts   drafts
	files    *files
	answer   *answer
	sub      sub // covers the tabs while open
	ledger   *ledger.Page
	health   *health.Page
}

// New returns the panel with the memories shown.
func New(env *app.Env, on Actions) *Pane {
	p := &Pane{env: env, on: on, drafts: newDrafts(env)}
	p.memories = newMemories(p)
	p.files = newFiles(p)
	p.answer = newAnswer(p)
	p.buildSubs()
	p.toast = parts.NewToast(env.After)
	p.head = container.NewStack()
	p.body = container.NewStack()
	for i, name := range []string{"Memories", "Files", "This answer"} {
		p.tabs = append(p.tabs, newTab(name, func() { p.Turn(Tab(i)) }))
	}
	head := parts.Border(nil, kit.NewHairline(), nil, nil, parts.Fix(0, theme.HeaderHeight, p.head))
	p.inner = container.New(&arrange{p}, parts.NewFill(theme.Panel),
		parts.Border(nil, nil, kit.NewHairline(), nil, parts.Border(head, nil, nil, nil, p.body)), p.toast)
	p.toast.Changed = func() { p.inner.Refresh() }
	p.ExtendBaseWidget(p)
	p.show()
	return p
}

// paneLayout places the toast above the footer.
type arrange struct{ p *Pane }

func (a *arrange) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(theme.PanelWidth, 200) }

func (a *arrange) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Resize(s)
	o[1].Resize(s)
	w := s.Width - 2*theme.Space16
	a.p.toast.SetWidth(w)
	h := a.p.toast.MinSize().Height
	foot := float32(44)
	if a.p.editor != nil {
		foot = 58
	}
	a.p.toast.Move(fyne.NewPos(theme.Space16, s.Height-theme.Current().Scaled(foot)-h-theme.Space12))
	a.p.toast.Resize(fyne.NewSize(w, h))
}

// ShowToast shows a toast above the footer.
func (p *Pane) Say(n app.Note) { p.toast.Say(n.Text, n.Label, n.Bad, n.Action) }

// ToastText returns the text of the visible toast, for tests.
func (p *Pane) ToastText() string { return p.toast.Text() }

// CurrentTab returns the page that is shown.
func (p *Pane) Tab() Tab { return p.tab }

// ShowTab shows a page.
func (p *Pane) Turn(t Tab) {
	p.closeEditor()
	p.sub = nil
	p.tab = t
	p.show()
	switch t {
	case Files:
		p.files.reload()
	case Answer:
		p.answer.reload()
	}
}

// FocusSearch focuses the memory search.
func (p *Pane) FocusSearch() { p.memories.search.Focus() }

// AddMemory opens the editor for a new memory.
func (p *Pane) Add() {
	p.tab, p.sub = Memories, nil
	p.openEditor(blank(), false)
}

// OpenMemory opens the editor of a memory.
func (p *Pane) OpenMemory(id memory.ID) {
	p.tab, p.sub = Memories, nil
	p.memories.open(id, false)
}

// ShowAnswer shows what an answer was given.
func (p *Pane) ShowAnswer(id memory.ID) {
	p.answer.set(id)
	p.Turn(Answer)
}

// SetChat sets the open chat and its newest answer.
func (p *Pane) SetThread(t memory.Thread, lastAnswer memory.ID) {
	p.files.setThread(t)
	p.memories.thread = t.ID
	p.answer.follow(t.ID, lastAnswer)
}

// HandleEvent updates the panel after an event of the core.
func (p *Pane) Handle(e memory.Event) {
	if p.sub != nil {
		p.sub.Handle(e)
	}
	switch e.Kind {
	case memory.EventMemories, memory.EventLearned:
		p.memories.reload()
		if p.editor != nil {
			p.editor.reload()
		}
	case memory.EventThreads:
		p.memories.retitle(e.ThreadID)
	case memory.EventContexts:
		p.files.reload()
	case memory.EventDone:
		if p.tab == Answer {
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
func (p *Pane) Escape() bool {
	switch {
	case p.editor != nil:
		p.closeEditor()
	case p.sub != nil:
		p.closeSub()
	default:
		return false
	}
	return true
}

// newBlankMemory returns the initial state of a new memory.
func blank() memory.Memory {
	return memory.Memory{Type: memory.TypePersonal, Status: memory.StatusActive}
}

func (p *Pane) openEditor(m memory.Memory, why bool) {
	p.toast.Dismiss()
	p.editor = newEditor(p, m, why)
	p.show()
	p.editor.text.Focus()
}

func (p *Pane) closeEditor() {
	if p.editor != nil {
		p.editor = nil
		p.KeepDraft()
		parts.Unfocus(p) // its fields no longer exist
		p.show()
		p.memories.markSeen()
	}
}

func (p *Pane) show() {
	if p.editor != nil {
		p.head.Objects = []fyne.CanvasObject{p.editor.head}
		p.body.Objects = []fyne.CanvasObject{p.editor.body}
		p.inner.Refresh()
		return
	}
	if p.sub != nil {
		p.head.Objects = []fyne.CanvasObject{p.sub.Head()}
		p.body.Objects = []fyne.CanvasObject{p.sub.Body()}
		p.inner.Refresh()
		return
	}
	o := []fyne.CanvasObject{}
	for i, t := range p.tabs {
		t.set(Tab(i) == p.tab)
		o = append(o, t.Tappable)
	}
	o = append(o, p.more(), parts.NewIcon(theme.IconClose, "Close the panel (Ctrl+J)", func() { p.on.Close() }))
	p.head.Objects = []fyne.CanvasObject{parts.Pad(0, 10, 0, 10, container.New(headRow{}, o...))}
	page := p.memories.body
	switch p.tab {
	case Files:
		page = p.files.body
	case Answer:
		page = p.answer.body
	}
	p.body.Objects = []fyne.CanvasObject{page}
	p.inner.Refresh()
}

// CreateRenderer draws the content of the panel.
func (p *Pane) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.inner) }

// withFooter places a scrolling body above a footer.
func page(content, footer fyne.CanvasObject) fyne.CanvasObject {
	foot := parts.Border(kit.NewHairline(), nil, nil, nil, footer)
	return parts.Border(nil, foot, nil, nil, content)
}
