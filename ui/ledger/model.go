package ledger

import (
	"context"
	"time"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/ui/humanize"
	"memoir/ui/translate"
)

// pageSize is how many decisions are loaded at a time.
const pageSize = 100

// model is what the page shows, without its widgets. It must be used on the UI goroutine.
type model struct {
	now        func() time.Time
	profile    memory.ID
	filter     memory.DecisionFilter
	decisions  []memory.Decision // newest first, including undos
	hasOlder   bool
	loadDownTo memory.ID // load the rows down to this one, 0 = one page
	targetID   memory.ID // the highlighted row
	origins    origins
}

// origins are the values that the filters offer, newest first.
type origins struct {
	memory.DecisionOrigins
	days []time.Time // local midnights
}

func newModel(profile memory.ID, now func() time.Time) *model {
	return &model{now: now, profile: profile, filter: memory.DecisionFilter{ProfileID: profile}}
}

// setFilterResettingTarget selects the decisions that match f; the profile of f is ignored.
func (m *model) setFilterResettingTarget(f memory.DecisionFilter) {
	f.ProfileID, f.Limit, f.BeforeID, f.AfterID = m.profile, 0, 0, 0
	m.filter, m.loadDownTo, m.targetID = f, 0, 0
}

// targetDecisionResettingFilter highlights one decision, however old, and resets the filter.
func (m *model) targetDecisionResettingFilter(id memory.ID) {
	m.filter = memory.DecisionFilter{ProfileID: m.profile}
	m.loadDownTo, m.targetID = id, id
}

// pageQuery asks for the newest rows: as many as were seen, or down to one decision.
type pageQuery struct {
	filter memory.DecisionFilter
	downTo memory.ID
	seen   int
}

// pageData is the answer to a pageQuery.
type pageData struct {
	decisions []memory.Decision
	hasOlder  bool
	origins   origins
}

func (m *model) newPageQuery() pageQuery { return pageQuery{m.filter, m.loadDownTo, len(m.decisions)} }

// loadPageData may be called off the UI goroutine.
func (q pageQuery) loadPageData(ctx context.Context, s *engine.Session) (pageData, error) {
	var data pageData
	found, err := s.ListChatsFilesTimesInLedger(ctx)
	if err != nil {
		return data, err
	}
	data.origins = origins{found, distinctLocalDays(found.Times)}
	f := q.filter
	f.Limit = max(pageSize, (q.seen+pageSize-1)/pageSize*pageSize) + 1
	if q.downTo != 0 {
		f.AfterID, f.Limit = q.downTo-1, 0
	}
	if data.decisions, err = s.ListDecisions(ctx, f); err != nil {
		return data, err
	}
	switch {
	case q.downTo != 0:
		data.hasOlder = true
	case len(data.decisions) == f.Limit:
		data.hasOlder, data.decisions = true, data.decisions[:f.Limit-1]
	}
	return data, nil
}

func (m *model) setPageData(d pageData) {
	m.decisions, m.hasOlder, m.origins = d.decisions, d.hasOlder, d.origins
}

// nextOlderPageFilter selects the next page, and one row more if there is another page.
func (m *model) nextOlderPageFilter() memory.DecisionFilter {
	f := m.filter
	f.Limit = pageSize + 1
	if len(m.decisions) > 0 {
		f.BeforeID = m.decisions[len(m.decisions)-1].ID
	}
	return f
}

// appendOlderPage takes up what nextOlderPageFilter selected.
func (m *model) appendOlderPage(ds []memory.Decision) {
	m.hasOlder, m.loadDownTo = len(ds) > pageSize, 0
	m.decisions = append(m.decisions, ds[:min(len(ds), pageSize)]...)
}

// ledgerRow is a decision together with the undo that undid it, if that is loaded.
type ledgerRow struct {
	memory.Decision
	undo *memory.Decision
}

// ledgerRowsWithUndosMerged merges undos into the rows of the decisions they undid.
func (m *model) ledgerRowsWithUndosMerged() []ledgerRow {
	at := make(map[memory.ID]*memory.Decision, len(m.decisions))
	for i := range m.decisions {
		at[m.decisions[i].ID] = &m.decisions[i]
	}
	out := make([]ledgerRow, 0, len(m.decisions))
	for _, d := range m.decisions {
		if d.UndoOf != 0 && at[d.UndoOf] != nil {
			continue
		}
		out = append(out, ledgerRow{d, at[d.UndoneBy]})
	}
	return out
}

// startOfLocalDay returns the start of the local day of t.
func startOfLocalDay(t time.Time) time.Time {
	y, m, d := t.Local().Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.Local)
}

// distinctLocalDays returns the local days of times, in their order.
func distinctLocalDays(times []time.Time) []time.Time {
	var days []time.Time
	seen := map[time.Time]bool{}
	for _, t := range times {
		if day := startOfLocalDay(t); !seen[day] {
			seen[day] = true
			days = append(days, day)
		}
	}
	return days
}

func (m *model) isFiltered() bool {
	f := m.filter
	return f.ChatID != 0 || f.FileID != 0 || f.Actor != "" || !f.Since.IsZero() || f.MemoryID != 0 || f.MessageID != 0
}

// undoableFilterScopeText names what the filter selects if that can be undone at once.
func (m *model) undoableFilterScopeText() (string, bool) {
	f := m.filter
	switch {
	case f.FileID != 0:
		return translate.Text("from this file"), true
	case f.ChatID != 0:
		return translate.Text("from this chat"), true
	case !f.Since.IsZero():
		return translate.Text("from this day"), true
	}
	return "", false
}

func (m *model) dayName(day time.Time) string {
	if day.IsZero() {
		return ""
	}
	switch humanize.CalendarDaysBetween(day, m.now()) {
	case 0:
		return translate.Text("Today")
	case 1:
		return translate.Text("Yesterday")
	}
	return humanize.FormatPartialDate(day.Format(time.DateOnly))
}

func (m *model) changeCountText(n int) string {
	if m.hasOlder {
		return translate.Text("The newest {{.Number}} changes", "Number", n)
	}
	return translate.Count(n, "{{.Count}} change", "{{.Count}} changes")
}

func (m *model) undoneByText(r ledgerRow) string {
	if r.undo == nil {
		return translate.Text("Undone")
	}
	when := humanize.FormatAsTodayYesterdayOrDate(r.undo.CreatedAt, m.now())
	byUser := translate.Text("You undid this · {{.Time}}", "Time", when)
	return textForUserOrOtherActor(r.undo.Actor, byUser, func(who string) string {
		return translate.Text("{{.Actor}} undid this · {{.Time}}", "Actor", who, "Time", when)
	})
}

// chatTitle returns the title of a chat, "" when it is gone or no decision names it.
func (m *model) chatTitle(id memory.ID) string {
	return originTitleByID(m.origins.Chats, id, translate.Text("New chat"))
}

// fileName returns the name of a file, "" when it is gone or no decision names it.
func (m *model) fileName(id memory.ID) string {
	return originTitleByID(m.origins.Files, id, translate.Text("File"))
}

func originTitleByID(all []memory.DecisionOrigin, id memory.ID, untitled string) string {
	for _, o := range all {
		switch {
		case o.ID != id:
		case o.Title == "" && !o.Gone:
			return untitled
		default:
			return o.Title
		}
	}
	return ""
}

// timeAndOriginText is the time and the chat or file of a decision.
func (m *model) timeAndOriginText(r ledgerRow) string {
	text := humanize.FormatAsTodayYesterdayOrDate(r.CreatedAt, m.now())
	place := m.fileName(r.FileID)
	if place == "" {
		place = m.chatTitle(r.ChatID)
	}
	if place == "" {
		return text
	}
	return text + " · " + place
}
