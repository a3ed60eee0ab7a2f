package learn

import (
	"context"
	"errors"
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

// requestOrReuseExtractionReply makes the extraction call of a run, or takes its reply from the
// cache, and returns the reply, trimmed.
func (p *pipeline) requestOrReuseExtractionReply(ctx context.Context, x exchange) (string, error) {
	if before := p.replyCache.cachedRepliesOfRun(x.runID).extractionReply; before != nil {
		return *before, nil
	}
	system, err := p.buildExtractionPrompt(ctx, x)
	if err != nil {
		return "", err
	}
	ask := singleFactInstruction
	if p.config().ExtractionStyle == memory.StyleStructured {
		ask = factListInstruction
	}
	raw, err := p.calls.collectModelReplyCountingTokens(ctx, x.profileID, memory.ModelRequest{
		Model: x.model.ID, Messages: []memory.PromptMessage{
			{Role: memory.RoleSystem, Content: system},
			{Role: memory.RoleUser, Content: ask},
		},
	})
	if err == nil {
		p.replyCache.updateCachedRepliesOfRun(x.runID, func(h *runReplies) { h.extractionReply = &raw })
	}
	return raw, err
}

// buildExtractionPrompt fills the template with the whole exchange, the memories nearest to the
// message and the full text of the attached files. Text over the prompt budget is cut: the files
// first, then the answer, the known memories and finally the message.
func (p *pipeline) buildExtractionPrompt(ctx context.Context, x exchange) (string, error) {
	known, err := p.memoriesToShowExtractor(ctx, x)
	if err != nil {
		return "", err
	}
	values := map[string]string{
		"EXISTING_MEMORIES": "", "EXISTING_CONTEXT": "", "USER_TEXT": "", "ASSISTANT_TEXT": "",
		"MESSAGE_DATE": x.userMessage.CreatedAt.Format("2006-01-02"),
	}
	bare, err := p.prompts.Render(p.extractionTemplateName(), values)
	if err != nil {
		return "", err
	}
	room := promptBudgetTokens(p.config(), x.model) - lang.EstimateTokens(bare)
	for _, part := range []struct{ name, text string }{
		{"USER_TEXT", x.userMessage.Content},
		{"EXISTING_MEMORIES", memoriesAsBulletList(known)},
		{"ASSISTANT_TEXT", x.answer.Content},
	} {
		text := lang.EscapeExtractionPromptTags(p.config().RedactSecretsForModel(part.text))
		if lang.EstimateTokens(text) > room {
			text, room = lang.TruncateToTokens(text, room), 0
			p.log.Info("a text was cut for the extractor", "part", part.name, "chat", x.chat.ID)
		}
		room = max(room-lang.EstimateTokens(text), 0)
		values[part.name] = text
	}
	values["EXISTING_CONTEXT"] = lang.EscapeExtractionPromptTags(p.renderFilesWithinTokenLimit(x, room))
	return p.prompts.Render(p.extractionTemplateName(), values)
}

// promptBudgetTokens is the number of tokens that may be sent to a model for memory work.
func promptBudgetTokens(cfg memory.Config, m memory.ModelInfo) int {
	window := m.ContextWindow
	if window == 0 {
		window = cfg.DefaultContextWindow
	}
	return window - cfg.ReplyReserve
}

// memoriesToShowExtractor returns the memories nearest to the user's message, to show the extractor
// what is known; the newest ones when the message cannot be embedded.
func (p *pipeline) memoriesToShowExtractor(ctx context.Context, x exchange) ([]memory.Memory, error) {
	k := p.config().ExtractionExistingTopK
	f := memory.MemoryFilter{ProfileID: x.profileID, ChatID: x.chat.ID, Limit: k, Now: p.clock.NowInUTCToMillisecond()}
	var known []memory.Memory
	if k > 0 {
		vec, err := p.search.EmbedQuery(ctx, x.userMessage.Content)
		if err == nil {
			f.Limit = 0
			hits, err := p.search.FindNearestMemoriesPassingFilter(ctx, vec, k, -1, f)
			if err != nil {
				return nil, err
			}
			for _, h := range hits {
				known = append(known, h.Memory)
			}
			return excludeMemoriesByID(known, x.withdrawnMemories), nil
		}
		if !errors.Is(err, memory.ErrNoEmbedder) {
			p.log.Warn("known memories are the newest ones, embedding failed", "err", err)
		}
	}
	known, err := p.store.MemoryStore().List(ctx, f)
	return excludeMemoriesByID(known, x.withdrawnMemories), err
}

func excludeMemoriesByID(ms []memory.Memory, skip map[memory.ID]bool) []memory.Memory {
	out := ms[:0]
	for _, m := range ms {
		if !skip[m.ID] {
			out = append(out, m)
		}
	}
	return out
}

func memoriesAsBulletList(ms []memory.Memory) string {
	if len(ms) == 0 {
		return "(none)"
	}
	lines := make([]string, len(ms))
	for i, m := range ms {
		lines[i] = "- " + lang.ToSafePromptLine(m.Content)
	}
	return strings.Join(lines, "\n")
}

// renderFilesWithinTokenLimit renders the attached files in full; text over the given number of
// tokens is cut and logged.
func (p *pipeline) renderFilesWithinTokenLimit(x exchange, room int) string {
	if len(x.files) == 0 {
		return "(none)"
	}
	var b strings.Builder
	for i, f := range x.files {
		text := p.config().RedactSecretsForModel(f.Content) // before cutting: half a key is not recognized
		if lang.EstimateTokens(text) > room {
			text = lang.TruncateToTokens(text, room)
			p.log.Info("a file was cut for the extractor", "file", f.ID, "chat", x.chat.ID)
		}
		room -= lang.EstimateTokens(text)
		if i > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(lang.FenceFileForPrompt(f.Name, text, true))
	}
	return b.String()
}

// extractionTemplateName names the prompt template for the configured style.
func (p *pipeline) extractionTemplateName() string {
	if p.config().ExtractionStyle == memory.StyleStructured {
		return prompts.ExtractionStructured
	}
	return prompts.Extraction
}

// extractionTemplateHash identifies the current text of the extraction template.
func (p *pipeline) extractionTemplateHash() string {
	return p.prompts.TemplateContentHash(p.extractionTemplateName())
}
