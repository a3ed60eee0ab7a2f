package memory

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"memoir/prompts"
)

// singleFactInstruction is the user message of the extraction call (source 000: exactly one line,
// NOTHING or the fact).
const askOneLine = "Reply with exactly one line: NOTHING, or the single fact. No explanation."

// factListInstruction is the user message of the extraction call in the structured style.
const askList = "List the new facts. Reply with the JSON list only."

// requestExtraction makes the extraction call of a run, or takes its reply from the cache, and
// returns the reply, trimmed.
func (s *Service) extract(ctx context.Context, x exchange) (string, error) {
	if before := s.heard.of(x.runID).extraction; before != nil {
		return *before, nil
	}
	system, err := s.extractionPrompt(ctx, x)
	if err != nil {
		return "", err
	}
	ask := askOneLine
	if s.Config().ExtractionStyle == "structured" {
		ask = askList
	}
	raw, err := s.collectText(ctx, x.profile, Request{
		Model: x.model.ID, Messages: []ChatMessage{{RoleSystem, system}, {RoleUser, ask}},
	})
	if err == nil {
		s.heard.note(x.runID, func(h *hearing) { h.extraction = &raw })
	}
	return raw, err
}

// collectText makes a model call for memory work, counts its tokens and returns the whole reply,
// trimmed; an empty reply is no error. ErrTokenLimit means that today's limit was reached and
// nothing was sent.
func (s *Service) collectText(ctx context.Context, profile ID, req Request) (string, error) {
	text, _, err := s.collectReply(ctx, profile, req)
	return text, err
}

// collectReply is collectText that also reports whether the reply was cut off at the request's
// token limit.
func (s *Service) collectReply(ctx context.Context, profile ID, req Request) (text string, cut bool, err error) {
	if err := s.maySpend(ctx, profile); err != nil {
		return "", false, err
	}
	var b strings.Builder
	var reported *Usage
	defer func() { s.spent(context.WithoutCancel(ctx), profile, callTokens(req, b.String(), reported)) }()
	for d, err := range s.model.Stream(ctx, req) {
		if errors.Is(err, ErrEmptyReply) {
			break
		}
		if err != nil {
			return "", false, fmt.Errorf("ask %s: %w", req.Model, err)
		}
		b.WriteString(d.Text)
		cut = cut || d.FinishReason == "length"
		if d.Usage != nil {
			reported = d.Usage
		}
	}
	return strings.TrimSpace(b.String()), cut, nil
}

// tokensOfCall returns the tokens of a call as reported by the server, else our estimate.
func callTokens(req Request, reply string, reported *Usage) int {
	if reported != nil {
		return reported.PromptTokens + reported.CompletionTokens
	}
	n := EstimateTokens(reply)
	for _, m := range req.Messages {
		n += EstimateTokens(m.Content)
	}
	return n
}

// buildExtractionPrompt fills the template with the whole exchange, the memories nearest to the
// message and the full text of the attached files. Text over the prompt budget is cut: the files
// first, then the answer, the known memories and finally the message.
func (s *Service) extractionPrompt(ctx context.Context, x exchange) (string, error) {
	known, err := s.knownMemories(ctx, x)
	if err != nil {
		return "", err
	}
	values := map[string]string{
		"EXISTING_MEMORIES": "", "EXISTING_CONTEXT": "", "USER_TEXT": "", "ASSISTANT_TEXT": "",
		"MESSAGE_DATE": x.user.CreatedAt.Format("2006-01-02"),
	}
	bare, err := s.prompts.Render(s.extractTemplate(), values)
	if err != nil {
		return "", err
	}
	room := s.roomOf(x.model) - EstimateTokens(bare)
	for _, part := range []struct{ name, text string }{
		{"USER_TEXT", x.user.Content}, {"EXISTING_MEMORIES", bullets(known)}, {"ASSISTANT_TEXT", x.answer.Content},
	} {
		text := disarmTags(s.discreet(part.text))
		if EstimateTokens(text) > room {
			text, room = headOf(text, room), 0
			s.log.Info("a text was cut for the extractor", "part", part.name, "thread", x.thread.ID)
		}
		room = max(room-EstimateTokens(text), 0)
		values[part.name] = text
	}
	values["EXISTING_CONTEXT"] = disarmTags(s.knownFiles(x, room))
	return s.prompts.Render(s.extractTemplate(), values)
}

// promptBudget is the number of tokens that may be sent to a model for memory work.
func (s *Service) roomOf(m ModelInfo) int {
	window := m.Context
	if window == 0 {
		window = s.Config().WindowDefault
	}
	return window - s.Config().ReplyReserve
}

// redactForModel removes secrets from a text before a model gets it for memory work, where gates
// are on.
func (s *Service) discreet(text string) string {
	if s.Config().ExtractionGates {
		return cutSecrets(text)
	}
	return text
}

// knownMemories returns the memories nearest to the user's message, to show the extractor what is
// known.
func (s *Service) knownMemories(ctx context.Context, x exchange) ([]Memory, error) {
	k := s.Config().ExtractionExistingTopK
	f := MemoryFilter{ProfileID: x.profile, Thread: x.thread.ID, Limit: k, Now: s.clock()}
	var known []Memory
	if s.embedder.Ready() && k > 0 {
		vecs, err := s.embedder.Embed(ctx, s.Config().queryKind(), []string{x.user.Content})
		if err == nil {
			f.Limit = 0
			hits, err := s.searchVectors(ctx, vecs[0], k, -1, f)
			if err != nil {
				return nil, err
			}
			for _, h := range hits {
				known = append(known, h.Memory)
			}
			return without(known, x.skip), nil
		}
		s.log.Warn("known memories are the newest ones, embedding failed", "err", err)
	}
	known, err := s.store.Memories().List(ctx, f)
	return without(known, x.skip), err
}

func without(ms []Memory, skip map[ID]bool) []Memory {
	out := ms[:0]
	for _, m := range ms {
		if !skip[m.ID] {
			out = append(out, m)
		}
	}
	return out
}

func bullets(ms []Memory) string {
	if len(ms) == 0 {
		return "(none)"
	}
	lines := make([]string, len(ms))
	for i, m := range ms {
		lines[i] = "- " + oneLine(m.Content)
	}
	return strings.Join(lines, "\n")
}

// renderKnownFiles renders the attached files in full; text over the given number of tokens is cut
// and logged.
func (s *Service) knownFiles(x exchange, room int) string {
	if len(x.files) == 0 {
		return "(none)"
	}
	var b strings.Builder
	for i, f := range x.files {
		text := s.discreet(f.Content) // before cutting: half a key is not recognized
		if EstimateTokens(text) > room {
			text = headOf(text, room)
			s.log.Info("a file was cut for the extractor", "file", f.ID, "thread", x.thread.ID)
		}
		room -= EstimateTokens(text)
		if i > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(fileBlock(f.Name, text, true))
	}
	return b.String()
}

// escapePromptTags escapes the tags of the prompt, in any spelling, so that a text cannot open or
// close them.
func disarmTags(s string) string {
	return promptTags.ReplaceAllString(s, `<\$1$2`)
}

// promptTagPattern matches the tags of the extraction prompt.
var promptTags = regexp.MustCompile(`(?i)<\s*(/?)\s*(user_message|assistant_reply)`)

// extractionTemplate names the prompt template for the configured style.
func (s *Service) extractTemplate() string {
	if s.Config().ExtractionStyle == "structured" {
		return prompts.ExtractionStructured
	}
	return prompts.Extraction
}

// extractionPromptVersion identifies the current text of the extraction template.
func (s *Service) extractVersion() string { return s.prompts.Version(s.extractTemplate()) }
