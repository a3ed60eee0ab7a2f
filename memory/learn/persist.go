package learn

import (
	"context"
	"errors"
	"fmt"
	"time"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/memory/ledger"
)

// undoWithdrawnPersistFactsAndIndex writes the outcome of a run in one transaction: withdrawals,
// memories with links, decisions and the end of the job; then it updates vectors and index.
func (p *pipeline) undoWithdrawnPersistFactsAndIndex(
	ctx context.Context, x exchange, facts []candidate, commit func(memory.Store) error,
) ([]memory.Decision, error) {
	var out []memory.Decision
	vecs := map[memory.ID][]float32{}
	err := p.store.InTx(ctx, func(tx memory.Store) error {
		out = out[:0]
		x.reinforceable = memoryIDsInReceipt(x.answer.Receipt)
		for _, d := range x.withdrawnDecisions {
			if undone, err := ledger.UndoDecision(ctx, tx, p.clock.NowInUTCToMillisecond(), memory.ActorExtractor,
				d); err == nil {
				out = append(out, undone)
			} else if !errors.Is(err, memory.ErrConflict) {
				return err
			}
		}
		for i := range facts {
			if facts[i].dropReason != "" {
				continue
			}
			d, err := p.storeCandidateOrRecordIgnored(ctx, tx, x, &facts[i])
			if err != nil {
				return err
			}
			out = append(out, d)
			if d.Action != memory.ActionIgnore {
				vecs[d.MemoryID] = facts[i].vector
			}
		}
		archived, err := p.archiveMemoriesOverCapacity(ctx, tx, x, out)
		if err != nil {
			return err
		}
		out = append(out, archived...)
		if commit != nil {
			return commit(tx)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("persist: %w", err)
	}
	for _, d := range out {
		if vec, ok := vecs[d.MemoryID]; ok && d.UndoOf == 0 && d.After != nil {
			p.search.StoreAndIndexMemoryVectorOrSync(ctx, *d.After, vec)
			continue
		}
		p.search.ReindexChangedMemories(ctx, x.profileID, d.Changes)
	}
	return out, nil
}

// storeCandidateOrRecordIgnored stores a candidate, or why it was ignored.
func (p *pipeline) storeCandidateOrRecordIgnored(
	ctx context.Context, tx memory.Store, x exchange, c *candidate,
) (memory.Decision, error) {
	now := p.clock.NowInUTCToMillisecond()
	if err := cancelOrProposeReplacementIfMemoryChanged(ctx, tx, x, c); err != nil {
		return memory.Decision{}, err
	}
	d := memory.Decision{
		CreatedAt: now, RunID: memory.NullText(x.runID), ProfileID: x.profileID, ChatID: x.chat.ID, MessageID: x.answer.ID,
		Action: c.action, Actor: memory.ActorExtractor, OldID: c.duplicateOf.ID, FileID: statingOrFirstFileID(x, c),
		Reason: memory.NullText(shortReasonOrDefault(c.inboxReason, c.reason)),
		Scores: c.scores, Model: memory.NullText(x.model.ID), PromptVersion: memory.NullText(p.extractionTemplateHash()),
	}
	if err := p.setIgnoredIfSameWordsStored(ctx, tx, x, c, &d); err != nil {
		return d, err
	}
	if d.Action == memory.ActionIgnore {
		d.Candidate = memory.NullText(c.fact)
		if err := p.countRepetitionIfSentForAnswer(ctx, tx, x, c, &d); err != nil {
			return d, err
		}
		if err := p.restoreRepeatedEvictedMemory(ctx, tx, x, c, &d); err != nil {
			return d, err
		}
		return ledger.RecordDecisionAndCleanDerivedTexts(ctx, tx, d)
	}
	m := p.newMemoryFromCandidate(x, c, now)
	var err error
	if c.isLate {
		m.SupersededBy, m.ValidTo = c.replaces[0].ID, memory.NullText(memory.FormatUTCDate(c.replaces[0].CreatedAt))
	}
	if m.ID, err = tx.MemoryStore().Insert(ctx, m); err != nil {
		return d, err
	}
	d.MemoryID = m.ID
	d.Changes = []memory.Change{{MemoryID: m.ID, After: &m}}
	if c.action != memory.ActionReplace {
		d.Action, d.OldID = memory.ActionAdd, c.proposes
		return ledger.RecordDecisionAndCleanDerivedTexts(ctx, tx, d)
	}
	for _, old := range c.replaces {
		change, err := ledger.MarkMemorySuperseded(ctx, tx, old, m)
		if err != nil {
			return d, err
		}
		d.OldID = old.ID
		d.Changes = append([]memory.Change{change}, d.Changes...)
	}
	return ledger.RecordDecisionAndCleanDerivedTexts(ctx, tx, d)
}

// setIgnoredIfSameWordsStored checks equality by words again, inside the transaction: of two
// concurrent runs that learn the same fact, the second one stores nothing.
func (p *pipeline) setIgnoredIfSameWordsStored(
	ctx context.Context, tx memory.Store, x exchange, c *candidate, d *memory.Decision,
) error {
	if c.action == memory.ActionIgnore {
		return nil
	}
	same, err := tx.MemoryStore().FindByFoldedText(ctx, x.profileID, lang.FoldText(c.fact), memory.StatusActive,
		memory.StatusInbox, memory.StatusArchived)
	if err != nil {
		return err
	}
	for _, m := range same {
		known, err := p.isRepetitionOfSameWordedMemory(ctx, tx, x, m)
		if err != nil {
			return err
		}
		if known {
			d.Action, d.OldID, d.Reason = memory.ActionIgnore, m.ID, reasonSameWords
			return nil
		}
	}
	return nil
}

// statingOrFirstFileID returns the file that states the fact, else the first attached file.
func statingOrFirstFileID(x exchange, c *candidate) memory.ID {
	if c.file.ID != 0 || len(x.files) == 0 {
		return c.file.ID
	}
	return x.files[0].ID
}

// cancelOrProposeReplacementIfMemoryChanged checks again, inside the transaction, the memory that a
// fact is to replace: one that is gone or outdated by now needs no replacing, and one that was
// changed is replaced only if the user agrees.
func cancelOrProposeReplacementIfMemoryChanged(ctx context.Context, tx memory.Store, x exchange, c *candidate) error {
	if c.action != memory.ActionReplace {
		return nil
	}
	old := c.replaces[0]
	now, err := tx.MemoryStore().Get(ctx, x.profileID, old.ID)
	switch {
	case errors.Is(err, memory.ErrNotFound) || err == nil && (now.Status != memory.StatusActive || now.SupersededBy != 0):
		c.action, c.replaces = "", nil
	case err != nil:
		return err
	case now.Content != old.Content || now.Pinned != old.Pinned || !now.UpdatedAt.Equal(old.UpdatedAt):
		c.action, c.replaces, c.proposes, c.inboxReason = "", nil, old.ID, inboxProtectedMemory
	}
	return nil
}

// newMemoryFromCandidate builds the memory row of a candidate.
func (p *pipeline) newMemoryFromCandidate(x exchange, c *candidate, now time.Time) memory.Memory {
	m := memory.Memory{
		ProfileID: x.profileID, Content: c.fact, Tags: []string{}, Kind: c.kind, Type: c.memoryType, Key: c.key,
		Scope: p.config().LearnedScopeIn(x.chat), Status: memory.StatusActive, Origin: memory.OriginExtracted,
		ValidFrom:       c.validFrom,
		SourceMessageID: x.userMessage.ID, CreatedAt: now, UpdatedAt: now,
	}
	if x.chat.ExternalID == memory.GlobalConversation {
		m.Scope = memory.ScopeGlobal
	}
	switch {
	case m.Scope == memory.ScopeProject && x.chat.ProjectID != 0:
		m.ProjectID = x.chat.ProjectID
	case m.Scope == memory.ScopeChat && x.chat.ID != 0:
		m.ChatID = x.chat.ID
	default:
		m.Scope = memory.ScopeGlobal
	}
	if c.quote != "" {
		start, end := c.quoteStart, c.quoteStart+len(c.quote)
		m.Quote, m.QuoteStart, m.QuoteEnd = c.quote, &start, &end
	}
	if m.Proposes = c.proposes; c.inboxReason != "" {
		m.Status = memory.StatusInbox
	}
	return m
}
