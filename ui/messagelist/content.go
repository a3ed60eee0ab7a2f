package messagelist

import "fyne.io/fyne/v2"

// OpenChat shows another chat at its end and follows it.
func (l *List) Open(rows []Row) {
	l.halt()
	l.exact.clear()
	l.known = l.exact.at(l.column)
	l.views.pass++
	l.views.trim(func(int64) bool { return false })
	l.vp.anchor, l.vp.dy, l.vp.pin, l.vp.follow = 0, 0, -1, true
	l.hold, l.fresh, l.topSeen = hold{}, false, 0
	l.glow.stop()
	l.setRows(rows)
	l.reckon()
	l.arrange()
	l.keep()
}

// SetRows replaces the rows of the same chat: older rows may be added in front, newer ones at the
// end, others removed. The visible rows stay where they are.
func (l *List) SetRows(rows []Row) {
	anchor, pin := l.rowID(l.vp.anchor), l.rowID(l.vp.pin)
	old, oldIndex := l.rows, l.index
	grew := len(rows) > 0 && len(old) > 0 && rows[len(rows)-1].RowID() != old[len(old)-1].RowID()
	l.setRows(rows)
	l.vp.pin = -1
	if i, ok := l.index[pin]; ok && pin != 0 {
		l.vp.pin = i
	}
	if i, ok := l.index[anchor]; ok {
		l.vp.anchor = i
	} else {
		l.vp.anchor, l.vp.dy = l.nearest(old, oldIndex, anchor), 0
	}
	l.reckon()
	l.fresh = l.fresh || grew && !l.vp.atEnd()
	l.arrange()
	if l.hold.id == 0 {
		l.keep()
	}
}

// nearestRemainingRow returns the index of the row to anchor to when the anchor row was removed:
// the nearest old neighbour that remains, those below it first.
func (l *List) nearest(old []Row, oldIndex map[int64]int, id int64) int {
	at := oldIndex[id]
	for i := at; i < len(old); i++ {
		if j, ok := l.index[old[i].RowID()]; ok {
			return j
		}
	}
	for i := min(at, len(old)) - 1; i >= 0; i-- {
		if j, ok := l.index[old[i].RowID()]; ok {
			return j
		}
	}
	return 0
}

// AppendRows adds rows at the end.
func (l *List) Append(rows ...Row) {
	all := make([]Row, 0, len(l.rows)+len(rows))
	l.SetRows(append(append(all, l.rows...), rows...))
}

// UpdateRow shows a newer revision of a row, usually of a growing answer; it reports whether the
// row is in the list. Its cost does not depend on the length of the chat.
func (l *List) Update(row Row) bool {
	i, ok := l.index[row.RowID()]
	if !ok {
		return false
	}
	was := l.rows[i]
	l.rows[i] = row
	if was.RowRevision() == row.RowRevision() {
		return true
	}
	// Only more text counts as new text; other changes, such as the number of versions, do not.
	grew := i == len(l.rows)-1 && row.RowHeight(l.column) > was.RowHeight(l.column)
	if grew && !l.vp.follow && !l.vp.atEnd() {
		l.fresh = true
	}
	if l.views.bound[row.RowID()] == nil {
		l.vp.rows.set(i, int(l.estimate(row)))
	}
	end := l.vp.atEnd()
	l.arrange()
	if grew && end && !l.vp.atEnd() {
		l.fresh = true
		l.decorate(l.Size())
	}
	return true
}

// RemoveRow removes a row.
func (l *List) Remove(id int64) {
	i, ok := l.index[id]
	if !ok {
		return
	}
	rows := make([]Row, 0, len(l.rows)-1)
	l.SetRows(append(append(rows, l.rows[:i]...), l.rows[i+1:]...))
}

// Len returns the number of rows.
func (l *List) Len() int { return len(l.rows) }

// RowByID returns the row of a message, or nil.
func (l *List) Row(id int64) Row {
	if i, ok := l.index[id]; ok {
		return l.rows[i]
	}
	return nil
}

// ViewByID returns the view bound to a message, or nil when it is far from the viewport.
func (l *List) View(id int64) View {
	if s := l.views.bound[id]; s != nil {
		return s.view
	}
	return nil
}

func (l *List) setRows(rows []Row) {
	l.rows = append(make([]Row, 0, len(rows)+8), rows...)
	l.index = make(map[int64]int, len(rows))
	for i, row := range rows {
		l.index[row.RowID()] = i
	}
}

func (l *List) rowID(i int) int64 {
	if i < 0 || i >= len(l.rows) {
		return 0
	}
	return l.rows[i].RowID()
}

// RowAt returns row i, with i less than Len.
func (l *List) At(i int) Row { return l.rows[i] }

// IsRowVisible reports whether any part of a message is inside the viewport.
func (l *List) InSight(id int64) bool {
	for _, s := range l.shown {
		if s.id == id {
			y, h := s.view.Position().Y, s.view.Size().Height
			return y < l.Size().Height && y+h > 0
		}
	}
	return false
}

// VisiblePill returns the "New text" pill while it is shown, otherwise nil.
func (l *List) Pill() fyne.CanvasObject {
	if l.pill.Visible() {
		return l.pill
	}
	return nil
}
