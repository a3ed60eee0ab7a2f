package ledger

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
	"memoir/ui/when"
)

// pageSize is how many decisions are loaded at a time.
const perPage = 100

// rowHeight is the height of a row with one line, in pixels at zoom 1.
const rowHeight = 62

// filterNameRows is how many of the newest decisions are scanned for the chats, files and days that
// the filters offer.
const facetRows = 2000

// Actions are the callbacks of the page.
type Actions struct {
	Back    func()
	Close   func()
	Message func(thread, message memory.ID) // open a message
	Memory  func(id memory.ID)              // open a memory
	Say     func(app.Note)
	Settled func() // rows were loaded, for tests; may be nil
}

// Page is the ledger of the profile. It must be used on the UI goroutine.
type Page struct {
	env    *app.Env
	on     Actions
	head   fyne.CanvasObject
	body   *fyne.Container
	top    *fyne.Container
	pills  *parts.Flow
	bar    *fyne.Container
	list   *parts.List
	count  *kit.Label
	ask    app.Latest
	filter memory.DecisionFilter
	rows   []memory.Decision // newest first, including undos
	more   bool
	from   memory.ID // load the rows down to this one, 0 = one page
	target memory.ID // the highlighted row
	names  names
}

// filterNames are the values that the filters offer.
type names struct {
	chats, files map[memory.ID]string
	useChats     []memory.ID // chats in the ledger, newest first
	useFiles     []memory.ID
	days         []time.Time // local midnights, newest first
}

// New returns an empty page; Reload fills it.
func New(env *app.Env, on Actions) *Page {
	p := &Page{env: env, on: on, names: names{chats: map[memory.ID]string{}, files: map[memory.ID]string{}}}
	p.filter = memory.DecisionFilter{ProfileID: env.Profile}
	p.head = Head("What happened", on.Back, on.Close)
	p.pills = parts.NewFlow(6, 6)
	p.bar = parts.Column(0)
	p.list = parts.NewList(8, 4, 16, 16, 16)
	p.count = kit.NewShrinkingLabel("", theme.RoleMeta, theme.Text3)
	p.top = parts.Pad(16, 16, 8, 16, parts.Column(10, p.pills, p.bar))
	foot := parts.Fix(0, 44, parts.Pad(0, 16, 0, 16, parts.Row(8, parts.Flex(parts.Pad(12, 0, 12, 0, p.count)))))
	p.body = parts.Border(nil, parts.Border(kit.NewHairline(), nil, nil, nil, foot), nil, nil,
		parts.Border(p.top, nil, nil, nil, p.list))
	p.showFilters()
	return p
}

// NewPageHeader returns the header of an overlay of the panel.
func Head(title string, back, closed func()) fyne.CanvasObject {
	return parts.Pad(0, 10, 0, 10, parts.Row(theme.Space8,
		parts.NewIcon(theme.IconLeft, "Back (Esc)", func() { back() }),
		kit.NewLabel(title, theme.RoleTitle, theme.Text), parts.Space(),
		parts.NewIcon(theme.IconClose, "Close the panel (Ctrl+J)", func() { closed() })))
}

// Header returns the bar at the top.
func (p *Page) Head() fyne.CanvasObject { return p.head }

// Body returns everything beneath the header.
func (p *Page) Body() fyne.CanvasObject { return p.body }

// HandleEvent updates the page after an event of the core.
func (p *Page) Handle(e memory.Event) {
	switch e.Kind {
	case memory.EventMemories, memory.EventLearned:
		p.Reload()
	}
}

// SetFilter shows only the decisions that match f; the profile of f is ignored.
func (p *Page) Filter(f memory.DecisionFilter) {
	f.ProfileID, f.Limit, f.BeforeID, f.AfterID = p.env.Profile, 0, 0, 0
	p.filter, p.from, p.target = f, 0, 0
	p.showFilters()
	p.list.ToTop()
	p.Reload()
}

// ShowDecision scrolls to one decision, however old, and resets the filter.
func (p *Page) Show(id memory.ID) {
	p.filter = memory.DecisionFilter{ProfileID: p.env.Profile}
	p.from, p.target = id, id
	p.showFilters()
	p.Reload()
}

// pageData is what the page is shown from.
type found struct {
	rows  []memory.Decision
	more  bool
	names names
}

// Reload reloads the rows.
func (p *Page) Reload() {
	f, from, seen := p.filter, p.from, len(p.rows)
	p.list.Await(p.env.After, rowHeight)
	app.Newest(p.env.Tasks, &p.ask, func(ctx context.Context) (found, error) {
		return p.load(ctx, f, from, seen)
	}, func(x found, err error) {
		if err != nil {
			p.list.GiveUp()
			p.env.Fail(err)
			return
		}
		p.rows, p.more, p.names = x.rows, x.more, x.names
		p.show()
		if p.on.Settled != nil {
			p.on.Settled()
		}
	})
}

// loadPage runs off the UI goroutine.
func (p *Page) load(ctx context.Context, f memory.DecisionFilter, from memory.ID, seen int) (found, error) {
	var x found
	all, err := p.env.Service.Decisions(ctx, memory.DecisionFilter{ProfileID: f.ProfileID, Limit: facetRows})
	if err != nil {
		return x, err
	}
	if x.names, err = p.facets(ctx, f.ProfileID, all); err != nil {
		return x, err
	}
	f.Limit = max(perPage, (seen+perPage-1)/perPage*perPage) + 1
	if from != 0 {
		f.AfterID, f.Limit = from-1, 0
	}
	if x.rows, err = p.env.Service.Decisions(ctx, f); err != nil {
		return x, err
	}
	switch {
	case from != 0:
		x.more = true
	case len(x.rows) == f.Limit:
		x.more, x.rows = true, x.rows[:f.Limit-1]
	}
	return x, nil
}

// loadFilterNames loads the chats, files and days that the filters offer.
func (p *Page) facets(ctx context.Context, profile memory.ID, all []memory.Decision) (names, error) {
	n := names{chats: map[memory.ID]string{}, files: map[memory.ID]string{}}
	for _, trash := range []bool{false, true} {
		ts, err := p.env.Service.Threads(ctx, memory.ThreadFilter{ProfileID: profile, Trash: trash})
		if err != nil {
			return n, err
		}
		for _, t := range ts {
			if n.chats[t.ID] = t.Title; t.Title == "" {
				n.chats[t.ID] = "New chat"
			}
		}
	}
	cs, err := p.env.Service.Contexts(ctx, profile)
	if err != nil {
		return n, err
	}
	for _, c := range cs {
		n.files[c.ID] = c.Name
	}
	chats, files, days := map[memory.ID]bool{0: true}, map[memory.ID]bool{0: true}, map[time.Time]bool{}
	for _, d := range all {
		if !chats[d.ThreadID] {
			chats[d.ThreadID] = true
			n.useChats = append(n.useChats, d.ThreadID)
		}
		if !files[d.ContextID] {
			files[d.ContextID] = true
			n.useFiles = append(n.useFiles, d.ContextID)
		}
		if day := midnight(d.CreatedAt); !days[day] {
			days[day] = true
			n.days = append(n.days, day)
		}
	}
	return n, nil
}

// loadOlder loads the next page.
func (p *Page) older() {
	f := p.filter
	f.Limit = perPage + 1
	if len(p.rows) > 0 {
		f.BeforeID = p.rows[len(p.rows)-1].ID
	}
	app.Newest(p.env.Tasks, &p.ask, func(ctx context.Context) ([]memory.Decision, error) {
		return p.env.Service.Decisions(ctx, f)
	}, func(ds []memory.Decision, err error) {
		if err != nil {
			p.env.Fail(err)
			return
		}
		p.more = len(ds) > perPage
		p.rows = append(p.rows, ds[:min(len(ds), perPage)]...)
		p.from = 0
		p.show()
		if p.on.Settled != nil {
			p.on.Settled()
		}
	})
}

func (p *Page) show() {
	p.showFilters()
	rows := p.fold()
	entries := make([]parts.Entry, 0, len(rows)+2)
	day := ""
	for _, r := range rows {
		if g := when.Group(r.CreatedAt, p.env.Now()); g != day {
			day = g
			entries = append(entries, heading(g))
		}
		entries = append(entries, p.entry(r))
	}
	if len(rows) == 0 {
		entries = append(entries, p.empty())
	}
	if p.more {
		entries = append(entries, p.olderEntry())
	}
	p.list.Set(entries)
	p.count.SetText(p.countText(len(rows)))
	if p.target != 0 {
		p.list.ScrollTo(key(p.target))
	}
}

func (p *Page) countText(n int) string {
	if p.more {
		return "The newest " + when.Number(n) + " entries"
	}
	return when.Count(n, "entry", "entries")
}
