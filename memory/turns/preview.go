package turns

import (
	"context"
	"errors"

	"memoir/memory"
)

// PreviewPrompt returns what would be sent if the message, which need not be stored, were sent now.
// Nothing is stored and no model is asked; the embedder is, as for an answer. Without a model the
// prompt is built for the default context window.
func (rn *Runner) PreviewPrompt(
	ctx context.Context, chat memory.Chat, user memory.Message, without memory.Exclusions,
) (memory.PromptPreview, error) {
	model, err := rn.chooseChatModel(ctx, chat, "")
	if err != nil && !errors.Is(err, memory.ErrNoModel) {
		var fault *memory.ProviderError // the reason why none is there
		if !errors.As(err, &fault) {
			return memory.PromptPreview{}, err
		}
	}
	a, err := rn.retrieveAndAssemblePromptAndReceipt(ctx, chat, user, model, without)
	return memory.PromptPreview{Model: model.Name, Receipt: a.receipt, Messages: a.messages}, err
}
