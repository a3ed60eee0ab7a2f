package engine

import (
	"context"
	"fmt"
	"strings"

	"memoir/memory"
)

// chooseChatModel returns the model that answers: the requested one, the chat's, its project's, the
// default, or the first that is available.
func (ts *turns) chooseChatModel(
	ctx context.Context, chat memory.Chat, want memory.NullText,
) (memory.ModelInfo, error) {
	all, err := ts.catalog.Models(ctx)
	if err != nil {
		return memory.ModelInfo{}, fmt.Errorf("list models: %w", err)
	}
	for _, id := range []string{string(want), string(chat.OwnOrProjectModel()), ts.config().DefaultModel} {
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
				Problem: fmt.Sprintf("%q is not of the form provider/model", id),
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
	return memory.ModelInfo{}, ts.noModelErrorWithProviderFault(ctx)
}

// noModelErrorWithProviderFault returns ErrNoModel, together with the fault of the first provider
// that has one.
func (ts *turns) noModelErrorWithProviderFault(ctx context.Context) error {
	ps, err := ts.catalog.Providers(ctx)
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
