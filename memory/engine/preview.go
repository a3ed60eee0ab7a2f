package engine

import (
	"context"
	"errors"

	"memoir/memory"
)

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
		project, err := s.store.Projects().Get(ctx, s.profile, chat.ProjectID)
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
	if user.Pictures, err = s.loadPicturesOfDraft(ctx, p.Pictures); err != nil {
		return memory.PromptPreview{}, err
	}
	model, err := s.turns.chooseChatModel(ctx, chat, "")
	if err != nil && !errors.Is(err, memory.ErrNoModel) {
		var fault *memory.ProviderError // the reason why none is there
		if !errors.As(err, &fault) {
			return memory.PromptPreview{}, err
		}
	}
	a, err := s.turns.retrieveAndAssemblePrompt(ctx, chat, user, model, p.Without)
	return memory.PromptPreview{Model: model.Name, Receipt: a.receipt, Messages: a.messages}, err
}
