package panel

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/parts"
)

// Values of the filter chips above the list, besides the types.
const (
	filterAll   = "all"
	filterInbox = "inbox"
)

// maxTags is how many tags the menu offers.
const mostTags = 40

// topTags returns the most frequent tags; ties keep the order of first use.
func tagsOf(ms []memory.Memory) []string {
	n := map[string]int{}
	var order []string
	for _, m := range ms {
		for _, t := range m.Tags {
			if n[t]++; n[t] == 1 {
				order = append(order, t)
			}
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return n[b] - n[a] })
	return order[:min(len(order), mostTags)]
}

// setFilters shows what matches other filters.
func (m *memories) choose(filter, tag, status string) {
	m.filter, m.tag, m.status = filter, tag, status
	m.showPills()
	m.list.ToTop()
	m.find()
}

// showFilterChips draws the chips and relayouts the page when they need more or fewer lines.
func (m *memories) showPills() {
	pill := func(label, sub, filter string) fyne.CanvasObject {
		k := parts.Pill
		if m.filter == filter && (m.tag == "" || filter != filterAll) {
			k = parts.PillOn
		}
		return parts.NewButton(parts.ButtonOptions{Kind: k, Label: label, Sub: sub, Height: 26}, func() {
			status := m.status
			if filter == filterInbox {
				status = statusUsed
			}
			m.choose(filter, "", status)
		})
	}
	total := ""
	if m.started {
		total = strconv.Itoa(m.total)
	}
	o := []fyne.CanvasObject{pill("All", total, filterAll)}
	for _, t := range types() {
		o = append(o, pill(t.Label, "", t.Value))
	}
	if n := len(m.inbox); n > 0 || m.filter == filterInbox {
		o = append(o, pill("Inbox", strconv.Itoa(n), filterInbox))
	}
	o = append(o, m.morePill())
	was := m.pills.MinSize().Height
	m.pills.Set(o...)
	if m.pills.MinSize().Height != was {
		m.body.Refresh()
	}
}

// typeOptions are the memory types with their labels.
func types() []parts.Option {
	return []parts.Option{
		{Value: string(memory.TypePersonal), Label: "Personal"},
		{Value: string(memory.TypePreference), Label: "Preferences"},
		{Value: string(memory.TypeKnowledge), Label: "Knowledge"},
		{Value: string(memory.TypeEvent), Label: "Events"},
		{Value: string(memory.TypeOther), Label: "Other"},
	}
}

func typeName(t memory.Type) string {
	for _, o := range types() {
		if o.Value == string(t) {
			return o.Label
		}
	}
	return "Other"
}
