package panel

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"memoir/memory"
	"memoir/ui/humanize"
	"memoir/ui/translate"
)

// pageSize is how many memories are added to the list at a time, when its end comes near, so that
// ten thousand cost the window no more than a screenful.
const pageSize = 50

// memoryList is the state of the list of memories without its widgets: what it is asked for, what
// was loaded, and what of that is shown. UI goroutine only.
type memoryList struct {
	query      listQuery
	wantsAll   bool // not only the start of what the query finds
	now        func() time.Time
	loaded     bool // a result has arrived
	stale      bool // the overview must be loaded again
	listResult      // the newest
	shownCount int  // of items, those that are listed
	selectedID memory.ID
	selection  memorySelection
	newestID   memory.ID // memories with higher IDs are new in this window
	seenIDs    map[memory.ID]bool
}

func newMemoryListState(now func() time.Time) *memoryList {
	return &memoryList{
		query: listQuery{filter: filterAll}, now: now, stale: true, shownCount: pageSize, seenIDs: map[memory.ID]bool{},
	}
}

// listResult is what was loaded for a query.
type listResult struct {
	overview *memory.MemoryOverview // nil when it was not asked for
	items    []memory.Memory        // without the inbox, unless that is the filter
	hasMore  bool                   // the query finds more than items
	similar  []memory.Memory        // not found by the words of a search, but close to them in meaning
	inbox    []memory.Memory        // memories of one chat follow each other
	reasons  map[memory.ID]string   // by inbox memory: why it is there
	replaces map[memory.ID]string   // by memory: the text of the one it may replace
	projects map[memory.ID]string   // names of projects
}

// storeResultAndDropUnlistedChosen takes over what was loaded. As many memories as before stay
// listed if the list starts with the same one, so that a change does not scroll.
func (l *memoryList) storeResultAndDropUnlistedChosen(r listResult) {
	shown := pageSize
	if len(r.items) > 0 && len(l.items) > 0 && r.items[0].ID == l.items[0].ID {
		shown = max(shown, l.shownCount)
	}
	if r.overview == nil {
		r.overview = l.overview
	} else {
		l.stale = false
	}
	l.listResult, l.shownCount = r, shown
	l.selection.dropUnlistedChosen(slices.Concat(l.items, l.similar))
	if l.loaded {
		return
	}
	l.loaded = true
	if l.overview != nil {
		l.newestID = l.overview.NewestID
	}
	for _, m := range slices.Concat(l.items, l.inbox) {
		l.newestID = max(l.newestID, m.ID)
	}
}

// loadLimit is how many memories besides the inbox to load, 0 for all.
func (l *memoryList) loadLimit() int {
	if l.wantsAll || l.selection.active {
		return 0
	}
	return max(pageSize, l.shownCount)
}

// setQuery changes what the list is asked for; of another query the start is enough again.
func (l *memoryList) setQuery(q listQuery) {
	if q != l.query {
		l.query, l.wantsAll = q, false
	}
}

// foundNonInboxCount is how many memories besides the inbox the query finds.
func (l *memoryList) foundNonInboxCount() int {
	found := len(l.items)
	if !l.hasMore || l.overview == nil {
		return found
	}
	counted := l.overview.ByStatus[memory.StatusActive]
	if l.query.filter != filterAll {
		counted = l.overview.ByType[memory.Type(l.query.filter)]
	}
	return max(counted, found+1)
}

// increaseShownCountByPage lists the next memories; it reports whether any were loaded.
func (l *memoryList) increaseShownCountByPage() bool {
	if l.shownCount >= len(l.items) {
		return false
	}
	l.shownCount += pageSize
	return true
}

func (l *memoryList) selectMemory(id memory.ID) { l.selectedID = id }

// markSeen removes "New" from a memory that was opened.
func (l *memoryList) markSeen(id memory.ID) { l.seenIDs[id] = true }

// isNewInWindow reports whether a memory came since the window was opened and was not opened yet.
// One that the user wrote is not new to them.
func (l *memoryList) isNewInWindow(m memory.Memory) bool {
	return l.loaded && m.Origin != memory.OriginManual && m.ID > l.newestID && !l.seenIDs[m.ID]
}

// needsDecision reports whether a memory waits for the user: it is in the inbox, or it is active
// and proposes to replace another one.
func (l *memoryList) needsDecision(m memory.Memory) bool {
	return m.Status == memory.StatusInbox || l.replaces[m.ID] != "" && m.Status == memory.StatusActive
}

// hasMemoryFromChat reports whether a loaded memory names a chat as its source.
func (l *memoryList) hasMemoryFromChat(chat memory.ID) bool {
	return chat != 0 && slices.ContainsFunc(slices.Concat(l.items, l.similar, l.inbox), func(m memory.Memory) bool {
		return m.SourceChat.ID == chat
	})
}

// setSourceChatTitleOfLoaded sets the title of a chat; it reports whether that changed a loaded
// memory.
func (l *memoryList) setSourceChatTitleOfLoaded(chat memory.ID, title string) bool {
	changed := false
	for _, ms := range [][]memory.Memory{l.items, l.similar, l.inbox} {
		for i := range ms {
			if c := &ms[i].SourceChat; c.ID == chat && c.Title != title {
				c.Title, changed = title, true
			}
		}
	}
	return changed
}

func (l *memoryList) activeMemoryCount() int {
	if l.overview == nil {
		return 0
	}
	return l.overview.ByStatus[memory.StatusActive]
}

// filterChipsWithCounts are the filters above the list.
func (l *memoryList) filterChipsWithCounts() []chip {
	total := ""
	if l.loaded {
		total = strconv.Itoa(l.activeMemoryCount())
	}
	var counts map[memory.Type]int
	if l.overview != nil {
		counts = l.overview.ByType
	}
	return l.query.typeAndInboxChips(total, counts, len(l.inbox))
}

// tagsByFrequency are the tags in use, the most frequent first.
func (l *memoryList) tagsByFrequency() []string {
	if l.overview == nil {
		return nil
	}
	tags := make([]string, len(l.overview.Tags))
	for i, t := range l.overview.Tags {
		tags[i] = t.Tag
	}
	return tags
}

// memoryOrChosenCountText is the line beneath the list.
func (l *memoryList) memoryOrChosenCountText() string {
	if l.selection.active {
		return translate.Count(len(l.selection.chosen), "{{.Count}} selected|memory", "{{.Count}} selected|memories")
	}
	if l.query.status != statusInUse { // of these the core counts none, and the list has all
		return translate.Count(len(l.items)+len(l.similar), "{{.Count}} memory", "{{.Count}} memories")
	}
	if l.query.text != "" {
		return translate.Count(l.activeMemoryCount(), "{{.Found}} of {{.Count}} memory", "{{.Found}} of {{.Count}} memories",
			"Found", len(l.items)+len(l.similar))
	}
	return translate.Count(l.activeMemoryCount(), "{{.Count}} memory", "{{.Count}} memories")
}

// listRow is a row of the list; exactly one of card, group, heading and text is set.
type listRow struct {
	key     string
	card    *memoryCard
	group   *inboxGroup
	heading string
	text    string // says why the list is empty
}

// inboxGroup is the heading of several inbox memories from one chat.
type inboxGroup struct {
	title    string // of the chat
	memories []memory.Memory
}

func (g inboxGroup) headingText() string {
	return translate.Text("{{.Number}} from {{.Title}}", "Number", len(g.memories), "Title", g.title)
}

// contentVersion changes whenever the heading or what its buttons decide does.
func (g inboxGroup) contentVersion() string {
	version := g.headingText()
	for _, m := range g.memories {
		version += " " + m.ID.String()
	}
	return version
}

// memoryCard is everything that the card of a memory shows.
type memoryCard struct {
	memory   memory.Memory
	source   string // the line beneath
	waits    bool   // for a decision
	isNew    bool
	selected bool
	reason   string // why it waits
	replaces string // text of the memory it may replace
	// choosable is set while memories are being chosen, chosen if this one is.
	choosable, chosen bool
}

// contentVersion changes whenever anything on the card does.
func (c memoryCard) contentVersion() string {
	m := c.memory
	return fmt.Sprint(m.UpdatedAt.UnixNano(), m.Status, m.Pinned, c.isNew, c.source, m.Content, c.selected, m.ValidTo,
		m.SupersededBy, c.reason, c.replaces, c.choosable, c.chosen)
}

func (c memoryCard) possibleActions() []memoryAction {
	if c.waits {
		return keepReplaceOrDiscardActions(c.replaces != "")
	}
	return listedMemoryActions(c.memory)
}

// pendingDecisionTitle says what a card that waits asks.
func (c memoryCard) pendingDecisionTitle() string {
	if c.memory.Status == memory.StatusActive {
		return translate.Text("Does this replace another memory?")
	}
	return translate.Text("Waiting for your OK")
}

// reasonSentence is the reason as a sentence in the language of the window, "" when there is none.
func (c memoryCard) reasonSentence() string {
	return humanize.ClauseToSentence(translate.TranslateKnown(c.reason))
}

// sourceChatAndMessageID is the message that the memory was learned from; ok is false when there is
// none any more.
func (c memoryCard) sourceChatAndMessageID() (chat, message memory.ID, ok bool) {
	m := c.memory
	return m.SourceChat.ID, m.SourceMessageID, m.SourceMessageID != 0 && m.SourceChat.ID != 0
}

// buildListRows are the rows of the list; none before the first result.
func (l *memoryList) buildListRows() []listRow {
	if !l.loaded {
		return nil
	}
	var rows []listRow
	if l.query.showsInbox() {
		rows = l.inboxRowsGroupedByChat()
	}
	if l.query.showsNonInboxMemories() {
		for _, m := range l.items[:min(len(l.items), l.shownCount)] {
			rows = append(rows, l.newCardRow(m))
		}
	}
	if len(l.similar) > 0 && l.shownCount >= len(l.items) {
		rows = append(rows, listRow{key: "similar", heading: translate.Text("Similar in meaning")})
		for _, m := range l.similar {
			rows = append(rows, l.newCardRow(m))
		}
	}
	if len(rows) == 0 {
		rows = append(rows, listRow{key: "none", text: l.query.emptyListText()})
	}
	return rows
}

// hiddenCount counts the memories that the query finds and the list does not show yet.
func (l *memoryList) hiddenCount() int {
	if !l.query.showsNonInboxMemories() {
		return 0
	}
	return max(0, l.foundNonInboxCount()-l.shownCount)
}

// inboxRowsGroupedByChat are the inbox; several memories of one chat have a heading and can be
// decided together.
func (l *memoryList) inboxRowsGroupedByChat() []listRow {
	var rows []listRow
	for rest := l.inbox; len(rest) > 0; {
		chat, n := rest[0].SourceChat, 1
		for n < len(rest) && rest[n].SourceChat.ID == chat.ID {
			n++
		}
		if chat.ID != 0 && n > 1 {
			title := chatTitleUnlessTrashed(chat)
			if title == "" {
				title = translate.Text("a chat")
			}
			rows = append(rows, listRow{key: "g" + chat.ID.String(), group: &inboxGroup{title, rest[:n]}})
		}
		for _, m := range rest[:n] {
			rows = append(rows, l.newCardRow(m))
		}
		rest = rest[n:]
	}
	return rows
}

func (l *memoryList) newCardRow(m memory.Memory) listRow {
	return listRow{key: "m" + m.ID.String(), card: &memoryCard{
		memory: m, source: typeOriginAndTimeText(m, l.projects[m.ProjectID], l.now()), waits: l.needsDecision(m),
		isNew:    l.isNewInWindow(m),
		selected: m.ID == l.selectedID, reason: l.reasons[m.ID], replaces: l.replaces[m.ID],
		choosable: l.selection.active, chosen: l.selection.chosen[m.ID],
	}}
}

// groupMemoriesBySourceChatInPlace moves memories of the same chat together; otherwise the order is
// kept.
func groupMemoriesBySourceChatInPlace(ms []memory.Memory) {
	first := map[memory.ID]int{}
	for i, m := range ms {
		if _, ok := first[m.SourceChat.ID]; !ok {
			first[m.SourceChat.ID] = i
		}
	}
	slices.SortStableFunc(ms, func(a, b memory.Memory) int {
		return first[a.SourceChat.ID] - first[b.SourceChat.ID]
	})
}
