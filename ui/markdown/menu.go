package markdown

import (
	"encoding/csv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// MenuItem is an entry of the context menu. An entry without Action is a separator.
type MenuItem struct {
	Label string
	Do    func()
}

// TappedSecondary opens the context menu, which copies the block under the pointer or the
// selection.
func (v *View) TappedSecondary(e *fyne.PointEvent) {
	items := v.menuAt(e.Position)
	if len(items) == 0 {
		return
	}
	if v.OnMenu != nil {
		v.OnMenu(items, e.AbsolutePosition)
		return
	}
	c := fyne.CurrentApp().Driver().CanvasForObject(v)
	if c == nil {
		return
	}
	menu := fyne.NewMenu("")
	for _, i := range items {
		if i.Do == nil {
			menu.Items = append(menu.Items, fyne.NewMenuItemSeparator())
		} else {
			menu.Items = append(menu.Items, fyne.NewMenuItem(i.Label, i.Do))
		}
	}
	widget.ShowPopUpMenuAtPosition(menu, c, e.AbsolutePosition)
}

// menuItemsAt returns the context menu for a point.
func (v *View) menuAt(p fyne.Position) []MenuItem {
	if len(v.items) == 0 {
		return nil
	}
	var out []MenuItem
	add := func(label string, text func() string) {
		out = append(out, MenuItem{label, func() { v.put(text()) }})
	}
	if v.Selected() {
		add("Copy selection", v.SelectedText)
		add("Copy selection as Markdown", v.SelectedMarkdown)
		out = append(out, MenuItem{})
	}
	if s, ok := v.spanUnder(p); ok && s.Link != "" {
		label := "Copy link"
		if s.Style&Image != 0 {
			label = "Copy address of the picture"
		}
		add(label, func() string { return s.Link })
	}
	at := v.itemAt(p.Y)
	from, to, name := v.unit(at)
	block := v.items[at]
	if block.block.Kind != Rule {
		add("Copy "+name, func() string { return v.text(from, to) })
		add("Copy "+name+" as Markdown", func() string { return v.markdown(from, to) })
	}
	if block.block.Kind == Table {
		add("Copy table as CSV", block.block.csv)
	}
	return append(out, MenuItem{}, MenuItem{"Select all", v.SelectAll})
}

// copyUnitAround returns the range [from, to] of the blocks around index i that are copied
// together, and what they are called: a whole quote, or the block alone.
func (v *View) unit(i int) (from, to int, name string) {
	b := &v.items[i].block
	if len(b.Frames) == 0 || !b.Frames[0].Quote {
		return i, i, b.name()
	}
	for from = i; from > 0 && !v.items[from].block.Frames[0].First; {
		from--
	}
	for to = i; to+1 < len(v.items); to++ {
		next := v.items[to+1].block.Frames
		if len(next) == 0 || next[0].First {
			break
		}
	}
	return from, to, "quote"
}

func (b *Block) name() string {
	switch b.Kind {
	case Heading:
		return "heading"
	case Code:
		return "code"
	case Math:
		return "formula"
	case Table:
		return "table"
	case HTML:
		return "HTML"
	}
	if len(b.Frames) > 0 {
		return "list item"
	}
	return "paragraph"
}

// textOfBlocks returns a range of blocks as plain text.
func (v *View) text(from, to int) string {
	if from == to {
		return v.items[from].plain
	}
	return v.between(from, to, (*View).SelectedText)
}

// markdownOfBlocks returns a range of blocks as Markdown.
func (v *View) markdown(from, to int) string { return v.between(from, to, (*View).SelectedMarkdown) }

// withBlocksSelected returns the result of f for a selection of whole blocks; the user's selection
// stays.
func (v *View) between(from, to int, f func(*View) string) string {
	last := v.items[to]
	return f(&View{
		items: v.items, reader: v.reader,
		sel: selection{anchor: v.items[from].base, head: last.base + last.length},
	})
}

// toCSV returns a table as comma-separated values (RFC 4180).
func (b *Block) csv() string {
	var s strings.Builder
	w := csv.NewWriter(&s)
	for i := range len(b.Rows) + 1 {
		cells := b.Head
		if i > 0 {
			cells = b.Rows[i-1]
		}
		record := make([]string, len(cells))
		for c := range cells {
			record[c] = plain(cells[c])
		}
		_ = w.Write(record) // Writing to a Builder never fails.
	}
	w.Flush()
	return s.String()
}
