package ledger

import (
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// maxMenuItems is how many chats, files or days a menu lists.
const maxMenuItems = 40

// startOfDay returns the start of the local day of t.
func startOfDay(t time.Time) time.Time {
	y, m, d := t.Local().Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.Local)
}

func (p *Page) isFiltered() bool {
	f := p.filter
	return f.ChatID != 0 || f.FileID != 0 || f.Actor != "" || !f.Since.IsZero() || f.MemoryID != 0 || f.MessageID != 0
}

// showFilters draws the filter chips, and the button that undoes everything the filter selects.
func (p *Page) showFilters() {
	f := p.filter
	p.filterChips.SetObjects(
		p.filterChip("Who", selectedActorName(f.Actor), f.Actor != "", p.actorItems),
		p.filterChip("Chat", p.filterNames.chatTitles[f.ChatID], f.ChatID != 0, p.chatItems),
		p.filterChip("File", p.filterNames.fileNames[f.FileID], f.FileID != 0, p.fileItems),
		p.filterChip("Day", p.dayName(f.Since), !f.Since.IsZero(), p.dayItems))
	p.undoBar.Objects = nil
	if what, ok := p.undoScope(); ok {
		p.undoBar.Objects = []fyne.CanvasObject{widgets.Row(theme.Space8,
			widgets.NewButton(widgets.ButtonOptions{
				Kind: widgets.Outline, Icon: theme.IconUndo, Label: "Undo everything " + what, Height: 30,
			}, func() { p.undoAll(p.filter, what) }), widgets.Spacer(),
			widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Link, Label: "Show all", Height: 28}, func() {
				p.SetFilter(memory.DecisionFilter{})
			}))}
	}
	p.undoBar.Refresh()
	p.body.Refresh()
}

// undoScope names what the filter selects if that can be undone at once.
func (p *Page) undoScope() (string, bool) {
	f := p.filter
	switch {
	case f.FileID != 0:
		return "from this file", true
	case f.ChatID != 0:
		return "from this chat", true
	case !f.Since.IsZero():
		return "from this day", true
	}
	return "", false
}

// filterChip is a filter: its name, or the chosen value.
func (p *Page) filterChip(name, value string, on bool, items func() []widgets.MenuItem) fyne.CanvasObject {
	o := widgets.ButtonOptions{
		Kind: widgets.Pill, Label: name, TrailingIcon: theme.IconDown, Height: 26,
		Name: "Filter by " + name,
	}
	if on {
		o.Kind = widgets.SelectedPill
		if o.Label = value; value == "" {
			o.Label = name
		}
		if r := []rune(o.Label); len(r) > 24 {
			o.Label = string(r[:23]) + "…"
		}
	}
	b := widgets.NewButton(o, nil)
	b.OnTapped = func() { widgets.ShowMenu(b, items()) }
	return b
}

func (p *Page) changeFilter(change func(f *memory.DecisionFilter)) {
	f := p.filter
	change(&f)
	p.SetFilter(f)
}

func selectedActorName(a memory.Actor) string {
	if a == "" {
		return ""
	}
	return ActorName(a)
}

func (p *Page) actorItems() []widgets.MenuItem {
	items := []widgets.MenuItem{}
	add := func(label string, a memory.Actor) {
		items = append(items, widgets.MenuItem{Label: label, Checked: p.filter.Actor == a, OnChosen: func() {
			p.changeFilter(func(f *memory.DecisionFilter) { f.Actor = a })
		}})
	}
	add("Anyone", "")
	add("You", memory.ActorUser)
	add("Memoir (learning)", memory.ActorExtractor)
	add("Memoir (cleanup)", memory.ActorSystem)
	add("Apps", memory.ActorAPI)
	add("The folder", memory.ActorFolder)
	add("Imports", memory.ActorImport)
	return items
}

func (p *Page) chatItems() []widgets.MenuItem {
	return choiceItems("All chats", p.filterNames.listedChats, p.filterNames.chatTitles, "Deleted chat",
		p.filter.ChatID, func(id memory.ID) {
			p.changeFilter(func(f *memory.DecisionFilter) { f.ChatID = id })
		})
}

func (p *Page) fileItems() []widgets.MenuItem {
	n := p.filterNames
	return choiceItems("All files", n.listedFiles, n.fileNames, "Removed file", p.filter.FileID, func(id memory.ID) {
		p.changeFilter(func(f *memory.DecisionFilter) { f.FileID = id })
	})
}

func choiceItems(
	all string, ids []memory.ID, nameOf map[memory.ID]string, missingName string, now memory.ID, choose func(memory.ID),
) []widgets.MenuItem {
	items := []widgets.MenuItem{{Label: all, Checked: now == 0, OnChosen: func() { choose(0) }}}
	for _, id := range ids[:min(len(ids), maxMenuItems)] {
		label := nameOf[id]
		if label == "" {
			label = missingName
		}
		items = append(items, widgets.MenuItem{Label: label, Checked: now == id, OnChosen: func() { choose(id) }})
	}
	return items
}

func (p *Page) dayName(day time.Time) string {
	if day.IsZero() {
		return ""
	}
	switch humanize.DaysBetween(day, p.env.Now()) {
	case 0:
		return "Today"
	case 1:
		return "Yesterday"
	}
	return humanize.FormatPartialDate(day.Format(time.DateOnly))
}

func (p *Page) dayItems() []widgets.MenuItem {
	items := []widgets.MenuItem{{Label: "Any day", Checked: p.filter.Since.IsZero(), OnChosen: func() {
		p.changeFilter(func(f *memory.DecisionFilter) { f.Since, f.Until = time.Time{}, time.Time{} })
	}}}
	for _, day := range p.filterNames.days[:min(len(p.filterNames.days), maxMenuItems)] {
		items = append(items, widgets.MenuItem{Label: p.dayName(day), Checked: day.Equal(p.filter.Since), OnChosen: func() {
			p.changeFilter(func(f *memory.DecisionFilter) { f.Since, f.Until = day, day.AddDate(0, 0, 1) })
		}})
	}
	return items
}
