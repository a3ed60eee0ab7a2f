package engine

import (
	"context"
	"errors"
	"fmt"

	"memoir/memory"
	"memoir/memory/ledger"
)

// ListOrSearchMemories lists memories with their source chats, newest first, or by relevance when
// Query contains words.
func (s *Session) ListOrSearchMemories(ctx context.Context, q memory.MemoryQuery) ([]memory.Memory, error) {
	q.ProfileID = s.profile
	ms, err := s.search.ListOrSearchMemories(ctx, q)
	if err != nil {
		return nil, err
	}
	if err := s.fillSourceChats(ctx, ms); err != nil {
		return nil, fmt.Errorf("list memories: %w", err)
	}
	return ms, nil
}

// FindSimilarMemoriesBesidesFound returns, with their source chats, the memories that are close in
// meaning to the words of a query, nearest first, without those that the words found.
func (s *Session) FindSimilarMemoriesBesidesFound(
	ctx context.Context, q memory.MemoryQuery, found []memory.Memory,
) ([]memory.Memory, error) {
	q.ProfileID = s.profile
	ms, err := s.search.FindSimilarMemoriesBesidesFound(ctx, q, found)
	if err != nil {
		return nil, err
	}
	if err := s.fillSourceChats(ctx, ms); err != nil {
		return nil, fmt.Errorf("list similar memories: %w", err)
	}
	return ms, nil
}

// fillSourceChats sets SourceChat of every memory with one query.
func (s *Session) fillSourceChats(ctx context.Context, ms []memory.Memory) error {
	var ids []memory.ID
	for _, m := range ms {
		if m.SourceMessageID != 0 || m.ChatID != 0 {
			ids = append(ids, m.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	chats, err := s.store.MemoryStore().SourceChatByMemory(ctx, s.profile, ids)
	if err != nil {
		return err
	}
	for i := range ms {
		ms[i].SourceChat = chats[ms[i].ID]
	}
	return nil
}

// CountMemoriesByStatusTypeTag counts the memories of the profile by status, type and tag.
func (s *Session) CountMemoriesByStatusTypeTag(ctx context.Context) (memory.MemoryOverview, error) {
	return s.store.MemoryStore().CountByStatusTypeTag(ctx, s.profile, s.clock.NowInUTCToMillisecond())
}

// ListNewestDecisionOfActorPerMemory returns the newest decision of an actor about each of the
// given memories, by memory ID: with ActorExtractor, why a memory waits in the inbox. Memories
// without one are left out.
func (s *Session) ListNewestDecisionOfActorPerMemory(
	ctx context.Context, actor memory.Actor, memories []memory.ID,
) (map[memory.ID]memory.Decision, error) {
	return s.store.DecisionStore().NewestByActorPerMemory(ctx, s.profile, actor, memories)
}

// LoadMemory returns one memory in any state, with its source chat.
func (s *Session) LoadMemory(ctx context.Context, id memory.ID) (memory.Memory, error) {
	m, err := s.store.MemoryStore().Get(ctx, s.profile, id)
	if err != nil {
		return memory.Memory{}, err
	}
	one := []memory.Memory{m}
	if err := s.fillSourceChats(ctx, one); err != nil {
		return memory.Memory{}, fmt.Errorf("memory %d: %w", id, err)
	}
	return one[0], nil
}

// AddMemory stores and indexes a memory written by a user or an API client. Only empty and overlong
// text, and invalid fields, are refused.
func (s *Session) AddMemory(ctx context.Context, n memory.NewMemory) (memory.AddedMemory, error) {
	m, err := s.newValidatedMemory(s.profile, s.actor, n)
	if err != nil {
		return memory.AddedMemory{}, err
	}
	vec := s.search.EmbedTextWithTimeout(ctx, memory.EmbedPassage, m.Content)
	near, err := s.search.FindEquivalentMemory(ctx, s.store, m, vec)
	if err != nil {
		return memory.AddedMemory{}, fmt.Errorf("add memory: %w", err)
	}
	var added memory.Decision
	err = s.store.InTx(ctx, func(tx memory.Store) error {
		if err := s.requireProfileHasChatAndProject(ctx, tx, m.ChatID, m.ProjectID); err != nil {
			return err
		}
		if m.ID, err = tx.MemoryStore().Insert(ctx, m); err != nil {
			return err
		}
		added, err = ledger.RecordDecisionAndCleanDerivedTexts(ctx, tx, memory.Decision{
			CreatedAt: m.CreatedAt, ProfileID: s.profile, ChatID: m.ChatID, Action: memory.ActionAdd, Actor: s.actor,
			Changes: []memory.Change{{MemoryID: m.ID, After: &m}},
		})
		return err
	})
	if err != nil {
		return memory.AddedMemory{}, fmt.Errorf("add memory: %w", err)
	}
	s.search.StoreAndIndexMemoryVectorOrSync(ctx, m, vec)
	memory.PublishStaleDataEvent(s.bus, memory.EventMemories, s.profile, m.ChatID)
	return memory.AddedMemory{Memory: m, DuplicateOf: near.ID, Decision: added}, nil
}

func (s *Service) newValidatedMemory(profile memory.ID, by memory.Actor, n memory.NewMemory) (memory.Memory, error) {
	content, err := memory.TrimAndValidateContent(n.Content)
	if err != nil {
		return memory.Memory{}, err
	}
	m := memory.Memory{
		ProfileID: profile, Content: content, Tags: memory.TrimAndDedupTags(n.Tags), Kind: memory.KindFact, Type: n.Type,
		Key:    n.Key,
		Pinned: n.Pinned, ValidFrom: n.ValidFrom, ValidTo: n.ValidTo, Scope: n.Scope, ChatID: n.ChatID,
		ProjectID: n.ProjectID,
		Status:    memory.StatusActive, Origin: originForActor(by), CreatedAt: s.clock.NowInUTCToMillisecond(),
	}
	m.UpdatedAt = m.CreatedAt
	if m.Type == "" {
		m.Type = memory.TypeOther
	}
	if m.Scope == "" {
		m.Scope = memory.ScopeGlobal
	}
	check := memory.MemoryPatch{Type: &m.Type, ValidFrom: &m.ValidFrom, ValidTo: &m.ValidTo}
	if err := check.ValidateTypeAndDates(); err != nil {
		return memory.Memory{}, err
	}
	if m.Scope == memory.ScopeGlobal {
		m.ChatID = 0
	}
	return m, memory.ValidateScope(m.Scope, m.ChatID, m.ProjectID)
}

// UpdateMemory applies a patch and embeds the new text, if there is one. The ledger keeps the state
// before.
func (s *Session) UpdateMemory(ctx context.Context, id memory.ID, p memory.MemoryPatch) (memory.Changed, error) {
	var after memory.Memory
	var made memory.Decision
	err := s.store.InTx(ctx, func(tx memory.Store) error {
		before, err := tx.MemoryStore().Get(ctx, s.profile, id)
		if err != nil {
			return err
		}
		if err := s.completeAndCheckScopeOfPatch(ctx, tx, &p, before); err != nil {
			return err
		}
		var action memory.Action
		if after, action, err = p.PatchedMemoryAndAction(before); err != nil || action == "" {
			return err
		}
		after.UpdatedAt = s.clock.NowInUTCToMillisecond()
		var changes []memory.Change
		if changes, after, err = ledger.PutMemoryReturningChanges(ctx, tx, &before, after); err != nil {
			return err
		}
		d := memory.Decision{
			CreatedAt: after.UpdatedAt, ProfileID: s.profile, ChatID: after.ChatID, Action: action, Actor: s.actor,
			MemoryID: after.ID, Changes: changes,
		}
		if before.Proposes != 0 && after.Proposes == 0 && p.AcceptsProposedReplacement(before) {
			if err := supersedeIfActiveAddingToDecision(ctx, tx, &d, before.Proposes, after); err != nil {
				return err
			}
		}
		made, err = ledger.RecordDecisionAndCleanDerivedTexts(ctx, tx, d)
		return err
	})
	if err != nil {
		return memory.Changed{}, fmt.Errorf("change memory %d: %w", id, err)
	}
	s.search.ReindexChangedMemories(ctx, s.profile, made.Changes)
	memory.PublishStaleDataEvent(s.bus, memory.EventMemories, s.profile, after.ChatID)
	return memory.Changed{Memory: after, Decision: made}, nil
}

// completeAndCheckScopeOfPatch fills in the chat or the project that a memory becomes one of, that
// of the chat it was learned in, and returns an error if the profile has no such chat or project.
func (s *Session) completeAndCheckScopeOfPatch(
	ctx context.Context, tx memory.Store, p *memory.MemoryPatch, m memory.Memory,
) error {
	if p.Scope == nil || *p.Scope == memory.ScopeGlobal {
		return nil
	}
	needsChat := *p.Scope == memory.ScopeChat && p.ChatID == nil
	needsProject := *p.Scope == memory.ScopeProject && p.ProjectID == nil && m.ProjectID == 0
	if needsChat || needsProject {
		sources, err := tx.MemoryStore().SourceChatByMemory(ctx, s.profile, []memory.ID{m.ID})
		if err != nil {
			return err
		}
		if source, ok := sources[m.ID]; ok && needsChat {
			p.ChatID = &source.ID
		} else if ok {
			chat, err := tx.ChatStore().Get(ctx, s.profile, source.ID)
			if err != nil {
				return err
			}
			p.ProjectID = &chat.ProjectID
		}
	}
	var chat, project memory.ID
	if p.ChatID != nil {
		chat = *p.ChatID
	}
	if p.ProjectID != nil {
		project = *p.ProjectID
	}
	return s.requireProfileHasChatAndProject(ctx, tx, chat, project)
}

// requireProfileHasChatAndProject returns memory.ErrNotFound when the profile does not have the
// chat or the project; 0 stands for none.
func (s *Session) requireProfileHasChatAndProject(ctx context.Context, tx memory.Store, chat, project memory.ID) error {
	if chat != 0 {
		if _, err := tx.ChatStore().Get(ctx, s.profile, chat); err != nil {
			return err
		}
	}
	if project != 0 {
		if _, err := tx.ProjectStore().Get(ctx, s.profile, project); err != nil {
			return err
		}
	}
	return nil
}

// ForgetMemory removes a memory from prompts, vector index and full-text search. Undo restores it.
func (s *Session) ForgetMemory(ctx context.Context, id memory.ID) (memory.Changed, error) {
	m, err := s.store.MemoryStore().Get(ctx, s.profile, id)
	if err != nil {
		return memory.Changed{}, err
	}
	if m.Status == memory.StatusForgotten {
		return memory.Changed{}, fmt.Errorf("forget memory %d: %w", id, memory.ErrNotFound)
	}
	status := memory.StatusForgotten
	return s.UpdateMemory(ctx, id, memory.MemoryPatch{Status: &status})
}

// EraseMemory deletes a memory for good: row, vectors and full text, its text in the ledger and in
// receipts, and its traces in the files of the data folder. It cannot be undone. The result names
// the copies that it must not touch.
func (s *Session) EraseMemory(ctx context.Context, id memory.ID) (memory.EraseResult, error) {
	var e memory.EraseResult
	err := s.store.InTx(ctx, func(tx memory.Store) error {
		m, err := tx.MemoryStore().Get(ctx, s.profile, id)
		if err != nil {
			return err
		}
		copies, err := tx.DecisionStore().FindCopiesOfMemoryText(ctx, s.profile, id)
		if err != nil {
			return err
		}
		if _, err = tx.DecisionStore().ScrubMemoryTextFromLedgerAndDerivedTexts(ctx, s.profile, id); err != nil {
			return err
		}
		if err = tx.MemoryStore().UnlinkFromProfile(ctx, s.profile, id); err != nil {
			return err
		}
		e.RemainingCopies = append(namesOfRemainingCopies(copies, m.SourceMessageID), "backups that you saved elsewhere")
		_, err = ledger.RecordDecisionAndCleanDerivedTexts(ctx, tx, memory.Decision{
			CreatedAt: s.clock.NowInUTCToMillisecond(), ProfileID: s.profile, Action: memory.ActionErase, Actor: s.actor,
			MemoryID: id,
		})
		return err
	})
	if err != nil {
		return memory.EraseResult{}, fmt.Errorf("erase memory %d: %w", id, err)
	}
	s.search.RemoveUnchunkedOwnerFromIndex(ctx, s.profile, memory.OwnerMemory, id)
	if s.eraseDeletedFromWALIndexAndSnapshots(ctx) != nil {
		e.RemainingCopies = append(e.RemainingCopies, "files in the data folder, until Memoir restarts")
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventMemories, s.profile, 0)
	return e, nil
}

func originForActor(by memory.Actor) memory.Origin {
	switch by {
	case memory.ActorAPI:
		return memory.OriginAPI
	case memory.ActorFolder:
		return memory.OriginFolder
	case memory.ActorImport:
		return memory.OriginImport
	case memory.ActorSystem:
		return memory.OriginSystem
	case memory.ActorExtractor:
		return memory.OriginExtracted
	default:
		return memory.OriginManual
	}
}

// supersedeIfActiveAddingToDecision supersedes the memory that m replaces, as part of the decision
// d. A memory that is gone, inactive or superseded already is left alone.
func supersedeIfActiveAddingToDecision(
	ctx context.Context, tx memory.Store, d *memory.Decision, oldID memory.ID, m memory.Memory,
) error {
	old, err := tx.MemoryStore().Get(ctx, m.ProfileID, oldID)
	if errors.Is(err, memory.ErrNotFound) {
		return nil
	}
	if err != nil || old.SupersededBy != 0 || old.Status != memory.StatusActive {
		return err
	}
	change, err := ledger.MarkMemorySuperseded(ctx, tx, old, m)
	if err != nil {
		return err
	}
	d.Action, d.OldID = memory.ActionReplace, oldID
	d.Changes = append([]memory.Change{change}, d.Changes...)
	return nil
}
