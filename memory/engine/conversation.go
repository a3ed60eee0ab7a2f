package engine

import (
	"context"
	"fmt"
	"strings"

	"memoir/memory"
	"memoir/memory/turns"
)

// StoreMessageAndStartAnswer stores the message and an empty answer in one transaction and returns;
// the reply streams in the background and is published on the Bus. Once it has returned, the
// message cannot be lost. A chat answers one message at a time; a second one is ErrBusy. The reply
// does not end with ctx; StopAnswer ends it. A message with pictures for a model that takes none,
// or is not known to take any, is a *memory.SightError; nothing is stored then.
func (s *Session) StoreMessageAndStartAnswer(ctx context.Context, p memory.SendParams) (memory.Turn, error) {
	if strings.TrimSpace(p.Text) == "" && len(p.Pictures) == 0 {
		return memory.Turn{}, &memory.FieldError{Field: "content", Problem: "enter at least one word"}
	}
	chat, err := loadChatNotInTrash(ctx, s.store, s.profile, p.ChatID)
	if err != nil {
		return memory.Turn{}, err
	}
	if p.Pictures, err = dedupPictureIDsRefusingTooMany(p.Pictures); err != nil {
		return memory.Turn{}, err
	}
	return s.turns.StoreMessageAndStartAnswer(ctx, chat, p)
}

// StartRegeneratedAnswer answers the user message above the given answer again (0 = the last one of
// the branch). The old answer is kept as a version; the new one is learned from as well.
func (s *Session) StartRegeneratedAnswer(
	ctx context.Context, chatID, answer memory.ID, model memory.NullText,
) (memory.Turn, error) {
	chat, err := loadChatNotInTrash(ctx, s.store, s.profile, chatID)
	if err != nil {
		return memory.Turn{}, err
	}
	return s.turns.StartRegeneratedAnswer(ctx, chat, answer, model)
}

// StartContinuedAnswer asks the model that wrote an answer (0 = the last one of the selected
// branch) for the rest of it, when it was stopped, interrupted or cut off. The new text is appended
// to the same message. What was sent is sent again, followed by the part that is there and an
// instruction. The answer must have text and be the last of its branch. Everything else is as for
// StoreMessageAndStartAnswer.
func (s *Session) StartContinuedAnswer(ctx context.Context, chatID, answer memory.ID) (memory.Turn, error) {
	chat, err := loadChatNotInTrash(ctx, s.store, s.profile, chatID)
	if err != nil {
		return memory.Turn{}, err
	}
	return s.turns.StartContinuedAnswer(ctx, chat, answer)
}

// StopAnswer stops a running answer and keeps its partial text. It has no effect on a final answer.
func (s *Session) StopAnswer(ctx context.Context, answer memory.ID) error {
	if _, err := s.store.MessageStore().Get(ctx, s.profile, answer); err != nil {
		return err
	}
	s.turns.StopAnswer(answer)
	return nil
}

// WaitForAnswer returns the answer once it is final.
func (s *Session) WaitForAnswer(ctx context.Context, answer memory.ID) (memory.Message, error) {
	if err := s.turns.WaitForAnswer(ctx, answer); err != nil {
		return memory.Message{}, err
	}
	return s.LoadMessage(ctx, answer)
}

// LoadPromptSentForAnswer returns exactly the messages that were sent for an answer; of an answer
// that was continued, those of the last request. Pictures have no data; LoadPicture returns it.
func (s *Session) LoadPromptSentForAnswer(ctx context.Context, answer memory.ID) ([]memory.PromptMessage, error) {
	m, err := s.store.MessageStore().Get(ctx, s.profile, answer)
	if err != nil {
		return nil, err
	}
	if m.Receipt == nil || m.Receipt.SystemMessage == "" {
		return nil, fmt.Errorf("prompt of message %d: nothing was sent: %w", answer, memory.ErrNotFound)
	}
	return turns.LoadPromptSentForAnswer(ctx, s.store, s.profile, m)
}

// PreviewPrompt returns what would be sent if the message were sent now. Nothing is stored and no
// model is asked; the embedder is, as for an answer. Without a model the prompt is built for the
// default context window. A chat in the trash is memory.ErrNotFound.
func (s *Session) PreviewPrompt(ctx context.Context, p memory.PreviewParams) (memory.PromptPreview, error) {
	chat := p.Chat
	chat.ProfileID = s.profile
	if chat.ID != 0 {
		var err error
		if chat, err = loadChatNotInTrash(ctx, s.store, s.profile, chat.ID); err != nil {
			return memory.PromptPreview{}, err
		}
	} else if chat.ProjectID != 0 {
		project, err := s.store.ProjectStore().Get(ctx, s.profile, chat.ProjectID)
		if err != nil {
			return memory.PromptPreview{}, err
		}
		chat.Project = &project
	}
	user := memory.Message{
		ChatID: chat.ID, ParentID: chat.HeadID, Role: memory.RoleUser, Content: p.Text,
		Status: memory.MessageComplete, CreatedAt: s.clock.NowInUTCToMillisecond(),
	}
	if p.ParentID != nil {
		user.ParentID = *p.ParentID
	}
	var err error
	if user.Pictures, err = s.loadRemainingPicturesWithoutData(ctx, p.Pictures); err != nil {
		return memory.PromptPreview{}, err
	}
	return s.turns.PreviewPrompt(ctx, chat, user, p.Without)
}

// loadChatNotInTrash returns a chat that is not in the trash.
func loadChatNotInTrash(ctx context.Context, store memory.Store, profile, id memory.ID) (memory.Chat, error) {
	chat, err := store.ChatStore().Get(ctx, profile, id)
	if err != nil {
		return chat, err
	}
	if !chat.DeletedAt.IsZero() {
		return chat, fmt.Errorf("chat %d is in the trash: %w", id, memory.ErrNotFound)
	}
	return chat, nil
}
