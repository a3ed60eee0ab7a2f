package panel

import (
	"context"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/translate"
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
	discard   func() // Cancel or Forget was pressed: the draft goes
	onTyped   func(e *editor)
	onSaved   func(e *editor, saved memory.Memory)
	onResized func()
}

// newMemoryEditor returns an editor of a memory, with its unsaved draft if there is one. why
// scrolls to the reason.
func newMemoryEditor(
	env *app.Env, m *editorModel, open memory.Chat, draft *editorFields, why bool, changes *memoryChanges,
	on editorEvents,
) *editor {
	e := &editor{editorModel: m, env: env, changes: changes, on: on, scrollToReason: why}
	if draft != nil {
		m.fields = *draft
	}
	e.editorForm = newMemoryEditorForm(
		&m.fields, m.usedInChoicesResettingImpossible(open), e.updateSaveButtonAndReportTyping, e.saveUnlessBlank,
	)
	e.restoredHint = widgets.NewWrappedText(translate.Text("Restored your unsaved changes."), theme.RoleMeta,
		theme.Text2, 0)
	e.restoredHint.Hidden = draft == nil
	e.problem = widgets.NewWrappedText("", theme.RoleMeta, theme.Error, 0)
	e.problem.Hide()
	e.detailsColumn = widgets.Column(theme.Space12)
	e.saveButton = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Primary, Label: m.saveButtonLabel(), Height: 34,
		Padding: 16,
	}, e.saveInBackgroundOfferingUndo)
	e.buildHeader()
	fields := widgets.Column(theme.Space12, e.restoredHint, e.memoryTextRow())
	if m.replaces != "" {
		fields.Add(widgets.Stack(draw.NewBox(theme.WarningTint, theme.None, theme.RadiusCard),
			widgets.PadVerticalAndSides(theme.Space8, theme.Space12,
				widgets.NewWrappedText(translate.Text("Replace “{{.Replaces}}”?", "Replaces", m.replaces), theme.RoleControl,
					theme.Text, 0))))
	}
	for _, row := range append(e.rowsBelowText(), e.problem, e.detailsColumn) {
		fields.Add(row)
	}
	e.scroll = widgets.NewVerticalScroll(widgets.PadVerticalAndSides(theme.Space16, theme.Space16, fields))
	e.body = placeAboveFooter(e.scroll, e.newFooterButtons())
	e.updateSaveButtonAndReportTyping()
	e.reloadStoredMemoryDetails()
	return e
}

func (e *editor) buildHeader() {
	e.pinButton = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Pill, Icon: theme.IconPin, Label: translate.Text("Pin"),
		Height: 28,
	}, func() { e.changes.updateMemoryWithActionOfferingUndo(e.memory.ID, e.pinOrUnpinAction()) })
	e.pinButton.Hidden = e.isNew()
	e.updatePinButton()
	more := widgets.NewIconButton(theme.IconMore, translate.Text("More options for this memory"), nil)
	more.Hidden = e.isNew()
	more.OnTapped = func() { widgets.ShowMenuBelow(more, e.editorMenuItems()) }
	e.header = widgets.PadVerticalAndSides(0, theme.Space10, widgets.Row(
		theme.Space8,
		widgets.NewIconButton(
			theme.IconLeft,
			translate.Text("Back (Esc)"),
			func() { e.env.NavigateTo(app.Route{Screen: app.ScreenBelowInPanel}) },
		),
		draw.NewLabel(e.editorTitle(), theme.RoleTitle, theme.Text),
		widgets.Spacer(),
		e.pinButton,
		more,
		widgets.NewIconButton(theme.IconClose, translate.Text("Close panel (Ctrl+J)"), hidePanelAction(e.env)),
	))
}

func (e *editor) updatePinButton() {
	e.pinButton.UpdateOptions(func(o *widgets.ButtonOptions) {
		o.Kind, o.Label = widgets.Pill, translate.Text("Pin")
		if e.memory.Pinned {
			o.Kind, o.Label = widgets.SelectedPill, translate.Text("Pinned")
		}
	})
}

func (e *editor) editorMenuItems() []widgets.MenuItem {
	return []widgets.MenuItem{
		{Icon: theme.IconCopy, Label: translate.Text("Copy text"), OnChosen: func() { e.env.CopyText(e.memory.Content) }},
		{},
		{Icon: theme.IconTrash, Label: translate.Text("Delete forever"), OnChosen: func() {
			e.env.NavigateTo(app.Route{Screen: app.ScreenEraseMemory, Memory: e.memory.ID})
		}},
	}
}

func (e *editor) newFooterButtons() fyne.CanvasObject {
	action, ok := e.forgetOrDiscardAction()
	forget := widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Danger, Icon: theme.IconTrash, Label: action.label, Height: 34,
	}, func() {
		e.on.discard()
		e.changes.updateMemoryWithActionOfferingUndo(e.memory.ID, action)
	})
	forget.Hidden = !ok
	cancel := widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Outline, Label: translate.Text("Cancel"),
		Height: 34,
	}, e.on.discard)
	return widgets.FixedSize(
		0,
		58,
		widgets.PadVerticalAndSides(0, theme.Space16, widgets.Row(theme.Space8, forget, widgets.Spacer(),
			cancel,
			e.saveButton)),
	)
}

func (e *editor) updateSaveButtonAndReportTyping() {
	e.saveButton.SetEnabled(e.canSave())
	e.on.onTyped(e)
}

// saveUnlessBlank saves unless the text is blank.
func (e *editor) saveUnlessBlank() {
	if e.hasText() {
		e.saveInBackgroundOfferingUndo()
	}
}

// saveInBackgroundOfferingUndo saves the content; an error is shown in the editor, which keeps its
// content.
func (e *editor) saveInBackgroundOfferingUndo() {
	c, ok := e.addTypedTagAndMakeSaveCommand()
	e.showTagsAndTagField()
	if !ok {
		return
	}
	app.RunInBackgroundInOrder(e.env.Tasks, func(ctx context.Context) (memory.Changed, error) {
		return c.addOrUpdateMemory(ctx, e.env.Session)
	}, func(done memory.Changed, err error) {
		if err != nil {
			e.problem.SetText(saveErrorText(err))
			e.problem.Show()
			e.on.onResized()
			return
		}
		e.on.onSaved(e, done.Memory)
		e.changes.recordUndoReloadAndToastOrError(c.toast, nil, done.Decision.ID)
	})
}

// reloadStoredMemoryDetails reloads the memory, its history and its source. Text typed meanwhile is
// kept.
func (e *editor) reloadStoredMemoryDetails() {
	if e.isNew() {
		return
	}
	id := e.memory.ID
	app.RunCancellingPrevious(e.env.Tasks, &e.request, func(ctx context.Context) (memoryDetails, error) {
		return loadMemoryHistoryAndSource(ctx, e.env.Session, id)
	}, func(d memoryDetails, err error) {
		if err != nil || e.isClosed {
			return
		}
		if e.updateStoredKeepingTyped(d.memory) {
			e.refillFields()
		}
		e.updatePinButton()
		e.details = d
		e.showSourceReasonHistoryUses()
		e.updateSaveButtonAndReportTyping()
		if e.usage.isOpen {
			e.loadAndShowAnswersUsingMemory()
		}
	})
}

func (e *editor) showSourceReasonHistoryUses() {
	d, now := e.details, e.env.Now()
	o := []fyne.CanvasObject{}
	if d.quoteOrSourceMessageText() != "" || d.sourceMessage.ID != 0 {
		m := d.sourceMessage
		o = append(o, contentBelowLabel(translate.Text("Where it came from"),
			sourceQuoteCard(d, humanize.FormatAsTodayYesterdayOrDate(m.CreatedAt, now),
				func() { e.env.NavigateTo(app.ChatRoute(m.ChatID, m.ID)) })))
	}
	if learned, ok := d.extractionDecision(); ok {
		o = append(o, contentBelowLabel(translate.Text("Why"), extractionReasonCard(learned)))
	}
	if len(d.history) > 0 {
		rows := widgets.Column(theme.Space8)
		for _, s := range d.historyStepsWithoutUndos() {
			rows.Add(memoryHistoryRow(s, humanize.FormatAsTodayYesterdayOrDate(s.CreatedAt, now),
				func(id memory.ID) { e.changes.undoAllDecisionsOrNoneWithToast(id) }))
		}
		o = append(o, contentBelowLabel(translate.Text("History"), rows))
	}
	if d.memory.UseCount > 0 {
		o = append(o, expandableUsesBlock(d.memory, e.usage, now, e.toggleUsesListAndLoad, func(u memory.MemoryUse) {
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

func (e *editor) toggleUsesListAndLoad() {
	e.usage.isOpen = !e.usage.isOpen
	e.showSourceReasonHistoryUses()
	if e.usage.isOpen {
		e.loadAndShowAnswersUsingMemory()
	}
}

func (e *editor) loadAndShowAnswersUsingMemory() {
	id := e.memory.ID
	app.RunCancellingPrevious(e.env.Tasks, &e.usesRequest, func(ctx context.Context) ([]memory.MemoryUse, error) {
		return e.env.Session.ListAnswersUsingMemory(ctx, id, maxUses)
	}, func(us []memory.MemoryUse, err error) {
		if err != nil {
			e.env.ShowErrorToast(err)
			return
		}
		e.usage.answers = us
		e.showSourceReasonHistoryUses()
	})
}
