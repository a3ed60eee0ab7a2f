package ledger

import (
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/parts"
	"memoir/ui/theme"
	"memoir/ui/when"
)

// maxMenuItems is how many chats, files or days a menu lists.
const mostOffered = 40

// startOfDay returns the start of the local day of t.
func midnight(t time.Time) time.Time {
	y, m, d := t.Local().Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.Local)
}

func (p *Page) filtered() bool {
	f := p.filter
	return f.ThreadID != 0 || f.ContextID != 0 || f.Actor != "" || !f.Since.IsZero() || f.MemoryID != 0 || f.MessageID != 0
}

// showFilters draws the filter chips, and the button that undoes everything the filter selects.
func (p *Page) showFilters() {
	f := p.filter
	p.pills.Set(
		p.pill("Who", actorName(f.Actor), f.Actor != "", p.actors),
		p.pill("Chat", p.names.chats[f.ThreadID], f.ThreadID != 0, p.chats),
		p.pill("File", p.names.files[f.ContextID], f.ContextID != 0, p.files),
		p.pill("Day", p.dayName(f.Since), !f.Since.IsZero(), p.days))
	p.bar.Objects = nil
	if what, ok := p.together(); ok {
		p.bar.Objects = []fyne.CanvasObject{parts.Row(theme.Space8,
			parts.NewButton(parts.ButtonOptions{
				Kind: parts.Outline, Icon: theme.IconUndo, Label: "Undo everything " + what, Height: 30,
			}, func() { p.undoAll(p.filter, what) }), parts.Space(),
			parts.NewButton(parts.ButtonOptions{Kind: parts.Link, Label: "Show all", Height: 28}, func() {
				p.Filter(memory.DecisionFilter{})
			}))}
	}
	p.bar.Refresh()
	p.body.Refresh()
}

// undoScope names what the filter selects if that can be undone at once.
func (p *Page) together() (string, bool) {
	f := p.filter
	switch {
	case f.ContextID != 0:
		return "of this file", true
	case f.ThreadID != 0:
		return "of this chat", true
	case !f.Since.IsZero():
		return "of this day", true
	}
	return "", false
}

// filterChip is a filter: its name, or the chosen value.
func (p *Page) pill(name, value string, on bool, items func() []parts.Item) fyne.CanvasObject {
	o := parts.ButtonOptions{Kind: parts.Pill, Label: name, Tail: theme.IconDown, Height: 26, Name: "Filter by " + name}
	if on {
		o.Kind = parts.PillOn
		if o.Label = value; value == "" {
			o.Label = name
		}
		if r := []rune(o.Label); len(r) > 24 {
			o.Label = string(r[:23]) + "…"
		}
	}
	b := parts.NewButton(o, nil)
	b.OnTapped = func() { parts.ShowMenu(b, items()) }
	return b
}

func (p *Page) set(change func(f *memory.DecisionFilter)) {
	f := p.filter
	change(&f)
	p.Filter(f)
}

func actorName(a memory.Actor) string {
	if a == "" {
		return ""
	}
	return Who(a)
}

func (p *Page) actors() []parts.Item {
	items := []parts.Item{}
	add := func(label string, a memory.Actor) {
		items = append(items, parts.Item{Label: label, Chosen: p.filter.Actor == a, Do: func() {
			p.set(func(f *memory.DecisionFilter) { f.Actor = a })
		}})
	}
	add("Anyone", "")
	add("You", memory.ActorUser)
	add("Memoir, learning", memory.ActorExtractor)
	add("Memoir, tidying up", memory.ActorSystem)
	add("Programs", memory.ActorAPI)
	add("The folder", memory.ActorFolder)
	add("Imports", memory.ActorImport)
	return items
}

func (p *Page) chats() []parts.Item {
	return choices("Every chat", p.names.useChats, p.names.chats, "A deleted chat", p.filter.ThreadID, func(id memory.ID) {
		p.set(func(f *memory.DecisionFilter) { f.ThreadID = id })
	})
}

func (p *Page) files() []parts.Item {
	n := p.names
	return choices("Every file", n.useFiles, n.files, "A removed file", p.filter.ContextID, func(id memory.ID) {
		p.set(func(f *memory.DecisionFilter) { f.ContextID = id })
	})
}

func choices(
	all string, ids []memory.ID, named map[memory.ID]string, gone string, now memory.ID, choose func(memory.ID),
) []parts.Item {
	items := []parts.Item{{Label: all, Chosen: now == 0, Do: func() { choose(0) }}}
	for _, id := range ids[:min(len(ids), mostOffered)] {
		label := named[id]
		if label == "" {
			label = gone
		}
		items = append(items, parts.Item{Label: label, Chosen: now == id, Do: func() { choose(id) }})
	}
	return items
}

func (p *Page) dayName(day time.Time) string {
	if day.IsZero() {
		return ""
	}
	switch when.Days(day, p.env.Now()) {
	case 0:
		return "Today"
	case 1:
		return "Yesterday"
	}
	return when.Date(day.Format(time.DateOnly))
}

func (p *Page) days() []parts.Item {
	items := []parts.Item{{Label: "Every day", Chosen: p.filter.Since.IsZero(), Do: func() {
		p.set(func(f *memory.DecisionFilter) { f.Since, f.Until = time.Time{}, time.Time{} })
	}}}
	for _, day := range p.names.days[:min(len(p.names.days), mostOffered)] {
		items = append(items, parts.Item{Label: p.dayName(day), Chosen: day.Equal(p.filter.Since), Do: func() {
			p.set(func(f *memory.DecisionFilter) { f.Since, f.Until = day, day.AddDate(0, 0, 1) })
		}})
	}
	return items
}
