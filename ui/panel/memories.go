package panel

import (
	"context"
	"fmt"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// pageSize is how many memories are added to the list at a time, when its end comes near, so that
// ten thousand cost the window no more than a screenful.
const pageSize = 50

// memoriesPage is the page with the list of memories.
type memoriesPage struct {
	pane            *Pane
	body            fyne.CanvasObject
	searchField     *widgets.Field
	filterChips     *widgets.Flow
	list            *widgets.List
	countLabel      *draw.Label
	overviewRequest app.Request
	searchRequest   app.Request
	filter          string
	tag             string
	status          string
	inboxDetails    inboxDetails
	chatID          memory.ID
	items           []memory.Memory
	shownCount      int // of items, those that are listed
	inbox           []memory.Memory
	tags            []string
	total           int
	chatTitles      map[memory.ID]string // by chat, for the source line
	sourceChats     sourceChats
	selectedID      memory.ID
	newestID        memory.ID // memories with higher IDs are new in this window
	seenIDs         map[memory.ID]bool
	loaded          bool
	undoStack       [][]memory.ID // for Ctrl+Z: groups of decisions made in this window, newest last
}

func newMemoriesPage(p *Pane) *memoriesPage {
	m := &memoriesPage{
		pane: p, filter: filterAll, chatTitles: map[memory.ID]string{}, seenIDs: map[memory.ID]bool{},
		sourceChats: newSourceChats(),
		shownCount:  pageSize,
	}
	m.searchField = widgets.NewField(widgets.FieldOptions{Icon: theme.IconSearch, Placeholder: "Search memories",
		ClearButton: true})
	m.searchField.OnChanged = func(string) {
		m.list.ScrollToTop()
		m.searchList()
	}
	m.filterChips = widgets.NewFlow(6, 6)
	m.list = widgets.NewList(8, 4, 16, 16, 16)
	m.list.OnNearEnd = m.showMore
	m.countLabel = draw.NewShrinkingLabel("", theme.RoleMeta, theme.Text3)
	add := widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Link, Icon: theme.IconPlus, Label: "Add memory", Name: "Add memory (Ctrl+Shift+M)",
	}, p.AddMemory)
	foot := widgets.FixedSize(0, 44, widgets.Pad(0, 12, 0, 16,
		widgets.Row(8, widgets.Flex(widgets.Pad(12, 0, 12, 0, m.countLabel)), add)))
	top := widgets.Pad(16, 16, 8, 16, widgets.Column(10, m.searchField, m.filterChips))
	m.body = withFooter(widgets.Border(top, nil, nil, nil, m.list), foot)
	m.showFilterChips()
	return m
}

// listOverview is what the page needs besides the search result.
type listOverview struct {
	all        []memory.Memory
	tags       []string
	chatTitles map[memory.ID]string
}

// reload reloads everything after a change.
func (m *memoriesPage) reload() {
	env := m.pane.env
	m.list.StartLoading(env.After, cardHeight)
	app.Latest(env.Tasks, &m.overviewRequest, func(ctx context.Context) (listOverview, error) {
		o := listOverview{chatTitles: map[memory.ID]string{}}
		var err error
		if o.all, err = env.Session.Memories(ctx, memory.MemoryQuery{MemoryFilter: m.profileFilter()}); err != nil {
			return o, err
		}
		o.tags = topTags(o.all)
		threads, err := env.Session.Chats(ctx, memory.ChatFilter{})
		for _, t := range threads {
			o.chatTitles[t.ID] = t.Title
		}
		return o, err
	}, func(o listOverview, err error) {
		if err != nil {
			m.list.CancelLoading()
			env.ShowError(err)
			return
		}
		m.total, m.tags, m.chatTitles = len(o.all), o.tags, o.chatTitles
		m.searchAmong(o.all)
	})
}

// refreshChatTitle reloads the title of a chat; chats without memories are ignored.
func (m *memoriesPage) refreshChatTitle(chat memory.ID) {
	env := m.pane.env
	app.Go(env.Tasks, func(ctx context.Context) (memory.Chat, error) {
		return env.Session.Chat(ctx, chat)
	}, func(t memory.Chat, err error) {
		if was, known := m.chatTitles[chat]; err != nil || !known || was == t.Title {
			return
		}
		m.chatTitles[chat] = t.Title
		m.showList()
		if m.pane.editor != nil {
			m.pane.editor.reload()
		}
		m.pane.notifyLoad()
	})
}

// profileFilter selects the memories of the profile that are in use.
func (m *memoriesPage) profileFilter() memory.MemoryFilter {
	return memory.MemoryFilter{AnyScope: true}
}

// listQuery is what the list was asked for.
type listQuery struct{ text, filter, tag, status string }

// listResult is what matches it.
type listResult struct {
	items, inbox []memory.Memory
	inboxDetails inboxDetails
	sourceChats  map[memory.ID]memory.ID
}

// searchList loads the memories that match the search and the filters. It runs on every keystroke
// in the search field.
func (m *memoriesPage) searchList() { m.searchAmong(nil) }

// searchAmong is searchList for when all memories have just been loaded; it avoids loading them
// twice.
func (m *memoriesPage) searchAmong(all []memory.Memory) {
	env := m.pane.env
	want, known := listQuery{m.searchField.Text(), m.filter, m.tag, m.status}, m.sourceChats.clone()
	app.Latest(env.Tasks, &m.searchRequest, func(ctx context.Context) (listResult, error) {
		return m.loadList(ctx, want, all, known)
	}, func(f listResult, err error) {
		if err != nil {
			m.list.CancelLoading()
			env.ShowError(err)
			return
		}
		m.items, m.inbox, m.inboxDetails, m.shownCount = f.items, f.inbox, f.inboxDetails,
			max(pageSize, m.shownAfterReload(f.items))
		m.sourceChats.merge(f.sourceChats)
		if !m.loaded {
			m.loaded = true
			for _, x := range append(append([]memory.Memory{}, m.items...), m.inbox...) {
				m.newestID = max(m.newestID, x.ID)
			}
		}
		m.showFilterChips()
		m.showList()
		m.pane.notifyLoad()
	})
}

// shownAfterReload is how many memories stay listed: as many as before if the list starts with the
// same one, so that a change does not scroll.
func (m *memoriesPage) shownAfterReload(items []memory.Memory) int {
	if len(items) == 0 || len(m.items) == 0 || items[0].ID != m.items[0].ID {
		return 0
	}
	return m.shownCount
}

// loadList runs off the UI goroutine.
func (m *memoriesPage) loadList(
	ctx context.Context, want listQuery, all []memory.Memory, known map[memory.ID]memory.ID,
) (listResult, error) {
	s, f := m.pane.env.Session, listResult{}
	var err error
	inboxOnly := m.profileFilter()
	inboxOnly.Status = []memory.Status{memory.StatusInbox}
	if f.inbox, err = s.Memories(ctx, memory.MemoryQuery{MemoryFilter: inboxOnly, Query: want.text}); err != nil {
		return f, err
	}
	switch {
	case want.filter == filterInbox:
		f.items = f.inbox
	case all != nil && want == (listQuery{filter: filterAll, status: statusInUse}):
		f.items = all
	default:
		q := memory.MemoryQuery{MemoryFilter: m.profileFilter(), Query: want.text}
		q.Tag = want.tag
		if want.filter != filterAll {
			q.Type = memory.Type(want.filter)
		}
		applyStatus(&q, want.status)
		if f.items, err = s.Memories(ctx, q); err != nil {
			return f, err
		}
		if f.items, err = m.filterByStatus(ctx, f.items, want.status); err != nil {
			return f, err
		}
	}
	if f.inboxDetails, err = m.loadInboxDetails(ctx, f.inbox, f.items); err != nil {
		return f, err
	}
	unresolved := append(append([]memory.Memory{}, f.inbox...), f.items[:min(len(f.items), pageSize)]...)
	f.sourceChats, err = m.loadSourceChats(ctx, unresolved, known)
	groupByChat(f.inbox, func(x memory.Memory) memory.ID { return sourceChat(x, known, f.sourceChats) })
	return f, err
}

// showMore lists the next memories when the end of the list comes near.
func (m *memoriesPage) showMore() {
	if m.shownCount >= len(m.items) {
		return
	}
	from := m.shownCount
	m.shownCount += pageSize
	m.showList()
	env, known, next := m.pane.env, m.sourceChats.clone(), m.items[from:min(m.shownCount, len(m.items))]
	app.Go(env.Tasks, func(ctx context.Context) (map[memory.ID]memory.ID, error) {
		return m.loadSourceChats(ctx, next, known)
	}, func(more map[memory.ID]memory.ID, err error) {
		if err == nil && len(more) > 0 {
			m.sourceChats.merge(more)
			m.showList()
		}
	})
}

// showsInbox reports whether the inbox is shown above the list.
func (m *memoriesPage) showsInbox() bool {
	return m.filter == filterInbox || m.filter == filterAll && m.tag == "" && m.status == statusInUse
}

func (m *memoriesPage) showList() {
	if !m.loaded {
		return
	}
	items := m.items[:min(len(m.items), m.shownCount)]
	entries := make([]widgets.ListRow, 0, len(items)+len(m.inbox)+1)
	if m.showsInbox() {
		entries = m.inboxEntries(entries)
	}
	if m.filter != filterInbox {
		for _, x := range items {
			entries = append(entries, m.cardEntry(x))
		}
	}
	if len(entries) == 0 {
		entries = append(entries, m.emptyEntry())
	}
	m.list.SetRows(entries)
	text := humanize.CountNoun(m.total, "memory", "memories")
	if m.searchField.Text() != "" {
		text = fmt.Sprintf("%s of %s", humanize.FormatNumber(len(m.items)), text)
	}
	m.countLabel.SetText(text)
}

func (m *memoriesPage) emptyEntry() widgets.ListRow {
	text := "No memories yet. They appear as you chat, or you add one."
	switch {
	case m.searchField.Text() != "":
		text = "No memory has these words."
	case m.filter == filterInbox:
		text = "Nothing waits for your OK."
	case m.status != statusInUse:
		text = "There is nothing of this kind."
	case m.filter != filterAll || m.tag != "":
		text = "No memories of this kind."
	}
	return widgets.ListRow{
		Key: "none", Version: text,
		MeasureHeight: func(float32) float32 { return theme.Current().ScaleWithText(80) },
		Build: func() fyne.CanvasObject {
			return widgets.Pad(20, 8, 0, 8, widgets.NewWrappedText(text, theme.RoleControl, theme.Text3, 0).AsCentered())
		},
	}
}

// openMemory opens the editor of a memory in any state; why scrolls to the reason.
func (m *memoriesPage) openMemory(id memory.ID, why bool) {
	m.selectedID = id
	env := m.pane.env
	app.Go(env.Tasks, func(ctx context.Context) (memory.Memory, error) {
		return env.Session.Memory(ctx, id)
	}, func(x memory.Memory, err error) {
		if err != nil {
			env.ShowError(err)
			return
		}
		m.markSeen(id)
		m.pane.openEditor(x, why)
	})
}

func (m *memoriesPage) markSeen(id memory.ID) {
	m.seenIDs[id] = true
	m.showList()
}

// refreshNewMarks removes "New" from memories that were opened.
func (m *memoriesPage) refreshNewMarks() { m.showList() }

func (m *memoriesPage) isNew(x memory.Memory) bool {
	return m.loaded && x.ID > m.newestID && !m.seenIDs[x.ID]
}
