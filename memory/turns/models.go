package turns

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"memoir/memory"
)

// chooseChatModel returns the model that answers: the requested one, the chat's, its project's, the
// default, or the first that is available.
func (rn *Runner) chooseChatModel(
	ctx context.Context, chat memory.Chat, want memory.NullText,
) (memory.ModelInfo, error) {
	all, err := rn.catalog.ListModels(ctx)
	if err != nil {
		return memory.ModelInfo{}, fmt.Errorf("list models: %w", err)
	}
	for _, id := range []string{string(want), string(chat.OwnOrProjectModel()), rn.config().DefaultModel} {
		if id == "" {
			continue
		}
		for _, m := range all {
			if m.ID == id {
				return m, nil
			}
		}
		provider, name, ok := strings.Cut(id, "/")
		if !ok {
			return memory.ModelInfo{}, &memory.FieldError{
				Field:   "model",
				Problem: fmt.Sprintf("“%s” isn't in the form provider/model", id),
			}
		}
		// The catalog does not list it; the server decides whether it exists.
		return memory.ModelInfo{ID: id, Provider: provider, Name: name, CanChat: true}, nil
	}
	for _, m := range all {
		if m.CanChat && m.Available {
			return m, nil
		}
	}
	for _, m := range all {
		if m.CanChat {
			return m, nil // none is available: calling the first one reports why
		}
	}
	return memory.ModelInfo{}, rn.noModelErrorWithProviderFault(ctx)
}

// chooseChatModelAskingServersAgain is chooseChatModel for an answer to a message with some
// pictures. Where what is known of the servers keeps the model from being called, they are asked
// once more: one that was not running a moment ago may be back.
func (rn *Runner) chooseChatModelAskingServersAgain(
	ctx context.Context, chat memory.Chat, want memory.NullText, pictures int,
) (memory.ModelInfo, error) {
	model, err := rn.chooseChatModel(ctx, chat, want)
	isSightUnknown := err == nil && pictures > 0 && model.Sees == memory.SightUnknown && !model.Available
	if isSightUnknown || errors.Is(err, memory.ErrNoModel) {
		rn.catalog.ClearModelAndKeyCaches()
		return rn.chooseChatModel(ctx, chat, want)
	}
	return model, err
}

// noModelErrorWithProviderFault returns ErrNoModel, together with the fault of the first provider
// that has one.
func (rn *Runner) noModelErrorWithProviderFault(ctx context.Context) error {
	ps, err := rn.catalog.ListProviders(ctx)
	if err != nil {
		return fmt.Errorf("list providers: %w", err)
	}
	for _, p := range ps {
		if p.Fault != nil {
			return &memory.NoModelError{Fault: p.Fault}
		}
	}
	return memory.ErrNoModel
}

// refusePicturesUnlessModelSees refuses pictures for a model that takes none or is not known to
// take any. What keeps the model from being chosen is reported by the answer.
func (rn *Runner) refusePicturesUnlessModelSees(
	ctx context.Context, chat memory.Chat, want memory.NullText, count int,
) error {
	if count == 0 {
		return nil
	}
	model, err := rn.chooseChatModelAskingServersAgain(ctx, chat, want, count)
	if err != nil {
		return nil //nolint:nilerr // as above
	}
	return sightErrorUnlessSees(model)
}

func sightErrorUnlessSees(m memory.ModelInfo) error {
	if m.Sees == memory.SightYes {
		return nil
	}
	return &memory.SightError{ModelID: m.ID, Name: m.Name, Sight: m.Sees}
}
