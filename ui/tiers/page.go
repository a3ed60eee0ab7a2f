package tiers

import (
	"context"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/ledger"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

const (
	draftKey       = "ui.summary_draft" // the setting, one per profile, with an edit that is not saved
	draftSaveDelay = 400 * time.Millisecond
	fieldLines     = 6
)

// Page shows the tiers of one profile's memory. UI goroutine only.
type Page struct {
	env            *app.Env
	model          model
	chat           memory.ID // whose prompts the costs are of, 0 = the first one of the list
	onlyChat       memory.ID // whose summaries are listed, 0 = all
	summariesFirst bool      // the next load scrolls to the summaries
	shownCount     int
	editing        draft
	editedCard     fyne.CanvasObject // of the summary that is edited, nil when it is not shown
	storedDraft    *app.Stored[draft]
	draftDelay     *app.Debounce

	head          fyne.CanvasObject
	intro         *widgets.WrappedText
	tierColumn    *fyne.Container
	summaryColumn *fyne.Container
	scroll        *widgets.Scroll
	field         *widgets.Field
	problem       *widgets.WrappedText
	saveButton    *widgets.Button
	cancelButton  *widgets.Button
	filling       bool // the program sets the text, nobody types
	loadRequest   app.Request
}

// New returns an empty page; ShowTiersOfChat or Reload fills it.
func New(env *app.Env) *Page {
	p := &Page{env: env, shownCount: summariesPerLoad, storedDraft: app.NewProfileStoredValue[draft](env, draftKey)}
	p.head = ledger.NewPanelPageHeader(env, translate.Text("Memory tiers"))
	p.intro = widgets.NewWrappedText("", theme.RoleMeta, theme.Text2, 0)
	p.tierColumn, p.summaryColumn = widgets.Column(theme.Space8), widgets.Column(theme.Space8)
	p.field = widgets.NewTextField(widgets.FieldOptions{Lines: fieldLines})
	p.field.OnChanged = p.recordTypedTextAndSaveDraftSoon
	p.field.OnSubmit = p.saveSummaryEditWithUndoToast
	p.problem = widgets.NewWrappedText("", theme.RoleMeta, theme.Error, 0)
	p.problem.Hide()
	p.saveButton = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Primary, Label: translate.Text("Save"), Name: translate.Text("Save the summary"), Height: 34,
	}, p.saveSummaryEditWithUndoToast)
	p.cancelButton = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Outline, Label: translate.Text("Cancel"), Name: translate.Text("Don't change the summary"), Height: 34,
	}, p.endEditingAndDropDraft)
	p.draftDelay = env.NewDebounce(draftSaveDelay, p.SaveDraftNow)
	p.scroll = widgets.NewVerticalScroll(widgets.Pad(theme.Space12, theme.Space16, theme.Space16, theme.Space16,
		widgets.Column(theme.Space10, p.intro, p.tierColumn, p.summaryColumn)))
	return p
}

// Header returns the header of the page.
func (p *Page) Header() fyne.CanvasObject { return p.head }

// Body returns everything below the header.
func (p *Page) Body() fyne.CanvasObject { return p.scroll }

// ReloadOnCoreEvent reloads the page if an event of the core concerns it; an edit stays.
func (p *Page) ReloadOnCoreEvent(e memory.Event) {
	switch e.Kind {
	case memory.EventMemories, memory.EventLearned, memory.EventJobs, memory.EventSettings, memory.EventDone:
		p.Reload()
	}
}

// ShowTiersOfChat shows the costs in the prompts of a chat, and scrolls to its summaries if only is
// set, which lists those of other chats no more.
func (p *Page) ShowTiersOfChat(chat memory.ID, only bool) {
	p.chat, p.onlyChat, p.shownCount, p.summariesFirst = chat, 0, summariesPerLoad, only
	if only {
		p.onlyChat = chat
	}
	p.Reload()
}

func (p *Page) showSummariesOfChatOrAll(chat memory.ID) {
	p.onlyChat, p.shownCount = chat, summariesPerLoad
	p.Reload()
}

// Reload loads figures and summaries again, and at first the edit that an earlier run left unsaved.
func (p *Page) Reload() {
	chat, only := p.chat, p.onlyChat
	app.RunCancellingPrevious(p.env.Tasks, &p.loadRequest, func(ctx context.Context) (model, error) {
		return loadTiersAndSummaries(ctx, p.env.Session, chat, only)
	}, func(m model, err error) {
		toSummaries := p.summariesFirst
		p.summariesFirst = false
		if err != nil {
			p.env.ShowErrorToast(err)
			return
		}
		p.model = m
		p.rebuildTiersAndSummaries()
		if toSummaries {
			p.scrollToSummaries()
		}
		if !p.storedDraft.IsLoaded() {
			p.storedDraft.LoadAsync(func(context.Context, *draft) error { return nil }, p.restoreDraftUnlessEditing)
		}
	})
}

// restoreDraftUnlessEditing goes on with an edit of an earlier run, unless the summary is gone or
// another edit began.
func (p *Page) restoreDraftUnlessEditing(d draft) {
	isListed := slices.ContainsFunc(p.model.summaries, func(s memory.ChatSummary) bool { return s.ID == d.Summary })
	if d.Summary == 0 || p.editing.Summary != 0 || !isListed {
		return
	}
	p.setEditAndRebuildSummaries(d)
}

func (p *Page) rebuildTiersAndSummaries() {
	p.intro.SetText(p.model.introText())
	rows := make([]fyne.CanvasObject, 0, len(p.model.buildTierRows()))
	for _, t := range p.model.buildTierRows() {
		title := draw.NewShrinkingLabel(t.title, theme.RoleButton, theme.Text)
		text := widgets.NewWrappedText(t.text, theme.RoleMeta, theme.Text2, 0)
		open := func() { p.env.NavigateTo(t.leadsTo) }
		if t.hasSummaries {
			open = p.scrollToSummaries
		}
		head := widgets.Row(theme.Space8, widgets.Flex(title), newLinkButton(t.label, t.buttonName, open))
		rows = append(rows, widgets.PadVerticalAndSides(theme.Space8, 0, widgets.Column(theme.Space2, head, text)))
	}
	p.tierColumn.Objects = []fyne.CanvasObject{
		widgets.CardOfSeparatedRows(theme.RadiusCard, theme.Space2, theme.Space12, rows...),
	}
	p.tierColumn.Refresh()
	p.rebuildSummaries()
}

// scrollToSummaries moves the heading of the summaries to the top, as far as what follows it
// allows.
func (p *Page) scrollToSummaries() {
	p.scroll.ScrollToOffset(fyne.NewPos(0, theme.Space12+p.summaryColumn.Position().Y))
}

// startEditing puts a field in place of a summary's text. The card may become shorter and move out
// of sight; then it is scrolled to the top.
func (p *Page) startEditing(s memory.ChatSummary) {
	p.setEditAndRebuildSummaries(draft{Summary: s.ID, Text: s.Content})
	if card := p.editedCard; card != nil {
		top := theme.Space12 + p.summaryColumn.Position().Y + card.Position().Y
		if at := p.scroll.Offset.Y; top < at || top+card.Size().Height > at+p.scroll.Size().Height {
			p.scroll.ScrollToOffset(fyne.NewPos(0, top-theme.Space8))
		}
	}
	p.field.RequestFocus()
}

func (p *Page) setEditAndRebuildSummaries(d draft) {
	p.editing = d
	p.filling = true
	p.field.SetText(d.Text)
	p.filling = false
	p.problem.Hide()
	p.rebuildSummaries()
}

func (p *Page) endEditingAndDropDraft() {
	p.setEditAndRebuildSummaries(draft{})
	p.SaveDraftNow()
}

func (p *Page) recordTypedTextAndSaveDraftSoon(text string) {
	if p.filling || p.editing.Summary == 0 {
		return
	}
	p.editing.Text = text
	p.draftDelay.Restart()
}

// SaveDraftNow keeps an unsaved edit for the next run.
func (p *Page) SaveDraftNow() {
	p.storedDraft.SaveAsyncIfLoadedAndChanged(p.editing, p.editing.Summary == 0)
}

// saveSummaryEditWithUndoToast stores the edit; what is typed stays when that fails.
func (p *Page) saveSummaryEditWithUndoToast() {
	d := p.editing
	if d.Summary == 0 {
		return
	}
	app.RunInBackgroundInOrder(p.env.Tasks, func(ctx context.Context) (memory.ChangedSummary, error) {
		return p.env.Session.ReplaceSummaryTextAndCleanBaseMemory(ctx, d.Summary, strings.TrimSpace(d.Text))
	}, func(c memory.ChangedSummary, err error) {
		if err != nil {
			title, hint := app.Explain(err)
			p.problem.SetText(title + " " + hint)
			p.problem.Show()
			p.scroll.Refresh()
			return
		}
		switch {
		case p.editing == d:
			p.endEditingAndDropDraft()
		case p.editing.Summary == d.Summary: // typed on meanwhile
			p.editing.Summary = c.Summary.ID
			p.draftDelay.Restart()
		}
		toast := app.Toast{Text: translate.Text("Saved"), InPanel: true}
		if c.Decision.ID != 0 {
			toast.ActionLabel, toast.Action = translate.Text("Undo"),
				func() { p.undoDecisionWithToastAndReload(c.Decision.ID, translate.Text("Undone")) }
		}
		p.env.ShowToast(toast)
		p.Reload()
	})
}

// undoNewestSummaryChangeWithToast undoes the newest change of a summary; the toast offers to undo
// that.
func (p *Page) undoNewestSummaryChangeWithToast(s memory.ChatSummary) {
	app.RunInBackgroundInOrder(p.env.Tasks, func(ctx context.Context) (memory.Decision, error) {
		return p.env.Session.UndoNewestSummaryChange(ctx, s.ID)
	}, p.showUndoneToastOrErrorAndReload)
}

func (p *Page) showUndoneToastOrErrorAndReload(d memory.Decision, err error) {
	if err != nil {
		p.env.ShowErrorToast(err)
		return
	}
	p.env.ShowToast(app.Toast{
		Text: translate.Text("Summary undone"), InPanel: true, ActionLabel: translate.Text("Redo"),
		Action: func() { p.undoDecisionWithToastAndReload(d.ID, translate.Text("Restored")) },
	})
	p.Reload()
}

// undoDecisionWithToastAndReload undoes a decision and says so.
func (p *Page) undoDecisionWithToastAndReload(decision memory.ID, done string) {
	app.RunInBackgroundInOrder(p.env.Tasks, func(ctx context.Context) (memory.Decision, error) {
		return p.env.Session.UndoDecision(ctx, decision)
	}, func(_ memory.Decision, err error) {
		if err != nil {
			p.env.ShowErrorToast(err)
			return
		}
		p.env.ShowToast(app.Toast{Text: done, InPanel: true})
		p.Reload()
	})
}
