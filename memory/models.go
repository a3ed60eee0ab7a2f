package memory

import (
	"context"
	"fmt"
	"strings"
)

// chooseChatModel returns the model that answers: the requested one, the chat's, the default, or
// the first that is available.
func (ts *turns) chooseChatModel(ctx context.Context, chat Chat, want NullText) (ModelInfo, error) {
	all, err := ts.catalog.Models(ctx)
	if err != nil {
		return ModelInfo{}, fmt.Errorf("list models: %w", err)
	}
	for _, id := range []string{string(want), string(chat.Model), ts.config().DefaultModel} {
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
			return ModelInfo{}, &FieldError{"model", fmt.Sprintf("%q is not of the form provider/model", id)}
		}
		// The catalog does not list it; the server decides whether it exists.
		return ModelInfo{ID: id, Provider: provider, Name: name, CanChat: true}, nil
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
	return ModelInfo{}, ts.noModelErr(ctx)
}

// noModelErr returns ErrNoModel, together with the fault of the first provider that has one.
func (ts *turns) noModelErr(ctx context.Context) error {
	ps, err := ts.catalog.Providers(ctx)
	if err != nil {
		return fmt.Errorf("list providers: %w", err)
	}
	for _, p := range ps {
		if p.Fault != nil {
			return &NoModelError{p.Fault}
		}
	}
	return ErrNoModel
}
