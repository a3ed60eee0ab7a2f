package messagelist

import (
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
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
	OnMove func()
	// ReducedMotion, when set and true, makes every scroll instant.
	ReducedMotion func() bool

	rows   []Row
	index  map[int64]int
	vp     viewport
	views  views
	exact  measured
	known  map[int64]measure // exact heights at the current width
	column float32           // width of a row
	hold   hold
	glide  glide
	pull   pull
	frames *kit.Frames // running while smoothScroll or autoScroll is active
	last   time.Time
	now    func() time.Time

	shown   []*slot // rows with a placed widget, in order
	objects []fyne.CanvasObject
	bar     *scrollbar
	pill    *pill
	glow    *glow
	focused bool
	ring    *focusRing
	fresh   bool // text arrived below the viewport since the end was last visible
	tipsAt  float64
	topSeen int64 // first row at the last OnReachTop call
	busy    bool  // inside a layout pass
	again   bool  // a view changed its height during the layout pass
}

// New returns an empty list. newView creates a view for rows of a kind; it is called rarely,
// because views are reused.
func New(newView func(kind int) View) *List {
	l := &List{index: map[int64]int{}, now: time.Now}
	l.vp = viewport{measure: l.measure, padTop: padTop, padBottom: padBottom, pin: -1, follow: true}
	l.views = views{
		make: newView, bound: map[int64]*slot{}, free: map[int][]*slot{}, changed: l.heightChanged,
		host: Host{Scroll: l.Scrolled, Key: l.HandleKey, Drag: l.drag, DragEnd: l.dragEnd},
	}
	l.bar = newScrollbar(l.dragTo)
	l.pill = newPill(l.ScrollToEnd)
	l.glow = newGlow()
	l.ring = newFocusRing()
	l.ExtendBaseWidget(l)
	return l
}

// measureRow returns the exact height of row i, including the gap below it.
func (l *List) measure(i int) int {
	row := l.rows[i]
	id := row.RowID()
	if m, ok := l.known[id]; ok && m.revision == row.RowRevision() {
		return int(m.height)
	}
	h := int32(math.Ceil(float64(l.views.show(row).size(l.column)))) + int32(rowGap)
	l.known[id] = measure{row.RowRevision(), h}
	return int(h)
}

// estimateRow returns the cached height of a row, or its estimate, without building it.
func (l *List) estimate(row Row) int32 {
	if m, ok := l.known[row.RowID()]; ok && m.revision == row.RowRevision() {
		return m.height
	}
	return int32(math.Ceil(float64(row.RowHeight(l.column)))) + int32(rowGap)
}

// rebuildHeights rebuilds the height tree for the current rows and width.
func (l *List) reckon() {
	hs := make([]int32, len(l.rows))
	for i, row := range l.rows {
		hs[i] = l.estimate(row)
	}
	l.vp.rows.reset(hs)
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
	l.resized()
}

func (l *List) resized() {
	size := l.Size()
	ended := len(l.rows) > 0 && l.vp.room() == 0 && l.vp.atEnd()
	l.vp.height = int(size.Height)
	column := min(theme.Current().Scaled(theme.ColumnWidth), size.Width-2*theme.ColumnMargin)
	column = max(float32(math.Floor(float64(column))), 1)
	if column != l.column {
		l.rewrap(column)
	} else if ended {
		l.vp.toEnd()
		l.keep()
	}
	l.arrange()
}

// setColumnWidth changes the width of the rows.
func (l *List) rewrap(column float32) {
	l.name()
	l.column = column
	l.known = l.exact.at(column)
	l.reckon()
	l.holdLine()
}

// Refresh applies a changed theme and measures everything again.
func (l *List) Refresh() {
	l.views.look++
	l.exact.clear()
	l.column = 0
	l.bar.Refresh()
	l.pill.Refresh()
	l.glow.Refresh()
	l.ring.Refresh()
	if l.Size().Height > 0 {
		l.resized()
	}
	l.BaseWidget.Refresh()
}

// viewHeightChanged is called when a view was expanded or collapsed.
func (l *List) heightChanged(id int64) {
	l.exact.forget(id)
	if l.busy {
		l.again = true
		return
	}
	l.arrange()
}
