package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/memory/ledger"
)

// givenSystemMemoriesSetting holds the content hashes of the system memories that each profile was
// given, so that one that a person erased is not given again.
const givenSystemMemoriesSetting = "system_memories.given"

// Reasons in the ledger.
const (
	reasonColdStart         = "you had only a few memories of your own"
	reasonNotInSystemFile   = "it's no longer in system_memories.yaml"
	reasonInSystemFileAgain = "it's in system_memories.yaml again"
)

// syncSystemMemoriesOfAllProfiles gives every profile with few memories of its own the data
// folder's system memories (source 004): one row for each text, with a link of every profile, which
// can change or forget its own. Texts that left the file are archived where nobody has touched
// them.
func (s *Service) syncSystemMemoriesOfAllProfiles(ctx context.Context) error {
	if len(s.systemMemories) == 0 {
		_, err := s.store.SettingStore().Get(ctx, givenSystemMemoriesSetting)
		if errors.Is(err, memory.ErrNotFound) { // there is nothing to give, and nothing was given
			return nil
		}
	}
	return s.store.InTx(ctx, func(tx memory.Store) error {
		all, err := tx.ProfileStore().List(ctx)
		if err != nil {
			return err
		}
		l, err := s.newSystemMemoryLinker(ctx, tx, all)
		if err != nil {
			return err
		}
		for _, p := range all {
			if err := l.archiveUnpinnedTextsGoneFromFile(ctx, p.ID); err != nil {
				return fmt.Errorf("profile %d: %w", p.ID, err)
			}
			if err := l.giveUngivenTextsToProfileIfSparse(ctx, p.ID); err != nil {
				return fmt.Errorf("profile %d: %w", p.ID, err)
			}
		}
		return l.saveWhatProfilesWereGiven(ctx)
	})
}

// createProfileWithSystemMemories stores a profile and gives it the system memories. It must run in
// a transaction.
func (s *Service) createProfileWithSystemMemories(
	ctx context.Context, tx memory.Store, p memory.Profile,
) (memory.ID, error) {
	id, err := tx.ProfileStore().Create(ctx, p)
	if err != nil || len(s.systemMemories) == 0 {
		return id, err
	}
	all, err := tx.ProfileStore().List(ctx)
	if err != nil {
		return 0, err
	}
	l, err := s.newSystemMemoryLinker(ctx, tx, all)
	if err != nil {
		return 0, err
	}
	if err := l.giveUngivenTextsToProfileIfSparse(ctx, id); err != nil {
		return 0, err
	}
	return id, l.saveWhatProfilesWereGiven(ctx)
}

// systemMemoryLinker links system memories within one transaction.
type systemMemoryLinker struct {
	*Service
	tx     memory.Store
	shared map[string]memory.Memory // the row of each text, as some profile sees it
	given  map[memory.ID][]string   // content hashes by profile
	// isChanged says that given is not stored yet.
	isChanged bool
}

func (s *Service) newSystemMemoryLinker(
	ctx context.Context, tx memory.Store, profiles []memory.Profile,
) (*systemMemoryLinker, error) {
	l := &systemMemoryLinker{
		Service: s, tx: tx, shared: map[string]memory.Memory{}, given: map[memory.ID][]string{},
	}
	stored, err := tx.SettingStore().Get(ctx, givenSystemMemoriesSetting)
	switch {
	case errors.Is(err, memory.ErrNotFound):
	case err != nil:
		return nil, err
	default:
		if err := json.Unmarshal([]byte(stored), &l.given); err != nil {
			return nil, fmt.Errorf("read %s: %w", givenSystemMemoriesSetting, memory.ErrCorrupt)
		}
	}
	for _, p := range profiles {
		ms, err := l.listSystemMemoriesOfProfile(ctx, p.ID)
		if err != nil {
			return nil, err
		}
		for _, m := range ms {
			if _, ok := l.shared[m.Content]; !ok {
				l.shared[m.Content] = m
			}
		}
	}
	return l, nil
}

// listSystemMemoriesOfProfile returns the profile's memories that are from the file, in every
// state.
func (l *systemMemoryLinker) listSystemMemoriesOfProfile(
	ctx context.Context, profile memory.ID,
) ([]memory.Memory, error) {
	return l.tx.MemoryStore().List(ctx, memory.MemoryFilter{
		ProfileID: profile, Origin: memory.OriginSystem, AnyScope: true, IncludeOutdated: true,
		Status: []memory.Status{
			memory.StatusActive, memory.StatusInbox, memory.StatusArchived, memory.StatusForgotten,
		},
	})
}

// giveUngivenTextsToProfileIfSparse links the texts that the profile was never given, while it has
// fewer memories of its own than the setting says.
func (l *systemMemoryLinker) giveUngivenTextsToProfileIfSparse(ctx context.Context, profile memory.ID) error {
	isSparse, err := l.search.HasFewOwnMemories(ctx, l.tx, profile)
	if err != nil || !isSparse {
		return err
	}
	for _, text := range l.systemMemories {
		hash := lang.ContentHash(text)
		if slices.Contains(l.given[profile], hash) {
			continue
		}
		if err := l.linkOrRestoreTextForProfile(ctx, profile, text); err != nil {
			return err
		}
		l.given[profile], l.isChanged = append(l.given[profile], hash), true
	}
	return nil
}

// linkOrRestoreTextForProfile links one text to a profile, to the row that others share if there is
// one, and records it. One that the profile has archived since is made active again.
func (l *systemMemoryLinker) linkOrRestoreTextForProfile(ctx context.Context, profile memory.ID, text string) error {
	now := l.clock.NowInUTCToMillisecond()
	row, isShared := l.shared[text]
	if !isShared {
		row = memory.Memory{
			Content: text, Tags: []string{}, Kind: memory.KindFact, Type: memory.TypeOther,
			Scope: memory.ScopeGlobal, Origin: memory.OriginSystem, CreatedAt: now,
		}
	}
	d := memory.Decision{
		CreatedAt: now, ProfileID: profile, Action: memory.ActionAdd, Actor: memory.ActorSystem, Reason: reasonColdStart,
	}
	var before *memory.Memory
	switch own, err := l.tx.MemoryStore().Get(ctx, profile, row.ID); {
	case errors.Is(err, memory.ErrNotFound):
	case err != nil:
		return err
	case own.Status != memory.StatusArchived:
		return nil
	default:
		before, d.Action, d.Reason = &own, memory.ActionRestore, reasonInSystemFileAgain
	}
	m := memory.Memory{
		ID: row.ID, ProfileID: profile, Content: row.Content, Tags: row.Tags, Kind: row.Kind, Type: row.Type, Key: row.Key,
		Scope: row.Scope, Origin: row.Origin, CreatedAt: row.CreatedAt, Status: memory.StatusActive, UpdatedAt: now,
	}
	var err error
	if d.Changes, m, err = ledger.PutMemoryReturningChanges(ctx, l.tx, before, m); err != nil {
		return err
	}
	l.shared[text] = m
	_, err = ledger.RecordDecisionAndCleanDerivedTexts(ctx, l.tx, d)
	return err
}

// archiveUnpinnedTextsGoneFromFile archives the profile's system memories that the file no longer
// holds, but neither pinned nor edited ones.
func (l *systemMemoryLinker) archiveUnpinnedTextsGoneFromFile(ctx context.Context, profile memory.ID) error {
	ms, err := l.listSystemMemoriesOfProfile(ctx, profile)
	if err != nil {
		return err
	}
	for _, m := range ms {
		hash := lang.ContentHash(m.Content)
		at := slices.Index(l.given[profile], hash)
		if at < 0 || m.Status != memory.StatusActive || m.Pinned || slices.Contains(l.systemMemories, m.Content) {
			continue
		}
		before, after := m, m
		after.Status, after.UpdatedAt = memory.StatusArchived, l.clock.NowInUTCToMillisecond()
		changes, _, err := ledger.PutMemoryReturningChanges(ctx, l.tx, &before, after)
		if err != nil {
			return err
		}
		_, err = ledger.RecordDecisionAndCleanDerivedTexts(ctx, l.tx, memory.Decision{
			CreatedAt: after.UpdatedAt, ProfileID: profile, Action: memory.ActionArchive, Actor: memory.ActorSystem,
			MemoryID: m.ID, Changes: changes, Reason: reasonNotInSystemFile,
		})
		if err != nil {
			return err
		}
		l.given[profile], l.isChanged = slices.Delete(l.given[profile], at, at+1), true
	}
	return nil
}

// saveWhatProfilesWereGiven stores which profile was given what.
func (l *systemMemoryLinker) saveWhatProfilesWereGiven(ctx context.Context) error {
	if !l.isChanged {
		return nil
	}
	b, err := json.Marshal(l.given)
	if err != nil {
		return err
	}
	return l.tx.SettingStore().Set(ctx, givenSystemMemoriesSetting, string(b))
}
