package messagelist

// maxCachedWidths is how many widths keep their measured heights: the current one, and those the
// list returns to when a panel slides in and out.
const maxCachedWidths = 4

type cachedHeight struct {
	revision uint64
	height   int32
}

// heightCache stores exact heights by (row, revision, width).
type heightCache struct {
	widths  []float32 // most recently used last
	byRowID []map[int64]cachedHeight
}

// heightsAtWidthAsMostRecent returns the heights known at a width, which becomes the most recently
// used one.
func (m *heightCache) heightsAtWidthAsMostRecent(width float32) map[int64]cachedHeight {
	for i, w := range m.widths {
		if w != width {
			continue
		}
		known := m.byRowID[i]
		m.widths = append(append(m.widths[:i:i], m.widths[i+1:]...), width)
		m.byRowID = append(append(m.byRowID[:i:i], m.byRowID[i+1:]...), known)
		return known
	}
	if len(m.widths) == maxCachedWidths {
		m.widths, m.byRowID = m.widths[1:], m.byRowID[1:]
	}
	known := map[int64]cachedHeight{}
	m.widths, m.byRowID = append(m.widths, width), append(m.byRowID, known)
	return known
}

// dropHeightsOfRow drops the heights of a row at every width.
func (m *heightCache) dropHeightsOfRow(id int64) {
	for _, known := range m.byRowID {
		delete(known, id)
	}
}

// dropAllHeights drops everything, for another chat or another theme.
func (m *heightCache) dropAllHeights() { m.widths, m.byRowID = nil, nil }
