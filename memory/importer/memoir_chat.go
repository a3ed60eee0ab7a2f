package importer

import (
	"context"
	"errors"
	"slices"

	"memoir/memory"
	"memoir/memory/archive"
)

// memoirChat stores one chat of Memoir's archive.
type memoirChat struct {
	*memoirImport
	entry archive.ChatEntry
	chat  memory.ID // 0 = not there yet
	isNew bool      // it was not there when the import came to it
	known map[print]memory.ID
}

func (s *memoirChat) storeMissingMessagesAndMemories(ctx context.Context) error {
	missing := s.mapKnownMessagesAndListMissing()
	s.isNew = s.chat == 0
	switch {
	case s.isNew:
		s.result.Chats++
	case len(missing) > 0:
		s.result.Updated++
	default:
		s.result.Known++
	}
	s.result.Messages += len(missing)
	s.ids.chats[s.entry.ID] = s.chat
	memories := s.ofChats[s.entry.ID]
	delete(s.ofChats, s.entry.ID)
	switch {
	case s.dry && s.isNew:
		s.result.Memories += len(memories)
		return nil
	case s.dry, !s.isNew && len(missing) == 0:
		return s.storeMemoriesInOwnTx(ctx, memories)
	}
	for i, batch := range messageBatchesOrOneEmpty(missing) {
		isLast := (i+1)*messageBatch >= len(missing)
		err := s.runInTxRollingBackIfDry(
			ctx, func(tx memory.Store) error { return s.storeMemoriesAndMessageBatch(ctx, tx, batch, memories, isLast) },
		)
		if err != nil {
			return err
		}
		memories = nil
	}
	return nil
}

// messageBatchesOrOneEmpty returns the batches of a list, and one empty batch for an empty list.
func messageBatchesOrOneEmpty(list []memory.Message) [][]memory.Message {
	if len(list) == 0 {
		return [][]memory.Message{nil}
	}
	return slices.Collect(slices.Chunk(list, messageBatch))
}

// mapKnownMessagesAndListMissing maps the messages that are there and returns the others.
func (s *memoirChat) mapKnownMessagesAndListMissing() []memory.Message {
	all := make([]memory.Message, len(s.entry.Messages))
	for i, e := range s.entry.Messages {
		all[i] = e.Message
	}
	byPrint := messageIDsByFingerprint(all)
	prints := make(map[memory.ID]print, len(all))
	for p, id := range byPrint {
		prints[id] = p
	}
	var missing []memory.Message
	for _, m := range all {
		if id := s.known[prints[m.ID]]; id != 0 {
			s.ids.messages[m.ID] = id
		} else {
			missing = append(missing, m)
		}
	}
	return missing
}

func (s *memoirChat) storeMemoriesInOwnTx(ctx context.Context, memories []memory.Memory) error {
	if len(memories) == 0 {
		return nil
	}
	return s.runInTxRollingBackIfDry(
		ctx, func(tx memory.Store) error { return s.storeMemoriesUnlessKnown(ctx, tx, memories) },
	)
}

func (s *memoirChat) storeMemoriesUnlessKnown(ctx context.Context, tx memory.Store, memories []memory.Memory) error {
	for _, x := range memories {
		if err := s.storeRedactedMemoryUnlessKnown(ctx, tx, x); err != nil {
			return err
		}
	}
	return nil
}

func (s *memoirChat) storeMemoriesAndMessageBatch(
	ctx context.Context, tx memory.Store, batch []memory.Message, memories []memory.Memory, isLast bool,
) error {
	if s.chat == 0 {
		if err := s.createChatAndRecordOrigin(ctx, tx); err != nil {
			return err
		}
	}
	before, err := tx.ChatStore().Get(ctx, s.Profile, s.chat)
	if err != nil {
		return err
	}
	if err := s.storeMemoriesUnlessKnown(ctx, tx, memories); err != nil {
		return err
	}
	highest := memory.ID(0)
	for _, m := range batch {
		id, err := s.storeMessageAsHeadWithPictures(ctx, tx, m)
		if err != nil {
			return err
		}
		highest = max(highest, id)
	}
	goesOnHere, err := s.recordImportedAndReportContinued(ctx, tx, before, highest)
	if err != nil {
		return err
	}
	if goesOnHere {
		after, err := tx.ChatStore().Get(ctx, s.Profile, s.chat)
		if err != nil {
			return err
		}
		after.HeadID = before.HeadID
		return tx.ChatStore().Update(ctx, after)
	}
	if !isLast {
		return nil
	}
	if err := s.storeRedactedSummariesUnlessAny(ctx, tx); err != nil {
		return err
	}
	after := before // what was changed here stays
	if s.isNew {
		after = s.chatWithStoredIDs(0)
		if err := s.attachWaitingPicturesToChat(ctx, tx); err != nil {
			return err
		}
	} else {
		after.UpdatedAt = laterTime(after.UpdatedAt, s.entry.UpdatedAt)
	}
	after.HeadID = s.ids.messages[s.entry.HeadID]
	return tx.ChatStore().Update(ctx, after)
}

// recordImportedAndReportContinued records which messages of a chat are imported, and reports
// whether somebody has gone on with it here, or began it here: the branch that is shown then stays.
func (s *memoirChat) recordImportedAndReportContinued(
	ctx context.Context, tx memory.Store, before memory.Chat, highest memory.ID,
) (bool, error) {
	origin, err := tx.ImportStore().GetOriginOfChat(ctx, s.Profile, s.chat)
	if errors.Is(err, memory.ErrNotFound) {
		return before.HeadID != 0, nil
	}
	if err != nil {
		return false, err
	}
	goesOnHere := before.HeadID != 0 && !s.isOfArchive(before.HeadID)
	origin.LastMessageID = max(origin.LastMessageID, highest)
	return goesOnHere, tx.ImportStore().RecordImportedChat(ctx, origin)
}

// isOfArchive reports whether a message is one of the archive's.
func (s *memoirChat) isOfArchive(message memory.ID) bool {
	return slices.ContainsFunc(s.entry.Messages, func(m archive.MessageEntry) bool {
		return s.ids.messages[m.ID] == message
	})
}

// chatWithStoredIDs returns the chat of the archive as it is stored here.
func (s *memoirChat) chatWithStoredIDs(head memory.ID) memory.Chat {
	c := s.entry.Chat
	c.ID, c.ProfileID, c.HeadID = s.chat, s.Profile, head
	c.FileIDs = mappedIDs(s.ids.files, c.FileIDs, false)
	c.ProjectID = s.ids.projects[c.ProjectID]
	if !s.keepIDs {
		c.BranchedFrom = s.ids.messages[c.BranchedFrom]
	}
	return c
}

// createChatAndRecordOrigin makes the chat and records its names.
func (s *memoirChat) createChatAndRecordOrigin(ctx context.Context, tx memory.Store) error {
	c := s.chatWithStoredIDs(0)
	c.ID = s.idToStoreUnder(s.entry.ID)
	id, err := tx.ChatStore().Create(ctx, c)
	if err != nil {
		return err
	}
	s.chat, s.ids.chats[s.entry.ID] = id, id
	origin := memory.ImportedChat{
		ChatID: id, Program: memory.ProgramMemoir, ExternalID: s.entry.UID, Learning: memory.ImportLearned,
		ImportedAt: s.Now.NowInUTCToMillisecond(),
	}
	if from := s.entry.Imported; from != nil {
		origin.Program, origin.ExternalID, origin.Learning = from.Program, from.ExternalID, from.Learning
	}
	return tx.ImportStore().RecordImportedChat(ctx, origin)
}

func (s *memoirChat) storeMessageAsHeadWithPictures(
	ctx context.Context, tx memory.Store, m memory.Message,
) (memory.ID, error) {
	old := m.ID
	m.ID, m.ChatID, m.ParentID = s.idToStoreUnder(old), s.chat, s.ids.messages[m.ParentID]
	if m.Receipt != nil && !s.keepIDs {
		s.ids.replaceIDsInReceipt(m.Receipt)
	}
	id, err := tx.MessageStore().InsertAsHeadUpdatingChatTime(ctx, m)
	s.ids.messages[old] = id
	var pictures []memory.ID
	for _, p := range m.Pictures {
		if here := s.ids.pictures[p.ID]; here != 0 {
			pictures = append(pictures, here)
		}
	}
	if err == nil && len(pictures) > 0 {
		err = tx.PictureStore().AddToMessageAndDetachFromChat(ctx, s.Profile, id, pictures)
	}
	return id, err
}

// attachWaitingPicturesToChat lets the pictures wait that waited for the next message.
func (s *memoirChat) attachWaitingPicturesToChat(ctx context.Context, tx memory.Store) error {
	for _, old := range s.entry.Waiting {
		here := s.ids.pictures[old]
		if here == 0 {
			continue
		}
		p, err := tx.PictureStore().Get(ctx, s.Profile, here)
		if err != nil {
			return err
		}
		if _, err := tx.PictureStore().StoreOnceAndAttachToChat(ctx, s.chat, p); err != nil {
			return err
		}
	}
	return nil
}

func (s *memoirChat) storeRedactedSummariesUnlessAny(ctx context.Context, tx memory.Store) error {
	known, err := tx.SummaryStore().ListOfChat(ctx, s.Profile, s.chat)
	if err != nil || len(known) > 0 {
		return err
	}
	for _, sum := range s.entry.Summaries {
		old := sum.ID
		sum.ID, sum.ProfileID, sum.ChatID = s.idToStoreUnder(old), s.Profile, s.chat
		sum.FirstMessageID, sum.LastMessageID = s.ids.messages[sum.FirstMessageID], s.ids.messages[sum.LastMessageID]
		sum.Content = s.cutSecretsAndSuspectLines(sum.Content, "a summary", s.result)
		id, err := tx.SummaryStore().Insert(ctx, sum)
		if err != nil {
			return err
		}
		s.ids.summaries[old] = id
		s.result.Summaries++
	}
	return nil
}
