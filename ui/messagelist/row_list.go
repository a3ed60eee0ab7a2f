package messagelist

// rowList are the rows of a chat in order, found by index and by id. It belongs to the UI
// goroutine.
type rowList struct {
	rows  []Row
	index map[int64]int // of a row by its id
}

// Len returns the number of rows.
func (r *rowList) Len() int { return len(r.rows) }

// RowAt returns row i, with i less than Len.
func (r *rowList) RowAt(i int) Row { return r.rows[i] }

// RowByID returns the row of a message, or nil.
func (r *rowList) RowByID(id int64) Row {
	if i, ok := r.index[id]; ok {
		return r.rows[i]
	}
	return nil
}

func (r *rowList) replaceRows(rows []Row) {
	r.rows = append(make([]Row, 0, len(rows)+8), rows...)
	r.index = make(map[int64]int, len(rows))
	for i, row := range rows {
		r.index[row.RowID()] = i
	}
}

// rowIDAt returns the id of row i, or 0 when there is no such row.
func (r *rowList) rowIDAt(i int) int64 {
	if i < 0 || i >= len(r.rows) {
		return 0
	}
	return r.rows[i].RowID()
}

func (r *rowList) hasRow(id int64) bool {
	_, ok := r.index[id]
	return ok
}

// nearestRemainingRowIndex returns the index of the row to anchor to when the anchor row was
// removed: the nearest old neighbour that remains, those below it first.
func (r *rowList) nearestRemainingRowIndex(old []Row, oldIndex map[int64]int, id int64) int {
	at := oldIndex[id]
	for i := at; i < len(old); i++ {
		if j, ok := r.index[old[i].RowID()]; ok {
			return j
		}
	}
	for i := min(at, len(old)) - 1; i >= 0; i-- {
		if j, ok := r.index[old[i].RowID()]; ok {
			return j
		}
	}
	return 0
}
