package markdown

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// pointerInput turns what the mouse does with a text into a selection, opened links and the tooltip
// of the link under the pointer. It belongs to the UI goroutine.
type pointerInput struct {
	// OnLink is called with an http, https or mailto address after a click on a link.
	OnLink func(address string)
	// OnLoadImage is called with an http or https address after a click on an image chip.
	OnLoadImage func(address string)
	// OnPointerEnter is called when the pointer enters the text, possibly without having entered
	// anything around it.
	OnPointerEnter func()
	// OnSelectionDrag receives the pointer position, in pixels of the window, while a selection is
	// dragged; the last call has end set.
	OnSelectionDrag func(at fyne.Position, end bool)
	// Now returns the current time; it is used to count clicks.
	Now func() time.Time

	blocks       *blockList
	selection    *selection
	tooltip      *linkTooltip
	requestFocus func()
	// takeSelection makes what is selected the primary selection.
	takeSelection func()
	// windowPosition returns the text's current position in the window.
	windowPosition func() fyne.Position

	pressPosition      fyne.Position
	lastPress          time.Time // time of the last press
	clickCount         int
	isDown             bool
	hasDragged         bool
	unitStart, unitEnd int // the word or paragraph selected by a double or triple click
	hoveredLink        string
}

// Presses within this time and distance count as one multi-click.
const (
	multiClickInterval = 450 * time.Millisecond
	multiClickDistance = 5
)

// MouseDown starts a selection: of words on a double click, of paragraphs on a triple click; Shift
// extends the present one.
func (p *pointerInput) MouseDown(e *desktop.MouseEvent) {
	if e.Button != desktop.MouseButtonPrimary {
		return
	}
	p.requestFocus()
	now := p.Now()
	near := abs(e.Position.X-p.pressPosition.X) < multiClickDistance &&
		abs(e.Position.Y-p.pressPosition.Y) < multiClickDistance
	if near && now.Sub(p.lastPress) < multiClickInterval {
		p.clickCount = p.clickCount%3 + 1
	} else {
		p.clickCount = 1
	}
	p.pressPosition, p.lastPress, p.isDown, p.hasDragged = e.Position, now, true, false
	p.selection.hasGoalX = false
	pos := p.blocks.textPositionAtPoint(e.Position)
	switch {
	case p.clickCount == 2:
		p.unitStart, p.unitEnd = p.blocks.wordOrFormulaAround(pos)
	case p.clickCount == 3:
		p.unitStart, p.unitEnd = p.blocks.paragraphCodeLineOrTableRowAround(pos)
	default:
		p.unitStart, p.unitEnd = pos, pos
		if e.Modifier&fyne.KeyModifierShift != 0 {
			p.unitStart, p.unitEnd = p.selection.anchor, p.selection.anchor
			p.selection.extendSelectionTo(pos)
			return
		}
	}
	p.selection.setRangeNotifyStartAndRedraw(p.unitStart, p.unitEnd)
}

// MouseUp follows a link after a click without a drag.
func (p *pointerInput) MouseUp(e *desktop.MouseEvent) {
	if !p.isDown || e.Button != desktop.MouseButtonPrimary {
		return
	}
	p.isDown = false
	p.takeSelection()
	if p.hasDragged || p.clickCount != 1 || p.selection.HasSelection() {
		return
	}
	p.openLinkOrRequestImageAt(e.Position)
}

// openLinkOrRequestImageAt opens the link, or asks for the image, at a point.
func (p *pointerInput) openLinkOrRequestImageAt(at fyne.Position) {
	s, ok := p.blocks.spanAtPoint(at)
	switch {
	case !ok || s.Link == "":
	case s.Style&Image != 0:
		if loadableImageHost(s.Link) != "" && p.OnLoadImage != nil {
			p.OnLoadImage(s.Link)
		}
	case IsOpenableLink(s.Link) && p.OnLink != nil:
		p.OnLink(s.Link)
	}
}

// Dragged extends the selection to the pointer. It computes the point from the pointer position in
// the window: the one in the event is relative to where the text was when the drag began, and the
// list may have scrolled it since.
func (p *pointerInput) Dragged(e *fyne.DragEvent) {
	if !p.isDown {
		return
	}
	at := e.AbsolutePosition.Subtract(p.windowPosition())
	if !p.hasDragged && abs(at.X-p.pressPosition.X) < 3 && abs(at.Y-p.pressPosition.Y) < 3 {
		return
	}
	p.hasDragged = true
	p.ExtendSelectionToPoint(at)
	if p.OnSelectionDrag != nil {
		p.OnSelectionDrag(e.AbsolutePosition, false)
	}
}

// ExtendSelectionToPoint extends the selection to a point, in whole words or paragraphs after a
// double or triple click. It is for lists that scroll while the pointer is held beyond their edge.
func (p *pointerInput) ExtendSelectionToPoint(at fyne.Position) {
	pos := p.blocks.textPositionAtPoint(at)
	a, b := pos, pos
	switch p.clickCount {
	case 2:
		a, b = p.blocks.wordOrFormulaAround(pos)
	case 3:
		a, b = p.blocks.paragraphCodeLineOrTableRowAround(pos)
	}
	if pos < p.unitStart {
		p.selection.setRangeNotifyStartAndRedraw(p.unitEnd, a)
	} else {
		p.selection.setRangeNotifyStartAndRedraw(p.unitStart, max(b, p.unitEnd))
	}
}

// DragEnd ends the drag. It takes the keyboard focus again, which the driver removes when the
// button is released outside the text, so that what was selected can be copied.
func (p *pointerInput) DragEnd() {
	p.isDown = false
	if p.hasDragged {
		p.requestFocus()
		p.takeSelection()
	}
	if p.OnSelectionDrag != nil {
		p.OnSelectionDrag(fyne.Position{}, true)
	}
}

// MouseIn reports the pointer to OnPointerEnter and shows the tooltip of a link.
func (p *pointerInput) MouseIn(e *desktop.MouseEvent) {
	if p.OnPointerEnter != nil {
		p.OnPointerEnter()
	}
	p.MouseMoved(e)
}

// MouseMoved shows the address of the link under the pointer.
func (p *pointerInput) MouseMoved(e *desktop.MouseEvent) {
	s, ok := p.blocks.spanAtPoint(e.Position)
	link := ""
	if ok {
		link = s.Link
	}
	if link == p.hoveredLink {
		return
	}
	p.hoveredLink = link
	p.tooltip.showOrHideAddress(link, e.Position, p.blocks.width, p.blocks.totalHeight)
}

// MouseOut hides the link tooltip.
func (p *pointerInput) MouseOut() { p.HideTooltip() }

// HideTooltip hides the link tooltip until the pointer moves.
func (p *pointerInput) HideTooltip() {
	if p.hoveredLink == "" {
		return
	}
	p.hoveredLink = ""
	p.tooltip.showOrHideAddress("", fyne.Position{}, p.blocks.width, p.blocks.totalHeight)
}

// Cursor is the pointing hand over links, the text cursor otherwise.
func (p *pointerInput) Cursor() desktop.Cursor {
	if p.hoveredLink != "" {
		return desktop.PointerCursor
	}
	return desktop.TextCursor
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
			d.owner.setBlockMarksWithoutRedraw(it)
			d.redrawBlock()
		}
		return
	}
	d.owner.onScroll(e)
}
