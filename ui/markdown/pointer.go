package markdown

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// pointerState is the state of mouse and Shift key.
type pointerState struct {
	pressPosition      fyne.Position
	lastPress          time.Time // time of the last press
	clickCount         int
	isDown             bool
	hasDragged         bool
	unitStart, unitEnd int // the word or paragraph selected by a double or triple click
	hoveredLink        string
	shiftHeld          bool
	hasFocus           bool
}

// Presses within this time and distance count as one multi-click.
const (
	multiClickInterval = 450 * time.Millisecond
	multiClickDistance = 5
)

// MouseDown starts a selection: of words on a double click, of paragraphs on a triple click; Shift
// extends the present one.
func (v *View) MouseDown(e *desktop.MouseEvent) {
	if e.Button != desktop.MouseButtonPrimary {
		return
	}
	v.requestFocus()
	now := v.Now()
	near := abs(e.Position.X-v.pointer.pressPosition.X) < multiClickDistance &&
		abs(e.Position.Y-v.pointer.pressPosition.Y) < multiClickDistance
	if near && now.Sub(v.pointer.lastPress) < multiClickInterval {
		v.pointer.clickCount = v.pointer.clickCount%3 + 1
	} else {
		v.pointer.clickCount = 1
	}
	v.pointer.pressPosition, v.pointer.lastPress, v.pointer.isDown, v.pointer.hasDragged = e.Position, now, true, false
	v.selection.hasGoalX = false
	pos := v.positionAt(e.Position)
	switch {
	case v.pointer.clickCount == 2:
		v.pointer.unitStart, v.pointer.unitEnd = v.wordAt(pos)
	case v.pointer.clickCount == 3:
		v.pointer.unitStart, v.pointer.unitEnd = v.paragraphAt(pos)
	default:
		v.pointer.unitStart, v.pointer.unitEnd = pos, pos
		if e.Modifier&fyne.KeyModifierShift != 0 {
			v.pointer.unitStart, v.pointer.unitEnd = v.selection.anchor, v.selection.anchor
			v.setSelection(v.selection.anchor, pos)
			return
		}
	}
	v.setSelection(v.pointer.unitStart, v.pointer.unitEnd)
}

// MouseUp follows a link after a click without a drag.
func (v *View) MouseUp(e *desktop.MouseEvent) {
	if !v.pointer.isDown || e.Button != desktop.MouseButtonPrimary {
		return
	}
	v.pointer.isDown = false
	if v.pointer.hasDragged || v.pointer.clickCount != 1 || v.HasSelection() {
		return
	}
	v.followLinkAt(e.Position)
}

// followLinkAt opens the link, or asks for the image, at a point.
func (v *View) followLinkAt(p fyne.Position) {
	s, ok := v.spanAtPoint(p)
	switch {
	case !ok || s.Link == "":
	case s.Style&Image != 0:
		if imageHost(s.Link) != "" && v.OnLoadImage != nil {
			v.OnLoadImage(s.Link)
		}
	case IsOpenableLink(s.Link) && v.OnLink != nil:
		v.OnLink(s.Link)
	}
}

// Dragged extends the selection to the pointer.
func (v *View) Dragged(e *fyne.DragEvent) {
	if !v.pointer.isDown {
		return
	}
	if !v.pointer.hasDragged && abs(e.Position.X-v.pointer.pressPosition.X) < 3 &&
		abs(e.Position.Y-v.pointer.pressPosition.Y) < 3 {
		return
	}
	v.pointer.hasDragged = true
	v.DragSelectionTo(e.Position)
	if v.OnSelectionDrag != nil {
		v.OnSelectionDrag(e.AbsolutePosition, false)
	}
}

// DragSelectionTo extends the selection to a point, in whole words or paragraphs after a double or
// triple click. It is for lists that scroll while the pointer is held beyond their edge.
func (v *View) DragSelectionTo(p fyne.Position) {
	pos := v.positionAt(p)
	a, b := pos, pos
	switch v.pointer.clickCount {
	case 2:
		a, b = v.wordAt(pos)
	case 3:
		a, b = v.paragraphAt(pos)
	}
	if pos < v.pointer.unitStart {
		v.setSelection(v.pointer.unitEnd, a)
	} else {
		v.setSelection(v.pointer.unitStart, max(b, v.pointer.unitEnd))
	}
}

// DragEnd ends the drag.
func (v *View) DragEnd() {
	v.pointer.isDown = false
	if v.OnSelectionDrag != nil {
		v.OnSelectionDrag(fyne.Position{}, true)
	}
}

// MouseIn reports the pointer to OnPointerEnter and shows the tooltip of a link.
func (v *View) MouseIn(e *desktop.MouseEvent) {
	if v.OnPointerEnter != nil {
		v.OnPointerEnter()
	}
	v.MouseMoved(e)
}

// MouseMoved shows the address of the link under the pointer.
func (v *View) MouseMoved(e *desktop.MouseEvent) {
	s, ok := v.spanAtPoint(e.Position)
	link := ""
	if ok {
		link = s.Link
	}
	if link == v.pointer.hoveredLink {
		return
	}
	v.pointer.hoveredLink = link
	v.tooltip.showAddress(link, e.Position, v.width, v.totalHeight)
}

// MouseOut hides the link tooltip.
func (v *View) MouseOut() { v.HideTooltip() }

// HideTooltip hides the link tooltip until the pointer moves.
func (v *View) HideTooltip() {
	if v.pointer.hoveredLink == "" {
		return
	}
	v.pointer.hoveredLink = ""
	v.tooltip.showAddress("", fyne.Position{}, v.width, v.totalHeight)
}

// Cursor is the pointing hand over links, the text cursor otherwise.
func (v *View) Cursor() desktop.Cursor {
	if v.pointer.hoveredLink != "" {
		return desktop.PointerCursor
	}
	return desktop.TextCursor
}

// spanAtPoint returns the span drawn at a point.
func (v *View) spanAtPoint(p fyne.Position) (Span, bool) {
	if len(v.items) == 0 {
		return Span{}, false
	}
	it := v.items[v.itemIndexAt(p.Y)]
	x, y := p.X-it.indent, p.Y-it.y
	switch l := it.layout.(type) {
	case *textLayout:
		return l.spanAtPoint(x, y)
	case *tableLayout:
		if y >= it.height {
			return Span{}, false
		}
		r := &l.rows[l.rowIndexAt(y)]
		for c, cell := range r.cells {
			if s, ok := cell.spanAtPoint(x-l.cellX(c), y-r.cellY(cell)); ok {
				return s, true
			}
		}
	}
	return Span{}, false
}

// spanAtPoint returns the span of the piece at a point.
func (t *textLayout) spanAtPoint(x, y float32) (Span, bool) {
	if y < 0 || y >= float32(len(t.wrapped.lines))*t.textType.LineHeight {
		return Span{}, false
	}
	l := &t.wrapped.lines[t.lineIndexAt(y)]
	x -= t.lineStartX(l)
	for _, p := range l.pieces {
		if x >= p.x && x < p.x+p.width {
			return t.wrapped.spans[p.span], true
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
	if over := it.overflowWidth(); over > 0 && abs(e.Scrolled.DX) > abs(e.Scrolled.DY) {
		if dx := min(max(it.state.scrollX-e.Scrolled.DX, 0), over); dx != it.state.scrollX {
			it.state.scrollX = dx
			clear(d.lines)
			d.view.updateMarks(it)
			d.redrawLines()
		}
		return
	}
	if d.view.OnScroll != nil {
		d.view.OnScroll(e)
	}
}
