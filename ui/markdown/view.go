package markdown

import (
	"image"
	"strings"
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
	v.selection = selection{blocks: &v.blocks, redraw: v.widgets.redrawMarksBetween}
	v.clipboard = clipboard{source: &v.source, selection: &v.selection}
	v.pointerInput = pointerInput{
		blocks: &v.blocks, selection: &v.selection, tooltip: tooltip, requestFocus: v.requestFocus, Now: time.Now,
		windowPosition: v.windowPosition, takeSelection: v.makeSelectedTextPrimarySelection,
	}
	v.keyInput = keyInput{selection: &v.selection, clipboard: &v.clipboard}
	v.widgets = blockWidgets{
		blocks: &v.blocks, selection: &v.selection, search: &v.search, tooltip: tooltip,
		refresh: func() { canvas.Refresh(v) }, copyCode: v.copyCodeBlockAndShowCopied, relayout: v.relayoutBlockAndNotify,
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

func (v *View) windowPosition() fyne.Position {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(v)
}

// ShowMarkdown shows text. While streaming, more text is expected, and only what can still change
// is parsed and rebuilt.
func (v *View) ShowMarkdown(text string, streaming bool) {
	v.replaceBlocksAndLayout(v.source.parseMarkdown(text, streaming))
}

// ShowTypedTextWithCodeAndTeX shows a text as it was typed.
func (v *View) ShowTypedTextWithCodeAndTeX(text string) {
	if v.source.isPlain && v.source.plainText == text {
		return
	}
	v.source.isPlain, v.source.plainText = true, text
	v.replaceBlocksAndLayout(BlocksOfTypedTextWithCodeAndTeX(text))
}

// ShowParsedText adopts a parser that has parsed a text elsewhere; the caller must not use it
// again.
func (v *View) ShowParsedText(r *IncrementalParser) {
	v.replaceBlocksAndLayout(v.source.adoptParser(r))
}

// SourceText returns the text as it was set.
func (v *View) SourceText() string { return v.source.wholeSourceText() }

// ReadableText returns the visible text as it is read aloud, a block a line.
func (v *View) ReadableText() string {
	lines := make([]string, 0, len(v.blocks.items))
	for _, it := range v.blocks.items {
		lines = append(lines, it.text)
	}
	return strings.Join(lines, "\n")
}

// BlockCount returns the number of blocks.
func (v *View) BlockCount() int { return len(v.blocks.items) }

// replaceBlocksAndLayout replaces the blocks, keeping the selection and the search.
func (v *View) replaceBlocksAndLayout(blocks []Block) {
	from, changed := v.blocks.replaceBlocksReusingItems(blocks)
	if !changed {
		return
	}
	v.selection.clampToTextEnd(v.blocks.textEndPosition())
	v.search.findMatchesFromBlock(from)
	v.layoutAndPlaceBlocks()
}

// ShowImageBelowChip shows the image of an address below the paragraphs that have its chip; nil
// removes it and leaves the chip. Addresses that are not http or https are ignored: local files are
// never shown. The view itself fetches nothing.
func (v *View) ShowImageBelowChip(address string, img image.Image) {
	if loadableImageHost(address) == "" {
		return
	}
	v.blocks.setImageAndInvalidateItsBlocks(address, img)
	before := v.blocks.totalHeight
	v.layoutAndPlaceBlocks()
	if v.blocks.totalHeight != before && v.OnHeightChange != nil {
		v.OnHeightChange()
	}
}

// UseSharedImages makes the view use m, its images by address, which ShowImageBelowChip adds to;
// many views can share m. It must be called before the first text.
func (v *View) UseSharedImages(m map[string]image.Image) { v.blocks.images = m }

// HighlightMatches highlights all occurrences of query, ignoring case, and returns their number. An
// empty query ends the search. A match never spans two blocks.
func (v *View) HighlightMatches(query string) int {
	if query == "" && v.search.query == "" {
		return 0
	}
	v.search.setQueryAndFindMatches(query)
	v.widgets.redrawMarksBetween(0, v.blocks.textEndPosition())
	return len(v.search.found)
}

// HighlightMatchAsCurrent highlights match i as the current one and returns the top of its line; -1
// clears the current match.
func (v *View) HighlightMatchAsCurrent(i int) (top float32) {
	v.search.current = i
	v.widgets.redrawMarksBetween(0, v.blocks.textEndPosition())
	if i < 0 || i >= len(v.search.found) {
		return 0
	}
	return v.blocks.lineTopOfPosition(v.search.found[i].start)
}

// HeightFor returns the exact height in pixels at a width. It creates no widgets, and is free when
// nothing changed.
func (v *View) HeightFor(width float32) float32 {
	v.blocks.layoutInvalidItems(width)
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
	v.blocks.layoutInvalidItems(s.Width)
	v.BaseWidget.Resize(s)
	v.widgets.placeVisibleAndReleaseOtherBlocks()
}

// SetVisibleRange sets which part of the view is visible, in pixels of the view; only blocks near
// it have widgets. Before the first call all of them do.
func (v *View) SetVisibleRange(top, bottom float32) {
	v.widgets.visible = visibleRange{top, bottom, true}
	v.widgets.placeVisibleAndReleaseOtherBlocks()
}

// layoutAndPlaceBlocks lays out and draws after a change of the content.
func (v *View) layoutAndPlaceBlocks() {
	if v.blocks.width == 0 {
		return
	}
	v.blocks.layoutInvalidItems(v.blocks.width)
	v.widgets.placeVisibleAndReleaseOtherBlocks()
}

// relayoutBlockAndNotify lays out one item again after a change inside the view and reports the
// height change.
func (v *View) relayoutBlockAndNotify(it *blockItem) {
	v.blocks.dropItemLayout(it)
	v.layoutAndPlaceBlocks()
	if v.OnHeightChange != nil {
		v.OnHeightChange()
	}
}

// Refresh applies the colours and sizes of the theme.
func (v *View) Refresh() {
	before := v.blocks.totalHeight
	if v.blocks.width > 0 {
		v.blocks.layoutInvalidItems(v.blocks.width)
		v.widgets.placeVisibleAndReleaseOtherBlocks()
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

// TextPositionAtY returns the text position of the line at y, which is stable across widths; ok is
// false outside the text.
func (v *View) TextPositionAtY(y float32) (pos int, ok bool) {
	return v.blocks.textPositionOfLineAtY(y)
}

// LineTopOfPosition returns the top of the line that contains a position, at the current width.
func (v *View) LineTopOfPosition(pos int) float32 { return v.blocks.lineTopOfPosition(pos) }

// TextEndPoint returns where the text ends at the width of the last layout, in pixels of the view:
// x after the last word, y and height of its line. ok is false when the last block is not
// left-to-right text.
func (v *View) TextEndPoint() (x, y, height float32, ok bool) { return v.blocks.textEndPoint() }
