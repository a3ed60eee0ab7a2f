package markdown

import (
	"image"
	"sort"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/timing"
)

// View shows one text, Markdown or plain. Create it with New. All of it belongs to the UI goroutine.
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
	OnSelectionStart func()
	// OnPointerEnter is called when the pointer enters the text, possibly without having entered
	// anything around it.
	OnPointerEnter func()
	// OnScroll receives wheel events that a wide block does not handle; while it is nil, they are
	// dropped.
	OnScroll func(*fyne.ScrollEvent)
	// OnSelectionDrag receives the pointer position, in pixels of the window, while a selection is
	// dragged; the last call has end set.
	OnSelectionDrag func(at fyne.Position, end bool)
	// OnKey receives keys that the text does not handle.
	OnKey func(*fyne.KeyEvent)
	// After is app.Env's. While it is nil, "Copied" stays until the next change.
	After timing.After
	// Now returns the current time; it is used to count clicks.
	Now func() time.Time

	// RebuiltBlocks counts the blocks that were built or rebuilt since the view was created, for
	// tests.
	RebuiltBlocks int

	metrics      *Metrics
	parser       *IncrementalParser
	isPlain      bool   // the text is plainText, not that of the parser
	plainText    string // as it was typed
	items        []*blockItem
	theme        *theme.Theme
	width        float32
	laidOutItems int // number of items laid out for width and theme
	totalHeight  float32
	visible      visibleRange
	drawnItems   []*blockItem // items with a widget
	freeWidgets  []*drawn     // released widgets, kept for reuse
	objects      []fyne.CanvasObject
	selection    selection
	search       textSearch
	pointer      pointerState
	// images are the loaded images by address.
	images  map[string]image.Image
	tooltip *linkTooltip
}

// blockItem is a block with its layout and widget.
type blockItem struct {
	block       Block
	textStart   int // offset of its text in the text of the view
	textLength  int // in bytes
	text        string
	layout      layout
	state       blockState
	indent      float32
	y, height   float32
	widget      *drawn
	highlighter *codeHighlighter
	showsCopied bool
	copiedDelay *timing.Debounce // until showsCopied ends; nil until first needed
}

// visibleRange is the part of the view inside the window, in pixels of the view.
type visibleRange struct {
	top, bottom float32
	isSet       bool
}

// New returns an empty view that measures with m, which all views may share.
func New(m *Metrics) *View {
	v := &View{metrics: m, parser: NewIncrementalParser(), Now: time.Now, theme: theme.Current()}
	v.tooltip = newLinkTooltip()
	v.ExtendBaseWidget(v)
	return v
}

// SetText shows text. While streaming, more text is expected, and only what can still change is
// parsed and rebuilt.
func (v *View) SetText(text string, streaming bool) {
	v.isPlain = false
	v.applyBlocks(v.parser.SetText(text, streaming))
}

// UseParser adopts a parser that has parsed a text elsewhere; the caller must not use it again.
func (v *View) UseParser(r *IncrementalParser) {
	v.parser, v.isPlain = r, false
	v.applyBlocks(r.blocks)
}

// SourceText returns the text as it was set.
func (v *View) SourceText() string {
	if v.isPlain {
		return v.plainText
	}
	return v.parser.text
}

// BlockCount returns the number of blocks.
func (v *View) BlockCount() int { return len(v.items) }

// applyBlocks updates the items to match blocks, keeping those that did not change.
func (v *View) applyBlocks(blocks []Block) {
	same := 0
	for same < len(v.items) && same < len(blocks) && v.items[same].block.contentHash == blocks[same].contentHash {
		same++
	}
	for i := range same {
		v.items[i].block.sourceStart = blocks[i].sourceStart
	}
	if same == len(blocks) && same == len(v.items) {
		return
	}
	old := v.items[same:]
	v.items = append(v.items[:same], v.matchItems(old, blocks[same:])...)
	if n := same + len(old); n > len(v.items) {
		clear(v.items[len(v.items):n])
	}
	base := 0
	if same > 0 {
		base = v.items[same-1].textStart + v.items[same-1].textLength + 1
	}
	for _, it := range v.items[same:] {
		it.textStart = base
		base += it.textLength + 1
	}
	v.laidOutItems = min(v.laidOutItems, same)
	v.selection.clampTo(max(base-1, 0))
	v.searchFrom(same)
	v.layoutAndPlace()
}

// matchItems returns items for blocks, reusing old ones of the same content and changing those of
// the same kind in place.
func (v *View) matchItems(old []*blockItem, blocks []Block) []*blockItem {
	pool := make(map[uint64]*blockItem, len(old))
	for _, it := range old {
		pool[it.block.contentHash] = it
	}
	wanted := make(map[uint64]bool, len(blocks))
	for i := range blocks {
		wanted[blocks[i].contentHash] = true
	}
	out := make([]*blockItem, len(blocks))
	for i := range blocks {
		b := blocks[i]
		if it := pool[b.contentHash]; it != nil {
			delete(pool, b.contentHash)
			it.block.sourceStart = b.sourceStart
			out[i] = it
			continue
		}
		v.RebuiltBlocks++
		if i < len(old) && old[i].block.Kind == b.Kind && !wanted[old[i].block.contentHash] {
			out[i] = old[i]
		} else {
			out[i] = &blockItem{}
		}
		out[i].setBlock(b)
	}
	return out
}

// setBlock replaces the content. The old layout stays as a hint for the next one.
func (it *blockItem) setBlock(b Block) {
	it.block, it.text = b, b.PlainText()
	it.textLength = len(it.text)
	it.height = -1
}

// ensureLayout lays out all items that are not valid for width and the current theme.
func (v *View) ensureLayout(width float32) {
	if th := theme.Current(); th != v.theme {
		v.theme = th
		v.invalidateLayouts()
	}
	if width != v.width {
		v.width = width
		v.invalidateLayouts()
	}
	if v.laidOutItems == len(v.items) && v.laidOutItems > 0 {
		return
	}
	y := float32(0)
	if v.laidOutItems > 0 {
		p := v.items[v.laidOutItems-1]
		y = p.y + p.height
	}
	for i := v.laidOutItems; i < len(v.items); i++ {
		it := v.items[i]
		if i > 0 {
			y += it.block.GapAbove
		}
		it.y = y
		if it.height < 0 || it.layout == nil {
			it.indent = min(it.block.indentWidth(v.theme.Zoom()), width/2)
			it.state.images = v.images
			it.layout = newLayout(v.metrics, v.theme, &it.block, width-it.indent, &it.state, it.layout)
			_, it.height = it.layout.contentSize()
			if over := it.overflowWidth(); it.state.scrollX > over {
				it.state.scrollX = over
			}
			if it.widget != nil {
				it.widget.drawnTop, it.widget.drawnBottom = 0, -1
			}
		}
		y += it.height
	}
	v.laidOutItems, v.totalHeight = len(v.items), y
}

// invalidateLayouts invalidates the layout of every item.
func (v *View) invalidateLayouts() {
	v.laidOutItems = 0
	for _, it := range v.items {
		it.height = -1
	}
}

func (it *blockItem) overflowWidth() float32 {
	switch l := it.layout.(type) {
	case *codeLayout:
		return l.overflowWidth()
	case *tableLayout:
		return l.overflowWidth()
	}
	return 0
}

// HeightFor returns the exact height in pixels at a width. It creates no widgets, and is free when
// nothing changed.
func (v *View) HeightFor(width float32) float32 {
	v.ensureLayout(width)
	return v.totalHeight
}

// MinSize returns the height at the current width.
func (v *View) MinSize() fyne.Size {
	v.ExtendBaseWidget(v)
	if v.width == 0 {
		return fyne.NewSize(minWidth, v.theme.TypeStyle(theme.RoleBody).LineHeight)
	}
	return fyne.NewSize(minWidth, v.totalHeight)
}

const minWidth = 120

// Resize lays the text out at the new width and places its blocks.
func (v *View) Resize(s fyne.Size) {
	v.ensureLayout(s.Width)
	v.BaseWidget.Resize(s)
	v.placeBlocks()
}

// SetVisibleRange sets which part of the view is visible, in pixels of the view; only blocks near
// it have widgets. Before the first call all of them do.
func (v *View) SetVisibleRange(top, bottom float32) {
	v.visible = visibleRange{top, bottom, true}
	v.placeBlocks()
}

// layoutAndPlace lays out and draws after a change of the content.
func (v *View) layoutAndPlace() {
	if v.width == 0 {
		return
	}
	v.ensureLayout(v.width)
	v.placeBlocks()
}

// relayoutItem lays out one item again after a change inside the view and reports the height
// change.
func (v *View) relayoutItem(it *blockItem) {
	it.height = -1
	for i, other := range v.items {
		if other == it {
			v.laidOutItems = min(v.laidOutItems, i)
		}
	}
	v.layoutAndPlace()
	if v.OnHeightChange != nil {
		v.OnHeightChange()
	}
}

// itemIndexAt returns the index of the item at or above y.
func (v *View) itemIndexAt(y float32) int {
	i := sort.Search(len(v.items), func(i int) bool { return v.items[i].y > y })
	return max(i-1, 0)
}

// itemIndexOf returns the index of the item that contains a position.
func (v *View) itemIndexOf(pos int) int {
	i := sort.Search(len(v.items), func(i int) bool { return v.items[i].textStart > pos })
	return max(i-1, 0)
}

// Refresh applies the colours and sizes of the theme.
func (v *View) Refresh() {
	before := v.totalHeight
	if v.width > 0 {
		v.ensureLayout(v.width)
		v.placeBlocks()
		v.tooltip.Refresh()
	}
	if before != v.totalHeight && v.OnHeightChange != nil {
		v.OnHeightChange()
	}
	canvas.Refresh(v)
}

// CreateRenderer returns a renderer of the placed blocks.
func (v *View) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(v, draw.RenderFuncs{
		Objects: func() []fyne.CanvasObject { return v.objects }, MinSize: v.MinSize, Refresh: v.Refresh,
	})
}

// TextPositionAt returns the text position of the line at y, which is stable across widths; ok is
// false outside the text.
func (v *View) TextPositionAt(y float32) (pos int, ok bool) {
	if len(v.items) == 0 || y < 0 || y >= v.totalHeight {
		return 0, false
	}
	it := v.items[v.itemIndexAt(y)]
	return it.textStart + it.layout.offsetAt(0, min(y-it.y, it.height-1)), true
}

// LineTopOf returns the top of the line that contains a position, at the current width.
func (v *View) LineTopOf(pos int) float32 {
	if len(v.items) == 0 {
		return 0
	}
	it := v.items[v.itemIndexOf(pos)]
	top, _ := it.layout.lineTop(min(max(pos-it.textStart, 0), it.textLength))
	return it.y + top
}
