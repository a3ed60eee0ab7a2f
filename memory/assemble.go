package memory

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"memoir/prompts"
)

// maxHistoryMessages bounds how many messages of a branch are read for a prompt; no context window
// holds more.
const historyLimit = 1000

// maxFilesShare is the part of the context window that attached files may fill before only some of
// their chunks are sent.
const filesShare = 0.5

// assembledPrompt is a prompt ready to be sent.
type assembled struct {
	messages []ChatMessage
	receipt  Receipt
}

// assemblePrompt builds the prompt for answering the user message: system text, the chat's
// instructions, memories, files, then the newest turns that fit into window tokens (0 = the
// default). Empty parts are left out.
func (s *Service) assemble(
	ctx context.Context, th Thread, user Message, found Retrieval, window int,
) (assembled, error) {
	cfg := s.Config()
	if window <= 0 {
		window = cfg.WindowDefault
	}
	budget := max(window-cfg.ReplyReserve, window/2)
	system, err := s.prompts.Render(prompts.System, nil)
	if err != nil {
		return assembled{}, err
	}
	a := assembled{receipt: Receipt{Retrieval: found, Window: window, Files: []FileShare{}, Sections: []Section{}}}
	var parts []string
	add := func(name, text string) {
		if text != "" {
			parts = append(parts, text)
			a.receipt.Sections = append(a.receipt.Sections, Section{name, EstimateTokens(text)})
			budget -= EstimateTokens(text)
		}
	}
	add("system", system)
	if th.SystemPrompt != "" {
		add("instructions", "## Instructions for this chat\n"+string(th.SystemPrompt))
	}
	always, relevant := memorySections(found)
	add("long_term", always)
	add("relevant", relevant)
	room := int(float64(budget-EstimateTokens(user.Content)) * filesShare)
	files, shares, err := s.fileSection(ctx, th, user.Content, room)
	if err != nil {
		return assembled{}, err
	}
	add("files", files)
	a.receipt.Files = shares
	a.receipt.System = strings.Join(parts, "\n\n")
	if err := s.addHistory(ctx, &a, th, user, budget); err != nil {
		return assembled{}, err
	}
	for _, sec := range a.receipt.Sections {
		a.receipt.PromptTokens += sec.Tokens
	}
	return a, nil
}

// renderMemorySections renders the lanes: the always lane under "Long-term memory", all others
// under "Relevant memory". The newest memories that replace search results are introduced as such,
// so that the model does not take them for relevant ones.
func memorySections(r Retrieval) (always, relevant string) {
	var a, b strings.Builder
	for _, h := range r.Memories {
		line := "\n- " + oneLine(h.Content) + validity(h.Memory)
		if h.Lane == LaneAlways {
			a.WriteString(line)
			continue
		}
		if b.Len() == 0 && h.Lane == LaneRecent {
			b.WriteString("\nThe most recent notes; they need not concern the question.")
		}
		b.WriteString(line)
	}
	if a.Len() > 0 {
		always = "## Long-term memory" + a.String()
	}
	if b.Len() > 0 {
		relevant = "## Relevant memory" + b.String()
	}
	return always, relevant
}

// addHistory appends the branch up to the user message after the system message: the newest turns
// that fit the budget, oldest first, and always the user message itself. Failed and empty answers
// are left out.
func (s *Service) addHistory(ctx context.Context, a *assembled, th Thread, user Message, budget int) error {
	path, err := s.store.Messages().Path(ctx, th.ProfileID, th.ID, user.ID, historyLimit)
	if err != nil {
		return fmt.Errorf("load history: %w", err)
	}
	tokens := 0
	var kept []Message
	for i, m := range slices.Backward(path) {
		if m.Content == "" || m.Status == MessageFailed {
			continue
		}
		n := EstimateTokens(m.Content) + 4 // framing costs about four tokens per message
		if m.ID != user.ID && tokens+n > budget {
			a.receipt.Left = i + 1
			break
		}
		tokens += n
		kept = append(kept, m)
	}
	slices.Reverse(kept)
	a.messages = append(a.messages, ChatMessage{RoleSystem, a.receipt.System})
	for _, m := range kept {
		a.messages = append(a.messages, ChatMessage{m.Role, m.Content})
		a.receipt.History = append(a.receipt.History, m.ID)
	}
	a.receipt.Sections = append(a.receipt.Sections, Section{"history", tokens})
	return nil
}

// SentPrompt returns exactly the messages that were sent for an answer.
func (s *Service) Prompt(ctx context.Context, profile, answer ID) ([]ChatMessage, error) {
	m, err := s.store.Messages().Get(ctx, profile, answer)
	if err != nil {
		return nil, err
	}
	if m.Receipt == nil || m.Receipt.System == "" {
		return nil, fmt.Errorf("prompt of message %d: nothing was sent: %w", answer, ErrNotFound)
	}
	out := []ChatMessage{{RoleSystem, m.Receipt.System}}
	for _, id := range m.Receipt.History {
		h, err := s.store.Messages().Get(ctx, profile, id)
		if err != nil {
			return nil, fmt.Errorf("prompt of message %d: %w", answer, err)
		}
		out = append(out, ChatMessage{h.Role, h.Content})
	}
	return out, nil
}
