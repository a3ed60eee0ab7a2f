package panel

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// Values of the status filter.
const (
	statusUsed      = ""
	statusUnused    = "unused"
	statusPast      = "past"
	statusArchived  = "archived"
	statusForgotten = "forgotten"
)

func statuses() []parts.Option {
	return []parts.Option{
		{Value: statusUsed, Label: "In use"},
		{Value: statusUnused, Label: "Never used"},
		{Value: statusPast, Label: "Past"},
		{Value: statusArchived, Label: "Archived"},
		{Value: statusForgotten, Label: "Forgotten"},
	}
}

// statusChip opens the menu of statuses and tags.
func (m *memories) morePill() fyne.CanvasObject {
	o := parts.ButtonOptions{
		Kind: parts.Pill, Label: m.stateName(), Height: 26, Tail: theme.IconDown, Name: "Filter by state or tag",
	}
	if m.tag != "" {
		o.Label = "#" + m.tag
		if m.status != statusUsed {
			o.Label += " · " + m.stateName()
		}
	}
	if m.status != statusUsed || m.tag != "" || m.filter == filterInbox {
		o.Kind = parts.PillOn
	}
	b := parts.NewButton(o, nil)
	b.OnTapped = func() { parts.ShowMenu(b, append(m.states(), m.tagItems()...)) }
	return b
}

func (m *memories) stateName() string {
	if m.filter == filterInbox {
		return "Waiting"
	}
	for _, s := range statuses() {
		if s.Value == m.status {
			return s.Label
		}
	}
	return m.status
}

func (m *memories) states() []parts.Item {
	waits := m.filter == filterInbox
	var items []parts.Item
	for _, s := range statuses() {
		items = append(items, parts.Item{Label: s.Label, Chosen: s.Value == m.status && !waits, Do: func() {
			filter := m.filter
			if waits {
				filter = filterAll
			}
			m.choose(filter, m.tag, s.Value)
		}})
		if s.Value == statusUsed {
			items = append(items, parts.Item{Label: "Waiting for your OK", Chosen: waits, Do: func() {
				m.choose(filterInbox, "", statusUsed)
			}})
		}
	}
	return items
}

func (m *memories) tagItems() []parts.Item {
	if len(m.tags) == 0 {
		return nil
	}
	items := []parts.Item{{}, {Label: "Tags"}}
	for _, t := range m.tags {
		to := t
		if t == m.tag {
			to = "" // a second click removes the filter
		}
		choose := func() { m.choose(filterAll, to, m.status) }
		items = append(items, parts.Item{Label: "#" + t, Chosen: t == m.tag, Do: choose})
	}
	return items
}

// applyStatus restricts a query to the chosen status.
func asks(q *memory.MemoryQuery, status string) {
	switch status {
	case statusPast:
		q.Closed = true
	case statusArchived:
		q.Status, q.Closed = []memory.Status{memory.StatusArchived}, true
	case statusForgotten:
		q.Status, q.Closed = []memory.Status{memory.StatusForgotten}, true
	}
}

// filterByStatus filters out what the core's query cannot distinguish.
func (m *memories) keepOnly(ctx context.Context, ms []memory.Memory, status string) ([]memory.Memory, error) {
	switch status {
	case statusUnused:
		return slices.DeleteFunc(ms, func(x memory.Memory) bool { return x.UseCount > 0 }), nil
	case statusPast:
		open, err := m.p.env.Service.Memories(ctx, memory.MemoryQuery{MemoryFilter: m.mine()})
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
const mostExplained = 50

// inboxDetails says why memories are in the inbox and what they would replace.
type waiting struct {
	why      map[memory.ID]string
	replaces map[memory.ID]string
}

// loadInboxDetails loads why memories are in the inbox and the texts of those they may replace.
func (m *memories) explain(ctx context.Context, inbox, items []memory.Memory) (waiting, error) {
	s, profile := m.p.env.Service, m.p.env.Profile
	w := waiting{why: map[memory.ID]string{}, replaces: map[memory.ID]string{}}
	for _, x := range inbox[:min(len(inbox), mostExplained)] {
		ds, err := s.Decisions(ctx, memory.DecisionFilter{
			ProfileID: profile, MemoryID: x.ID, Actor: memory.ActorExtractor, Limit: 1,
		})
		if err != nil {
			return w, err
		}
		if len(ds) > 0 {
			w.why[x.ID] = string(ds[0].Reason)
		}
	}
	for _, x := range append(append([]memory.Memory{}, inbox...), items...) {
		if x.Proposes == 0 {
			continue
		}
		old, err := s.Memory(ctx, profile, x.Proposes)
		if err == nil && old.Status == memory.StatusActive && old.SupersededBy == 0 {
			w.replaces[x.ID] = old.Content
		}
	}
	return w, nil
}
