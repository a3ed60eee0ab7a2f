package markdown

import (
	"encoding/csv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/translate"
)

// MenuItem is an entry of the context menu. An entry without Action is a separator.
type MenuItem struct {
	Label  string
	Action func()
}

// TappedSecondary opens the context menu, which copies the block under the pointer or the
// selection.
func (v *View) TappedSecondary(e *fyne.PointEvent) {
	items := v.contextMenuItemsAt(e.Position)
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

// contextMenuItemsAt returns the context menu for a point.
func (v *View) contextMenuItemsAt(p fyne.Position) []MenuItem {
	if len(v.blocks.items) == 0 {
		return nil
	}
	var out []MenuItem
	add := func(label string, text func() string) {
		out = append(out, MenuItem{label, func() { v.copyByCallbackOrToClipboard(text()) }})
	}
	if v.HasSelection() {
		add(translate.Text("Copy selection"), v.SelectedText)
		add(translate.Text("Copy selection as Markdown"), v.SelectedMarkdown)
		out = append(out, MenuItem{})
	}
	if s, ok := v.blocks.spanAtPoint(p); ok && s.Link != "" {
		label := translate.Text("Copy link")
		if s.Style&Image != 0 {
			label = translate.Text("Copy image address")
		}
		add(label, func() string { return s.Link })
	}
	at := v.blocks.itemIndexAtY(p.Y)
	from, to, isQuote := v.blocks.quoteOrBlockAround(at)
	block := v.blocks.items[at]
	if block.block.Kind != Rule {
		if s, ok := v.blocks.spanAtPoint(p); ok && s.Style&TeX != 0 {
			add(translate.Text("Copy formula"), func() string { return formulaWithoutDelimiters(s.Text) })
		}
		asText, asMarkdown := block.block.copyMenuLabels()
		if isQuote {
			asText, asMarkdown = translate.Text("Copy quote"), translate.Text("Copy quote as Markdown")
		}
		add(asText, func() string { return v.plainTextOfBlocks(from, to) })
		add(asMarkdown, func() string {
			return v.source.blocksAsMarkdownBetween(v.blocks.textRangeOfBlockIndexes(from, to))
		})
	}
	if block.block.Kind == Table {
		add(translate.Text("Copy table as CSV"), block.block.tableToCSV)
	}
	return append(out, MenuItem{}, MenuItem{translate.Text("Select all"), v.SelectAll})
}

// copyMenuLabels are the entries that copy a block, as text and as Markdown.
func (b *Block) copyMenuLabels() (asText, asMarkdown string) {
	switch b.Kind {
	case Heading:
		return translate.Text("Copy heading"), translate.Text("Copy heading as Markdown")
	case Code:
		return translate.Text("Copy code"), translate.Text("Copy code as Markdown")
	case Math:
		return translate.Text("Copy formula"), translate.Text("Copy formula as Markdown")
	case Table:
		return translate.Text("Copy table"), translate.Text("Copy table as Markdown")
	case HTML:
		return translate.Text("Copy HTML"), translate.Text("Copy HTML as Markdown")
	}
	if len(b.Containers) > 0 {
		return translate.Text("Copy list item"), translate.Text("Copy list item as Markdown")
	}
	return translate.Text("Copy paragraph"), translate.Text("Copy paragraph as Markdown")
}

// plainTextOfBlocks returns the blocks with the indices from to to as plain text; a display formula
// alone is its source without the delimiters.
func (v *View) plainTextOfBlocks(from, to int) string {
	if from == to {
		if b := &v.blocks.items[from].block; b.Kind == Math {
			return strings.TrimSpace(formulaWithoutDelimiters(b.Text))
		}
		return v.blocks.items[from].text
	}
	return v.blocks.plainTextBetween(v.blocks.textRangeOfBlockIndexes(from, to))
}

// tableToCSV returns a table as comma-separated values (RFC 4180).
func (b *Block) tableToCSV() string {
	var s strings.Builder
	w := csv.NewWriter(&s)
	for i := range len(b.Rows) + 1 {
		cells := b.Header
		if i > 0 {
			cells = b.Rows[i-1]
		}
		record := make([]string, len(cells))
		for c := range cells {
			record[c] = joinedSpansText(cells[c])
		}
		_ = w.Write(record) // Writing to a Builder never fails.
	}
	w.Flush()
	return s.String()
}
