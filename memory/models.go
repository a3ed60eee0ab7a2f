package memory

import (
	"context"
	"fmt"
	"strings"
)

// preferredExtractor is the model that source 000 takes when models.yaml names none.
const preferredExtractor = "openai/gpt-5-nano-2025-08-07"

// Reasons for the choice of an extractor, shown in Settings.
const (
	extractorNamed     = "named in models.yaml"
	extractorPreferred = "the usual small model"
	extractorSmallest  = "the smallest available"
	extractorLoaded    = "already loaded on this computer"
)

// chatModel returns the model that answers: the one asked for, the chat's, the default, or the first that is available.
func (s *Service) chatModel(ctx context.Context, th Thread, want Text) (ModelInfo, error) {
	all, err := s.catalog.Models(ctx)
	if err != nil {
		return ModelInfo{}, fmt.Errorf("list models: %w", err)
	}
	for _, id := range []string{string(want), string(th.Model), s.Config().ModelDefault} {
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
		return ModelInfo{ID: id, Provider: provider, Name: name, Chat: true}, nil // the server knows best
	}
	for _, m := range all {
		if m.Chat && m.Available {
			return m, nil
		}
	}
	for _, m := range all {
		if m.Chat {
			return m, nil // none answers: asking the first one tells why
		}
	}
	return ModelInfo{}, s.whyNoModel(ctx)
}

// whyNoModel is ErrNoModel with what the first provider that is in trouble says, if there is one.
func (s *Service) whyNoModel(ctx context.Context) error {
	ps, err := s.catalog.Providers(ctx)
	if err != nil {
		return fmt.Errorf("list providers: %w", err)
	}
	for _, p := range ps {
		if p.Fault != nil {
			return &noModelError{p.Fault}
		}
	}
	return ErrNoModel
}

// ExtractorFor returns the model that learns from exchanges answered by chatModel, and why it is this one. ErrNoModel
// means that learning waits.
func (s *Service) ExtractorFor(ctx context.Context, chatModel string) (ModelInfo, string, error) {
	all, err := s.catalog.Models(ctx)
	if err != nil {
		return ModelInfo{}, "", fmt.Errorf("list models: %w", err)
	}
	m, why, ok := PickExtractor(all, s.catalog.Extractor(), chatModel)
	if !ok {
		return ModelInfo{}, "", ErrNoModel
	}
	return m, why, nil
}

// PickExtractor chooses the model that learns, from a catalogue in file order: the one the user named, if it is
// available; else openai/gpt-5-nano-2025-08-07; else the smallest available model of the first provider that has one
// (source 000). Unless the user named it, the text goes nowhere it has not been: a chat with a model on this computer
// is learned from on this computer, another by its own provider or on this computer. Models that do not chat are never
// taken. On a local server a model that is loaded goes before a smaller one that is not.
func PickExtractor(all []ModelInfo, named, chatModel string) (ModelInfo, string, bool) {
	provider, _, _ := strings.Cut(chatModel, "/")
	chat := ModelInfo{Provider: provider}
	for _, m := range all {
		if m.ID == named && m.Available {
			return m, extractorNamed, true
		}
		if m.ID == chatModel {
			chat = m
		}
	}
	var best *ModelInfo
	for i := range all {
		m := &all[i]
		switch {
		case !m.Chat || !m.Available || !mayRead(*m, chat):
		case m.ID == preferredExtractor:
			return *m, extractorPreferred, true
		case best == nil || (m.Provider == best.Provider && smaller(*m, *best)):
			best = m
		}
	}
	if best == nil {
		return ModelInfo{}, "", false
	}
	return *best, whyBest(*best), true
}

func whyBest(m ModelInfo) string {
	if m.Local && m.Loaded {
		return extractorLoaded
	}
	return extractorSmallest
}

// mayRead reports whether the text of a chat may go to m: to this computer always, elsewhere only where it has been.
// A text without a chat may go anywhere the user has set up.
func mayRead(m, chat ModelInfo) bool {
	return m.Local || chat.Provider == "" || (!chat.Local && m.Provider == chat.Provider)
}

// smaller orders models of one provider: loaded ones of a local server first, then by size, an unknown size last.
func smaller(a, b ModelInfo) bool {
	if a.Local && a.Loaded != b.Loaded {
		return a.Loaded
	}
	if (a.Size == 0) != (b.Size == 0) {
		return a.Size != 0
	}
	return a.Size < b.Size
}
