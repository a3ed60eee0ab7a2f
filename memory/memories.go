package memory

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// maxMemoryRunes bounds a memory written by hand: more than a prompt could use, less than a book.
const maxMemoryRunes = 4000

// MemoryQuery selects memories. With Query, only those that contain its words are returned, best
// first.
type MemoryQuery struct {
	MemoryFilter
	Query string
}

// NewMemory is a memory written by a user or an API client. Content is required.
type NewMemory struct {
	Content  string   `json:"content"`
	Tags     []string `json:"tags"`
	Type     Type     `json:"type"`
	Key      Text     `json:"key"`
	Scope    Scope    `json:"scope"`
	ThreadID ID       `json:"thread_id"`
}

// AddedMemory is a stored memory and the one that it duplicates, if any: memories written by hand
// are never refused as duplicates.
type Added struct {
	Memory
	DuplicateOf ID `json:"duplicate_of"`
}

// MemoryPatch changes the fields that are not nil.
type MemoryPatch struct {
	Content *string   `json:"content"`
	Tags    *[]string `json:"tags"`
	Type    *Type     `json:"type"`
	Key     *Text     `json:"key"`
	Pinned  *bool     `json:"pinned"`
	Status  *Status   `json:"status"`
	// Replace decides on a proposal: true = supersede the other memory, false = keep both.
	Replace   *bool `json:"replace"`
	ValidFrom *Text `json:"valid_from"`
	ValidTo   *Text `json:"valid_to"`
}

// EraseResult lists where the text of an erased memory still exists.
type Erased struct {
	Copies []string `json:"copies"`
}

// Memories lists memories, newest first, or by relevance when Query contains words.
func (s *Service) Memories(ctx context.Context, q MemoryQuery) ([]Memory, error) {
	if q.Now.IsZero() {
		q.Now = s.clock()
	}
	if strings.TrimSpace(q.Query) == "" {
		return s.store.Memories().List(ctx, q.MemoryFilter)
	}
	limit := q.Limit
	if limit == 0 {
		limit = 200
	}
	hits, err := s.lexicon.SearchMemories(ctx, q.Query, limit*3, LexFilter{ProfileID: q.ProfileID, Prefix: true})
	if err != nil {
		return nil, fmt.Errorf("search memories: %w", err)
	}
	order := make(map[ID]int, len(hits))
	f := q.MemoryFilter
	f.IDs, f.Limit, f.BeforeID = make([]ID, 0, len(hits)), 0, 0
	for i, h := range hits {
		order[h.Owner] = i
		f.IDs = append(f.IDs, h.Owner)
	}
	if len(f.IDs) == 0 {
		return []Memory{}, nil
	}
	ms, err := s.store.Memories().List(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("search memories: %w", err)
	}
	slices.SortStableFunc(ms, func(a, b Memory) int { return order[a.ID] - order[b.ID] })
	return ms[:min(len(ms), limit)], nil
}

// Memory returns one memory in any state.
func (s *Service) Memory(ctx context.Context, profile, id ID) (Memory, error) {
	return s.store.Memories().Get(ctx, profile, id)
}

// AddMemory stores and indexes a memory written by a user or an API client. Only empty and overlong
// text, and invalid fields, are refused.
func (s *Service) AddMemory(ctx context.Context, profile ID, by Actor, n NewMemory) (Added, error) {
	m, err := s.newMemory(profile, by, n)
	if err != nil {
		return Added{}, err
	}
	vec := s.embedOne(ctx, EmbedPassage, m.Content)
	near, err := s.sameAs(ctx, s.store, m, vec)
	if err != nil {
		return Added{}, fmt.Errorf("add memory: %w", err)
	}
	err = s.store.InTx(ctx, func(tx Store) error {
		if m.Scope == ScopeThread {
			if _, err := tx.Threads().Get(ctx, profile, m.ThreadID); err != nil {
				return err
			}
		}
		if m.ID, err = tx.Memories().Insert(ctx, m); err != nil {
			return err
		}
		_, err := record(ctx, tx, Decision{
			CreatedAt: m.CreatedAt, ProfileID: profile, ThreadID: m.ThreadID, Action: ActionAdd, Actor: by,
			Changes: []Change{{MemoryID: m.ID, After: &m}},
		})
		return err
	})
	if err != nil {
		return Added{}, fmt.Errorf("add memory: %w", err)
	}
	s.indexMemory(ctx, m, vec)
	s.changed(EventMemories, profile, m.ThreadID)
	return Added{Memory: m, DuplicateOf: near.ID}, nil
}

func (s *Service) newMemory(profile ID, by Actor, n NewMemory) (Memory, error) {
	content, err := cleanContent(n.Content)
	if err != nil {
		return Memory{}, err
	}
	m := Memory{
		ProfileID: profile, Content: content, Tags: cleanTags(n.Tags), Kind: KindFact, Type: n.Type, Key: n.Key,
		Scope: n.Scope, ThreadID: n.ThreadID, Status: StatusActive, Origin: originOf(by), CreatedAt: s.clock(),
	}
	m.UpdatedAt = m.CreatedAt
	if m.Type == "" {
		m.Type = TypeOther
	}
	if m.Scope == "" {
		m.Scope = ScopeGlobal
	}
	if !validType(m.Type) {
		return Memory{}, &FieldError{"type", "use personal, preference, knowledge, event or other"}
	}
	if m.Scope != ScopeGlobal && m.Scope != ScopeThread {
		return Memory{}, &FieldError{"scope", "use global or thread"}
	}
	if m.Scope == ScopeThread && m.ThreadID == 0 {
		return Memory{}, &FieldError{"thread_id", "a memory of one chat needs its chat"}
	}
	return m, nil
}

// UpdateMemory applies a patch and embeds the new text, if there is one. The ledger keeps the state
// before.
func (s *Service) UpdateMemory(ctx context.Context, profile ID, by Actor, id ID, p MemoryPatch) (Memory, error) {
	var after Memory
	var changes []Change
	err := s.store.InTx(ctx, func(tx Store) error {
		before, err := tx.Memories().Get(ctx, profile, id)
		if err != nil {
			return err
		}
		var action Action
		if after, action, err = patched(before, p); err != nil || action == "" {
			return err
		}
		after.UpdatedAt = s.clock()
		changes, after, err = put(ctx, tx, &before, after)
		if err != nil {
			return err
		}
		d := Decision{
			CreatedAt: after.UpdatedAt, ProfileID: profile, ThreadID: after.ThreadID, Action: action, Actor: by,
			MemoryID: after.ID, Changes: changes,
		}
		if before.Proposes != 0 && after.Proposes == 0 && replacing(before, p) {
			if err := takePlace(ctx, tx, &d, before.Proposes, after); err != nil {
				return err
			}
			changes = d.Changes
		}
		_, err = record(ctx, tx, d)
		return err
	})
	if err != nil {
		return Memory{}, fmt.Errorf("change memory %d: %w", id, err)
	}
	s.reindexChanges(ctx, profile, changes)
	s.changed(EventMemories, profile, after.ThreadID)
	return after, nil
}

// ForgetMemory removes a memory from prompts, vector index and full-text search. Undo restores it.
func (s *Service) ForgetMemory(ctx context.Context, profile ID, by Actor, id ID) error {
	m, err := s.store.Memories().Get(ctx, profile, id)
	if err != nil {
		return err
	}
	if m.Status == StatusForgotten {
		return fmt.Errorf("forget memory %d: %w", id, ErrNotFound)
	}
	status := StatusForgotten
	_, err = s.UpdateMemory(ctx, profile, by, id, MemoryPatch{Status: &status})
	return err
}

// EraseMemory deletes a memory for good: row, vectors and full text, its text in the ledger and in
// receipts, and its traces in the files of the data folder. It cannot be undone. The result names
// the copies that it must not touch.
func (s *Service) EraseMemory(ctx context.Context, profile ID, by Actor, id ID) (Erased, error) {
	var e Erased
	err := s.store.InTx(ctx, func(tx Store) error {
		m, err := tx.Memories().Get(ctx, profile, id)
		if err != nil {
			return err
		}
		if _, err = tx.Decisions().Scrub(ctx, profile, id); err != nil {
			return err
		}
		if err = tx.Memories().Remove(ctx, profile, id); err != nil {
			return err
		}
		if m.SourceMessageID != 0 {
			e.Copies = append(e.Copies, fmt.Sprintf("message %d, where you said it", m.SourceMessageID))
		}
		e.Copies = append(e.Copies, "backups made before now")
		_, err = record(ctx, tx, Decision{
			CreatedAt: s.clock(), ProfileID: profile, Action: ActionErase, Actor: by, MemoryID: id,
		})
		return err
	})
	if err != nil {
		return Erased{}, fmt.Errorf("erase memory %d: %w", id, err)
	}
	s.unindex(ctx, profile, OwnerMemory, id)
	if err := errors.Join(s.store.Flush(ctx), s.index.Save(ctx)); err != nil {
		s.log.Warn("what was erased stays in files of the folder until Memoir ends", "memory", id, "err", err)
	}
	s.changed(EventMemories, profile, 0)
	return e, nil
}

func originOf(by Actor) Origin {
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
		return "", &FieldError{"content", "this is not valid text (UTF-8)"}
	case n > maxMemoryRunes:
		return "", &FieldError{
			"content", fmt.Sprintf("a memory has at most %d characters, this has %d", maxMemoryRunes, n),
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

func validType(t Type) bool {
	switch t {
	case TypePersonal, TypePreference, TypeKnowledge, TypeEvent, TypeOther:
		return true
	default:
		return false
	}
}

// isPartialDate accepts the partial dates of RFC 3339 (year, month or day) and "", which means no
// date.
func validDate(s string) bool {
	if s == "" {
		return true
	}
	for _, layout := range []string{"2006", "2006-01", "2006-01-02"} {
		if _, err := time.Parse(layout, s); err == nil {
			return true
		}
	}
	return false
}
