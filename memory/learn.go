package memory

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
)

// exchange is the input of a learning run: one user message and its answer. The answer's ID is 0
// for text that was learned without a chat.
type exchange struct {
	runID   string
	profile ID
	thread  Thread
	user    Message
	answer  Message
	files   []Context
	skip    map[ID]bool // will be undone: neither known nor duplicates
	undo    []Decision  // learned from replaced versions of the answer
	given   map[ID]bool // given to the answer and not yet reinforced by this run
	model   ModelInfo
}

// candidate is an extracted fact in the learning pipeline. Each stage writes its result into it;
// the first stage that drops or ignores it ends its processing.
type candidate struct {
	fact      string
	kind      Kind
	typ       Type
	key       Text
	validFrom Text
	listed    bool      // an item of a JSON list
	quote     Text      // verbatim in the user's message; empty in the classic preset
	start     int       // byte offset in the message
	vec       []float32 // passage embedding, nil without an embedder

	drop     string   // why it is no fact; logged, not stored
	inbox    string   // why it goes to the inbox, empty if it does not
	action   Action   // ignore, replace, or empty for add
	reason   string   // as shown in the ledger
	other    Memory   // the memory it repeats
	replaces []Memory // memories it supersedes
	proposes ID       // memory it supersedes if the user accepts it
	late     bool     // older than what it would replace: stored as outdated
	file     Context  // the file that states it
	scores   map[string]float64
}

// isPending reports whether no stage has dropped or ignored the candidate.
func (c *candidate) open() bool { return c.drop == "" && c.action != ActionIgnore }

// LearnParams is text to learn from without a chat call.
type LearnParams struct {
	ProfileID ID
	ThreadID  ID // provides files and model, 0 for none
	Text      string
}

// LearnFromText runs the pipeline on a text at once and returns its decisions.
func (s *Service) Learn(ctx context.Context, p LearnParams) ([]Decision, error) {
	if strings.TrimSpace(p.Text) == "" {
		return nil, &FieldError{"text", "write at least one word"}
	}
	now := s.clock()
	x := exchange{
		runID: fmt.Sprintf("learn-%d", now.UnixNano()), profile: p.ProfileID,
		user: Message{Role: RoleUser, Content: p.Text, CreatedAt: now},
	}
	if p.ThreadID != 0 {
		th, err := s.openThread(ctx, p.ProfileID, p.ThreadID)
		if err != nil {
			return nil, err
		}
		x.thread = th
	}
	x.thread.ProfileID = p.ProfileID
	defer s.heard.forget(x.runID)
	ds, err := s.learn(ctx, x, nil)
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	return ds, nil
}

// learnFromJob loads the exchange of a job and learns from it. The effect and the end of the job
// are one transaction, so that a job that is repeated after a crash takes effect once.
func (s *Service) learnFrom(ctx context.Context, j Job) ([]Decision, error) {
	finish := func(tx Store) error { return tx.Jobs().Finish(ctx, j.ID) }
	answer, err := s.store.Messages().Get(ctx, j.ProfileID, j.MessageID)
	if errors.Is(err, ErrNotFound) {
		return nil, s.store.InTx(ctx, finish)
	}
	if err != nil {
		return nil, err
	}
	th, err := s.store.Threads().Get(ctx, j.ProfileID, answer.ThreadID)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return nil, err
	}
	if err != nil || !learnable(th, answer) {
		return nil, s.store.InTx(ctx, finish)
	}
	user, err := s.store.Messages().Get(ctx, j.ProfileID, answer.ParentID)
	if err != nil {
		return nil, err
	}
	x := exchange{
		runID: runOf(j), profile: j.ProfileID,
		thread: th, user: user, answer: answer,
	}
	if err := s.findReplaced(ctx, &x); err != nil {
		return nil, err
	}
	return s.learn(ctx, x, finish)
}

// jobRunID names the run of a job, the same for every attempt.
func runOf(j Job) string { return fmt.Sprintf("extract-%d-%s", j.MessageID, j.Version) }

// findWithdrawn collects the decisions learned from earlier versions of a regenerated answer that
// can still be undone; the run withdraws them.
func (s *Service) findReplaced(ctx context.Context, x *exchange) error {
	versions, err := s.store.Messages().Versions(ctx, x.profile, x.answer.ID)
	if err != nil {
		return err
	}
	x.skip = map[ID]bool{}
	for _, v := range versions {
		if v.ID >= x.answer.ID {
			continue
		}
		ds, err := s.store.Decisions().List(ctx, DecisionFilter{ProfileID: x.profile, MessageID: v.ID, Actor: ActorExtractor})
		if err != nil {
			return err
		}
		for _, d := range ds {
			if d.UndoOf != 0 || undoable(ctx, s.store, d) != nil {
				continue
			}
			x.undo = append(x.undo, d)
			if d.Action != ActionIgnore {
				x.skip[d.MemoryID] = true
			}
		}
	}
	return nil
}

// learnFromExchange runs the pipeline: extract, filter, ground, gate, dedup, reconcile, persist,
// index. commit, if not nil, runs in the transaction that persists. After an error the memories are
// unchanged.
func (s *Service) learn(ctx context.Context, x exchange, commit func(tx Store) error) ([]Decision, error) {
	model, _, err := s.ExtractorFor(ctx, s.modelOf(x))
	if err != nil {
		return nil, err
	}
	x.model = model
	if x.files, err = s.attached(ctx, withFilesOf(x.thread, x.answer)); err != nil {
		return nil, err
	}
	facts, err := s.candidates(ctx, x)
	if err != nil {
		return nil, err
	}
	ds, err := s.persist(ctx, x, facts, commit)
	if err != nil {
		return nil, err
	}
	s.logDecisions(ctx, x, ds, facts)
	s.bus.Publish(Event{
		Kind: EventLearned, ProfileID: x.profile, ThreadID: x.thread.ID, MessageID: x.answer.ID, Decisions: ds,
	})
	if len(ds) > 0 {
		s.changed(EventMemories, x.profile, x.thread.ID)
	}
	return ds, nil
}

// withReceiptFiles adds the files on the answer's receipt to the chat, even if they have been
// detached since: what they state is still not learned, and NeverLearn still applies.
func withFilesOf(th Thread, answer Message) Thread {
	if answer.Receipt == nil {
		return th
	}
	th.Contexts = slices.Clone(th.Contexts)
	for _, f := range answer.Receipt.Files {
		if !slices.Contains(th.Contexts, f.ContextID) {
			th.Contexts = append(th.Contexts, f.ContextID)
		}
	}
	return th
}

// produceCandidates makes the extraction call and runs the stages. Their order is the table of
// docs/decisions/0003: read, filter, ground, gate, deduplicate, reconcile.
func (s *Service) candidates(ctx context.Context, x exchange) ([]candidate, error) {
	if neverLearn(x.files) {
		return nil, nil
	}
	raw, err := s.extract(ctx, x)
	if err != nil {
		return nil, err
	}
	cfg := s.Config()
	facts := readFacts(raw, cfg)
	for i := range facts {
		if err := s.lead(ctx, x, &facts[i], cfg); err != nil {
			return nil, err
		}
	}
	if cfg.Reconcile {
		if err := s.reconcile(ctx, x, facts); err != nil {
			return nil, err
		}
	}
	return facts, nil
}

// runStages runs the stages that look at a single fact.
func (s *Service) lead(ctx context.Context, x exchange, c *candidate, cfg Config) error {
	if c.listed {
		c.fact, c.drop = filterItem(c.fact, cfg.ExtractionMinLength)
	} else {
		c.fact, c.drop = filterFact(c.fact, cfg.ExtractionMinLength)
	}
	if c.open() && cfg.ExtractionGrounding {
		ground(x, c)
	}
	if c.open() && cfg.ExtractionGates {
		gate(c, cfg.AskFirst)
	}
	if !c.open() {
		return nil
	}
	if err := s.judge(ctx, x, c); err != nil || !c.open() || !cfg.ExtractionGates {
		return err
	}
	return s.judgeForgotten(ctx, x, c)
}

// answerModelID names the model that answered, else the chat's, else the default.
func (s *Service) modelOf(x exchange) string {
	for _, id := range []Text{x.answer.Model, x.thread.Model, Text(s.Config().ModelDefault)} {
		if id != "" {
			return string(id)
		}
	}
	return ""
}

// forbidsLearning reports whether a file of the chat forbids learning.
func neverLearn(files []Context) bool {
	for _, f := range files {
		if f.NeverLearn {
			return true
		}
	}
	return false
}

// logDecisions writes the memory_decision record of a run; facts are included at debug level only.
func (s *Service) logDecisions(ctx context.Context, x exchange, ds []Decision, facts []candidate) {
	rows := make([]map[string]any, 0, len(ds))
	for _, d := range ds {
		row := map[string]any{"action": d.Action, "memory_id": d.MemoryID, "target_id": d.OldID, "reason": d.Reason}
		if s.log.Enabled(ctx, slog.LevelDebug) {
			row["fact"] = d.Candidate
			if d.After != nil {
				row["fact"] = d.After.Content
			}
		}
		rows = append(rows, row)
	}
	dropped := []string{}
	for _, c := range facts {
		if c.drop != "" {
			dropped = append(dropped, c.drop)
		}
	}
	s.log.Info("memory_decision",
		"event", "memory_decision", "user_id", x.profile, "run_id", x.runID,
		"input_message_length", len(x.user.Content), "extracted_count", len(facts)-len(dropped),
		"dropped", dropped, "decisions", rows)
}
