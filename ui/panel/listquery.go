package panel

import (
	"memoir/memory"

	"memoir/ui/translate"
)

// Values of the filter chips above the list, besides the types.
const (
	filterAll   = "all"
	filterInbox = "inbox"
)

// Values of the status filter.
const (
	statusInUse     = ""
	statusNeverUsed = "unused"
	statusPast      = "past"
	statusArchived  = "archived"
	statusForgotten = "forgotten"
)

// labelled is a value with its label.
type labelled struct{ value, label string }

func labelOfValue(options []labelled, value, missing string) string {
	for _, o := range options {
		if o.value == value {
			return o.label
		}
	}
	return missing
}

// memoryTypesWithLabels are the types of memories with their labels.
func memoryTypesWithLabels() []labelled {
	return []labelled{
		{string(memory.TypePersonal), translate.Text("Personal")},
		{string(memory.TypePreference), translate.Text("Preferences")},
		{string(memory.TypeKnowledge), translate.Text("Knowledge")},
		{string(memory.TypeEvent), translate.Text("Events")},
		{string(memory.TypeOther), translate.Text("Other")},
	}
}

func memoryTypeLabel(t memory.Type) string {
	return labelOfValue(memoryTypesWithLabels(), string(t), translate.Text("Other"))
}

func statusFiltersWithLabels() []labelled {
	return []labelled{
		{statusInUse, translate.Text("Active")},
		{statusNeverUsed, translate.Text("Never used")},
		{statusPast, translate.Text("Past")},
		{statusArchived, translate.Text("Archived")},
		{statusForgotten, translate.Text("Forgotten")},
	}
}

// listQuery is what the list is asked for.
type listQuery struct {
	text   string // words
	filter string // filterAll, filterInbox or a memory.Type
	tag    string
	status string
	order  string // of the memories besides the inbox
}

// showsInbox reports whether the inbox is listed, above the other memories.
func (q listQuery) showsInbox() bool {
	return q.filter == filterInbox || q.filter == filterAll && q.tag == "" && q.status == statusInUse
}

// showsNonInboxMemories reports whether anything but the inbox is listed.
func (q listQuery) showsNonInboxMemories() bool { return q.filter != filterInbox }

// mayLoadFirstPageOnly reports whether the first memories that are found can be loaded without the
// others: they come in the order of the core, and the overview counts them.
func (q listQuery) mayLoadFirstPageOnly() bool {
	return q.text == "" && q.tag == "" && q.status == statusInUse && q.order == orderNewest && q.showsNonInboxMemories()
}

// withFilterAndNoTag is the query after a click on a chip: the status stays, except that the inbox
// has none.
func (q listQuery) withFilterAndNoTag(filter string) listQuery {
	q.filter, q.tag = filter, ""
	if filter == filterInbox {
		q.status = statusInUse
	}
	return q
}

// withStatusLeavingInbox is the query after a status was chosen, which leaves the inbox.
func (q listQuery) withStatusLeavingInbox(status string) listQuery {
	if q.status = status; q.filter == filterInbox {
		q.filter = filterAll
	}
	return q
}

// withTagToggledInAllTypes is the query after a tag was chosen; choosing it again removes it.
func (q listQuery) withTagToggledInAllTypes(tag string) listQuery {
	if q.filter = filterAll; q.tag == tag {
		tag = ""
	}
	q.tag = tag
	return q
}

// statusOrInboxLabel names the status, or the inbox.
func (q listQuery) statusOrInboxLabel() string {
	if q.filter == filterInbox {
		return translate.Text("Inbox")
	}
	return labelOfValue(statusFiltersWithLabels(), q.status, q.status)
}

// chip is a filter above the list.
type chip struct {
	label, detail string
	selected      bool
	query         listQuery // after a click
}

// typeAndInboxChips are the filters of types and of the inbox. total is shown as the number of
// memories. A type is offered while active memories have it, by counts, or it is being shown; for
// other statuses, which are not counted by type, all are. The inbox is offered while it is not
// empty or is being shown.
func (q listQuery) typeAndInboxChips(total string, counts map[memory.Type]int, inbox int) []chip {
	add := func(label, detail, filter string) chip {
		selected := q.filter == filter && (q.tag == "" || filter != filterAll)
		return chip{label, detail, selected, q.withFilterAndNoTag(filter)}
	}
	chips := []chip{add(translate.Text("All"), total, filterAll)}
	counted := q.status == statusInUse || q.status == statusNeverUsed
	for _, t := range memoryTypesWithLabels() {
		if !counted || counts[memory.Type(t.value)] > 0 || q.filter == t.value {
			chips = append(chips, add(t.label, "", t.value))
		}
	}
	if inbox > 0 || q.filter == filterInbox {
		chips = append(chips, add(translate.Text("Inbox"), memory.ID(inbox).String(), filterInbox))
	}
	return chips
}

// labelledStatusInboxOrTagChip is the filter by status and tag; a click opens the menu of
// statusAndInboxChoices and tagChoices.
func (q listQuery) labelledStatusInboxOrTagChip() chip {
	c := chip{label: q.statusOrInboxLabel(), selected: q.status != statusInUse || q.tag != "" || q.filter == filterInbox}
	if q.tag != "" {
		c.label = "#" + q.tag
		if q.status != statusInUse {
			c.label += " · " + q.statusOrInboxLabel()
		}
	}
	return c
}

// statusAndInboxChoices are the statuses; the inbox is offered as one of them.
func (q listQuery) statusAndInboxChoices() []chip {
	var out []chip
	for _, s := range statusFiltersWithLabels() {
		selected := s.value == q.status && q.filter != filterInbox
		out = append(out, chip{label: s.label, selected: selected, query: q.withStatusLeavingInbox(s.value)})
		if s.value == statusInUse {
			out = append(out, chip{
				label: translate.Text("Inbox"), selected: q.filter == filterInbox, query: q.withFilterAndNoTag(filterInbox),
			})
		}
	}
	return out
}

// maxTags is how many tags the menu offers.
const maxTags = 40

// tagChoices are the tags, as they are given: the most frequent first.
func (q listQuery) tagChoices(tags []string) []chip {
	var out []chip
	for _, t := range tags[:min(len(tags), maxTags)] {
		out = append(out, chip{label: "#" + t, selected: t == q.tag, query: q.withTagToggledInAllTypes(t)})
	}
	return out
}

// emptyListText explains an empty list.
func (q listQuery) emptyListText() string {
	switch {
	case q.text != "":
		return translate.Text("No matching memories")
	case q.filter == filterInbox:
		return translate.Text("Nothing is waiting for your OK.")
	case q.status != statusInUse:
		return translate.Text("No memories with this status.")
	case q.filter != filterAll || q.tag != "":
		return translate.Text("No memories match this filter.")
	}
	return translate.Text("No memories yet. They appear as you chat, or you can add your own.")
}

// nonInboxMemoryQuery asks the core for the memories besides the inbox. Two statuses need what
// loadNonInboxMemories filters in addition.
func (q listQuery) nonInboxMemoryQuery() memory.MemoryQuery {
	m := memory.MemoryQuery{Query: q.text}
	m.AnyScope, m.Tag = true, q.tag
	if q.filter != filterAll {
		m.Type = memory.Type(q.filter)
	}
	switch q.status {
	case statusPast:
		m.IncludeOutdated = true
	case statusArchived:
		m.Status, m.IncludeOutdated = []memory.Status{memory.StatusArchived}, true
	case statusForgotten:
		m.Status, m.IncludeOutdated = []memory.Status{memory.StatusForgotten}, true
	}
	return m
}

// inboxMemoryQuery asks the core for the inbox.
func (q listQuery) inboxMemoryQuery() memory.MemoryQuery {
	m := memory.MemoryQuery{Query: q.text}
	m.AnyScope, m.Status = true, []memory.Status{memory.StatusInbox}
	return m
}
