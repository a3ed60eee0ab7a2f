package panel

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

func newTestList(query listQuery) *memoryList {
	l := newMemoryListState(func() time.Time { return time.Date(2026, 5, 3, 12, 0, 0, 0, time.Local) })
	l.query = query
	return l
}

// newActiveMemory returns an active memory; change may alter it.
func newActiveMemory(id memory.ID, change ...func(*memory.Memory)) memory.Memory {
	m := memory.Memory{ID: id, Content: fmt.Sprint("Fact ", id, "."), Status: memory.StatusActive}
	for _, c := range change {
		c(&m)
	}
	return m
}

func changeSettingSourceChat(id memory.ID, title string) func(*memory.Memory) {
	return func(m *memory.Memory) {
		m.SourceMessageID, m.SourceChat = 100+m.ID, memory.SourceChat{ID: id, Title: title}
	}
}

// describeListRows describes the rows: m1, then ? for waiting, ! for new, * for selected; headings and
// notices in words.
func describeListRows(l *memoryList) string {
	var out []string
	for _, r := range l.buildListRows() {
		switch {
		case r.group != nil:
			out = append(out, "("+r.group.headingText()+")")
		case r.card == nil:
			out = append(out, r.text)
		default:
			s := r.key
			for i, on := range []bool{r.card.waits, r.card.isNew, r.card.selected} {
				if on {
					s += "?!*"[i : i+1]
				}
			}
			out = append(out, s)
		}
	}
	return strings.Join(out, " ")
}

func TestRowsListTheInboxAboveTheMemories(t *testing.T) {
	inbox := []memory.Memory{
		newActiveMemory(
			1, putInInbox, changeSettingSourceChat(7, "Lisbon"),
		), newActiveMemory(2, putInInbox, changeSettingSourceChat(7, "Lisbon")),
		newActiveMemory(
			3, putInInbox, changeSettingSourceChat(8, "Cats"),
		), newActiveMemory(4, putInInbox), newActiveMemory(5, putInInbox),
		newActiveMemory(
			6, putInInbox, changeSettingSourceChat(9, ""),
		), newActiveMemory(7, putInInbox, changeSettingSourceChat(9, "")),
	}
	items := []memory.Memory{newActiveMemory(8), newActiveMemory(9)}
	for _, c := range []struct {
		name   string
		query  listQuery
		result listResult
		want   string
	}{
		{
			"all",
			listQuery{filter: filterAll},
			listResult{items: items, inbox: inbox},
			"(2 from Lisbon) m1? m2? m3? m4? m5? (2 from a chat) m6? m7? m8 m9",
		},
		{
			"the inbox alone",
			listQuery{filter: filterInbox},
			listResult{items: inbox[3:5], inbox: inbox[3:5]},
			"m4? m5?",
		},
		{"a type", listQuery{filter: "event"}, listResult{items: items, inbox: inbox}, "m8 m9"},
		{
			"nothing",
			listQuery{filter: filterAll},
			listResult{},
			"No memories yet. They appear as you chat, or you can add your own.",
		},
		{
			"an active one that may replace another",
			listQuery{filter: "event"},
			listResult{items: items, replaces: map[memory.ID]string{9: "Old."}},
			"m8 m9?",
		},
		{
			"an archived one that might have",
			listQuery{filter: filterAll, status: statusArchived},
			listResult{
				items:    []memory.Memory{newActiveMemory(8, func(m *memory.Memory) { m.Status = memory.StatusArchived })},
				replaces: map[memory.ID]string{8: "Old."},
			},
			"m8",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newTestList(c.query)
			if l.buildListRows() != nil {
				t.Error("there are rows before the first result")
			}
			l.storeResultAndDropUnlistedChosen(c.result)
			if got := describeListRows(l); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestMemoriesAreNewUntilTheyWereOpened(t *testing.T) {
	l := newTestList(listQuery{filter: filterAll})
	l.storeResultAndDropUnlistedChosen(
		listResult{items: []memory.Memory{newActiveMemory(2)}, inbox: []memory.Memory{newActiveMemory(3, putInInbox)}},
	)
	l.storeResultAndDropUnlistedChosen(
		listResult{items: []memory.Memory{newActiveMemory(5), newActiveMemory(4), newActiveMemory(3), newActiveMemory(2)}},
	)
	if got := describeListRows(l); got != "m5! m4! m3 m2" {
		t.Errorf("got %s", got)
	}
	l.markSeen(5)
	l.selectMemory(4)
	l.storeResultAndDropUnlistedChosen(listResult{items: []memory.Memory{newActiveMemory(5), newActiveMemory(4)}})
	if got := describeListRows(l); got != "m5 m4!*" {
		t.Errorf("after opening one: %s", got)
	}
}

func TestListGrowsByPagesAndStaysGrownWhileItsStartStays(t *testing.T) {
	var many []memory.Memory
	for i := range 120 {
		many = append(many, newActiveMemory(memory.ID(200-i)))
	}
	l := newTestList(listQuery{filter: filterAll})
	if l.increaseShownCountByPage() {
		t.Error("an empty list has more")
	}
	l.storeResultAndDropUnlistedChosen(listResult{items: many})
	want := func(n int, when string) {
		t.Helper()
		if got := len(l.buildListRows()); got != n {
			t.Errorf("%s: %d rows, want %d", when, got, n)
		}
	}
	want(50, "at first")
	if !l.increaseShownCountByPage() {
		t.Error("50 of 120 are all")
	}
	want(100, "after a page")
	l.storeResultAndDropUnlistedChosen(listResult{items: slices.Clone(many)})
	want(100, "after a reload")
	if !l.increaseShownCountByPage() || l.increaseShownCountByPage() {
		t.Error("the last page is not the third")
	}
	want(120, "at the end")
	l.storeResultAndDropUnlistedChosen(listResult{items: many[1:]})
	want(50, "after another search")
	l.storeResultAndDropUnlistedChosen(listResult{})
	want(1, "without a result")
}

func TestCountsComeFromTheNewestOverview(t *testing.T) {
	l := newTestList(listQuery{filter: filterAll})
	if got := describeChips(l.filterChipsWithCounts()[:1]) + "|" + l.memoryOrChosenCountText(); got !=
		"[All]|0 memories" || len(l.tagsByFrequency()) != 0 {
		t.Errorf("before the first result: %s, %v", got, l.tagsByFrequency())
	}
	overview := &memory.MemoryOverview{
		ByStatus: map[memory.Status]int{memory.StatusActive: 1200, memory.StatusInbox: 5}, Outdated: 3,
		Tags: []memory.TagCount{{Tag: "food", Count: 9}, {Tag: "home", Count: 2}},
	}
	l.storeResultAndDropUnlistedChosen(
		listResult{overview: overview, inbox: []memory.Memory{newActiveMemory(1, putInInbox)}},
	)
	if l.stale {
		t.Error("the overview is to be loaded again")
	}
	l.query.text = "cat"
	l.storeResultAndDropUnlistedChosen(
		listResult{items: []memory.Memory{newActiveMemory(2), newActiveMemory(3)}},
	) // a keystroke needs no overview
	got := describeChips(l.filterChipsWithCounts()[:1]) + "|" + l.memoryOrChosenCountText()
	if got != "[All 1200]|2 of 1,200 memories" {
		t.Errorf("got %s", got)
	}
	l.query.status = statusForgotten // of which the overview knows nothing
	if got := l.memoryOrChosenCountText(); got != "2 memories" {
		t.Errorf("forgotten: %s", got)
	}
	if got := strings.Join(l.tagsByFrequency(), " "); got != "food home" {
		t.Errorf("tags: %s", got)
	}
}

func TestRenamedChatChangesTheCardsThatNameIt(t *testing.T) {
	l := newTestList(listQuery{filter: filterAll})
	l.storeResultAndDropUnlistedChosen(listResult{
		items: []memory.Memory{newActiveMemory(
			1, changeSettingSourceChat(7, "Plan"),
		), newActiveMemory(2, changeSettingSourceChat(8, "Cats"))},
		inbox: []memory.Memory{newActiveMemory(3, putInInbox, changeSettingSourceChat(7, "Plan"))},
	})
	for chat, want := range map[memory.ID]bool{7: true, 8: true, 9: false, 0: false} {
		if got := l.hasMemoryFromChat(chat); got != want {
			t.Errorf("mentions chat %d: %v", chat, got)
		}
	}
	if l.setSourceChatTitleOfLoaded(7, "Plan") || l.setSourceChatTitleOfLoaded(9, "New") {
		t.Error("a title changed that is the same or is not shown")
	}
	if !l.setSourceChatTitleOfLoaded(7, "Dinners") {
		t.Error("the title did not change")
	}
	for _, r := range l.buildListRows() {
		if got, want := strings.Contains(r.card.source, "Dinners"), r.key != "m2"; got != want {
			t.Errorf("%s says %s", r.key, r.card.source)
		}
	}
}

func TestGroupHeadingChangesWithItsMemories(t *testing.T) {
	a := inboxGroup{"Lisbon", []memory.Memory{newActiveMemory(1), newActiveMemory(2)}}
	b := inboxGroup{"Lisbon", []memory.Memory{newActiveMemory(1), newActiveMemory(3)}}
	if a.headingText() != b.headingText() || a.contentVersion() == b.contentVersion() {
		t.Errorf("%q and %q", a.contentVersion(), b.contentVersion())
	}
}

func TestMemoriesOfOneChatAreListedTogether(t *testing.T) {
	ms := []memory.Memory{
		newActiveMemory(1, changeSettingSourceChat(7, "")), newActiveMemory(2), newActiveMemory(
			3, changeSettingSourceChat(8, ""),
		), newActiveMemory(4, changeSettingSourceChat(7, "")), newActiveMemory(5),
	}
	groupMemoriesBySourceChatInPlace(ms)
	var got []memory.ID
	for _, m := range ms {
		got = append(got, m.ID)
	}
	if !slices.Equal(got, []memory.ID{1, 4, 2, 5, 3}) {
		t.Errorf("got %v", got)
	}
}

func TestCardKnowsWhatItAsks(t *testing.T) {
	m := newActiveMemory(1, putInInbox)
	for _, c := range []struct {
		card                  memoryCard
		title, reason, labels string
	}{
		{memoryCard{memory: m, waits: true}, "Waiting for your OK", "", "Keep Edit Discard"},
		{
			memoryCard{memory: m, waits: true, replaces: "Old.", reason: "état sûr"},
			"Waiting for your OK", "État sûr.",
			"Replace Keep both Edit Discard",
		},
		{
			memoryCard{memory: newActiveMemory(1), waits: true, replaces: "Old."},
			"Does this replace another memory?", "",
			"Replace Keep both Edit Discard",
		},
		{
			memoryCard{memory: newActiveMemory(1), replaces: "Old."},
			"Does this replace another memory?", "",
			"Edit Forget Why",
		},
	} {
		var labels []string
		for _, a := range c.card.possibleActions() {
			labels = append(labels, a.label)
		}
		if got := strings.Join(labels, " "); c.card.pendingDecisionTitle() != c.title ||
			c.card.reasonSentence() != c.reason ||
			got != c.labels {
			t.Errorf("%+v: %s, %q, %s", c.card, c.card.pendingDecisionTitle(), c.card.reasonSentence(), got)
		}
	}
}

func TestCardVersionChangesWithEverythingItShows(t *testing.T) {
	base := memoryCard{memory: newActiveMemory(1)}
	seen := map[string]string{base.contentVersion(): "nothing"}
	for name, change := range map[string]func(c *memoryCard){
		"content":    func(c *memoryCard) { c.memory.Content = "Another." },
		"status":     func(c *memoryCard) { c.memory.Status = memory.StatusArchived },
		"pin":        func(c *memoryCard) { c.memory.Pinned = true },
		"edit time":  func(c *memoryCard) { c.memory.UpdatedAt = time.Unix(1, 0) },
		"end":        func(c *memoryCard) { c.memory.ValidTo = "2026" },
		"successor":  func(c *memoryCard) { c.memory.SupersededBy = 2 },
		"new":        func(c *memoryCard) { c.isNew = true },
		"source":     func(c *memoryCard) { c.source = "Personal" },
		"selection":  func(c *memoryCard) { c.selected = true },
		"reason":     func(c *memoryCard) { c.reason = "you said so" },
		"older text": func(c *memoryCard) { c.replaces = "Old." },
	} {
		c := base
		change(&c)
		if same, ok := seen[c.contentVersion()]; ok {
			t.Errorf("%s is not told from %s", name, same)
		}
		seen[c.contentVersion()] = name
	}
}

func TestSourceMessageNeedsAMessageAndItsChat(t *testing.T) {
	for _, c := range []struct {
		name          string
		m             memory.Memory
		chat, message memory.ID
		ok            bool
	}{
		{"learned", newActiveMemory(1, changeSettingSourceChat(7, "")), 7, 101, true},
		{"its chat is gone", newActiveMemory(1, func(m *memory.Memory) { m.SourceMessageID = 101 }), 0, 101, false},
		{"written by hand in a chat", newActiveMemory(1, func(m *memory.Memory) { m.SourceChat.ID = 7 }), 7, 0, false},
	} {
		chat, message, ok := memoryCard{memory: c.m}.sourceChatAndMessageID()
		if chat != c.chat || message != c.message || ok != c.ok {
			t.Errorf("%s: %d, %d, %v", c.name, chat, message, ok)
		}
	}
}

func TestSourceTextNamesTypeOriginAndTime(t *testing.T) {
	now := time.Date(2026, 5, 3, 12, 0, 0, 0, time.Local)
	for _, c := range []struct {
		want   string
		change func(*memory.Memory)
	}{
		{"Personal · added by you · just now", func(m *memory.Memory) { m.Type = memory.TypePersonal }},
		{"Preferences · added by you · just now", func(m *memory.Memory) { m.Type = memory.TypePreference }},
		{"Other · added by you · just now", func(m *memory.Memory) { m.Type = "of a newer program" }},
		{"Other · shoe size · added by you · just now", func(m *memory.Memory) { m.Key = "shoe size" }},
		{"Other · Lisbon · just now", changeSettingSourceChat(7, "Lisbon")},
		{"Other · from a chat · just now", func(m *memory.Memory) {
			m.Origin, m.SourceChat = memory.OriginExtracted, memory.SourceChat{ID: 7, Title: "Lisbon", InTrash: true}
		}},
		{"Other · added by an app · just now", func(m *memory.Memory) { m.Origin = memory.OriginAPI }},
		{"Other · from the Markdown folder · just now", func(m *memory.Memory) { m.Origin = memory.OriginFolder }},
		{"Other · imported · just now", func(m *memory.Memory) { m.Origin = memory.OriginImport }},
		{"Other · from system_memories.yaml · just now", func(m *memory.Memory) { m.Origin = memory.OriginSystem }},
		{"Other · pinned · sent in every chat", func(m *memory.Memory) { m.Pinned = true }},
		{"Other · added by you · in its chat only", func(m *memory.Memory) { m.Scope = memory.ScopeChat }},
		{"Other · added by you · until May 2026", func(m *memory.Memory) { m.ValidTo = "2026-05" }},
		{"Other · added by you · replaced 1 May 2026", func(m *memory.Memory) {
			m.SupersededBy, m.ValidTo = 2, "2026-05-01"
		}},
	} {
		m := newActiveMemory(1, func(m *memory.Memory) { m.Origin, m.CreatedAt = memory.OriginManual, now }, c.change)
		if got := typeOriginAndTimeText(m, "", now); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestOnlyWhatCameByItselfIsNew(t *testing.T) {
	l := newMemoryListState(time.Now)
	l.loaded, l.newestID = true, 3
	for _, c := range []struct {
		m    memory.Memory
		want bool
	}{
		{memory.Memory{ID: 4, Origin: memory.OriginExtracted}, true},
		{memory.Memory{ID: 4, Origin: memory.OriginManual}, false},
		{memory.Memory{ID: 3, Origin: memory.OriginExtracted}, false},
	} {
		if got := l.isNewInWindow(c.m); got != c.want {
			t.Errorf("%+v is new: %t", c.m, got)
		}
	}
}

func TestSimilarMemoriesFollowThoseFoundByWords(t *testing.T) {
	l := newMemoryListState(time.Now)
	l.query.text = "pet"
	l.storeResultAndDropUnlistedChosen(listResult{
		items:   []memory.Memory{{ID: 1, Content: "The user's pet is Rex."}},
		similar: []memory.Memory{{ID: 2, Content: "The user has two rabbits."}},
	})
	var keys []string
	for _, r := range l.buildListRows() {
		keys = append(keys, r.key+r.heading)
	}
	if got := strings.Join(keys, " "); got != "m1 similarSimilar in meaning m2" {
		t.Errorf("rows: %s", got)
	}
	if got := l.memoryOrChosenCountText(); got != "2 of 0 memories" {
		t.Errorf("count: %s", got)
	}
	l.storeResultAndDropUnlistedChosen(listResult{similar: []memory.Memory{{ID: 2}}})
	if rows := l.buildListRows(); len(rows) != 2 || rows[0].heading == "" {
		t.Errorf("without hits by words: %+v", rows)
	}
}

func TestNarrowSourceLineKeepsTheTime(t *testing.T) {
	const text = "Preferences · A very long name of a chat about breakfast · just now"
	for width, want := range map[float32]string{
		1000: text, 220: "Preferences · A very lo… · just now", 100: "Preferences · … · just now",
	} {
		got := truncateMiddlePartToWidth(text, width)
		if strings.HasSuffix(want, text) && got != text || !strings.HasPrefix(got, "Preferences · ") ||
			!strings.HasSuffix(got, " · just now") || len(got) > len(want)+8 {
			t.Errorf("%v pixels wide: %q, about %q", width, got, want)
		}
	}
	if got := truncateMiddlePartToWidth("Other · just now", 20); got != "Other · just now" {
		t.Errorf("without an origin: %q", got)
	}
}
