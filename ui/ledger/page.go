package ledger

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// pageSize is how many decisions are loaded at a time.
const pageSize = 100

// rowHeight is the height of a row with one line, in pixels at zoom 1.
const rowHeight = 62

// filterNameRows is how many of the newest decisions are scanned for the chats, files and days that
// the filters offer.
const filterNameRows = 2000

// Actions are the callbacks of the page.
type Actions struct {
	GoBack     func()
	ClosePanel func()
	OpenMemory func(id memory.ID) // open a memory over this page
	OnLoad     func()             // rows were loaded; may be nil
}

// Page is the ledger of the profile. It must be used on the UI goroutine.
type Page struct {
	env         *app.Env
	actions     Actions
	header      fyne.CanvasObject
	body        *fyne.Container
	filterArea  *fyne.Container
	filterChips *widgets.Flow
	undoBar     *fyne.Container
	list        *widgets.List
	countLabel  *draw.Label
	request     app.Request
	filter      memory.DecisionFilter
	decisions   []memory.Decision // newest first, including undos
	hasOlder    bool
	loadDownTo  memory.ID // load the rows down to this one, 0 = one page
	targetID    memory.ID // the highlighted row
	filterNames filterNames
}

// filterNames are the values that the filters offer.
type filterNames struct {
	chatTitles, fileNames map[memory.ID]string
	listedChats           []memory.ID // chats in the ledger, newest first
	listedFiles           []memory.ID
	days                  []time.Time // local midnights, newest first
}

// New returns an empty page; Reload fills it.
func New(env *app.Env, on Actions) *Page {
	p := &Page{env: env, actions: on, filterNames: filterNames{
		chatTitles: map[memory.ID]string{},
		fileNames:  map[memory.ID]string{},
	}}
	p.filter = memory.DecisionFilter{ProfileID: env.Session.ProfileID()}
	p.header = NewPageHeader("Memory history", on.GoBack, on.ClosePanel)
	p.filterChips = widgets.NewFlow(theme.Space6, theme.Space6)
	p.undoBar = widgets.Column(0)
	p.list = widgets.NewList(theme.Space8, theme.Space4, theme.Space16, theme.Space16, theme.Space16)
	p.countLabel = draw.NewShrinkingLabel("", theme.RoleMeta, theme.Text3)
	p.filterArea = widgets.Pad(theme.Space16, theme.Space16, theme.Space8, theme.Space16,
		widgets.Column(theme.Space10, p.filterChips, p.undoBar))
	foot := widgets.FixedSize(0, 44, widgets.Inset(0, theme.Space16,
		widgets.Row(theme.Space8, widgets.Flex(widgets.Inset(theme.Space12, 0, p.countLabel)))))
	p.body = widgets.Border(nil, widgets.Border(draw.NewHairline(), nil, nil, nil, foot), nil, nil,
		widgets.Border(p.filterArea, nil, nil, nil, p.list))
	p.showFilters()
	return p
}

// NewPageHeader returns the header of an overlay of the panel.
func NewPageHeader(title string, back, closePanel func()) fyne.CanvasObject {
	return widgets.Inset(0, theme.Space10, widgets.Row(theme.Space8,
		widgets.NewIconButton(theme.IconLeft, "Back (Esc)", func() { back() }),
		draw.NewLabel(title, theme.RoleTitle, theme.Text), widgets.Spacer(),
		widgets.NewIconButton(theme.IconClose, "Close panel (Ctrl+J)", func() { closePanel() })))
}

// Header returns the bar at the top.
func (p *Page) Header() fyne.CanvasObject { return p.header }

// Body returns everything beneath the header.
func (p *Page) Body() fyne.CanvasObject { return p.body }

// HandleEvent updates the page after an event of the core.
func (p *Page) HandleEvent(e memory.Event) {
	switch e.Kind {
	case memory.EventMemories, memory.EventLearned:
		p.Reload()
	}
}

// SetFilter shows only the decisions that match f; the profile of f is ignored.
func (p *Page) SetFilter(f memory.DecisionFilter) {
	f.ProfileID, f.Limit, f.BeforeID, f.AfterID = p.env.Session.ProfileID(), 0, 0, 0
	p.filter, p.loadDownTo, p.targetID = f, 0, 0
	p.showFilters()
	p.list.ScrollToTop()
	p.Reload()
}

// ShowDecision scrolls to one decision, however old, and resets the filter.
func (p *Page) ShowDecision(id memory.ID) {
	p.filter = memory.DecisionFilter{ProfileID: p.env.Session.ProfileID()}
	p.loadDownTo, p.targetID = id, id
	p.showFilters()
	p.Reload()
}

// pageData is what the page is shown from.
type pageData struct {
	decisions   []memory.Decision
	hasOlder    bool
	filterNames filterNames
}

// Reload reloads the rows.
func (p *Page) Reload() {
	f, from, seen := p.filter, p.loadDownTo, len(p.decisions)
	p.list.StartLoading(p.env.After, rowHeight)
	app.Latest(p.env.Tasks, &p.request, func(ctx context.Context) (pageData, error) {
		return p.loadPage(ctx, f, from, seen)
	}, func(x pageData, err error) {
		if err != nil {
			p.list.CancelLoading()
			p.env.ShowError(err)
			return
		}
		p.decisions, p.hasOlder, p.filterNames = x.decisions, x.hasOlder, x.filterNames
		p.showRows()
		if p.actions.OnLoad != nil {
			p.actions.OnLoad()
		}
	})
}

// loadPage runs off the UI goroutine.
func (p *Page) loadPage(ctx context.Context, f memory.DecisionFilter, from memory.ID, seen int) (pageData, error) {
	var x pageData
	all, err := p.env.Session.Decisions(ctx, memory.DecisionFilter{Limit: filterNameRows})
	if err != nil {
		return x, err
	}
	if x.filterNames, err = p.loadFilterNames(ctx, f.ProfileID, all); err != nil {
		return x, err
	}
	f.Limit = max(pageSize, (seen+pageSize-1)/pageSize*pageSize) + 1
	if from != 0 {
		f.AfterID, f.Limit = from-1, 0
	}
	if x.decisions, err = p.env.Session.Decisions(ctx, f); err != nil {
		return x, err
	}
	switch {
	case from != 0:
		x.hasOlder = true
	case len(x.decisions) == f.Limit:
		x.hasOlder, x.decisions = true, x.decisions[:f.Limit-1]
	}
	return x, nil
}

// loadFilterNames loads the chats, files and days that the filters offer.
func (p *Page) loadFilterNames(ctx context.Context, profile memory.ID, all []memory.Decision) (filterNames, error) {
	n := filterNames{chatTitles: map[memory.ID]string{}, fileNames: map[memory.ID]string{}}
	for _, trash := range []bool{false, true} {
		ts, err := p.env.Session.Chats(ctx, memory.ChatFilter{InTrash: trash})
		if err != nil {
			return n, err
		}
		for _, t := range ts {
			if n.chatTitles[t.ID] = t.Title; t.Title == "" {
				n.chatTitles[t.ID] = "New chat"
			}
		}
	}
	cs, err := p.env.Session.Files(ctx)
	if err != nil {
		return n, err
	}
	for _, c := range cs {
		n.fileNames[c.ID] = c.Name
	}
	chats, files, days := map[memory.ID]bool{0: true}, map[memory.ID]bool{0: true}, map[time.Time]bool{}
	for _, d := range all {
		if !chats[d.ChatID] {
			chats[d.ChatID] = true
			n.listedChats = append(n.listedChats, d.ChatID)
		}
		if !files[d.FileID] {
			files[d.FileID] = true
			n.listedFiles = append(n.listedFiles, d.FileID)
		}
		if day := startOfDay(d.CreatedAt); !days[day] {
			days[day] = true
			n.days = append(n.days, day)
		}
	}
	return n, nil
}

// loadOlder loads the next page.
func (p *Page) loadOlder() {
	f := p.filter
	f.Limit = pageSize + 1
	if len(p.decisions) > 0 {
		f.BeforeID = p.decisions[len(p.decisions)-1].ID
	}
	app.Latest(p.env.Tasks, &p.request, func(ctx context.Context) ([]memory.Decision, error) {
		return p.env.Session.Decisions(ctx, f)
	}, func(ds []memory.Decision, err error) {
		if err != nil {
			p.env.ShowError(err)
			return
		}
		p.hasOlder = len(ds) > pageSize
		p.decisions = append(p.decisions, ds[:min(len(ds), pageSize)]...)
		p.loadDownTo = 0
		p.showRows()
		if p.actions.OnLoad != nil {
			p.actions.OnLoad()
		}
	})
}

func (p *Page) showRows() {
	p.showFilters()
	rows := p.foldUndos()
	entries := make([]widgets.ListRow, 0, len(rows)+2)
	day := ""
	for _, r := range rows {
		if g := humanize.DayGroup(r.CreatedAt, p.env.Now()); g != day {
			day = g
			entries = append(entries, headingEntry(g))
		}
		entries = append(entries, p.rowEntry(r))
	}
	if len(rows) == 0 {
		entries = append(entries, p.emptyEntry())
	}
	if p.hasOlder {
		entries = append(entries, p.olderEntry())
	}
	p.list.SetRows(entries)
	p.countLabel.SetText(p.countText(len(rows)))
	if p.targetID != 0 {
		p.list.ScrollTo(rowKey(p.targetID))
	}
}

func (p *Page) countText(n int) string {
	if p.hasOlder {
		return "The newest " + humanize.FormatNumber(n) + " changes"
	}
	return humanize.CountNoun(n, "change", "changes")
}
