package memory

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"memoir/prompts"
)

// askOneLine is the user message of the extraction call (source 000: exactly one line, NOTHING or the fact).
const askOneLine = "Reply with exactly one line: NOTHING, or the single fact. No explanation."

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
	model   ModelInfo
}

// candidate is a fact on its way through the pipeline.
type candidate struct {
	fact string
	vec  []float32 // as a passage, nil without an embedder
	// verdict: empty action = add.
	action Action
	reason string
	other  Memory // the memory it repeats
	file   Context
	scores map[string]float64
}

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
		runID: fmt.Sprintf("extract-%d-%s", answer.ID, j.Version), profile: j.ProfileID, thread: th, user: user, answer: answer,
	}
	if err := s.findReplaced(ctx, &x); err != nil {
		return nil, err
	}
	return s.learn(ctx, x, finish)
}

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
			if d.UndoOf != 0 || d.MemoryID == 0 || undoable(ctx, s.store, d) != nil {
				continue
			}
			x.undo = append(x.undo, d)
			x.skip[d.MemoryID] = true
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
	if x.files, err = s.attached(ctx, x.thread); err != nil {
		return nil, err
	}
	var facts []candidate
	drop := ""
	if !neverLearn(x.files) {
		raw, err := s.extract(ctx, x)
		if err != nil {
			return nil, err
		}
		fact, why := filterFact(raw, s.Config().ExtractionMinLength)
		if drop = why; why == "" {
			facts = append(facts, candidate{fact: fact})
		}
	}
	for i := range facts {
		if err := s.judge(ctx, x, &facts[i]); err != nil {
			return nil, err
		}
	}
	ds, err := s.persist(ctx, x, facts, commit)
	if err != nil {
		return nil, err
	}
	s.logDecisions(ctx, x, ds, drop)
	s.bus.Publish(Event{
		Kind: EventLearned, ProfileID: x.profile, ThreadID: x.thread.ID, MessageID: x.answer.ID, Decisions: ds,
	})
	if len(ds) > 0 {
		s.changed(EventMemories, x.profile, x.thread.ID)
	}
	return ds, nil
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

// extract makes the one model call of a run and returns its reply, trimmed.
func (s *Service) extract(ctx context.Context, x exchange) (string, error) {
	system, err := s.extractionPrompt(ctx, x)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	req := Request{Model: x.model.ID, Messages: []ChatMessage{{RoleSystem, system}, {RoleUser, askOneLine}}}
	for d, err := range s.model.Stream(ctx, req) {
		if errors.Is(err, ErrEmptyReply) {
			break
		}
		if err != nil {
			return "", fmt.Errorf("extract: %w", err)
		}
		b.WriteString(d.Text)
	}
	return strings.TrimSpace(b.String()), nil
}

// extractionPrompt fills the template with the whole exchange, the memories close to the message and the full text of
// the attached files, the latter cut only where the model's window ends.
func (s *Service) extractionPrompt(ctx context.Context, x exchange) (string, error) {
	known, err := s.knownMemories(ctx, x)
	if err != nil {
		return "", err
	}
	values := map[string]string{
		"EXISTING_MEMORIES": bullets(known), "EXISTING_CONTEXT": "",
		"USER_TEXT": disarmTags(x.user.Content), "ASSISTANT_TEXT": disarmTags(x.answer.Content),
	}
	bare, err := s.prompts.Render(prompts.Extraction, values)
	if err != nil {
		return "", err
	}
	window := x.model.Context
	if window == 0 {
		window = s.Config().WindowDefault
	}
	room := window - s.Config().ReplyReserve - EstimateTokens(bare)
	values["EXISTING_CONTEXT"] = s.knownFiles(x, room)
	return s.prompts.Render(prompts.Extraction, values)
}

// knownMemories are the memories nearest to the user's message, for the extractor to see what is known.
func (s *Service) knownMemories(ctx context.Context, x exchange) ([]Memory, error) {
	k := s.Config().ExtractionExistingTopK
	f := MemoryFilter{ProfileID: x.profile, Thread: x.thread.ID, Limit: k, Now: s.clock()}
	var known []Memory
	if s.embedder.Ready() && k > 0 {
		vecs, err := s.embedder.Embed(ctx, EmbedQuery, []string{x.user.Content})
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

// knownFiles renders the attached files in full; what goes beyond the room in tokens is cut and logged.
func (s *Service) knownFiles(x exchange, room int) string {
	if len(x.files) == 0 {
		return "(none)"
	}
	var b strings.Builder
	for i, f := range x.files {
		text := f.Content
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

// disarmTags keeps a text from closing the tag it stands in.
func disarmTags(s string) string {
	return strings.NewReplacer(
		"</user_message", "<\\/user_message", "</assistant_reply", "<\\/assistant_reply",
	).Replace(s)
}

// persist writes the outcome of a run in one transaction: withdrawals, memories with links, ledger rows and the end of
// the job; then vectors and index.
func (s *Service) persist(ctx context.Context, x exchange, facts []candidate, commit func(Store) error) ([]Decision, error) {
	var out []Decision
	err := s.store.InTx(ctx, func(tx Store) error {
		out = out[:0]
		for _, d := range x.undo {
			if undone, err := s.undo(ctx, tx, ActorExtractor, d); err == nil {
				out = append(out, undone)
			} else if !errors.Is(err, ErrConflict) {
				return err
			}
		}
		for i := range facts {
			d, err := s.persistOne(ctx, tx, x, &facts[i])
			if err != nil {
				return err
			}
			out = append(out, d)
		}
		if commit != nil {
			return commit(tx)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("persist: %w", err)
	}
	vecs := map[ID][]float32{}
	for i, d := range out[len(out)-len(facts):] {
		vecs[d.MemoryID] = facts[i].vec
	}
	for _, d := range out {
		if vec, ok := vecs[d.MemoryID]; ok && d.UndoOf == 0 && d.After != nil {
			s.indexMemory(ctx, *d.After, vec)
			continue
		}
		s.reindexChanges(ctx, x.profile, d.Changes)
	}
	return out, nil
}

// persistOne stores one candidate, or why it was not stored. Equality by words is checked again inside the
// transaction: of two runs that learned the same at once, the second is a duplicate.
func (s *Service) persistOne(ctx context.Context, tx Store, x exchange, c *candidate) (Decision, error) {
	now := s.clock()
	d := Decision{
		CreatedAt: now, RunID: Text(x.runID), ProfileID: x.profile, ThreadID: x.thread.ID, MessageID: x.answer.ID,
		Action: c.action, Actor: ActorExtractor, OldID: c.other.ID, ContextID: c.file.ID, Reason: Text(c.reason),
		Scores: c.scores, Model: Text(x.model.ID), PromptVersion: Text(s.extractVersion()),
	}
	if c.action == "" {
		same, err := tx.Memories().ByFold(ctx, x.profile, FoldText(c.fact), StatusActive, StatusInbox, StatusArchived)
		if err != nil {
			return d, err
		}
		if len(same) > 0 {
			d.Action, d.OldID, d.Reason = ActionIgnore, same[0].ID, reasonSameWords
		}
	}
	if d.Action == ActionIgnore {
		d.Candidate = Text(c.fact)
		return record(ctx, tx, d)
	}
	m := Memory{
		ProfileID: x.profile, Content: c.fact, Tags: []string{}, Kind: KindFact, Type: TypeOther, Scope: s.Config().Scope,
		Status: StatusActive, Origin: OriginExtracted, SourceMessageID: x.user.ID, CreatedAt: now, UpdatedAt: now,
	}
	if m.Scope == ScopeThread {
		if m.ThreadID = x.thread.ID; m.ThreadID == 0 {
			m.Scope = ScopeGlobal
		}
	}
	var err error
	if m.ID, err = tx.Memories().Insert(ctx, m); err != nil {
		return d, err
	}
	d.Action, d.MemoryID = ActionAdd, m.ID
	d.Changes = []Change{{MemoryID: m.ID, After: &m}}
	return record(ctx, tx, d)
}

// extractVersion names the prompt that extraction uses now.
func (s *Service) extractVersion() string { return s.prompts.Version(prompts.Extraction) }

// logDecisions writes the memory_decision record of a run; texts only at debug level.
func (s *Service) logDecisions(ctx context.Context, x exchange, ds []Decision, drop string) {
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
	s.log.Info("memory_decision",
		"event", "memory_decision", "user_id", x.profile, "run_id", x.runID,
		"input_message_length", len(x.user.Content), "extracted_count", len(ds), "dropped", drop, "decisions", rows)
}
