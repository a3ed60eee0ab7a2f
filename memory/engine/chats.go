package engine

import (
	"context"
	"fmt"
	"strings"
	"time"

	"memoir/memory"
	"memoir/memory/ledger"
)

// CreateChat stores an empty chat.
func (s *Session) CreateChat(ctx context.Context, n memory.NewChat) (memory.Chat, error) {
	if n.Memory == "" {
		n.Memory = memory.MemoryOn
	}
	if n.Temporary {
		n.Memory = memory.MemoryOff
	}
	if !memory.IsValidMemoryMode(n.Memory) {
		return memory.Chat{}, &memory.FieldError{Field: "memory", Problem: "must be on, read or off"}
	}
	if err := memory.ValidateTemperatureAndMaxTokens(n.Temperature, n.MaxTokens); err != nil {
		return memory.Chat{}, err
	}
	if n.Recall == "" {
		n.Recall = memory.RecallDefault
	}
	if !memory.IsValidRecallMode(n.Recall) {
		return memory.Chat{}, &memory.FieldError{Field: "recall", Problem: "must be default, on or off"}
	}
	now := s.clock.NowInUTCToMillisecond()
	chat := memory.Chat{
		ProfileID: s.profile, Title: strings.TrimSpace(n.Title), TitleByUser: strings.TrimSpace(n.Title) != "",
		Model: n.Model, Memory: n.Memory, SystemPrompt: n.SystemPrompt, Temperature: n.Temperature,
		MaxTokens: n.MaxTokens, Temporary: n.Temporary, Recall: n.Recall, ProjectID: n.ProjectID,
		FileIDs:   []memory.ID{},
		CreatedAt: now, UpdatedAt: now,
	}
	var err error
	if n.ProjectID != 0 {
		project, err := s.store.ProjectStore().Get(ctx, s.profile, n.ProjectID)
		if err != nil {
			return memory.Chat{}, fmt.Errorf("create chat: %w", err)
		}
		chat.Project = &project
	}
	if chat.ID, err = s.store.ChatStore().Create(ctx, chat); err != nil {
		return memory.Chat{}, fmt.Errorf("create chat: %w", err)
	}
	if chat.Recall == memory.RecallOn {
		s.search.RequestSync(s.profile) // embeds the messages of other chats
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventChats, s.profile, chat.ID)
	return chat, nil
}

// LoadChat returns one chat, even if it is in the trash.
func (s *Session) LoadChat(ctx context.Context, id memory.ID) (memory.Chat, error) {
	return s.store.ChatStore().Get(ctx, s.profile, id)
}

// ListChats lists chats, pinned ones first, then by last update.
func (s *Session) ListChats(ctx context.Context, f memory.ChatFilter) ([]memory.Chat, error) {
	f.ProfileID = s.profile

	return s.store.ChatStore().List(ctx, f)
}

// UpdateChat changes a chat. A title set here counts as the user's and is never replaced.
func (s *Session) UpdateChat(ctx context.Context, id memory.ID, p memory.ChatPatch) (memory.Chat, error) {
	var chat memory.Chat
	err := s.store.InTx(ctx, func(tx memory.Store) error {
		var err error
		if chat, err = tx.ChatStore().Get(ctx, s.profile, id); err != nil {
			return err
		}
		if err = p.ValidateAndApplyTo(&chat); err != nil {
			return err
		}
		if p.Archived != nil {
			s.setOrClearArchivedAt(&chat, *p.Archived)
		}
		return tx.ChatStore().Update(ctx, chat)
	})
	if err != nil {
		return memory.Chat{}, fmt.Errorf("change chat %d: %w", id, err)
	}
	if p.Title != nil {
		s.learner.CancelTitleForNamedChat(id)
	}
	if p.Recall != nil && *p.Recall == memory.RecallOn || p.Memory != nil && *p.Memory != memory.MemoryOff {
		s.search.RequestSync(s.profile) // embeds the messages written before
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventChats, s.profile, id)
	return chat, nil
}

// setOrClearArchivedAt archives a chat or takes it out of the archive. One that is archived keeps
// its time.
func (s *Session) setOrClearArchivedAt(chat *memory.Chat, archived bool) {
	switch {
	case !archived:
		chat.ArchivedAt = time.Time{}
	case chat.ArchivedAt.IsZero():
		chat.ArchivedAt = s.clock.NowInUTCToMillisecond()
	}
}

// TrashOrEraseChatMaybeUnlearning moves a chat to the trash or, with Purge, deletes it for good;
// temporary chats are always deleted for good. What was learned in the chat stays unless Unlearn is
// set; decisions that cannot be undone because of a later change stay as well. A running answer is
// stopped first.
func (s *Session) TrashOrEraseChatMaybeUnlearning(ctx context.Context, id memory.ID, o memory.DeleteChatOptions) error {
	chat, err := s.store.ChatStore().Get(ctx, s.profile, id)
	if err != nil {
		return err
	}
	if err := s.turns.StopAnswerInChatAndWait(ctx, id); err != nil {
		return err
	}
	var changes []memory.Change
	err = s.store.InTx(ctx, func(tx memory.Store) error {
		if o.Unlearn {
			undos, err := ledger.UndoExtractionsInChatSkippingConflicts(ctx, tx, s.clock.NowInUTCToMillisecond(), s.profile, id)
			if err != nil {
				return err
			}
			changes = changesOfDecisions(undos)
		}
		if o.Purge || chat.Temporary {
			return tx.ChatStore().Delete(ctx, s.profile, id)
		}
		chat, err = tx.ChatStore().Get(ctx, s.profile, id)
		if err != nil {
			return err
		}
		chat.DeletedAt = s.clock.NowInUTCToMillisecond()
		return tx.ChatStore().Update(ctx, chat)
	})
	if err != nil {
		return fmt.Errorf("delete chat %d: %w", id, err)
	}
	s.search.ReindexChangedMemories(ctx, s.profile, changes)
	s.cleanFilesAndSyncAfterErasure(ctx, o.Purge || chat.Temporary, chat.Temporary && len(chat.FileIDs) > 0)
	memory.PublishStaleDataEvent(s.bus, memory.EventChats, s.profile, id)
	memory.PublishStaleDataEvent(s.bus, memory.EventMemories, s.profile, id)
	return nil
}

// CountLearningDecisionsInChat returns how many decisions of the extractor in a chat changed a
// memory and are still in effect: what TrashOrEraseChatMaybeUnlearning with Unlearn would undo, as
// far as no later change stands in its way.
func (s *Session) CountLearningDecisionsInChat(ctx context.Context, chat memory.ID) (int, error) {
	ds, err := s.store.DecisionStore().List(ctx, memory.DecisionFilter{
		ProfileID: s.profile, ChatID: chat,
		Actor: memory.ActorExtractor,
	})
	if err != nil {
		return 0, fmt.Errorf("count what was learned in chat %d: %w", chat, err)
	}
	n := 0
	for _, d := range ds {
		if isDecisionShownAsLearned(d) && ledger.IsDecisionInEffect(d) {
			n++
		}
	}
	return n, nil
}

// RestoreChatFromTrashOrArchive takes a chat out of the trash or, if it is not there, out of the
// archive.
func (s *Session) RestoreChatFromTrashOrArchive(ctx context.Context, id memory.ID) (memory.Chat, error) {
	chat, err := s.store.ChatStore().Get(ctx, s.profile, id)
	if err != nil {
		return chat, err
	}
	if chat.DeletedAt.IsZero() {
		chat.ArchivedAt = time.Time{}
	}
	chat.DeletedAt = time.Time{}
	if err := s.store.ChatStore().Update(ctx, chat); err != nil {
		return chat, fmt.Errorf("restore chat %d: %w", id, err)
	}
	s.search.RequestSync(s.profile) // embeds what was written before it was deleted
	memory.PublishStaleDataEvent(s.bus, memory.EventChats, s.profile, id)
	return chat, nil
}

// PurgeExpiredTrashedChats deletes for good the chats that have been in the trash longer than
// TrashRetention, and returns how many there were.
func (s *Session) PurgeExpiredTrashedChats(ctx context.Context) (int, error) {
	ts, err := s.store.ChatStore().List(ctx, memory.ChatFilter{ProfileID: s.profile, InTrash: true})
	if err != nil {
		return 0, fmt.Errorf("empty trash: %w", err)
	}
	n := 0
	for _, chat := range ts {
		if s.clock.NowInUTCToMillisecond().Sub(chat.DeletedAt) < s.Config().TrashRetention {
			continue
		}
		if err := s.store.ChatStore().Delete(ctx, s.profile, chat.ID); err != nil {
			return n, fmt.Errorf("empty trash: %w", err)
		}
		n++
	}
	return n, nil
}

// ListBranchMessages returns a branch of a chat, oldest first: the one that ends at leaf, or the
// selected branch when leaf is 0. With limit > 0 it returns the last limit messages only. Versions
// is filled in for each message and Learned for each answer.
func (s *Session) ListBranchMessages(ctx context.Context, chatID, leaf memory.ID, limit int) ([]memory.Message, error) {
	if _, err := s.store.ChatStore().Get(ctx, s.profile, chatID); err != nil {
		return nil, err
	}
	return s.listBranchWithLearnedFacts(ctx, chatID, leaf, limit)
}

// LoadChatWithSelectedBranch returns a chat with what is shown of it, and what ListBranchMessages
// returns for its selected branch.
func (s *Session) LoadChatWithSelectedBranch(
	ctx context.Context,
	id memory.ID,
	limit int,
) (memory.ChatWithAttachments, []memory.Message, error) {
	chat, err := s.store.ChatStore().GetWithAttachments(ctx, s.profile, id)
	if err != nil || chat.HeadID == 0 {
		return chat, nil, err
	}
	ms, err := s.listBranchWithLearnedFacts(ctx, id, chat.HeadID, limit)
	return chat, ms, err
}

// LoadChatWithAttachments returns a chat with its files, the pictures that wait in it and its
// origin.
func (s *Session) LoadChatWithAttachments(ctx context.Context, id memory.ID) (memory.ChatWithAttachments, error) {
	return s.store.ChatStore().GetWithAttachments(ctx, s.profile, id)
}

// listBranchWithLearnedFacts is ListBranchMessages for a chat that the profile has.
func (s *Session) listBranchWithLearnedFacts(
	ctx context.Context,
	chatID, leaf memory.ID,
	limit int,
) ([]memory.Message, error) {
	ms, err := s.store.MessageStore().ListBranch(ctx, s.profile, chatID, leaf, limit)
	if err != nil {
		return nil, fmt.Errorf("messages of chat %d: %w", chatID, err)
	}
	ids := make([]memory.ID, len(ms))
	for i, m := range ms {
		ids[i] = m.ID
	}
	learned, err := s.listDecisionsShownAsLearned(ctx, memory.DecisionFilter{Messages: ids})
	if err != nil {
		return nil, fmt.Errorf("messages of chat %d: %w", chatID, err)
	}
	byMessage := map[memory.ID][]memory.Decision{}
	for _, d := range learned {
		byMessage[d.MessageID] = append(byMessage[d.MessageID], d)
	}
	for i := range ms {
		ms[i].Learned = nonNilLearnedForAnswer(ms[i], byMessage[ms[i].ID])
	}
	return ms, nil
}

// LoadMessage returns one message with Versions; for an answer, Learned is filled in as well.
func (s *Session) LoadMessage(ctx context.Context, id memory.ID) (memory.Message, error) {
	m, err := s.store.MessageStore().Get(ctx, s.profile, id)
	if err != nil {
		return m, err
	}
	versions, err := s.store.MessageStore().VersionIDsByMessage(ctx, s.profile, []memory.ID{id})
	if m.Versions = versions[id]; err != nil || m.Role != memory.RoleAssistant {
		return m, err
	}
	learned, err := s.listDecisionsShownAsLearned(ctx, memory.DecisionFilter{MessageID: id})
	if err != nil {
		return m, fmt.Errorf("message %d: %w", id, err)
	}
	m.Learned = nonNilLearnedForAnswer(m, learned)
	return m, nil
}

// listDecisionsShownAsLearned returns those of the extractor's decisions that are listed under
// their answers, newest first, with what the user has since decided about those that put a memory
// into the inbox: one that was kept is active, one that was discarded or erased is left out.
func (s *Session) listDecisionsShownAsLearned(ctx context.Context, f memory.DecisionFilter) ([]memory.Decision, error) {
	f.ProfileID, f.Actor = s.profile, memory.ActorExtractor
	ds, err := s.store.DecisionStore().List(ctx, f)
	if err != nil {
		return nil, err
	}
	var learned []memory.Decision
	var waited []memory.ID
	for _, d := range ds {
		if !isDecisionShownAsLearned(d) {
			continue
		}
		learned = append(learned, d)
		if hadToWaitInInbox(d) {
			waited = append(waited, d.After.ID)
		}
	}
	if waited == nil {
		return learned, nil
	}
	return s.decisionsWithCurrentInboxState(ctx, learned, waited)
}

// hadToWaitInInbox reports whether a decision that is in force put its memory into the inbox.
func hadToWaitInInbox(d memory.Decision) bool {
	return d.After != nil && d.After.Status == memory.StatusInbox && d.UndoneBy == 0
}

// decisionsWithCurrentInboxState returns decisions with the present state of the memories that had
// to wait, without those that are forgotten or gone. It reads all of the memories at once.
func (s *Session) decisionsWithCurrentInboxState(
	ctx context.Context, ds []memory.Decision, waited []memory.ID,
) ([]memory.Decision, error) {
	memories, err := s.store.MemoryStore().List(ctx, memory.MemoryFilter{
		ProfileID: s.profile, IDs: waited, IncludeOutdated: true, AnyScope: true,
		Status: []memory.Status{memory.StatusActive, memory.StatusInbox, memory.StatusArchived},
	})
	if err != nil {
		return nil, err
	}
	now := make(map[memory.ID]memory.Memory, len(memories))
	for _, m := range memories {
		now[m.ID] = m
	}
	out := ds[:0]
	for _, d := range ds {
		if hadToWaitInInbox(d) {
			m, exists := now[d.After.ID]
			if !exists {
				continue
			}
			after := *d.After
			after.Status, after.Content = m.Status, m.Content
			d.After = &after
		}
		out = append(out, d)
	}
	return out, nil
}

// nonNilLearnedForAnswer never returns nil for an answer, so that "nothing learned" is an empty
// list in JSON.
func nonNilLearnedForAnswer(m memory.Message, ds []memory.Decision) []memory.Decision {
	if ds == nil && m.Role == memory.RoleAssistant {
		return []memory.Decision{}
	}
	return ds
}

// isDecisionShownAsLearned reports whether a decision is listed under its answer: it changed a
// memory and is not an undo.
func isDecisionShownAsLearned(d memory.Decision) bool {
	return d.UndoOf == 0 && len(d.Changes) > 0 && d.Action != memory.ActionIgnore
}

// ListMessageVersions returns a message and its siblings, oldest first.
func (s *Session) ListMessageVersions(ctx context.Context, id memory.ID) ([]memory.Message, error) {
	return s.store.MessageStore().ListSiblingVersions(ctx, s.profile, id)
}

// SelectMessageVersionBranch selects the branch that runs through the message to its newest leaf.
func (s *Session) SelectMessageVersionBranch(ctx context.Context, id memory.ID) (memory.Chat, error) {
	var chat memory.Chat
	err := s.store.InTx(ctx, func(tx memory.Store) error {
		m, err := tx.MessageStore().Get(ctx, s.profile, id)
		if err != nil {
			return err
		}
		leaf, err := tx.MessageStore().NewestLeafBelow(ctx, s.profile, id)
		if err != nil {
			return err
		}
		if chat, err = tx.ChatStore().Get(ctx, s.profile, m.ChatID); err != nil {
			return err
		}
		chat.HeadID = leaf
		return tx.ChatStore().Update(ctx, chat)
	})
	if err != nil {
		return chat, fmt.Errorf("show message %d: %w", id, err)
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventChats, s.profile, chat.ID)
	return chat, nil
}
