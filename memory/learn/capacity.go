package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"memoir/memory"
	"memoir/memory/ledger"
)

// valueHalfLife is the time without use after which a memory has lost half of its value.
const valueHalfLife = 90 * 24 * time.Hour

// archiveMemoriesOverCapacity archives active, unpinned, learned memories where more than
// MaxActiveMemories are active: those of the lowest value first, or the oldest (S001-18). The
// memories of each chat and of each project count for themselves, and so do those of all chats, so
// that a busy chat takes no room from another one. Memories that the user wrote, pinned, edited,
// accepted or restored stay active, and so do those restored by this run, even if the limit is then
// exceeded. Nothing is erased.
func (p *pipeline) archiveMemoriesOverCapacity(
	ctx context.Context, tx memory.Store, x exchange, done []memory.Decision,
) ([]memory.Decision, error) {
	limit := p.config().MaxActiveMemories
	if limit <= 0 {
		return nil, nil
	}
	active, err := tx.MemoryStore().List(ctx, memory.MemoryFilter{
		ProfileID: x.profileID, AnyScope: true, NotOrigin: memory.OriginSystem,
	})
	if err != nil {
		return nil, fmt.Errorf("count memories: %w", err)
	}
	type reach struct{ chat, project memory.ID } // zero = the memories of all chats
	byReach := map[reach][]memory.Memory{}
	for _, m := range active {
		at := reach{}
		switch m.Scope {
		case memory.ScopeChat:
			at.chat = m.ChatID
		case memory.ScopeProject:
			at.project = m.ProjectID
		}
		byReach[at] = append(byReach[at], m)
	}
	var out []memory.Decision
	for _, at := range slices.SortedFunc(maps.Keys(byReach), func(a, b reach) int {
		return cmp.Or(cmp.Compare(a.chat, b.chat), cmp.Compare(a.project, b.project))
	}) {
		over := len(byReach[at]) - limit
		for _, m := range p.evictableMemoriesInOrder(byReach[at], done) {
			if over <= 0 {
				break
			}
			if kept, err := wasEditedAcceptedOrRestoredByUser(ctx, tx, m); err != nil {
				return nil, err
			} else if kept {
				continue
			}
			d, err := p.archiveMemoryOverCapacity(ctx, tx, x, m)
			if err != nil {
				return nil, err
			}
			out = append(out, d)
			over--
		}
	}
	return out, nil
}

// evictableMemoriesInOrder returns the memories that may be archived, the first to go first.
func (p *pipeline) evictableMemoriesInOrder(active []memory.Memory, done []memory.Decision) []memory.Memory {
	evictable := slices.DeleteFunc(active, func(m memory.Memory) bool {
		back := slices.ContainsFunc(done, func(d memory.Decision) bool {
			return d.Action == memory.ActionRestore && d.UndoOf == 0 && d.MemoryID == m.ID
		})
		return back || m.Pinned || m.Origin != memory.OriginExtracted
	})
	now, oldestFirst := p.clock.NowInUTCToMillisecond(), p.config().CapacityOrder == memory.OldestFirst
	slices.SortStableFunc(evictable, func(a, b memory.Memory) int {
		if oldestFirst {
			return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
		}
		return cmp.Or(cmp.Compare(memoryValueForKeeping(a, now), memoryValueForKeeping(b, now)), cmp.Compare(a.ID, b.ID))
	})
	return evictable
}

// archiveMemoryOverCapacity archives one memory for lack of room.
func (p *pipeline) archiveMemoryOverCapacity(
	ctx context.Context, tx memory.Store, x exchange, m memory.Memory,
) (memory.Decision, error) {
	after := m
	after.Status, after.UpdatedAt = memory.StatusArchived, p.clock.NowInUTCToMillisecond()
	changes, _, err := ledger.PutMemoryReturningChanges(ctx, tx, &m, after)
	if err != nil {
		return memory.Decision{}, fmt.Errorf("archive memory %d: %w", m.ID, err)
	}
	reason := fmt.Sprintf("only %d memories can be active", p.config().MaxActiveMemories)
	switch m.Scope {
	case memory.ScopeChat:
		reason = fmt.Sprintf("a chat can have only %d active memories", p.config().MaxActiveMemories)
	case memory.ScopeProject:
		reason = fmt.Sprintf("a project can have only %d active memories", p.config().MaxActiveMemories)
	}
	return ledger.RecordDecisionAndCleanDerivedTexts(ctx, tx, memory.Decision{
		CreatedAt: after.UpdatedAt, RunID: memory.NullText(x.runID), ProfileID: x.profileID, ChatID: x.chat.ID,
		MessageID: x.answer.ID, Action: memory.ActionArchive, Actor: memory.ActorSystem, MemoryID: m.ID, Changes: changes,
		Reason: memory.NullText(reason),
	})
}

// reasonRestored is recorded in the ledger when a repetition restores an evicted memory.
const reasonRestored = "you said this again after it was archived"

// restoreRepeatedEvictedMemory makes an evicted memory active again when the user repeats it, as if
// it had been learned from scratch (source 001 removes what it evicts and would learn it again).
// Memories that the user archived stay archived.
func (p *pipeline) restoreRepeatedEvictedMemory(
	ctx context.Context, tx memory.Store, x exchange, c *candidate, d *memory.Decision,
) error {
	m, err := tx.MemoryStore().Get(ctx, x.profileID, d.OldID)
	if errors.Is(err, memory.ErrNotFound) || err == nil && (m.Status != memory.StatusArchived || c.inboxReason != "") {
		return nil
	}
	if err != nil {
		return err
	}
	ds, err := tx.DecisionStore().List(ctx, memory.DecisionFilter{
		ProfileID: x.profileID, MemoryID: m.ID, Actions: []memory.Action{memory.ActionArchive},
	})
	if err != nil {
		return fmt.Errorf("history of memory %d: %w", m.ID, err)
	}
	if i := slices.IndexFunc(ds, func(o memory.Decision) bool { return o.UndoneBy == 0 }); i < 0 ||
		ds[i].Actor != memory.ActorSystem {
		return nil
	}
	after := m
	after.Status, after.UpdatedAt = memory.StatusActive, p.clock.NowInUTCToMillisecond()
	if d.Changes, after, err = ledger.PutMemoryReturningChanges(ctx, tx, &m, after); err != nil {
		return fmt.Errorf("restore memory %d: %w", m.ID, err)
	}
	d.Action, d.MemoryID, d.OldID, d.Candidate, d.Reason = memory.ActionRestore, after.ID, 0, "", reasonRestored
	return nil
}

// wasEditedAcceptedOrRestoredByUser reports whether the user has edited, accepted or restored the
// memory and has not undone that.
func wasEditedAcceptedOrRestoredByUser(ctx context.Context, tx memory.Store, m memory.Memory) (bool, error) {
	ds, err := tx.DecisionStore().List(ctx, memory.DecisionFilter{
		ProfileID: m.ProfileID, MemoryID: m.ID, Actions: []memory.Action{
			memory.ActionUpdate, memory.ActionAccept,
			memory.ActionRestore,
		},
	})
	if err != nil {
		return false, fmt.Errorf("history of memory %d: %w", m.ID, err)
	}
	for _, d := range ds {
		if d.UndoneBy != 0 || !d.Actor.IsHuman() {
			continue
		}
		if d.UndoOf == 0 {
			return true, nil
		}
		undone, err := tx.DecisionStore().Get(ctx, m.ProfileID, d.UndoOf)
		if err != nil {
			return false, fmt.Errorf("history of memory %d: %w", m.ID, err)
		}
		if undone.Action == memory.ActionArchive || undone.Action == memory.ActionForget {
			return true, nil
		}
	}
	return false, nil
}

// memoryValueForKeeping ranks memories for eviction: it grows with the logarithm of the use count,
// halves every valueHalfLife since the last use, and weighs facts about who the user is more than
// passing events. The first facts learned, the name among them, are not evicted for their age
// alone.
func memoryValueForKeeping(m memory.Memory, now time.Time) float64 {
	last := m.CreatedAt
	if m.LastUsedAt.After(last) {
		last = m.LastUsedAt.Time
	}
	age := max(now.Sub(last), 0)
	weight := map[memory.Type]float64{
		memory.TypePersonal: 4, memory.TypePreference: 2, memory.TypeKnowledge: 1.5, memory.TypeOther: 1,
		memory.TypeEvent: 0.7,
	}[m.Type]
	if weight == 0 {
		weight = 1
	}
	return weight * (1 + math.Log1p(float64(m.UseCount))) * math.Exp2(-float64(age)/float64(valueHalfLife))
}
