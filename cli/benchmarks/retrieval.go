package benchmarks

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"memoir/llm/encoder"
	"memoir/memory"
)

// RetrievalReport says how well turns of chats are found when each is a memory. Questions are those of
// LoCoMo's categories 1 to 4 with evidence.
type RetrievalReport struct {
	Chats               int              `json:"chats"`
	Memories            int              `json:"memories"`
	Questions           int              `json:"questions"`
	QuestionsByCategory map[string]int   `json:"questions_by_category"`
	OmittedAdversarial  int              `json:"omitted_adversarial"`   // category 5
	OmittedNoEvidence   int              `json:"omitted_no_evidence"`   // no evidence that the chat has
	Rankings            []RankingFigures `json:"rankings"`              // in the order of rankingNames
	AnsweredByDefault   Estimate         `json:"answered_by_default"`   // share of questions that bring evidence
	GeneralRequests     int              `json:"general_requests"`      // each asked of every chat
	DisturbedByDefault  Estimate         `json:"disturbed_by_default"`  // share of them that bring any memory
	LatencyMS           LatencyFigures   `json:"latency_ms"`            // the only part that varies between runs
	MemoriesPerQuestion float64          `json:"memories_per_question"` // mean number that a question brings by default
}

// RankingFigures are the figures of one ranking. Recall at k is the share of a question's evidence among
// the first k, averaged over the questions; a hit is a question with any evidence among them.
type RankingFigures struct {
	Ranking    string   `json:"ranking"`
	RecallAt5  Estimate `json:"recall_at_5"`
	RecallAt10 Estimate `json:"recall_at_10"`
	HitAt5     Estimate `json:"hit_at_5"`
	// StandardGain is by how much the recall at 10 of standard is higher, question by question: rankings
	// whose intervals overlap differ when this interval is on one side of 0.
	StandardGain Estimate `json:"standard_gain_at_10"`
}

// LatencyFigures are percentiles of the time of one retrieval, embedding the question included, in
// milliseconds.
type LatencyFigures struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
}

// The rankings that are compared, in the order of the report.
const (
	rankByWords    = iota // FullText.SearchMemories
	rankByMeaning         // cosine
	rankByPlainSum        // 3 · cosine + bm25 / highest bm25
	rankByClassic         // the program with the preset classic and top_k 10, at its threshold
	rankByStandard        // the program with the preset standard and top_k 10, without a threshold
	rankingCount
)

// rankingNames returns the names of the rankings as the report has them.
func rankingNames() [rankingCount]string {
	return [rankingCount]string{"words", "meaning", "plain sum", "classic", "standard"}
}

// sumDepth is how many candidates each of the two lists of the plain sum has.
const sumDepth = 500

// retrievalRun collects the values of all questions.
type retrievalRun struct {
	enc      *encoder.Embedder
	report   RetrievalReport
	recall5  [rankingCount][]float64
	recall10 [rankingCount][]float64
	hit5     [rankingCount][]float64

	answered, disturbed, sent, latencies []float64
}

// MeasureRetrieval stores every turn of the LoCoMo chats in a folder as a memory, each chat in a temporary
// data folder of its own, and asks the chat's questions. It returns a DataError when the folder holds
// anything but such chats. progress is called with what is being done and how much of it is.
func MeasureRetrieval(
	ctx context.Context, dir string, progress func(what string, done, total int),
) (RetrievalReport, error) {
	chats, err := readLoCoMoChats(dir)
	if err != nil {
		return RetrievalReport{}, err
	}
	run := &retrievalRun{report: RetrievalReport{
		QuestionsByCategory: map[string]int{}, GeneralRequests: len(generalRequests()),
	}}
	err = withEncoder(ctx, func(enc *encoder.Embedder) error {
		run.enc = enc
		for i, chat := range chats {
			at := fmt.Sprintf("chat %d of %d: ", i+1, len(chats))
			err := run.measureChat(ctx, chat, func(what string, done, total int) { progress(at+what, done, total) })
			if err != nil {
				return fmt.Errorf("%s: %w", chat.file, err)
			}
		}
		return nil
	})
	if err != nil {
		return RetrievalReport{}, err
	}
	if len(run.answered) == 0 {
		return RetrievalReport{}, newDataErrorf("%s has no question of the categories 1 to 4 with evidence.", dir)
	}
	return run.buildReport(), nil
}

// selectQuestions returns the questions that count and the IDs of their evidence, and counts the others.
func (r *retrievalRun) selectQuestions(chat locomoChat, idOf map[string]memory.ID) []answerableQuestion {
	var out []answerableQuestion
	for _, q := range chat.questions {
		if q.Category == adversarialCategory {
			r.report.OmittedAdversarial++
			continue
		}
		var evidence []memory.ID
		for _, turn := range splitEvidence(q.Evidence) {
			if id, ok := idOf[turn]; ok {
				evidence = append(evidence, id)
			}
		}
		if len(evidence) == 0 {
			r.report.OmittedNoEvidence++
			continue
		}
		r.report.QuestionsByCategory[strconv.Itoa(q.Category)]++
		out = append(out, answerableQuestion{q.Question, evidence})
	}
	return out
}

// answerableQuestion is a question with the memories that answer it, at least one.
type answerableQuestion struct {
	text     string
	evidence []memory.ID
}

// addRanking records where a ranking has the evidence of a question.
func (r *retrievalRun) addRanking(ranking int, ranked, evidence []memory.ID) {
	at5 := recallAt(5, ranked, evidence)
	r.recall5[ranking] = append(r.recall5[ranking], at5)
	r.recall10[ranking] = append(r.recall10[ranking], recallAt(10, ranked, evidence))
	r.hit5[ranking] = append(r.hit5[ranking], countAsShare(at5 > 0))
}

// addLatency records the time since start.
func (r *retrievalRun) addLatency(start time.Time) {
	r.latencies = append(r.latencies, float64(time.Since(start).Microseconds())/1000)
}

func (r *retrievalRun) buildReport() RetrievalReport {
	report := r.report
	report.Questions = len(r.answered)
	for i, name := range rankingNames() {
		report.Rankings = append(report.Rankings, RankingFigures{
			Ranking: name, RecallAt5: estimateMean(r.recall5[i]), RecallAt10: estimateMean(r.recall10[i]),
			HitAt5:       estimateMean(r.hit5[i]),
			StandardGain: estimateMean(subtractEach(r.recall10[rankByStandard], r.recall10[i])),
		})
	}
	report.AnsweredByDefault = estimateMean(r.answered)
	report.DisturbedByDefault = estimateMean(r.disturbed)
	report.MemoriesPerQuestion = estimateMean(r.sent).Mean
	slices.Sort(r.latencies)
	report.LatencyMS = LatencyFigures{P50: percentile(r.latencies, 0.5), P95: percentile(r.latencies, 0.95)}
	return report
}
