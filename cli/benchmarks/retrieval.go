package benchmarks

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"memoir/llm/encoder"
)

// Forms in which the turns of a chat are stored and found.
const (
	formAlone    = "memories alone"            // each turn a memory that nothing was said around
	formInChats  = "memories with their chats" // each turn a message, and a memory learned from it
	formMessages = "messages"                  // each turn a message
)

// RetrievalReport says how well turns of chats are found by the questions to the chats.
type RetrievalReport struct {
	Forms           []FormReport   `json:"forms"`
	GeneralRequests int            `json:"general_requests"` // of each of two sets; each is asked of every chat
	LatencyMS       LatencyFigures `json:"latency_ms"`       // the only part that varies between runs
}

// FormReport is the part of the report about one set of chats in one form.
type FormReport struct {
	Dataset            string          `json:"dataset"` // locomo or beam
	Form               string          `json:"form"`
	Chats              int             `json:"chats"`
	Turns              int             `json:"turns"`
	Questions          int             `json:"questions"`
	QuestionsByType    map[string]int  `json:"questions_by_type"`
	OmittedAdversarial int             `json:"omitted_adversarial"` // LoCoMo's category 5
	OmittedNoEvidence  int             `json:"omitted_no_evidence"` // no evidence that the chat has
	Rankings           []RankingReport `json:"rankings"`
	HeldOut            *HeldOutReport  `json:"held_out,omitempty"`
	// Of memories, at the default settings of standard: the share of questions that bring evidence, of
	// general requests that bring any memory, of those that the thresholds were chosen on and of
	// others, and how many memories a question brings in the mean.
	AnsweredByDefault   *Estimate `json:"answered_by_default,omitempty"`
	DisturbedByDefault  *Estimate `json:"disturbed_by_default,omitempty"`
	UnseenDisturbed     *Estimate `json:"unseen_disturbed_by_default,omitempty"`
	MemoriesPerQuestion float64   `json:"memories_per_question,omitempty"`
}

// RankingReport has the figures of one ranking. Recall at k is the share of a question's evidence
// among the first k, averaged over the questions; a hit is a question with any evidence among them.
// A session is ranked by its best turn.
type RankingReport struct {
	Ranking        string   `json:"ranking"`
	RecallAt5      Estimate `json:"recall_at_5"`
	RecallAt10     Estimate `json:"recall_at_10"`
	HitAt5         Estimate `json:"hit_at_5"`
	SessionHitAt1  Estimate `json:"session_hit_at_1"`
	SessionNDCGAt5 Estimate `json:"session_ndcg_at_5"`
	// StandardGain is by how much the recall at 10 of standard is higher, question by question:
	// rankings whose intervals overlap differ when this interval is on one side of 0.
	StandardGain Estimate            `json:"standard_gain_at_10"`
	ByType       map[string]Estimate `json:"recall_at_10_by_type"`
	// CompleteByType is the share of questions that have all their evidence among the first ten.
	CompleteByType map[string]Estimate `json:"complete_at_10_by_type"`
	ByChat         map[string]float64  `json:"recall_at_10_by_chat"`
}

// LatencyFigures are percentiles of the time of one retrieval of memories, embedding the question
// included, in milliseconds.
type LatencyFigures struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
}

// Rankings that are compared.
const (
	rankingWords    = "words"     // full-text search, bm25
	rankingMeaning  = "meaning"   // cosine
	rankingPlainSum = "plain sum" // 3 · cosine + bm25 / highest bm25
	rankingClassic  = "classic"   // the program with the preset classic, at its threshold
	rankingStandard = "standard"  // the program with the preset standard, without a threshold
	ablationPrefix  = "− "        // standard without one part of its score
)

// weightSettingsByScorePart are the settings that weigh the parts of a score, by the part.
func weightSettingsByScorePart() []struct{ part, setting string } {
	return []struct{ part, setting string }{
		{"words", "retrieval.word_weight"},
		{"around", "retrieval.around_weight"},
		{"time", "retrieval.time_weight"},
		{"speaker", "retrieval.speaker_weight"},
	}
}

// sumDepth is how many candidates each of the two lists of the plain sum has.
const sumDepth = 500

// rankingDepth is how many turns a ranking has; the figures about sessions need more than ten.
const rankingDepth = 50

// questionFigures are the values of one question under one ranking.
type questionFigures struct {
	recall5, recall10, hit5, sessionHit1, sessionNDCG5 float64
	questionType, chat                                 string
}

// formRun collects the values of one form.
type formRun struct {
	report   FormReport
	rankings []string // in the order first measured
	figures  map[string][]questionFigures

	answered, disturbed, unseenDisturbed, sent []float64
}

// retrievalRun collects the values of all forms.
type retrievalRun struct {
	enc       *encoder.Embedder
	heldOut   bool // weights are chosen on other chats, too
	forms     []*formRun
	latencies []float64
}

// MeasureRetrievalOnBenchmarkChats stores the chats of a folder, each in a temporary data folder of
// its own, and asks the chats' questions. It returns a DataError when the folder holds anything but
// such chats. progress is called with what is being done and how much of it is. With heldOut it
// also chooses the weights of the ranking for each chat on the others, which takes about five times
// as long.
func MeasureRetrievalOnBenchmarkChats(
	ctx context.Context, dir string, heldOut bool, progress func(what string, done, total int),
) (RetrievalReport, error) {
	chats, err := readBenchChats(dir)
	if err != nil {
		return RetrievalReport{}, err
	}
	run := &retrievalRun{heldOut: heldOut}
	err = withEncoder(ctx, func(enc *encoder.Embedder) error {
		run.enc = enc
		for i, chat := range chats {
			at := fmt.Sprintf("chat %d of %d: ", i+1, len(chats))
			for _, form := range storageFormsOfChatToMeasure(chat) {
				tell := func(what string, done, total int) { progress(at+form+": "+what, done, total) }
				if err := run.storeChatAndRecordItsRankings(ctx, chat, run.findOrAddFormRun(chat.dataset, form), tell); err != nil {
					return fmt.Errorf("%s: %w", chat.name, err)
				}
			}
		}
		return nil
	})
	if err != nil {
		return RetrievalReport{}, err
	}
	if !slices.ContainsFunc(run.forms, func(f *formRun) bool { return f.report.Questions > 0 }) {
		return RetrievalReport{}, newDataErrorf("%s has no question with evidence that the chats have.", dir)
	}
	return run.buildReport(), nil
}

// storageFormsOfChatToMeasure returns the forms in which a chat is measured. BEAM's messages are
// too long for memories.
func storageFormsOfChatToMeasure(chat benchChat) []string {
	if chat.dataset == "beam" {
		return []string{formMessages}
	}
	return []string{formAlone, formInChats, formMessages}
}

// findOrAddFormRun returns the values of a form, which it adds when it is missing.
func (r *retrievalRun) findOrAddFormRun(dataset, form string) *formRun {
	for _, f := range r.forms {
		if f.report.Dataset == dataset && f.report.Form == form {
			return f
		}
	}
	f := &formRun{
		report:  FormReport{Dataset: dataset, Form: form, QuestionsByType: map[string]int{}},
		figures: map[string][]questionFigures{},
	}
	r.forms = append(r.forms, f)
	return f
}

// selectAndCountQuestionsWithEvidence returns the questions that count, with the evidence that the
// chat has, and counts the others.
func (f *formRun) selectAndCountQuestionsWithEvidence(chat benchChat) []benchQuestion {
	has := map[string]bool{}
	for _, t := range chat.turns {
		has[t.ID] = true
	}
	var out []benchQuestion
	for _, q := range chat.questions {
		if chat.dataset == "locomo" && q.Type == adversarialCategory {
			f.report.OmittedAdversarial++
			continue
		}
		q.Evidence = slices.DeleteFunc(slices.Clone(q.Evidence), func(id string) bool { return !has[id] })
		if len(q.Evidence) == 0 {
			f.report.OmittedNoEvidence++
			continue
		}
		f.report.QuestionsByType[q.Type]++
		f.report.Questions++
		out = append(out, q)
	}
	return out
}

// recordRankingFiguresOfQuestion records where a ranking has the evidence of a question.
func (f *formRun) recordRankingFiguresOfQuestion(ranking string, ranked []string, q benchQuestion, chat benchChat) {
	if _, ok := f.figures[ranking]; !ok {
		f.rankings = append(f.rankings, ranking)
	}
	ranked = ranked[:min(len(ranked), rankingDepth)]
	sessions, wanted := chat.sessionsOfRankedTurnsAndEvidence(ranked, q.Evidence)
	at5 := recallAt(5, ranked, q.Evidence)
	f.figures[ranking] = append(f.figures[ranking], questionFigures{
		recall5: at5, recall10: recallAt(10, ranked, q.Evidence), hit5: boolAsShare(at5 > 0),
		sessionHit1: boolAsShare(recallAt(1, sessions, wanted) > 0), sessionNDCG5: ndcgAt(5, sessions, wanted),
		questionType: q.Type, chat: chat.name,
	})
}

// sessionsOfRankedTurnsAndEvidence returns the sessions of ranked turns, each at its best turn, and
// those of the evidence.
func (c benchChat) sessionsOfRankedTurnsAndEvidence(ranked, evidence []string) (sessions, wanted []int) {
	sessionOf := make(map[string]int, len(c.turns))
	for _, t := range c.turns {
		sessionOf[t.ID] = t.Session
	}
	firstOfEach := func(turns []string) []int {
		var out []int
		for _, t := range turns {
			if s := sessionOf[t]; !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
		return out
	}
	return firstOfEach(ranked), firstOfEach(evidence)
}

// ndcgAt is the normalized discounted cumulative gain of the first k with relevance 0 or 1
// (Järvelin and Kekäläinen 2002).
func ndcgAt(k int, ranked, wanted []int) float64 {
	var gain, ideal float64
	for i := range k {
		discount := 1 / math.Log2(float64(i)+2)
		if i < len(ranked) && slices.Contains(wanted, ranked[i]) {
			gain += discount
		}
		if i < len(wanted) {
			ideal += discount
		}
	}
	return gain / ideal
}

// recordLatencySince records the time since start.
func (r *retrievalRun) recordLatencySince(start time.Time) {
	r.latencies = append(r.latencies, float64(time.Since(start).Microseconds())/1000)
}

func (r *retrievalRun) buildReport() RetrievalReport {
	requests, _ := generalRequestsForTuningAndUnseen()
	report := RetrievalReport{GeneralRequests: len(requests)}
	for _, f := range r.forms {
		if f.report.Questions > 0 {
			report.Forms = append(report.Forms, f.buildReport())
		}
	}
	slices.Sort(r.latencies)
	report.LatencyMS = LatencyFigures{
		P50: nearestRankPercentile(r.latencies, 0.5),
		P95: nearestRankPercentile(r.latencies, 0.95),
	}
	return report
}

func (f *formRun) buildReport() FormReport {
	report := f.report
	standard := mapFigures(f.figures[rankingStandard], func(q questionFigures) float64 { return q.recall10 })
	for _, name := range f.rankings {
		if strings.HasPrefix(name, weightsPrefix) {
			continue
		}
		figures := f.figures[name]
		ranking := estimateMeansOfRanking(figures)
		recall10 := mapFigures(figures, func(q questionFigures) float64 { return q.recall10 })
		ranking.Ranking, ranking.StandardGain = name, estimateMeanWithInterval(subtractEach(standard, recall10))
		for value, part := range groupFiguresBy(figures, func(q questionFigures) string { return q.questionType }) {
			ranking.ByType[value] = estimateMeanWithInterval(mapFigures(part,
				func(q questionFigures) float64 { return q.recall10 }))
			ranking.CompleteByType[value] = estimateMeanWithInterval(
				mapFigures(part, func(q questionFigures) float64 { return boolAsShare(q.recall10 == 1) }))
		}
		for value, part := range groupFiguresBy(figures, func(q questionFigures) string { return q.chat }) {
			ranking.ByChat[value] = estimateMeanWithInterval(mapFigures(part,
				func(q questionFigures) float64 { return q.recall10 })).Mean
		}
		report.Rankings = append(report.Rankings, ranking)
	}
	report.HeldOut = f.chooseHeldOutWeightsAndReport()
	if len(f.answered) > 0 {
		answered, disturbed, unseen := estimateMeanWithInterval(f.answered), estimateMeanWithInterval(f.disturbed),
			estimateMeanWithInterval(f.unseenDisturbed)
		report.AnsweredByDefault, report.DisturbedByDefault, report.UnseenDisturbed = &answered, &disturbed, &unseen
		report.MemoriesPerQuestion = estimateMeanWithInterval(f.sent).Mean
	}
	return report
}

// estimateMeansOfRanking estimates the means over all questions; what depends on other rankings is
// left out.
func estimateMeansOfRanking(figures []questionFigures) RankingReport {
	return RankingReport{
		RecallAt5:  estimateMeanWithInterval(mapFigures(figures, func(q questionFigures) float64 { return q.recall5 })),
		RecallAt10: estimateMeanWithInterval(mapFigures(figures, func(q questionFigures) float64 { return q.recall10 })),
		HitAt5:     estimateMeanWithInterval(mapFigures(figures, func(q questionFigures) float64 { return q.hit5 })),
		SessionHitAt1: estimateMeanWithInterval(mapFigures(figures,
			func(q questionFigures) float64 { return q.sessionHit1 })),
		SessionNDCGAt5: estimateMeanWithInterval(mapFigures(figures,
			func(q questionFigures) float64 { return q.sessionNDCG5 })),
		ByType: map[string]Estimate{}, CompleteByType: map[string]Estimate{}, ByChat: map[string]float64{},
	}
}

func mapFigures(figures []questionFigures, value func(questionFigures) float64) []float64 {
	out := make([]float64, len(figures))
	for i, q := range figures {
		out[i] = value(q)
	}
	return out
}

func groupFiguresBy(figures []questionFigures, key func(questionFigures) string) map[string][]questionFigures {
	out := map[string][]questionFigures{}
	for _, q := range figures {
		out[key(q)] = append(out[key(q)], q)
	}
	return out
}
