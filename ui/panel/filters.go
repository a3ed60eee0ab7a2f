package panel

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/widgets"
)

// Values of the filter chips above the list, besides the types.
const (
	filterAll   = "all"
	filterInbox = "inbox"
)

// maxTags is how many tags the menu offers.
const maxTags = 40

// topTags returns the most frequent tags; ties keep the order of first use.
func topTags(ms []memory.Memory) []string {
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
	return order[:min(len(order), maxTags)]
}

// setFilters shows what matches other filters.
func (m *memoriesPage) setFilters(filter, tag, status string) {
	m.filter, m.tag, m.status = filter, tag, status
	m.showFilterChips()
	m.list.ScrollToTop()
	m.searchList()
}

// showFilterChips draws the chips and relayouts the page when they need more or fewer lines.
func (m *memoriesPage) showFilterChips() {
	pill := func(label, sub, filter string) fyne.CanvasObject {
		k := widgets.Pill
		if m.filter == filter && (m.tag == "" || filter != filterAll) {
			k = widgets.SelectedPill
		}
		return widgets.NewButton(widgets.ButtonOptions{Kind: k, Label: label, Detail: sub, Height: 26}, func() {
			status := m.status
			if filter == filterInbox {
				status = statusInUse
			}
			m.setFilters(filter, "", status)
		})
	}
	total := ""
	if m.loaded {
		total = strconv.Itoa(m.total)
	}
	o := []fyne.CanvasObject{pill("All", total, filterAll)}
	for _, t := range typeOptions() {
		o = append(o, pill(t.Label, "", t.Value))
	}
	if n := len(m.inbox); n > 0 || m.filter == filterInbox {
		o = append(o, pill("Inbox", strconv.Itoa(n), filterInbox))
	}
	o = append(o, m.statusChip())
	was := m.filterChips.MinSize().Height
	m.filterChips.SetObjects(o...)
	if m.filterChips.MinSize().Height != was {
		m.body.Refresh()
	}
}

// typeOptions are the memory types with their labels.
func typeOptions() []widgets.Option {
	return []widgets.Option{
		{Value: string(memory.TypePersonal), Label: "Personal"},
		{Value: string(memory.TypePreference), Label: "Preferences"},
		{Value: string(memory.TypeKnowledge), Label: "Knowledge"},
		{Value: string(memory.TypeEvent), Label: "Events"},
		{Value: string(memory.TypeOther), Label: "Other"},
	}
}

func typeName(t memory.Type) string {
	for _, o := range typeOptions() {
		if o.Value == string(t) {
			return o.Label
		}
	}
	return "Other"
}
