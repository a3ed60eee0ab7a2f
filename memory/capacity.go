package memory

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"
)

// halfLife is the age at which a memory that is never used has lost half of its value.
const halfLife = 90 * 24 * time.Hour

// evict archives active, unpinned, learned memories while there are more than the settings keep: those of the lowest
// value, or the oldest (source 001). What a person wrote, pinned, changed, accepted or brought back stays, even if
// more are kept then. Nothing is erased.
func (s *Service) evict(ctx context.Context, tx Store, x exchange) ([]Decision, error) {
	cfg := s.Config()
	if cfg.MaxEntries <= 0 {
		return nil, nil
	}
	active, err := tx.Memories().List(ctx, MemoryFilter{ProfileID: x.profile, AnyScope: true})
	if err != nil {
		return nil, fmt.Errorf("count memories: %w", err)
	}
	over := len(active) - cfg.MaxEntries
	if over <= 0 {
		return nil, nil
	}
	now := s.clock()
	loose := slices.DeleteFunc(active, func(m Memory) bool { return m.Pinned || m.Origin != OriginExtracted })
	slices.SortStableFunc(loose, func(a, b Memory) int {
		if cfg.CapacityOrder == "oldest" {
			return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
		}
		return cmp.Or(cmp.Compare(value(a, now), value(b, now)), cmp.Compare(a.ID, b.ID))
	})
	var out []Decision
	for _, m := range loose {
		if len(out) == over {
			break
		}
		if kept, err := keptByUser(ctx, tx, m); err != nil {
			return nil, err
		} else if kept {
			continue
		}
		after := m
		after.Status, after.UpdatedAt = StatusArchived, now
		changes, _, err := put(ctx, tx, &m, after)
		if err != nil {
			return nil, fmt.Errorf("archive memory %d: %w", m.ID, err)
		}
		d, err := record(ctx, tx, Decision{
			CreatedAt: now, RunID: Text(x.runID), ProfileID: x.profile, ThreadID: x.thread.ID, MessageID: x.answer.ID,
			Action: ActionArchive, Actor: ActorSystem, MemoryID: m.ID, Changes: changes,
			Reason: Text(fmt.Sprintf("only %d memories are kept active", cfg.MaxEntries)),
		})
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

// keptByUser reports whether a person has changed or accepted the memory or brought it back, and has not taken that
// back.
func keptByUser(ctx context.Context, tx Store, m Memory) (bool, error) {
	ds, err := tx.Decisions().List(ctx, DecisionFilter{
		ProfileID: m.ProfileID, MemoryID: m.ID, Actions: []Action{ActionUpdate, ActionAccept, ActionRestore},
	})
	if err != nil {
		return false, fmt.Errorf("history of memory %d: %w", m.ID, err)
	}
	for _, d := range ds {
		if d.UndoneBy != 0 || !byHand(d.Actor) {
			continue
		}
		if d.UndoOf == 0 {
			return true, nil
		}
		undone, err := tx.Decisions().Get(ctx, m.ProfileID, d.UndoOf)
		if err != nil {
			return false, fmt.Errorf("history of memory %d: %w", m.ID, err)
		}
		if undone.Action == ActionArchive || undone.Action == ActionDelete {
			return true, nil
		}
	}
	return false, nil
}

// byHand reports whether an actor is a person: in the window, the shell or their folder.
func byHand(a Actor) bool { return a == ActorUser || a == ActorFolder }

// value ranks memories for eviction: uses count by their logarithm, age since the last use halves it every halfLife,
// and who the user is weighs more than a passing event. The first things learned, the name among them, do not lose by
// age alone.
func value(m Memory, now time.Time) float64 {
	last := m.CreatedAt
	if m.LastUsedAt.After(last) {
		last = m.LastUsedAt.Time
	}
	age := max(now.Sub(last), 0)
	weight := map[Type]float64{
		TypePersonal: 4, TypePreference: 2, TypeKnowledge: 1.5, TypeOther: 1, TypeEvent: 0.7,
	}[m.Type]
	if weight == 0 {
		weight = 1
	}
	return weight * (1 + math.Log1p(float64(m.UseCount))) * math.Exp2(-float64(age)/float64(halfLife))
}
