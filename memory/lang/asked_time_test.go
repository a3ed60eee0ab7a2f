package lang

import (
	"testing"
	"time"
)

func TestTimesAskedAbout(t *testing.T) {
	now := time.Date(2026, 11, 23, 15, 4, 0, 0, time.UTC) // a Monday
	for question, want := range map[string]string{
		"What did Anna do in July 2023?":          "2023-07-01 2023-08-01",
		"What happened in 2024?":                  "2024-01-01 2025-01-01",
		"Where was I in May?":                     "2026-05-01 2026-06-01",
		"Where was I in December?":                "2025-12-01 2026-01-01",
		"May I ask what you think?":               "",
		"What did I cook yesterday?":              "2026-11-22 2026-11-23",
		"What did I say last week?":               "2026-11-16 2026-11-23",
		"What did I plant last spring?":           "2026-03-01 2026-06-01",
		"Who visited me last autumn?":             "2025-09-01 2025-12-01",
		"What did I buy two weeks ago?":           "2026-11-06 2026-11-19",
		"What did I buy 3 days ago?":              "2026-11-19 2026-11-22",
		"Was habe ich letztes Jahr gelernt?":      "2025-01-01 2026-01-01",
		"Was habe ich vor drei Monaten gekauft?":  "2026-07-22 2026-09-11",
		"Wo war ich im März 2025?":                "2025-03-01 2025-04-01",
		"¿Qué compré el mes pasado?":              "2026-10-01 2026-11-01",
		"Qu'est-ce que j'ai fait l'été dernier ?": "2026-06-01 2026-09-01",
		"Cosa ho fatto la settimana scorsa?":      "2026-11-16 2026-11-23",
		"O que comprei no ano passado?":           "2025-01-01 2026-01-01",
		"Что я делал прошлым летом?":              "2026-06-01 2026-09-01",
		"मैंने पिछले महीने क्या खरीदा?": "2026-10-01 2026-11-01",
		"작년에 어디에 갔지?":                                        "2025-01-01 2026-01-01",
		"我去年去了哪里？":                                           "2025-01-01 2026-01-01",
		"Where do I live?":                                   "",
		"How many people are there in 12 countries?":         "",
		"What is the plan for 2190?":                         "",
		"How long is the day?":                               "",
		"Which of my flats was built in 1912, and for whom?": "1912-01-01 1913-01-01",
	} {
		got := ""
		for _, s := range PastTimesAskedAbout(question, now) {
			got += s.From.Format(time.DateOnly) + " " + s.To.Format(time.DateOnly)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", question, got, want)
		}
	}
}
