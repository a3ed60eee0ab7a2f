package messagelist

import "fyne.io/fyne/v2"

// ShowOtherChatAtEnd shows another chat at its end and follows it.
func (l *List) ShowOtherChatAtEnd(rows []Row) {
	l.motion.stopAllScrolling()
	l.heights.dropAllHeights()
	l.views.layoutPass++
	l.views.releaseRemovedAndOldSlots(func(int64) bool { return false })
	l.viewport.anchorRow, l.viewport.anchorOffset, l.viewport.pinnedRow, l.viewport.followEnd = 0, 0, -1, true
	l.anchor.saved, l.overlays.hasNewText, l.reachedTopRow = savedAnchor{}, false, 0
	l.overlays.highlight.endHighlight()
	l.replaceRows(rows)
	l.rebuildHeightTree()
	l.layoutRowsOverlaysAndNotify()
	l.anchor.saveTopEdgePosition()
}

// ReplaceRowsKeepingPosition replaces the rows of the same chat: older rows may be added in front,
// newer ones at the end, others removed. The visible rows stay where they are.
func (l *List) ReplaceRowsKeepingPosition(rows []Row) {
	anchor, pin := l.rowIDAt(l.viewport.anchorRow), l.rowIDAt(l.viewport.pinnedRow)
	old, oldIndex := l.rows, l.index
	grew := len(rows) > 0 && len(old) > 0 && rows[len(rows)-1].RowID() != old[len(old)-1].RowID()
	l.replaceRows(rows)
	l.viewport.pinnedRow = -1
	if i, ok := l.index[pin]; ok && pin != 0 {
		l.viewport.pinnedRow = i
	}
	if i, ok := l.index[anchor]; ok {
		l.viewport.anchorRow = i
	} else {
		l.viewport.anchorRow, l.viewport.anchorOffset = l.nearestRemainingRowIndex(old, oldIndex, anchor), 0
	}
	l.rebuildHeightTree()
	l.overlays.hasNewText = l.overlays.hasNewText || grew && !l.viewport.isAtEnd()
	l.layoutRowsOverlaysAndNotify()
	if l.anchor.saved.rowID == 0 {
		l.anchor.saveTopEdgePosition()
	}
}

// AppendRows adds rows at the end.
func (l *List) AppendRows(rows ...Row) {
	all := make([]Row, 0, len(l.rows)+len(rows))
	l.ReplaceRowsKeepingPosition(append(append(all, l.rows...), rows...))
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
	width := l.heights.columnWidth
	grew := i == len(l.rows)-1 && row.EstimateRowHeight(width) > was.EstimateRowHeight(width)
	if grew && !l.viewport.followEnd && !l.viewport.isAtEnd() {
		l.overlays.hasNewText = true
	}
	if l.views.boundSlots[row.RowID()] == nil {
		l.viewport.heights.setRowHeight(i, int(l.heights.cachedOrEstimatedHeight(row)))
	}
	end := l.viewport.isAtEnd()
	l.layoutRowsOverlaysAndNotify()
	if grew && end && !l.viewport.isAtEnd() {
		l.overlays.hasNewText = true
		l.placeOverlaysAndRequestRepaint()
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
	l.ReplaceRowsKeepingPosition(append(append(rows, l.rows[:i]...), l.rows[i+1:]...))
}

// ViewNearViewportByID returns the view bound to a message, or nil when it is far from the
// viewport.
func (l *List) ViewNearViewportByID(id int64) View {
	if s := l.views.boundSlots[id]; s != nil {
		return s.view
	}
	return nil
}

// IsRowVisible reports whether any part of a message is inside the viewport.
func (l *List) IsRowVisible(id int64) bool { return l.isRowPartlyInsideHeight(id, l.Size().Height) }

// VisibleNewTextPill returns the "New text" pill while it is shown, otherwise nil.
func (l *List) VisibleNewTextPill() fyne.CanvasObject {
	if l.overlays.pill.Visible() {
		return l.overlays.pill
	}
	return nil
}
