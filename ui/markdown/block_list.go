package markdown

import (
	"image"
	"slices"

	"memoir/ui/theme"
	"memoir/ui/timing"
)

// blockList is the text of a view as laid-out blocks. It keeps the blocks that a new text shares
// with the old one, lays out only those that changed, and answers where a position of the text is
// and what is at a point. It belongs to the UI goroutine.
type blockList struct {
	metrics       *Metrics
	theme         *theme.Theme
	items         []*blockItem
	width         float32
	laidOutItems  int // number of items laid out for width and theme
	totalHeight   float32
	images        map[string]image.Image // the loaded images by address
	rebuiltBlocks int                    // that were built or rebuilt so far
}

// blockItem is a block with its layout and widget.
type blockItem struct {
	block       Block
	textStart   int // offset of its text in the text of the view
	textLength  int // in bytes
	text        string
	layout      layout
	state       blockState
	indent      float32 // of the content, at the left
	rightIndent float32 // of the content, at the right: where the markers of right-to-left text stand
	y, height   float32
	widget      *drawn
	highlighter *codeHighlighter
	showsCopied bool
	copiedDelay *timing.Debounce // until showsCopied ends; nil until first needed
}

// replaceBlocksReusingItems updates the items to match blocks, keeping those that did not change.
// It returns the index of the first item that changed; changed is false when all are the same.
func (bs *blockList) replaceBlocksReusingItems(blocks []Block) (from int, changed bool) {
	same := 0
	for same < len(bs.items) && same < len(blocks) && bs.items[same].block.contentHash == blocks[same].contentHash {
		same++
	}
	for i := range same {
		bs.items[i].block.sourceStart = blocks[i].sourceStart
	}
	if same == len(blocks) && same == len(bs.items) {
		return same, false
	}
	old := bs.items[same:]
	bs.items = append(bs.items[:same], bs.reuseOrRebuildItems(old, blocks[same:])...)
	if n := same + len(old); n > len(bs.items) {
		clear(bs.items[len(bs.items):n])
	}
	base := 0
	if same > 0 {
		base = bs.items[same-1].textStart + bs.items[same-1].textLength + 1
	}
	for _, it := range bs.items[same:] {
		it.textStart = base
		base += it.textLength + 1
	}
	bs.laidOutItems = min(bs.laidOutItems, same)
	return same, true
}

// reuseOrRebuildItems returns items for blocks, reusing old ones of the same content and changing
// those of the same kind in place.
func (bs *blockList) reuseOrRebuildItems(old []*blockItem, blocks []Block) []*blockItem {
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
		bs.rebuiltBlocks++
		if i < len(old) && old[i].block.Kind == b.Kind && !wanted[old[i].block.contentHash] {
			out[i] = old[i]
		} else {
			out[i] = &blockItem{}
		}
		out[i].replaceBlockAndInvalidateHeight(b)
	}
	return out
}

// replaceBlockAndInvalidateHeight replaces the content. The old layout stays as a hint for the next
// one.
func (it *blockItem) replaceBlockAndInvalidateHeight(b Block) {
	it.block, it.text = b, b.PlainText()
	it.textLength = len(it.text)
	it.height = -1
}

// layoutInvalidItems lays out all items that are not valid for width and the current theme.
func (bs *blockList) layoutInvalidItems(width float32) {
	if th := theme.Current(); th != bs.theme {
		bs.theme = th
		bs.invalidateAllLayouts()
	}
	if width != bs.width {
		bs.width = width
		bs.invalidateAllLayouts()
	}
	if bs.laidOutItems == len(bs.items) && bs.laidOutItems > 0 {
		return
	}
	y := float32(0)
	if bs.laidOutItems > 0 {
		p := bs.items[bs.laidOutItems-1]
		y = p.y + p.height
	}
	for i := bs.laidOutItems; i < len(bs.items); i++ {
		it := bs.items[i]
		if i > 0 {
			y += it.block.GapAbove
		}
		it.y = y
		if it.height < 0 || it.layout == nil {
			gutters := min(it.block.containerIndentWidth(bs.theme.Zoom()), width/2)
			it.state.images = bs.images
			it.layout = layoutBlock(bs.metrics, bs.theme, &it.block, width-gutters, &it.state, it.layout)
			it.indent, it.rightIndent = gutters, 0
			if t, ok := it.layout.(*textLayout); ok && t.wrapped.isRTL {
				it.indent, it.rightIndent = 0, gutters
			}
			_, it.height = it.layout.givenWidthAndTotalHeight()
			if over := it.overflowWidth(); it.state.scrollX > over {
				it.state.scrollX = over
			}
			if it.widget != nil {
				it.widget.drawnTop, it.widget.drawnBottom = 0, -1
			}
		}
		y += it.height
	}
	bs.laidOutItems, bs.totalHeight = len(bs.items), y
}

// invalidateAllLayouts invalidates the layout of every item.
func (bs *blockList) invalidateAllLayouts() {
	bs.laidOutItems = 0
	for _, it := range bs.items {
		it.height = -1
	}
}

// dropItemLayout drops the layout of one item after a change inside it.
func (bs *blockList) dropItemLayout(it *blockItem) {
	it.height, it.layout = -1, nil
	if i := slices.Index(bs.items, it); i >= 0 {
		bs.laidOutItems = min(bs.laidOutItems, i)
	}
}

// setImageAndInvalidateItsBlocks sets the image of an address, nil for none, and invalidates the
// blocks that show it.
func (bs *blockList) setImageAndInvalidateItsBlocks(address string, img image.Image) {
	if bs.images == nil {
		bs.images = map[string]image.Image{}
	}
	if bs.images[address] = img; img == nil {
		delete(bs.images, address)
	}
	for i, it := range bs.items {
		if slices.ContainsFunc(it.block.Spans, func(s Span) bool { return s.Style&Image != 0 && s.Link == address }) {
			it.height, it.layout = -1, nil
			bs.laidOutItems = min(bs.laidOutItems, i)
		}
	}
}

func (it *blockItem) overflowWidth() float32 {
	switch l := it.layout.(type) {
	case *codeLayout:
		return l.overflowWidth()
	case *tableLayout:
		return l.overflowWidth()
	case *formulaLayout:
		return l.overflowWidth()
	}
	return 0
}
