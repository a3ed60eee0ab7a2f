package digest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/memory/ledger"
	"memoir/prompts"
)

// minMessagesRead is how many messages a summary is made from at least, if the branch has them
// (source 002 reads the last 12).
const minMessagesRead = 12

// modelAttempts is how often a model is asked for a summary before the rule makes it.
const modelAttempts = 2

// writeSummaryInstruction is the user message of the call.
const writeSummaryInstruction = "Write the summary now."

// summaryReplyLimits bounds the reply of a call, in bytes; reasoning is read and not kept.
func summaryReplyLimits() memory.ReplyLimits {
	return memory.ReplyLimits{Text: 16 << 10, Reasoning: 256 << 10}
}

// summaryInput is what a summary is made from.
type summaryInput struct {
	chat     memory.Chat
	previous memory.Summary   // the summary before on the branch; ID 0 without one
	covered  []memory.Message // the messages that the new one covers; empty when none is due
	read     []memory.Message // covered, with earlier ones when they are few
}

// summariseNewMessagesAndEndJob runs a job: it sums up what no summary of the chat's branch covers,
// by a model or, when none can be asked or two calls have failed, by rule. The summary, its
// decision and the end of the job are one transaction, so that a job that is repeated after a crash
// takes effect once.
func (d *Digester) summariseNewMessagesAndEndJob(ctx context.Context, j memory.Job) error {
	in, err := d.loadSummaryInput(ctx, j)
	if err != nil {
		return err
	}
	if len(in.covered) == 0 {
		return d.markJobDoneWithoutEffect(ctx, j)
	}
	text, model, err := d.requestSummaryFromModel(ctx, in)
	switch {
	case err == nil:
	case errors.Is(err, memory.ErrTokenLimit) || ctx.Err() != nil:
		return err
	case errors.Is(err, memory.ErrNoModel) || memory.IsErrorBeyondRetry(err) || j.Attempts >= modelAttempts:
		d.log.Info("a summary is made by rule", "chat", in.chat.ID, "because", err)
		text, model = summariseMessagesByRule(in.previous.Content, in.covered, d.config().SummaryStyle), memory.RuleBasedModel
	default:
		return fmt.Errorf("sum up chat %d: %w", in.chat.ID, err)
	}
	if text, err = d.removeForgottenAndReplacedStatements(ctx, j.ProfileID, text, nil); err != nil {
		return err
	}
	return d.storeSummaryAndEndJob(ctx, j, in, text, model)
}

// loadSummaryInput reads the branch that is shown and decides what of it is due: beyond what is
// kept when the trigger was reached, everything when the chat has been idle. A chat that is gone or
// not learned from has nothing due.
func (d *Digester) loadSummaryInput(ctx context.Context, j memory.Job) (summaryInput, error) {
	var in summaryInput
	var err error
	if in.chat, err = d.store.ChatStore().Get(ctx, j.ProfileID, j.ChatID); errors.Is(err, memory.ErrNotFound) {
		return in, nil
	}
	cfg := d.config()
	if err != nil || !MayChatBeSummarised(in.chat) || cfg.SummaryTrigger == 0 {
		return in, err
	}
	branch, err := d.store.MessageStore().ListBranchWithoutReceiptsAndVersions(ctx, j.ProfileID, j.ChatID, 0, 0)
	if err != nil {
		return in, err
	}
	summaries, err := d.store.SummaryStore().ListOfChat(ctx, j.ProfileID, j.ChatID)
	if err != nil {
		return in, err
	}
	_, end := memory.NewestSummaryOnBranchOrOfTexts(summaries, branch)
	in.previous, _ = memory.NewestSummaryOnBranchOrOfTexts(summariesNotWithdrawn(summaries), branch)
	pending := messagesWithTextToSummarise(branch[end+1:])
	switch {
	case len(pending) >= SummaryTriggerInMessages(cfg):
		in.covered = messagesDueForSummary(pending, cfg.SummaryKeep)
	case d.nowInUTCToMillisecond().Sub(in.chat.UpdatedAt) >= idleTime:
		in.covered = messagesDueForSummary(pending, 0)
	}
	in.read = in.covered
	if missing := minMessagesRead - len(in.covered); missing > 0 && len(in.covered) > 0 {
		earlier := messagesWithTextToSummarise(branch[:end+1])
		in.read = append(earlier[max(len(earlier)-missing, 0):len(earlier):len(earlier)], in.covered...)
	}
	return in, nil
}

func summariesNotWithdrawn(all []memory.Summary) []memory.Summary {
	var out []memory.Summary
	for _, s := range all {
		if s.State == memory.SummaryCurrent {
			out = append(out, s)
		}
	}
	return out
}

// requestSummaryFromModel asks a model that may receive the text for a summary.
func (d *Digester) requestSummaryFromModel(ctx context.Context, in summaryInput) (string, memory.NullText, error) {
	all, err := d.catalog.ListModels(ctx)
	if err != nil {
		return "", "", fmt.Errorf("list models: %w", err)
	}
	m, ok := memory.PickExtractorModelForChats(all, d.catalog.ConfiguredExtractorID(), d.modelIDsThatAnsweredOrWould(in))
	if !ok {
		return "", "", memory.ErrNoModel
	}
	prompt, err := d.buildSummaryPrompt(in, m)
	if err != nil {
		return "", "", err
	}
	temperature := 0.2
	reply, err := d.calls.CollectModelReplyCountingTokens(ctx, in.chat.ProfileID, memory.ModelRequest{
		Model: m.ID, Temperature: &temperature, Messages: []memory.PromptMessage{
			{Role: memory.RoleSystem, Content: prompt}, {Role: memory.RoleUser, Content: writeSummaryInstruction},
		},
	}, summaryReplyLimits())
	if err != nil {
		return "", "", err
	}
	text := sanitizeSummaryReply(reply, d.config().SummaryStyle, append(textsOfUser(in.read), in.previous.Content))
	if text == "" {
		return "", "", fmt.Errorf("ask %s: %w", m.ID, &memory.UnusableReplyError{Problem: "it isn't a summary"})
	}
	return text, memory.NullText(m.ID), nil
}

// modelIDsThatAnsweredOrWould names the models that have the text already; without an answer, the
// one that the chat would ask.
func (d *Digester) modelIDsThatAnsweredOrWould(in summaryInput) []string {
	var ids []string
	for _, m := range in.read {
		if m.Model != "" {
			ids = append(ids, string(m.Model))
		}
	}
	if len(ids) == 0 {
		ids = append(ids, string(in.chat.Model))
	}
	return ids
}

// buildSummaryPrompt fills the template with the summary before and the messages. Secrets are cut;
// messages that do not fit the model's window together are cut to equal shares of it.
func (d *Digester) buildSummaryPrompt(in summaryInput, m memory.ModelInfo) (string, error) {
	cfg := d.config()
	texts, total := make([]string, len(in.read)), 0
	for i, msg := range in.read {
		// Before cutting: half a secret is not recognized.
		texts[i] = lang.EscapeExtractionPromptTags(cfg.RedactSecretsForModel(msg.Content))
		if msg.Receipt.SentPictureCount() > 0 { // what a picture shows is nothing that the user said
			texts[i] = "(about a picture)"
		}
		total += lang.EstimateTokens(texts[i])
	}
	room := d.contextWindowTokens(m) - cfg.ReplyReserve - summaryPromptTokens - 8*len(texts)
	var b strings.Builder
	for i, msg := range in.read {
		text := texts[i]
		if total > room {
			text = lang.TruncateToTokens(text, room/len(texts))
		}
		tag := "user_message"
		if msg.Role == memory.RoleAssistant {
			tag = "assistant_reply"
		}
		fmt.Fprintf(&b, "<%s>\n%s\n</%s>\n", tag, text, tag)
	}
	before := strings.Join(linesSafeForPrompts(strings.Split(in.previous.Content, "\n")), "\n")
	if before == "" {
		before = "(none)"
	}
	return d.prompts.Render(prompts.Summary, map[string]string{
		"FORM":             summaryFormInWords(cfg.SummaryStyle),
		"PREVIOUS_SUMMARY": lang.EscapeExtractionPromptTags(before), "MESSAGES": b.String(),
	})
}

// summaryPromptTokens is the room for the template and the summary before.
const summaryPromptTokens = 600

// summaryFormInWords says in words what is to be written.
func summaryFormInWords(style memory.SummaryStyle) string {
	if style == memory.SummarySentences {
		return "3 to 5 sentences"
	}
	return "a list of 4 to 6 points, each on a line that starts with a hyphen"
}

// storeSummaryAndEndJob appends the summary with its decision and ends the job. The chat may have
// been deleted or closed to memory since it was read: then nothing is stored.
func (d *Digester) storeSummaryAndEndJob(
	ctx context.Context, j memory.Job, in summaryInput, text string, model memory.NullText,
) error {
	now, stored := d.nowInUTCToMillisecond(), false
	err := d.store.InTx(ctx, func(tx memory.Store) error {
		if err := tx.JobStore().MarkDone(ctx, j.ID); err != nil {
			return err
		}
		chat, err := tx.ChatStore().Get(ctx, j.ProfileID, j.ChatID)
		if err != nil { // a chat that is gone has taken the job with it
			return err
		}
		if !MayChatBeSummarised(chat) {
			return nil
		}
		s := memory.Summary{
			ProfileID: j.ProfileID, ChatID: j.ChatID, Content: text, FirstMessageID: in.covered[0].ID,
			LastMessageID: in.covered[len(in.covered)-1].ID, MessageCount: len(in.covered), Model: model,
			State: memory.SummaryCurrent, CreatedAt: now,
		}
		stored = true
		return d.insertSummaryWithDecision(ctx, tx, s, fmt.Sprintf("summarise-%d", j.ID))
	})
	if err != nil {
		return fmt.Errorf("store summary of chat %d: %w", j.ChatID, err)
	}
	if stored {
		memory.PublishStaleDataEvent(d.bus, memory.EventMemories, j.ProfileID, j.ChatID)
	}
	return nil
}

// insertSummaryWithDecision appends a summary with its decision.
func (d *Digester) insertSummaryWithDecision(
	ctx context.Context, tx memory.Store, s memory.Summary, runID string,
) error {
	var err error
	if s.ID, err = tx.SummaryStore().Insert(ctx, s); err != nil {
		return err
	}
	_, err = ledger.RecordDecisionAndCleanDerivedTexts(ctx, tx, memory.Decision{
		CreatedAt: s.CreatedAt, RunID: memory.NullText(runID), ProfileID: s.ProfileID, ChatID: s.ChatID,
		Action: memory.ActionAdd, Actor: memory.ActorExtractor, SummaryID: s.ID, Model: s.Model,
		Reason:        memory.NullText(reasonForSummary(s.MessageCount)),
		PromptVersion: memory.NullText(d.summaryTemplateHash()),
	})
	return err
}

// summaryTemplateHash identifies the current text of the template.
func (d *Digester) summaryTemplateHash() string {
	return d.prompts.TemplateContentHash(prompts.Summary)
}

// reasonForSummary says why a summary was written.
func reasonForSummary(messages int) string {
	reason := fmt.Sprintf("%d messages had no summary yet", messages)
	if messages == 1 {
		reason = "one message wasn't summarized yet"
	}
	return reason
}
