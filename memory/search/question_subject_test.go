package search

import (
	"testing"

	"memoir/memory"
)

// A memory that is near enough for a question about what it is about, and too far for one that could be
// anybody's.
func TestWhatAQuestionIsAboutChoosesTheThreshold(t *testing.T) {
	const content = "The user takes the Brevik ferry to work."
	closest, close, far := 0.8, 9.0, 5.0
	for _, c := range []struct {
		question      string
		score         float64
		around        *float64
		want          bool
		whyIfUnlikely string
	}{
		{"Where does my ferry go?", 0.6, nil, true, ""},
		{"Where does my ferry go?", 0.4, nil, false, ""},
		{"How do ferries float?", 0.6, nil, false, ""},
		{"How do ferries float?", closest, nil, true, ""},
		{"When does the Brevik ferry go?", 0.6, nil, true, ""},
		{"Translate into French: \"Where does my ferry go?\"", 0.6, nil, false, "the words are to be worked on"},
		{"Fix the grammar: \"Him and me was late.\"", 0.6, nil, false, "the words are to be worked on"},
		{"When does Ferdinand leave?", 0.6, &close, true, "the talk was about it"},
		{"When does Ferdinand leave?", 0.6, &far, false, "the talk shares too little"},
		{"When does Ferdinand leave?", 0.4, &close, false, "the meaning is too far"},
		{"When do ferries leave?", 0.6, &close, false, "nothing is named"},
	} {
		hit := memory.MemoryHit{Memory: memory.Memory{Content: content}, ScoreParts: memory.ScoreParts{Around: c.around}}
		if got := measuredRelevanceThresholds().isRelevant(c.score, hit, newQuestionSubject(c.question)); got != c.want {
			t.Errorf("%q at %.1f: relevant %v %s", c.question, c.score, got, c.whyIfUnlikely)
		}
	}
}
