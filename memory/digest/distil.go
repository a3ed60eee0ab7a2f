package digest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/memory/ledger"
	"memoir/prompts"
)

// factsForBase is how many facts a base memory is made from (source 003).
const factsForBase = 10

// writeBaseInstruction is the user message of the call.
const writeBaseInstruction = "Write the text about the user now."

// basePromptTokens is the room for the template, the text so far, a person's lines and the facts.
const basePromptTokens = 2500

// distilInput is what a base memory is made from.
type distilInput struct {
	profile memory.ID
	current memory.BaseMemory
	taken   []memory.Summary // oldest first
	facts   []memory.Memory
	model   memory.ModelInfo
	key     *memory.CallerKey // of the call; nil stands for the stored keys
}

// sourceTexts returns the texts that the base memory is made from.
func (in *distilInput) sourceTexts() []string {
	out := []string{in.current.Content}
	for _, s := range in.taken {
		out = append(out, s.Content)
	}
	for _, m := range in.facts {
		out = append(out, m.Content)
	}
	return out
}

// rewriteBaseMemoryJobIfDue writes a profile's base memory anew if that is still due. A failed call
// leaves base memory and summaries as they are.
func (d *Digester) rewriteBaseMemoryJobIfDue(ctx context.Context, j memory.Job) error {
	in, err := d.chooseModelAndSummariesForBaseIfDue(ctx, j.ProfileID, false)
	if errors.Is(err, memory.ErrNothingNew) {
		return d.markJobDoneWithoutEffect(ctx, j)
	}
	if err != nil {
		return err
	}
	_, err = d.requestBaseFromModelAndStore(
		ctx, in, func(tx memory.Store) error { return tx.JobStore().MarkDone(ctx, j.ID) },
	)
	return err
}

// RewriteBaseMemoryNow writes a profile's base memory anew from all summaries that it does not
// hold, however few, and returns the new version. memory.ErrNothingNew says that there is nothing
// to make it from.
func (d *Digester) RewriteBaseMemoryNow(ctx context.Context, profile memory.ID) (memory.BaseMemory, error) {
	in, err := d.chooseModelAndSummariesForBaseIfDue(ctx, profile, true)
	if err != nil {
		return memory.BaseMemory{}, err
	}
	return d.requestBaseFromModelAndStore(ctx, in, func(memory.Store) error { return nil })
}

// chooseModelAndSummariesForBaseIfDue chooses the model and the summaries that it may receive: all
// but the newest BaseKeep when the trigger is reached or the current text is stale, all of them
// when forced. memory.ErrNothingNew says that no base memory is due.
func (d *Digester) chooseModelAndSummariesForBaseIfDue(
	ctx context.Context, profile memory.ID, forced bool,
) (distilInput, error) {
	cfg := d.config()
	in := distilInput{profile: profile}
	var err error
	if in.current, err = d.store.BaseMemoryStore().NewestOrEmpty(ctx, profile); err != nil {
		return in, err
	}
	pending, err := d.store.SummaryStore().ListCurrentEligibleForBaseMemory(ctx, profile)
	if err != nil {
		return in, err
	}
	if in.model, pending, in.key, err = d.chooseModelAndSummariesForIt(ctx, profile, pending); err != nil {
		return in, err
	}
	if !forced && !in.current.Stale && (cfg.BaseTrigger == 0 || len(pending) < cfg.BaseTrigger) {
		return in, memory.ErrNothingNew
	}
	keep := cfg.BaseKeep
	if forced {
		keep = 0
	}
	in.taken = d.oldestSummariesFittingWindow(pending[:max(len(pending)-keep, 0)], in.model)
	if in.facts, err = d.findFactsNearestToSummariesOrNewest(ctx, profile, in.taken); err != nil {
		return in, err
	}
	if len(in.taken) == 0 && len(in.facts) == 0 && !in.current.Stale {
		return in, memory.ErrNothingNew
	}
	return in, nil
}

// oldestSummariesFittingWindow returns the oldest summaries that fit the model's window; the rest
// waits.
func (d *Digester) oldestSummariesFittingWindow(all []memory.Summary, m memory.ModelInfo) []memory.Summary {
	room := d.contextWindowTokens(m) - d.config().ReplyReserve - basePromptTokens
	for i, s := range all {
		if room -= lang.EstimateTokens(s.Content) + 2; room < 0 && i > 0 {
			return all[:i]
		}
	}
	return all
}

// contextWindowTokens is the context window of a model in tokens.
func (d *Digester) contextWindowTokens(m memory.ModelInfo) int {
	if m.ContextWindow > 0 {
		return m.ContextWindow
	}
	return d.config().DefaultContextWindow
}

// chooseModelAndSummariesForIt returns a model that may receive as many of the summaries as
// possible, those, and the key of the call: what was said to a model on this computer stays on it,
// and the stored keys are not used for chats of programs that may not use them. ErrNoModel when
// there is none.
func (d *Digester) chooseModelAndSummariesForIt(
	ctx context.Context, profile memory.ID, all []memory.Summary,
) (best memory.ModelInfo, taken []memory.Summary, key *memory.CallerKey, err error) {
	models, err := d.catalog.ListModels(ctx)
	if err != nil {
		return best, nil, nil, fmt.Errorf("list models: %w", err)
	}
	named := d.catalog.ConfiguredExtractorID()
	chatModel := map[memory.ID]string{}
	for _, s := range all {
		if _, known := chatModel[s.ChatID]; known {
			continue
		}
		if chatModel[s.ChatID], err = d.lastOrNextModelIDOfChat(ctx, profile, s.ChatID); err != nil {
			return best, nil, nil, err
		}
	}
	best, ok := memory.PickExtractorModelForChats(models, named, nil)
	tried := map[string]bool{}
	for _, id := range chatModel {
		m, found := memory.PickExtractorModelForChats(models, named, []string{id})
		if !found || tried[m.ID] {
			continue
		}
		tried[m.ID] = true
		var allowed []memory.Summary
		for _, s := range all {
			if m.ID == named || memory.MayModelReceiveTextOfChatModel(models, m, chatModel[s.ChatID]) {
				allowed = append(allowed, s)
			}
		}
		allowed, k, err := d.largestSummaryPartWithOneKey(ctx, profile, allowed, m)
		if err != nil {
			return best, nil, nil, err
		}
		if len(allowed) > len(taken) {
			best, taken, key, ok = m, allowed, k, true
		}
	}
	if !ok {
		return best, nil, nil, memory.ErrNoModel
	}
	return best, taken, key, nil
}

// lastOrNextModelIDOfChat is the model that answered last in a chat, or else the one that the chat
// would ask.
func (d *Digester) lastOrNextModelIDOfChat(ctx context.Context, profile, chatID memory.ID) (string, error) {
	chat, err := d.store.ChatStore().Get(ctx, profile, chatID)
	if err != nil {
		return "", err
	}
	last, err := d.store.MessageStore().ListBranchWithoutReceiptsAndVersions(ctx, profile, chatID, 0, 6)
	id := string(chat.Model)
	for _, m := range last {
		if m.Model != "" {
			id = string(m.Model)
		}
	}
	return id, err
}

// findFactsNearestToSummariesOrNewest returns the facts nearest to any of the summaries; the newest
// ones when there are none or they cannot be embedded. Each summary is a query of its own, because
// an embedder reads no more than the beginning of a long text.
func (d *Digester) findFactsNearestToSummariesOrNewest(
	ctx context.Context, profile memory.ID, summaries []memory.Summary,
) ([]memory.Memory, error) {
	f := memory.MemoryFilter{ProfileID: profile, Kind: memory.KindFact, Now: d.nowInUTCToMillisecond()}
	best := map[memory.ID]memory.MemoryHit{}
	for _, s := range summaries {
		vec, err := d.search.EmbedQuery(ctx, s.Content)
		if err != nil {
			if !errors.Is(err, memory.ErrNoEmbedder) {
				d.log.Warn("a summary brings no facts, embedding failed", "summary", s.ID, "err", err)
			}
			continue
		}
		hits, err := d.search.FindNearestMemoriesPassingFilter(ctx, vec, factsForBase, -1, f)
		if err != nil {
			return nil, err
		}
		for _, h := range hits {
			if known, ok := best[h.ID]; !ok || h.Score > known.Score {
				best[h.ID] = h
			}
		}
	}
	if len(best) == 0 {
		f.Limit = factsForBase
		return d.store.MemoryStore().List(ctx, f)
	}
	hits := slices.SortedStableFunc(maps.Values(best), func(a, b memory.MemoryHit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.ID, a.ID))
	})
	var out []memory.Memory
	for _, h := range hits[:min(len(hits), factsForBase)] {
		out = append(out, h.Memory)
	}
	return out, nil
}

func joinSummaryTexts(all []memory.Summary) string {
	var b strings.Builder
	for _, s := range all {
		b.WriteString(s.Content + "\n")
	}
	return b.String()
}

// requestBaseFromModelAndStore asks the model and stores what may be kept of its reply as a new
// version; commit runs in the same transaction.
func (d *Digester) requestBaseFromModelAndStore(
	ctx context.Context, in distilInput, commit func(memory.Store) error,
) (memory.BaseMemory, error) {
	prompt, err := d.buildBasePrompt(in)
	if err != nil {
		return memory.BaseMemory{}, err
	}
	if in.key != nil {
		ctx = memory.WithCallerKey(ctx, *in.key)
	}
	temperature := 0.2
	reply, err := d.calls.CollectModelReplyCountingTokens(ctx, in.profile, memory.ModelRequest{
		Model: in.model.ID, Temperature: &temperature, Messages: []memory.PromptMessage{
			{Role: memory.RoleSystem, Content: prompt}, {Role: memory.RoleUser, Content: writeBaseInstruction},
		},
	}, summaryReplyLimits())
	if err != nil {
		return memory.BaseMemory{}, fmt.Errorf("write base memory: %w", err)
	}
	text := parseBaseReplyKeepingOwnLines(reply, in.current, d.config().BaseMaxWords, in.sourceTexts())
	if text == "" {
		return memory.BaseMemory{}, fmt.Errorf("write base memory: ask %s: %w", in.model.ID,
			&memory.UnusableReplyError{Problem: "it doesn't describe you"})
	}
	if text, err = d.removeForgottenAndReplacedStatements(ctx, in.profile, text, in.current.OwnLines); err != nil {
		return memory.BaseMemory{}, err
	}
	return d.storeBaseVersionAndMarkSummaries(ctx, in, text, commit)
}

// buildBasePrompt fills the template. Secrets are cut from what a person may have written.
func (d *Digester) buildBasePrompt(in distilInput) (string, error) {
	cfg := d.config()
	list := func(lines []string) string {
		var out []string
		for _, l := range lines {
			l = listMarkPattern.ReplaceAllString(strings.TrimSpace(l), "")
			if l = lang.ToSafePromptLine(cfg.RedactSecretsForModel(l)); l != "" {
				out = append(out, "- "+l)
			}
		}
		if len(out) == 0 {
			return "(none)"
		}
		return strings.Join(out, "\n")
	}
	var facts []string
	for _, m := range in.facts {
		facts = append(facts, m.Content)
	}
	return d.prompts.Render(prompts.BaseMemory, map[string]string{
		"MAX_WORDS": fmt.Sprint(cfg.BaseMaxWords), "CURRENT_TEXT": list(in.current.LinesWithoutHeadings()),
		"OWN_LINES": list(in.current.OwnLines), "SUMMARIES": list(strings.Split(joinSummaryTexts(in.taken), "\n")),
		"FACTS": list(facts),
	})
}

// storeBaseVersionAndMarkSummaries appends a version with its decision and marks the summaries that
// it took in. When the text has changed since it was read, nothing is stored and the error is
// ErrConflict.
func (d *Digester) storeBaseVersionAndMarkSummaries(
	ctx context.Context, in distilInput, text string, commit func(memory.Store) error,
) (memory.BaseMemory, error) {
	next := memory.BaseMemory{
		ProfileID: in.profile, Content: text, OwnLines: in.current.OwnLines, SummaryIDs: []memory.ID{},
		Actor: memory.ActorExtractor, Model: memory.NullText(in.model.ID), CreatedAt: d.nowInUTCToMillisecond(),
	}
	err := d.store.InTx(ctx, func(tx memory.Store) error {
		if err := commit(tx); err != nil {
			return err
		}
		newest, err := tx.BaseMemoryStore().NewestOrEmpty(ctx, in.profile)
		if err != nil {
			return err
		}
		if newest.ID != in.current.ID || newest.Content != in.current.Content {
			return fmt.Errorf("the text was changed meanwhile: %w", memory.ErrConflict)
		}
		for _, s := range in.taken {
			next.SummaryIDs = append(next.SummaryIDs, s.ID)
			s.InBase = true
			if err := tx.SummaryStore().UpdateTextStateAndInBase(ctx, s); err != nil {
				return err
			}
		}
		next, err = ledger.AppendBaseVersionWithDecision(ctx, tx, next, memory.Decision{
			Model: next.Model, PromptVersion: memory.NullText(d.baseTemplateHash()),
			Reason: memory.NullText(reasonForNewBaseVersion(len(in.taken))),
		})
		return err
	})
	if err != nil {
		return memory.BaseMemory{}, fmt.Errorf("store base memory: %w", err)
	}
	memory.PublishStaleDataEvent(d.bus, memory.EventMemories, in.profile, 0)
	return next, nil
}

// baseTemplateHash identifies the current text of the template.
func (d *Digester) baseTemplateHash() string {
	return d.prompts.TemplateContentHash(prompts.BaseMemory)
}

// reasonForNewBaseVersion says why the text about the user was written.
func reasonForNewBaseVersion(summaries int) string {
	reason := fmt.Sprintf("%d new summaries were available", summaries)
	if summaries == 1 {
		reason = "there was one new summary"
	}
	return reason
}
