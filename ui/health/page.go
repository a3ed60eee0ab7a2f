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
	"memoir/ui/kit"
	"memoir/ui/ledger"
	"memoir/ui/parts"
	"memoir/ui/theme"
	"memoir/ui/when"
)

// Actions are the callbacks of the page.
type Actions struct {
	Back    func()
	Close   func()
	Inbox   func() // list the memories in the inbox
	Unused  func() // list the memories no answer has used yet
	Say     func(app.Note)
	Settled func() // called when figures were loaded; for tests, may be nil
}

// Page shows the state of one profile's memory. UI goroutine only.
type Page struct {
	env    *app.Env
	on     Actions
	head   fyne.CanvasObject
	col    *fyne.Container
	scroll *parts.Scroll
	limit  *parts.Field
	bad    *parts.Para
	ask    app.Latest
	now    state
}

// pageState is the data the page shows.
type state struct {
	health memory.Health
	dead   []memory.Job
}

// New returns an empty page; Reload fills it.
func New(env *app.Env, on Actions) *Page {
	p := &Page{env: env, on: on, col: parts.Column(theme.Space8)}
	p.head = ledger.Head("Health", on.Back, on.Close)
	p.limit = parts.NewField(parts.FieldOptions{Place: "No limit"})
	p.limit.OnEnter = func(string) { p.setLimit() }
	p.bad = parts.NewPara("", theme.RoleMeta, theme.Error, 0)
	p.bad.Hide()
	p.scroll = parts.NewScroll(parts.Pad(12, 16, 16, 16, p.col))
	return p
}

// Head returns the header of the page.
func (p *Page) Head() fyne.CanvasObject { return p.head }

// Body returns everything below the header.
func (p *Page) Body() fyne.CanvasObject { return p.scroll }

// Handle reloads the figures if an event of the core concerns them.
func (p *Page) Handle(e memory.Event) {
	switch e.Kind {
	case memory.EventMemories, memory.EventLearned, memory.EventJobs, memory.EventIndex, memory.EventSettings:
		p.Reload()
	}
}

// Reload loads the figures again.
func (p *Page) Reload() {
	env := p.env
	app.Newest(env.Tasks, &p.ask, func(ctx context.Context) (state, error) {
		var s state
		var err error
		if s.health, err = env.Service.Health(ctx, env.Profile); err != nil {
			return s, err
		}
		js, err := env.Service.Jobs(ctx, env.Profile)
		for _, j := range js {
			if j.State == memory.JobDead {
				s.dead = append(s.dead, j)
			}
		}
		return s, err
	}, func(s state, err error) {
		if err != nil {
			env.Fail(err)
			return
		}
		p.now = s
		p.show()
		if p.on.Settled != nil {
			p.on.Settled()
		}
	})
}

func (p *Page) show() {
	c := p.now.health.Counters
	if !p.limit.Focused() {
		p.limit.SetText(limitText(c.TokenLimit))
	}
	p.col.Objects = []fyne.CanvasObject{
		heading("Memories"), group(p.totals(c)...),
		heading("How well it goes"), group(
			rate("Found by relevance", c.HitRate, "of the answers got memories that fit the question, not just the newest."),
			rate("New replaced old", c.ReplacementRate, "of what was learned took the place of something older."),
			rate("Already known", c.DedupRate, "of what came up was a repetition and was not stored again.")),
		heading("Tokens spent on memory"), group(p.spent(c), p.limits()),
		heading("Work"), group(p.work()...),
	}
	p.col.Refresh()
	p.scroll.Refresh()
}

func (p *Page) totals(c memory.Counters) []fyne.CanvasObject {
	rows := []fyne.CanvasObject{
		row(when.Count(c.Total, "memory", "memories"), "in use", nil),
		row(when.Number(c.Inbox)+waiting(c.Inbox), "They are not used until you keep them.",
			button("Show", "Show what waits for your OK", c.Inbox > 0, p.on.Inbox)),
		row(when.Number(c.NeverUsed)+" never used", "No answer was given them yet.",
			button("Show", "Show what was never used", c.NeverUsed > 0, p.on.Unused)),
		row(when.Count(c.Duplicates, "repetition", "repetitions"), "noticed and not stored", nil),
	}
	return rows
}

func waiting(n int) string {
	if n == 1 {
		return " waits for your OK"
	}
	return " wait for your OK"
}

func button(label, name string, show bool, do func()) fyne.CanvasObject {
	if !show {
		return nil
	}
	return parts.NewButton(parts.ButtonOptions{Kind: parts.Link, Label: label, Name: name, Height: 28}, do)
}

// chartDays is how many days the chart covers.
const shownDays = 14

// usageChart shows today's tokens and the chart of the last days. Days are in UTC, as in the core.
func (p *Page) spent(c memory.Counters) fyne.CanvasObject {
	values := make([]int, shownDays)
	today := p.env.Now().UTC()
	for i := range values {
		values[i] = c.TokensByDay[today.AddDate(0, 0, i-shownDays+1).Format(time.DateOnly)]
	}
	said := "Nothing was spent in the last two weeks."
	if most := largest(values); most > 0 {
		said = "Two weeks; the tallest day is " + when.Number(most) + "."
	}
	return parts.Pad(9, 0, 9, 0, parts.Column(theme.Space8,
		kit.NewShrinkingLabel(when.Number(values[shownDays-1])+" today", theme.RoleButton, theme.Text),
		newChart(values), parts.NewPara(said, theme.RoleMeta, theme.Text3, 2)))
}

func (p *Page) limits() fyne.CanvasObject {
	set := parts.NewButton(parts.ButtonOptions{Kind: parts.Outline, Label: "Set", Name: "Set the daily limit", Height: 34},
		p.setLimit)
	return parts.Pad(9, 0, 9, 0, parts.Column(theme.Space6,
		kit.NewShrinkingLabel("Most a day", theme.RoleButton, theme.Text),
		parts.NewPara("When it is reached, learning goes on the next day.", theme.RoleMeta, theme.Text3, 2),
		parts.Row(theme.Space8, parts.Flex(p.limit), set), p.bad))
}

func limitText(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// saveLimit saves the number in the field; empty means no limit.
func (p *Page) setLimit() {
	text := strings.NewReplacer(",", "", " ", "", ".", "").Replace(p.limit.Text())
	if text == "" {
		text = "0"
	}
	env := p.env
	app.InOrder(env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, env.Service.SetConfig(ctx, "learn.tokens_per_day", text)
	}, func(_ struct{}, err error) {
		if err != nil {
			p.bad.SetText("Write a whole number of tokens, or nothing for no limit.")
			p.bad.Show()
			p.scroll.Refresh()
			return
		}
		p.bad.Hide()
		said := "No limit a day"
		if n := env.Service.Config().TokensPerDay; n > 0 {
			said = "At most " + when.Number(n) + " tokens a day"
		}
		p.on.Say(app.Note{Text: said})
		p.Reload()
	})
}

// workRows show the state of learning and of search.
func (p *Page) work() []fyne.CanvasObject {
	h := p.now.health
	said := "Nothing waits to be learned from."
	if h.Queue > 0 {
		said = when.Count(h.Queue, "exchange waits", "exchanges wait") + " to be learned from."
	}
	rows := []fyne.CanvasObject{row("Learning", said, nil)}
	if n := len(p.now.dead); n > 0 {
		rows = append(rows, row(when.Count(n, "exchange was", "exchanges were")+" given up",
			strings.Join(strings.Fields(string(p.now.dead[0].LastError)), " "),
			parts.NewButton(parts.ButtonOptions{Kind: parts.Outline, Label: "Retry", Name: "Retry what was given up"}, p.retry)))
	}
	model, _, _ := strings.Cut(h.Embedder.ID, "@") // size and version mean nothing to users
	return append(rows, row("Memory search", searchText(h), nil), row("Model of the search", model, nil))
}

// searchStatus reports whether memories can be found. The index also reports that it is behind
// while only files are being indexed; that is not shown.
func searchText(h memory.Health) string {
	switch {
	case !h.Embedder.Ready:
		return "Loading. Until then memories are found by date."
	case h.Index.State == "syncing" && h.Index.Vectors < h.Memories:
		return "Catching up. " + when.Count(h.Index.Vectors, "memory is", "memories are") + " in the index."
	case h.Index.Error != "":
		return "Limited: " + h.Index.Error
	}
	return "Ready. " + when.Count(h.Index.Vectors, "memory is", "memories are") + " in the index."
}

// retryDeadJobs runs the jobs that failed too often again.
func (p *Page) retry() {
	env, jobs := p.env, p.now.dead
	app.InOrder(env.Tasks, func(ctx context.Context) (struct{}, error) {
		for _, j := range jobs {
			if err := env.Service.RetryJob(ctx, env.Profile, j.ID); err != nil {
				return struct{}{}, err
			}
		}
		return struct{}{}, nil
	}, func(_ struct{}, err error) {
		env.Fail(err)
		p.Reload()
	})
}

func heading(text string) fyne.CanvasObject {
	return parts.Pad(6, 0, 0, 0, kit.NewShrinkingLabel(text, theme.RoleLabel, theme.Text3))
}

func group(rows ...fyne.CanvasObject) fyne.CanvasObject {
	col := parts.Column(0)
	for i, r := range rows {
		if i > 0 {
			col.Add(kit.NewHairline())
		}
		col.Add(r)
	}
	return parts.On(kit.NewBox(theme.Surface, theme.Border, theme.RadiusCard), parts.Pad(2, 12, 2, 12, col))
}

func row(title, sub string, control fyne.CanvasObject) fyne.CanvasObject {
	text := parts.Column(0, kit.NewShrinkingLabel(title, theme.RoleButton, theme.Text))
	if sub != "" {
		text.Add(parts.NewPara(sub, theme.RoleMeta, theme.Text3, 3))
	}
	if control == nil {
		return parts.Pad(9, 0, 9, 0, text)
	}
	return parts.Pad(9, 0, 9, 0, parts.Row(theme.Space12, parts.Flex(parts.Middle(text)), control))
}

// rateRow shows a fraction of 1 as a percentage with its meaning.
func rate(title string, share float64, of string) fyne.CanvasObject {
	percent := fmt.Sprintf("%.0f %%", 100*share)
	return parts.Pad(9, 0, 9, 0, parts.Column(theme.Space4,
		parts.Row(theme.Space8, parts.Flex(kit.NewShrinkingLabel(title, theme.RoleButton, theme.Text)),
			kit.NewLabel(percent, theme.RoleButton, theme.Text)),
		parts.NewPara(percent+" "+of, theme.RoleMeta, theme.Text3, 3)))
}
