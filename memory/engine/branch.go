package engine

import (
	"context"
	"fmt"
	"slices"

	"memoir/memory"
)

// branchTitlePrefix begins the title of a chat that was branched from another one.
const branchTitlePrefix = "Branch · "

// CopyChatUpToMessageAsNewChat stores a new chat that holds the messages of another one up to the
// given message, with its files, settings and project, and returns it. Nothing is learned from the
// copies, because it was from the originals; their summaries are copied as ones that the text about
// the user holds. An answer that is still being written is memory.ErrBusy, a chat in the trash
// memory.ErrNotFound.
func (s *Session) CopyChatUpToMessageAsNewChat(ctx context.Context, messageID memory.ID) (memory.Chat, error) {
	var branch memory.Chat
	err := s.store.InTx(ctx, func(tx memory.Store) error {
		last, err := tx.MessageStore().Get(ctx, s.profile, messageID)
		if err != nil {
			return err
		}
		source, err := loadChatNotInTrash(ctx, tx, s.profile, last.ChatID)
		if err != nil {
			return err
		}
		if last.Status == memory.MessageStreaming {
			return fmt.Errorf("its answer is still being written: %w", memory.ErrBusy)
		}
		branch = s.newChatWithSettingsOf(source, messageID)
		if branch.ID, err = tx.ChatStore().Create(ctx, branch); err != nil {
			return err
		}
		copies, err := s.copyMessagesUpTo(ctx, tx, source.ID, messageID, branch.ID)
		if err != nil {
			return err
		}
		branch.HeadID = copies[messageID]
		return s.copySummariesOfCopiedMessages(ctx, tx, source.ID, branch.ID, copies)
	})
	if err != nil {
		return memory.Chat{}, fmt.Errorf("branch at message %d: %w", messageID, err)
	}
	s.search.RequestSync(s.profile) // embeds the copies
	memory.PublishStaleDataEvent(s.bus, memory.EventChats, s.profile, branch.ID)
	return branch, nil
}

// newChatWithSettingsOf returns a chat with the files, settings and project of another one.
func (s *Session) newChatWithSettingsOf(source memory.Chat, messageID memory.ID) memory.Chat {
	branch := source
	branch.ID, branch.HeadID, branch.BranchedFrom = 0, 0, messageID
	branch.FileIDs = slices.Clone(source.FileIDs)
	branch.Pinned, branch.Unread, branch.Draft, branch.Source, branch.ExternalID = false, false, "", "", ""
	branch.CreatedAt = s.clock.NowInUTCToMillisecond()
	branch.UpdatedAt, branch.ArchivedAt = branch.CreatedAt, branch.DeletedAt
	if source.Title != "" {
		branch.Title, branch.TitleByUser = branchTitlePrefix+source.Title, true
	}
	return branch
}

// copyMessagesUpTo copies the messages of a chat that lead to leaf, and returns the copies by
// original. Receipts name the copies as the messages that were sent.
func (s *Session) copyMessagesUpTo(
	ctx context.Context, tx memory.Store, source, leaf, branch memory.ID,
) (map[memory.ID]memory.ID, error) {
	path, err := tx.MessageStore().ListBranch(ctx, s.profile, source, leaf, 0)
	if err != nil {
		return nil, err
	}
	copies := make(map[memory.ID]memory.ID, len(path))
	for _, m := range path {
		original := m.ID
		m.ID, m.ChatID, m.ParentID = 0, branch, copies[m.ParentID]
		if m.Receipt != nil {
			r := *m.Receipt
			r.HistoryIDs = slices.Clone(r.HistoryIDs)
			for i, id := range r.HistoryIDs {
				if c, ok := copies[id]; ok {
					r.HistoryIDs[i] = c
				}
			}
			m.Receipt = &r
		}
		if copies[original], err = tx.MessageStore().InsertAsHeadUpdatingChatTime(ctx, m); err != nil {
			return nil, err
		}
		if err = s.linkPicturesToCopy(ctx, tx, m.Pictures, copies[original]); err != nil {
			return nil, err
		}
	}
	return copies, nil
}

// linkPicturesToCopy gives the pictures of a message to its copy; they are stored once.
func (s *Session) linkPicturesToCopy(
	ctx context.Context, tx memory.Store, pictures []memory.Picture, message memory.ID,
) error {
	ids := make([]memory.ID, len(pictures))
	for i, p := range pictures {
		ids[i] = p.ID
	}
	if len(ids) == 0 {
		return nil
	}
	return tx.PictureStore().AddToMessageAndDetachFromChat(ctx, s.profile, message, ids)
}

// copySummariesOfCopiedMessages copies the summaries of messages that were copied.
func (s *Session) copySummariesOfCopiedMessages(
	ctx context.Context, tx memory.Store, source, branch memory.ID, copies map[memory.ID]memory.ID,
) error {
	all, err := tx.SummaryStore().ListOfChat(ctx, s.profile, source)
	if err != nil {
		return err
	}
	for _, sum := range slices.Backward(memory.FilterCurrentSummariesInPlace(all)) { // oldest first
		last, ok := copies[sum.LastMessageID]
		if !ok {
			continue
		}
		sum.ID, sum.ChatID, sum.InBase = 0, branch, true
		sum.FirstMessageID, sum.LastMessageID = copies[sum.FirstMessageID], last
		if _, err := tx.SummaryStore().Insert(ctx, sum); err != nil {
			return err
		}
	}
	return nil
}
