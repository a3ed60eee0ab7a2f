package memory

import (
	"strings"
	"testing"
)

func TestAHitSaysByWhatItWasFound(t *testing.T) {
	v := func(f float64) *float64 { return &f }
	for want, parts := range map[string]ScoreParts{
		"":                                 {},
		"same words":                       {Words: v(4), Cosine: v(0.3)},
		"same meaning":                     {Words: v(0.1), Cosine: v(0.7)},
		"same words, same meaning":         {Words: v(4), Cosine: v(0.7)},
		"same words, same meaning, recent": {Words: v(4), Cosine: v(0.7), Recency: v(0.2)},
		"nearby messages match":            {Cosine: v(0.2), Around: v(6)},
		"same meaning, from the time you asked about": {Cosine: v(0.6), Around: v(1), InTime: true},
	} {
		if got := strings.Join(MemoryHit{ScoreParts: parts}.MatchReasonsForDisplay(), ", "); got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
	if s := NormalizedWordScore(v(5)); s == nil || *s != 0.5 || NormalizedWordScore(nil) != nil {
		t.Errorf("the share of a bm25 of 5 is %v", s)
	}
}
