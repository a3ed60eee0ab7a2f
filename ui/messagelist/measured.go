package messagelist

// widthsKept is how many widths keep their measured heights: the present one, and those a window goes back to when a
// panel slides in and out.
const widthsKept = 4

type measure struct {
	revision uint64
	height   int32
}

// measured remembers exact heights by (row, revision, width).
type measured struct {
	widths []float32 // most recent last
	byID   []map[int64]measure
}

// at returns the heights known at a width, which becomes the most recent one.
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

// forget drops what is known of a row at every width.
func (m *measured) forget(id int64) {
	for _, known := range m.byID {
		delete(known, id)
	}
}

// clear drops everything, for another thread or another theme.
func (m *measured) clear() { m.widths, m.byID = nil, nil }
