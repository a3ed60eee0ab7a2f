package messagelist

import (
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
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

// List is the scrolling column of messages. Create it with New; its zero value does not work. All
// methods belong to the UI goroutine.
type List struct {
	widget.BaseWidget

	// OnReachTop is called once whenever the first row comes near the viewport, to load older
	// messages. It can fire again when another row becomes the first.
	OnReachTop func()
	// OnViewportChange is called after the scroll position or the visible rows changed.
	OnViewportChange func()
	// ReducedMotion, when set and true, makes every scroll instant.
	ReducedMotion func() bool

	rows         []Row
	index        map[int64]int
	viewport     viewport
	views        viewPool
	heightCache  heightCache
	knownHeights map[int64]cachedHeight // exact heights at the current width
	columnWidth  float32                // width of a row
	anchor       scrollAnchor
	smoothScroll smoothScroll
	autoScroll   autoScroll
	frames       *draw.Frames // running while smoothScroll or autoScroll is active
	lastFrame    time.Time
	now          func() time.Time

	visibleSlots  []*viewSlot // rows with a placed widget, in order
	objects       []fyne.CanvasObject
	scrollbar     *scrollbar
	pill          *newTextPill
	highlight     *rowHighlight
	hasFocus      bool
	focusRing     *focusRing
	hasNewText    bool // text arrived below the viewport since the end was last visible
	tooltipOffset float64
	reachedTopRow int64 // first row at the last OnReachTop call
	inLayout      bool  // inside a layout pass
	needsLayout   bool  // a view changed its height during the layout pass
}

// New returns an empty list. newView creates a view for rows of a kind; it is called rarely,
// because views are reused.
func New(newView func(kind int) View) *List {
	l := &List{index: map[int64]int{}, now: time.Now}
	l.viewport = viewport{measureRow: l.measureRow, padTop: padTop, padBottom: padBottom, pinnedRow: -1, followEnd: true}
	l.views = viewPool{
		newView: newView, boundSlots: map[int64]*viewSlot{}, freeSlots: map[int][]*viewSlot{},
		onHeightChange: l.viewHeightChanged,
		host: Host{
			OnScroll: l.Scrolled, HandleKey: l.HandleKey, OnSelectionDrag: l.selectionDragged,
			OnSelectionDragEnd: l.selectionDragEnded,
		},
	}
	l.scrollbar = newScrollbar(l.scrollToFraction)
	l.pill = newNewTextPill(l.ScrollToEnd)
	l.highlight = newRowHighlight()
	l.focusRing = newFocusRing()
	l.ExtendBaseWidget(l)
	return l
}

// measureRow returns the exact height of row i, including the gap below it.
func (l *List) measureRow(i int) int {
	row := l.rows[i]
	id := row.RowID()
	if m, ok := l.knownHeights[id]; ok && m.revision == row.RowRevision() {
		return int(m.height)
	}
	h := int32(math.Ceil(float64(l.views.slotFor(row).heightAt(l.columnWidth)))) + int32(rowGap)
	l.knownHeights[id] = cachedHeight{row.RowRevision(), h}
	return int(h)
}

// estimateRow returns the cached height of a row, or its estimate, without building it.
func (l *List) estimateRow(row Row) int32 {
	if m, ok := l.knownHeights[row.RowID()]; ok && m.revision == row.RowRevision() {
		return m.height
	}
	return int32(math.Ceil(float64(row.EstimateRowHeight(l.columnWidth)))) + int32(rowGap)
}

// rebuildHeights rebuilds the height tree for the current rows and width.
func (l *List) rebuildHeights() {
	hs := make([]int32, len(l.rows))
	for i, row := range l.rows {
		hs[i] = l.estimateRow(row)
	}
	l.viewport.heights.resetHeights(hs)
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
	l.applySize()
}

func (l *List) applySize() {
	size := l.Size()
	wasAtEnd := len(l.rows) > 0 && l.viewport.pinSpacerHeight() == 0 && l.viewport.isAtEnd()
	l.viewport.height = int(size.Height)
	column := min(theme.Current().ScaleWithText(theme.ColumnWidth), size.Width-2*theme.ColumnMargin)
	column = max(float32(math.Floor(float64(column))), 1)
	if column != l.columnWidth {
		l.setColumnWidth(column)
	} else if wasAtEnd {
		l.viewport.moveToEnd()
		l.saveAnchor()
	}
	l.layoutVisibleRows()
}

// setColumnWidth changes the width of the rows.
func (l *List) setColumnWidth(column float32) {
	l.resolveAnchorText()
	l.columnWidth = column
	l.knownHeights = l.heightCache.heightsAt(column)
	l.rebuildHeights()
	l.restoreAnchor()
}

// Refresh applies a changed theme and measures everything again.
func (l *List) Refresh() {
	l.views.themeGeneration++
	l.heightCache.dropAll()
	l.columnWidth = 0
	l.scrollbar.Refresh()
	l.pill.Refresh()
	l.highlight.Refresh()
	l.focusRing.Refresh()
	if l.Size().Height > 0 {
		l.applySize()
	}
	l.BaseWidget.Refresh()
}

// viewHeightChanged is called when a view was expanded or collapsed.
func (l *List) viewHeightChanged(id int64) {
	l.heightCache.dropRow(id)
	if l.inLayout {
		l.needsLayout = true
		return
	}
	l.layoutVisibleRows()
}
