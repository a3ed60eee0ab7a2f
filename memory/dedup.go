package memory

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Reasons for ignoring a candidate, as recorded in the ledger.
const (
	reasonSameWords   = "the same words are already remembered"
	reasonSameMeaning = "the same is already remembered"
	reasonFileWords   = "an added file says it in the same words"
	reasonFileMeaning = "an added file already says it"
)

// minFileBytesInFact is the folded length in bytes from which a whole file contained in a fact
// counts as a duplicate.
const minFileSubstring = 10

// findDuplicate checks whether a candidate is already known: first by the words of memories, then
// by their meaning, then by every file of the profile (source 000, deduplication 1 and 2; equality
// by words is source 004's). Without an embedder only words are compared.
func (s *Service) judge(ctx context.Context, x exchange, c *candidate) error {
	c.vec = s.embedOne(ctx, EmbedPassage, c.fact)
	if err := s.judgeMemories(ctx, x, c); err != nil || c.action != "" {
		return err
	}
	return s.judgeFiles(ctx, x, c)
}

func (s *Service) judgeMemories(ctx context.Context, x exchange, c *candidate) error {
	same, err := s.store.Memories().ByFold(ctx, x.profile, FoldText(c.fact), StatusActive, StatusInbox, StatusArchived)
	if err != nil {
		return fmt.Errorf("compare words: %w", err)
	}
	for _, m := range same {
		known, err := s.isKnown(ctx, s.store, x, m)
		if err != nil {
			return err
		}
		if known && !x.skip[m.ID] {
			c.ignore(reasonSameWords)
			c.other = m
			return nil
		}
	}
	near, err := s.nearest(ctx, x.profile, x.thread.ID, c.vec, 5+len(x.skip), s.Config().DedupThreshold)
	if err != nil {
		return fmt.Errorf("compare meaning: %w", err)
	}
	for _, h := range near {
		if x.skip[h.ID] || !Repeats(s.Config(), c.fact, h.Content, h.Score) {
			continue
		}
		c.ignore(reasonSameMeaning)
		c.other, c.scores = h.Memory, map[string]float64{"cosine": h.Score}
		return nil
	}
	return nil
}

// countsAsDuplicate reports whether a memory with the same words as a fact makes the fact a
// repetition: it is visible in this chat and had not ended before the user stated the fact.
func (s *Service) isKnown(ctx context.Context, st Store, x exchange, m Memory) (bool, error) {
	if m.Scope == ScopeThread && m.ThreadID != x.thread.ID {
		return false, nil
	}
	over, err := s.isOver(ctx, st, x, m)
	return !over, err
}

// endedBeforeMessage reports whether a memory had ended before the user sent the message of x. Then
// stating it again is new information and not a repetition: someone who moved away and came back
// lives there again. An older statement that is learned late remains a repetition.
func (s *Service) isOver(ctx context.Context, st Store, x exchange, m Memory) (bool, error) {
	switch {
	case m.open(s.clock()):
		return false, nil
	case m.SupersededBy == 0:
		return m.ended(x.user.CreatedAt), nil
	}
	by, err := st.Memories().Get(ctx, x.profile, m.SupersededBy)
	if errors.Is(err, ErrNotFound) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("what replaced memory %d: %w", m.ID, err)
	}
	said, err := s.saidAt(ctx, st, x.profile, by)
	return x.user.CreatedAt.After(said), err
}

// IsDuplicate reports whether a new fact says the same as a known one: the cosine of their passage
// embeddings reaches DedupThreshold and, where guards are on, no guard finds a difference.
func Repeats(c Config, fact, known string, cosine float64) bool {
	return cosine >= c.DedupThreshold && (!c.DedupGuards || guardDiffers(fact, known) == "")
}

// SupersedesByRule reports whether, without a verdict of the model, a new fact replaces a known one
// that it does not repeat: their cosine distance is below RuleDistance and, in the guarded form, no
// guard finds a difference.
func Supersedes(c Config, fact, known string, cosine float64) bool {
	switch {
	case c.RuleReplace == "never" || 1-cosine >= c.RuleDistance:
		return false
	case c.RuleReplace == "guarded":
		return guardDiffers(fact, known) == ""
	}
	return true
}

// holdForgottenFact sends a candidate that the user has forgotten or rejected before to the inbox,
// with the day of the removal, so that it does not become active again without consent.
func (s *Service) judgeForgotten(ctx context.Context, x exchange, c *candidate) error {
	old, err := s.forgottenLike(ctx, x, c)
	if err != nil || old.ID == 0 {
		return err
	}
	if c.inbox == "" {
		c.inbox = inboxWasRemoved + old.UpdatedAt.Format("2 January 2006")
	}
	return nil
}

// findForgottenDuplicate returns a forgotten memory that says the same as the candidate, or the
// zero Memory.
func (s *Service) forgottenLike(ctx context.Context, x exchange, c *candidate) (Memory, error) {
	same, err := s.store.Memories().ByFold(ctx, x.profile, FoldText(c.fact), StatusForgotten)
	if err != nil {
		return Memory{}, fmt.Errorf("compare with forgotten memories: %w", err)
	}
	if len(same) > 0 {
		return same[0], nil
	}
	if c.vec == nil {
		return Memory{}, nil
	}
	gone, err := s.store.Memories().List(ctx, MemoryFilter{
		ProfileID: x.profile, AnyScope: true, Closed: true, Status: []Status{StatusForgotten},
	})
	if err != nil || len(gone) == 0 {
		return Memory{}, err
	}
	byID := make(map[ID]Memory, len(gone))
	ids := make([]ID, len(gone))
	for i, m := range gone {
		byID[m.ID], ids[i] = m, m.ID
	}
	vs, err := s.vectorsOfForgotten(ctx, x.profile, byID, ids)
	if err != nil {
		return Memory{}, fmt.Errorf("compare with forgotten memories: %w", err)
	}
	for _, v := range vs {
		m := byID[v.Key.Owner]
		if dot(v.Values, c.vec) >= s.Config().DedupThreshold && guardDiffers(c.fact, m.Content) == "" {
			return m, nil
		}
	}
	return Memory{}, nil
}

// loadForgottenVectors returns the vectors of forgotten memories. ReembedAll skips these memories,
// so missing vectors are computed here, at most embedBatchSize per call.
func (s *Service) vectorsOfForgotten(ctx context.Context, profile ID, gone map[ID]Memory, ids []ID) ([]Vector, error) {
	vs, err := s.store.Vectors().Get(ctx, profile, OwnerMemory, s.embedder.ID(), ids)
	if err != nil {
		return nil, err
	}
	have := map[ID]bool{}
	for _, v := range vs {
		have[v.Key.Owner] = true
	}
	missing := slices.DeleteFunc(slices.Clone(ids), func(id ID) bool { return have[id] })
	missing = missing[:min(len(missing), embedBatch)]
	var fresh []Vector
	for _, id := range missing {
		m := gone[id]
		if vec := s.embedOne(ctx, EmbedPassage, m.Content); vec != nil {
			fresh = append(fresh, Vector{
				Key: VectorKey{Kind: OwnerMemory, Owner: id}, Embedder: s.embedder.ID(), Hash: ContentHash(m.Content), Values: vec,
			})
		}
	}
	if len(fresh) > 0 {
		err = s.store.Vectors().Put(ctx, fresh)
	}
	return append(vs, fresh...), err
}

// findDuplicateInFiles compares the candidate with every file of the profile, attached to this chat
// or not: its words with the whole text, its vector with the vector of each chunk, cut to the
// embedder's own length.
func (s *Service) judgeFiles(ctx context.Context, x exchange, c *candidate) error {
	folded := foldSentence(c.fact)
	err := s.store.Contexts().Each(ctx, x.profile, func(f Context) error {
		text := FoldText(f.Content)
		if c.action != "" || (!strings.Contains(text, folded) && !within(text, folded)) {
			return nil
		}
		c.ignore(reasonFileWords)
		f.Content = ""
		c.file = f
		return nil
	})
	if err != nil {
		return fmt.Errorf("compare with files: %w", err)
	}
	if c.action != "" || c.vec == nil {
		return nil
	}
	if _, err := s.embedStale(ctx, x.profile, OwnerContext, nil); err != nil {
		s.log.Warn("files could not be embedded, only their words were compared", "err", err)
	}
	hits, err := s.index.Search(ctx, s.collection(x.profile, OwnerContext), c.vec, 1)
	if err != nil {
		return fmt.Errorf("compare with files: %w", err)
	}
	if len(hits) > 0 && hits[0].Cosine >= s.Config().DedupContextThreshold {
		c.ignore(reasonFileMeaning)
		c.file.ID, c.scores = hits[0].Key.Owner, map[string]float64{"cosine": hits[0].Cosine}
	}
	return nil
}

func (c *candidate) ignore(reason string) { c.action, c.reason = ActionIgnore, reason }

// foldWithoutFinalMark folds a fact without its final punctuation, so that it can be found inside a
// longer sentence.
func foldSentence(s string) string { return strings.TrimRight(FoldText(s), ".!。！ ") }

// factContainsFile reports whether the fact contains a whole file.
func within(file, fact string) bool {
	file = strings.TrimRight(file, ".!。！ ")
	return len(file) >= minFileSubstring && strings.Contains(fact, file)
}
