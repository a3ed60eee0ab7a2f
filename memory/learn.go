package memory

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
)

// exchange is what a background run learns from: one user message and the answer to it. Answer.ID is 0 for text that
// was given without a chat.
type exchange struct {
	runID   string
	profile ID
	thread  Thread
	user    Message
	answer  Message
	files   []Context
	skip    map[ID]bool // memories of replaced answers: about to be withdrawn, so neither known nor a duplicate
	undo    []Decision  // what the replaced answers taught
	given   map[ID]bool // memories the answer was given and that this run has not reinforced
	model   ModelInfo
}

// candidate is a fact on its way through the stages of learn. A stage writes its verdict into it; the first verdict
// that drops or ignores it ends its way.
type candidate struct {
	fact      string
	kind      Kind
	typ       Type
	key       Text
	validFrom Text
	listed    bool      // an item of a JSON list
	quote     Text      // the user's words it rests on, verbatim in the user's message; empty in the classic preset
	start     int       // of the quote, in bytes
	vec       []float32 // as a passage, nil without an embedder

	drop     string   // why it is no fact; nothing is stored, only logged
	inbox    string   // why it waits for the user's word; empty = it does not
	action   Action   // ignore, replace, or empty = add
	reason   string   // in words for people
	other    Memory   // the memory it repeats
	replaces []Memory // the memories it takes the place of
	proposes ID       // the memory it may take the place of, once the user says so
	late     bool     // it is older than what it would replace: stored as history
	file     Context  // the file that says it
	scores   map[string]float64
}

// open reports whether the candidate is still on its way.
func (c *candidate) open() bool { return c.drop == "" && c.action != ActionIgnore }

// LearnParams is text to learn from without a chat call.
type LearnParams struct {
	ProfileID ID
	ThreadID  ID // its files and model, 0 for none
	Text      string
}

// Learn runs extraction to persistence on a text at once and returns what was decided.
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

// learnFrom loads the exchange of a job and learns from it. The effect and the end of the job are one transaction, so
// that a job that is run again after a crash has no second effect.
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

// runOf names the run of a job: the same however often the job is tried.
func runOf(j Job) string { return fmt.Sprintf("extract-%d-%s", j.MessageID, j.Version) }

// findReplaced collects what other versions of the answer taught and nobody has touched since: a regenerated answer
// withdraws it.
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

// learn is the pipeline: extract, filter, deduplicate, persist, index. commit, if not nil, runs in the transaction that
// persists. Every error leaves the memories as they were.
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

// withFilesOf is the chat with the files too that the answer was given and that have been detached since: what they say
// is learned as little, and a file that forbids learning forbids it still.
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

// candidates makes the model call and leads every fact through the stages. Their order is the table of
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

// lead takes one fact through the stages that look at it alone.
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

// modelOf names the model that answered, or the chat's.
func (s *Service) modelOf(x exchange) string {
	for _, id := range []Text{x.answer.Model, x.thread.Model, Text(s.Config().ModelDefault)} {
		if id != "" {
			return string(id)
		}
	}
	return ""
}

// neverLearn reports whether a file of the chat forbids learning.
func neverLearn(files []Context) bool {
	for _, f := range files {
		if f.NeverLearn {
			return true
		}
	}
	return false
}

// logDecisions writes the memory_decision record of a run; texts only at debug level.
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
