package learn

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/memory/ledger"
)

// exchange is the input of a learning run: one user message and its answer. The answer's ID is 0
// for text that was learned without a chat.
type exchange struct {
	runID              string
	profileID          memory.ID
	chat               memory.Chat
	userMessage        memory.Message
	answer             memory.Message
	files              []memory.File
	withdrawnMemories  map[memory.ID]bool // will be undone: neither known nor duplicates
	withdrawnDecisions []memory.Decision  // learned from replaced versions of the answer
	reinforceable      map[memory.ID]bool // given to the answer and not yet reinforced by this run
	model              memory.ModelInfo
	texts              *exchangeTexts // kept for grounding; nil before
}

// candidate is an extracted fact in the learning pipeline. Each stage writes its result into it;
// the first stage that drops or ignores it ends its processing.
type candidate struct {
	fact       string
	kind       memory.Kind
	memoryType memory.Type
	key        memory.NullText
	validFrom  memory.NullText
	fromList   bool            // an item of a JSON list
	quote      memory.NullText // verbatim in the user's message; empty in the classic preset
	quoteStart int             // byte offset in the message
	ownWords   string          // the words of the user that the fact quotes, after the gates passed them
	wording    string          // the model's wording that they replaced
	vector     []float32       // passage embedding, nil without an embedder

	dropReason  string          // why it is no fact; logged, not stored
	inboxReason string          // why it goes to the inbox, empty if it does not
	action      memory.Action   // ignore, replace, or empty for add
	reason      string          // as shown in the ledger
	cut         string          // sentences that were left out because nobody said them
	duplicateOf memory.Memory   // the memory it repeats
	replaces    []memory.Memory // memories it supersedes
	proposes    memory.ID       // memory it supersedes if the user accepts it
	isLate      bool            // older than what it would replace: stored as outdated
	file        memory.File     // the file that states it
	scores      map[string]float64
}

// isNeitherDroppedNorIgnored reports whether no stage has dropped or ignored the candidate.
func (c *candidate) isNeitherDroppedNorIgnored() bool {
	return c.dropReason == "" && c.action != memory.ActionIgnore
}

// LearnFromTextNow runs the pipeline on a text at once and returns its decisions. The chat provides
// files and model; without one, only its ProfileID is set.
func (p *pipeline) LearnFromTextNow(ctx context.Context, chat memory.Chat, text string) ([]memory.Decision, error) {
	now := p.clock.NowInUTCToMillisecond()
	x := exchange{
		runID: fmt.Sprintf("learn-%d", now.UnixNano()), profileID: chat.ProfileID, chat: chat,
		userMessage: memory.Message{Role: memory.RoleUser, Content: text, CreatedAt: now},
	}
	defer p.replyCache.dropCachedRepliesOfRun(x.runID)
	ds, err := p.learnAndAnnounceExchange(ctx, x, nil)
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	return ds, nil
}

// learnFromJobExchangeAndEndJob loads the exchange of a job and learns from it. The effect and the
// end of the job are one transaction, so that a job that is repeated after a crash takes effect
// once.
func (p *pipeline) learnFromJobExchangeAndEndJob(ctx context.Context, j memory.Job) ([]memory.Decision, error) {
	finish := func(tx memory.Store) error { return tx.JobStore().MarkDone(ctx, j.ID) }
	answer, err := p.store.MessageStore().Get(ctx, j.ProfileID, j.MessageID)
	if errors.Is(err, memory.ErrNotFound) {
		return nil, p.store.InTx(ctx, finish)
	}
	if err != nil {
		return nil, err
	}
	chat, err := p.store.ChatStore().Get(ctx, j.ProfileID, answer.ChatID)
	if err != nil && !errors.Is(err, memory.ErrNotFound) {
		return nil, err
	}
	if err != nil || !mayLearnFromExchange(chat, answer) {
		return nil, p.store.InTx(ctx, finish)
	}
	user, err := p.store.MessageStore().Get(ctx, j.ProfileID, answer.ParentID)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(user.Content) == "" { // pictures alone: nothing was said
		return nil, p.store.InTx(ctx, finish)
	}
	if answer.FinishReason.IndicatesTruncatedText() || answer.Receipt.SentPictureCount() > 0 {
		// Half a sentence can say the opposite, and what the model saw in a picture is no claim of
		// the user. Their own words are complete.
		answer.Content = ""
	}
	x := exchange{
		runID: learningRunIDForJob(j), profileID: j.ProfileID,
		chat: chat, userMessage: user, answer: answer,
	}
	if err := p.collectDecisionsToWithdraw(ctx, &x); err != nil {
		return nil, err
	}
	return p.learnAndAnnounceExchange(ctx, x, finish)
}

// EnqueueExtractionIfLearnable queues the job that learns from the exchange of an answer, in the
// transaction that stores the answer. An exchange that is not to be learned from gets none.
func (p *pipeline) EnqueueExtractionIfLearnable(
	ctx context.Context, tx memory.Store, chat memory.Chat, answer memory.Message,
) error {
	if !mayLearnFromExchange(chat, answer) {
		return nil
	}
	_, err := tx.JobStore().EnqueueIfNew(ctx, memory.Job{
		ProfileID: chat.ProfileID, Kind: memory.JobExtract, ChatID: chat.ID, MessageID: answer.ID,
		PromptVersion: p.extractionTemplateHash(),
		State:         memory.JobQueued, RunAt: answer.FinishedAt, CreatedAt: answer.FinishedAt,
	})
	return err
}

// mayLearnFromExchange reports whether the exchange that ended with m is learned from: memory is on
// in the chat, and the answer is complete or was stopped.
func mayLearnFromExchange(chat memory.Chat, m memory.Message) bool {
	return chat.Memory == memory.MemoryOn && !chat.Temporary && (m.Status == memory.MessageComplete ||
		m.Status == memory.MessageStopped)
}

// learningRunIDForJob names the run of a job, the same for every attempt.
func learningRunIDForJob(j memory.Job) string {
	return fmt.Sprintf("extract-%d-%s", j.MessageID, j.PromptVersion)
}

// collectDecisionsToWithdraw collects the decisions learned from earlier versions of a
// regenerated answer that can still be undone; the run withdraws them.
func (p *pipeline) collectDecisionsToWithdraw(ctx context.Context, x *exchange) error {
	versions, err := p.store.MessageStore().ListSiblingVersions(ctx, x.profileID, x.answer.ID)
	if err != nil {
		return err
	}
	x.withdrawnMemories = map[memory.ID]bool{}
	for _, v := range versions {
		if v.ID >= x.answer.ID {
			continue
		}
		ds, err := p.store.DecisionStore().List(ctx, memory.DecisionFilter{
			ProfileID: x.profileID, MessageID: v.ID,
			Actor: memory.ActorExtractor,
		})
		if err != nil {
			return err
		}
		for _, d := range ds {
			if d.UndoOf != 0 || ledger.CheckDecisionUndoable(ctx, p.store, d) != nil {
				continue
			}
			x.withdrawnDecisions = append(x.withdrawnDecisions, d)
			if d.Action != memory.ActionIgnore {
				x.withdrawnMemories[d.MemoryID] = true
			}
		}
	}
	return nil
}

// learnAndAnnounceExchange runs the pipeline, logs the run and announces what it learned. commit,
// if not nil, runs in the transaction that persists. After an error the memories are unchanged.
func (p *pipeline) learnAndAnnounceExchange(
	ctx context.Context, x exchange, commit func(tx memory.Store) error,
) ([]memory.Decision, error) {
	facts, ds, err := p.extractAndPersistFacts(ctx, x, commit)
	p.logLearningRun(ctx, x, facts, ds, err)
	if err != nil {
		return nil, err
	}
	p.bus.Publish(memory.Event{
		Kind: memory.EventLearned, ProfileID: x.profileID, ChatID: x.chat.ID, MessageID: x.answer.ID, Decisions: ds,
	})
	if len(ds) > 0 {
		memory.PublishStaleDataEvent(p.bus, memory.EventMemories, x.profileID, x.chat.ID)
	}
	return ds, nil
}

// extractAndPersistFacts is extract, filter, ground, gate, dedup, reconcile, persist, index.
func (p *pipeline) extractAndPersistFacts(
	ctx context.Context, x exchange, commit func(tx memory.Store) error,
) ([]candidate, []memory.Decision, error) {
	model, _, err := p.ChooseExtractorModel(ctx, p.answerOrChatOrDefaultModelID(x))
	if err != nil {
		return nil, nil, err
	}
	x.model = model
	if x.files, err = p.search.LoadFilesOfChatAndItsProject(ctx, chatWithReceiptFilesAdded(x.chat, x.answer)); err != nil {
		return nil, nil, err
	}
	facts, err := p.requestAndCheckCandidates(ctx, x)
	if err != nil {
		return nil, nil, err
	}
	ds, err := p.undoWithdrawnPersistFactsAndIndex(ctx, x, facts, commit)
	if err != nil {
		return facts, nil, err
	}
	return facts, ds, nil
}

// chatWithReceiptFilesAdded adds the files on the answer's receipt to the chat, even if they have
// been detached since: what they state is still not learned, and NeverLearn still applies.
func chatWithReceiptFilesAdded(chat memory.Chat, answer memory.Message) memory.Chat {
	if answer.Receipt == nil {
		return chat
	}
	chat.FileIDs = slices.Clone(chat.FileIDs)
	for _, f := range answer.Receipt.Files {
		if !slices.Contains(chat.FileIDs, f.FileID) {
			chat.FileIDs = append(chat.FileIDs, f.FileID)
		}
	}
	return chat
}

// requestAndCheckCandidates makes the extraction call and runs the stages. Their order is the table
// of docs/decisions/0003: read, filter, ground, gate, deduplicate, reconcile.
func (p *pipeline) requestAndCheckCandidates(ctx context.Context, x exchange) ([]candidate, error) {
	if anyFileForbidsLearning(x.files) {
		return nil, nil
	}
	raw, err := p.requestOrReuseExtractionReply(ctx, x)
	if err != nil {
		return nil, err
	}
	cfg := p.config()
	facts, err := parseExtractionReply(raw, cfg)
	if err != nil {
		p.replyCache.dropCachedRepliesOfRun(x.runID) // the next attempt asks again
		return nil, err
	}
	x.texts = &exchangeTexts{}
	for i := range facts {
		if err := p.filterAndCheckCandidate(ctx, x, &facts[i], cfg); err != nil {
			return nil, err
		}
	}
	ignoreOwnWordsThatOtherFactsSay(facts)
	if cfg.Reconcile || cfg.RuleReplace != memory.ReplaceNever {
		if err := p.reconciler.markFactsAgainstKnownMemories(ctx, x, facts); err != nil {
			return nil, err
		}
	}
	return append(facts, cutSentencesAsIgnoredFacts(facts)...), nil
}

// filterAndCheckCandidate runs the stages that look at a single fact.
func (p *pipeline) filterAndCheckCandidate(ctx context.Context, x exchange, c *candidate, cfg memory.Config) error {
	if c.fromList {
		c.fact, c.dropReason = lang.FilterFactListItem(c.fact, cfg.ExtractionMinLength)
	} else {
		c.fact, c.dropReason = lang.FilterSingleFactReply(c.fact, cfg.ExtractionMinLength)
	}
	if c.isNeitherDroppedNorIgnored() && (cfg.ExtractionGrounding || x.answer.Receipt.SentPictureCount() > 0) {
		groundCandidateInExchange(x, c)
		recordRefusedFactAsIgnored(c)
	}
	if c.isNeitherDroppedNorIgnored() {
		dropCandidateOrFieldsWithSecrets(c)
		recordRefusedFactAsIgnored(c)
	}
	if c.isNeitherDroppedNorIgnored() && cfg.ExtractionGates {
		markSuspectCandidateForInbox(c, cfg.AskFirst)
	}
	if !c.isNeitherDroppedNorIgnored() {
		return nil
	}
	if c.ownWords != "" { // what is known or was forgotten may be so in either wording
		quotation := c.fact
		c.fact = c.wording
		if err := p.compareCandidateWithKnown(ctx, x, c, cfg); err != nil || !c.isNeitherDroppedNorIgnored() {
			return err
		}
		c.fact = quotation
	}
	return p.compareCandidateWithKnown(ctx, x, c, cfg)
}

// compareCandidateWithKnown compares a candidate with memories, files and, where the gates are on,
// what was forgotten.
func (p *pipeline) compareCandidateWithKnown(ctx context.Context, x exchange, c *candidate, cfg memory.Config) error {
	if err := p.embedAndMarkCandidateIfDuplicate(ctx, x, c); err != nil || !c.isNeitherDroppedNorIgnored() ||
		!cfg.ExtractionGates {
		return err
	}
	return p.markForInboxIfForgottenBefore(ctx, x, c)
}

// answerOrChatOrDefaultModelID names the model that answered, else the chat's, else the default.
// What answered in another program, of which an imported answer has no receipt, is no model of this
// one.
func (p *pipeline) answerOrChatOrDefaultModelID(x exchange) string {
	answered := x.answer.Model
	if x.answer.Receipt == nil {
		answered = ""
	}
	for _, id := range []memory.NullText{answered, x.chat.Model, memory.NullText(p.config().DefaultModel)} {
		if id != "" {
			return string(id)
		}
	}
	return ""
}

// anyFileForbidsLearning reports whether a file of the chat forbids learning.
func anyFileForbidsLearning(files []memory.File) bool {
	for _, f := range files {
		if f.NeverLearn {
			return true
		}
	}
	return false
}

// ChooseExtractorModel returns the model that learns from exchanges answered by chatModel, and the
// reason for this choice. ErrNoModel means that learning waits.
func (p *pipeline) ChooseExtractorModel(
	ctx context.Context, chatModel string,
) (memory.ModelInfo, memory.ExtractorReason, error) {
	all, err := p.catalog.ListModels(ctx)
	if err != nil {
		return memory.ModelInfo{}, "", fmt.Errorf("list models: %w", err)
	}
	m, why, ok := memory.PickExtractorModel(all, p.catalog.ConfiguredExtractorID(), chatModel)
	if !ok {
		return memory.ModelInfo{}, "", memory.ErrNoModel
	}
	return m, why, nil
}
