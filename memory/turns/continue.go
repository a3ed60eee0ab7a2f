package turns

import (
	"context"
	"fmt"

	"memoir/memory"
	"memoir/prompts"
)

// StartContinuedAnswer asks the model that wrote an answer (0 = the last one of the selected
// branch) for the rest of it; see engine.Session.StartContinuedAnswer.
func (rn *Runner) StartContinuedAnswer(
	ctx context.Context, chat memory.Chat, answer memory.ID,
) (memory.Turn, error) {
	if answer == 0 {
		answer = chat.HeadID
	}
	m, err := rn.store.MessageStore().Get(ctx, chat.ProfileID, answer)
	if err != nil {
		return memory.Turn{}, fmt.Errorf("continue in chat %d: %w", chat.ID, err)
	}
	if m.ChatID != chat.ID || m.Role != memory.RoleAssistant {
		return memory.Turn{}, fmt.Errorf("continue in chat %d: no answer %d: %w", chat.ID, answer, memory.ErrNotFound)
	}
	if m.Content == "" || m.Receipt == nil || m.Receipt.SystemMessage == "" {
		return memory.Turn{}, &memory.FieldError{
			Field: "message_id", Problem: "this answer has no text to continue from; regenerate it instead",
		}
	}
	user, _, err := rn.userMessageAndExclusionsForAnswer(ctx, chat, answer)
	if err != nil {
		return memory.Turn{}, fmt.Errorf("continue in chat %d: %w", chat.ID, err)
	}
	instruction, err := rn.prompts.Render(prompts.Continue, nil)
	if err != nil {
		return memory.Turn{}, fmt.Errorf("continue in chat %d: %w", chat.ID, err)
	}
	receipt := *m.Receipt
	receipt.Continued = &memory.Continuation{KeptBytes: len(m.Content), Instruction: instruction}
	m.Receipt, m.Status, m.Error, m.FinishReason = &receipt, memory.MessageStreaming, nil, ""
	t, err := rn.registerTurnAndInterruptJobs(ctx, chat, func(tx memory.Store) (memory.Message, error) {
		return m, tx.MessageStore().MakeFinalLeafAnswerStreaming(ctx, m)
	})
	if err != nil {
		return memory.Turn{}, fmt.Errorf("continue in chat %d: %w", chat.ID, err)
	}
	rn.runTurnInBackground(ctx, t, chat, func(ctx context.Context, m *memory.Message) (
		memory.ModelInfo, memory.ModelRequest, error,
	) {
		return rn.buildContinuationRequest(ctx, m, chat)
	})
	return memory.Turn{Chat: chat, User: user, Answer: m}, nil
}

// buildContinuationRequest builds the request that the receipt of m describes.
func (rn *Runner) buildContinuationRequest(
	ctx context.Context, m *memory.Message, chat memory.Chat,
) (memory.ModelInfo, memory.ModelRequest, error) {
	model, err := rn.chooseChatModelAskingServersAgain(ctx, chat, m.Model, m.Receipt.SentPictureCount())
	if err != nil {
		return model, memory.ModelRequest{}, err
	}
	if m.Receipt.SentPictureCount() > 0 {
		if err := sightErrorUnlessSees(model); err != nil {
			return model, memory.ModelRequest{}, err
		}
	}
	messages, err := LoadPromptSentForAnswer(ctx, rn.store, chat.ProfileID, *m)
	if err == nil {
		err = fillPictureDataOfPrompt(ctx, rn.store, chat.ProfileID, messages)
	}
	return model, memory.ModelRequest{
		Model: model.ID, Messages: messages, Temperature: chat.Temperature, MaxTokens: chat.MaxTokens,
		ContinuesAnswer: true,
	}, err
}

// LoadPromptSentForAnswer returns exactly the messages of the last request for an answer with a
// receipt, of which only the beginning may be there yet. Pictures have no data.
func LoadPromptSentForAnswer(
	ctx context.Context, store memory.Store, profile memory.ID, m memory.Message,
) ([]memory.PromptMessage, error) {
	out := []memory.PromptMessage{{Role: memory.RoleSystem, Content: m.Receipt.SystemMessage}}
	for _, id := range m.Receipt.HistoryIDs {
		h, err := store.MessageStore().Get(ctx, profile, id)
		if err != nil {
			return nil, fmt.Errorf("prompt of message %d: %w", m.ID, err)
		}
		out = append(out, promptMessageWithPictures(h, m.Receipt.Pictures))
	}
	if c := m.Receipt.Continued; c != nil {
		out = append(out,
			memory.PromptMessage{Role: memory.RoleAssistant, Content: m.Content[:min(c.KeptBytes, len(m.Content))]},
			memory.PromptMessage{Role: memory.RoleUser, Content: c.Instruction})
	}
	return out, nil
}
