package engine

import (
	"context"
	"fmt"
	"strings"

	"memoir/memory"
)

// SendMessage stores the message and an empty answer in one transaction and returns; the reply
// streams in the background and is published on the Bus. Once it has returned, the message cannot
// be lost. A chat answers one message at a time; a second one is ErrBusy. The reply does not end
// with ctx; StopAnswer ends it. A message with pictures for a model that takes none, or is not
// known to take any, is a *memory.SightError; nothing is stored then.
func (s *Session) SendMessage(ctx context.Context, p memory.SendParams) (memory.Turn, error) {
	text := strings.TrimSpace(p.Text)
	if text == "" && len(p.Pictures) == 0 {
		return memory.Turn{}, &memory.FieldError{Field: "content", Problem: "write at least one word"}
	}
	chat, err := loadChatNotInTrash(ctx, s.store, s.profile, p.ChatID)
	if err != nil {
		return memory.Turn{}, err
	}
	if p.Pictures, err = uniquePictures(p.Pictures); err != nil {
		return memory.Turn{}, err
	}
	if err := s.turns.checkModelSees(ctx, chat, p.Model, len(p.Pictures)); err != nil {
		return memory.Turn{}, err
	}
	return s.turns.storeMessageAndStartAnswer(ctx, chat, text, p)
}

// RegenerateAnswer answers the user message above the given answer again (0 = the last one of the
// branch). The old answer is kept as a version; the new one is learned from as well.
func (s *Session) RegenerateAnswer(
	ctx context.Context, chatID, answer memory.ID, model memory.NullText,
) (memory.Turn, error) {
	chat, err := loadChatNotInTrash(ctx, s.store, s.profile, chatID)
	if err != nil {
		return memory.Turn{}, err
	}
	return s.turns.startRegeneratedAnswer(ctx, chat, answer, model)
}

// StopAnswer stops a running answer and keeps its partial text. It has no effect on a final answer.
func (s *Session) StopAnswer(ctx context.Context, answer memory.ID) error {
	if _, err := s.store.Messages().Get(ctx, s.profile, answer); err != nil {
		return err
	}
	if t := s.turns.findRunning(answer); t != nil {
		t.cancel(errStopped)
	}
	return nil
}

// WaitForAnswer returns the answer once it is final.
func (s *Session) WaitForAnswer(ctx context.Context, answer memory.ID) (memory.Message, error) {
	if t := s.turns.findRunning(answer); t != nil {
		select {
		case <-t.done:
		case <-ctx.Done():
			return memory.Message{}, fmt.Errorf("wait for answer %d: %w", answer, ctx.Err())
		}
	}
	return s.LoadMessage(ctx, answer)
}

// LoadPromptSentForAnswer returns exactly the messages that were sent for an answer; of an answer
// that was continued, those of the last request. Pictures have no data; LoadPicture returns it.
func (s *Session) LoadPromptSentForAnswer(ctx context.Context, answer memory.ID) ([]memory.PromptMessage, error) {
	m, err := s.store.Messages().Get(ctx, s.profile, answer)
	if err != nil {
		return nil, err
	}
	if m.Receipt == nil || m.Receipt.SystemMessage == "" {
		return nil, fmt.Errorf("prompt of message %d: nothing was sent: %w", answer, memory.ErrNotFound)
	}
	return promptFromReceipt(ctx, s.store, s.profile, m)
}

// loadChatNotInTrash returns a chat that is not in the trash.
func loadChatNotInTrash(ctx context.Context, store memory.Store, profile, id memory.ID) (memory.Chat, error) {
	chat, err := store.Chats().Get(ctx, profile, id)
	if err != nil {
		return chat, err
	}
	if !chat.DeletedAt.IsZero() {
		return chat, fmt.Errorf("chat %d is in the trash: %w", id, memory.ErrNotFound)
	}
	return chat, nil
}
