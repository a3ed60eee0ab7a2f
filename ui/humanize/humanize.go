// Package humanize formats times, dates, counts and numbers as the window shows them: "yesterday,
// 14:05", "3 memories", "12,500". The current time is an argument; days are those of the local zone.
package humanize

import (
	"fmt"
	"time"
)

// FormatRelativeTime formats t relative to now: "just now", "today, 18:42", "yesterday,
// 09:12", "3 Nov", "3 Nov 2025". It returns "" for the zero time.
func FormatRelativeTime(t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	t, now = t.Local(), now.Local()
	switch days := CalendarDaysBetween(t, now); {
	case now.Sub(t) < time.Minute && now.Sub(t) > -time.Minute:
		return "just now"
	case days == 0:
		return "today, " + t.Format("15:04")
	case days == 1:
		return "yesterday, " + t.Format("15:04")
	case t.Year() == now.Year():
		return t.Format("2 Jan")
	}
	return t.Format("2 Jan 2006")
}

// CalendarDaysBetween counts the midnights between t and now in local time; negative when t is in the
// future.
func CalendarDaysBetween(t, now time.Time) int {
	day := func(t time.Time) time.Time {
		y, m, d := t.Local().Date()
		return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	}
	return int(day(now).Sub(day(t)).Hours() / 24)
}

// DayGroupHeading returns the heading a chat is listed under.
func DayGroupHeading(t, now time.Time) string {
	switch d := CalendarDaysBetween(t, now); {
	case d <= 0:
		return "Today"
	case d == 1:
		return "Yesterday"
	case d <= 7:
		return "Previous 7 days"
	case d <= 30:
		return "Previous 30 days"
	}
	if t.Local().Year() == now.Local().Year() {
		return t.Local().Format("January")
	}
	return t.Local().Format("January 2006")
}

// FormatPartialDate formats a partial date (2026, 2026-05, 2026-05-03); any other text is returned
// unchanged.
func FormatPartialDate(s string) string {
	for _, f := range []struct{ in, out string }{{"2006-01-02", "2 Jan 2006"}, {"2006-01", "Jan 2006"}} {
		if t, err := time.Parse(f.in, s); err == nil {
			return t.Format(f.out)
		}
	}
	return s
}

// CountNoun formats a number with its noun: "1 memory", "2,400 memories".
func CountNoun(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return FormatThousands(n) + " " + many
}

// FormatThousands formats a number with thousands separators.
func FormatThousands(n int) string {
	if n < 0 {
		return "-" + FormatThousands(-n)
	}
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", FormatThousands(n/1000), n%1000)
}
