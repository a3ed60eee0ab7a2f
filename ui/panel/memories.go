package panel

import (
	"context"
	"fmt"
	"strconv"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/kit"
	"memoir/ui/ledger"
	"memoir/ui/parts"
	"memoir/ui/theme"
	"memoir/ui/when"
)

// filters are the pills above the list.
const (
	filterAll   = "all"
	filterInbox = "inbox"
)

// memories is the page with the list of memories.
type memories struct {
	p       *Pane
	body    fyne.CanvasObject
	search  *parts.Field
	pills   *parts.Flow
	list    *parts.List
	count   *kit.Label
	ask     app.Latest
	filter  string
	tag     string
	status  string
	waiting waiting
	thread  memory.ID
	items   []memory.Memory
	inbox   []memory.Memory
	tags    []string
	total   int
	chats   map[memory.ID]string // titles of chats, for the source line
	chosen  memory.ID
	newest  memory.ID // ids above it are new in this window
	seen    map[memory.ID]bool
	started bool
	undo    []memory.ID // decisions of this window, the newest last, for Ctrl+Z
}

func newMemories(p *Pane) *memories {
	m := &memories{p: p, filter: filterAll, chats: map[memory.ID]string{}, seen: map[memory.ID]bool{}}
	m.search = parts.NewField(parts.FieldOptions{Icon: theme.IconSearch, Place: "Search memories", Clear: true})
	m.search.OnChanged = func(string) { m.reload() }
	m.pills = parts.NewFlow(6, 6)
	m.list = parts.NewList(8, 4, 16, 16, 16)
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

// found is what the page is shown from.
type found struct {
	items, inbox []memory.Memory
	tags         []string
	total        int
	waiting      waiting
	chats        map[memory.ID]string
}

// reload asks for the memories that fit search and filter.
func (m *memories) reload() {
	env := m.p.env
	want := wanted{m.search.Text(), m.filter, m.tag, m.status}
	app.Newest(env.Tasks, &m.ask, func(ctx context.Context) (found, error) {
		return m.load(ctx, want)
	}, func(f found, err error) {
		if err != nil {
			env.Fail(err)
			return
		}
		m.waiting = f.waiting
		m.items, m.inbox, m.tags, m.total, m.chats = f.items, f.inbox, f.tags, f.total, f.chats
		if !m.started {
			m.started = true
			for _, x := range append(append([]memory.Memory{}, m.items...), m.inbox...) {
				m.newest = max(m.newest, x.ID)
			}
		}
		m.showPills()
		m.show()
		if m.p.on.Settled != nil {
			m.p.on.Settled()
		}
	})
}

// wanted is what the list was asked for.
type wanted struct{ text, filter, tag, status string }

// load runs away from the UI goroutine.
func (m *memories) load(ctx context.Context, want wanted) (found, error) {
	s, f := m.p.env.Service, found{chats: map[memory.ID]string{}}
	base := memory.MemoryFilter{ProfileID: m.p.env.Profile, AnyScope: true}
	all, err := s.Memories(ctx, memory.MemoryQuery{MemoryFilter: base})
	if err != nil {
		return f, err
	}
	f.total, f.tags = len(all), tagsOf(all)
	waiting := base
	waiting.Status = []memory.Status{memory.StatusInbox}
	if f.inbox, err = s.Memories(ctx, memory.MemoryQuery{MemoryFilter: waiting, Query: want.text}); err != nil {
		return f, err
	}
	q := memory.MemoryQuery{MemoryFilter: base, Query: want.text}
	q.Tag = want.tag
	switch want.filter {
	case filterAll:
	case filterInbox:
		q.Status = waiting.Status
	default:
		q.Type = memory.Type(want.filter)
	}
	asks(&q, want.status)
	if f.items, err = s.Memories(ctx, q); err != nil {
		return f, err
	}
	f.items = keepOnly(f.items, want.status, all)
	if f.waiting, err = m.explain(ctx, f.inbox, f.items); err != nil {
		return f, err
	}
	threads, err := s.Threads(ctx, memory.ThreadFilter{ProfileID: m.p.env.Profile})
	for _, t := range threads {
		f.chats[t.ID] = t.Title
	}
	return f, err
}

// mostTags is how many tags are offered as pills.
const mostTags = 6

// tagsOf returns the most frequent tags.
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
	var out []string
	for len(out) < mostTags && len(order) > 0 {
		best := 0
		for i, t := range order {
			if n[t] > n[order[best]] {
				best = i
			}
		}
		out = append(out, order[best])
		order = append(order[:best], order[best+1:]...)
	}
	return out
}

func (m *memories) showPills() {
	pill := func(label, sub, filter, tag string) fyne.CanvasObject {
		k := parts.Pill
		if m.filter == filter && m.tag == tag {
			k = parts.PillOn
		}
		return parts.NewButton(parts.ButtonOptions{Kind: k, Label: label, Sub: sub, Height: 26}, func() {
			m.filter, m.tag = filter, tag
			if filter == filterInbox {
				m.status = statusUsed
			}
			m.showPills()
			m.list.ToTop()
			m.reload()
		})
	}
	o := []fyne.CanvasObject{pill("All", strconv.Itoa(m.total), filterAll, "")}
	for _, t := range types() {
		o = append(o, pill(t.Label, "", t.Value, ""))
	}
	if n := len(m.inbox); n > 0 || m.filter == filterInbox {
		o = append(o, pill("Inbox", strconv.Itoa(n), filterInbox, ""))
	}
	for _, t := range m.tags {
		o = append(o, pill("#"+t, "", filterAll, t))
	}
	o = append(o, m.statusPill())
	m.pills.Set(o...)
}

// types are the kinds of memories for people.
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

func (m *memories) show() {
	entries := make([]parts.Entry, 0, len(m.items)+len(m.inbox)+1)
	if m.filter == filterAll && m.tag == "" && m.status == statusUsed {
		for _, x := range m.inbox {
			entries = append(entries, m.entry(x))
		}
	}
	for _, x := range m.items {
		entries = append(entries, m.entry(x))
	}
	if len(entries) == 0 {
		entries = append(entries, m.emptyEntry())
	}
	m.list.Set(entries)
	text := when.Count(m.total, "memory", "memories")
	if m.search.Text() != "" {
		text = fmt.Sprintf("%d of %s", len(m.items), text)
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

// open opens the editor of a memory, whatever its state.
func (m *memories) open(id memory.ID) {
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
		m.p.openEditor(x)
	})
}

func (m *memories) see(id memory.ID) {
	m.seen[id] = true
	m.show()
}

// markSeen ends "New" for what was opened.
func (m *memories) markSeen() { m.show() }

func (m *memories) isNew(x memory.Memory) bool { return m.started && x.ID > m.newest && !m.seen[x.ID] }

// change changes a memory in the core and offers Undo.
func (m *memories) change(id memory.ID, said string, patch memory.MemoryPatch) {
	env := m.p.env
	app.InOrder(env.Tasks, func(ctx context.Context) (memory.ID, error) {
		if _, err := env.Service.UpdateMemory(ctx, env.Profile, memory.ActorUser, id, patch); err != nil {
			return 0, err
		}
		return m.lastDecision(ctx, id)
	}, func(d memory.ID, err error) { m.offerUndo(said, d, err) })
}

// Forget takes a memory out of use.
func (m *memories) forget(id memory.ID) {
	env := m.p.env
	app.InOrder(env.Tasks, func(ctx context.Context) (memory.ID, error) {
		if err := env.Service.ForgetMemory(ctx, env.Profile, memory.ActorUser, id); err != nil {
			return 0, err
		}
		return m.lastDecision(ctx, id)
	}, func(d memory.ID, err error) { m.offerUndo("Forgotten", d, err) })
}

// lastDecision is the newest change of a memory, the one to take back.
func (m *memories) lastDecision(ctx context.Context, id memory.ID) (memory.ID, error) {
	ds, err := m.p.env.Service.History(ctx, m.p.env.Profile, id)
	if err != nil || len(ds) == 0 {
		return 0, err
	}
	return ds[0].ID, nil
}

func (m *memories) offerUndo(said string, decision memory.ID, err error) {
	if err != nil {
		m.p.env.Fail(err)
		return
	}
	m.reload()
	if decision == 0 {
		return
	}
	m.undo = append(m.undo, decision)
	m.p.Say(app.Note{Text: said, Label: "Undo", Action: func() { m.takeBack(decision) }})
}

// UndoLast takes the newest change made in this window back; it reports whether there was one.
func (p *Pane) UndoLast() bool {
	m := p.memories
	if len(m.undo) == 0 {
		return false
	}
	m.takeBack(m.undo[len(m.undo)-1])
	return true
}

func (m *memories) takeBack(decision memory.ID) {
	for i, d := range m.undo {
		if d == decision {
			m.undo = append(m.undo[:i], m.undo[i+1:]...)
			break
		}
	}
	env := m.p.env
	app.InOrder(env.Tasks, func(ctx context.Context) (memory.Decision, error) {
		return env.Service.Undo(ctx, env.Profile, memory.ActorUser, decision)
	}, func(_ memory.Decision, err error) {
		if note, ok := ledger.Conflict(err, decision, m.p.ShowDecision); ok {
			m.p.Say(note)
			return
		}
		if err != nil {
			env.Fail(err)
			return
		}
		m.p.Say(app.Note{Text: "Taken back"})
		m.reload()
		if m.p.editor != nil {
			m.p.editor.reload()
		}
	})
}

// MemoryTexts returns what the list shows.
func (p *Pane) MemoryTexts() []string {
	out := make([]string, len(p.memories.items))
	for i, m := range p.memories.items {
		out[i] = m.Content
	}
	return out
}

// Forget takes a memory out of use and offers Undo, as the card's button does.
func (p *Pane) Forget(id memory.ID) { p.memories.forget(id) }
