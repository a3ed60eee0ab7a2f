package markdown

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"memoir/ui/theme"
)

// maxFreeWidgets bounds the widgets kept for reuse: twice the number of blocks that fit into a
// window and its overscan.
const maxFree = 128

// widgetFor returns a widget for a block, a released one if possible: Fyne's caches keep what
// belongs to a widget for a minute after it was last seen, so creating new ones during a stream
// would pile them up.
func (v *View) widgetFor(it *item) *drawn {
	k := len(v.free) - 1
	if k < 0 {
		return newDrawn(v, it)
	}
	d := v.free[k]
	v.free[k] = nil
	v.free = v.free[:k]
	d.item = it
	return d
}

// releaseWidget detaches the widget of a block and keeps it for reuse.
func (v *View) release(it *item) {
	d := it.w
	it.w = nil
	d.forget()
	if len(v.free) < maxFree {
		v.free = append(v.free, d)
	}
}

// clearContent drops everything that belongs to a block, so that a widget Fyne still references
// retains none of it.
func (d *drawn) forget() {
	d.item = nil
	clear(d.lines)
	for _, list := range []*[]fyne.CanvasObject{&d.back, &d.marks, &d.front} {
		clear(*list)
		*list = (*list)[:0]
	}
	d.all = nil
	if d.clip != nil {
		d.clip.in.Objects = nil
	}
	d.from, d.to = 0, -1
}

// blockOverscan is how far beyond the visible range blocks get their widgets, in pixels. It is less
// than the overscan of the message list, so that a wheel step builds a message or draws one of its
// blocks, but seldom both.
const near = 120

// placeBlocks gives the blocks near the visible range their widgets and releases those of the
// others.
func (v *View) place() {
	top, bottom := float32(0), v.total
	if v.win.set {
		top, bottom = max(v.win.top, 0), min(v.win.bottom, v.total)
	}
	old := v.drawn
	v.drawn = nil
	changed := false
	if len(v.items) > 0 && v.width > 0 && bottom >= top {
		changed = v.placeNear(top, bottom)
	}
	if !changed && slices.Equal(old, v.drawn) {
		return
	}
	keep := make(map[*item]bool, len(v.drawn))
	v.objects = v.objects[:0]
	for _, it := range v.drawn {
		keep[it] = true
		v.objects = append(v.bridged(it), it.w)
	}
	for _, it := range old {
		if !keep[it] {
			v.release(it)
		}
	}
	v.objects = append(v.objects, v.tip)
	canvas.Refresh(v)
}

// placeBlocksNear draws the blocks within blockOverscan of the range, and those within lineOverscan
// that have a widget already; it reports whether anything changed.
func (v *View) placeNear(top, bottom float32) bool {
	changed := false
	for i := v.itemAt(top - spare); i < len(v.items) && v.items[i].y <= bottom+spare; i++ {
		it := v.items[i]
		if it.w != nil || it.y <= bottom+near && it.y+it.h >= top-near {
			changed = v.placeItem(it, top, bottom) || changed
		}
	}
	return changed
}

// appendQuoteGapBars adds the quote bars in the gap above a block that continues a quote. They
// belong to the view: a block is scrollable, so Fyne clips what it draws outside its bounds.
func (v *View) bridged(it *item) []fyne.CanvasObject {
	out, x := v.objects, float32(0)
	for _, f := range it.block.Frames {
		if f.Quote && !f.First && it.block.Gap > 0 {
			bar := canvas.NewRectangle(v.look.Tone(theme.AccentLine))
			bar.Move(fyne.NewPos(x, it.y-it.block.Gap))
			bar.Resize(fyne.NewSize(quoteBar, it.block.Gap))
			out = append(out, bar)
		}
		x += f.gutter(v.look.Zoom())
	}
	return out
}

// placeBlock draws one block; it reports whether the widget is new, moved or drawn again.
func (v *View) placeItem(it *item, top, bottom float32) bool {
	changed := false
	if it.w == nil {
		it.w = v.widgetFor(it)
		changed = true
	}
	v.drawn = append(v.drawn, it)
	if p := fyne.NewPos(0, it.y); it.w.Position() != p {
		it.w.Move(p)
		changed = true
	}
	if s := fyne.NewSize(v.width, it.h); it.w.Size() != s {
		it.w.Resize(s)
		changed = true
	}
	if changed || it.w.look != v.look || !it.w.covers(top-it.y, bottom-it.y) {
		v.markItem(it)
		it.w.show(v.look, top-it.y, bottom-it.y)
		changed = true
	}
	return changed
}
