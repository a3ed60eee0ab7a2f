package markdown

import (
	"encoding/csv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// MenuItem is an entry of the context menu. An entry without Action is a separator.
type MenuItem struct {
	Label  string
	Action func()
}

// TappedSecondary opens the context menu, which copies the block under the pointer or the
// selection.
func (v *View) TappedSecondary(e *fyne.PointEvent) {
	items := v.menuItemsAt(e.Position)
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
		if i.Action == nil {
			menu.Items = append(menu.Items, fyne.NewMenuItemSeparator())
		} else {
			menu.Items = append(menu.Items, fyne.NewMenuItem(i.Label, i.Action))
		}
	}
	widget.ShowPopUpMenuAtPosition(menu, c, e.AbsolutePosition)
}

// menuItemsAt returns the context menu for a point.
func (v *View) menuItemsAt(p fyne.Position) []MenuItem {
	if len(v.items) == 0 {
		return nil
	}
	var out []MenuItem
	add := func(label string, text func() string) {
		out = append(out, MenuItem{label, func() { v.copyText(text()) }})
	}
	if v.HasSelection() {
		add("Copy selection", v.SelectedText)
		add("Copy selection as Markdown", v.SelectedMarkdown)
		out = append(out, MenuItem{})
	}
	if s, ok := v.spanAtPoint(p); ok && s.Link != "" {
		label := "Copy link"
		if s.Style&Image != 0 {
			label = "Copy image address"
		}
		add(label, func() string { return s.Link })
	}
	at := v.itemIndexAt(p.Y)
	from, to, name := v.copyUnitAround(at)
	block := v.items[at]
	if block.block.Kind != Rule {
		add("Copy "+name, func() string { return v.textOfBlocks(from, to) })
		add("Copy "+name+" as Markdown", func() string { return v.markdownOfBlocks(from, to) })
	}
	if block.block.Kind == Table {
		add("Copy table as CSV", block.block.toCSV)
	}
	return append(out, MenuItem{}, MenuItem{"Select all", v.SelectAll})
}

// copyUnitAround returns the range [from, to] of the blocks around index i that are copied
// together, and what they are called: a whole quote, or the block alone.
func (v *View) copyUnitAround(i int) (from, to int, name string) {
	b := &v.items[i].block
	if len(b.Containers) == 0 || !b.Containers[0].IsQuote {
		return i, i, b.kindName()
	}
	for from = i; from > 0 && !v.items[from].block.Containers[0].IsFirst; {
		from--
	}
	for to = i; to+1 < len(v.items); to++ {
		next := v.items[to+1].block.Containers
		if len(next) == 0 || next[0].IsFirst {
			break
		}
	}
	return from, to, "quote"
}

func (b *Block) kindName() string {
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
	if len(b.Containers) > 0 {
		return "list item"
	}
	return "paragraph"
}

// textOfBlocks returns a range of blocks as plain text.
func (v *View) textOfBlocks(from, to int) string {
	if from == to {
		return v.items[from].text
	}
	return v.withBlocksSelected(from, to, (*View).SelectedText)
}

// markdownOfBlocks returns a range of blocks as Markdown.
func (v *View) markdownOfBlocks(from, to int) string {
	return v.withBlocksSelected(from, to, (*View).SelectedMarkdown)
}

// withBlocksSelected returns the result of f for a selection of whole blocks; the user's selection
// stays.
func (v *View) withBlocksSelected(from, to int, f func(*View) string) string {
	last := v.items[to]
	return f(&View{
		items: v.items, parser: v.parser,
		selection: selection{anchor: v.items[from].textStart, head: last.textStart + last.textLength},
	})
}

// toCSV returns a table as comma-separated values (RFC 4180).
func (b *Block) toCSV() string {
	var s strings.Builder
	w := csv.NewWriter(&s)
	for i := range len(b.Rows) + 1 {
		cells := b.Header
		if i > 0 {
			cells = b.Rows[i-1]
		}
		record := make([]string, len(cells))
		for c := range cells {
			record[c] = spansText(cells[c])
		}
		_ = w.Write(record) // Writing to a Builder never fails.
	}
	w.Flush()
	return s.String()
}
