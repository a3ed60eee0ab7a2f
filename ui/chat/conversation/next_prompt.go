package conversation

import (
	"context"
	"strings"

	"memoir/memory"
	"memoir/memory/lang"
)

// countedPrompt is how long the prompt of the message in the composer is apart from the text of it.
type countedPrompt struct {
	visit  *visit
	tokens int
}

// EstimateNextPromptTokens estimates how much of the context window the next prompt takes: what
// CountNextPrompt counted or, until it has, the last prompt and its answer, or the files; and the
// text being typed.
func (s *State) EstimateNextPromptTokens() int {
	used := lang.EstimateTokens(s.Composer.text)
	if s.counted.visit == s.visit {
		return used + s.counted.tokens
	}
	for _, p := range s.Pictures.ComposerPictures() {
		used += p.Tokens
	}
	for i := len(s.Messages) - 1; i >= 0; i-- {
		if r := s.Messages[i].Receipt; r != nil {
			return used + r.PromptTokens + lang.EstimateTokens(s.Messages[i].Content)
		}
	}
	files := 0
	for _, f := range s.Attachments.Files {
		files += f.Tokens
	}
	return used + min(files, s.Models.filesBudgetTokens())
}

// HasNextMessageElseForgetCount reports whether the composer holds a message that can be sent in
// the open chat. Where it holds none, what was counted is forgotten.
func (s *State) HasNextMessageElseForgetCount() bool {
	has := !s.IsInTrash() && (strings.TrimSpace(s.Composer.text) != "" || len(s.Pictures.ComposerPictures()) > 0)
	if !has {
		s.counted = countedPrompt{}
	}
	return has
}

// CountNextPrompt counts the tokens of everything that would be sent with the message in the
// composer.
func (s *State) CountNextPrompt() []Effect {
	if !s.HasNextMessageElseForgetCount() {
		return nil
	}
	return []Effect{CountNextPrompt{Params: s.NextMessagePreviewParams(), visit: s.visit}}
}

// CountNextPrompt builds a prompt and counts its tokens.
type CountNextPrompt struct {
	Params memory.PreviewParams
	visit  *visit
}

// ConcurrencyPolicy lets it replace an older CountNextPrompt.
func (CountNextPrompt) ConcurrencyPolicy() Schedule { return CountPrompt }

// RunOnCore builds the prompt. One that cannot be built stays estimated.
func (w CountNextPrompt) RunOnCore(ctx context.Context, core Core) Result {
	preview, err := core.PreviewPrompt(ctx, w.Params)
	return func(s *State) []Effect {
		if err != nil || s.visit != w.visit || !s.HasNextMessageElseForgetCount() {
			return nil
		}
		s.counted = countedPrompt{w.visit, max(0, preview.Receipt.PromptTokens-lang.EstimateTokens(w.Params.Text))}
		return []Effect{ShowMeter}
	}
}

func (CountNextPrompt) isEffect() {}
