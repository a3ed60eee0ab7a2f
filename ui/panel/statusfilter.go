package panel

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// Values of the status filter.
const (
	statusInUse     = ""
	statusNeverUsed = "unused"
	statusPast      = "past"
	statusArchived  = "archived"
	statusForgotten = "forgotten"
)

func statusOptions() []widgets.Option {
	return []widgets.Option{
		{Value: statusInUse, Label: "In use"},
		{Value: statusNeverUsed, Label: "Never used"},
		{Value: statusPast, Label: "Past"},
		{Value: statusArchived, Label: "Archived"},
		{Value: statusForgotten, Label: "Forgotten"},
	}
}

// statusChip opens the menu of statuses and tags.
func (m *memoriesPage) statusChip() fyne.CanvasObject {
	o := widgets.ButtonOptions{
		Kind: widgets.Pill, Label: m.statusName(), Height: 26, TrailingIcon: theme.IconDown, Name: "Filter by state or tag",
	}
	if m.tag != "" {
		o.Label = "#" + m.tag
		if m.status != statusInUse {
			o.Label += " · " + m.statusName()
		}
	}
	if m.status != statusInUse || m.tag != "" || m.filter == filterInbox {
		o.Kind = widgets.SelectedPill
	}
	b := widgets.NewButton(o, nil)
	b.OnTapped = func() { widgets.ShowMenu(b, append(m.statusItems(), m.tagItems()...)) }
	return b
}

func (m *memoriesPage) statusName() string {
	if m.filter == filterInbox {
		return "Waiting"
	}
	for _, s := range statusOptions() {
		if s.Value == m.status {
			return s.Label
		}
	}
	return m.status
}

func (m *memoriesPage) statusItems() []widgets.MenuItem {
	inboxOnly := m.filter == filterInbox
	var items []widgets.MenuItem
	for _, s := range statusOptions() {
		items = append(items, widgets.MenuItem{Label: s.Label, Checked: s.Value == m.status && !inboxOnly, OnChosen: func() {
			filter := m.filter
			if inboxOnly {
				filter = filterAll
			}
			m.setFilters(filter, m.tag, s.Value)
		}})
		if s.Value == statusInUse {
			items = append(items, widgets.MenuItem{Label: "Waiting for your OK", Checked: inboxOnly, OnChosen: func() {
				m.setFilters(filterInbox, "", statusInUse)
			}})
		}
	}
	return items
}

func (m *memoriesPage) tagItems() []widgets.MenuItem {
	if len(m.tags) == 0 {
		return nil
	}
	items := []widgets.MenuItem{{}, {Label: "Tags"}}
	for _, t := range m.tags {
		to := t
		if t == m.tag {
			to = "" // a second click removes the filter
		}
		choose := func() { m.setFilters(filterAll, to, m.status) }
		items = append(items, widgets.MenuItem{Label: "#" + t, Checked: t == m.tag, OnChosen: choose})
	}
	return items
}

// applyStatus restricts a query to the chosen status.
func applyStatus(q *memory.MemoryQuery, status string) {
	switch status {
	case statusPast:
		q.IncludeOutdated = true
	case statusArchived:
		q.Status, q.IncludeOutdated = []memory.Status{memory.StatusArchived}, true
	case statusForgotten:
		q.Status, q.IncludeOutdated = []memory.Status{memory.StatusForgotten}, true
	}
}

// filterByStatus filters out what the core's query cannot distinguish.
func (m *memoriesPage) filterByStatus(ctx context.Context, ms []memory.Memory, status string) ([]memory.Memory, error) {
	switch status {
	case statusNeverUsed:
		return slices.DeleteFunc(ms, func(x memory.Memory) bool { return x.UseCount > 0 }), nil
	case statusPast:
		open, err := m.pane.env.Session.Memories(ctx, memory.MemoryQuery{MemoryFilter: m.profileFilter()})
		if err != nil {
			return nil, err
		}
		isOpen := make(map[memory.ID]bool, len(open))
		for _, x := range open {
			isOpen[x.ID] = true
		}
		return slices.DeleteFunc(ms, func(x memory.Memory) bool { return isOpen[x.ID] }), nil
	}
	return ms, nil
}

// maxExplained is for how many inbox memories the reason is loaded.
const maxExplained = 50

// inboxDetails says why memories are in the inbox and what they would replace.
type inboxDetails struct {
	reasons  map[memory.ID]string
	replaces map[memory.ID]string
}

// loadInboxDetails loads why memories are in the inbox and the texts of those they may replace.
func (m *memoriesPage) loadInboxDetails(ctx context.Context, inbox, items []memory.Memory) (inboxDetails, error) {
	s := m.pane.env.Session
	w := inboxDetails{reasons: map[memory.ID]string{}, replaces: map[memory.ID]string{}}
	for _, x := range inbox[:min(len(inbox), maxExplained)] {
		ds, err := s.Decisions(ctx, memory.DecisionFilter{
			MemoryID: x.ID, Actor: memory.ActorExtractor, Limit: 1,
		})
		if err != nil {
			return w, err
		}
		if len(ds) > 0 {
			w.reasons[x.ID] = string(ds[0].Reason)
		}
	}
	for _, x := range append(append([]memory.Memory{}, inbox...), items...) {
		if x.Proposes == 0 {
			continue
		}
		old, err := s.Memory(ctx, x.Proposes)
		if err == nil && old.Status == memory.StatusActive && old.SupersededBy == 0 {
			w.replaces[x.ID] = old.Content
		}
	}
	return w, nil
}
