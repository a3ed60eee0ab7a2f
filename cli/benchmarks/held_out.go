package benchmarks

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// HeldOutReport says how well the ranking does on chats that its weights were not chosen on: for
// each chat, the weights of words and of what was said around are those with the best recall at 10
// on the other chats (leave one chat out).
type HeldOutReport struct {
	RecallAt5      Estimate          `json:"recall_at_5"`
	RecallAt10     Estimate          `json:"recall_at_10"`
	HitAt5         Estimate          `json:"hit_at_5"`
	SessionHitAt1  Estimate          `json:"session_hit_at_1"`
	SessionNDCGAt5 Estimate          `json:"session_ndcg_at_5"`
	WeightsByChat  map[string]string `json:"weights_by_chat"`
	// The lowest and highest recall at 10 over all chats of any of the weights.
	LowestAt10  float64 `json:"lowest_at_10"`
	HighestAt10 float64 `json:"highest_at_10"`
}

// weightsPrefix begins the names of rankings that differ from standard in their weights alone.
const weightsPrefix = "weights "

// weightChoice is one choice of the two weights.
type weightChoice struct{ words, around string }

func (w weightChoice) rankingName() string {
	return weightsPrefix + "words " + w.words + ", around " + w.around
}

// weightChoices are the weights to choose from; those of standard are among them.
func weightChoices() []weightChoice {
	var out []weightChoice
	for _, words := range []string{"0", "0.0025", "0.005", "0.01", "0.02"} {
		for _, around := range []string{"0", "0.0075", "0.015", "0.03"} {
			out = append(out, weightChoice{words, around})
		}
	}
	return out
}

// recordRankingsUnderEachWeightChoice asks every question under each choice of weights.
func (c *chatRun) recordRankingsUnderEachWeightChoice(ctx context.Context, questions []benchQuestion) error {
	choices := weightChoices()
	for n, w := range choices {
		restore, err := c.setWeightsAndReturnRestoreToStandard(ctx, map[string]string{
			"retrieval.word_weight": w.words, "retrieval.around_weight": w.around,
		})
		if err != nil {
			return err
		}
		for i, q := range questions {
			c.progress(fmt.Sprintf("weights %d of %d", n+1, len(choices)), i, len(questions))
			if err := c.recordOwnRankingOfQuestionUnderName(ctx, w.rankingName(), q); err != nil {
				return err
			}
		}
		if err := restore(); err != nil {
			return err
		}
	}
	return nil
}

// chooseHeldOutWeightsAndReport chooses weights for each chat on the others. It returns nil when no
// choices were measured or there is only one chat.
func (f *formRun) chooseHeldOutWeightsAndReport() *HeldOutReport {
	recall := map[string]map[string][]float64{} // by ranking and chat
	chats := map[string]bool{}
	for name, figures := range f.figures {
		if strings.HasPrefix(name, weightsPrefix) {
			recall[name] = map[string][]float64{}
			for _, q := range figures {
				recall[name][q.chat] = append(recall[name][q.chat], q.recall10)
				chats[q.chat] = true
			}
		}
	}
	if len(chats) < 2 {
		return nil
	}
	report := &HeldOutReport{WeightsByChat: map[string]string{}, LowestAt10: 1}
	var figures []questionFigures
	for _, chat := range slices.Sorted(maps.Keys(chats)) {
		best := bestWeightsRankingWithoutChat(chat, recall)
		report.WeightsByChat[chat] = strings.TrimPrefix(best, weightsPrefix)
		figures = append(figures, groupFiguresBy(f.figures[best], func(q questionFigures) string { return q.chat })[chat]...)
	}
	for name := range recall {
		at10 := estimateMeanWithInterval(mapFigures(f.figures[name],
			func(q questionFigures) float64 { return q.recall10 })).Mean
		report.LowestAt10, report.HighestAt10 = min(report.LowestAt10, at10), max(report.HighestAt10, at10)
	}
	means := estimateMeansOfRanking(figures)
	report.RecallAt5, report.RecallAt10, report.HitAt5 = means.RecallAt5, means.RecallAt10, means.HitAt5
	report.SessionHitAt1, report.SessionNDCGAt5 = means.SessionHitAt1, means.SessionNDCGAt5
	return report
}

// bestWeightsRankingWithoutChat returns the ranking with the best mean recall over the questions of
// all chats but one, the first by name of several.
func bestWeightsRankingWithoutChat(left string, recall map[string]map[string][]float64) string {
	best, highest := "", -1.0
	for name, byChat := range recall {
		var sum float64
		n := 0
		for _, chat := range slices.Sorted(maps.Keys(byChat)) {
			if chat == left {
				continue
			}
			values := byChat[chat]
			for _, v := range values {
				sum += v
			}
			n += len(values)
		}
		if mean := sum / float64(n); mean > highest || mean == highest && name < best {
			best, highest = name, mean
		}
	}
	return best
}
