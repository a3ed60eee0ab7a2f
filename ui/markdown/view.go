package markdown

import (
	"image"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
	"memoir/ui/draw"
	"memoir/ui/theme"
)

// View shows one text, Markdown or plain. Create it with New. It joins the parts that do the work:
// what they export, such as the handling of the mouse and of keys, is part of the View. All of it
// belongs to the UI goroutine.
type View struct {
	widget.BaseWidget
	selection
	clipboard
	pointerInput
	keyInput

	// OnMenu shows the context menu at a position in the window. While it is nil, Fyne's menu is used.
	OnMenu func(items []MenuItem, at fyne.Position)
	// OnHeightChange is called after a height change caused inside the view, such as by "Show all".
	OnHeightChange func()
	// OnScroll receives wheel events that a wide block does not handle; while it is nil, they are
	// dropped.
	OnScroll func(*fyne.ScrollEvent)

	blocks  blockList
	source  textSource
	search  textSearch
	widgets blockWidgets
}

// The driver finds what a widget handles by its interfaces; embedded parts must not lose one.
var _ interface {
	fyne.Widget
	fyne.Focusable
	fyne.Shortcutable
	fyne.SecondaryTappable
	fyne.Draggable
	desktop.Keyable
	desktop.Mouseable
	desktop.Hoverable
	desktop.Cursorable
} = (*View)(nil)

// New returns an empty view that measures with m, which all views may share.
func New(m *Metrics) *View {
	v := &View{blocks: blockList{metrics: m, theme: theme.Current()}}
	tooltip := newLinkTooltip()
	v.source = textSource{blocks: &v.blocks, parser: NewIncrementalParser()}
	v.search = textSearch{blocks: &v.blocks}
	v.selection = selection{blocks: &v.blocks, redraw: v.widgets.redrawMarks}
	v.clipboard = clipboard{source: &v.source, selection: &v.selection}
	v.pointerInput = pointerInput{
		blocks: &v.blocks, selection: &v.selection, tooltip: tooltip, requestFocus: v.requestFocus, Now: time.Now,
	}
	v.keyInput = keyInput{selection: &v.selection, clipboard: &v.clipboard}
	v.widgets = blockWidgets{
		blocks: &v.blocks, selection: &v.selection, search: &v.search, tooltip: tooltip,
		refresh: func() { canvas.Refresh(v) }, copyCode: v.copyCodeBlock, relayout: v.relayoutItem,
		onScroll: func(e *fyne.ScrollEvent) {
			if v.OnScroll != nil {
				v.OnScroll(e)
			}
		},
	}
	v.ExtendBaseWidget(v)
	return v
}

// requestFocus moves the keyboard focus of the window to the view.
func (v *View) requestFocus() {
	if app := fyne.CurrentApp(); app != nil {
		if c := app.Driver().CanvasForObject(v); c != nil {
			c.Focus(v)
		}
	}
}

// SetText shows text. While streaming, more text is expected, and only what can still change is
// parsed and rebuilt.
func (v *View) SetText(text string, streaming bool) { v.showBlocks(v.source.setText(text, streaming)) }

// SetPlainText shows a text as it was typed.
func (v *View) SetPlainText(text string) {
	if v.source.isPlain && v.source.plainText == text {
		return
	}
	v.source.isPlain, v.source.plainText = true, text
	v.showBlocks(Plain(text))
}

// UseParser adopts a parser that has parsed a text elsewhere; the caller must not use it again.
func (v *View) UseParser(r *IncrementalParser) { v.showBlocks(v.source.useParser(r)) }

// SourceText returns the text as it was set.
func (v *View) SourceText() string { return v.source.text() }

// BlockCount returns the number of blocks.
func (v *View) BlockCount() int { return len(v.blocks.items) }

// showBlocks replaces the blocks, keeping the selection and the search.
func (v *View) showBlocks(blocks []Block) {
	from, changed := v.blocks.setBlocks(blocks)
	if !changed {
		return
	}
	v.selection.clampTo(v.blocks.endPosition())
	v.search.findFrom(from)
	v.layoutAndPlace()
}

// SetImage shows the image of an address below the paragraphs that have its chip; nil removes it
// and leaves the chip. Addresses that are not http or https are ignored: local files are never
// shown. The view itself fetches nothing.
func (v *View) SetImage(address string, img image.Image) {
	if imageHost(address) == "" {
		return
	}
	v.blocks.setImage(address, img)
	before := v.blocks.totalHeight
	v.layoutAndPlace()
	if v.blocks.totalHeight != before && v.OnHeightChange != nil {
		v.OnHeightChange()
	}
}

// ShareImages makes the view use m, its images by address, which SetImage adds to; many views can
// share m. It must be called before the first text.
func (v *View) ShareImages(m map[string]image.Image) { v.blocks.images = m }

// HighlightMatches highlights all occurrences of query, ignoring case, and returns their number. An
// empty query ends the search. A match never spans two blocks.
func (v *View) HighlightMatches(query string) int {
	if query == "" && v.search.query == "" {
		return 0
	}
	v.search.findAll(query)
	v.widgets.redrawMarks(0, v.blocks.endPosition())
	return len(v.search.found)
}

// SetCurrentMatch highlights match i as the current one and returns the top of its line; -1 clears
// the current match.
func (v *View) SetCurrentMatch(i int) (top float32) {
	v.search.current = i
	v.widgets.redrawMarks(0, v.blocks.endPosition())
	if i < 0 || i >= len(v.search.found) {
		return 0
	}
	return v.blocks.lineTopOf(v.search.found[i].start)
}

// HeightFor returns the exact height in pixels at a width. It creates no widgets, and is free when
// nothing changed.
func (v *View) HeightFor(width float32) float32 {
	v.blocks.ensureLayout(width)
	return v.blocks.totalHeight
}

// MinSize returns the height at the current width.
func (v *View) MinSize() fyne.Size {
	v.ExtendBaseWidget(v)
	if v.blocks.width == 0 {
		return fyne.NewSize(minWidth, v.blocks.theme.TypeStyle(theme.RoleBody).LineHeight)
	}
	return fyne.NewSize(minWidth, v.blocks.totalHeight)
}

const minWidth = 120

// Resize lays the text out at the new width and places its blocks.
func (v *View) Resize(s fyne.Size) {
	v.blocks.ensureLayout(s.Width)
	v.BaseWidget.Resize(s)
	v.widgets.placeBlocks()
}

// SetVisibleRange sets which part of the view is visible, in pixels of the view; only blocks near
// it have widgets. Before the first call all of them do.
func (v *View) SetVisibleRange(top, bottom float32) {
	v.widgets.visible = visibleRange{top, bottom, true}
	v.widgets.placeBlocks()
}

// layoutAndPlace lays out and draws after a change of the content.
func (v *View) layoutAndPlace() {
	if v.blocks.width == 0 {
		return
	}
	v.blocks.ensureLayout(v.blocks.width)
	v.widgets.placeBlocks()
}

// relayoutItem lays out one item again after a change inside the view and reports the height
// change.
func (v *View) relayoutItem(it *blockItem) {
	v.blocks.invalidateItem(it)
	v.layoutAndPlace()
	if v.OnHeightChange != nil {
		v.OnHeightChange()
	}
}

// Refresh applies the colours and sizes of the theme.
func (v *View) Refresh() {
	before := v.blocks.totalHeight
	if v.blocks.width > 0 {
		v.blocks.ensureLayout(v.blocks.width)
		v.widgets.placeBlocks()
		v.widgets.tooltip.Refresh()
	}
	if before != v.blocks.totalHeight && v.OnHeightChange != nil {
		v.OnHeightChange()
	}
	canvas.Refresh(v)
}

// CreateRenderer returns a renderer of the placed blocks.
func (v *View) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(v, draw.RenderFuncs{
		Objects: func() []fyne.CanvasObject { return v.widgets.objects }, MinSize: v.MinSize, Refresh: v.Refresh,
	})
}

// TextPositionAt returns the text position of the line at y, which is stable across widths; ok is
// false outside the text.
func (v *View) TextPositionAt(y float32) (pos int, ok bool) { return v.blocks.textPositionAt(y) }

// LineTopOf returns the top of the line that contains a position, at the current width.
func (v *View) LineTopOf(pos int) float32 { return v.blocks.lineTopOf(pos) }

// TextEnd returns where the text ends at the width of the last layout, in pixels of the view: x
// after the last word, y and height of its line. ok is false when the last block is not
// left-to-right text.
func (v *View) TextEnd() (x, y, height float32, ok bool) { return v.blocks.textEnd() }
