package search

import (
	"context"
	"maps"
	"slices"

	"memoir/memory"
	"memoir/memory/lang"
)

// RecallQuotesOfOlderMessages returns the parts of older messages that concern a question, best
// first, for a chat whose messages in sent go with it anyway. It compares the newest messages of
// the chat that have a vector and, while those are few, the newest of other chats (source 002); and
// what shares words with the question, however old. It returns nothing where recall is off, without
// an embedder, and when it fails or is late: an answer never waits longer for it than for the
// memories.
func (s *Searcher) RecallQuotesOfOlderMessages(
	ctx context.Context, chat memory.Chat, question string, sent map[memory.ID]bool,
) []memory.RecalledMessage {
	cfg := s.config()
	if !cfg.MayRecallOtherChatsIn(chat) || !s.embedder.IsReady() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, cfg.RetrievalDeadline)
	defer cancel()
	out, err := s.findAndQuoteOlderMessages(ctx, cfg, chat, question, sent)
	if err != nil {
		s.log.Warn("older messages could not be recalled", "err", err)
		return nil
	}
	return out
}

func (s *Searcher) findAndQuoteOlderMessages(
	ctx context.Context, cfg memory.Config, chat memory.Chat, question string, sent map[memory.ID]bool,
) ([]memory.RecalledMessage, error) {
	vec, err := s.EmbedQuery(ctx, question)
	if err != nil {
		return nil, err
	}
	own, err := s.newestMessageVectorsOfChatNotSent(ctx, cfg, chat, sent)
	if err != nil {
		return nil, err
	}
	cosines := cosinesByOwner(vec, own)
	var found messageWordHits
	if len(own) < cfg.RecallWidenBelow {
		if found, err = s.findMessagesByWords(ctx, chat.ProfileID, question, cfg.RecallCandidates); err != nil {
			return nil, err
		}
		others, err := s.cosinesOfOtherAndOlderMessages(ctx, cfg, chat, vec, len(own), found)
		if err != nil {
			return nil, err
		}
		maps.Copy(cosines, others)
	}
	maps.DeleteFunc(cosines, func(id memory.ID, _ float64) bool { return sent[id] })
	if len(cosines) == 0 {
		return nil, nil
	}
	ms, err := s.store.MessageStore().ListRecallableAmongIDs(ctx, memory.RecallFilter{
		ProfileID: chat.ProfileID, IDs: slices.Collect(maps.Keys(cosines)), Reader: &chat,
	})
	if err != nil {
		return nil, err
	}
	isRelevant := s.questionRelevancePredicate(cfg, question)
	ms = slices.DeleteFunc(ms, func(m memory.Message) bool { return !isRelevant(m.Content, cosines[m.ID]) })
	hits := s.scoreAndSortMessages(question, ms, cosines, found)
	return s.quoteBeginningsOfMessages(ctx, cfg, chat, hits[:min(len(hits), cfg.RecallTopK, cfg.RecallInject)])
}

// newestMessageVectorsOfChatNotSent returns the vectors of a chat's newest messages that are not
// sent anyway (source 002).
func (s *Searcher) newestMessageVectorsOfChatNotSent(
	ctx context.Context, cfg memory.Config, chat memory.Chat, sent map[memory.ID]bool,
) ([]memory.Vector, error) {
	own, err := s.store.VectorStore().NewestRecallableMessageVectors(ctx, memory.MessageVectorFilter{
		ProfileID: chat.ProfileID, Embedder: s.embedder.ID(), ChatID: chat.ID, Limit: cfg.RecallCandidates + len(sent),
	})
	own = slices.DeleteFunc(own, func(v memory.Vector) bool { return sent[v.Key.Owner] })
	return own[:min(len(own), cfg.RecallCandidates)], err
}

// cosinesOfOtherAndOlderMessages compares a question with the newest messages of other chats
// (source 002), and with the nearest and those found by words of all chats, however old.
func (s *Searcher) cosinesOfOtherAndOlderMessages(
	ctx context.Context, cfg memory.Config, chat memory.Chat, vec []float32, own int, found messageWordHits,
) (map[memory.ID]float64, error) {
	newest, err := s.store.VectorStore().NewestRecallableMessageVectors(ctx, memory.MessageVectorFilter{
		ProfileID: chat.ProfileID, Embedder: s.embedder.ID(), ChatID: chat.ID, OtherChats: true,
		ProjectID: chat.ProjectID, Limit: cfg.RecallCandidates - own,
	})
	if err != nil {
		return nil, err
	}
	ids := slices.Concat(ownerIDsOfHits(found.own), ownerIDsOfHits(found.around))
	byWords, err := s.store.VectorStore().GetByOwners(ctx, chat.ProfileID, memory.OwnerMessage, s.embedder.ID(), ids)
	if err != nil {
		return nil, err
	}
	near, err := s.vectorIndex.Search(ctx, s.vectorCollection(chat.ProfileID, memory.OwnerMessage), vec, messagePool)
	if err != nil {
		return nil, err
	}
	out := cosinesByOwner(vec, slices.Concat(newest, byWords))
	for _, h := range near {
		out[h.Key.Owner] = h.Cosine
	}
	return out, nil
}

// cosinesByOwner returns the cosine of each vector with vec.
func cosinesByOwner(vec []float32, vs []memory.Vector) map[memory.ID]float64 {
	out := make(map[memory.ID]float64, len(vs))
	for _, v := range vs {
		out[v.Key.Owner] = DotProduct(vec, v.Values)
	}
	return out
}

// questionRelevancePredicate tells which messages concern a question: by the measured thresholds as
// for memories, or by the setting where it was set and under an embedder that could not be
// calibrated.
func (s *Searcher) questionRelevancePredicate(
	cfg memory.Config, question string,
) func(text string, cosine float64) bool {
	scale, known := s.calibration.scaleIfCalibrated(s.embedder.ID())
	if !known || cfg.IsSetExplicitly("chats.threshold") {
		return func(_ string, cosine float64) bool { return cosine > cfg.RecallThreshold }
	}
	limits := measuredRelevanceThresholds()
	subject := newQuestionSubject(question)
	return func(text string, cosine float64) bool {
		cosine = scale.toReferenceModelCosine(cosine)
		return cosine >= limits.general ||
			cosine >= recallPersonalThreshold && subject.isPersonalOrNamedIn(text)
	}
}

// recallPersonalThreshold is the lowest cosine of a message with a question about the user under
// the embedded model. It is higher than that of a memory, because a chat holds much that is like
// any question.
const recallPersonalThreshold = 0.62

// quoteBeginningsOfMessages cuts messages to the quotes that are sent.
func (s *Searcher) quoteBeginningsOfMessages(
	ctx context.Context, cfg memory.Config, chat memory.Chat, ms []memory.MessageHit,
) ([]memory.RecalledMessage, error) {
	titles := map[memory.ID]string{chat.ID: ""}
	out := make([]memory.RecalledMessage, 0, len(ms))
	for _, m := range ms {
		if _, ok := titles[m.ChatID]; !ok {
			c, err := s.store.ChatStore().Get(ctx, chat.ProfileID, m.ChatID)
			if err != nil {
				return nil, err
			}
			titles[m.ChatID] = c.Title
		}
		text := lang.TruncateToRunes(lang.ToSafePromptLine(cfg.RedactSecretsForModel(m.Content)), cfg.RecallChars)
		out = append(out, memory.RecalledMessage{
			ChatID: m.ChatID, ChatTitle: titles[m.ChatID], MessageID: m.ID, Role: m.Role, CreatedAt: m.CreatedAt,
			Text: text, Score: *m.ScoreParts.Cosine,
		})
	}
	return out, nil
}

// EmbeddingDimensions is the length of the vectors of the current embedder.
func (s *Searcher) EmbeddingDimensions() int { return s.embedder.Dimensions() }
