package memory

import "time"

// isCurrent reports whether a memory still holds: it is not superseded and has not ended.
func (m Memory) isCurrent(now time.Time) bool { return m.SupersededBy == 0 && !m.hasEnded(now) }

// hasEnded reports whether the memory's last day is over. A partial date lasts to the end of its
// year, month or day (UTC).
func (m Memory) hasEnded(now time.Time) bool {
	today := formatDate(now)
	return m.ValidTo != "" && string(m.ValidTo) < today[:min(len(m.ValidTo), len(today))]
}

// validitySuffix tells the model that an outdated memory has ended and, if known, when.
func validitySuffix(m Memory) string {
	if m.SupersededBy == 0 && m.ValidTo == "" {
		return ""
	}
	if m.ValidTo == "" {
		return " (no longer so)"
	}
	return " (until " + string(m.ValidTo) + ")"
}
