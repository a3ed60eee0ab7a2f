package markdown

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"memoir/ui/draw"
	"memoir/ui/theme"
)

// maxFreeWidgets bounds the widgets kept for reuse: twice the number of blocks that fit into a
// window and its overscan.
const maxFreeWidgets = 128

// blockWidgets are the widgets of the blocks near the visible range, and the order in which they
// are drawn: it places them, draws the selection and the matches in them, and keeps those of blocks
// that left for reuse. It belongs to the UI goroutine.
type blockWidgets struct {
	blocks    *blockList
	selection *selection
	search    *textSearch
	tooltip   *linkTooltip
	refresh   func() // draws the view again

	// Called for what a user does with a block.
	copyCode func(it *blockItem)
	relayout func(it *blockItem) // lines of it are wrapped, or shown, that were not
	onScroll func(*fyne.ScrollEvent)

	visible     visibleRange
	drawnItems  []*blockItem // items with a widget
	freeWidgets []*drawn     // released widgets, kept for reuse
	objects     []fyne.CanvasObject
}

// visibleRange is the part of the view inside the window, in pixels of the view.
type visibleRange struct {
	top, bottom float32
	isSet       bool
}

// takeFreeOrNewWidget returns a widget for a block, a released one if possible: Fyne's caches keep
// what belongs to a widget for a minute after it was last seen, so creating new ones during a
// stream would pile them up.
func (w *blockWidgets) takeFreeOrNewWidget(it *blockItem) *drawn {
	k := len(w.freeWidgets) - 1
	if k < 0 {
		return newBlockWidget(w, it)
	}
	d := w.freeWidgets[k]
	w.freeWidgets[k] = nil
	w.freeWidgets = w.freeWidgets[:k]
	d.item = it
	return d
}

// releaseWidget detaches the widget of a block and keeps it for reuse.
func (w *blockWidgets) releaseWidget(it *blockItem) {
	d := it.widget
	it.widget = nil
	d.detachFromBlock()
	if len(w.freeWidgets) < maxFreeWidgets {
		w.freeWidgets = append(w.freeWidgets, d)
	}
}

// detachFromBlock drops everything that belongs to a block, so that a widget Fyne still references
// retains none of it.
func (d *drawn) detachFromBlock() {
	d.item = nil
	clear(d.lines)
	for _, list := range []*[]fyne.CanvasObject{&d.background, &d.marks, &d.foreground} {
		clear(*list)
		*list = (*list)[:0]
	}
	d.objects = nil
	if d.wideClip != nil {
		d.wideClip.content.Objects = nil
	}
	d.drawnTop, d.drawnBottom = 0, -1
}

// blockOverscan is how far beyond the visible range blocks get their widgets, in pixels. It is less
// than the overscan of the message list, so that a wheel step builds a message or draws one of its
// blocks, but seldom both.
const blockOverscan = 120

// placeVisibleAndReleaseOtherBlocks gives the blocks near the visible range their widgets and
// releases those of the others.
func (w *blockWidgets) placeVisibleAndReleaseOtherBlocks() {
	top, bottom := float32(0), w.blocks.totalHeight
	if w.visible.isSet {
		top, bottom = max(w.visible.top, 0), min(w.visible.bottom, w.blocks.totalHeight)
	}
	old := w.drawnItems
	w.drawnItems = nil
	changed := false
	if len(w.blocks.items) > 0 && w.blocks.width > 0 && bottom >= top {
		changed = w.placeAndDrawBlocksNearRange(top, bottom)
	}
	if !changed && slices.Equal(old, w.drawnItems) {
		return
	}
	keep := make(map[*blockItem]bool, len(w.drawnItems))
	w.objects = w.objects[:0]
	for _, it := range w.drawnItems {
		keep[it] = true
		w.objects = append(w.objectsWithQuoteBarsInGapAbove(it), it.widget)
	}
	for _, it := range old {
		if !keep[it] {
			w.releaseWidget(it)
		}
	}
	w.objects = append(w.objects, w.tooltip)
	w.refresh()
}

// placeAndDrawBlocksNearRange draws the blocks within blockOverscan of the range, and those within
// lineOverscan that have a widget already; it reports whether anything changed.
func (w *blockWidgets) placeAndDrawBlocksNearRange(top, bottom float32) bool {
	changed := false
	for _, it := range w.blocks.items[w.blocks.itemIndexAtY(top-lineOverscan):] {
		if it.y > bottom+lineOverscan {
			break
		}
		if it.widget != nil || it.y <= bottom+blockOverscan && it.y+it.height >= top-blockOverscan {
			changed = w.placeAndDrawBlock(it, top, bottom) || changed
		}
	}
	return changed
}

// objectsWithQuoteBarsInGapAbove adds the quote bars in the gap above a block that continues a
// quote. They belong to the view: a block is scrollable, so Fyne clips what it draws outside its
// bounds.
func (w *blockWidgets) objectsWithQuoteBarsInGapAbove(it *blockItem) []fyne.CanvasObject {
	out, x := w.objects, float32(0)
	for _, f := range it.block.Containers {
		if f.IsQuote && !f.IsFirst && it.block.GapAbove > 0 {
			bar := canvas.NewRectangle(w.blocks.theme.TokenColor(theme.AccentBorder))
			draw.MoveAndResize(bar, x, it.y-it.block.GapAbove, quoteBar, it.block.GapAbove)
			out = append(out, bar)
		}
		x += f.gutterWidth(w.blocks.theme.Zoom())
	}
	return out
}

// placeAndDrawBlock draws one block; it reports whether the widget is new, moved or drawn again.
func (w *blockWidgets) placeAndDrawBlock(it *blockItem, top, bottom float32) bool {
	changed := false
	if it.widget == nil {
		it.widget = w.takeFreeOrNewWidget(it)
		changed = true
	}
	w.drawnItems = append(w.drawnItems, it)
	if p := fyne.NewPos(0, it.y); it.widget.Position() != p {
		it.widget.Move(p)
		changed = true
	}
	if s := fyne.NewSize(w.blocks.width, it.height); it.widget.Size() != s {
		it.widget.Resize(s)
		changed = true
	}
	if changed || it.widget.theme != w.blocks.theme || !it.widget.hasLinesForRange(top-it.y, bottom-it.y) {
		w.setBlockMarksWithoutRedraw(it)
		it.widget.drawLinesInRange(w.blocks.theme, top-it.y, bottom-it.y)
		changed = true
	}
	return changed
}

// redrawMarksBetween updates the selection and matches of the blocks between two positions.
func (w *blockWidgets) redrawMarksBetween(a, b int) {
	for _, it := range w.drawnItems {
		if it.textStart <= b && it.textStart+it.textLength >= a {
			w.setBlockMarksWithoutRedraw(it)
			it.widget.redrawWithNewMarks()
		}
	}
}

// setBlockMarksWithoutRedraw computes the marks of a block.
func (w *blockWidgets) setBlockMarksWithoutRedraw(it *blockItem) {
	var areas []rect
	var tones []theme.Token
	add := func(a, b int, tone theme.Token) {
		a, b = max(a-it.textStart, 0), min(b-it.textStart, it.textLength)
		if a >= b {
			return
		}
		for _, r := range it.layout.rectsOfTextRange(a, b) {
			areas, tones = append(areas, r), append(tones, tone)
		}
	}
	w.search.eachMatchOverlapping(it.textStart, it.textStart+it.textLength, func(i int, m positionRange) {
		tone := theme.Match
		if i == w.search.current {
			tone = theme.CurrentMatch
		}
		add(m.start, m.end, tone)
	})
	if w.selection.HasSelection() {
		a, b := w.selection.SelectedRange()
		add(a, b, theme.Focus)
	}
	it.widget.setMarkRectangles(areas, tones)
}
