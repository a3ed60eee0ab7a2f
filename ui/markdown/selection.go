package markdown

import "fyne.io/fyne/v2"

// selection is the selected range of a text and how it is moved, by characters, words and lines. It
// asks for the marks of the blocks it changes to be drawn again; others draw them. It belongs to
// the UI goroutine.
type selection struct {
	// OnSelectionStart is called when a selection begins, so that others can be cleared.
	OnSelectionStart func()

	blocks       *blockList
	redraw       func(a, b int) // draws the marks between two positions again
	anchor, head int            // where the selection began, and where it ends
	goalX        float32        // x that Up and Down keep
	hasGoalX     bool
}

// HasSelection reports whether anything is selected.
func (s *selection) HasSelection() bool { return s.anchor != s.head }

// SelectedRange returns the selected positions, a <= b. Formulas are selected as a whole.
func (s *selection) SelectedRange() (a, b int) {
	a, b = min(s.anchor, s.head), max(s.anchor, s.head)
	if a == b {
		return a, b
	}
	start, _ := s.blocks.formulaRangeAround(a)
	_, end := s.blocks.formulaRangeAround(b)
	return start, end
}

// SelectAll selects the whole text.
func (s *selection) SelectAll() { s.setRangeNotifyStartAndRedraw(0, s.blocks.textEndPosition()) }

// ClearSelection clears the selection.
func (s *selection) ClearSelection() { s.setRangeNotifyStartAndRedraw(s.head, s.head) }

// SelectRange selects from anchor to head; Shift and the arrow keys continue from head.
func (s *selection) SelectRange(anchor, head int) {
	end := s.blocks.textEndPosition()
	s.setRangeNotifyStartAndRedraw(min(max(anchor, 0), end), min(max(head, 0), end))
}

// clampToTextEnd keeps the selection inside a text that ends at end.
func (s *selection) clampToTextEnd(end int) {
	s.anchor, s.head = min(s.anchor, end), min(s.head, end)
}

// extendSelectionTo moves the head of the selection.
func (s *selection) extendSelectionTo(head int) { s.setRangeNotifyStartAndRedraw(s.anchor, head) }

func (s *selection) setRangeNotifyStartAndRedraw(anchor, head int) {
	a0, b0 := s.SelectedRange()
	began := !s.HasSelection() && anchor != head
	s.anchor, s.head = anchor, head
	a1, b1 := s.SelectedRange()
	if began && s.OnSelectionStart != nil {
		s.OnSelectionStart()
	}
	if a0 == a1 && b0 == b1 {
		return
	}
	s.redraw(min(a0, a1), max(b0, b1))
}

// headAfterKey returns where a key moves the head to; ok is false for keys that do not move it.
func (s *selection) headAfterKey(key fyne.KeyName, word bool) (pos int, ok bool) {
	head := s.head
	if key != fyne.KeyUp && key != fyne.KeyDown {
		s.hasGoalX = false
	}
	switch key {
	case fyne.KeyLeft:
		return s.blocks.positionOneStepAway(head, false, word), true
	case fyne.KeyRight:
		return s.blocks.positionOneStepAway(head, true, word), true
	case fyne.KeyUp:
		return s.positionAboveOrBelow(head, false), true
	case fyne.KeyDown:
		return s.positionAboveOrBelow(head, true), true
	case fyne.KeyHome:
		return s.blocks.lineStartOrEnd(head, false), true
	case fyne.KeyEnd:
		return s.blocks.lineStartOrEnd(head, true), true
	}
	return head, false
}

// positionAboveOrBelow returns the position one line above or below pos, keeping the x of the first
// such step.
func (s *selection) positionAboveOrBelow(pos int, down bool) int {
	items := s.blocks.items
	if len(items) == 0 {
		return 0
	}
	x, y, h := s.blocks.positionXAndLineBounds(pos)
	if !s.hasGoalX {
		s.goalX, s.hasGoalX = x, true
	}
	i := s.blocks.itemIndexOfPosition(pos)
	it := items[i]
	target := y - 1
	if down {
		target = y + h + 1
	}
	if target < it.y {
		if i == 0 {
			return 0
		}
		prev := items[i-1]
		target = min(target, prev.y+prev.height-1)
	} else if target >= it.y+it.height {
		if i == len(items)-1 {
			return s.blocks.textEndPosition()
		}
		target = max(target, items[i+1].y+1)
	}
	return s.blocks.textPositionAtPoint(fyne.NewPos(s.goalX, target))
}
