package messagelist

import (
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/theme"
)

// Dimensions in pixels; they do not scale with the text zoom.
const (
	rowGap    = int(theme.MessageGap)
	padTop    = 14
	padBottom = 20
	overscan  = 300 // rows this far beyond the edges are already built
	minWidth  = 200
	minHeight = 120
)

// List is the scrolling column of messages. Create it with New; its zero value does not work. It
// joins the parts that do the work; what its embedded parts export is part of the List. All methods
// belong to the UI goroutine.
type List struct {
	widget.BaseWidget
	rowList
	visibleRows

	// OnReachTop is called once whenever the first row comes near the viewport, to load older
	// messages. It can fire again when another row becomes the first.
	OnReachTop func()
	// OnViewportChange is called after the scroll position or the visible rows changed.
	OnViewportChange func()
	// ReducedMotion, when set and true, makes every scroll instant.
	ReducedMotion func() bool

	heights       rowHeights
	views         viewPool
	viewport      viewport
	anchor        scrollAnchor
	motion        scrollMotion
	overlays      overlays
	reachedTopRow int64 // first row at the last OnReachTop call
}

// The driver finds what a widget handles by its interfaces; embedded parts must not lose one.
var _ interface {
	fyne.Widget
	fyne.Focusable
	fyne.Scrollable
	desktop.Hoverable
} = (*List)(nil)

// New returns an empty list. newView creates a view for rows of a kind; it is called rarely,
// because views are reused.
func New(newView func(kind int) View) *List {
	l := &List{rowList: rowList{index: map[int64]int{}}}
	l.heights = rowHeights{rows: &l.rowList, views: &l.views}
	l.viewport = viewport{
		measureRow: l.heights.cachedOrMeasuredHeight, padTop: padTop, padBottom: padBottom, pinnedRow: -1, followEnd: true,
	}
	l.visibleRows = visibleRows{allRows: &l.rowList, heights: &l.heights, views: &l.views, viewport: &l.viewport}
	l.anchor = scrollAnchor{rows: &l.rowList, heights: &l.heights, views: &l.views, viewport: &l.viewport}
	l.motion = scrollMotion{
		scroll: l.scrollAndUpdateFollowEnd,
		now:    time.Now,
		auto:   autoScroll{list: l, viewport: &l.viewport},
	}
	l.views = viewPool{
		newView: newView, boundSlots: map[int64]*viewSlot{}, freeSlots: map[int][]*viewSlot{},
		onHeightChange: l.relayoutAfterRowHeightChange,
		host: Host{
			OnScroll: l.Scrolled, HandleKey: l.TypedKey, HandleRune: l.TypedRune,
			OnSelectionDrag: l.motion.scrollForSelectionDrag, OnSelectionDragEnd: l.motion.stopSelectionDragScroll,
		},
	}
	l.overlays = overlays{
		scrollbar: newScrollbar(l.scrollToFraction), pill: newNewTextPill(l.ScrollToEndAndFollow),
		highlight: newRowHighlight(), focusRing: newFocusRing(),
	}
	l.ExtendBaseWidget(l)
	return l
}

// rebuildHeightTree rebuilds the height tree for the current rows and width.
func (l *List) rebuildHeightTree() {
	l.viewport.heights.replaceAllHeights(l.heights.cachedOrEstimatedHeights())
}

// MinSize returns the smallest size at which a message can be read.
func (l *List) MinSize() fyne.Size { return fyne.NewSize(minWidth, minHeight) }

// Resize keeps the line at the upper edge when the width changes; when only the height changes and
// the end is visible, the end stays visible.
func (l *List) Resize(size fyne.Size) {
	if size == l.Size() {
		return
	}
	l.BaseWidget.Resize(size)
	l.relayoutForSize()
}

func (l *List) relayoutForSize() {
	size := l.Size()
	wasAtEnd := len(l.rows) > 0 && l.viewport.pinSpacerHeight() == 0 && l.viewport.isAtEnd()
	l.viewport.height = int(size.Height)
	column := min(theme.Current().ScaleUpWithTextZoom(theme.ColumnWidth), size.Width-2*theme.ColumnMargin)
	column = max(float32(math.Floor(float64(column))), 1)
	if column != l.heights.columnWidth {
		l.setColumnWidthKeepingLine(column)
	} else if wasAtEnd {
		l.viewport.moveToEnd()
		l.anchor.saveTopEdgePosition()
	}
	l.layoutRowsOverlaysAndNotify()
}

// setColumnWidthKeepingLine changes the width of the rows.
func (l *List) setColumnWidthKeepingLine(column float32) {
	l.anchor.saveTextPositionOfAnchor()
	l.heights.switchToColumnWidth(column)
	l.rebuildHeightTree()
	if l.Size().Height > 0 {
		l.anchor.restoreViewportFromAnchor()
	}
}

// Refresh applies a changed theme and measures everything again.
func (l *List) Refresh() {
	l.views.themeGeneration++
	l.heights.cache.dropAllHeights()
	l.heights.columnWidth = 0
	l.overlays.refreshOverlays()
	if l.Size().Height > 0 {
		l.relayoutForSize()
	}
	l.BaseWidget.Refresh()
}

// relayoutAfterRowHeightChange is called when a view was expanded or collapsed.
func (l *List) relayoutAfterRowHeightChange(id int64) {
	l.heights.cache.dropHeightsOfRow(id)
	if l.inLayout {
		l.needsLayout = true
		return
	}
	l.layoutRowsOverlaysAndNotify()
}
