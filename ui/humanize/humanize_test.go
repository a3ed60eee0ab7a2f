package humanize

import (
	"testing"
	"time"
)

func TestFormatRelativeTime(t *testing.T) {
	now := time.Date(2026, 11, 21, 18, 42, 0, 0, time.Local)
	for _, c := range []struct {
		name string
		t    time.Time
		want string
	}{
		{"seconds ago", now.Add(-20 * time.Second), "just now"},
		{"this morning", now.Add(-9 * time.Hour), "today, 09:42"},
		{
			"last night is yesterday, however few hours ago", time.Date(2026, 11, 20, 23, 59, 0, 0, time.Local),
			"yesterday, 23:59",
		},
		{"this year without the year", time.Date(2026, 11, 3, 8, 0, 0, 0, time.Local), "3 Nov"},
		{"another year with it", time.Date(2025, 11, 3, 8, 0, 0, 0, time.Local), "3 Nov 2025"},
		{"no moment", time.Time{}, ""},
	} {
		if got := FormatAsTodayYesterdayOrDate(c.t, now); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestDayGroupHeadings(t *testing.T) {
	now := time.Date(2026, 11, 21, 0, 10, 0, 0, time.Local)
	for want, back := range map[string]time.Duration{
		"Today": 5 * time.Minute, "Yesterday": time.Hour, "Previous 7 days": 5 * 24 * time.Hour,
		"Previous 30 days": 20 * 24 * time.Hour, "September": 60 * 24 * time.Hour, "November 2025": 370 * 24 * time.Hour,
	} {
		if got := PeriodGroupHeading(now.Add(-back), now); got != want {
			t.Errorf("%v ago stands under %q, want %q", back, got, want)
		}
	}
}

func TestNumbersCountsAndPartialDates(t *testing.T) {
	for got, want := range map[string]string{
		FormatWithThousandsSeparators(6124): "6,124", FormatWithThousandsSeparators(12): "12",
		FormatWithThousandsSeparators(1234567): "1,234,567",
		FormatWithThousandsSeparators(-1200):   "-1,200",
		FormatFileSize(1):                      "1 byte", FormatFileSize(999): "999 bytes", FormatFileSize(1600): "2 kB",
		FormatFileSize(999_499): "999 kB", FormatFileSize(999_500): "1.0 MB", FormatFileSize(999_950_000): "1.0 GB",
		FormatPercent(0.444):            "44%",
		FormatPartialDate("2026-05-03"): "3 May 2026", FormatPartialDate("2026-05"): "May 2026",
		FormatPartialDate("2026"): "2026", FormatPartialDate("soon"): "soon",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
