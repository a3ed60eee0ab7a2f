package markdown

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// pointerState is the state of mouse and Shift key.
type pointer struct {
	at       fyne.Position
	last     time.Time // time of the last press
	clicks   int
	down     bool
	moved    bool
	from, to int // the word or paragraph selected by a double or triple click
	link     string
	shift    bool
	focused  bool
}

// Presses within this time and distance count as one multi-click.
const (
	clickTime = 450 * time.Millisecond
	clickSlop = 5
)

// MouseDown starts a selection: of words on a double click, of paragraphs on a triple click; Shift
// extends the present one.
func (v *View) MouseDown(e *desktop.MouseEvent) {
	if e.Button != desktop.MouseButtonPrimary {
		return
	}
	v.requestFocus()
	now := v.Now()
	near := abs(e.Position.X-v.mouse.at.X) < clickSlop && abs(e.Position.Y-v.mouse.at.Y) < clickSlop
	if near && now.Sub(v.mouse.last) < clickTime {
		v.mouse.clicks = v.mouse.clicks%3 + 1
	} else {
		v.mouse.clicks = 1
	}
	v.mouse.at, v.mouse.last, v.mouse.down, v.mouse.moved = e.Position, now, true, false
	v.sel.goalSet = false
	pos := v.posAt(e.Position)
	switch {
	case v.mouse.clicks == 2:
		v.mouse.from, v.mouse.to = v.wordAt(pos)
	case v.mouse.clicks == 3:
		v.mouse.from, v.mouse.to = v.paragraphAt(pos)
	default:
		v.mouse.from, v.mouse.to = pos, pos
		if e.Modifier&fyne.KeyModifierShift != 0 {
			v.mouse.from, v.mouse.to = v.sel.anchor, v.sel.anchor
			v.choose(v.sel.anchor, pos)
			return
		}
	}
	v.choose(v.mouse.from, v.mouse.to)
}

// MouseUp follows a link after a click without a drag.
func (v *View) MouseUp(e *desktop.MouseEvent) {
	if !v.mouse.down || e.Button != desktop.MouseButtonPrimary {
		return
	}
	v.mouse.down = false
	if v.mouse.moved || v.mouse.clicks != 1 || v.Selected() {
		return
	}
	v.follow(e.Position)
}

// followLinkAt opens the link, or asks for the image, at a point.
func (v *View) follow(p fyne.Position) {
	s, ok := v.spanUnder(p)
	switch {
	case !ok || s.Link == "":
	case s.Style&Image != 0:
		if imageHost(s.Link) != "" && v.OnLoadImage != nil {
			v.OnLoadImage(s.Link)
		}
	case Openable(s.Link) && v.OnLink != nil:
		v.OnLink(s.Link)
	}
}

// Dragged extends the selection to the pointer.
func (v *View) Dragged(e *fyne.DragEvent) {
	if !v.mouse.down {
		return
	}
	if !v.mouse.moved && abs(e.Position.X-v.mouse.at.X) < 3 && abs(e.Position.Y-v.mouse.at.Y) < 3 {
		return
	}
	v.mouse.moved = true
	v.DragTo(e.Position)
	if v.OnDrag != nil {
		v.OnDrag(e.AbsolutePosition, false)
	}
}

// DragSelectionTo extends the selection to a point, in whole words or paragraphs after a double or
// triple click. It is for lists that scroll while the pointer is held beyond their edge.
func (v *View) DragTo(p fyne.Position) {
	pos := v.posAt(p)
	a, b := pos, pos
	switch v.mouse.clicks {
	case 2:
		a, b = v.wordAt(pos)
	case 3:
		a, b = v.paragraphAt(pos)
	}
	if pos < v.mouse.from {
		v.choose(v.mouse.to, a)
	} else {
		v.choose(v.mouse.from, max(b, v.mouse.to))
	}
}

// DragEnd ends the drag.
func (v *View) DragEnd() {
	v.mouse.down = false
	if v.OnDrag != nil {
		v.OnDrag(fyne.Position{}, true)
	}
}

// MouseIn reports the pointer to OnPointerEnter and shows the tooltip of a link.
func (v *View) MouseIn(e *desktop.MouseEvent) {
	if v.OnPointer != nil {
		v.OnPointer()
	}
	v.MouseMoved(e)
}

// MouseMoved shows the address of the link under the pointer.
func (v *View) MouseMoved(e *desktop.MouseEvent) {
	s, ok := v.spanUnder(e.Position)
	link := ""
	if ok {
		link = s.Link
	}
	if link == v.mouse.link {
		return
	}
	v.mouse.link = link
	v.tip.show(link, e.Position, v.width, v.total)
}

// MouseOut hides the link tooltip.
func (v *View) MouseOut() { v.DropTip() }

// HideTooltip hides the link tooltip until the pointer moves.
func (v *View) DropTip() {
	if v.mouse.link == "" {
		return
	}
	v.mouse.link = ""
	v.tip.show("", fyne.Position{}, v.width, v.total)
}

// Cursor is the pointing hand over links, the text cursor otherwise.
func (v *View) Cursor() desktop.Cursor {
	if v.mouse.link != "" {
		return desktop.PointerCursor
	}
	return desktop.TextCursor
}

// spanAtPoint returns the span drawn at a point.
func (v *View) spanUnder(p fyne.Position) (Span, bool) {
	if len(v.items) == 0 {
		return Span{}, false
	}
	it := v.items[v.itemAt(p.Y)]
	x, y := p.X-it.indent, p.Y-it.y
	switch l := it.lay.(type) {
	case *textLayout:
		return l.spanUnder(x, y)
	case *tableLayout:
		if y >= it.h {
			return Span{}, false
		}
		r := &l.rows[l.rowAt(y)]
		for c, cell := range r.cells {
			if s, ok := cell.spanUnder(x-l.cellX(c), y-r.cellY(cell)); ok {
				return s, true
			}
		}
	}
	return Span{}, false
}

// spanAtPoint returns the span of the piece at a point.
func (t *textLayout) spanUnder(x, y float32) (Span, bool) {
	if y < 0 || y >= float32(len(t.f.lines))*t.ty.Line {
		return Span{}, false
	}
	l := &t.f.lines[t.lineAt(y)]
	x -= t.shift(l)
	for _, p := range l.pieces {
		if x >= p.x && x < p.x+p.width {
			return t.f.spans[p.span], true
		}
	}
	return Span{}, false
}

func abs(f float32) float32 { return max(f, -f) }

// Scrolled scrolls a block that is wider than the view sideways; other wheel events go to OnScroll.
func (d *drawn) Scrolled(e *fyne.ScrollEvent) {
	it := d.item
	if it == nil {
		return
	}
	if over := it.overflow(); over > 0 && abs(e.Scrolled.DX) > abs(e.Scrolled.DY) {
		if dx := min(max(it.st.dx-e.Scrolled.DX, 0), over); dx != it.st.dx {
			it.st.dx = dx
			clear(d.lines)
			d.view.markItem(it)
			d.redraw()
		}
		return
	}
	if d.view.OnScroll != nil {
		d.view.OnScroll(e)
	}
}
