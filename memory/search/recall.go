package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"memoir/memory"
	"memoir/memory/lang"
)

// recallBatchSize is how many messages are embedded between two looks at whether an answer is being
// written: a long one takes a tenth of a second.
const recallBatchSize = 4

// PauseMessageEmbedding keeps messages from being embedded until ResumeMessageEmbedding was called as
// often: the processor belongs to the answer.
func (s *indexSync) PauseMessageEmbedding() { s.countReply(1) }

// ResumeMessageEmbedding ends a PauseMessageEmbedding.
func (s *indexSync) ResumeMessageEmbedding() { s.countReply(-1) }

func (s *indexSync) countReply(by int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.replies += by
}

// waitWhileAnswering blocks while an answer is being written.
func (s *indexSync) waitWhileAnswering(ctx context.Context) error {
	const poll = 100 * time.Millisecond
	for {
		s.mu.Lock()
		busy := s.replies > 0
		s.mu.Unlock()
		if !busy {
			return ctx.Err()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(poll):
		}
	}
}

// embedMessagesForRecall embeds the messages of a profile that may be recalled and have no vector yet,
// oldest first, while recall is on and no answer is being written. Their vectors stay in the store:
// only the newest are ever compared.
func (s *indexSync) embedMessagesForRecall(ctx context.Context, profile memory.ID) error {
	for s.config().RecallChats {
		if err := s.waitWhileAnswering(ctx); err != nil {
			return err
		}
		ids, err := s.store.Vectors().ListOwnersNeedingVectors(ctx, profile, memory.OwnerMessage, s.embedder.ID(),
			recallBatchSize)
		if err != nil || len(ids) == 0 {
			return err
		}
		vs, err := s.embedMessages(ctx, profile, ids)
		if err != nil {
			return err
		}
		if len(vs) < len(ids) { // deleted meanwhile; the next sync looks again
			return s.store.Vectors().UpsertAll(ctx, vs)
		}
		if err := s.store.Vectors().UpsertAll(ctx, vs); err != nil {
			return err
		}
	}
	return nil
}

func (s *indexSync) embedMessages(
	ctx context.Context, profile memory.ID, ids []memory.ID,
) ([]memory.Vector, error) {
	var ms []memory.Message
	var texts []string
	for _, id := range ids {
		m, err := s.store.Messages().Get(ctx, profile, id)
		if errors.Is(err, memory.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		ms, texts = append(ms, m), append(texts, m.Content)
	}
	if len(ms) == 0 {
		return nil, nil
	}
	vecs, err := s.embedder.Embed(ctx, memory.EmbedPassage, texts)
	if err != nil {
		return nil, fmt.Errorf("embed messages: %w", err)
	}
	out := make([]memory.Vector, len(ms))
	for i, m := range ms {
		out[i] = memory.Vector{
			Key: memory.VectorKey{Kind: memory.OwnerMessage, Owner: m.ID}, Embedder: s.embedder.ID(),
			ContentHash: lang.ContentHash(m.Content), Values: vecs[i],
		}
	}
	return out, nil
}

// RecallMessages returns the parts of older messages that concern a question, best first, for a chat
// whose messages in sent go with it anyway. It compares the newest messages of the chat that have a
// vector and, while those are few, the newest of other chats (source 002); and what shares words with
// the question, however old. It returns nothing while recall is off, without an embedder, and when it
// fails or is late: an answer never waits longer for it than for the memories.
func (s *Searcher) RecallMessages(
	ctx context.Context, chat memory.Chat, question string, sent map[memory.ID]bool,
) []memory.RecalledMessage {
	cfg := s.config()
	if !cfg.RecallChats || !s.embedder.IsReady() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, cfg.RetrievalDeadline)
	defer cancel()
	out, err := s.recallMessages(ctx, cfg, chat, question, sent)
	if err != nil {
		s.log.Warn("older messages could not be recalled", "err", err)
		return nil
	}
	return out
}

func (s *Searcher) recallMessages(
	ctx context.Context, cfg memory.Config, chat memory.Chat, question string, sent map[memory.ID]bool,
) ([]memory.RecalledMessage, error) {
	vec, err := s.EmbedQuery(ctx, question)
	if err != nil {
		return nil, err
	}
	vectors, err := s.recallCandidates(ctx, cfg, chat, question, sent)
	if err != nil || len(vectors) == 0 {
		return nil, err
	}
	cosines := make(map[memory.ID]float64, len(vectors))
	ids := make([]memory.ID, 0, len(vectors))
	for _, v := range vectors {
		if _, ok := cosines[v.Key.Owner]; !ok {
			ids = append(ids, v.Key.Owner)
		}
		cosines[v.Key.Owner] = DotProduct(vec, v.Values)
	}
	ms, err := s.store.Messages().ListRecallable(ctx, chat.ProfileID, ids)
	if err != nil {
		return nil, err
	}
	isRelevant := s.recallPredicate(cfg, question)
	ms = slices.DeleteFunc(ms, func(m memory.Message) bool { return !isRelevant(m.Content, cosines[m.ID]) })
	slices.SortStableFunc(ms, func(a, b memory.Message) int {
		return cmp.Or(cmp.Compare(cosines[b.ID], cosines[a.ID]), cmp.Compare(b.ID, a.ID))
	})
	ms = ms[:min(len(ms), cfg.RecallTopK, cfg.RecallInject)]
	return s.quoteMessages(ctx, cfg, chat, ms, cosines)
}

// recallCandidates returns the vectors that a question is compared with.
func (s *Searcher) recallCandidates(
	ctx context.Context, cfg memory.Config, chat memory.Chat, question string, sent map[memory.ID]bool,
) ([]memory.Vector, error) {
	f := memory.MessageVectorFilter{
		ProfileID: chat.ProfileID, Embedder: s.embedder.ID(), ChatID: chat.ID, Limit: cfg.RecallCandidates + len(sent),
	}
	own, err := s.store.Vectors().NewestMessageVectors(ctx, f)
	if err != nil {
		return nil, err
	}
	own = slices.DeleteFunc(own, func(v memory.Vector) bool { return sent[v.Key.Owner] })
	own = own[:min(len(own), cfg.RecallCandidates)]
	if len(own) >= cfg.RecallWidenBelow {
		return own, nil
	}
	f.OtherChats, f.Limit = true, cfg.RecallCandidates-len(own)
	others, err := s.store.Vectors().NewestMessageVectors(ctx, f)
	if err != nil {
		return nil, err
	}
	byWords, err := s.fullText.SearchMessages(ctx, question, cfg.RecallCandidates,
		memory.FullTextFilter{ProfileID: chat.ProfileID})
	if err != nil {
		return nil, err
	}
	var older []memory.ID
	for _, h := range byWords {
		if !sent[h.Owner] {
			older = append(older, h.Owner)
		}
	}
	found, err := s.store.Vectors().GetByOwners(ctx, chat.ProfileID, memory.OwnerMessage, s.embedder.ID(), older)
	return slices.Concat(own, others, found), err
}

// recallPredicate tells which messages concern a question: by the thresholds of the embedder as for
// memories, or by the setting where it was set and under an embedder that was not measured.
func (s *Searcher) recallPredicate(cfg memory.Config, question string) func(text string, cosine float64) bool {
	limits, known := relevanceThresholdsForEmbedder(s.embedder.ID())
	if !known || cfg.IsSetExplicitly("chats.threshold") {
		return func(_ string, cosine float64) bool { return cosine > cfg.RecallThreshold }
	}
	personal := lang.ConcernsSpeaker(question)
	return func(text string, cosine float64) bool {
		return cosine >= limits.general ||
			cosine >= recallPersonalThreshold && (personal || lang.MentionsNameOf(text, question))
	}
}

// recallPersonalThreshold is the lowest cosine of a message with a question about the user under the
// embedded model. It is higher than that of a memory, because a chat holds much that is like any
// question.
const recallPersonalThreshold = 0.62

// quoteMessages cuts messages to the quotes that are sent.
func (s *Searcher) quoteMessages(
	ctx context.Context, cfg memory.Config, chat memory.Chat, ms []memory.Message, scores map[memory.ID]float64,
) ([]memory.RecalledMessage, error) {
	titles := map[memory.ID]string{chat.ID: ""}
	out := make([]memory.RecalledMessage, 0, len(ms))
	for _, m := range ms {
		if _, ok := titles[m.ChatID]; !ok {
			c, err := s.store.Chats().Get(ctx, chat.ProfileID, m.ChatID)
			if err != nil {
				return nil, err
			}
			titles[m.ChatID] = c.Title
		}
		text := lang.ToSafePromptLine(cfg.RedactSecretsForModel(m.Content))
		if runes := []rune(text); len(runes) > cfg.RecallChars {
			text = string(runes[:cfg.RecallChars-1]) + "…"
		}
		out = append(out, memory.RecalledMessage{
			ChatID: m.ChatID, ChatTitle: titles[m.ChatID], MessageID: m.ID, Role: m.Role, CreatedAt: m.CreatedAt,
			Text: text, Score: scores[m.ID],
		})
	}
	return out, nil
}

// EmbeddingDimensions is the length of the vectors of the current embedder.
func (s *Searcher) EmbeddingDimensions() int { return s.embedder.Dimensions() }
