package panel

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"memoir/memory"
)

// describeChips describes chips: label and detail, selected ones in brackets.
func describeChips(chips []chip) string {
	var out []string
	for _, c := range chips {
		s := strings.TrimSpace(c.label + " " + c.detail)
		if c.selected {
			s = "[" + s + "]"
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

func TestFilterChipsSelectAtMostOneFilter(t *testing.T) {
	const types = "Personal, Preferences, Knowledge, Events, Other"
	every := map[memory.Type]int{}
	for _, l := range memoryTypesWithLabels() {
		every[memory.Type(l.value)] = 2
	}
	for _, c := range []struct {
		name   string
		query  listQuery
		total  string
		counts map[memory.Type]int
		inbox  int
		want   string
	}{
		{"before the first result", listQuery{filter: filterAll}, "", nil, 0, "[All]"},
		{"all", listQuery{filter: filterAll}, "12", every, 0, "[All 12], " + types},
		{"a tag instead of all", listQuery{filter: filterAll, tag: "food"}, "12", every, 0, "All 12, " + types},
		{
			"a type",
			listQuery{filter: "event"},
			"12", every, 0,
			"All 12, Personal, Preferences, Knowledge, [Events], Other",
		},
		{"an inbox to look at", listQuery{filter: filterAll}, "12", every, 3, "[All 12], " + types + ", Inbox 3"},
		{"the inbox", listQuery{filter: filterInbox}, "12", every, 3, "All 12, " + types + ", [Inbox 3]"},
		{
			"the inbox after its last memory",
			listQuery{filter: filterInbox},
			"12", every, 0,
			"All 12, " + types + ", [Inbox 0]",
		},
		{
			"types that no memory has",
			listQuery{filter: filterAll},
			"12",
			map[memory.Type]int{memory.TypeEvent: 12},
			0,
			"[All 12], Events",
		},
		{
			"the last memory of a type is gone",
			listQuery{filter: "event"},
			"12",
			map[memory.Type]int{memory.TypeOther: 12},
			0,
			"All 12, [Events], Other",
		},
		{
			"past ones, which are not counted",
			listQuery{filter: filterAll, status: statusPast},
			"12", nil, 0,
			"[All 12], " + types,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := describeChips(c.query.typeAndInboxChips(c.total, c.counts, c.inbox)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestChipsLeadToTheirQueries(t *testing.T) {
	pastFood := listQuery{text: "rice", filter: filterAll, tag: "food", status: statusPast}
	inbox := listQuery{text: "rice", filter: filterInbox}
	for _, c := range []struct {
		name      string
		got, want listQuery
	}{
		{
			"a type drops the tag and keeps the status", pastFood.withFilterAndNoTag("event"),
			listQuery{text: "rice", filter: "event", status: statusPast},
		},
		{"the inbox drops the status too", pastFood.withFilterAndNoTag(filterInbox), inbox},
		{
			"a status keeps the type and the tag", listQuery{filter: "event", tag: "food"}.withStatusLeavingInbox(
				statusArchived,
			),
			listQuery{filter: "event", tag: "food", status: statusArchived},
		},
		{
			"a status leaves the inbox", inbox.withStatusLeavingInbox(statusForgotten),
			listQuery{text: "rice", filter: filterAll, status: statusForgotten},
		},
		{
			"a tag leaves the type and keeps the status",
			listQuery{filter: "event", status: statusPast}.withTagToggledInAllTypes("food"),
			listQuery{filter: filterAll, tag: "food", status: statusPast},
		},
		{
			"the same tag again removes it", pastFood.withTagToggledInAllTypes("food"),
			listQuery{text: "rice", filter: filterAll, status: statusPast},
		},
		{"the chip of the inbox", pastFood.typeAndInboxChips("", nil, 1)[6].query, inbox},
		{"the menu's inbox", pastFood.statusAndInboxChoices()[1].query, inbox},
		{
			"the menu's last status", pastFood.statusAndInboxChoices()[5].query,
			listQuery{text: "rice", filter: filterAll, tag: "food", status: statusForgotten},
		},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, c.got, c.want)
		}
	}
}

func TestStatusMenuNamesTheChosenStatusAndTag(t *testing.T) {
	for _, c := range []struct {
		query      listQuery
		chip, menu string
	}{
		{
			listQuery{filter: filterAll},
			"Active",
			"[Active], Inbox, Never used, Past, Archived, Forgotten, #food, #home",
		},
		{
			listQuery{filter: filterInbox},
			"[Inbox]",
			"Active, [Inbox], Never used, Past, Archived, Forgotten, #food, #home",
		},
		{
			listQuery{filter: "event", status: statusNeverUsed},
			"[Never used]",
			"Active, Inbox, [Never used], Past, Archived, Forgotten, #food, #home",
		},
		{
			listQuery{filter: filterAll, tag: "home"},
			"[#home]",
			"[Active], Inbox, Never used, Past, Archived, Forgotten, #food, [#home]",
		},
		{
			listQuery{filter: filterAll, tag: "food", status: statusPast},
			"[#food · Past]",
			"Active, Inbox, Never used, [Past], Archived, Forgotten, [#food], #home",
		},
	} {
		if got := describeChips([]chip{c.query.labelledStatusInboxOrTagChip()}); got != c.chip {
			t.Errorf("%+v: the chip is %s, want %s", c.query, got, c.chip)
		}
		menu := append(c.query.statusAndInboxChoices(), c.query.tagChoices([]string{"food", "home"})...)
		if got := describeChips(menu); got != c.menu {
			t.Errorf("%+v: the menu is %s, want %s", c.query, got, c.menu)
		}
	}
	var many []string
	for i := range maxTags + 5 {
		many = append(many, fmt.Sprint("tag", i))
	}
	if got := len(listQuery{}.tagChoices(many)); got != maxTags {
		t.Errorf("the menu offers %d tags, want %d", got, maxTags)
	}
}

func TestQueryAsksTheCoreForWhatItShows(t *testing.T) {
	for _, c := range []struct {
		name            string
		query           listQuery
		want            memory.MemoryFilter
		inbox, memories bool
		emptyText       string
	}{
		{
			"all",
			listQuery{filter: filterAll},
			memory.MemoryFilter{},
			true, true,
			"No memories yet. They appear as you chat, or you can add your own.",
		},
		{
			"words",
			listQuery{filter: filterAll, text: "cat"},
			memory.MemoryFilter{},
			true, true,
			"No matching memories",
		},
		{
			"a type",
			listQuery{filter: "event"},
			memory.MemoryFilter{Type: memory.TypeEvent},
			false, true,
			"No memories match this filter.",
		},
		{
			"a tag",
			listQuery{filter: filterAll, tag: "food"},
			memory.MemoryFilter{Tag: "food"},
			false, true,
			"No memories match this filter.",
		},
		{
			"never used",
			listQuery{filter: filterAll, status: statusNeverUsed},
			memory.MemoryFilter{},
			false, true,
			"No memories with this status.",
		},
		{
			"past",
			listQuery{filter: filterAll, status: statusPast},
			memory.MemoryFilter{IncludeOutdated: true},
			false,
			true, "No memories with this status.",
		},
		{
			"archived",
			listQuery{filter: filterAll, status: statusArchived},
			memory.MemoryFilter{Status: []memory.Status{memory.StatusArchived}, IncludeOutdated: true},
			false, true,
			"No memories with this status.",
		},
		{
			"forgotten",
			listQuery{filter: filterAll, status: statusForgotten},
			memory.MemoryFilter{Status: []memory.Status{memory.StatusForgotten}, IncludeOutdated: true},
			false, true,
			"No memories with this status.",
		},
		{
			"the inbox",
			listQuery{filter: filterInbox},
			memory.MemoryFilter{Type: filterInbox},
			true, false,
			"Nothing is waiting for your OK.",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.want.AnyScope = true
			got := c.query.nonInboxMemoryQuery()
			if got.Query != c.query.text || c.memories && !reflect.DeepEqual(got.MemoryFilter, c.want) {
				t.Errorf("asks for %+v, want %+v", got, c.want)
			}
			if c.query.showsInbox() != c.inbox || c.query.showsNonInboxMemories() != c.memories {
				t.Errorf("shows the inbox: %v, memories: %v", c.query.showsInbox(), c.query.showsNonInboxMemories())
			}
			if got := c.query.emptyListText(); got != c.emptyText {
				t.Errorf("says %q, want %q", got, c.emptyText)
			}
			waiting := c.query.inboxMemoryQuery()
			if waiting.Query != c.query.text || len(waiting.Status) != 1 || waiting.Status[0] != memory.StatusInbox ||
				!waiting.AnyScope || waiting.Type != "" || waiting.Tag != "" {
				t.Errorf("asks for the inbox by %+v", waiting)
			}
		})
	}
}
