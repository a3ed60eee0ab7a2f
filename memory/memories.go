package memory

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxMemoryRunes bounds a memory written by hand: more than a prompt could use, less than a book.
const maxMemoryRunes = 4000

// Memories lists memories with their source chats, newest first, or by relevance when Query
// contains words.
func (s *Session) Memories(ctx context.Context, q MemoryQuery) ([]Memory, error) {
	q.ProfileID = s.profile
	ms, err := s.search.FindMemories(ctx, q)
	if err != nil {
		return nil, err
	}
	if err := s.fillSourceChats(ctx, ms); err != nil {
		return nil, fmt.Errorf("list memories: %w", err)
	}
	return ms, nil
}

// fillSourceChats sets SourceChat of every memory with one query.
func (s *Session) fillSourceChats(ctx context.Context, ms []Memory) error {
	var ids []ID
	for _, m := range ms {
		if m.SourceMessageID != 0 || m.ChatID != 0 {
			ids = append(ids, m.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	chats, err := s.store.Memories().SourceChats(ctx, s.profile, ids)
	if err != nil {
		return err
	}
	for i := range ms {
		ms[i].SourceChat = chats[ms[i].ID]
	}
	return nil
}

// MemoryOverview counts the memories of the profile by status, type and tag.
func (s *Session) MemoryOverview(ctx context.Context) (MemoryOverview, error) {
	return s.store.Memories().Overview(ctx, s.profile, s.clock.Current())
}

// NewestDecisions returns the newest decision of an actor about each of the given memories, by
// memory ID: with ActorExtractor, why a memory waits in the inbox. Memories without one are left
// out.
func (s *Session) NewestDecisions(ctx context.Context, actor Actor, memories []ID) (map[ID]Decision, error) {
	return s.store.Decisions().NewestOfMemories(ctx, s.profile, actor, memories)
}

// Memory returns one memory in any state, with its source chat.
func (s *Session) Memory(ctx context.Context, id ID) (Memory, error) {
	m, err := s.store.Memories().Get(ctx, s.profile, id)
	if err != nil {
		return Memory{}, err
	}
	one := []Memory{m}
	if err := s.fillSourceChats(ctx, one); err != nil {
		return Memory{}, fmt.Errorf("memory %d: %w", id, err)
	}
	return one[0], nil
}

// AddMemory stores and indexes a memory written by a user or an API client. Only empty and overlong
// text, and invalid fields, are refused.
func (s *Session) AddMemory(ctx context.Context, n NewMemory) (AddedMemory, error) {
	m, err := s.buildMemory(s.profile, s.actor, n)
	if err != nil {
		return AddedMemory{}, err
	}
	vec := s.search.EmbedText(ctx, EmbedPassage, m.Content)
	near, err := s.search.FindEquivalent(ctx, s.store, m, vec)
	if err != nil {
		return AddedMemory{}, fmt.Errorf("add memory: %w", err)
	}
	var added Decision
	err = s.store.InTx(ctx, func(tx Store) error {
		if m.Scope == ScopeChat {
			if _, err := tx.Chats().Get(ctx, s.profile, m.ChatID); err != nil {
				return err
			}
		}
		if m.ID, err = tx.Memories().Insert(ctx, m); err != nil {
			return err
		}
		added, err = Record(ctx, tx, Decision{
			CreatedAt: m.CreatedAt, ProfileID: s.profile, ChatID: m.ChatID, Action: ActionAdd, Actor: s.actor,
			Changes: []Change{{MemoryID: m.ID, After: &m}},
		})
		return err
	})
	if err != nil {
		return AddedMemory{}, fmt.Errorf("add memory: %w", err)
	}
	s.search.IndexMemory(ctx, m, vec)
	PublishChange(s.bus, EventMemories, s.profile, m.ChatID)
	return AddedMemory{Memory: m, DuplicateOf: near.ID, Decision: added}, nil
}

func (s *Service) buildMemory(profile ID, by Actor, n NewMemory) (Memory, error) {
	content, err := cleanContent(n.Content)
	if err != nil {
		return Memory{}, err
	}
	m := Memory{
		ProfileID: profile, Content: content, Tags: cleanTags(n.Tags), Kind: KindFact, Type: n.Type, Key: n.Key,
		Pinned: n.Pinned, ValidFrom: n.ValidFrom, ValidTo: n.ValidTo, Scope: n.Scope, ChatID: n.ChatID,
		Status: StatusActive, Origin: originForActor(by), CreatedAt: s.clock.Current(),
	}
	m.UpdatedAt = m.CreatedAt
	if m.Type == "" {
		m.Type = TypeOther
	}
	if m.Scope == "" {
		m.Scope = ScopeGlobal
	}
	check := MemoryPatch{Type: &m.Type, ValidFrom: &m.ValidFrom, ValidTo: &m.ValidTo}
	if err := check.validateFields(); err != nil {
		return Memory{}, err
	}
	if m.Scope != ScopeGlobal && m.Scope != ScopeChat {
		return Memory{}, &FieldError{"scope", "use global or thread"}
	}
	if m.Scope == ScopeChat && m.ChatID == 0 {
		return Memory{}, &FieldError{"thread_id", "a memory of one chat needs its chat"}
	}
	return m, nil
}

// UpdateMemory applies a patch and embeds the new text, if there is one. The ledger keeps the state
// before.
func (s *Session) UpdateMemory(ctx context.Context, id ID, p MemoryPatch) (Changed, error) {
	var after Memory
	var made Decision
	err := s.store.InTx(ctx, func(tx Store) error {
		before, err := tx.Memories().Get(ctx, s.profile, id)
		if err != nil {
			return err
		}
		var action Action
		if after, action, err = applyPatch(before, p); err != nil || action == "" {
			return err
		}
		after.UpdatedAt = s.clock.Current()
		var changes []Change
		if changes, after, err = PutMemory(ctx, tx, &before, after); err != nil {
			return err
		}
		d := Decision{
			CreatedAt: after.UpdatedAt, ProfileID: s.profile, ChatID: after.ChatID, Action: action, Actor: s.actor,
			MemoryID: after.ID, Changes: changes,
		}
		if before.Proposes != 0 && after.Proposes == 0 && acceptsReplacement(before, p) {
			if err := closeReplacedMemory(ctx, tx, &d, before.Proposes, after); err != nil {
				return err
			}
		}
		made, err = Record(ctx, tx, d)
		return err
	})
	if err != nil {
		return Changed{}, fmt.Errorf("change memory %d: %w", id, err)
	}
	s.search.ReindexChanges(ctx, s.profile, made.Changes)
	PublishChange(s.bus, EventMemories, s.profile, after.ChatID)
	return Changed{Memory: after, Decision: made}, nil
}

// ForgetMemory removes a memory from prompts, vector index and full-text search. Undo restores it.
func (s *Session) ForgetMemory(ctx context.Context, id ID) (Changed, error) {
	m, err := s.store.Memories().Get(ctx, s.profile, id)
	if err != nil {
		return Changed{}, err
	}
	if m.Status == StatusForgotten {
		return Changed{}, fmt.Errorf("forget memory %d: %w", id, ErrNotFound)
	}
	status := StatusForgotten
	return s.UpdateMemory(ctx, id, MemoryPatch{Status: &status})
}

// EraseMemory deletes a memory for good: row, vectors and full text, its text in the ledger and in
// receipts, and its traces in the files of the data folder. It cannot be undone. The result names
// the copies that it must not touch.
func (s *Session) EraseMemory(ctx context.Context, id ID) (EraseResult, error) {
	var e EraseResult
	err := s.store.InTx(ctx, func(tx Store) error {
		m, err := tx.Memories().Get(ctx, s.profile, id)
		if err != nil {
			return err
		}
		if _, err = tx.Decisions().ScrubText(ctx, s.profile, id); err != nil {
			return err
		}
		if err = tx.Memories().RemoveLink(ctx, s.profile, id); err != nil {
			return err
		}
		if m.SourceMessageID != 0 {
			e.RemainingCopies = append(e.RemainingCopies, fmt.Sprintf("message %d, where you said it", m.SourceMessageID))
		}
		e.RemainingCopies = append(e.RemainingCopies, "backups made before now")
		_, err = Record(ctx, tx, Decision{
			CreatedAt: s.clock.Current(), ProfileID: s.profile, Action: ActionErase, Actor: s.actor, MemoryID: id,
		})
		return err
	})
	if err != nil {
		return EraseResult{}, fmt.Errorf("erase memory %d: %w", id, err)
	}
	s.search.RemoveFromIndex(ctx, s.profile, OwnerMemory, id)
	if err := errors.Join(s.store.CheckpointWAL(ctx), s.vectorIndex.SaveSnapshot(ctx)); err != nil {
		s.log.Warn("what was erased stays in files of the folder until Memoir ends", "memory", id, "err", err)
	}
	PublishChange(s.bus, EventMemories, s.profile, 0)
	return e, nil
}

func originForActor(by Actor) Origin {
	switch by {
	case ActorAPI:
		return OriginAPI
	case ActorFolder:
		return OriginFolder
	case ActorImport:
		return OriginImport
	case ActorSystem:
		return OriginSystem
	case ActorExtractor:
		return OriginExtracted
	default:
		return OriginManual
	}
}

func cleanContent(s string) (string, error) {
	s = strings.TrimSpace(s)
	switch n := utf8.RuneCountInString(s); {
	case n == 0:
		return "", &FieldError{"content", "write at least one word"}
	case !utf8.ValidString(s):
		return "", &FieldError{"content", "this isn't valid text (UTF-8)"}
	case n > maxMemoryRunes:
		return "", &FieldError{
			"content", fmt.Sprintf("a memory can have at most %d characters; this one has %d", maxMemoryRunes, n),
		}
	}
	return s, nil
}

// cleanTags trims tags and drops empty and repeated ones. It never returns nil.
func cleanTags(tags []string) []string {
	out := make([]string, 0, len(tags))
	for _, t := range tags {
		if t = strings.TrimSpace(t); t != "" && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}
