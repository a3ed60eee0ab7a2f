package panel

import (
	"context"
	"fmt"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
	"memoir/ui/when"
)

// pageSize is how many memories are added to the list at a time, when its end comes near, so that
// ten thousand cost the window no more than a screenful.
const listStep = 50

// memoriesPage is the page with the list of memories.
type memories struct {
	p       *Pane
	body    fyne.CanvasObject
	search  *parts.Field
	pills   *parts.Flow
	list    *parts.List
	count   *kit.Label
	ask     app.Latest
	asked   app.Latest
	filter  string
	tag     string
	status  string
	waiting waiting
	thread  memory.ID
	items   []memory.Memory
	shown   int // of items, those that are listed
	inbox   []memory.Memory
	tags    []string
	total   int
	chats   map[memory.ID]string // by chat, for the source line
	sources sources
	chosen  memory.ID
	newest  memory.ID // memories with higher IDs are new in this window
	seen    map[memory.ID]bool
	started bool
	undo    [][]memory.ID // for Ctrl+Z: groups of decisions made in this window, newest last
}

func newMemories(p *Pane) *memories {
	m := &memories{
		p: p, filter: filterAll, chats: map[memory.ID]string{}, seen: map[memory.ID]bool{}, sources: newSources(),
		shown: listStep,
	}
	m.search = parts.NewField(parts.FieldOptions{Icon: theme.IconSearch, Place: "Search memories", Clear: true})
	m.search.OnChanged = func(string) {
		m.list.ToTop()
		m.find()
	}
	m.pills = parts.NewFlow(6, 6)
	m.list = parts.NewList(8, 4, 16, 16, 16)
	m.list.OnEnd = m.grow
	m.count = kit.NewShrinkingLabel("", theme.RoleMeta, theme.Text3)
	add := parts.NewButton(parts.ButtonOptions{
		Kind: parts.Link, Icon: theme.IconPlus, Label: "Add memory", Name: "Add memory (Ctrl+Shift+M)",
	}, p.Add)
	foot := parts.Fix(0, 44, parts.Pad(0, 12, 0, 16,
		parts.Row(8, parts.Flex(parts.Pad(12, 0, 12, 0, m.count)), add)))
	top := parts.Pad(16, 16, 8, 16, parts.Column(10, m.search, m.pills))
	m.body = page(parts.Border(top, nil, nil, nil, m.list), foot)
	m.showPills()
	return m
}

// listOverview is what the page needs besides the search result.
type overview struct {
	all   []memory.Memory
	tags  []string
	chats map[memory.ID]string
}

// reload reloads everything after a change.
func (m *memories) reload() {
	env := m.p.env
	m.list.Await(env.After, cardHeight)
	app.Newest(env.Tasks, &m.ask, func(ctx context.Context) (overview, error) {
		o := overview{chats: map[memory.ID]string{}}
		var err error
		if o.all, err = env.Service.Memories(ctx, memory.MemoryQuery{MemoryFilter: m.mine()}); err != nil {
			return o, err
		}
		o.tags = tagsOf(o.all)
		threads, err := env.Service.Threads(ctx, memory.ThreadFilter{ProfileID: env.Profile})
		for _, t := range threads {
			o.chats[t.ID] = t.Title
		}
		return o, err
	}, func(o overview, err error) {
		if err != nil {
			m.list.GiveUp()
			env.Fail(err)
			return
		}
		m.total, m.tags, m.chats = len(o.all), o.tags, o.chats
		m.findAmong(o.all)
	})
}

// refreshChatTitle reloads the title of a chat; chats without memories are ignored.
func (m *memories) retitle(chat memory.ID) {
	env := m.p.env
	app.Do(env.Tasks, func(ctx context.Context) (memory.Thread, error) {
		return env.Service.Thread(ctx, env.Profile, chat)
	}, func(t memory.Thread, err error) {
		if was, known := m.chats[chat]; err != nil || !known || was == t.Title {
			return
		}
		m.chats[chat] = t.Title
		m.show()
		if m.p.editor != nil {
			m.p.editor.reload()
		}
		m.p.settled()
	})
}

// profileFilter selects the memories of the profile that are in use.
func (m *memories) mine() memory.MemoryFilter {
	return memory.MemoryFilter{ProfileID: m.p.env.Profile, AnyScope: true}
}

// listQuery is what the list was asked for.
type wanted struct{ text, filter, tag, status string }

// listResult is what matches it.
type found struct {
	items, inbox []memory.Memory
	waiting      waiting
	sources      map[memory.ID]memory.ID
}

// searchList loads the memories that match the search and the filters. It runs on every keystroke
// in the search field.
func (m *memories) find() { m.findAmong(nil) }

// searchAmong is searchList for when all memories have just been loaded; it avoids loading them
// twice.
func (m *memories) findAmong(all []memory.Memory) {
	env := m.p.env
	want, known := wanted{m.search.Text(), m.filter, m.tag, m.status}, m.sources.known()
	app.Newest(env.Tasks, &m.asked, func(ctx context.Context) (found, error) {
		return m.load(ctx, want, all, known)
	}, func(f found, err error) {
		if err != nil {
			m.list.GiveUp()
			env.Fail(err)
			return
		}
		m.items, m.inbox, m.waiting, m.shown = f.items, f.inbox, f.waiting, max(listStep, m.kept(f.items))
		m.sources.add(f.sources)
		if !m.started {
			m.started = true
			for _, x := range append(append([]memory.Memory{}, m.items...), m.inbox...) {
				m.newest = max(m.newest, x.ID)
			}
		}
		m.showPills()
		m.show()
		m.p.settled()
	})
}

// shownAfterReload is how many memories stay listed: as many as before if the list starts with the
// same one, so that a change does not scroll.
func (m *memories) kept(items []memory.Memory) int {
	if len(items) == 0 || len(m.items) == 0 || items[0].ID != m.items[0].ID {
		return 0
	}
	return m.shown
}

// loadList runs off the UI goroutine.
func (m *memories) load(
	ctx context.Context, want wanted, all []memory.Memory, known map[memory.ID]memory.ID,
) (found, error) {
	s, f := m.p.env.Service, found{}
	var err error
	waits := m.mine()
	waits.Status = []memory.Status{memory.StatusInbox}
	if f.inbox, err = s.Memories(ctx, memory.MemoryQuery{MemoryFilter: waits, Query: want.text}); err != nil {
		return f, err
	}
	switch {
	case want.filter == filterInbox:
		f.items = f.inbox
	case all != nil && want == (wanted{filter: filterAll, status: statusUsed}):
		f.items = all
	default:
		q := memory.MemoryQuery{MemoryFilter: m.mine(), Query: want.text}
		q.Tag = want.tag
		if want.filter != filterAll {
			q.Type = memory.Type(want.filter)
		}
		asks(&q, want.status)
		if f.items, err = s.Memories(ctx, q); err != nil {
			return f, err
		}
		if f.items, err = m.keepOnly(ctx, f.items, want.status); err != nil {
			return f, err
		}
	}
	if f.waiting, err = m.explain(ctx, f.inbox, f.items); err != nil {
		return f, err
	}
	look := append(append([]memory.Memory{}, f.inbox...), f.items[:min(len(f.items), listStep)]...)
	f.sources, err = m.look(ctx, look, known)
	byChat(f.inbox, func(x memory.Memory) memory.ID { return chatOf(x, known, f.sources) })
	return f, err
}

// showMore lists the next memories when the end of the list comes near.
func (m *memories) grow() {
	if m.shown >= len(m.items) {
		return
	}
	from := m.shown
	m.shown += listStep
	m.show()
	env, known, next := m.p.env, m.sources.known(), m.items[from:min(m.shown, len(m.items))]
	app.Do(env.Tasks, func(ctx context.Context) (map[memory.ID]memory.ID, error) {
		return m.look(ctx, next, known)
	}, func(more map[memory.ID]memory.ID, err error) {
		if err == nil && len(more) > 0 {
			m.sources.add(more)
			m.show()
		}
	})
}

// showsInbox reports whether the inbox is shown above the list.
func (m *memories) lists() bool {
	return m.filter == filterInbox || m.filter == filterAll && m.tag == "" && m.status == statusUsed
}

func (m *memories) show() {
	if !m.started {
		return
	}
	items := m.items[:min(len(m.items), m.shown)]
	entries := make([]parts.Entry, 0, len(items)+len(m.inbox)+1)
	if m.lists() {
		entries = m.waitingEntries(entries)
	}
	if m.filter != filterInbox {
		for _, x := range items {
			entries = append(entries, m.entry(x))
		}
	}
	if len(entries) == 0 {
		entries = append(entries, m.emptyEntry())
	}
	m.list.Set(entries)
	text := when.Count(m.total, "memory", "memories")
	if m.search.Text() != "" {
		text = fmt.Sprintf("%s of %s", when.Number(len(m.items)), text)
	}
	m.count.SetText(text)
}

func (m *memories) emptyEntry() parts.Entry {
	text := "No memories yet. They appear as you chat, or you add one."
	switch {
	case m.search.Text() != "":
		text = "No memory has these words."
	case m.filter == filterInbox:
		text = "Nothing waits for your OK."
	case m.status != statusUsed:
		text = "There is nothing of this kind."
	case m.filter != filterAll || m.tag != "":
		text = "No memories of this kind."
	}
	return parts.Entry{
		Key: "none", Version: text,
		Height: func(float32) float32 { return theme.Current().Scaled(80) },
		Make: func() fyne.CanvasObject {
			return parts.Pad(20, 8, 0, 8, parts.NewPara(text, theme.RoleControl, theme.Text3, 0).Centred())
		},
	}
}

// openMemory opens the editor of a memory in any state; why scrolls to the reason.
func (m *memories) open(id memory.ID, why bool) {
	m.chosen = id
	env := m.p.env
	app.Do(env.Tasks, func(ctx context.Context) (memory.Memory, error) {
		return env.Service.Memory(ctx, env.Profile, id)
	}, func(x memory.Memory, err error) {
		if err != nil {
			env.Fail(err)
			return
		}
		m.see(id)
		m.p.openEditor(x, why)
	})
}

func (m *memories) see(id memory.ID) {
	m.seen[id] = true
	m.show()
}

// refreshNewMarks removes "New" from memories that were opened.
func (m *memories) markSeen() { m.show() }

func (m *memories) isNew(x memory.Memory) bool { return m.started && x.ID > m.newest && !m.seen[x.ID] }
