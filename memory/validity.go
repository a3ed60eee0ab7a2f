package memory

import "time"

// Clock returns the current time. It is handed in, so that tests decide what time it is.
type Clock func() time.Time

// NowInUTCToMillisecond returns the current time in UTC, truncated to the milliseconds that the
// store keeps.
func (c Clock) NowInUTCToMillisecond() time.Time { return c().UTC().Truncate(time.Millisecond) }

// IsCurrent reports whether a memory still holds: it is not superseded and has not ended.
func (m Memory) IsCurrent(now time.Time) bool { return m.SupersededBy == 0 && !m.HasValidityEnded(now) }

// HasValidityEnded reports whether the memory's last day is over. A partial date lasts to the end
// of its year, month or day (UTC).
func (m Memory) HasValidityEnded(now time.Time) bool {
	today := FormatUTCDate(now)
	return m.ValidTo != "" && string(m.ValidTo) < today[:min(len(m.ValidTo), len(today))]
}

// FormatUTCDate formats a time as the date of a memory, in UTC.
func FormatUTCDate(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// IsPartialDateOrEmpty accepts the partial dates of RFC 3339 (year, month or day) and "", which
// means no date.
func IsPartialDateOrEmpty(s string) bool {
	if s == "" {
		return true
	}
	for _, layout := range []string{"2006", "2006-01", "2006-01-02"} {
		if _, err := time.Parse(layout, s); err == nil {
			return true
		}
	}
	return false
}
