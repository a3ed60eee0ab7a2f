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

// widgetFor returns a widget for a block, a released one if possible: Fyne's caches keep what
// belongs to a widget for a minute after it was last seen, so creating new ones during a stream
// would pile them up.
func (v *View) widgetFor(it *blockItem) *drawn {
	k := len(v.freeWidgets) - 1
	if k < 0 {
		return newDrawn(v, it)
	}
	d := v.freeWidgets[k]
	v.freeWidgets[k] = nil
	v.freeWidgets = v.freeWidgets[:k]
	d.item = it
	return d
}

// releaseWidget detaches the widget of a block and keeps it for reuse.
func (v *View) releaseWidget(it *blockItem) {
	d := it.widget
	it.widget = nil
	d.clearContent()
	if len(v.freeWidgets) < maxFreeWidgets {
		v.freeWidgets = append(v.freeWidgets, d)
	}
}

// clearContent drops everything that belongs to a block, so that a widget Fyne still references
// retains none of it.
func (d *drawn) clearContent() {
	d.item = nil
	clear(d.lines)
	for _, list := range []*[]fyne.CanvasObject{&d.background, &d.marks, &d.foreground} {
		clear(*list)
		*list = (*list)[:0]
	}
	d.objects = nil
	if d.tableClip != nil {
		d.tableClip.content.Objects = nil
	}
	d.drawnTop, d.drawnBottom = 0, -1
}

// blockOverscan is how far beyond the visible range blocks get their widgets, in pixels. It is less
// than the overscan of the message list, so that a wheel step builds a message or draws one of its
// blocks, but seldom both.
const blockOverscan = 120

// placeBlocks gives the blocks near the visible range their widgets and releases those of the
// others.
func (v *View) placeBlocks() {
	top, bottom := float32(0), v.totalHeight
	if v.visible.isSet {
		top, bottom = max(v.visible.top, 0), min(v.visible.bottom, v.totalHeight)
	}
	old := v.drawnItems
	v.drawnItems = nil
	changed := false
	if len(v.items) > 0 && v.width > 0 && bottom >= top {
		changed = v.placeBlocksNear(top, bottom)
	}
	if !changed && slices.Equal(old, v.drawnItems) {
		return
	}
	keep := make(map[*blockItem]bool, len(v.drawnItems))
	v.objects = v.objects[:0]
	for _, it := range v.drawnItems {
		keep[it] = true
		v.objects = append(v.appendQuoteGapBars(it), it.widget)
	}
	for _, it := range old {
		if !keep[it] {
			v.releaseWidget(it)
		}
	}
	v.objects = append(v.objects, v.tooltip)
	canvas.Refresh(v)
}

// placeBlocksNear draws the blocks within blockOverscan of the range, and those within lineOverscan
// that have a widget already; it reports whether anything changed.
func (v *View) placeBlocksNear(top, bottom float32) bool {
	changed := false
	for i := v.itemIndexAt(top - lineOverscan); i < len(v.items) && v.items[i].y <= bottom+lineOverscan; i++ {
		it := v.items[i]
		if it.widget != nil || it.y <= bottom+blockOverscan && it.y+it.height >= top-blockOverscan {
			changed = v.placeBlock(it, top, bottom) || changed
		}
	}
	return changed
}

// appendQuoteGapBars adds the quote bars in the gap above a block that continues a quote. They
// belong to the view: a block is scrollable, so Fyne clips what it draws outside its bounds.
func (v *View) appendQuoteGapBars(it *blockItem) []fyne.CanvasObject {
	out, x := v.objects, float32(0)
	for _, f := range it.block.Containers {
		if f.IsQuote && !f.IsFirst && it.block.GapAbove > 0 {
			bar := canvas.NewRectangle(v.theme.TokenColor(theme.AccentBorder))
			draw.Place(bar, x, it.y-it.block.GapAbove, quoteBar, it.block.GapAbove)
			out = append(out, bar)
		}
		x += f.gutterWidth(v.theme.Zoom())
	}
	return out
}

// placeBlock draws one block; it reports whether the widget is new, moved or drawn again.
func (v *View) placeBlock(it *blockItem, top, bottom float32) bool {
	changed := false
	if it.widget == nil {
		it.widget = v.widgetFor(it)
		changed = true
	}
	v.drawnItems = append(v.drawnItems, it)
	if p := fyne.NewPos(0, it.y); it.widget.Position() != p {
		it.widget.Move(p)
		changed = true
	}
	if s := fyne.NewSize(v.width, it.height); it.widget.Size() != s {
		it.widget.Resize(s)
		changed = true
	}
	if changed || it.widget.theme != v.theme || !it.widget.coversRange(top-it.y, bottom-it.y) {
		v.updateMarks(it)
		it.widget.drawRange(v.theme, top-it.y, bottom-it.y)
		changed = true
	}
	return changed
}
