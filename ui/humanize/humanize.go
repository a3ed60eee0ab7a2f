// Package humanize formats times, dates, counts and numbers as the window shows them: "yesterday,
// 14:05", "3 memories", "12,500". The current time is an argument; days are those of the local
// zone.
package humanize

import (
	"time"

	"memoir/ui/translate"
)

// FormatAsTodayYesterdayOrDate formats t relative to now: "just now", "today, 18:42", "yesterday,
// 09:12", "3 Nov", "3 Nov 2025". It returns "" for the zero time.
func FormatAsTodayYesterdayOrDate(t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	t, now = t.Local(), now.Local()
	switch days := CalendarDaysBetween(t, now); {
	case now.Sub(t) < time.Minute && now.Sub(t) > -time.Minute:
		return translate.Text("just now")
	case days == 0:
		return translate.Text("today, {{.Time}}", "Time", FormatTimeOfDay(t))
	case days == 1:
		return translate.Text("yesterday, {{.Time}}", "Time", FormatTimeOfDay(t))
	case t.Year() == now.Year():
		return translate.Text("{{.Day}} {{.Month}}|date with a short month", "Day", t.Day(), "Month",
			shortMonthName(t.Month()))
	}
	return formatDateWithYear(t)
}

// FormatTimeOfDay formats the hours and minutes of t in its zone: "18:42".
func FormatTimeOfDay(t time.Time) string {
	return translate.Text("{{.Hour}}:{{.Minute}}|time of day, 24 hours", "Hour", t.Format("15"), "Minute", t.Format("04"))
}

// formatDateWithYear formats a date with its year: "3 Nov 2025".
func formatDateWithYear(t time.Time) string {
	return translate.Text("{{.Day}} {{.Month}} {{.Year}}|date with a short month", "Day", t.Day(), "Month",
		shortMonthName(t.Month()), "Year", t.Format("2006"))
}

// FormatMonthAndYear formats a month with its year: "November 2025".
func FormatMonthAndYear(t time.Time) string {
	return translate.Text("{{.Month}} {{.Year}}|whole month", "Month", monthName(t.Month()), "Year", t.Format("2006"))
}

// CalendarDaysBetween counts the midnights between t and now in local time; negative when t is in
// the future.
func CalendarDaysBetween(t, now time.Time) int {
	day := func(t time.Time) time.Time {
		y, m, d := t.Local().Date()
		return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	}
	return int(day(now).Sub(day(t)).Hours() / 24)
}

// PeriodGroupHeading returns the heading a chat is listed under.
func PeriodGroupHeading(t, now time.Time) string {
	switch d := CalendarDaysBetween(t, now); {
	case d <= 0:
		return translate.Text("Today")
	case d == 1:
		return translate.Text("Yesterday")
	case d <= 7:
		return translate.Text("Previous 7 days")
	case d <= 30:
		return translate.Text("Previous 30 days")
	}
	if t.Local().Year() == now.Local().Year() {
		return monthName(t.Local().Month())
	}
	return FormatMonthAndYear(t.Local())
}

// FormatPartialDate formats a partial date (2026, 2026-05, 2026-05-03); any other text is returned
// unchanged.
func FormatPartialDate(s string) string {
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return formatDateWithYear(t)
	}
	if t, err := time.Parse("2006-01", s); err == nil {
		return translate.Text("{{.Month}} {{.Year}}|short month", "Month", shortMonthName(t.Month()), "Year",
			t.Format("2006"))
	}
	return s
}

// FormatWithThousandsSeparators formats a number with thousands separators.
func FormatWithThousandsSeparators(n int) string { return translate.FormatWholeNumber(n) }

// FormatPercent formats a fraction of 1 without decimals: "44%".
func FormatPercent(fraction float64) string {
	return translate.Text("{{.Number}}%", "Number", translate.FormatDecimal(100*fraction, 0))
}

// FormatFileSize formats a number of bytes: "999 bytes", "12 kB", "1.2 MB", "2.0 GB"; a kB has 1000
// bytes.
func FormatFileSize(n int64) string {
	switch {
	case n < 1000:
		return translate.Count(int(n), "{{.Count}} byte", "{{.Count}} bytes")
	case n < 999_500: // which would be rounded to 1000 kB
		return translate.Text("{{.Size}} kB", "Size", translate.FormatDecimal(float64(n)/1e3, 0))
	case n < 999_950_000:
		return translate.Text("{{.Size}} MB", "Size", translate.FormatDecimal(float64(n)/1e6, 1))
	}
	return translate.Text("{{.Size}} GB", "Size", translate.FormatDecimal(float64(n)/1e9, 1))
}

func monthName(m time.Month) string {
	return [...]string{
		translate.Text("January"), translate.Text("February"), translate.Text("March"), translate.Text("April"),
		translate.Text("May"), translate.Text("June"), translate.Text("July"), translate.Text("August"),
		translate.Text("September"), translate.Text("October"), translate.Text("November"), translate.Text("December"),
	}[m-1]
}

func shortMonthName(m time.Month) string {
	return [...]string{
		translate.Text("Jan|short month"), translate.Text("Feb|short month"), translate.Text("Mar|short month"),
		translate.Text("Apr|short month"), translate.Text("May|short month"), translate.Text("Jun|short month"),
		translate.Text("Jul|short month"), translate.Text("Aug|short month"), translate.Text("Sep|short month"),
		translate.Text("Oct|short month"), translate.Text("Nov|short month"), translate.Text("Dec|short month"),
	}[m-1]
}
