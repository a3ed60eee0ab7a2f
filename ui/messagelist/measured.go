package messagelist

// maxCachedWidths is how many widths keep their measured heights: the current one, and those the
// list returns to when a panel slides in and out.
const widthsKept = 4

type measure struct {
	revision uint64
	height   int32
}

// heightCache stores exact heights by (row, revision, width).
type measured struct {
	widths []float32 // most recently used last
	byID   []map[int64]measure
}

// heightsAt returns the heights known at a width, which becomes the most recently used one.
func (m *measured) at(width float32) map[int64]measure {
	for i, w := range m.widths {
		if w != width {
			continue
		}
		known := m.byID[i]
		m.widths = append(append(m.widths[:i:i], m.widths[i+1:]...), width)
		m.byID = append(append(m.byID[:i:i], m.byID[i+1:]...), known)
		return known
	}
	if len(m.widths) == widthsKept {
		m.widths, m.byID = m.widths[1:], m.byID[1:]
	}
	known := map[int64]measure{}
	m.widths, m.byID = append(m.widths, width), append(m.byID, known)
	return known
}

// dropRow drops the heights of a row at every width.
func (m *measured) forget(id int64) {
	for _, known := range m.byID {
		delete(known, id)
	}
}

// dropAll drops everything, for another chat or another theme.
func (m *measured) clear() { m.widths, m.byID = nil, nil }
