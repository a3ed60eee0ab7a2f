package panel

import (
	"context"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// editor is the page of one memory, which may be a new one: it shows an editorModel and, beneath
// it, where the memory came from.
type editor struct {
	*editorModel
	*editorForm
	env     *app.Env
	changes *memoryChanges
	on      editorEvents

	request        app.Request
	usesRequest    app.Request
	details        memoryDetails
	usage          usageList
	scrollToReason bool // scroll to the reason once it is loaded
	isClosed       bool

	header, body  fyne.CanvasObject
	pinButton     *widgets.Button
	saveButton    *widgets.Button
	restoredHint  *widgets.WrappedText // says that the content is an unsaved draft
	problem       *widgets.WrappedText
	detailsColumn *fyne.Container
	scroll        *widgets.Scroll
}

// editorEvents are the callbacks of an editor.
type editorEvents struct {
	goBack     func() // Back was pressed: the draft stays
	discard    func() // Cancel or Forget was pressed: the draft goes
	closePanel func()
	askErase   func(m memory.Memory)
	onTyped    func(e *editor)
	onSaved    func(e *editor, saved memory.Memory)
	onResized  func()
	onLoad     func()
}

// newEditor returns an editor of a memory, with its unsaved draft if there is one. why scrolls to
// the reason.
func newEditor(
	env *app.Env, m *editorModel, draft *editorFields, why bool, changes *memoryChanges, on editorEvents,
) *editor {
	e := &editor{editorModel: m, env: env, changes: changes, on: on, scrollToReason: why}
	if draft != nil {
		m.fields = *draft
	}
	e.editorForm = newEditorForm(&m.fields, e.handleTyped, e.saveFromKeyboard)
	e.restoredHint = widgets.NewWrappedText("Restored your unsaved changes.", theme.RoleMeta, theme.Text2, 0)
	e.restoredHint.Hidden = draft == nil
	e.problem = widgets.NewWrappedText("", theme.RoleMeta, theme.Error, 0)
	e.problem.Hide()
	e.detailsColumn = widgets.Column(theme.Space12)
	e.saveButton = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Primary, Label: m.saveLabel(), Height: 34,
		Padding: 16,
	}, e.saveMemory)
	e.buildHeader()
	fields := widgets.Column(theme.Space12, e.restoredHint, e.textRow())
	if m.replaces != "" {
		fields.Add(widgets.Stack(draw.NewBox(theme.WarningTint, theme.None, theme.RadiusCard),
			widgets.Inset(theme.Space8, theme.Space12,
				widgets.NewWrappedText("Replaces “"+m.replaces+"”?", theme.RoleControl, theme.Text, 0))))
	}
	for _, row := range append(e.otherRows(), e.problem, e.detailsColumn) {
		fields.Add(row)
	}
	e.scroll = widgets.NewScroll(widgets.Inset(theme.Space16, theme.Space16, fields))
	e.body = withFooter(e.scroll, e.newFooter())
	e.handleTyped()
	e.reloadDetails()
	return e
}

func (e *editor) buildHeader() {
	e.pinButton = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Pill, Icon: theme.IconPin, Label: "Pin",
		Height: 28,
	}, func() { e.changes.applyAction(e.memory.ID, e.pinAction()) })
	e.pinButton.Hidden = e.isNew()
	e.showPin()
	more := widgets.NewIconButton(theme.IconMore, "More options for this memory", nil)
	more.Hidden = e.isNew()
	more.OnTapped = func() { widgets.ShowMenu(more, e.menuItems()) }
	e.header = widgets.Inset(0, theme.Space10, widgets.Row(theme.Space8,
		widgets.NewIconButton(theme.IconLeft, "Back (Esc)", e.on.goBack),
		draw.NewLabel(e.titleText(), theme.RoleTitle, theme.Text), widgets.Spacer(), e.pinButton, more,
		widgets.NewIconButton(theme.IconClose, "Close panel (Ctrl+J)", e.on.closePanel)))
}

func (e *editor) showPin() {
	e.pinButton.UpdateOptions(func(o *widgets.ButtonOptions) {
		o.Kind, o.Label = widgets.Pill, "Pin"
		if e.memory.Pinned {
			o.Kind, o.Label = widgets.SelectedPill, "Pinned"
		}
	})
}

func (e *editor) menuItems() []widgets.MenuItem {
	return []widgets.MenuItem{
		{Icon: theme.IconCopy, Label: "Copy text", OnChosen: func() { e.env.CopyText(e.memory.Content) }},
		{},
		{Icon: theme.IconTrash, Label: "Delete forever", OnChosen: func() { e.on.askErase(e.memory) }},
	}
}

func (e *editor) newFooter() fyne.CanvasObject {
	action, ok := e.forgetAction()
	forget := widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Danger, Icon: theme.IconTrash, Label: action.label, Height: 34,
	}, func() {
		e.on.discard()
		e.changes.applyAction(e.memory.ID, action)
	})
	forget.Hidden = !ok
	cancel := widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Outline, Label: "Cancel", Height: 34}, e.on.discard)
	return widgets.FixedSize(0, 58, widgets.Inset(0, theme.Space16, widgets.Row(theme.Space8, forget, widgets.Spacer(),
		cancel,
		e.saveButton)))
}

func (e *editor) handleTyped() {
	e.saveButton.SetEnabled(e.canSave())
	e.on.onTyped(e)
}

// saveFromKeyboard saves unless the text is blank.
func (e *editor) saveFromKeyboard() {
	if e.hasText() {
		e.saveMemory()
	}
}

// saveMemory saves the content; an error is shown in the editor, which keeps its content.
func (e *editor) saveMemory() {
	c, ok := e.saveCommand()
	e.showTags()
	if !ok {
		return
	}
	app.RunInBackgroundInOrder(e.env.Tasks, func(ctx context.Context) (memory.Changed, error) {
		return c.saveMemory(ctx, e.env.Session)
	}, func(done memory.Changed, err error) {
		if err != nil {
			e.problem.SetText(problemText(err))
			e.problem.Show()
			e.on.onResized()
			return
		}
		e.on.onSaved(e, done.Memory)
		e.changes.offerUndo(c.toast, nil, done.Decision.ID)
	})
}

// reloadDetails reloads the memory, its history and its source. Text typed meanwhile is kept.
func (e *editor) reloadDetails() {
	if e.isNew() {
		return
	}
	id := e.memory.ID
	app.RunCancellingPrevious(e.env.Tasks, &e.request, func(ctx context.Context) (memoryDetails, error) {
		return loadDetails(ctx, e.env.Session, id)
	}, func(d memoryDetails, err error) {
		if err != nil || e.isClosed {
			return
		}
		if e.updateStored(d.memory) {
			e.showFields()
		}
		e.showPin()
		e.details = d
		e.showDetails()
		e.handleTyped()
		if e.usage.isOpen {
			e.loadUses()
		}
		e.on.onLoad()
	})
}

func (e *editor) showDetails() {
	d, now := e.details, e.env.Now()
	o := []fyne.CanvasObject{}
	if d.sourceQuote() != "" || d.sourceMessage.ID != 0 {
		m := d.sourceMessage
		o = append(o, labelledField("Where it came from", quoteBlock(d, humanize.FormatRelativeTime(m.CreatedAt, now),
			func() { e.env.NavigateTo(app.ChatRoute(m.ChatID, m.ID)) })))
	}
	if learned, ok := d.learnedBy(); ok {
		o = append(o, labelledField("Why", reasonBlock(learned)))
	}
	if len(d.history) > 0 {
		rows := widgets.Column(theme.Space8)
		for _, s := range d.historySteps() {
			rows.Add(historyRow(s, humanize.FormatRelativeTime(s.CreatedAt, now),
				func(id memory.ID) { e.changes.undoDecisions(id) }))
		}
		o = append(o, labelledField("History", rows))
	}
	if d.memory.UseCount > 0 {
		o = append(o, usageBlock(d.memory, e.usage, now, e.toggleUses, func(u memory.MemoryUse) {
			e.env.NavigateTo(app.ChatRoute(u.ChatID, u.MessageID))
		}))
	}
	e.detailsColumn.Objects = o
	e.detailsColumn.Refresh()
	e.on.onResized()
	if e.scrollToReason {
		e.scrollToReason = false
		e.scroll.ScrollToOffset(fyne.NewPos(0, e.detailsColumn.Position().Y))
	}
}

func (e *editor) toggleUses() {
	e.usage.isOpen = !e.usage.isOpen
	e.showDetails()
	if e.usage.isOpen {
		e.loadUses()
	}
}

func (e *editor) loadUses() {
	id := e.memory.ID
	app.RunCancellingPrevious(e.env.Tasks, &e.usesRequest, func(ctx context.Context) ([]memory.MemoryUse, error) {
		return e.env.Session.AnswersUsingMemory(ctx, id, maxUses)
	}, func(us []memory.MemoryUse, err error) {
		if err != nil {
			e.env.ShowErrorToast(err)
			return
		}
		e.usage.answers = us
		e.showDetails()
		e.on.onLoad()
	})
}
