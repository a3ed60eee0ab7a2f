// Package when writes moments the way people say them.
package when

import (
	"fmt"
	"time"
)

// Said is a moment as seen from now: "just now", "today, 18:42", "yesterday, 9:12", "3 Nov", "3 Nov 2025".
func Said(t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	t, now = t.Local(), now.Local()
	switch days := Days(t, now); {
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

// Days counts the midnights between t and now in local time; negative for a t to come.
func Days(t, now time.Time) int {
	day := func(t time.Time) time.Time {
		y, m, d := t.Local().Date()
		return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	}
	return int(day(now).Sub(day(t)).Hours() / 24)
}

// Group names the heading a chat stands under.
func Group(t, now time.Time) string {
	switch d := Days(t, now); {
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

// Date writes a partial date (2026, 2026-05, 2026-05-03) for people; what is none of these stays as it is.
func Date(s string) string {
	for _, f := range []struct{ in, out string }{{"2006-01-02", "2 Jan 2006"}, {"2006-01", "Jan 2006"}} {
		if t, err := time.Parse(f.in, s); err == nil {
			return t.Format(f.out)
		}
	}
	return s
}

// Count writes a number of things: "1 memory", "2,400 memories".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Number(n) + " " + many
}

// Number writes a number with commas.
func Number(n int) string {
	if n < 0 {
		return "-" + Number(-n)
	}
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", Number(n/1000), n%1000)
}
