package markdown

import (
	"image"
	"sort"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
	"memoir/ui/theme"
)

// View shows one Markdown text. Create it with New. All of it belongs to the UI goroutine.
type View struct {
	widget.BaseWidget

	// OnLink is called with an http, https or mailto address after a click on a link.
	OnLink func(address string)
	// OnLoadImage is called with an http or https address after a click on an image chip.
	OnLoadImage func(address string)
	// OnCopy receives text for the clipboard. While it is nil, the clipboard of the app is used.
	OnCopy func(text string)
	// OnMenu shows the context menu at a position in the window. While it is nil, Fyne's menu is used.
	OnMenu func(items []MenuItem, at fyne.Position)
	// OnHeightChange is called after a height change caused inside the view, such as by "Show all".
	OnHeightChange func()
	// OnSelectionStart is called when a selection begins, so that others can be cleared.
	OnSelect func()
	// OnPointerEnter is called when the pointer enters the text, possibly without having entered
	// anything around it.
	OnPointer func()
	// OnScroll receives wheel events that a wide block does not handle; while it is nil, they are
	// dropped.
	OnScroll func(*fyne.ScrollEvent)
	// OnSelectionDrag receives the pointer position, in pixels of the window, while a selection is
	// dragged; the last call has end set.
	OnDrag func(at fyne.Position, end bool)
	// OnKey receives keys that the text does not handle.
	OnKey func(*fyne.KeyEvent)
	// After calls f on the UI goroutine after d. While it is nil, "Copied" stays until the next
	// change.
	After func(d time.Duration, f func()) (stop func())
	// Now returns the current time; it is used to count clicks.
	Now func() time.Time

	// RebuiltBlocks counts the blocks that were built or rebuilt since the view was created, for
	// tests.
	Rebuilt int

	metrics *Metrics
	reader  *Reader
	items   []*item
	look    *theme.Theme
	width   float32
	valid   int // number of items laid out for width and theme
	total   float32
	win     window
	drawn   []*item  // items with a widget
	free    []*drawn // released widgets, kept for reuse
	objects []fyne.CanvasObject
	sel     selection
	find    matches
	mouse   pointer
	// images are the loaded images by address.
	pictures map[string]image.Image
	tip      *tip
}

// blockItem is a block with its layout and widget.
type item struct {
	block  Block
	base   int // offset of its text in the text of the view
	length int // in bytes
	plain  string
	lay    layout
	st     state
	indent float32
	y, h   float32
	w      *drawn
	tints  *colouring
	copied bool
}

// visibleRange is the part of the view inside the window, in pixels of the view.
type window struct {
	top, bottom float32
	set         bool
}

// New returns an empty view that measures with m, which all views may share.
func New(m *Metrics) *View {
	v := &View{metrics: m, reader: NewReader(), Now: time.Now, look: theme.Current()}
	v.tip = newTip()
	v.ExtendBaseWidget(v)
	return v
}

// SetText shows text. While streaming, more text is expected, and only what can still change is
// parsed and rebuilt.
func (v *View) SetText(text string, streaming bool) {
	v.apply(v.reader.Set(text, streaming))
}

// UseParser adopts a parser that has parsed a text elsewhere; the caller must not use it again.
func (v *View) Take(r *Reader) {
	v.reader = r
	v.apply(r.blocks)
}

// SourceText returns the text as it was set.
func (v *View) Source() string { return v.reader.text }

// BlockCount returns the number of blocks.
func (v *View) Blocks() int { return len(v.items) }

// applyBlocks updates the items to match blocks, keeping those that did not change.
func (v *View) apply(blocks []Block) {
	same := 0
	for same < len(v.items) && same < len(blocks) && v.items[same].block.hash == blocks[same].hash {
		same++
	}
	if same == len(blocks) && same == len(v.items) {
		return
	}
	old := v.items[same:]
	v.items = append(v.items[:same], v.match(old, blocks[same:])...)
	if n := same + len(old); n > len(v.items) {
		clear(v.items[len(v.items):n])
	}
	base := 0
	if same > 0 {
		base = v.items[same-1].base + v.items[same-1].length + 1
	}
	for _, it := range v.items[same:] {
		it.base = base
		base += it.length + 1
	}
	v.valid = min(v.valid, same)
	v.sel.clamp(max(base-1, 0))
	v.refind(same)
	v.relay()
}

// matchItems returns items for blocks, reusing old ones of the same content and changing those of
// the same kind in place.
func (v *View) match(old []*item, blocks []Block) []*item {
	pool := make(map[uint64]*item, len(old))
	for _, it := range old {
		pool[it.block.hash] = it
	}
	wanted := make(map[uint64]bool, len(blocks))
	for i := range blocks {
		wanted[blocks[i].hash] = true
	}
	out := make([]*item, len(blocks))
	for i := range blocks {
		b := blocks[i]
		if it := pool[b.hash]; it != nil {
			delete(pool, b.hash)
			out[i] = it
			continue
		}
		v.Rebuilt++
		if i < len(old) && old[i].block.Kind == b.Kind && !wanted[old[i].block.hash] {
			out[i] = old[i]
		} else {
			out[i] = &item{}
		}
		out[i].set(b)
	}
	return out
}

// setBlock replaces the content. The old layout stays as a hint for the next one.
func (it *item) set(b Block) {
	it.block, it.plain = b, b.Plain()
	it.length = len(it.plain)
	it.h = -1
}

// ensureLayout lays out all items that are not valid for width and the current theme.
func (v *View) ensure(width float32) {
	if look := theme.Current(); look != v.look {
		v.look = look
		v.stale()
	}
	if width != v.width {
		v.width = width
		v.stale()
	}
	if v.valid == len(v.items) && v.valid > 0 {
		return
	}
	y := float32(0)
	if v.valid > 0 {
		p := v.items[v.valid-1]
		y = p.y + p.h
	}
	for i := v.valid; i < len(v.items); i++ {
		it := v.items[i]
		if i > 0 {
			y += it.block.Gap
		}
		it.y = y
		if it.h < 0 || it.lay == nil {
			it.indent = min(it.block.indent(v.look.Zoom()), width/2)
			it.st.pictures = v.pictures
			it.lay = newLayout(v.metrics, v.look, &it.block, width-it.indent, &it.st, it.lay)
			_, it.h = it.lay.size()
			if over := it.overflow(); it.st.dx > over {
				it.st.dx = over
			}
			if it.w != nil {
				it.w.from, it.w.to = 0, -1
			}
		}
		y += it.h
	}
	v.valid, v.total = len(v.items), y
}

// invalidateLayouts invalidates the layout of every item.
func (v *View) stale() {
	v.valid = 0
	for _, it := range v.items {
		it.h = -1
	}
}

func (it *item) overflow() float32 {
	switch l := it.lay.(type) {
	case *codeLayout:
		return l.overflow()
	case *tableLayout:
		return l.overflow()
	}
	return 0
}

// HeightFor returns the exact height in pixels at a width. It creates no widgets, and is free when
// nothing changed.
func (v *View) HeightFor(width float32) float32 {
	v.ensure(width)
	return v.total
}

// MinSize returns the height at the current width.
func (v *View) MinSize() fyne.Size {
	v.ExtendBaseWidget(v)
	if v.width == 0 {
		return fyne.NewSize(minWidth, v.look.Type(theme.RoleBody).Line)
	}
	return fyne.NewSize(minWidth, v.total)
}

const minWidth = 120

// Resize lays the text out at the new width and places its blocks.
func (v *View) Resize(s fyne.Size) {
	v.ensure(s.Width)
	v.BaseWidget.Resize(s)
	v.place()
}

// SetVisibleRange sets which part of the view is visible, in pixels of the view; only blocks near
// it have widgets. Before the first call all of them do.
func (v *View) SetWindow(top, bottom float32) {
	v.win = window{top, bottom, true}
	v.place()
}

// layoutAndPlace lays out and draws after a change of the content.
func (v *View) relay() {
	if v.width == 0 {
		return
	}
	v.ensure(v.width)
	v.place()
}

// relayoutItem lays out one item again after a change inside the view and reports the height
// change.
func (v *View) grew(it *item) {
	it.h = -1
	for i, other := range v.items {
		if other == it {
			v.valid = min(v.valid, i)
		}
	}
	v.relay()
	if v.OnHeightChange != nil {
		v.OnHeightChange()
	}
}

// itemIndexAt returns the index of the item at or above y.
func (v *View) itemAt(y float32) int {
	i := sort.Search(len(v.items), func(i int) bool { return v.items[i].y > y })
	return max(i-1, 0)
}

// itemIndexOf returns the index of the item that contains a position.
func (v *View) itemOf(pos int) int {
	i := sort.Search(len(v.items), func(i int) bool { return v.items[i].base > pos })
	return max(i-1, 0)
}

// Refresh applies the colours and sizes of the theme.
func (v *View) Refresh() {
	before := v.total
	if v.width > 0 {
		v.ensure(v.width)
		v.place()
		v.tip.Refresh()
	}
	if before != v.total && v.OnHeightChange != nil {
		v.OnHeightChange()
	}
	canvas.Refresh(v)
}

// CreateRenderer returns a renderer of the placed blocks.
func (v *View) CreateRenderer() fyne.WidgetRenderer { return &viewRenderer{v} }

type viewRenderer struct{ v *View }

func (r *viewRenderer) Destroy()                     {}
func (r *viewRenderer) Layout(fyne.Size)             {}
func (r *viewRenderer) MinSize() fyne.Size           { return r.v.MinSize() }
func (r *viewRenderer) Objects() []fyne.CanvasObject { return r.v.objects }
func (r *viewRenderer) Refresh()                     { r.v.Refresh() }

// TextPositionAt returns the text position of the line at y, which is stable across widths; ok is
// false outside the text.
func (v *View) TextAt(y float32) (pos int, ok bool) {
	if len(v.items) == 0 || y < 0 || y >= v.total {
		return 0, false
	}
	it := v.items[v.itemAt(y)]
	return it.base + it.lay.offsetAt(0, min(y-it.y, it.h-1)), true
}

// LineTopOf returns the top of the line that contains a position, at the current width.
func (v *View) TopOf(pos int) float32 {
	if len(v.items) == 0 {
		return 0
	}
	it := v.items[v.itemOf(pos)]
	top, _ := it.lay.lineTop(min(max(pos-it.base, 0), it.length))
	return it.y + top
}
