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

func (s *memoirChat) storeMissingParts(ctx context.Context) error {
	missing := s.mapKnownAndListMissing()
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
		return s.storeMemoriesOfKnownChat(ctx, memories)
	}
	for i, batch := range messageBatchesOrOneEmpty(missing) {
		isLast := (i+1)*messageBatch >= len(missing)
		err := s.runInTxRollingBackIfDry(
			ctx, func(tx memory.Store) error { return s.storeBatch(ctx, tx, batch, memories, isLast) },
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

// mapKnownAndListMissing maps the messages that are there and returns the others.
func (s *memoirChat) mapKnownAndListMissing() []memory.Message {
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

func (s *memoirChat) storeMemoriesOfKnownChat(ctx context.Context, memories []memory.Memory) error {
	if len(memories) == 0 {
		return nil
	}
	return s.runInTxRollingBackIfDry(ctx, func(tx memory.Store) error { return s.storeMemories(ctx, tx, memories) })
}

func (s *memoirChat) storeMemories(ctx context.Context, tx memory.Store, memories []memory.Memory) error {
	for _, x := range memories {
		if err := s.storeMemoryUnlessKnown(ctx, tx, x); err != nil {
			return err
		}
	}
	return nil
}

func (s *memoirChat) storeBatch(
	ctx context.Context, tx memory.Store, batch []memory.Message, memories []memory.Memory, isLast bool,
) error {
	if s.chat == 0 {
		if err := s.createChatAndRecordOrigin(ctx, tx); err != nil {
			return err
		}
	}
	before, err := tx.Chats().Get(ctx, s.Profile, s.chat)
	if err != nil {
		return err
	}
	if err := s.storeMemories(ctx, tx, memories); err != nil {
		return err
	}
	highest := memory.ID(0)
	for _, m := range batch {
		id, err := s.storeMessage(ctx, tx, m)
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
		after, err := tx.Chats().Get(ctx, s.Profile, s.chat)
		if err != nil {
			return err
		}
		after.HeadID = before.HeadID
		return tx.Chats().Update(ctx, after)
	}
	if !isLast {
		return nil
	}
	if err := s.storeSummariesUnlessAny(ctx, tx); err != nil {
		return err
	}
	after := before // what was changed here stays
	if s.isNew {
		after = s.chatWithStoredIDs(0)
		if err := s.storeWaitingPictures(ctx, tx); err != nil {
			return err
		}
	} else {
		after.UpdatedAt = laterTime(after.UpdatedAt, s.entry.UpdatedAt)
	}
	after.HeadID = s.ids.messages[s.entry.HeadID]
	return tx.Chats().Update(ctx, after)
}

// recordImportedAndReportContinued records which messages of a chat are imported, and reports
// whether somebody has gone on with it here, or began it here: the branch that is shown then stays.
func (s *memoirChat) recordImportedAndReportContinued(
	ctx context.Context, tx memory.Store, before memory.Chat, highest memory.ID,
) (bool, error) {
	origin, err := tx.Imports().Get(ctx, s.Profile, s.chat)
	if errors.Is(err, memory.ErrNotFound) {
		return before.HeadID != 0, nil
	}
	if err != nil {
		return false, err
	}
	goesOnHere := before.HeadID != 0 && !s.isOfArchive(before.HeadID)
	origin.LastMessageID = max(origin.LastMessageID, highest)
	return goesOnHere, tx.Imports().RecordImportedChat(ctx, origin)
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
	id, err := tx.Chats().Create(ctx, c)
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
	return tx.Imports().RecordImportedChat(ctx, origin)
}

func (s *memoirChat) storeMessage(ctx context.Context, tx memory.Store, m memory.Message) (memory.ID, error) {
	old := m.ID
	m.ID, m.ChatID, m.ParentID = s.idToStoreUnder(old), s.chat, s.ids.messages[m.ParentID]
	if m.Receipt != nil && !s.keepIDs {
		s.ids.replaceIDsInReceipt(m.Receipt)
	}
	id, err := tx.Messages().InsertAndMakeHead(ctx, m)
	s.ids.messages[old] = id
	var pictures []memory.ID
	for _, p := range m.Pictures {
		if here := s.ids.pictures[p.ID]; here != 0 {
			pictures = append(pictures, here)
		}
	}
	if err == nil && len(pictures) > 0 {
		err = tx.Pictures().AddToMessageAndDetachFromChat(ctx, s.Profile, id, pictures)
	}
	return id, err
}

// storeWaitingPictures lets the pictures wait that waited for the next message.
func (s *memoirChat) storeWaitingPictures(ctx context.Context, tx memory.Store) error {
	for _, old := range s.entry.Waiting {
		here := s.ids.pictures[old]
		if here == 0 {
			continue
		}
		p, err := tx.Pictures().Get(ctx, s.Profile, here)
		if err != nil {
			return err
		}
		if _, err := tx.Pictures().StoreAndAttachToChat(ctx, s.chat, p); err != nil {
			return err
		}
	}
	return nil
}

func (s *memoirChat) storeSummariesUnlessAny(ctx context.Context, tx memory.Store) error {
	known, err := tx.Summaries().ListOfChat(ctx, s.Profile, s.chat)
	if err != nil || len(known) > 0 {
		return err
	}
	for _, sum := range s.entry.Summaries {
		old := sum.ID
		sum.ID, sum.ProfileID, sum.ChatID = s.idToStoreUnder(old), s.Profile, s.chat
		sum.FirstMessageID, sum.LastMessageID = s.ids.messages[sum.FirstMessageID], s.ids.messages[sum.LastMessageID]
		sum.Content = s.cutSecretsAndSuspectLines(sum.Content, "a summary", s.result)
		id, err := tx.Summaries().Insert(ctx, sum)
		if err != nil {
			return err
		}
		s.ids.summaries[old] = id
		s.result.Summaries++
	}
	return nil
}
