package memory

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// NewChat is the input of CreateChat. Memory defaults to on; it is always off in a temporary chat.
type NewThread struct {
	Title        string `json:"title"`
	Model        Text   `json:"model"`
	Memory       Mode   `json:"memory"`
	SystemPrompt Text   `json:"system_prompt"`
	Temporary    bool   `json:"temporary"`
}

// ChatPatch changes the fields that are not nil.
type ThreadPatch struct {
	Title        *string   `json:"title"`
	Model        *Text     `json:"model"`
	Memory       *Mode     `json:"memory"`
	SystemPrompt *Text     `json:"system_prompt"`
	Temperature  **float64 `json:"temperature"`
	MaxTokens    *int      `json:"max_tokens"`
	Pinned       *bool     `json:"pinned"`
	Unread       *bool     `json:"unread"`
	Draft        *string   `json:"draft"`
}

// DeleteChatOptions are the options of DeleteChat.
type DeleteThread struct {
	Unlearn bool // also undo what was learned in the chat
	Purge   bool // delete for good instead of moving to the trash
}

// CreateChat stores an empty chat.
func (s *Service) CreateThread(ctx context.Context, profile ID, n NewThread) (Thread, error) {
	if n.Memory == "" {
		n.Memory = ModeOn
	}
	if n.Temporary {
		n.Memory = ModeOff
	}
	if !validMode(n.Memory) {
		return Thread{}, &FieldError{"memory", "use on, read or off"}
	}
	now := s.clock()
	th := Thread{
		ProfileID: profile, Title: strings.TrimSpace(n.Title), TitleByUser: strings.TrimSpace(n.Title) != "",
		Model: n.Model, Memory: n.Memory, SystemPrompt: n.SystemPrompt, Temporary: n.Temporary, Contexts: []ID{},
		CreatedAt: now, UpdatedAt: now,
	}
	var err error
	if th.ID, err = s.store.Threads().Create(ctx, th); err != nil {
		return Thread{}, fmt.Errorf("create chat: %w", err)
	}
	s.changed(EventThreads, profile, th.ID)
	return th, nil
}

// Chat returns one chat, even if it is in the trash.
func (s *Service) Thread(ctx context.Context, profile, id ID) (Thread, error) {
	return s.store.Threads().Get(ctx, profile, id)
}

// Chats lists chats, pinned ones first, then by last update.
func (s *Service) Threads(ctx context.Context, f ThreadFilter) ([]Thread, error) {
	return s.store.Threads().List(ctx, f)
}

// UpdateChat changes a chat. A title set here counts as the user's and is never replaced.
func (s *Service) UpdateThread(ctx context.Context, profile, id ID, p ThreadPatch) (Thread, error) {
	var th Thread
	err := s.store.InTx(ctx, func(tx Store) error {
		var err error
		if th, err = tx.Threads().Get(ctx, profile, id); err != nil {
			return err
		}
		if err = p.apply(&th); err != nil {
			return err
		}
		return tx.Threads().Update(ctx, th)
	})
	if err != nil {
		return Thread{}, fmt.Errorf("change chat %d: %w", id, err)
	}
	if p.Title != nil {
		s.titles.drop(id)
	}
	s.changed(EventThreads, profile, id)
	return th, nil
}

func (p ThreadPatch) apply(th *Thread) error {
	if p.Memory != nil {
		if !validMode(*p.Memory) {
			return &FieldError{"memory", "use on, read or off"}
		}
		if th.Temporary && *p.Memory != ModeOff {
			return &FieldError{"memory", "a temporary chat remembers nothing"}
		}
		th.Memory = *p.Memory
	}
	if p.MaxTokens != nil && *p.MaxTokens < 0 {
		return &FieldError{"max_tokens", "use 0 for no limit or a positive number"}
	}
	if p.Temperature != nil && *p.Temperature != nil && (**p.Temperature < 0 || **p.Temperature > 2) {
		return &FieldError{"temperature", "use a number from 0 to 2"}
	}
	if p.Title != nil {
		th.Title, th.TitleByUser = strings.TrimSpace(*p.Title), strings.TrimSpace(*p.Title) != ""
	}
	assign(&th.Model, p.Model)
	assign(&th.SystemPrompt, p.SystemPrompt)
	assign(&th.Temperature, p.Temperature)
	assign(&th.MaxTokens, p.MaxTokens)
	assign(&th.Pinned, p.Pinned)
	assign(&th.Unread, p.Unread)
	assign(&th.Draft, p.Draft)
	return nil
}

// assignIfSet sets a field when the patch has a value for it.
func assign[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

func validMode(m Mode) bool { return m == ModeOn || m == ModeRead || m == ModeOff }

// DeleteChat moves a chat to the trash or, with Purge, deletes it for good; temporary chats are
// always deleted for good. What was learned in the chat stays unless Unlearn is set; decisions that
// cannot be undone because of a later change stay as well. A running answer is stopped first.
func (s *Service) DeleteThread(ctx context.Context, profile, id ID, o DeleteThread) error {
	th, err := s.store.Threads().Get(ctx, profile, id)
	if err != nil {
		return err
	}
	if err := s.stopThread(ctx, id); err != nil {
		return err
	}
	var changes []Change
	err = s.store.InTx(ctx, func(tx Store) error {
		if o.Unlearn {
			if changes, err = s.unlearn(ctx, tx, profile, id); err != nil {
				return err
			}
		}
		if o.Purge || th.Temporary {
			return tx.Threads().Delete(ctx, profile, id)
		}
		th, err = tx.Threads().Get(ctx, profile, id)
		if err != nil {
			return err
		}
		th.DeletedAt = s.clock()
		return tx.Threads().Update(ctx, th)
	})
	if err != nil {
		return fmt.Errorf("delete chat %d: %w", id, err)
	}
	s.reindexChanges(ctx, profile, changes)
	s.changed(EventThreads, profile, id)
	s.changed(EventMemories, profile, id)
	return nil
}

// undoLearnedIn undoes the extractor's decisions in a chat, newest first, and skips those with
// conflicts.
func (s *Service) unlearn(ctx context.Context, tx Store, profile, thread ID) ([]Change, error) {
	ds, err := tx.Decisions().List(ctx, DecisionFilter{ProfileID: profile, ThreadID: thread, Actor: ActorExtractor})
	if err != nil {
		return nil, err
	}
	var changes []Change
	for _, d := range ds {
		if d.UndoOf != 0 || len(d.Changes) == 0 {
			continue
		}
		done, err := s.undo(ctx, tx, ActorUser, d)
		if errors.Is(err, ErrConflict) {
			continue
		}
		if err != nil {
			return nil, err
		}
		changes = append(changes, done.Changes...)
	}
	return changes, nil
}

// stopAnswerOfChat stops the running answer of a chat and waits until it has ended.
func (s *Service) stopThread(ctx context.Context, id ID) error {
	s.mu.Lock()
	var running *turn
	for _, t := range s.turns {
		if t.answer.ThreadID == id {
			running = t
		}
	}
	s.mu.Unlock()
	if running == nil {
		return nil
	}
	running.cancel(errStopped)
	select {
	case <-running.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// RestoreChat takes a chat out of the trash.
func (s *Service) RestoreThread(ctx context.Context, profile, id ID) (Thread, error) {
	th, err := s.store.Threads().Get(ctx, profile, id)
	if err != nil {
		return th, err
	}
	th.DeletedAt = time.Time{}
	if err := s.store.Threads().Update(ctx, th); err != nil {
		return th, fmt.Errorf("restore chat %d: %w", id, err)
	}
	s.changed(EventThreads, profile, id)
	return th, nil
}

// PurgeExpiredTrash deletes for good the chats that have been in the trash longer than
// TrashRetention, and returns how many there were.
func (s *Service) EmptyTrash(ctx context.Context, profile ID) (int, error) {
	ts, err := s.store.Threads().List(ctx, ThreadFilter{ProfileID: profile, Trash: true})
	if err != nil {
		return 0, fmt.Errorf("empty trash: %w", err)
	}
	n := 0
	for _, th := range ts {
		if s.clock().Sub(th.DeletedAt) < s.Config().ThreadTrashKeep {
			continue
		}
		if err := s.store.Threads().Delete(ctx, profile, th.ID); err != nil {
			return n, fmt.Errorf("empty trash: %w", err)
		}
		n++
	}
	return n, nil
}

// Messages returns a branch of a chat, oldest first: the one that ends at leaf, or the selected
// branch when leaf is 0. With limit > 0 it returns the last limit messages only. Learned is filled
// in for each answer.
func (s *Service) Messages(ctx context.Context, profile, thread, leaf ID, limit int) ([]Message, error) {
	if _, err := s.store.Threads().Get(ctx, profile, thread); err != nil {
		return nil, err
	}
	ms, err := s.store.Messages().Path(ctx, profile, thread, leaf, limit)
	if err != nil {
		return nil, fmt.Errorf("messages of chat %d: %w", thread, err)
	}
	ds, err := s.store.Decisions().List(ctx, DecisionFilter{ProfileID: profile, ThreadID: thread, Actor: ActorExtractor})
	if err != nil {
		return nil, fmt.Errorf("messages of chat %d: %w", thread, err)
	}
	taught := map[ID][]Decision{}
	for _, d := range ds {
		if shownAsLearned(d) {
			taught[d.MessageID] = append(taught[d.MessageID], d)
		}
	}
	for i := range ms {
		ms[i].Learned = learnedOf(ms[i], taught[ms[i].ID])
	}
	return ms, nil
}

// Message returns one message; for an answer, Learned is filled in.
func (s *Service) Message(ctx context.Context, profile, id ID) (Message, error) {
	m, err := s.store.Messages().Get(ctx, profile, id)
	if err != nil || m.Role != RoleAssistant {
		return m, err
	}
	ds, err := s.store.Decisions().List(ctx, DecisionFilter{ProfileID: profile, MessageID: id, Actor: ActorExtractor})
	if err != nil {
		return m, fmt.Errorf("message %d: %w", id, err)
	}
	var taught []Decision
	for _, d := range ds {
		if shownAsLearned(d) {
			taught = append(taught, d)
		}
	}
	m.Learned = learnedOf(m, taught)
	return m, nil
}

// learnedOrEmpty never returns nil for an answer, so that "nothing learned" is an empty list in
// JSON.
func learnedOf(m Message, ds []Decision) []Decision {
	if ds == nil && m.Role == RoleAssistant {
		return []Decision{}
	}
	return ds
}

// isShownAsLearned reports whether a decision is listed under its answer: it changed a memory and
// is not an undo.
func shownAsLearned(d Decision) bool {
	return d.UndoOf == 0 && len(d.Changes) > 0 && d.Action != ActionIgnore
}

// MessageVersions returns a message and its siblings, oldest first.
func (s *Service) Versions(ctx context.Context, profile, id ID) ([]Message, error) {
	return s.store.Messages().Versions(ctx, profile, id)
}

// SelectVersion selects the branch that runs through the message to its newest leaf.
func (s *Service) SelectVersion(ctx context.Context, profile, id ID) (Thread, error) {
	var th Thread
	err := s.store.InTx(ctx, func(tx Store) error {
		m, err := tx.Messages().Get(ctx, profile, id)
		if err != nil {
			return err
		}
		leaf, err := tx.Messages().Latest(ctx, profile, id)
		if err != nil {
			return err
		}
		if th, err = tx.Threads().Get(ctx, profile, m.ThreadID); err != nil {
			return err
		}
		th.HeadID = leaf
		return tx.Threads().Update(ctx, th)
	})
	if err != nil {
		return th, fmt.Errorf("show message %d: %w", id, err)
	}
	s.changed(EventThreads, profile, th.ID)
	return th, nil
}
