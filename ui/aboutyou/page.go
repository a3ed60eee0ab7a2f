package aboutyou

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/ledger"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

const (
	draftKey       = "ui.about_you_draft" // the setting, one per profile, with text that is not saved
	draftSaveDelay = 400 * time.Millisecond
	fieldLines     = 10
)

// Page is the text about the user of one profile. UI goroutine only.
type Page struct {
	env          *app.Env
	model        model
	head, body   fyne.CanvasObject
	field        *widgets.Field
	status       *widgets.WrappedText
	problem      *widgets.WrappedText
	saveButton   *widgets.Button
	undoButton   *widgets.Button
	anewButton   *widgets.Button
	stopButton   *widgets.Button
	versionList  *versionList
	versionCount int // how many versions are loaded at most
	writing      *writingProgress
	scroll       *widgets.Scroll
	loadRequest  app.Request
	storedDraft  *app.Stored[string]
	draftDelay   *app.Debounce
	filling      bool // the program sets the text, nobody types
}

// New returns an empty page; Reload fills it.
func New(env *app.Env) *Page {
	p := &Page{env: env, storedDraft: app.NewProfileStoredValue[string](env, draftKey), versionCount: versionsPerLoad}
	p.head = ledger.NewPanelPageHeader(env, translate.Text("About you"))
	p.field = widgets.NewTextField(widgets.FieldOptions{
		Lines: fieldLines, Placeholder: translate.Text("For example: I live in Lisbon and answer email in the morning."),
	})
	p.field.OnChanged = p.recordTypedTextAndSaveDraftSoon
	p.field.OnSubmit = p.saveTypedBaseMemory
	p.status = widgets.NewWrappedText("", theme.RoleMeta, theme.Text3, 0)
	p.problem = widgets.NewWrappedText("", theme.RoleMeta, theme.Error, 0)
	p.problem.Hide()
	p.saveButton = widgets.NewButton(
		widgets.ButtonOptions{Kind: widgets.Primary, Label: translate.Text("Save"), Height: 34},
		p.saveTypedBaseMemory,
	)
	p.undoButton = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Outline, Label: translate.Text("Undo"), Name: translate.Text("Undo the latest change"), Height: 34,
	}, p.undoNewestBaseMemoryVersion)
	p.anewButton = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Outline, Label: translate.Text("Rewrite now"),
		Name: translate.Text("Rewrite the text from your chats"), Height: 34,
	}, p.distilBaseMemoryNow)
	p.stopButton = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Outline, Label: translate.Text("Stop"), Name: translate.Text("Stop rewriting the text"), Height: 34,
	}, p.stopDistilling)
	p.writing = newWritingProgress(env, func() { p.scroll.Refresh() })
	p.versionList = newVersionList(
		env.Now, p.restoreVersionWithoutForgotten, p.raiseVersionCountAndReload, func() { p.scroll.Refresh() },
	)
	p.draftDelay = env.NewDebounce(draftSaveDelay, p.SaveDraftNow)
	intro := widgets.NewWrappedText(
		translate.Text("This text comes first in everything sent to the model when memory is on. Memoir writes it from "+
			"summaries of your chats; lines you write are kept word for word."), theme.RoleMeta, theme.Text2, 0)
	p.scroll = widgets.NewVerticalScroll(widgets.Pad(theme.Space12, theme.Space16, theme.Space16, theme.Space16,
		widgets.Column(theme.Space10, intro, p.field, p.problem, p.status, p.writing.label,
			widgets.NewWrappingFlow(theme.Space8, theme.Space8, p.saveButton, p.undoButton, p.anewButton, p.stopButton),
			p.versionList.column)))
	p.body = p.scroll
	p.showStatusAndEnableButtons()
	return p
}

// Header returns the header of the page.
func (p *Page) Header() fyne.CanvasObject { return p.head }

// Body returns everything below the header.
func (p *Page) Body() fyne.CanvasObject { return p.body }

// ReloadOnCoreEvent loads the text again if an event of the core may have changed it; what is typed
// stays.
func (p *Page) ReloadOnCoreEvent(e memory.Event) {
	switch e.Kind {
	case memory.EventMemories, memory.EventLearned, memory.EventJobs, memory.EventSettings:
		p.Reload()
	}
}

// FocusText gives the text the keyboard focus.
func (p *Page) FocusText() { p.field.RequestFocus() }

// Reload loads the text with its versions, and at first what an earlier run left unsaved.
func (p *Page) Reload() {
	count := p.versionCount
	app.RunCancellingPrevious(p.env.Tasks, &p.loadRequest, func(ctx context.Context) (pageData, error) {
		return loadPageData(ctx, p.env.Session, count)
	}, func(d pageData, err error) {
		if err != nil {
			p.env.ShowErrorToast(err)
			return
		}
		p.versionList.setVersions(d.versions, d.hasOlder)
		p.setFieldTextStatusAndButtons(p.model.updateStoredKeepingTyped(d.stored))
		if !p.storedDraft.IsLoaded() {
			p.storedDraft.LoadAsync(func(context.Context, *string) error { return nil }, func(draft string) {
				p.setFieldTextStatusAndButtons(p.model.restoreDraftUnlessTyped(draft))
			})
		}
	})
}

func (p *Page) raiseVersionCountAndReload() {
	p.versionCount += versionsPerLoad
	p.Reload()
}

func (p *Page) setFieldTextStatusAndButtons(text string) {
	if p.field.Text() != text {
		p.filling = true
		p.field.SetText(text)
		p.filling = false
	}
	p.showStatusAndEnableButtons()
}

func (p *Page) recordTypedTextAndSaveDraftSoon(text string) {
	if p.filling {
		return
	}
	p.model.typed = text
	p.draftDelay.Restart()
	p.showStatusAndEnableButtons()
}

// SaveDraftNow keeps unsaved text for the next run.
func (p *Page) SaveDraftNow() {
	draft := p.model.unsavedTextToKeep()
	p.storedDraft.SaveAsyncIfLoadedAndChanged(draft, draft == "")
}

// showStatusAndEnableButtons shows the state beside the text. What would replace unsaved text is
// disabled.
func (p *Page) showStatusAndEnableButtons() {
	p.saveButton.SetEnabled(p.model.hasUnsavedText())
	p.undoButton.SetEnabled(p.model.stored.ID != 0 && !p.model.hasUnsavedText())
	writing := p.writing.isRunning()
	p.anewButton.SetEnabled(!p.model.hasUnsavedText() && !writing)
	p.stopButton.Hidden = !writing
	cfg := p.env.Session.Config()
	p.status.SetText(p.model.sourceAndPlannedRewriteText(p.env.Now(), cfg.BaseTrigger))
	p.scroll.Refresh()
}

func (p *Page) saveTypedBaseMemory() {
	if !p.model.hasUnsavedText() {
		return
	}
	text := p.model.typed
	p.changeBaseMemoryAndShowIt(translate.Text("Saved"), func(ctx context.Context) (memory.BaseMemory, error) {
		return p.env.Session.StoreBaseMemoryWrittenByPerson(ctx, text)
	})
}

func (p *Page) undoNewestBaseMemoryVersion() {
	p.changeBaseMemoryAndShowIt(translate.Text("Undone"), p.env.Session.UndoNewestBaseMemoryChange)
}

// restoreVersionWithoutForgotten makes a former version the one that counts. Without what was
// forgotten or replaced since, it may say what the one in use says; then nothing changes, and the
// toast says so.
func (p *Page) restoreVersionWithoutForgotten(id memory.ID) {
	typed, inUse := p.model.typed, p.model.stored.ID
	app.RunInBackgroundInOrder(p.env.Tasks, func(ctx context.Context) (memory.BaseMemory, error) {
		return p.env.Session.RestoreBaseVersionWithoutForgotten(ctx, id)
	}, func(b memory.BaseMemory, err error) {
		done := translate.Text("Restored")
		if b.ID == inUse {
			done = translate.Text("Nothing to restore: everything that differed in that version was forgotten or replaced")
		}
		p.showChangedTextToastOrProblem(typed, done, b, err)
	})
}

// changeBaseMemoryAndShowIt makes a change of the stored text, after the changes before it, and
// shows what it says then. An error leaves the field and the stored text as they are.
func (p *Page) changeBaseMemoryAndShowIt(done string, work func(ctx context.Context) (memory.BaseMemory, error)) {
	typed := p.model.typed
	app.RunInBackgroundInOrder(p.env.Tasks, work, func(b memory.BaseMemory, err error) {
		p.showChangedTextToastOrProblem(typed, done, b, err)
	})
}

// showChangedTextToastOrProblem shows the result of a change that began while typed was in the
// field.
func (p *Page) showChangedTextToastOrProblem(typed, done string, b memory.BaseMemory, err error) {
	p.problem.Hide()
	if err != nil {
		title, hint := app.Explain(err)
		p.problem.SetText(title + " " + hint)
		p.problem.Show()
		p.showStatusAndEnableButtons()
		return
	}
	if p.model.typed == typed { // nothing was typed since
		p.model.typed = b.Content
	}
	p.setFieldTextStatusAndButtons(p.model.updateStoredKeepingTyped(b))
	p.SaveDraftNow()
	p.env.ShowToast(app.Toast{Text: done, InPanel: true})
	p.Reload()
}
