package search

import (
	"slices"
	"time"

	"memoir/memory"
	"memoir/memory/lang"
)

// questionScorer scores what a memory or a message has in common with a question besides its
// meaning. The weights of the parts are settings: the cosine, in [-1, 1], has weight 1 and the
// others add to it, so that a score stays absolute and can be compared with a threshold
// (docs/decisions/0014-what-was-said-around.md).
type questionScorer struct {
	cfg           memory.Config
	words, around map[memory.ID]float64
	times         []lang.TimeSpan
}

// newQuestionScorer takes what the words of the question found: the texts themselves, and messages
// with what was said around them. Times in the question are those of this computer's time zone.
func newQuestionScorer(
	cfg memory.Config, question string, now time.Time, words, around []memory.FullTextHit,
) questionScorer {
	return questionScorer{
		cfg: cfg, words: bm25ByOwner(words), around: bm25ByOwner(around),
		times: lang.PastTimesAskedAbout(question, now.Local()),
	}
}

// bm25ByOwner returns the scores of hits of different owners.
func bm25ByOwner(hits []memory.FullTextHit) map[memory.ID]float64 {
	out := make(map[memory.ID]float64, len(hits))
	for _, h := range hits {
		out[h.Owner] = h.Score
	}
	return out
}

// setScorePartsReturningSum sets the parts of the score of a text and returns what they add to its
// cosine. message is the one that it was said in, 0 for none; a text is from the asked time when
// one of its dates is.
func (q questionScorer) setScorePartsReturningSum(
	parts *memory.ScoreParts, id, message memory.ID, dates ...time.Time,
) float64 {
	var score float64
	if w, ok := q.words[id]; ok {
		parts.Words = &w
		score += q.cfg.WordWeight * w
	}
	if w, ok := q.around[message]; ok && message != 0 {
		parts.Around = &w
		score += q.cfg.AroundWeight * w
	}
	parts.InTime = slices.ContainsFunc(q.times, func(s lang.TimeSpan) bool {
		return slices.ContainsFunc(dates, s.Contains)
	})
	if parts.InTime {
		score += q.cfg.TimeWeight
	}
	return score
}
