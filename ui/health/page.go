package health

import (
	"context"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/ledger"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// Page shows the state of one profile's memory. UI goroutine only.
type Page struct {
	env         *app.Env
	head        fyne.CanvasObject
	column      *fyne.Container
	scroll      *widgets.Scroll
	limitField  *widgets.Field
	limitError  *widgets.WrappedText
	loadRequest app.Request
	model       model
}

// New returns an empty page; Reload fills it.
func New(env *app.Env) *Page {
	p := &Page{env: env, column: widgets.Column(theme.Space8)}
	p.head = ledger.NewPanelPageHeader(env, translate.Text("Memory health"))
	p.limitField = widgets.NewTextField(widgets.FieldOptions{Placeholder: translate.Text("No limit")})
	p.limitField.OnEnter = func(string) { p.saveDailyTokenLimit() }
	p.limitError = widgets.NewWrappedText("", theme.RoleMeta, theme.Error, 0)
	p.limitError.Hide()
	p.scroll = widgets.NewVerticalScroll(widgets.Pad(theme.Space12, theme.Space16, theme.Space16, theme.Space16, p.column))
	return p
}

// Header returns the header of the page.
func (p *Page) Header() fyne.CanvasObject { return p.head }

// Body returns everything below the header.
func (p *Page) Body() fyne.CanvasObject { return p.scroll }

// ReloadOnCoreEvent reloads the figures if an event of the core concerns them.
func (p *Page) ReloadOnCoreEvent(e memory.Event) {
	switch e.Kind {
	case memory.EventMemories, memory.EventLearned, memory.EventJobs, memory.EventIndex, memory.EventSettings:
		p.Reload()
	}
}

// Reload loads the figures again.
func (p *Page) Reload() {
	env := p.env
	app.RunCancellingPrevious(env.Tasks, &p.loadRequest, func(ctx context.Context) (model, error) {
		return loadHealthModel(ctx, env.Session)
	}, func(m model, err error) {
		if err != nil {
			env.ShowErrorToast(err)
			return
		}
		p.model = m
		p.rebuildFigures()
	})
}

func (p *Page) rebuildFigures() {
	m := &p.model
	if !p.limitField.HasFocus() {
		p.limitField.SetText(m.tokenLimitText())
	}
	var quality []fyne.CanvasObject
	for _, q := range m.qualityPercentages() {
		quality = append(quality, newPercentageRow(q))
	}
	sections := []fyne.CanvasObject{
		sectionHeading(translate.Text("Memories")), p.newFigureCard(m.memoryCountFigures()),
		sectionHeading(translate.Text("Quality")), newCardOfRows(quality...),
		sectionHeading(translate.Text("Tokens used for memory")),
		newCardOfRows(p.tokenUsageChart(), p.dailyTokenLimitEditor()),
		sectionHeading(translate.Text("Background work")), p.newFigureCard(m.backgroundWorkFigures()),
	}
	if title, meaning := m.attentionTitleAndMeaning(); title != "" {
		card := newCardOfRows(widgets.PadVerticalAndSides(9, 0, widgets.Column(theme.Space4,
			widgets.NewWrappedText(title, theme.RoleButton, theme.Error, 0),
			widgets.NewWrappedText(meaning, theme.RoleMeta, theme.Text2, 0))))
		sections = append([]fyne.CanvasObject{sectionHeading(translate.Text("Needs attention")), card}, sections...)
	}
	p.column.Objects = sections
	p.column.Refresh()
	p.scroll.Refresh()
}

// newFigureCard shows figures, each with its button.
func (p *Page) newFigureCard(figures []figure) fyne.CanvasObject {
	rows := make([]fyne.CanvasObject, len(figures))
	for i, f := range figures {
		title := draw.NewShrinkingLabel(f.title, theme.RoleButton, theme.Text)
		rows[i] = widgets.TitleRowWithControl(title, f.meaning, p.figureButtonOrNil(f))
	}
	return newCardOfRows(rows...)
}

func (p *Page) figureButtonOrNil(f figure) fyne.CanvasObject {
	switch {
	case f.retries:
		return widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Outline, Label: f.label, Name: f.buttonName},
			func() { p.env.RequeueDeadJobs(p.model.deadJobs, p.Reload) })
	case f.label != "":
		return widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Link, Label: f.label, Name: f.buttonName, Height: 28},
			func() { p.env.NavigateTo(app.Route{Screen: f.leadsTo}) })
	}
	return nil
}

// tokenUsageChart shows today's tokens and the chart of the last days.
func (p *Page) tokenUsageChart() fyne.CanvasObject {
	byDay, summary := p.model.tokensByDayAndSummary(p.env.Now())
	return widgets.PadVerticalAndSides(9, 0, widgets.Column(theme.Space8,
		draw.NewShrinkingLabel(translate.Text("Tokens today: {{.Tokens}}", "Tokens", byDay[chartDays-1]), theme.RoleButton,
			theme.Text),
		newBarChart(byDay), widgets.NewWrappedText(summary, theme.RoleMeta, theme.Text3, 2)))
}

func (p *Page) dailyTokenLimitEditor() fyne.CanvasObject {
	set := widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Outline, Label: translate.Text("Set"), Name: translate.Text("Set the daily limit"), Height: 34,
	}, p.saveDailyTokenLimit)
	return widgets.PadVerticalAndSides(9, 0, widgets.Column(theme.Space6,
		draw.NewShrinkingLabel(translate.Text("Daily limit"), theme.RoleButton, theme.Text),
		widgets.NewWrappedText(translate.Text(
			"When the limit is reached, learning pauses until the next day."), theme.RoleMeta, theme.Text3, 2),
		widgets.Row(theme.Space8, widgets.Flex(p.limitField), set), p.limitError))
}

// saveDailyTokenLimit saves the number in the field, or says why it cannot.
func (p *Page) saveDailyTokenLimit() {
	limit, ok := normalizeTypedTokenLimit(p.limitField.Text())
	if !ok {
		p.showLimitError()
		return
	}
	env := p.env
	app.RunInBackgroundInOrder(env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, env.Session.SetAndStoreSetting(ctx, "learn.tokens_per_day", limit)
	}, func(_ struct{}, err error) {
		if err != nil {
			env.ShowErrorToast(err)
			return
		}
		p.limitError.Hide()
		status := translate.Text("No daily limit")
		if n := env.Session.Config().TokensPerDay; n > 0 {
			status = translate.Text("Daily limit: {{.Number}} tokens", "Number", n)
		}
		env.ShowToast(app.Toast{Text: status, InPanel: true})
		p.Reload()
	})
}

// showLimitError says below the field what a limit looks like.
func (p *Page) showLimitError() {
	p.limitError.SetText(translate.Text("Enter a whole number of tokens, or leave the field empty for no limit."))
	p.limitError.Show()
	p.scroll.Refresh()
}

func sectionHeading(text string) fyne.CanvasObject {
	return widgets.PadTop(theme.Space6, draw.NewShrinkingLabel(text, theme.RoleLabel, theme.Text3))
}

func newCardOfRows(rows ...fyne.CanvasObject) fyne.CanvasObject {
	return widgets.CardOfSeparatedRows(theme.RadiusCard, theme.Space2, theme.Space12, rows...)
}

// newPercentageRow shows a percentage with its meaning.
func newPercentageRow(q percentage) fyne.CanvasObject {
	return widgets.PadVerticalAndSides(9, 0, widgets.Column(theme.Space4,
		widgets.Row(theme.Space8, widgets.Flex(draw.NewShrinkingLabel(q.title, theme.RoleButton, theme.Text)),
			draw.NewLabel(q.percent, theme.RoleButton, theme.Text)),
		widgets.NewWrappedText(q.meaning, theme.RoleMeta, theme.Text3, 3)))
}
