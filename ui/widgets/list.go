package widgets

import (
	"slices"
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/timing"
)

// ListRow is a row of a List: how tall it is at a width, and how to build it.
type ListRow struct {
	// Key identifies the row; Version changes whenever anything visible of it does. LazyVersion, if it
	// is set, is called in its place, for rows near the viewport only.
	Key         string
	Version     string
	LazyVersion func() string
	// FixedHeight is set where MeasureHeight depends on neither width nor version and costs nothing:
	// it is called whenever the height is needed.
	FixedHeight bool
	// MeasureHeight is called once per width and version, when the row or one below it comes near the
	// viewport.
	MeasureHeight func(width float32) float32
	// Build creates the row. Rows far from the viewport are not built.
	Build func() fyne.CanvasObject
	// Place is read by screen readers; zero for a heading or a note.
	Place RowPlace
}

// RowPlace is where a row stands: "3 of 12".
type RowPlace struct {
	Position, Size int // among the rows of its group, from 1
	Level          int // 1, or 2 below the row of level 1 before it
	CanExpand      bool
	IsExpanded     bool
}

// List is a virtual list of rows of different heights; only rows near the viewport exist as
// widgets.
type List struct {
	widget.BaseWidget
	// OnNearEnd is called when the last row comes near the viewport; it may add rows with SetRows.
	OnNearEnd func()
	// Title says what is listed, for screen readers.
	Title string

	scroll        *Scroll
	body          *fyne.Container
	rows          []ListRow
	offsets       []float32 // prefix sums of the row heights; estimates after the first measuredCount rows
	measuredCount int
	heightCache   map[string]float32
	builtRows     map[string]builtRow
	gap           float32
	padding       [4]float32 // top, right, bottom, left
	width         float32
	loading       *timing.Debounce // nil when no rows are awaited
}

type builtRow struct {
	version string
	object  fyne.CanvasObject
}

// estimatedRowHeight is the estimate used before any row was measured.
const estimatedRowHeight = 48

// overscan is how far beyond the viewport rows are built, in pixels.
const overscan = 200

// NewVirtualList returns an empty list with a gap between rows and padding around them.
func NewVirtualList(gap, top, right, bottom, left float32) *List {
	l := &List{gap: gap, padding: [4]float32{top, right, bottom, left}, builtRows: map[string]builtRow{}}
	l.heightCache = map[string]float32{}
	l.body = container.New(listLayout{l})
	l.scroll = NewVerticalScroll(l.body)
	l.scroll.OnScrolled = func(fyne.Position) {
		HideWindowTooltip(l)
		l.buildRowsNearViewport()
	}
	l.ExtendBaseWidget(l)
	return l
}

// SetRows replaces the rows; what is on screen stays where it is.
func (l *List) SetRows(entries []ListRow) {
	if l.loading != nil {
		l.loading.Cancel()
		l.loading = nil
	}
	l.replaceRowsAndBuildVisible(entries)
}

func (l *List) replaceRowsAndBuildVisible(entries []ListRow) {
	l.rows = entries
	l.estimateOffsetsKeepingCachedHeights()
	l.buildRowsNearViewport()
	l.scroll.Refresh()
}

// RebuildChangedRows builds the rows near the viewport of which something visible has changed.
// Their heights must not have.
func (l *List) RebuildChangedRows() { l.buildRowsNearViewport() }

// ScrollRowIntoView scrolls a row into view.
func (l *List) ScrollRowIntoView(key string) {
	for i, e := range l.rows {
		if e.Key != key || i+1 >= len(l.offsets) {
			continue
		}
		if l.measureNextRowsWhile(func() bool { return l.measuredCount <= i }) {
			l.scroll.Refresh()
		}
		top, end := l.offsets[i], l.offsets[i+1]
		view := l.scroll.Size().Height
		if top < l.scroll.Offset.Y || end > l.scroll.Offset.Y+view {
			l.scroll.ScrollToOffset(fyne.NewPos(0, max(0, min(top-view/3, l.contentHeight()-view))))
			l.buildRowsNearViewport()
		}
		return
	}
}

// ListName returns the title.
func (l *List) ListName() string { return l.Title }

// IsRow reports whether o is the widget of a row.
func (l *List) IsRow(o fyne.CanvasObject) bool { return slices.Contains(l.body.Objects, o) }

// PlaceOfRow returns where the row with this widget stands.
func (l *List) PlaceOfRow(o fyne.CanvasObject) RowPlace {
	for i := range l.rows {
		if l.builtRows[l.rows[i].Key].object == o {
			return l.rows[i].Place
		}
	}
	return RowPlace{}
}

// IsTree reports whether rows stand below others.
func (l *List) IsTree() bool {
	return slices.ContainsFunc(l.rows, func(r ListRow) bool { return r.Place.CanExpand })
}

// BuiltRowWidget returns the widget of a row, or nil while it is not built.
func (l *List) BuiltRowWidget(key string) fyne.CanvasObject { return l.builtRows[key].object }

// RowKeyAtY returns the key of the row at a place in the list, in pixels from its upper edge; ""
// between rows and beyond them.
func (l *List) RowKeyAtY(y float32) string {
	y += l.scroll.Offset.Y
	for i := range l.rows {
		if i+1 < len(l.offsets) && y >= l.offsets[i] && y < l.offsets[i+1] {
			return l.rows[i].Key
		}
	}
	return ""
}

// RowBounds returns where a row begins and ends, in pixels from the upper edge of the list; ok is
// false for one that is not there.
func (l *List) RowBounds(key string) (top, bottom float32, ok bool) {
	for i := range l.rows {
		if l.rows[i].Key == key && i+1 < len(l.offsets) {
			return l.offsets[i] - l.scroll.Offset.Y, l.offsets[i+1] - l.gap - l.scroll.Offset.Y, true
		}
	}
	return 0, 0, false
}

// ScrollByPixels scrolls by a number of pixels, down if it is positive.
func (l *List) ScrollByPixels(dy float32) {
	to := max(0, min(l.scroll.Offset.Y+dy, l.contentHeight()-l.scroll.Size().Height))
	l.scroll.ScrollToOffset(fyne.NewPos(0, to))
	l.buildRowsNearViewport()
}

// ScrollToTop scrolls to the first row.
func (l *List) ScrollToTop() {
	l.scroll.ScrollToOffset(fyne.Position{})
	l.buildRowsNearViewport()
}

func (l *List) rowWidth() float32 { return max(1, l.width-l.padding[1]-l.padding[3]) }

// estimateOffsetsKeepingCachedHeights recomputes the offsets: cached heights are kept, all others
// are estimates again.
func (l *List) estimateOffsetsKeepingCachedHeights() {
	known := make(map[string]float32, len(l.heightCache))
	for i := range l.rows {
		e := &l.rows[i]
		if e.FixedHeight || len(l.heightCache) == 0 {
			continue
		}
		if h, ok := l.heightCache[e.heightCacheKey()]; ok {
			known[e.heightCacheKey()] = h
		}
	}
	l.heightCache, l.measuredCount = known, 0
	l.offsets = make([]float32, len(l.rows)+1)
	l.offsets[0] = l.padding[0]
	l.estimateUnmeasuredOffsets()
}

// currentVersion is what the row shows now.
func (e *ListRow) currentVersion() string {
	if e.LazyVersion != nil {
		return e.LazyVersion()
	}
	return e.Version
}

func (e *ListRow) heightCacheKey() string { return e.Key + "\x00" + e.currentVersion() }

// fixedOrCachedHeightOf returns the height of a row; ok is false when it must be measured.
func (l *List) fixedOrCachedHeightOf(e *ListRow) (h float32, ok bool) {
	if e.FixedHeight {
		return theme.CeilWithTolerance(e.MeasureHeight(l.rowWidth())), true
	}
	h, ok = l.heightCache[e.heightCacheKey()]
	return h, ok
}

// measureNextRowsWhile measures rows from the top on while more reports true; it reports whether it
// measured any.
func (l *List) measureNextRowsWhile(more func() bool) bool {
	from := l.measuredCount
	for l.measuredCount < len(l.rows) && more() {
		e := &l.rows[l.measuredCount]
		h, ok := l.fixedOrCachedHeightOf(e)
		if !ok {
			h = theme.CeilWithTolerance(e.MeasureHeight(l.rowWidth()))
			l.heightCache[e.heightCacheKey()] = h
		}
		l.offsets[l.measuredCount+1] = l.offsets[l.measuredCount] + h + l.gap
		l.measuredCount++
	}
	if l.measuredCount > from {
		l.estimateUnmeasuredOffsets()
	}
	return l.measuredCount > from
}

// estimateUnmeasuredOffsets assumes that unmeasured rows are as tall as the average measured one.
func (l *List) estimateUnmeasuredOffsets() {
	mean := float32(estimatedRowHeight)
	if l.measuredCount > 0 {
		mean = (l.offsets[l.measuredCount]-l.padding[0])/float32(l.measuredCount) - l.gap
	}
	for i := l.measuredCount; i < len(l.rows); i++ {
		h, ok := l.fixedOrCachedHeightOf(&l.rows[i])
		if !ok {
			h = theme.CeilWithTolerance(mean)
		}
		l.offsets[i+1] = l.offsets[i] + h + l.gap
	}
}

func (l *List) contentHeight() float32 {
	if len(l.offsets) == 0 {
		return 0
	}
	return l.offsets[len(l.offsets)-1] - l.gap + l.padding[2]
}

// buildRowsNearViewport builds the rows near the viewport and drops the others.
func (l *List) buildRowsNearViewport() {
	if l.width == 0 || len(l.offsets) == 0 {
		return
	}
	from, to := l.scroll.Offset.Y-overscan, l.scroll.Offset.Y+l.scroll.Size().Height+overscan
	// Rows are measured in order, so rows above the viewport never move.
	if l.measureNextRowsWhile(func() bool { return l.offsets[l.measuredCount] <= to }) {
		defer l.scroll.Refresh()
	}
	first := sort.Search(len(l.rows), func(i int) bool { return l.offsets[i+1] >= from })
	keep := map[string]builtRow{}
	objects := []fyne.CanvasObject{}
	changed := false
	focus := l.focusedRow()
	for i := first; i < len(l.rows) && l.offsets[i] <= to; i++ {
		e := &l.rows[i]
		b, ok := l.builtRows[e.Key]
		if version := e.currentVersion(); !ok || b.version != version {
			b = builtRow{version, e.Build()}
			l.scroll.tellWidgetsTheirScroll(b.object)
			changed = true
		}
		keep[e.Key] = b
		draw.MoveAndResize(b.object, l.padding[3], l.offsets[i], l.rowWidth(), l.offsets[i+1]-l.offsets[i]-l.gap)
		objects = append(objects, b.object)
	}
	if changed || len(keep) != len(l.builtRows) || len(objects) != len(l.body.Objects) {
		l.body.Objects = objects
		l.builtRows = keep
		l.body.Refresh()
		focus.restoreFocusIn(keep)
	}
	l.builtRows = keep
	if l.OnNearEnd != nil && to >= l.contentHeight() {
		l.OnNearEnd()
	}
}

// focusedRow is the row with the keyboard focus before rows are built anew.
type focusedRow struct {
	canvas  fyne.Canvas
	focused fyne.Focusable
	key     string
	object  fyne.CanvasObject // the widget of the row
	nth     int               // among the controls of its name in the row
}

// focusedRow returns the row that is, or has in it, what has the keyboard focus.
func (l *List) focusedRow() focusedRow {
	c := canvasOf(l)
	if c == nil || c.Focused() == nil {
		return focusedRow{}
	}
	f := focusedRow{canvas: c, focused: c.Focused()}
	name := controlName(f.focused)
	for key, b := range l.builtRows {
		for n, o := range controlsNamed(b.object, name) {
			if o == f.focused {
				f.key, f.object, f.nth = key, b.object, n
			}
		}
	}
	return f
}

// restoreFocusIn gives the focus to the row, or to the control in it, that took the place of the
// one that had it.
func (f focusedRow) restoreFocusIn(rows map[string]builtRow) {
	now := rows[f.key].object
	if f.object == nil || now == nil || now == f.object || f.canvas.Focused() != f.focused {
		return
	}
	if row, ok := now.(fyne.Focusable); ok && f.object == f.focused.(fyne.CanvasObject) {
		f.canvas.Focus(row)
		return
	}
	if same := controlsNamed(now, controlName(f.focused)); f.nth < len(same) {
		f.canvas.Focus(same[f.nth])
	}
}

// Refresh measures and builds all rows again, with the current theme.
func (l *List) Refresh() {
	l.heightCache, l.builtRows = map[string]float32{}, map[string]builtRow{}
	l.estimateOffsetsKeepingCachedHeights()
	l.buildRowsNearViewport()
	l.BaseWidget.Refresh()
}

// Resize measures the rows again when the width changes.
func (l *List) Resize(s fyne.Size) {
	if s.Width != l.width {
		l.width = s.Width
		l.heightCache = map[string]float32{}
		l.estimateOffsetsKeepingCachedHeights()
	}
	l.BaseWidget.Resize(s)
	l.buildRowsNearViewport()
}

// MinSize is small: the rows scroll.
func (l *List) MinSize() fyne.Size { return fyne.NewSize(60, 60) }

// CreateRenderer returns the renderer of the widget.
func (l *List) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.scroll) }

type listLayout struct{ list *List }

func (b listLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(1, b.list.contentHeight())
}

// Layout does nothing: buildRowsNearViewport places the rows.
func (listLayout) Layout([]fyne.CanvasObject, fyne.Size) {}
