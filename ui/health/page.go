package health

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/ledger"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// Actions are the callbacks of the page.
type Actions struct {
	GoBack     func()
	ClosePanel func()
	ShowInbox  func() // list the memories in the inbox
	ShowUnused func() // list the memories no answer has used yet
	OnLoad     func() // figures were loaded; may be nil
}

// Page shows the state of one profile's memory. UI goroutine only.
type Page struct {
	env         *app.Env
	actions     Actions
	head        fyne.CanvasObject
	column      *fyne.Container
	scroll      *widgets.Scroll
	limitField  *widgets.Field
	limitError  *widgets.WrappedText
	loadRequest app.Request
	state       pageState
}

// pageState is the data the page shows.
type pageState struct {
	health   memory.Health
	deadJobs []memory.Job
}

// New returns an empty page; Reload fills it.
func New(env *app.Env, on Actions) *Page {
	p := &Page{env: env, actions: on, column: widgets.Column(theme.Space8)}
	p.head = ledger.NewPageHeader("Memory health", on.GoBack, on.ClosePanel)
	p.limitField = widgets.NewTextField(widgets.FieldOptions{Placeholder: "No limit"})
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
	app.RunCancellingPrevious(env.Tasks, &p.loadRequest, func(ctx context.Context) (pageState, error) {
		var s pageState
		var err error
		if s.health, err = env.Session.Health(ctx); err != nil {
			return s, err
		}
		s.deadJobs, err = app.DeadJobs(ctx, env.Session)
		return s, err
	}, func(s pageState, err error) {
		if err != nil {
			env.ShowErrorToast(err)
			return
		}
		p.state = s
		p.rebuildFigures()
		if p.actions.OnLoad != nil {
			p.actions.OnLoad()
		}
	})
}

func (p *Page) rebuildFigures() {
	c := p.state.health.Counters
	if !p.limitField.HasFocus() {
		p.limitField.SetText(tokenLimitFieldText(c.TokenLimit))
	}
	p.column.Objects = []fyne.CanvasObject{
		sectionHeading("Memories"), newCardOfRows(p.memoryCountRows(c)...),
		sectionHeading("Quality"), newCardOfRows(
			newPercentageRow("Relevant hits", c.HitRate, "of answers used matching memories rather than the newest."),
			newPercentageRow("Updated", c.ReplacementRate, "of what was learned replaced something older."),
			newPercentageRow("Duplicates skipped", c.DedupRate, "of what came up was already known and wasn't saved again.")),
		sectionHeading("Tokens used for memory"), newCardOfRows(p.tokenUsageChart(c), p.dailyTokenLimitEditor()),
		sectionHeading("Background work"), newCardOfRows(p.learningAndSearchStatusRows()...),
	}
	p.column.Refresh()
	p.scroll.Refresh()
}

func (p *Page) memoryCountRows(c memory.Counters) []fyne.CanvasObject {
	unused := "Not used until you keep them."
	if c.Inbox == 1 {
		unused = "Not used until you keep it."
	}
	return []fyne.CanvasObject{
		newTitledRow(humanize.CountNoun(c.Total, "memory", "memories"), "active", nil),
		newTitledRow(humanize.FormatThousands(c.Inbox)+" waiting for your OK", unused,
			linkButtonOrNil("Show", "Show what's waiting for your OK", c.Inbox > 0, p.actions.ShowInbox)),
		newTitledRow(humanize.FormatThousands(c.NeverUsed)+" never used", "Not used in an answer yet.",
			linkButtonOrNil("Show", "Show memories never used", c.NeverUsed > 0, p.actions.ShowUnused)),
		newTitledRow(humanize.CountNoun(c.Duplicates, "repetition", "repetitions"), "skipped, not saved again", nil),
	}
}

func linkButtonOrNil(label, name string, show bool, do func()) fyne.CanvasObject {
	if !show {
		return nil
	}
	return widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Link, Label: label, Name: name, Height: 28}, do)
}

// chartDays is how many days the chart covers.
const chartDays = 14

// tokenUsageChart shows today's tokens and the chart of the last days. Days are in UTC, as in the core.
func (p *Page) tokenUsageChart(c memory.Counters) fyne.CanvasObject {
	values := make([]int, chartDays)
	today := p.env.Now().UTC()
	for i := range values {
		values[i] = c.TokensByDay[today.AddDate(0, 0, i-chartDays+1).Format(time.DateOnly)]
	}
	status := "No tokens used in the last 14 days."
	if maximum := largestValue(values); maximum > 0 {
		status = "Last 14 days. Busiest day: " + humanize.FormatThousands(maximum) + "."
	}
	return widgets.PadVerticalAndSides(9, 0, widgets.Column(theme.Space8,
		draw.NewShrinkingLabel(humanize.FormatThousands(values[chartDays-1])+" today", theme.RoleButton, theme.Text),
		newBarChart(values), widgets.NewWrappedText(status, theme.RoleMeta, theme.Text3, 2)))
}

func (p *Page) dailyTokenLimitEditor() fyne.CanvasObject {
	set := widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Outline, Label: "Set", Name: "Set the daily limit",
		Height: 34,
	},
		p.saveDailyTokenLimit)
	return widgets.PadVerticalAndSides(9, 0, widgets.Column(theme.Space6,
		draw.NewShrinkingLabel("Daily limit", theme.RoleButton, theme.Text),
		widgets.NewWrappedText("Learning resumes the next day.", theme.RoleMeta, theme.Text3, 2),
		widgets.Row(theme.Space8, widgets.Flex(p.limitField), set), p.limitError))
}

func tokenLimitFieldText(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// saveDailyTokenLimit saves the number in the field; empty means no limit.
func (p *Page) saveDailyTokenLimit() {
	text := strings.NewReplacer(",", "", " ", "", ".", "").Replace(p.limitField.Text())
	if text == "" {
		text = "0"
	}
	env := p.env
	app.RunInBackgroundInOrder(env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, env.Session.SetAndStoreSetting(ctx, "learn.tokens_per_day", text)
	}, func(_ struct{}, err error) {
		if err != nil {
			p.limitError.SetText("Enter a whole number of tokens, or leave it empty for no limit.")
			p.limitError.Show()
			p.scroll.Refresh()
			return
		}
		p.limitError.Hide()
		status := "No daily limit"
		if n := env.Session.Config().TokensPerDay; n > 0 {
			status = "Daily limit: " + humanize.FormatThousands(n) + " tokens"
		}
		env.ShowToast(app.Toast{Text: status, InPanel: true})
		p.Reload()
	})
}

// learningAndSearchStatusRows show the state of learning and of search.
func (p *Page) learningAndSearchStatusRows() []fyne.CanvasObject {
	h := p.state.health
	status := "Nothing is waiting to be learned from."
	if h.QueueLength > 0 {
		status = humanize.CountNoun(h.QueueLength, "exchange is", "exchanges are") + " waiting to be learned from."
	}
	rows := []fyne.CanvasObject{newTitledRow("Learning", status, nil)}
	if n := len(p.state.deadJobs); n > 0 {
		rows = append(rows, newTitledRow(humanize.CountNoun(n, "exchange was", "exchanges were")+" not learned from",
			humanize.OneLine(string(p.state.deadJobs[0].LastError)),
			widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Outline, Label: "Retry", Name: "Retry failed exchanges"},
				func() { p.env.RetryJobs(p.state.deadJobs, p.Reload) })))
	}
	model, _, _ := strings.Cut(h.Embedder.ID, "@") // size and version mean nothing to users
	return append(
		rows,
		newTitledRow("Memory search", memorySearchStatusText(h), nil),
		newTitledRow("Search model", model, nil),
	)
}

// memorySearchStatusText reports whether memories can be found. The index also reports that it is
// behind while only files are being indexed; that is not shown.
func memorySearchStatusText(h memory.Health) string {
	switch {
	case !h.Embedder.Ready:
		return "Loading. Until then, memories are found by date."
	case h.Index.State == memory.IndexSyncing && h.Index.Vectors < h.ActiveMemories:
		return "Catching up. " + humanize.CountNoun(h.Index.Vectors, "memory is", "memories are") + " indexed."
	case h.Index.Error != "":
		return "Limited: " + h.Index.Error
	}
	return "Ready. " + humanize.CountNoun(h.Index.Vectors, "memory is", "memories are") + " indexed."
}

func sectionHeading(text string) fyne.CanvasObject {
	return widgets.PadTop(theme.Space6, draw.NewShrinkingLabel(text, theme.RoleLabel, theme.Text3))
}

func newCardOfRows(rows ...fyne.CanvasObject) fyne.CanvasObject {
	return widgets.CardOfSeparatedRows(theme.RadiusCard, theme.Space2, theme.Space12, rows...)
}

func newTitledRow(title, sub string, control fyne.CanvasObject) fyne.CanvasObject {
	return widgets.TitleRowWithControl(draw.NewShrinkingLabel(title, theme.RoleButton, theme.Text), sub, control)
}

// newPercentageRow shows a fraction of 1 as a percentage with its meaning.
func newPercentageRow(title string, share float64, of string) fyne.CanvasObject {
	percent := fmt.Sprintf("%.0f%%", 100*share)
	return widgets.PadVerticalAndSides(9, 0, widgets.Column(theme.Space4,
		widgets.Row(theme.Space8, widgets.Flex(draw.NewShrinkingLabel(title, theme.RoleButton, theme.Text)),
			draw.NewLabel(percent, theme.RoleButton, theme.Text)),
		widgets.NewWrappedText(percent+" "+of, theme.RoleMeta, theme.Text3, 3)))
}
