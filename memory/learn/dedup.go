package learn

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/memory/search"
)

// Reasons for ignoring a candidate, as recorded in the ledger.
const (
	reasonSameWords   = "a memory with the same wording already exists"
	reasonSameMeaning = "the same fact is already remembered"
	reasonFileWords   = "a file already says this in the same words"
	reasonFileMeaning = "a file already says this"
)

// minFileBytesInFact is the folded length in bytes from which a whole file contained in a fact
// counts as a duplicate.
const minFileBytesInFact = 10

// embedAndMarkCandidateIfDuplicate checks whether a candidate is already known: first by the words
// of memories, then by their meaning, then by every file of the profile (source 000, deduplication
// 1 and 2; equality by words is source 004's). Without an embedder only words are compared.
func (p *pipeline) embedAndMarkCandidateIfDuplicate(ctx context.Context, x exchange, c *candidate) error {
	c.vector = p.search.EmbedTextWithTimeout(ctx, memory.EmbedPassage, c.fact)
	if err := p.markIfDuplicateOfMemory(ctx, x, c); err != nil || c.action != "" {
		return err
	}
	return p.markIfDuplicateOfFile(ctx, x, c)
}

func (p *pipeline) markIfDuplicateOfMemory(ctx context.Context, x exchange, c *candidate) error {
	same, err := p.store.MemoryStore().FindByFoldedText(ctx, x.profileID, lang.FoldText(c.fact), memory.StatusActive,
		memory.StatusInbox,
		memory.StatusArchived)
	if err != nil {
		return fmt.Errorf("compare words: %w", err)
	}
	for _, m := range same {
		known, err := p.isRepetitionOfSameWordedMemory(ctx, p.store, x, m)
		if err != nil {
			return err
		}
		if known && !x.withdrawnMemories[m.ID] {
			c.markIgnored(reasonSameWords)
			c.duplicateOf = m
			return nil
		}
	}
	lowest := p.config().DedupThreshold
	if c.ownWords != "" {
		lowest = min(lowest, quotationDedupThreshold)
	}
	near, err := p.search.FindNearestCurrentMemories(ctx, x.usableMemoriesFilter(), c.vector, 5+len(x.withdrawnMemories),
		lowest)
	if err != nil {
		return fmt.Errorf("compare meaning: %w", err)
	}
	for _, h := range near {
		if x.withdrawnMemories[h.ID] || !IsDuplicateByMeaning(p.config(), c.fact, h.Content, h.Score) &&
			!quotationAddsNothing(c, h.Content) {
			continue
		}
		c.markIgnored(reasonSameMeaning)
		c.duplicateOf, c.scores = h.Memory, map[string]float64{"cosine": h.Score}
		return nil
	}
	return nil
}

// quotationDedupThreshold is the cosine from which the words of a quotation are compared with a
// memory: the frame of the quotation and its grammar move it away from a fact that says the same
// (.83 to .93 for 14 pairs in five languages under the embedded model).
const quotationDedupThreshold = 0.75

// quotationAddsNothing reports whether a candidate quotes words of the user that a memory has too, all
// but words without a meaning of their own, and differs from it in no number, date or negation.
func quotationAddsNothing(c *candidate, known string) bool {
	return c.ownWords != "" && !lang.AddsWordsBesidesNumbersAndTime(c.ownWords, known) &&
		lang.FirstMeaningDifference(c.ownWords, known) == ""
}

// isRepetitionOfSameWordedMemory reports whether a memory with the same words as a fact makes the
// fact a repetition: it is visible in this chat and had not ended before the user stated the fact.
func (p *pipeline) isRepetitionOfSameWordedMemory(
	ctx context.Context,
	st memory.Store,
	x exchange,
	m memory.Memory,
) (bool, error) {
	if !m.MayBeUsedInByScope(x.chat) {
		return false, nil
	}
	over, err := p.hadMemoryEndedBeforeMessage(ctx, st, x, m)
	return !over, err
}

// mayBeToldInChat reports whether what became of a memory may be told in the chat of x: what only
// another project's chats knew is not.
func (x exchange) mayBeToldInChat(m memory.Memory) bool {
	return m.Scope != memory.ScopeProject || m.MayBeUsedInByScope(x.chat)
}

// usableMemoriesFilter selects the memories that the chat of x uses; those of all chats without
// one.
func (x exchange) usableMemoriesFilter() memory.MemoryFilter {
	return memory.MemoryFilter{ProfileID: x.profileID, ChatID: x.chat.ID}
}

// hadMemoryEndedBeforeMessage reports whether a memory had ended before the user sent the message
// of x. Then stating it again is new information and not a repetition: someone who moved away and
// came back lives there again. An older statement that is learned late remains a repetition.
func (p *pipeline) hadMemoryEndedBeforeMessage(
	ctx context.Context,
	st memory.Store,
	x exchange,
	m memory.Memory,
) (bool, error) {
	now := p.clock.NowInUTCToMillisecond()
	switch {
	case m.IsNeitherSupersededNorEnded(now):
		return false, nil
	case m.SupersededBy == 0:
		return m.HasValidityEnded(x.userMessage.CreatedAt), nil
	}
	by, err := st.MemoryStore().Get(ctx, x.profileID, m.SupersededBy)
	if errors.Is(err, memory.ErrNotFound) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("what replaced memory %d: %w", m.ID, err)
	}
	return x.isMessageNewerThanMemory(by, now), nil
}

// IsDuplicateByMeaning reports whether a new fact says the same as a known one: the cosine of their
// passage embeddings reaches DedupThreshold and, where guards are on, no guard finds a difference
// and the fact adds no word.
func IsDuplicateByMeaning(c memory.Config, fact, known string, cosine float64) bool {
	return cosine >= c.DedupThreshold && (!c.DedupGuards ||
		lang.FirstMeaningDifference(fact, known) == "" && !lang.AddsWordsBesidesNumbersAndTime(fact, known))
}

// markForInboxIfForgottenBefore sends a candidate that the user has forgotten or rejected before to
// the inbox, with the day of the removal, so that it does not become active again without consent.
func (p *pipeline) markForInboxIfForgottenBefore(ctx context.Context, x exchange, c *candidate) error {
	old, err := p.findForgottenMemoryLike(ctx, x, c)
	if err != nil || old.ID == 0 {
		return err
	}
	if c.inboxReason == "" {
		c.inboxReason = inboxForgottenOn + old.UpdatedAt.Format("2 January 2006")
	}
	return nil
}

// findForgottenMemoryLike returns a forgotten memory that says the same as the candidate, or the
// zero Memory.
func (p *pipeline) findForgottenMemoryLike(ctx context.Context, x exchange, c *candidate) (memory.Memory, error) {
	same, err := p.store.MemoryStore().FindByFoldedText(ctx, x.profileID, lang.FoldText(c.fact), memory.StatusForgotten)
	if err != nil {
		return memory.Memory{}, fmt.Errorf("compare with forgotten memories: %w", err)
	}
	if i := slices.IndexFunc(same, x.mayBeToldInChat); i >= 0 {
		return same[i], nil
	}
	if c.vector == nil {
		return memory.Memory{}, nil
	}
	gone, err := p.store.MemoryStore().List(ctx, memory.MemoryFilter{
		ProfileID: x.profileID, AnyScope: true, IncludeOutdated: true, Status: []memory.Status{memory.StatusForgotten},
	})
	gone = slices.DeleteFunc(gone, func(m memory.Memory) bool { return !x.mayBeToldInChat(m) })
	if err != nil || len(gone) == 0 {
		return memory.Memory{}, err
	}
	byID := make(map[memory.ID]memory.Memory, len(gone))
	for _, m := range gone {
		byID[m.ID] = m
	}
	vs, err := p.search.LoadOrEmbedAndStoreVectorsOfForgotten(ctx, x.profileID, gone)
	if err != nil {
		return memory.Memory{}, fmt.Errorf("compare with forgotten memories: %w", err)
	}
	for _, v := range vs {
		m := byID[v.Key.Owner]
		if search.DotProduct(v.Values, c.vector) >= p.config().DedupThreshold &&
			lang.FirstMeaningDifference(c.fact, m.Content) == "" || quotationAddsNothing(c, m.Content) {
			return m, nil
		}
	}
	return memory.Memory{}, nil
}

// markIfDuplicateOfFile compares the candidate with every file of the profile, attached to this
// chat or not: its words with the whole text, its vector with the vector of each chunk, cut to the
// embedder's own length.
func (p *pipeline) markIfDuplicateOfFile(ctx context.Context, x exchange, c *candidate) error {
	folded := foldWithoutFinalMark(c.fact)
	err := p.store.FileStore().ForEach(ctx, x.profileID, func(f memory.File) error {
		text := lang.FoldText(f.Content)
		if c.action != "" || (!strings.Contains(text, folded) && !factContainsWholeFileText(text, folded)) {
			return nil
		}
		c.markIgnored(reasonFileWords)
		f.Content = ""
		c.file = f
		return nil
	})
	if err != nil {
		return fmt.Errorf("compare with files: %w", err)
	}
	if c.action != "" || c.vector == nil {
		return nil
	}
	hit, err := p.search.EmbedFilesAndFindNearestChunk(ctx, x.profileID, c.vector)
	if err != nil {
		return fmt.Errorf("compare with files: %w", err)
	}
	if hit.Key.Owner != 0 && hit.Cosine >= p.config().DedupContextThreshold {
		c.markIgnored(reasonFileMeaning)
		c.file.ID, c.scores = hit.Key.Owner, map[string]float64{"cosine": hit.Cosine}
		return nil
	}
	return p.markIfDuplicateOfFileSentence(ctx, x, c)
}

func (c *candidate) markIgnored(reason string) { c.action, c.reason = memory.ActionIgnore, reason }

// foldWithoutFinalMark folds a fact without its final punctuation, so that it can be found inside a
// longer sentence.
func foldWithoutFinalMark(s string) string { return strings.TrimRight(lang.FoldText(s), ".!。！ ") }

// factContainsWholeFileText reports whether the fact contains a whole file.
func factContainsWholeFileText(file, fact string) bool {
	file = strings.TrimRight(file, ".!。！ ")
	return len(file) >= minFileBytesInFact && strings.Contains(fact, file)
}
