package benchmarks

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/memory/exercise"
	"memoir/storage"
)

const (
	benchProfile memory.ID = 1
	rankingDepth int       = 10 // top_k of the rankings by the program
	// benchDeadline replaces the deadline of a search, so that a busy computer does not change what is
	// found.
	benchDeadline = time.Minute
)

// measureChat stores the turns of a chat and asks its questions and the general requests.
func (r *retrievalRun) measureChat(
	ctx context.Context, chat locomoChat, progress func(what string, done, total int),
) error {
	return withTempFolder(ctx, func(db *storage.DB) error {
		var questions []answerableQuestion
		standard := memory.StandardPreset()
		standard.RetrievalDeadline = benchDeadline
		err := withService(ctx, db, r.enc, &exercise.RuleModel{}, standard, func(s *engine.Service) error {
			session := s.Session(benchProfile, memory.ActorUser)
			idOf, err := storeTurnsAsMemories(ctx, session, chat.turns, progress)
			if err != nil {
				return err
			}
			r.report.Chats++
			r.report.Memories += len(chat.turns)
			questions = r.selectQuestions(chat, idOf)
			for i, q := range questions {
				progress("questions", i, len(questions))
				if err := r.askQuestion(ctx, session, db, q, len(chat.turns)); err != nil {
					return err
				}
			}
			return r.askGeneralRequests(ctx, session, progress)
		})
		if err != nil {
			return err
		}
		classic := memory.ClassicPreset()
		classic.RetrievalDeadline = benchDeadline
		return withService(ctx, db, r.enc, &exercise.RuleModel{}, classic, func(s *engine.Service) error {
			session := s.Session(benchProfile, memory.ActorUser)
			for i, q := range questions {
				progress("questions under classic", i, len(questions))
				ranked, err := retrieveRelevant(ctx, session, memory.RetrieveParams{Query: q.text, TopK: new(rankingDepth)})
				if err != nil {
					return err
				}
				r.addRanking(rankByClassic, ranked, q.evidence)
			}
			return nil
		})
	})
}

// storeTurnsAsMemories adds each turn as a memory and returns the memories' IDs by turn.
func storeTurnsAsMemories(
	ctx context.Context, session *engine.Session, turns []locomoTurn, progress func(what string, done, total int),
) (map[string]memory.ID, error) {
	idOf := make(map[string]memory.ID, len(turns))
	for i, t := range turns {
		progress("turns", i, len(turns))
		added, err := session.AddMemory(ctx, memory.NewMemory{Content: t.content()})
		var field *memory.FieldError
		if errors.As(err, &field) {
			return nil, newDataErrorf("Turn %s can't be a memory: %s.", t.ID, field.Problem)
		}
		if err != nil {
			return nil, fmt.Errorf("store turn %s: %w", t.ID, err)
		}
		idOf[t.ID] = added.Memory.ID
	}
	return idOf, nil
}

// askQuestion records what the default settings find, and every ranking but classic. count is the
// number of memories. The timed retrieval is the first to embed the question.
func (r *retrievalRun) askQuestion(
	ctx context.Context, session *engine.Session, db *storage.DB, q answerableQuestion, count int,
) error {
	start := time.Now()
	found, err := retrieveRelevant(ctx, session, memory.RetrieveParams{Query: q.text})
	if err != nil {
		return err
	}
	r.addLatency(start)
	r.answered = append(r.answered, countAsShare(recallAt(len(found), found, q.evidence) > 0))
	r.sent = append(r.sent, float64(len(found)))

	ranked, err := retrieveRelevant(ctx, session, memory.RetrieveParams{
		Query: q.text, TopK: new(rankingDepth), Threshold: new(-1.0), // no cosine is lower
	})
	if err != nil {
		return err
	}
	r.addRanking(rankByStandard, ranked, q.evidence)

	byWords, err := db.FullText().SearchMemories(ctx, q.text, sumDepth, memory.FullTextFilter{ProfileID: benchProfile})
	if err != nil {
		return fmt.Errorf("search by words: %w", err)
	}
	byCosine, err := r.searchByCosine(ctx, db, q.text, count)
	if err != nil {
		return err
	}
	words := make([]memory.ID, len(byWords))
	for i, hit := range byWords {
		words[i] = hit.Owner
	}
	r.addRanking(rankByWords, words, q.evidence)
	meaning := make([]memory.ID, len(byCosine))
	for i, hit := range byCosine {
		meaning[i] = hit.Key.Owner
	}
	r.addRanking(rankByMeaning, meaning, q.evidence)
	r.addRanking(rankByPlainSum, rankByCosineAndWords(byCosine, byWords), q.evidence)
	return nil
}

// searchByCosine returns the k memories nearest to a question, nearest first, the older first of
// equals.
func (r *retrievalRun) searchByCosine(
	ctx context.Context, db *storage.DB, question string, k int,
) ([]memory.VectorHit, error) {
	vectors, err := r.enc.Embed(ctx, memory.EmbedPlainQuery, []string{question})
	if err != nil {
		return nil, fmt.Errorf("embed the question: %w", err)
	}
	in := memory.VectorCollection{ProfileID: benchProfile, Embedder: r.enc.ID(), Kind: memory.OwnerMemory}
	hits, err := db.VectorIndex().Search(ctx, in, vectors[0], k)
	if err != nil {
		return nil, fmt.Errorf("search by cosine: %w", err)
	}
	slices.SortFunc(hits, func(a, b memory.VectorHit) int {
		return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), cmp.Compare(a.Key.Owner, b.Key.Owner))
	})
	return hits, nil
}

// rankByCosineAndWords ranks the first 500 by cosine and those by words (500 at most) by
// 3 · cosine + bm25 / highest bm25 of the question. byCosine has every memory, best first.
func rankByCosineAndWords(byCosine []memory.VectorHit, byWords []memory.FullTextHit) []memory.ID {
	words := make(map[memory.ID]float64, len(byWords))
	for _, hit := range byWords {
		words[hit.Owner] = hit.Score / byWords[0].Score
	}
	score := map[memory.ID]float64{}
	var ranked []memory.ID
	for i, hit := range byCosine {
		id := hit.Key.Owner
		share, found := words[id]
		if i < sumDepth || found {
			score[id] = 3*hit.Cosine + share
			ranked = append(ranked, id)
		}
	}
	slices.SortStableFunc(ranked, func(a, b memory.ID) int { return cmp.Compare(score[b], score[a]) })
	return ranked
}

// askGeneralRequests records which requests bring memories at the default settings.
func (r *retrievalRun) askGeneralRequests(
	ctx context.Context, session *engine.Session, progress func(what string, done, total int),
) error {
	requests := generalRequests()
	for i, text := range requests {
		progress("general requests", i, len(requests))
		found, err := retrieveRelevant(ctx, session, memory.RetrieveParams{Query: text})
		if err != nil {
			return err
		}
		r.disturbed = append(r.disturbed, countAsShare(len(found) > 0))
	}
	return nil
}

// retrieveRelevant returns what the program finds in the lane of relevant memories, best first. That a
// search failed is an error here.
func retrieveRelevant(
	ctx context.Context, session *engine.Session, p memory.RetrieveParams,
) ([]memory.ID, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	got, err := session.RetrieveMemories(ctx, p)
	if err != nil {
		return nil, err
	}
	if got.Reason != "" && got.Reason != memory.ReasonNoHit {
		return nil, fmt.Errorf("the search failed: %s", got.Reason)
	}
	var ids []memory.ID
	for _, hit := range got.Memories {
		if hit.Lane == memory.LaneRelevant {
			ids = append(ids, hit.ID)
		}
	}
	return ids, nil
}
