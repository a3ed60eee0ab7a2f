package messagelist

import "fyne.io/fyne/v2"

// OpenChat shows another chat at its end and follows it.
func (l *List) OpenChat(rows []Row) {
	l.stopMotion()
	l.heightCache.dropAll()
	l.knownHeights = l.heightCache.heightsAt(l.columnWidth)
	l.views.layoutPass++
	l.views.releaseUnused(func(int64) bool { return false })
	l.viewport.anchorRow, l.viewport.anchorOffset, l.viewport.pinnedRow, l.viewport.followEnd = 0, 0, -1, true
	l.anchor, l.hasNewText, l.reachedTopRow = scrollAnchor{}, false, 0
	l.highlight.hideTint()
	l.setRows(rows)
	l.rebuildHeights()
	l.layoutVisibleRows()
	l.saveAnchor()
}

// SetRows replaces the rows of the same chat: older rows may be added in front, newer ones at the
// end, others removed. The visible rows stay where they are.
func (l *List) SetRows(rows []Row) {
	anchor, pin := l.rowIDAt(l.viewport.anchorRow), l.rowIDAt(l.viewport.pinnedRow)
	old, oldIndex := l.rows, l.index
	grew := len(rows) > 0 && len(old) > 0 && rows[len(rows)-1].RowID() != old[len(old)-1].RowID()
	l.setRows(rows)
	l.viewport.pinnedRow = -1
	if i, ok := l.index[pin]; ok && pin != 0 {
		l.viewport.pinnedRow = i
	}
	if i, ok := l.index[anchor]; ok {
		l.viewport.anchorRow = i
	} else {
		l.viewport.anchorRow, l.viewport.anchorOffset = l.nearestRemainingRow(old, oldIndex, anchor), 0
	}
	l.rebuildHeights()
	l.hasNewText = l.hasNewText || grew && !l.viewport.isAtEnd()
	l.layoutVisibleRows()
	if l.anchor.rowID == 0 {
		l.saveAnchor()
	}
}

// nearestRemainingRow returns the index of the row to anchor to when the anchor row was removed:
// the nearest old neighbour that remains, those below it first.
func (l *List) nearestRemainingRow(old []Row, oldIndex map[int64]int, id int64) int {
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
func (l *List) AppendRows(rows ...Row) {
	all := make([]Row, 0, len(l.rows)+len(rows))
	l.SetRows(append(append(all, l.rows...), rows...))
}

// UpdateRow shows a newer revision of a row, usually of a growing answer; it reports whether the
// row is in the list. Its cost does not depend on the length of the chat.
func (l *List) UpdateRow(row Row) bool {
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
	grew := i == len(l.rows)-1 && row.EstimateRowHeight(l.columnWidth) > was.EstimateRowHeight(l.columnWidth)
	if grew && !l.viewport.followEnd && !l.viewport.isAtEnd() {
		l.hasNewText = true
	}
	if l.views.boundSlots[row.RowID()] == nil {
		l.viewport.heights.setHeight(i, int(l.estimateRow(row)))
	}
	end := l.viewport.isAtEnd()
	l.layoutVisibleRows()
	if grew && end && !l.viewport.isAtEnd() {
		l.hasNewText = true
		l.placeOverlays(l.Size())
	}
	return true
}

// RemoveRow removes a row.
func (l *List) RemoveRow(id int64) {
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
func (l *List) RowByID(id int64) Row {
	if i, ok := l.index[id]; ok {
		return l.rows[i]
	}
	return nil
}

// ViewByID returns the view bound to a message, or nil when it is far from the viewport.
func (l *List) ViewByID(id int64) View {
	if s := l.views.boundSlots[id]; s != nil {
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

func (l *List) rowIDAt(i int) int64 {
	if i < 0 || i >= len(l.rows) {
		return 0
	}
	return l.rows[i].RowID()
}

// RowAt returns row i, with i less than Len.
func (l *List) RowAt(i int) Row { return l.rows[i] }

// IsRowVisible reports whether any part of a message is inside the viewport.
func (l *List) IsRowVisible(id int64) bool {
	for _, s := range l.visibleSlots {
		if s.rowID == id {
			y, h := s.view.Position().Y, s.view.Size().Height
			return y < l.Size().Height && y+h > 0
		}
	}
	return false
}

// VisiblePill returns the "New text" pill while it is shown, otherwise nil.
func (l *List) VisiblePill() fyne.CanvasObject {
	if l.pill.Visible() {
		return l.pill
	}
	return nil
}
