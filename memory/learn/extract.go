package learn

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/prompts"
)

// singleFactInstruction is the user message of the extraction call (source 000: exactly one line,
// NOTHING or the fact).
const singleFactInstruction = "Reply with exactly one line: NOTHING, or the single fact. No explanation."

// factListInstruction is the user message of the extraction call in the structured style.
const factListInstruction = "List the new facts. Reply with the JSON list only."

// requestExtraction makes the extraction call of a run, or takes its reply from the cache, and
// returns the reply, trimmed.
func (l *Learner) requestExtraction(ctx context.Context, x exchange) (string, error) {
	if before := l.replyCache.repliesOf(x.runID).extractionReply; before != nil {
		return *before, nil
	}
	system, err := l.buildExtractionPrompt(ctx, x)
	if err != nil {
		return "", err
	}
	ask := singleFactInstruction
	if l.config().ExtractionStyle == "structured" {
		ask = factListInstruction
	}
	raw, err := l.collectText(ctx, x.profileID, memory.ModelRequest{
		Model: x.model.ID, Messages: []memory.PromptMessage{
			{Role: memory.RoleSystem, Content: system},
			{Role: memory.RoleUser, Content: ask},
		},
	})
	if err == nil {
		l.replyCache.updateRun(x.runID, func(h *runReplies) { h.extractionReply = &raw })
	}
	return raw, err
}

// collectText makes a model call for memory work, counts its tokens and returns the whole reply,
// trimmed; an empty reply is no error. ErrTokenLimit means that today's limit was reached and
// nothing was sent.
func (l *Learner) collectText(ctx context.Context, profile memory.ID, req memory.ModelRequest) (string, error) {
	text, _, err := l.collectReply(ctx, profile, req)
	return text, err
}

// collectReply is collectText that also reports whether the reply was cut off at the request's
// token limit.
func (l *Learner) collectReply(ctx context.Context, profile memory.ID, req memory.ModelRequest) (text string, cut bool,
	err error,
) {
	if err := l.checkTokenBudget(ctx, profile); err != nil {
		return "", false, err
	}
	var b strings.Builder
	var reported *memory.Usage
	defer func() { l.addSpentTokens(context.WithoutCancel(ctx), profile, tokensOfCall(req, b.String(), reported)) }()
	for d, err := range l.model.Stream(ctx, req) {
		if errors.Is(err, memory.ErrEmptyReply) {
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
func tokensOfCall(req memory.ModelRequest, reply string, reported *memory.Usage) int {
	if reported != nil {
		return reported.PromptTokens + reported.CompletionTokens
	}
	n := lang.EstimateTokens(reply)
	for _, m := range req.Messages {
		n += lang.EstimateTokens(m.Content)
	}
	return n
}

// buildExtractionPrompt fills the template with the whole exchange, the memories nearest to the
// message and the full text of the attached files. Text over the prompt budget is cut: the files
// first, then the answer, the known memories and finally the message.
func (l *Learner) buildExtractionPrompt(ctx context.Context, x exchange) (string, error) {
	known, err := l.knownMemories(ctx, x)
	if err != nil {
		return "", err
	}
	values := map[string]string{
		"EXISTING_MEMORIES": "", "EXISTING_CONTEXT": "", "USER_TEXT": "", "ASSISTANT_TEXT": "",
		"MESSAGE_DATE": x.userMessage.CreatedAt.Format("2006-01-02"),
	}
	bare, err := l.prompts.Render(l.extractionTemplate(), values)
	if err != nil {
		return "", err
	}
	room := l.promptBudget(x.model) - lang.EstimateTokens(bare)
	for _, part := range []struct{ name, text string }{
		{"USER_TEXT", x.userMessage.Content}, {"EXISTING_MEMORIES", bulletList(known)}, {"ASSISTANT_TEXT", x.answer.Content},
	} {
		text := lang.EscapePromptTags(l.config().RedactForModel(part.text))
		if lang.EstimateTokens(text) > room {
			text, room = lang.TruncateToTokens(text, room), 0
			l.log.Info("a text was cut for the extractor", "part", part.name, "thread", x.chat.ID)
		}
		room = max(room-lang.EstimateTokens(text), 0)
		values[part.name] = text
	}
	values["EXISTING_CONTEXT"] = lang.EscapePromptTags(l.renderKnownFiles(x, room))
	return l.prompts.Render(l.extractionTemplate(), values)
}

// promptBudget is the number of tokens that may be sent to a model for memory work.
func (l *Learner) promptBudget(m memory.ModelInfo) int {
	window := m.ContextWindow
	if window == 0 {
		window = l.config().DefaultContextWindow
	}
	return window - l.config().ReplyReserve
}

// knownMemories returns the memories nearest to the user's message, to show the extractor what is
// known.
func (l *Learner) knownMemories(ctx context.Context, x exchange) ([]memory.Memory, error) {
	k := l.config().ExtractionExistingTopK
	f := memory.MemoryFilter{ProfileID: x.profileID, ChatID: x.chat.ID, Limit: k, Now: l.clock.Current()}
	var known []memory.Memory
	if k > 0 {
		vec, err := l.search.EmbedQuery(ctx, x.userMessage.Content)
		if err == nil {
			f.Limit = 0
			hits, err := l.search.SearchVectorIndex(ctx, vec, k, -1, f)
			if err != nil {
				return nil, err
			}
			for _, h := range hits {
				known = append(known, h.Memory)
			}
			return excludeMemories(known, x.withdrawnMemories), nil
		}
		if !errors.Is(err, memory.ErrNoEmbedder) {
			l.log.Warn("known memories are the newest ones, embedding failed", "err", err)
		}
	}
	known, err := l.store.Memories().List(ctx, f)
	return excludeMemories(known, x.withdrawnMemories), err
}

func excludeMemories(ms []memory.Memory, skip map[memory.ID]bool) []memory.Memory {
	out := ms[:0]
	for _, m := range ms {
		if !skip[m.ID] {
			out = append(out, m)
		}
	}
	return out
}

func bulletList(ms []memory.Memory) string {
	if len(ms) == 0 {
		return "(none)"
	}
	lines := make([]string, len(ms))
	for i, m := range ms {
		lines[i] = "- " + lang.ToSingleLine(m.Content)
	}
	return strings.Join(lines, "\n")
}

// renderKnownFiles renders the attached files in full; text over the given number of tokens is cut
// and logged.
func (l *Learner) renderKnownFiles(x exchange, room int) string {
	if len(x.files) == 0 {
		return "(none)"
	}
	var b strings.Builder
	for i, f := range x.files {
		text := l.config().RedactForModel(f.Content) // before cutting: half a key is not recognized
		if lang.EstimateTokens(text) > room {
			text = lang.TruncateToTokens(text, room)
			l.log.Info("a file was cut for the extractor", "file", f.ID, "thread", x.chat.ID)
		}
		room -= lang.EstimateTokens(text)
		if i > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(lang.FenceFile(f.Name, text, true))
	}
	return b.String()
}

// extractionTemplate names the prompt template for the configured style.
func (l *Learner) extractionTemplate() string {
	if l.config().ExtractionStyle == "structured" {
		return prompts.ExtractionStructured
	}
	return prompts.Extraction
}

// extractionPromptVersion identifies the current text of the extraction template.
func (l *Learner) extractionPromptVersion() string {
	return l.prompts.TemplateVersion(l.extractionTemplate())
}
