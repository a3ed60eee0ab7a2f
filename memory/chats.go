package memory

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// CreateChat stores an empty chat.
func (s *Session) CreateChat(ctx context.Context, n NewChat) (Chat, error) {
	if n.Memory == "" {
		n.Memory = MemoryOn
	}
	if n.Temporary {
		n.Memory = MemoryOff
	}
	if !isValidMode(n.Memory) {
		return Chat{}, &FieldError{"memory", "use on, read or off"}
	}
	if err := validateSampling(n.Temperature, n.MaxTokens); err != nil {
		return Chat{}, err
	}
	now := s.clock.Current()
	chat := Chat{
		ProfileID: s.profile, Title: strings.TrimSpace(n.Title), TitleByUser: strings.TrimSpace(n.Title) != "",
		Model: n.Model, Memory: n.Memory, SystemPrompt: n.SystemPrompt, Temperature: n.Temperature,
		MaxTokens: n.MaxTokens, Temporary: n.Temporary, FileIDs: []ID{},
		CreatedAt: now, UpdatedAt: now,
	}
	var err error
	if chat.ID, err = s.store.Chats().Create(ctx, chat); err != nil {
		return Chat{}, fmt.Errorf("create chat: %w", err)
	}
	PublishChange(s.bus, EventChats, s.profile, chat.ID)
	return chat, nil
}

// Chat returns one chat, even if it is in the trash.
func (s *Session) Chat(ctx context.Context, id ID) (Chat, error) {
	return s.store.Chats().Get(ctx, s.profile, id)
}

// Chats lists chats, pinned ones first, then by last update.
func (s *Session) Chats(ctx context.Context, f ChatFilter) ([]Chat, error) {
	f.ProfileID = s.profile

	return s.store.Chats().List(ctx, f)
}

// UpdateChat changes a chat. A title set here counts as the user's and is never replaced.
func (s *Session) UpdateChat(ctx context.Context, id ID, p ChatPatch) (Chat, error) {
	var chat Chat
	err := s.store.InTx(ctx, func(tx Store) error {
		var err error
		if chat, err = tx.Chats().Get(ctx, s.profile, id); err != nil {
			return err
		}
		if err = p.applyTo(&chat); err != nil {
			return err
		}
		return tx.Chats().Update(ctx, chat)
	})
	if err != nil {
		return Chat{}, fmt.Errorf("change chat %d: %w", id, err)
	}
	if p.Title != nil {
		s.learner.KeepTitle(id)
	}
	PublishChange(s.bus, EventChats, s.profile, id)
	return chat, nil
}

func (p ChatPatch) applyTo(chat *Chat) error {
	if p.Memory != nil {
		if !isValidMode(*p.Memory) {
			return &FieldError{"memory", "use on, read or off"}
		}
		if chat.Temporary && *p.Memory != MemoryOff {
			return &FieldError{"memory", "a temporary chat can't use memory"}
		}
		chat.Memory = *p.Memory
	}
	temperature, maxTokens := chat.Temperature, chat.MaxTokens
	assignIfSet(&temperature, p.Temperature)
	assignIfSet(&maxTokens, p.MaxTokens)
	if err := validateSampling(temperature, maxTokens); err != nil {
		return err
	}
	chat.Temperature, chat.MaxTokens = temperature, maxTokens
	if p.Title != nil {
		chat.Title, chat.TitleByUser = strings.TrimSpace(*p.Title), strings.TrimSpace(*p.Title) != ""
	}
	assignIfSet(&chat.Model, p.Model)
	assignIfSet(&chat.SystemPrompt, p.SystemPrompt)
	assignIfSet(&chat.Pinned, p.Pinned)
	assignIfSet(&chat.Unread, p.Unread)
	assignIfSet(&chat.Draft, p.Draft)
	return nil
}

// validateSampling rejects a temperature outside 0 to 2 and a negative token limit.
func validateSampling(temperature *float64, maxTokens int) error {
	if maxTokens < 0 {
		return &FieldError{"max_tokens", "use 0 for no limit or a positive number"}
	}
	if temperature != nil && (*temperature < 0 || *temperature > 2) {
		return &FieldError{"temperature", "use a number from 0 to 2"}
	}
	return nil
}

// assignIfSet sets a field when the patch has a value for it.
func assignIfSet[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

func isValidMode(m MemoryMode) bool { return m == MemoryOn || m == MemoryReadOnly || m == MemoryOff }

// DeleteChat moves a chat to the trash or, with Purge, deletes it for good; temporary chats are
// always deleted for good. What was learned in the chat stays unless Unlearn is set; decisions that
// cannot be undone because of a later change stay as well. A running answer is stopped first.
func (s *Session) DeleteChat(ctx context.Context, id ID, o DeleteChatOptions) error {
	chat, err := s.store.Chats().Get(ctx, s.profile, id)
	if err != nil {
		return err
	}
	if err := s.turns.stopInChat(ctx, id); err != nil {
		return err
	}
	var changes []Change
	err = s.store.InTx(ctx, func(tx Store) error {
		if o.Unlearn {
			if changes, err = UndoLearnedIn(ctx, tx, s.clock.Current(), s.profile, id); err != nil {
				return err
			}
		}
		if o.Purge || chat.Temporary {
			return tx.Chats().Delete(ctx, s.profile, id)
		}
		chat, err = tx.Chats().Get(ctx, s.profile, id)
		if err != nil {
			return err
		}
		chat.DeletedAt = s.clock.Current()
		return tx.Chats().Update(ctx, chat)
	})
	if err != nil {
		return fmt.Errorf("delete chat %d: %w", id, err)
	}
	s.search.ReindexChanges(ctx, s.profile, changes)
	PublishChange(s.bus, EventChats, s.profile, id)
	PublishChange(s.bus, EventMemories, s.profile, id)
	return nil
}

// LearnedIn returns how many decisions of the extractor in a chat changed a memory and are still in
// effect: what DeleteChat with Unlearn would undo, as far as no later change stands in its way.
func (s *Session) LearnedIn(ctx context.Context, chat ID) (int, error) {
	ds, err := s.store.Decisions().List(ctx, DecisionFilter{ProfileID: s.profile, ChatID: chat, Actor: ActorExtractor})
	if err != nil {
		return 0, fmt.Errorf("count what was learned in chat %d: %w", chat, err)
	}
	n := 0
	for _, d := range ds {
		if isShownAsLearned(d) && IsInEffect(d) {
			n++
		}
	}
	return n, nil
}

// RestoreChat takes a chat out of the trash.
func (s *Session) RestoreChat(ctx context.Context, id ID) (Chat, error) {
	chat, err := s.store.Chats().Get(ctx, s.profile, id)
	if err != nil {
		return chat, err
	}
	chat.DeletedAt = time.Time{}
	if err := s.store.Chats().Update(ctx, chat); err != nil {
		return chat, fmt.Errorf("restore chat %d: %w", id, err)
	}
	PublishChange(s.bus, EventChats, s.profile, id)
	return chat, nil
}

// PurgeExpiredTrash deletes for good the chats that have been in the trash longer than
// TrashRetention, and returns how many there were.
func (s *Session) PurgeExpiredTrash(ctx context.Context) (int, error) {
	ts, err := s.store.Chats().List(ctx, ChatFilter{ProfileID: s.profile, InTrash: true})
	if err != nil {
		return 0, fmt.Errorf("empty trash: %w", err)
	}
	n := 0
	for _, chat := range ts {
		if s.clock.Current().Sub(chat.DeletedAt) < s.Config().TrashRetention {
			continue
		}
		if err := s.store.Chats().Delete(ctx, s.profile, chat.ID); err != nil {
			return n, fmt.Errorf("empty trash: %w", err)
		}
		n++
	}
	return n, nil
}

// Messages returns a branch of a chat, oldest first: the one that ends at leaf, or the selected
// branch when leaf is 0. With limit > 0 it returns the last limit messages only. Versions is filled
// in for each message and Learned for each answer.
func (s *Session) Messages(ctx context.Context, chatID, leaf ID, limit int) ([]Message, error) {
	if _, err := s.store.Chats().Get(ctx, s.profile, chatID); err != nil {
		return nil, err
	}
	return s.listBranch(ctx, chatID, leaf, limit)
}

// ChatMessages returns a chat and what Messages returns for its selected branch.
func (s *Session) ChatMessages(ctx context.Context, id ID, limit int) (Chat, []Message, error) {
	chat, err := s.store.Chats().Get(ctx, s.profile, id)
	if err != nil {
		return chat, nil, err
	}
	ms, err := s.listBranch(ctx, id, 0, limit)
	return chat, ms, err
}

// listBranch is Messages for a chat that the profile has.
func (s *Session) listBranch(ctx context.Context, chatID, leaf ID, limit int) ([]Message, error) {
	ms, err := s.store.Messages().ListBranch(ctx, s.profile, chatID, leaf, limit)
	if err != nil {
		return nil, fmt.Errorf("messages of chat %d: %w", chatID, err)
	}
	ds, err := s.store.Decisions().List(ctx, DecisionFilter{ProfileID: s.profile, ChatID: chatID, Actor: ActorExtractor})
	if err != nil {
		return nil, fmt.Errorf("messages of chat %d: %w", chatID, err)
	}
	taught := map[ID][]Decision{}
	for _, d := range ds {
		if isShownAsLearned(d) {
			taught[d.MessageID] = append(taught[d.MessageID], d)
		}
	}
	for i := range ms {
		ms[i].Learned = learnedOrEmpty(ms[i], taught[ms[i].ID])
	}
	if err := s.fillVersions(ctx, ms); err != nil {
		return nil, fmt.Errorf("messages of chat %d: %w", chatID, err)
	}
	return ms, nil
}

// fillVersions sets Versions of every message with one query.
func (s *Session) fillVersions(ctx context.Context, ms []Message) error {
	ids := make([]ID, len(ms))
	for i, m := range ms {
		ids[i] = m.ID
	}
	versions, err := s.store.Messages().VersionIDs(ctx, s.profile, ids)
	if err != nil {
		return err
	}
	for i := range ms {
		ms[i].Versions = versions[ms[i].ID]
	}
	return nil
}

// Message returns one message with Versions; for an answer, Learned is filled in as well.
func (s *Session) Message(ctx context.Context, id ID) (Message, error) {
	one := make([]Message, 1)
	var err error
	if one[0], err = s.store.Messages().Get(ctx, s.profile, id); err == nil {
		err = s.fillVersions(ctx, one)
	}
	m := one[0]
	if err != nil || m.Role != RoleAssistant {
		return m, err
	}
	ds, err := s.store.Decisions().List(ctx, DecisionFilter{ProfileID: s.profile, MessageID: id, Actor: ActorExtractor})
	if err != nil {
		return m, fmt.Errorf("message %d: %w", id, err)
	}
	var taught []Decision
	for _, d := range ds {
		if isShownAsLearned(d) {
			taught = append(taught, d)
		}
	}
	m.Learned = learnedOrEmpty(m, taught)
	return m, nil
}

// learnedOrEmpty never returns nil for an answer, so that "nothing learned" is an empty list in
// JSON.
func learnedOrEmpty(m Message, ds []Decision) []Decision {
	if ds == nil && m.Role == RoleAssistant {
		return []Decision{}
	}
	return ds
}

// isShownAsLearned reports whether a decision is listed under its answer: it changed a memory and
// is not an undo.
func isShownAsLearned(d Decision) bool {
	return d.UndoOf == 0 && len(d.Changes) > 0 && d.Action != ActionIgnore
}

// MessageVersions returns a message and its siblings, oldest first.
func (s *Session) MessageVersions(ctx context.Context, id ID) ([]Message, error) {
	return s.store.Messages().ListVersions(ctx, s.profile, id)
}

// SelectVersion selects the branch that runs through the message to its newest leaf.
func (s *Session) SelectVersion(ctx context.Context, id ID) (Chat, error) {
	var chat Chat
	err := s.store.InTx(ctx, func(tx Store) error {
		m, err := tx.Messages().Get(ctx, s.profile, id)
		if err != nil {
			return err
		}
		leaf, err := tx.Messages().LatestLeaf(ctx, s.profile, id)
		if err != nil {
			return err
		}
		if chat, err = tx.Chats().Get(ctx, s.profile, m.ChatID); err != nil {
			return err
		}
		chat.HeadID = leaf
		return tx.Chats().Update(ctx, chat)
	})
	if err != nil {
		return chat, fmt.Errorf("show message %d: %w", id, err)
	}
	PublishChange(s.bus, EventChats, s.profile, chat.ID)
	return chat, nil
}
