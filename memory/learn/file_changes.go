package learn

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/memory/lang/secrets"
	"memoir/memory/ledger"
)

// Reasons in the ledger of what was taken in from files.
const (
	reasonSecretCut    = "a password, key or number that should stay secret was left out"
	inboxChangedInBoth = "it was changed both in Memoir and in its file"
	inboxNoLongerUsed  = "its file was changed or restored, but Memoir no longer uses this memory"
)

// maxReindexedAtOnce is how many memories get their vectors before ApplyMemoryFileChangesOrPropose
// returns. More are left to the background sync, so that a checkout of thousands of files blocks
// nothing.
const maxReindexedAtOnce = 8

// fileIntake takes in changes of files inside one transaction.
type fileIntake struct {
	*pipeline
	tx        memory.Store
	profile   memory.ID
	actor     memory.Actor
	run       string
	now       time.Time
	decisions []memory.Decision
}

// ApplyMemoryFileChangesOrPropose makes the changes that someone made to files of memories, in one
// transaction and with a row in the ledger each (actor, run). A text from a file passes the gates
// that learned facts pass: secrets are cut out of it, and what must be reviewed waits in the inbox,
// where accepting it replaces the memory of the file. What a file says never overwrites a change
// made in Memoir: it waits, too. The results have the order of the changes. After an error nothing
// was changed.
func (p *pipeline) ApplyMemoryFileChangesOrPropose(
	ctx context.Context, profile memory.ID, by memory.Actor, run string, changes []memory.FileChange,
) ([]memory.FileChangeResult, error) {
	var in fileIntake
	results := make([]memory.FileChangeResult, len(changes))
	err := p.store.InTx(ctx, func(tx memory.Store) error {
		in = fileIntake{
			pipeline: p, tx: tx, profile: profile, actor: by, run: run, now: p.clock.NowInUTCToMillisecond(),
		}
		for i, c := range changes {
			r, err := in.applyFileChangeOrProposeInInbox(ctx, c)
			var field *memory.FieldError
			switch {
			case errors.As(err, &field) || errors.Is(err, memory.ErrNotFound):
				r = memory.FileChangeResult{Err: err} // nothing was written for it
			case err != nil:
				return fmt.Errorf("take in the file of memory %d: %w", c.MemoryID, err)
			}
			results[i] = r
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	in.reindexOrRequestSync(ctx)
	if len(in.decisions) > 0 {
		memory.PublishStaleDataEvent(p.bus, memory.EventMemories, profile, 0)
	}
	return results, nil
}

// reindexOrRequestSync brings the vector index up to date with what was changed, or asks for that.
func (in *fileIntake) reindexOrRequestSync(ctx context.Context) {
	if len(in.decisions) > maxReindexedAtOnce {
		in.search.RequestSync(in.profile)
	}
	for _, d := range in.decisions {
		if len(in.decisions) <= maxReindexedAtOnce || d.Action == memory.ActionForget {
			in.search.ReindexChangedMemories(ctx, in.profile, d.Changes)
		}
	}
}

func (in *fileIntake) applyFileChangeOrProposeInInbox(
	ctx context.Context, c memory.FileChange,
) (memory.FileChangeResult, error) {
	switch c.Kind {
	case memory.FileAdded:
		m, err := in.newMemoryFromFile(c.File)
		if err != nil {
			return memory.FileChangeResult{}, err
		}
		return in.addMemoryOrProposeInInbox(ctx, m, in.setKindReturningReviewReason)
	case memory.FileImported:
		return in.importMemoryOrProposeUnlessKnown(ctx, c)
	}
	before, err := in.tx.MemoryStore().Get(ctx, in.profile, c.MemoryID)
	if err != nil {
		return memory.FileChangeResult{}, err
	}
	isUsed := before.Status == memory.StatusActive && before.SupersededBy == 0
	isAsWritten := isUsed && before.Content == c.Was
	switch {
	case c.Kind == memory.FileEdited && isAsWritten:
		return in.applyEditOrProposeInInbox(ctx, before, c.File)
	case c.Kind == memory.FileDeleted && isAsWritten:
		return in.changeStatusWithDecision(ctx, before, memory.StatusForgotten)
	case c.Kind == memory.FileDeleted:
		return memory.FileChangeResult{}, nil
	case c.Kind == memory.FileReturned && !isUsed:
		return in.restoreMemoryOrProposeInInbox(ctx, before, c.File)
	}
	return in.proposeConflictingTextInInbox(ctx, before, c.File, isUsed)
}

// newMemoryFromFile returns the memory that a file without one asks for, or a *memory.FieldError.
func (in *fileIntake) newMemoryFromFile(f memory.NewMemory) (memory.Memory, error) {
	m := memory.Memory{
		ProfileID: in.profile, Kind: memory.KindFact, Type: memory.TypeOther, Scope: f.Scope, ChatID: f.ChatID,
		ProjectID: f.ProjectID,
		Status:    memory.StatusActive, Origin: in.originImportOrFolder(), CreatedAt: in.now, UpdatedAt: in.now,
		Tags: []string{},
	}
	if m.Scope == "" {
		m.Scope = memory.ScopeGlobal
	}
	m, _, err := patchWithAllFieldsOfFile(f).PatchedMemoryAndAction(m)
	return m, err
}

// originImportOrFolder is where the memories come from that are stored.
func (in *fileIntake) originImportOrFolder() memory.Origin {
	if in.actor == memory.ActorImport {
		return memory.OriginImport
	}
	return memory.OriginFolder
}

// patchWithAllFieldsOfFile returns what a file says of its memory. A type that was taken out of it
// stays as it is.
func patchWithAllFieldsOfFile(f memory.NewMemory) memory.MemoryPatch {
	p := memory.MemoryPatch{Content: &f.Content, Tags: &f.Tags, ValidFrom: &f.ValidFrom, ValidTo: &f.ValidTo}
	if f.Type != "" {
		p.Type = &f.Type
	}
	return p
}

// applyEditOrProposeInInbox changes a memory as its file was changed, unless the new text has to be
// reviewed.
func (in *fileIntake) applyEditOrProposeInInbox(
	ctx context.Context, before memory.Memory, f memory.NewMemory,
) (memory.FileChangeResult, error) {
	after, action, err := patchWithAllFieldsOfFile(f).PatchedMemoryAndAction(before)
	if err != nil || action == "" {
		return memory.FileChangeResult{MemoryID: before.ID}, err
	}
	cut, err := redactMemorySecretsWithReason(&after)
	if err != nil {
		return memory.FileChangeResult{}, err
	}
	var ask string
	if after.Content != before.Content || !slices.Equal(after.Tags, before.Tags) {
		if ask, err = in.setKindReturningReviewReason(ctx, &after); err != nil {
			return memory.FileChangeResult{}, err
		}
	}
	if ask != "" {
		return in.proposeInInboxUnlessWaiting(ctx, before.ID, after, ask)
	}
	after.UpdatedAt = in.now
	changes, after, err := ledger.PutMemoryReturningChanges(ctx, in.tx, &before, after)
	if err != nil {
		return memory.FileChangeResult{}, err
	}
	return memory.FileChangeResult{MemoryID: after.ID}, in.recordDecisionOfIntake(ctx, memory.Decision{
		ChatID: after.ChatID, Action: action, MemoryID: after.ID, Changes: changes, Reason: memory.NullText(cut),
	})
}

// redactMemorySecretsWithReason cuts secrets out of text and tags and says so. A text that is
// nothing else is refused.
func redactMemorySecretsWithReason(m *memory.Memory) (reason string, err error) {
	content := secrets.RedactSecrets(m.Content)
	tags := slices.DeleteFunc(slices.Clone(m.Tags), secrets.ContainsSecret)
	if content != m.Content || len(tags) != len(m.Tags) {
		reason = reasonSecretCut
	}
	m.Tags = tags
	m.Content, err = memory.TrimAndValidateContent(content)
	return reason, err
}

// setKindReturningReviewReason says why a text from a file must be reviewed before it is used, or
// nothing.
func (in *fileIntake) setKindReturningReviewReason(ctx context.Context, m *memory.Memory) (string, error) {
	c := candidate{fact: m.Content, kind: m.Kind, key: m.Key}
	for _, tag := range m.Tags {
		if c.inboxReason == "" {
			c.inboxReason = injectionOrLengthReasonOfText(tag)
		}
	}
	markSuspectCandidateForInbox(&c, in.config().AskFirst)
	if m.Kind = c.kind; c.inboxReason != "" {
		return c.inboxReason, nil
	}
	return in.reasonIfForgottenBefore(ctx, m)
}

// reasonIfForgottenBefore says when the user has removed a memory with this text, or nothing.
func (in *fileIntake) reasonIfForgottenBefore(ctx context.Context, m *memory.Memory) (string, error) {
	same, err := in.tx.MemoryStore().FindByFoldedText(ctx, in.profile, lang.FoldText(m.Content), memory.StatusForgotten)
	if err != nil || len(same) == 0 {
		return "", err
	}
	return inboxForgottenOn + same[0].UpdatedAt.Format("2 January 2006"), nil
}

// addMemoryOrProposeInInbox stores the memory of a new file: active, or in the inbox when there is
// a reason to ask.
func (in *fileIntake) addMemoryOrProposeInInbox(
	ctx context.Context, m memory.Memory, reasonToAsk func(context.Context, *memory.Memory) (string, error),
) (memory.FileChangeResult, error) {
	cut, err := redactMemorySecretsWithReason(&m)
	if err != nil {
		return memory.FileChangeResult{}, err
	}
	ask, err := reasonToAsk(ctx, &m)
	if err != nil {
		return memory.FileChangeResult{}, err
	}
	if ask != "" {
		return in.proposeInInboxUnlessWaiting(ctx, 0, m, ask)
	}
	if m.ID, err = in.tx.MemoryStore().Insert(ctx, m); err != nil {
		return memory.FileChangeResult{}, err
	}
	return memory.FileChangeResult{MemoryID: m.ID}, in.recordDecisionOfIntake(ctx, memory.Decision{
		ChatID: m.ChatID, Action: memory.ActionAdd, MemoryID: m.ID, Changes: []memory.Change{{MemoryID: m.ID, After: &m}},
		Reason: memory.NullText(cut),
	})
}

// proposeInInboxUnlessWaiting stores a memory in the inbox, where accepting it replaces the memory
// old (0 = none). The same text is not stored twice.
func (in *fileIntake) proposeInInboxUnlessWaiting(
	ctx context.Context, old memory.ID, m memory.Memory, reason string,
) (memory.FileChangeResult, error) {
	waiting, err := in.tx.MemoryStore().FindByFoldedText(ctx, in.profile, lang.FoldText(m.Content), memory.StatusInbox)
	if err != nil {
		return memory.FileChangeResult{}, err
	}
	for _, w := range waiting {
		if w.Proposes == old && w.Content == m.Content && w.ChatID == m.ChatID && w.ProjectID == m.ProjectID {
			return memory.FileChangeResult{MemoryID: w.ID, Waits: true}, nil
		}
	}
	m.ID, m.Status, m.Origin, m.Proposes, m.SupersededBy = 0, memory.StatusInbox, in.originImportOrFolder(), old, 0
	m.CreatedAt, m.UpdatedAt, m.UseCount, m.LastUsedAt = in.now, in.now, 0, memory.NullTime{}
	m.Quote, m.QuoteStart, m.QuoteEnd = "", nil, nil
	if m.ID, err = in.tx.MemoryStore().Insert(ctx, m); err != nil {
		return memory.FileChangeResult{}, err
	}
	return memory.FileChangeResult{MemoryID: m.ID, Waits: true}, in.recordDecisionOfIntake(ctx, memory.Decision{
		ChatID: m.ChatID, Action: memory.ActionAdd, MemoryID: m.ID, OldID: old,
		Changes: []memory.Change{{MemoryID: m.ID, After: &m}}, Reason: memory.NullText(reason),
	})
}

// proposeConflictingTextInInbox lets the text of a file wait whose memory was changed in Memoir as
// well. A text that the memory has already asks for nothing.
func (in *fileIntake) proposeConflictingTextInInbox(
	ctx context.Context, before memory.Memory, f memory.NewMemory, isUsed bool,
) (memory.FileChangeResult, error) {
	if strings.TrimSpace(f.Content) == before.Content {
		return memory.FileChangeResult{MemoryID: before.ID}, nil
	}
	reason := inboxChangedInBoth
	if !isUsed {
		reason = inboxNoLongerUsed
	}
	return in.proposeFileTextInInboxAsReplacement(ctx, before, f, reason)
}

// restoreMemoryOrProposeInInbox makes a memory active again that was forgotten because its file was
// deleted. Any other whose file is back waits in the inbox.
func (in *fileIntake) restoreMemoryOrProposeInInbox(
	ctx context.Context, before memory.Memory, f memory.NewMemory,
) (memory.FileChangeResult, error) {
	if before.Status == memory.StatusInbox && strings.TrimSpace(f.Content) == before.Content {
		return memory.FileChangeResult{MemoryID: before.ID, Waits: true}, nil
	}
	newest, err := in.tx.DecisionStore().List(ctx, memory.DecisionFilter{
		ProfileID: in.profile, MemoryID: before.ID, Limit: 1,
	})
	if err != nil {
		return memory.FileChangeResult{}, err
	}
	if before.Status == memory.StatusForgotten && len(newest) > 0 && newest[0].Actor == memory.ActorFolder &&
		newest[0].Action == memory.ActionForget && strings.TrimSpace(f.Content) == before.Content {
		return in.changeStatusWithDecision(ctx, before, memory.StatusActive)
	}
	reason := inboxNoLongerUsed
	if before.Status == memory.StatusForgotten {
		reason = inboxForgottenOn + before.UpdatedAt.Format("2 January 2006")
	}
	return in.proposeFileTextInInboxAsReplacement(ctx, before, f, reason)
}

// proposeFileTextInInboxAsReplacement lets what a file says wait in the inbox. Accepting it
// replaces the memory of the file, or the one that replaced this.
func (in *fileIntake) proposeFileTextInInboxAsReplacement(
	ctx context.Context, before memory.Memory, f memory.NewMemory, reason string,
) (memory.FileChangeResult, error) {
	m, err := in.newMemoryFromFile(f)
	if err != nil {
		return memory.FileChangeResult{}, err
	}
	m.Kind, m.Key, m.Scope, m.ChatID, m.Pinned = before.Kind, before.Key, before.Scope, before.ChatID, before.Pinned
	m.ProjectID = before.ProjectID
	if _, err := redactMemorySecretsWithReason(&m); err != nil {
		return memory.FileChangeResult{}, err
	}
	if _, err := in.setKindReturningReviewReason(ctx, &m); err != nil { // sets its kind
		return memory.FileChangeResult{}, err
	}
	current := before
	for range 100 { // a chain of replacements has no circle; a damaged one ends here
		if current.SupersededBy == 0 {
			break
		}
		if current, err = in.tx.MemoryStore().Get(ctx, in.profile, current.SupersededBy); err != nil {
			return memory.FileChangeResult{}, err
		}
	}
	var old memory.ID
	if current.Status == memory.StatusActive && current.SupersededBy == 0 {
		old = current.ID
	}
	return in.proposeInInboxUnlessWaiting(ctx, old, m, reason)
}

// changeStatusWithDecision forgets a memory or makes it active again.
func (in *fileIntake) changeStatusWithDecision(
	ctx context.Context, before memory.Memory, status memory.Status,
) (memory.FileChangeResult, error) {
	after, action, err := memory.MemoryPatch{Status: &status}.PatchedMemoryAndAction(before)
	if err != nil {
		return memory.FileChangeResult{}, err
	}
	after.UpdatedAt = in.now
	changes, after, err := ledger.PutMemoryReturningChanges(ctx, in.tx, &before, after)
	if err != nil {
		return memory.FileChangeResult{}, err
	}
	return memory.FileChangeResult{MemoryID: after.ID}, in.recordDecisionOfIntake(ctx, memory.Decision{
		ChatID: after.ChatID, Action: action, MemoryID: after.ID, Changes: changes,
	})
}

// recordDecisionOfIntake writes a decision.
func (in *fileIntake) recordDecisionOfIntake(ctx context.Context, d memory.Decision) error {
	d.CreatedAt, d.RunID, d.ProfileID, d.Actor = in.now, memory.NullText(in.run), in.profile, in.actor
	d, err := ledger.RecordDecisionAndCleanDerivedTexts(ctx, in.tx, d)
	in.decisions = append(in.decisions, d)
	return err
}
