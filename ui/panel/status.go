package panel

import (
	"context"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// What of the memories is listed beside those in use.
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

func (m *memories) statusPill() fyne.CanvasObject {
	o := parts.ButtonOptions{Kind: parts.Pill, Height: 26, Tail: theme.IconDown, Name: "Filter by state"}
	var items []parts.Item
	for _, s := range statuses() {
		if s.Value == m.status {
			o.Label = s.Label
		}
		items = append(items, parts.Item{Label: s.Label, Chosen: s.Value == m.status, Do: func() {
			m.status = s.Value
			if m.filter == filterInbox {
				m.filter = filterAll
			}
			m.showPills()
			m.list.ToTop()
			m.reload()
		}})
	}
	if m.status != statusUsed {
		o.Kind = parts.PillOn
	}
	b := parts.NewButton(o, nil)
	b.OnTapped = func() { parts.ShowMenu(b, items) }
	return b
}

// asks sets in a query which states are wanted.
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

// keepOnly drops what the core's query cannot tell apart; open holds the memories that are true now.
func keepOnly(ms []memory.Memory, status string, open []memory.Memory) []memory.Memory {
	isOpen := make(map[memory.ID]bool, len(open))
	for _, x := range open {
		isOpen[x.ID] = true
	}
	out := make([]memory.Memory, 0, len(ms))
	for _, x := range ms {
		switch {
		case status == statusPast && isOpen[x.ID]:
		case status == statusUnused && x.UseCount > 0:
		default:
			out = append(out, x)
		}
	}
	return out
}

// mostExplained is for how many waiting memories the reason is looked up.
const mostExplained = 50

// waiting is why memories wait, and what they would replace.
type waiting struct {
	why      map[memory.ID]string
	replaces map[memory.ID]string
}

// explain finds why memories wait and the words of those they may replace.
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
