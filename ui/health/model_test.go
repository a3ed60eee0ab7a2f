package health

import (
	"slices"
	"strings"
	"testing"
	"time"

	"memoir/memory"
	"memoir/ui/app"
)

func TestMemoryCountsOfferScreensOnlyWhereThereIsSomething(t *testing.T) {
	for _, c := range []struct {
		counters memory.Counters
		want     string
		leadsTo  []app.Screen
	}{
		{
			memory.Counters{},
			"0 memories | 0 waiting for your OK: These memories aren't used until you keep them. | 0 never used | 0 duplicates",
			[]app.Screen{0, 0, 0, 0},
		},
		{
			memory.Counters{Total: 1, Inbox: 1, NeverUsed: 1, Duplicates: 1},
			"1 memory | 1 waiting for your OK: This memory isn't used until you keep it. | 1 never used | 1 duplicate",
			[]app.Screen{0, app.ScreenInbox, app.ScreenUnusedMemories, 0},
		},
		{
			memory.Counters{Total: 12345, Inbox: 2},
			"12,345 memories | 2 waiting for your OK: These memories aren't used until you keep them. | 0 never used | " +
				"0 duplicates",
			[]app.Screen{0, app.ScreenInbox, 0, 0},
		},
	} {
		m := model{health: memory.Health{Counters: c.counters}}
		figures := m.memoryCountFigures()
		var titles []string
		var screens []app.Screen
		for i, f := range figures {
			screens = append(screens, f.leadsTo)
			if i == 1 {
				f.title += ": " + f.meaning
			}
			titles = append(titles, f.title)
		}
		if got := strings.Join(titles, " | "); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
		if !slices.Equal(screens, c.leadsTo) {
			t.Errorf("%s: leads to %v, want %v", c.want, screens, c.leadsTo)
		}
	}
}

func TestPercentagesSayOfWhat(t *testing.T) {
	m := model{health: memory.Health{Counters: memory.Counters{HitRate: 2. / 3, ReplacementRate: 0, DedupRate: 1}}}
	got := m.qualityPercentages()
	if got[0].percent != "67%" || got[1].percent != "0%" ||
		!strings.HasPrefix(got[2].meaning, "100% of the facts that "+
			"came up") {
		t.Errorf("%+v", got)
	}
}

func TestTokensAreCountedByDayInUTC(t *testing.T) {
	now := time.Date(2026, 3, 1, 0, 30, 0, 0, time.FixedZone("east", 3600)) // 28 February in UTC
	m := model{health: memory.Health{Counters: memory.Counters{TokensByDay: map[string]int{
		"2026-03-01": 9, "2026-02-28": 300, "2026-02-15": 600, "2026-02-14": 7,
	}}}}
	byDay, summary := m.tokensByDayAndSummary(now)
	if len(byDay) != chartDays || byDay[chartDays-1] != 300 || byDay[0] != 600 {
		t.Errorf("by day: %v", byDay)
	}
	if summary != "Last 14 days. Busiest day: 600 tokens." {
		t.Errorf("summary %q", summary)
	}
	if _, summary := (&model{}).tokensByDayAndSummary(now); summary != "No tokens used in the last 14 days." {
		t.Errorf("summary of nothing: %q", summary)
	}
}

func TestTokenLimitIsReadTolerantly(t *testing.T) {
	for typed, want := range map[string]string{
		"": "0", "20000": "20000", "20,000": "20000", "20.000": "20000", "20 000": "20000", "0": "0", "1.250.000": "1250000",
		"1.5": "-", "2,50": "-", "2000.000": "-", "many": "-", "-5": "-", "1e9": "-", "99999999999999999999": "-",
	} {
		got, ok := normalizeTypedTokenLimit(typed)
		if !ok {
			got = "-"
		}
		if got != want {
			t.Errorf("%q is read as %q, want %q", typed, got, want)
		}
	}
	if got := (&model{}).tokenLimitText(); got != "" {
		t.Errorf("no limit is shown as %q", got)
	}
}

func TestBackgroundWorkNamesWhatFailedAndWaits(t *testing.T) {
	m := model{health: memory.Health{QueueLength: 2, Embedder: memory.EmbedderHealth{ID: "bge-small@1"}}}
	m.deadJobs = []memory.Job{{LastError: "model server\nnot reachable"}}
	f := m.backgroundWorkFigures()
	if len(f) != 4 || f[0].meaning != "2 exchanges left to learn from." ||
		f[1].title != "Memoir couldn't learn from 1 exchange" ||
		f[1].meaning != "model server not reachable" || !f[1].retries ||
		f[2].meaning != "Loading the search model. Until it's ready, the newest memories are sent." ||
		f[3].meaning != "bge-small" {
		t.Errorf("%+v", f)
	}
	m = model{}
	if f := m.backgroundWorkFigures(); len(f) != 3 || f[0].meaning != "All caught up." {
		t.Errorf("without work: %+v", f)
	}
	m.health.Embedder.Ready, m.health.Index.Error = true, "The index is damaged."
	if f := m.backgroundWorkFigures(); f[1].meaning != "Limited: The index is damaged." {
		t.Errorf("a limited search: %+v", f[1])
	}
}
