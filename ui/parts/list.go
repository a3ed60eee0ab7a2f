package parts

import (
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/theme"
)

// ListRow is a row of a List: how tall it is at a width, and how to build it.
type Entry struct {
	// Key identifies the row; Version changes whenever anything visible of it does.
	Key     string
	Version string
	// MeasureHeight is called once per width and version, when the row or one below it comes near the
	// viewport.
	Height func(width float32) float32
	// Build creates the row. Rows far from the viewport are not built.
	Make func() fyne.CanvasObject
}

// List is a virtual list of rows of different heights; only rows near the viewport exist as
// widgets.
type List struct {
	widget.BaseWidget
	// OnNearEnd is called when the last row comes near the viewport; it may add rows with SetRows.
	OnEnd func()

	scroll  *container.Scroll
	body    *fyne.Container
	entries []Entry
	tops    []float32 // prefix sums of the row heights; estimates after the first measuredCount rows
	exact   int
	heights map[string]float32
	built   map[string]builtRow
	gap     float32
	pad     [4]float32 // top, right, bottom, left
	width   float32
	stop    func() // nil when no delay runs
}

type builtRow struct {
	version string
	object  fyne.CanvasObject
}

// estimatedRowHeight is the estimate used before any row was measured.
const guessedRow = 48

// overscan is how far beyond the viewport rows are built, in pixels.
const listAhead = 200

// NewList returns an empty list with a gap between rows and padding around them.
func NewList(gap, top, right, bottom, left float32) *List {
	l := &List{gap: gap, pad: [4]float32{top, right, bottom, left}, built: map[string]builtRow{}}
	l.heights = map[string]float32{}
	l.body = container.New(listLayout{l})
	l.scroll = container.NewVScroll(l.body)
	l.scroll.OnScrolled = func(fyne.Position) {
		HideName(l)
		l.fill()
	}
	l.ExtendBaseWidget(l)
	return l
}

// SetRows replaces the rows; what is on screen stays where it is.
func (l *List) Set(entries []Entry) {
	if l.stop != nil {
		l.stop()
		l.stop = nil
	}
	l.put(entries)
}

func (l *List) put(entries []Entry) {
	l.entries = entries
	l.forget()
	l.fill()
	l.scroll.Refresh()
}

// ScrollTo scrolls a row into view.
func (l *List) ScrollTo(key string) {
	for i, e := range l.entries {
		if e.Key != key || i+1 >= len(l.tops) {
			continue
		}
		if l.measure(func() bool { return l.exact <= i }) {
			l.scroll.Refresh()
		}
		top, end := l.tops[i], l.tops[i+1]
		view := l.scroll.Size().Height
		if top < l.scroll.Offset.Y || end > l.scroll.Offset.Y+view {
			l.scroll.ScrollToOffset(fyne.NewPos(0, max(0, min(top-view/3, l.height()-view))))
			l.fill()
		}
		return
	}
}

// RowObject returns the widget of a row, or nil while it is not built.
func (l *List) Row(key string) fyne.CanvasObject { return l.built[key].object }

// ScrollToTop scrolls to the first row.
func (l *List) ToTop() {
	l.scroll.ScrollToOffset(fyne.Position{})
	l.fill()
}

func (l *List) inner() float32 { return max(1, l.width-l.pad[1]-l.pad[3]) }

// resetOffsets recomputes the offsets: cached heights are kept, all others are estimates again.
func (l *List) forget() {
	known := make(map[string]float32, len(l.heights))
	for _, e := range l.entries {
		if h, ok := l.heights[e.id()]; ok {
			known[e.id()] = h
		}
	}
	l.heights, l.exact = known, 0
	l.tops = make([]float32, len(l.entries)+1)
	l.tops[0] = l.pad[0]
	l.guess()
}

func (e *Entry) id() string { return e.Key + "\x00" + e.Version }

// measureWhile measures rows from the top on while more reports true; it reports whether it
// measured any.
func (l *List) measure(more func() bool) bool {
	from := l.exact
	for l.exact < len(l.entries) && more() {
		e := &l.entries[l.exact]
		h, ok := l.heights[e.id()]
		if !ok {
			h = theme.Ceil(e.Height(l.inner()))
			l.heights[e.id()] = h
		}
		l.tops[l.exact+1] = l.tops[l.exact] + h + l.gap
		l.exact++
	}
	if l.exact > from {
		l.guess()
	}
	return l.exact > from
}

// estimateOffsets assumes that unmeasured rows are as tall as the average measured one.
func (l *List) guess() {
	mean := float32(guessedRow)
	if l.exact > 0 {
		mean = (l.tops[l.exact]-l.pad[0])/float32(l.exact) - l.gap
	}
	for i := l.exact; i < len(l.entries); i++ {
		h, ok := l.heights[l.entries[i].id()]
		if !ok {
			h = theme.Ceil(mean)
		}
		l.tops[i+1] = l.tops[i] + h + l.gap
	}
}

func (l *List) height() float32 {
	if len(l.tops) == 0 {
		return 0
	}
	return l.tops[len(l.tops)-1] - l.gap + l.pad[2]
}

// buildVisibleRows builds the rows near the viewport and drops the others.
func (l *List) fill() {
	if l.width == 0 || len(l.tops) == 0 {
		return
	}
	from, to := l.scroll.Offset.Y-listAhead, l.scroll.Offset.Y+l.scroll.Size().Height+listAhead
	// Rows are measured in order, so rows above the viewport never move.
	if l.measure(func() bool { return l.tops[l.exact] <= to }) {
		defer l.scroll.Refresh()
	}
	first := sort.Search(len(l.entries), func(i int) bool { return l.tops[i+1] >= from })
	keep := map[string]builtRow{}
	objects := []fyne.CanvasObject{}
	changed := false
	for i := first; i < len(l.entries) && l.tops[i] <= to; i++ {
		e := l.entries[i]
		b, ok := l.built[e.Key]
		if !ok || b.version != e.Version {
			b = builtRow{e.Version, e.Make()}
			changed = true
		}
		keep[e.Key] = b
		b.object.Move(fyne.NewPos(l.pad[3], l.tops[i]))
		b.object.Resize(fyne.NewSize(l.inner(), l.tops[i+1]-l.tops[i]-l.gap))
		objects = append(objects, b.object)
	}
	if changed || len(keep) != len(l.built) || len(objects) != len(l.body.Objects) {
		l.body.Objects = objects
		l.built = keep
		l.body.Refresh()
	}
	l.built = keep
	if l.OnEnd != nil && to >= l.height() {
		l.OnEnd()
	}
}

// Refresh measures and builds all rows again, with the current theme.
func (l *List) Refresh() {
	l.heights, l.built = map[string]float32{}, map[string]builtRow{}
	l.forget()
	l.fill()
	l.BaseWidget.Refresh()
}

// Resize measures the rows again when the width changes.
func (l *List) Resize(s fyne.Size) {
	if s.Width != l.width {
		l.width = s.Width
		l.heights = map[string]float32{}
		l.forget()
	}
	l.BaseWidget.Resize(s)
	l.fill()
}

// MinSize is small: the rows scroll.
func (l *List) MinSize() fyne.Size { return fyne.NewSize(60, 60) }

// CreateRenderer returns the renderer of the widget.
func (l *List) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.scroll) }

type listLayout struct{ l *List }

func (b listLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(1, b.l.height()) }

// Layout does nothing: buildVisibleRows places the rows.
func (listLayout) Layout([]fyne.CanvasObject, fyne.Size) {}
