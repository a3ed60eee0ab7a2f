package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"memoir/memory"
	"memoir/memory/lang"
)

// messagePool is how many messages each of the searches by meaning and by words gives.
const messagePool = 60

// messageWordHits is what the words of a question found: messages by their own words, and with
// those around them.
type messageWordHits struct{ own, around []memory.FullTextHit }

// findMessagesByWords searches the messages of a profile by words.
func (s *Searcher) findMessagesByWords(
	ctx context.Context, profile memory.ID, question string, pool int,
) (messageWordHits, error) {
	f := memory.FullTextFilter{ProfileID: profile}
	own, err := s.fullText.SearchMessages(ctx, question, pool, f)
	if err != nil {
		return messageWordHits{}, err
	}
	around, err := s.fullText.SearchMessageWindows(ctx, question, pool*poolFactor, f)
	return messageWordHits{own, around}, err
}

// FindMessagesConcerningQuestion returns at most k messages that concern a question, best first: by
// meaning, as far as messages have vectors, by words, and by what was said around them. It finds
// what ListRecallable allows. Without an embedder it finds by words alone.
func (s *Searcher) FindMessagesConcerningQuestion(
	ctx context.Context, profile memory.ID, question string, k int,
) ([]memory.MessageHit, error) {
	pool := max(messagePool, k*poolFactor)
	found, err := s.findMessagesByWords(ctx, profile, question, pool)
	if err != nil {
		return nil, fmt.Errorf("find messages: %w", err)
	}
	cosines := map[memory.ID]float64{}
	if s.embedder.IsReady() {
		if cosines, err = s.cosinesOfNearestAndFoundMessages(ctx, profile, question, found, pool); err != nil {
			return nil, fmt.Errorf("find messages: %w", err)
		}
	}
	ids := slices.Concat(ownerIDsOfHits(found.own), ownerIDsOfHits(found.around))
	for id := range cosines {
		ids = append(ids, id)
	}
	ms, err := s.store.MessageStore().ListRecallableAmongIDs(ctx, memory.RecallFilter{ProfileID: profile, IDs: ids})
	if err != nil {
		return nil, fmt.Errorf("find messages: %w", err)
	}
	hits := s.scoreAndSortMessages(question, ms, cosines, found)
	return hits[:min(k, len(hits))], nil
}

// cosinesOfNearestAndFoundMessages compares a question with the nearest messages and those that
// words found.
func (s *Searcher) cosinesOfNearestAndFoundMessages(
	ctx context.Context, profile memory.ID, question string, found messageWordHits, pool int,
) (map[memory.ID]float64, error) {
	vec, err := s.EmbedQuery(ctx, question)
	if err != nil {
		return nil, err
	}
	near, err := s.vectorIndex.Search(ctx, s.vectorCollection(profile, memory.OwnerMessage), vec, pool)
	if err != nil {
		return nil, err
	}
	ids := slices.Concat(ownerIDsOfHits(found.own), ownerIDsOfHits(found.around))
	stored, err := s.store.VectorStore().GetByOwners(ctx, profile, memory.OwnerMessage, s.embedder.ID(), ids)
	if err != nil {
		return nil, err
	}
	out := make(map[memory.ID]float64, len(near)+len(stored))
	for _, v := range stored {
		out[v.Key.Owner] = DotProduct(vec, v.Values)
	}
	for _, h := range near {
		out[h.Key.Owner] = h.Cosine
	}
	return out, nil
}

// scoreAndSortMessages scores messages against a question and returns them best first, the newer of
// equals before the older. One without a vector has a cosine of 0.
func (s *Searcher) scoreAndSortMessages(
	question string, ms []memory.Message, cosines map[memory.ID]float64, found messageWordHits,
) []memory.MessageHit {
	cfg := s.config()
	q := newQuestionScorer(cfg, question, s.clock(), found.own, found.around)
	speaker := memory.RoleUser // the question is about the user, unless it asks for the assistant's words
	if lang.AsksWhatAssistantSaid(question) {
		speaker = memory.RoleAssistant
	}
	scale, _ := s.calibration.scaleIfCalibrated(s.embedder.ID())
	hits := make([]memory.MessageHit, len(ms))
	for i, m := range ms {
		cos := cosines[m.ID]
		h := memory.MessageHit{Message: m, Score: cos, ScoreParts: memory.ScoreParts{Cosine: &cos}}
		h.Score = scale.toReferenceModelCosine(h.Score) + q.setScorePartsReturningSum(&h.ScoreParts, m.ID, m.ID, m.CreatedAt)
		if m.Role == speaker {
			h.Score += cfg.SpeakerWeight
		}
		hits[i] = h
	}
	slices.SortStableFunc(hits, func(a, b memory.MessageHit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.ID, a.ID))
	})
	return hits
}
