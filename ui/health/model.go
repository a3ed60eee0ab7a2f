package health

import (
	"context"
	"strconv"
	"strings"
	"time"
	"unicode"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/ui/app"
	"memoir/ui/humanize"
	"memoir/ui/translate"
)

// model is what the page says, without its widgets. Its zero value is a memory with nothing in it.
type model struct {
	health   memory.Health
	deadJobs []memory.Job
}

// loadHealthModel may be called off the UI goroutine.
func loadHealthModel(ctx context.Context, s *engine.Session) (model, error) {
	var m model
	var err error
	if m.health, err = s.LoadHealth(ctx); err != nil {
		return m, err
	}
	m.deadJobs, err = app.ListDeadJobs(ctx, s)
	if m.health.Status == "damaged" {
		err = nil // the page says so
	}
	return m, err
}

// attentionTitleAndMeaning is what the page says about the stored data itself: that it is damaged,
// or what the start repaired. title "" = nothing.
func (m *model) attentionTitleAndMeaning() (title, meaning string) {
	switch {
	case m.health.Status == "damaged":
		return translate.Text("The database is damaged"),
			translate.Text("Until the database is repaired, some things can't be learned or saved. Restart Memoir to copy " +
				"everything readable to a new database. The damaged one will be kept.")
	case len(m.health.Repairs) > 0:
		return translate.Text("The database was damaged and has been repaired"), strings.Join(m.health.Repairs, " ")
	default:
		return "", ""
	}
}

// figure is a row of the page: a title and what it means. Its button leads to a screen, or retries
// the dead jobs.
type figure struct {
	title, meaning    string
	label, buttonName string // of the button; label "" = none
	leadsTo           app.Screen
	retries           bool
}

// memoryCountFigures counts the memories of the profile.
func (m *model) memoryCountFigures() []figure {
	c := m.health.Counters
	waiting := figure{
		title:   translate.Count(c.Inbox, "{{.Count}} waiting for your OK", "{{.Count}} waiting for your OK|several"),
		meaning: translate.Text("These memories aren't used until you keep them."),
	}
	if c.Inbox == 1 {
		waiting.meaning = translate.Text("This memory isn't used until you keep it.")
	}
	if c.Inbox > 0 {
		waiting.label, waiting.buttonName, waiting.leadsTo = translate.Text("Show"),
			translate.Text("Show what's waiting for your OK"), app.ScreenInbox
	}
	unused := figure{
		title:   translate.Count(c.NeverUsed, "{{.Count}} never used", "{{.Count}} never used|several"),
		meaning: translate.Text("Not used in any answer yet."),
	}
	if c.NeverUsed > 0 {
		unused.label, unused.buttonName, unused.leadsTo = translate.Text("Show"),
			translate.Text("Show memories that were never used"), app.ScreenUnusedMemories
	}
	return []figure{
		{
			title:   translate.Count(c.Total, "{{.Count}} memory", "{{.Count}} memories"),
			meaning: translate.Text("active|memories"),
		},
		waiting, unused,
		{
			title:   translate.Count(c.Duplicates, "{{.Count}} duplicate", "{{.Count}} duplicates"),
			meaning: translate.Text("skipped because already saved"),
		},
	}
}

// percentage is a fraction of 1 in words.
type percentage struct{ title, percent, meaning string }

func newPercentage(title string, fraction float64, of func(percent string) string) percentage {
	percent := humanize.FormatPercent(fraction)
	return percentage{title, percent, of(percent)}
}

// qualityPercentages say how well the memory works.
func (m *model) qualityPercentages() []percentage {
	c := m.health.Counters
	return []percentage{
		newPercentage(translate.Text("Relevant matches"), c.HitRate,
			func(p string) string {
				return translate.Text("{{.Percent}} of answers used matching memories rather than the newest ones.", "Percent", p)
			}),
		newPercentage(translate.Text("Updated"), c.ReplacementRate,
			func(p string) string {
				return translate.Text("{{.Percent}} of the facts learned replaced an older memory.", "Percent", p)
			}),
		newPercentage(translate.Text("Duplicates skipped"), c.DedupRate,
			func(p string) string {
				return translate.Text("{{.Percent}} of the facts that came up were already known and weren't saved again.",
					"Percent", p)
			}),
	}
}

// chartDays is how many days the chart of tokens covers.
const chartDays = 14

// tokensByDayAndSummary returns the tokens of the last days, today last, and a sentence about them.
// Days are in UTC, as in the core.
func (m *model) tokensByDayAndSummary(now time.Time) (byDay []int, summary string) {
	byDay = make([]int, chartDays)
	today := now.UTC()
	for i := range byDay {
		byDay[i] = m.health.Counters.TokensByDay[today.AddDate(0, 0, i-chartDays+1).Format(time.DateOnly)]
	}
	summary = translate.Text("No tokens used in the last 14 days.")
	if maximum := largestValue(byDay); maximum > 0 {
		summary = translate.Text("Last 14 days. Busiest day: {{.Tokens}} tokens.", "Tokens", maximum)
	}
	return byDay, summary
}

// tokenLimitText is the daily limit as the field shows it: empty without one.
func (m *model) tokenLimitText() string {
	if m.health.Counters.TokenLimit == 0 {
		return ""
	}
	return strconv.Itoa(m.health.Counters.TokenLimit)
}

// normalizeTypedTokenLimit returns the typed limit as the setting stores it; empty means no limit.
// ok is false for anything but a whole number, whose thousands may be set apart.
func normalizeTypedTokenLimit(typed string) (limit string, ok bool) {
	groups := strings.FieldsFunc(typed, func(r rune) bool { return r == ',' || r == '.' || unicode.IsSpace(r) })
	for i, g := range groups {
		if i > 0 && len(g) != 3 || i == 0 && len(groups) > 1 && len(g) > 3 { // "1.5" is not 15
			return "", false
		}
	}
	text := strings.Join(groups, "")
	if text == "" {
		return "0", true
	}
	if n, err := strconv.Atoi(text); err != nil || n < 0 {
		return "", false
	}
	return text, true
}

// backgroundWorkFigures says what learning and search are doing.
func (m *model) backgroundWorkFigures() []figure {
	h := m.health
	learning := translate.Text("All caught up.")
	if h.QueueLength > 0 {
		learning = translate.Count(h.QueueLength, "{{.Count}} exchange left to learn from.",
			"{{.Count}} exchanges left to learn from.")
	}
	figures := []figure{{title: translate.Text("Learning"), meaning: learning}}
	if n := len(m.deadJobs); n > 0 {
		figures = append(figures, figure{
			title: translate.Count(n, "Memoir couldn't learn from {{.Count}} exchange",
				"Memoir couldn't learn from {{.Count}} exchanges"),
			meaning: humanize.CollapseToOneLine(string(m.deadJobs[0].LastError)),
			label:   translate.Text("Retry"), buttonName: translate.Text("Retry learning from failed exchanges"), retries: true,
		})
	}
	embedder, _, _ := strings.Cut(h.Embedder.ID, "@") // size and version mean nothing to users
	return append(figures, figure{title: translate.Text("Memory search"), meaning: memorySearchStatusText(h)},
		figure{title: translate.Text("Search model"), meaning: embedder})
}

// memorySearchStatusText reports whether memories can be found. The index also reports that it is
// behind while only files are being indexed; that is not shown.
func memorySearchStatusText(h memory.Health) string {
	switch {
	case !h.Embedder.Ready:
		return translate.Text("Loading the search model. Until it's ready, the newest memories are sent.")
	case h.Index.State == memory.IndexSyncing && h.Index.Vectors < h.ActiveMemories:
		return translate.Count(h.Index.Vectors, "Catching up. {{.Count}} memory indexed so far.",
			"Catching up. {{.Count}} memories indexed so far.")
	case h.Index.Error != "":
		return translate.Text("Limited: {{.Error}}", "Error", translate.TranslateKnown(h.Index.Error))
	}
	return translate.Count(h.Index.Vectors, "Ready. {{.Count}} memory is indexed.",
		"Ready. {{.Count}} memories are indexed.")
}
