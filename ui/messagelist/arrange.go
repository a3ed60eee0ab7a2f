package messagelist

import (
	"math"

	"fyne.io/fyne/v2"

	"memoir/ui/parts"
)

// scrollAnchor remembers the text at the upper edge after the last scroll by the user, so that a
// width that changes and changes back ends on the same line. It is renewed when the user scrolls,
// not when the text is wrapped again.
type hold struct {
	id     int64
	column float32
	dy     float64
	height int // of the row at that time
	text   int // position in the row's text, if its view is a LineAnchor
	named  bool
}

// saveAnchor renews the anchor after a scroll.
func (l *List) keep() {
	l.hold = hold{}
	if l.vp.anchor >= len(l.rows) {
		return
	}
	row := l.rows[l.vp.anchor]
	l.hold = hold{id: row.RowID(), column: l.column, dy: l.vp.dy, height: l.vp.rows.at(l.vp.anchor)}
}

// resolveAnchorText looks up the text position of the anchor while the view still has the anchor's
// width. It is deferred until the width changes, because the lookup costs more than a wheel step.
func (l *List) name() {
	s := l.views.bound[l.hold.id]
	if l.hold.named || s == nil || s.width != l.hold.column || l.hold.dy <= 0 {
		return
	}
	if named, ok := s.view.(LineAnchor); ok {
		l.hold.text, l.hold.named = named.TextAt(float32(l.hold.dy))
	}
}

// restoreAnchor scrolls back to the anchored line at the current width.
func (l *List) holdLine() {
	i, ok := l.index[l.hold.id]
	if !ok || l.vp.follow || l.Size().Height <= 0 {
		return
	}
	l.vp.anchor = i
	h := l.vp.fix(i)
	switch {
	case l.hold.dy <= 0 || l.hold.column == l.column:
		l.vp.dy = l.hold.dy
	case l.hold.named:
		s := l.views.show(l.rows[i])
		s.view.Resize(fyne.NewSize(l.column, s.size(l.column)))
		l.vp.dy = float64(s.view.(LineAnchor).TopOf(l.hold.text))
	default:
		l.vp.dy = math.Round(l.hold.dy * float64(h) / float64(max(l.hold.height, 1)))
	}
	l.vp.dy = min(l.vp.dy, float64(h-1))
}

// layoutVisibleRows measures and places the visible rows. It is the only place that moves widgets.
func (l *List) arrange() {
	size := l.Size()
	if size.Height <= 0 || size.Width <= 0 || l.busy {
		return
	}
	l.busy = true
	for range 3 { // a view may change its height while it is resized
		l.again = false
		l.views.pass++
		l.lay(l.vp.settle(overscan))
		if !l.again {
			break
		}
	}
	l.busy = false
	l.views.trim(l.has)
	if l.vp.atEnd() {
		l.fresh = false
	}
	l.decorate(size)
	l.dropTips()
	l.reachTop()
	if l.OnMove != nil {
		l.OnMove()
	}
}

// placeRows puts the rows of s at their positions, on whole pixels so that text stays sharp.
func (l *List) lay(s span) {
	x := float32(math.Floor(float64((l.Size().Width - l.column) / 2)))
	y := math.Round(s.y)
	l.shown = l.shown[:0]
	for i := s.first; i < s.last; i++ {
		slot := l.views.show(l.rows[i])
		h := slot.size(l.column)
		slot.view.Resize(fyne.NewSize(l.column, h))
		slot.view.Move(fyne.NewPos(x, float32(y)))
		if part, ok := slot.view.(Windowed); ok {
			part.SetWindow(float32(-y), float32(-y)+l.Size().Height)
		}
		l.shown = append(l.shown, slot)
		y += float64(l.vp.rows.at(i))
	}
}

// placeOverlays places the scrollbar, the pill and the highlight, and rebuilds the object list if
// the visible rows changed.
func (l *List) decorate(size fyne.Size) {
	l.bar.show(size, l.vp.offset()-l.vp.minOffset(), l.vp.maxOffset()-l.vp.minOffset())
	l.pill.show(size, l.fresh)
	l.ring.show(size, l.focused)
	l.glow.place(l)
	same := len(l.objects) == len(l.shown)+4
	for i := 0; same && i < len(l.shown); i++ {
		same = l.objects[i+1] == fyne.CanvasObject(l.shown[i].view)
	}
	if !same {
		l.objects = append(l.objects[:0:0], l.glow)
		for _, s := range l.shown {
			l.objects = append(l.objects, s.view)
		}
		l.objects = append(l.objects, l.ring, l.bar, l.pill)
	}
	l.repaint()
}

// hideTooltips hides tooltips once the text has moved under the pointer.
func (l *List) dropTips() {
	at := l.vp.offset()
	if at == l.tipsAt {
		return
	}
	l.tipsAt = at
	parts.HideName(l)
	for _, s := range l.shown {
		if v, ok := s.view.(Tipped); ok {
			v.DropTip()
		}
	}
}

// requestFrame requests a repaint without dropping the textures of the rows, as a refresh would.
func (l *List) repaint() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(l); c != nil {
		if d, ok := c.(interface{ SetDirty() }); ok {
			d.SetDirty()
		}
	}
}

// notifyTopReached calls OnReachTop when less than one viewport height is above.
func (l *List) reachTop() {
	if l.OnReachTop == nil || len(l.rows) == 0 || l.vp.offset() > float64(l.vp.height) {
		return
	}
	if first := l.rows[0].RowID(); l.topSeen != first {
		l.topSeen = first
		l.OnReachTop()
	}
}

func (l *List) has(id int64) bool {
	_, ok := l.index[id]
	return ok
}

// CreateRenderer lays out the rows and returns the renderer.
func (l *List) CreateRenderer() fyne.WidgetRenderer {
	l.ExtendBaseWidget(l)
	l.arrange()
	return &renderer{list: l}
}

type renderer struct{ list *List }

func (r *renderer) Objects() []fyne.CanvasObject { return r.list.objects }
func (r *renderer) MinSize() fyne.Size           { return r.list.MinSize() }
func (r *renderer) Layout(fyne.Size)             {} // done by List.Resize
func (r *renderer) Refresh()                     {} // done by List.Refresh
func (r *renderer) Destroy()                     { r.list.halt() }
