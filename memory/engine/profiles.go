package engine

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"memoir/memory"
	"memoir/memory/importer"
)

// maxProfileName bounds a profile's name, in runes.
const maxProfileName = 60

// ListProfiles lists the profiles of the data folder.
func (s *Service) ListProfiles(ctx context.Context) ([]memory.Profile, error) {
	return s.store.ProfileStore().List(ctx)
}

// CreateProfile adds a profile with its own memories and chats. Its external ID is made from the
// name, so that a command or a request can name it too.
func (s *Service) CreateProfile(ctx context.Context, name string) (memory.Profile, error) {
	name, err := normalizeAndValidateProfileName(name)
	if err != nil {
		return memory.Profile{}, err
	}
	p := memory.Profile{Name: name, CreatedAt: s.clock.NowInUTCToMillisecond()}
	err = s.store.InTx(ctx, func(tx memory.Store) error {
		var err error
		if p.ExternalID, err = uniqueProfileExternalID(ctx, tx, name); err != nil {
			return err
		}
		p.ID, err = s.createProfileWithSystemMemories(ctx, tx, p)
		return err
	})
	if err != nil {
		return memory.Profile{}, fmt.Errorf("create profile: %w", err)
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventSettings, p.ID, 0)
	return p, nil
}

// RenameProfile changes the displayed name.
func (s *Service) RenameProfile(ctx context.Context, id memory.ID, name string) error {
	name, err := normalizeAndValidateProfileName(name)
	if err != nil {
		return err
	}
	if err := s.store.ProfileStore().Rename(ctx, id, name); err != nil {
		return fmt.Errorf("rename profile %d: %w", id, err)
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventSettings, id, 0)
	return nil
}

// DeleteProfileAlsoFromSnapshots deletes a profile for good with everything that belongs to it
// alone. The first profile cannot be deleted, because a data folder always has one. This is the
// only operation that needs a confirmation beforehand and has no undo.
func (s *Service) DeleteProfileAlsoFromSnapshots(ctx context.Context, id memory.ID) error {
	if id == 1 {
		return &memory.FieldError{Field: "profile", Problem: "the first profile can't be deleted"}
	}
	ts, err := s.store.ChatStore().List(ctx, memory.ChatFilter{ProfileID: id, AnyArchived: true})
	if err != nil {
		return fmt.Errorf("delete profile %d: %w", id, err)
	}
	for _, chat := range ts {
		if err := s.turns.StopAnswerInChatAndWait(ctx, chat.ID); err != nil {
			return fmt.Errorf("delete profile %d: %w", id, err)
		}
	}
	if err := s.store.ProfileStore().Delete(ctx, id); err != nil {
		return fmt.Errorf("delete profile %d: %w", id, err)
	}
	s.search.DropProfileFromVectorIndex(ctx, id)
	_ = s.eraseDeletedFromWALIndexAndSnapshots(ctx) // the profile is gone; the rest is done at the next start
	memory.PublishStaleDataEvent(s.bus, memory.EventSettings, id, 0)
	return nil
}

func normalizeAndValidateProfileName(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if n := utf8.RuneCountInString(name); n == 0 || n > maxProfileName {
		return "", &memory.FieldError{
			Field: "name", Problem: fmt.Sprintf("a name must have 1 to %d characters", maxProfileName),
		}
	}
	return name, nil
}

// purgeExpiredChatsAndAssignExternalIDs removes what should not outlive the last run: temporary
// chats left by a crash, and chats whose time in the trash has expired. Of temporary chats nothing
// is left in the files of the data folder when it returns: snapshots have none. Profiles of earlier
// versions get their external IDs.
func (s *Service) purgeExpiredChatsAndAssignExternalIDs(ctx context.Context) {
	ps, err := s.store.ProfileStore().List(ctx)
	if err != nil {
		s.log.Warn("nothing was cleaned up", "err", err)
		return
	}
	s.assignMissingExternalIDs(ctx, ps)
	removed := 0
	for _, p := range ps {
		n, err := s.Session(p.ID, memory.ActorUser).PurgeExpiredTrashedChats(ctx)
		if err != nil {
			s.log.Warn("the trash was not emptied", "profile", p.ID, "err", err)
		}
		removed += n + s.deleteTemporaryChatsOfProfile(ctx, p.ID)
	}
	if removed == 0 {
		return
	}
	if err := s.store.CheckpointWAL(ctx); err != nil {
		s.log.Warn("what was removed is in the log of the database until Memoir ends", "err", err)
	}
}

// deleteTemporaryChatsOfProfile deletes a profile's temporary chats for good and returns how many
// there were.
func (s *Service) deleteTemporaryChatsOfProfile(ctx context.Context, profile memory.ID) int {
	chats, err := s.store.ChatStore().List(ctx, memory.ChatFilter{ProfileID: profile, AnyArchived: true, Temporary: true})
	if err != nil {
		s.log.Warn("chats could not be listed", "profile", profile, "err", err)
		return 0
	}
	removed := 0
	for _, chat := range chats {
		if err := s.store.ChatStore().Delete(ctx, profile, chat.ID); err != nil {
			s.log.Warn("a temporary chat was not removed", "chat", chat.ID, "err", err)
			continue
		}
		removed++
	}
	return removed
}

// deleteAllTemporaryChats deletes the temporary chats that clients left open. The store empties its
// log when it is closed.
func (s *Service) deleteAllTemporaryChats(ctx context.Context) {
	profiles, err := s.store.ProfileStore().List(ctx)
	if err != nil {
		s.log.Warn("temporary chats stay until the next start", "err", err)
		return
	}
	for _, p := range profiles {
		s.deleteTemporaryChatsOfProfile(ctx, p.ID)
	}
}

// ImportFolderContentsCreatingProfiles stores what a folder of Markdown files holds. The first
// content without a profile's name goes to the profile of the session, the others to those of their
// names, which are made where they are missing. See
// importer.Importer.ImportNewPartsOfFolderContent.
func (s *Session) ImportFolderContentsCreatingProfiles(
	ctx context.Context, all []memory.FolderContent,
) (memory.ImportResult, error) {
	sum := memory.ImportResult{Attention: []memory.FileProblem{}}
	for _, c := range all {
		profile := s.profile
		if c.Profile != "" {
			p, err := s.FindProfileByIDOrNameElseCreate(ctx, c.Profile)
			if err != nil {
				return sum, fmt.Errorf("import the profile %s: %w", c.Profile, err)
			}
			profile = p.ID
		}
		im := importer.Importer{
			Store: s.store, Profile: profile, Now: s.clock,
			StoreFacts: s.Session(profile, memory.ActorImport).ApplyMemoryFileChanges,
		}
		r, err := im.ImportNewPartsOfFolderContent(ctx, c)
		sum = sum.Plus(r)
		memory.PublishStaleDataEvent(s.bus, memory.EventChats, profile, 0)
		memory.PublishStaleDataEvent(s.bus, memory.EventMemories, profile, 0)
		if err != nil {
			return sum, err
		}
	}
	s.search.RequestSyncOfAllProfiles()
	return sum, nil
}
