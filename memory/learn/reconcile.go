package learn

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/memory/search"
	"memoir/prompts"
)

// Numbers of the reconcile stage: S001-14, S003-6 and S004-6 in docs/sources.md.
const (
	neighbourCount        = 5    // nearest memories compared with a new fact
	minNeighbourCosine    = 0.60 // minimum for these; the same key counts at any cosine
	maxNames              = 3    // of a new fact that are searched for
	maxReplacementsPerRun = 3    // of active memories in one run; more go to the inbox
	minRefiningWords      = 2    // added to a known fact that the model takes for the same
)

// Reasons of the reconcile stage.
const (
	reasonContradicts        = "it contradicts the older memory"
	reasonRefines            = "it says more than the older memory"
	reasonRedundant          = "another memory already says this"
	reasonNewerVersion       = "it updates the older memory"
	inboxProtectedMemory     = "it would replace a memory that you pinned or edited"
	reasonWiderMemory        = "only you can replace a memory that is also used in other chats"
	inboxTooManyReplacements = "a single message would replace more than three memories"
)

// reconciler decides what new facts do to known memories: it finds the neighbours of each fact,
// asks the model or applies the rule, and protects what the user wrote. It reads the store and
// writes only the candidates; persisting is the pipeline's work. It keeps no state of its own, so
// runs in several goroutines may share it.
type reconciler struct {
	store      memory.Store
	search     *search.Searcher
	calls      *modelCaller
	prompts    *prompts.Set
	log        *slog.Logger
	clock      memory.Clock
	config     func() memory.Config
	replyCache *replyCache // shared with the pipeline, which drops the replies of finished runs
}

// neighbour is a known memory that a new fact may affect.
type neighbour struct {
	memory.Memory
	cosine float64
}

// markFactsAgainstKnownMemories compares the pending facts with known memories. A fact without
// neighbours is new; for the others one model call decides between adding, replacing and ignoring.
// The rule decides where no model is asked (reconcile is off) and where its reply is not usable.
// Guards, order and protection can overrule either.
func (r *reconciler) markFactsAgainstKnownMemories(ctx context.Context, x exchange, facts []candidate) error {
	neighbours := make([][]neighbour, len(facts))
	found := false
	for i := range facts {
		if c := &facts[i]; c.isNeitherDroppedNorIgnored() && c.inboxReason == "" {
			var err error
			if neighbours[i], err = r.findMemoriesCandidateMayAffect(ctx, x, c); err != nil {
				return err
			}
			found = found || len(neighbours[i]) > 0
		}
	}
	if !found {
		return nil
	}
	known := distinctNeighbourMemories(neighbours)
	var verdicts map[int]verdict
	if r.config().Reconcile {
		var err error
		if verdicts, err = r.requestReplacementVerdicts(ctx, x, facts, neighbours, known); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			r.log.Info("reconciling by rule, no usable answer of the model", "err", err)
		}
	}
	removals := 0
	for i := range facts {
		if len(neighbours[i]) == 0 {
			continue
		}
		if v, ok := verdicts[i]; ok {
			r.markByVerdictDoubtingRedundancy(x, &facts[i], v, known, neighbours[i])
		} else {
			r.markCandidateByRule(x, &facts[i], neighbours[i])
		}
		if err := r.weakenOrInboxHarmfulReplacement(ctx, x, &facts[i], &removals); err != nil {
			return err
		}
	}
	return nil
}

// findMemoriesCandidateMayAffect returns the current memories that the chat uses and that have the
// candidate's key or are near to it.
func (r *reconciler) findMemoriesCandidateMayAffect(
	ctx context.Context, x exchange, c *candidate,
) ([]neighbour, error) {
	f := x.usableMemoriesFilter()
	f.Now = r.clock.NowInUTCToMillisecond()
	var out []neighbour
	if c.key != "" {
		f.Key, f.Limit = string(c.key), neighbourCount
		same, err := r.store.MemoryStore().List(ctx, f)
		if err != nil {
			return nil, fmt.Errorf("memories with the same key: %w", err)
		}
		for _, m := range same {
			out = append(out, neighbour{Memory: m, cosine: -1})
		}
		f.Key, f.Limit = "", 0
	}
	near, err := r.nearestMemoriesIfVector(ctx, c.vector, neighbourCount, minNeighbourCosine, f)
	if err != nil {
		return nil, fmt.Errorf("memories near to a new fact: %w", err)
	}
	for _, h := range near {
		at := -1
		for i := range out {
			if out[i].ID == h.ID {
				at = i
			}
		}
		if at >= 0 {
			out[at].cosine = h.Score
			continue
		}
		out = append(out, neighbour{Memory: h.Memory, cosine: h.Score})
	}
	out = slices.DeleteFunc(out, func(n neighbour) bool { return x.withdrawnMemories[n.ID] })
	again, err := r.findMemoriesUndoMakesCurrent(ctx, x, c)
	if err != nil {
		return nil, err
	}
	return r.withMemoriesSharingNamesIfChange(ctx, x, c, append(out, again...))
}

// withMemoriesSharingNamesIfChange adds the memories that have a name in common with a fact of
// which the user says that something changed: "I am not in The Herons any more" is far from "plays
// bass in The Herons".
func (r *reconciler) withMemoriesSharingNamesIfChange(
	ctx context.Context,
	x exchange,
	c *candidate,
	near []neighbour,
) ([]neighbour,
	error,
) {
	told := c.fact + " " + bestMatchingUserSentence(x, c)
	if !lang.SignalsChange(told) {
		return near, nil
	}
	names := lang.CapitalizedNamesUnlessGerman(told)
	used := x.usableMemoriesFilter()
	used.Limit = neighbourCount
	for _, name := range names[:min(len(names), maxNames)] {
		found, err := r.search.ListOrSearchMemories(ctx, memory.MemoryQuery{Query: name, MemoryFilter: used})
		if err != nil {
			return nil, fmt.Errorf("memories with the name of a new fact: %w", err)
		}
		for _, m := range found {
			if !x.withdrawnMemories[m.ID] && !containsNeighbourWithID(near, m.ID) && lang.SharesCapitalizedNameUnlessGerman(
				told, m.Content,
			) {
				near = append(near, neighbour{Memory: m, cosine: -1})
			}
		}
	}
	return near, nil
}

// findMemoriesUndoMakesCurrent returns the neighbours superseded because of a replaced answer:
// undoing what that answer taught, in the transaction that persists this run, makes them current
// again.
func (r *reconciler) findMemoriesUndoMakesCurrent(ctx context.Context, x exchange, c *candidate) ([]neighbour, error) {
	var out []neighbour
	for _, d := range x.withdrawnDecisions {
		for _, ch := range d.Changes {
			m := ch.Before
			if m == nil || !m.MayBeUsedInByScope(x.chat) || x.withdrawnMemories[m.ID] || m.Status != memory.StatusActive ||
				!m.IsNeitherSupersededNorEnded(r.clock.NowInUTCToMillisecond()) {
				continue
			}
			n := neighbour{Memory: *m, cosine: -1}
			vec, err := r.search.LoadStoredMemoryVector(ctx, x.profileID, m.ID)
			if err != nil {
				return nil, fmt.Errorf("memories that open again: %w", err)
			}
			if vec != nil && c.vector != nil {
				n.cosine = search.DotProduct(vec, c.vector)
			}
			if n.cosine >= minNeighbourCosine || c.key != "" && c.key == m.Key {
				out = append(out, n)
			}
		}
	}
	return out, nil
}

// nearestMemoriesIfVector searches the vector index, or returns nothing without a vector.
func (r *reconciler) nearestMemoriesIfVector(
	ctx context.Context, vec []float32, k int, low float64, f memory.MemoryFilter,
) ([]memory.MemoryHit, error) {
	if vec == nil {
		return nil, nil
	}
	return r.search.FindNearestMemoriesPassingFilter(ctx, vec, k, low, f)
}

// distinctNeighbourMemories lists every neighbour once.
func distinctNeighbourMemories(neighbours [][]neighbour) []memory.Memory {
	var out []memory.Memory
	seen := map[memory.ID]bool{}
	for _, ns := range neighbours {
		for _, n := range ns {
			if !seen[n.ID] {
				seen[n.ID] = true
				out = append(out, n.Memory)
			}
		}
	}
	return out
}

// markByVerdictDoubtingRedundancy writes the model's verdict into the candidate. A fact that it
// calls redundant is ignored only where it takes nothing from the user: see
// reportAndMarkIfNotRedundant.
func (r *reconciler) markByVerdictDoubtingRedundancy(
	x exchange,
	c *candidate,
	v verdict,
	known []memory.Memory,
	neighbours []neighbour,
) {
	if v.knownIndex < 0 {
		return
	}
	old := known[v.knownIndex]
	c.scores = cosineScoreOfNeighbour(neighbours, old.ID)
	switch v.action {
	case verdictNone:
		if r.reportAndMarkIfNotRedundant(x, c, old) {
			return
		}
		c.markIgnored(shortReasonOrDefault(v.reason, reasonRedundant))
		c.duplicateOf = old
	case verdictUpdate:
		c.markAsReplacingMemory(old, shortReasonOrDefault(v.reason, reasonRefines))
	case verdictDelete:
		c.markAsReplacingMemory(old, shortReasonOrDefault(v.reason, reasonContradicts))
	}
}

// reportAndMarkIfNotRedundant keeps a fact that the model calls redundant although it is not. One
// that says all that the known one says, and more, replaces it when both are near, and otherwise
// stays beside it if the more is not just another verb. One that a guard tells apart, or that adds
// a word and either speaks of a change or has the same key, is proposed to the user as a
// replacement.
func (r *reconciler) reportAndMarkIfNotRedundant(x exchange, c *candidate, old memory.Memory) bool {
	guard := lang.FirstMeaningDifference(c.fact, old.Content)
	adds := lang.AddsWordsBesidesNumbersAndTime(c.fact, old.Content)
	switch {
	case guard != "":
		c.proposes, c.reason = old.ID, guard
	case !adds:
		return false
	case FactReplacesKnownByRule(r.config(), c.fact, old.Content, c.scores["cosine"]):
		c.markAsReplacingMemory(old, reasonRefines)
	case c.key != "" && c.key == old.Key, lang.SignalsChange(c.fact), lang.SignalsChange(bestMatchingUserSentence(x, c)):
		c.proposes, c.reason = old.ID, reasonMayBeOutdated
	default:
		return !lang.AddsWordsBesidesNumbersAndTime(old.Content, c.fact) &&
			lang.CountWordsAddedBesidesNumbersAndTime(c.fact, old.Content) >= minRefiningWords
	}
	return true
}

func cosineScoreOfNeighbour(neighbours []neighbour, id memory.ID) map[string]float64 {
	for _, n := range neighbours {
		if n.ID == id && n.cosine >= 0 {
			return map[string]float64{"cosine": n.cosine}
		}
	}
	return nil
}

func shortReasonOrDefault(s, other string) string {
	if s = strings.TrimSpace(s); s != "" && len(s) <= 300 {
		return s
	}
	return other
}

func (c *candidate) markAsReplacingMemory(old memory.Memory, reason string) {
	c.action, c.reason = memory.ActionReplace, reason
	c.replaces = append(c.replaces, old)
}

// weakenOrInboxHarmfulReplacement limits the harm of a replacement: a memory that chats use in
// which the new one will not be is only marked as doubtful here; an older statement that is learned
// late is stored as outdated instead; replacements of pinned, hand-written or edited memories, and
// more than maxReplacementsPerRun in a run, go to the inbox.
func (r *reconciler) weakenOrInboxHarmfulReplacement(
	ctx context.Context, x exchange, c *candidate, removals *int,
) error {
	if c.action != memory.ActionReplace {
		return nil
	}
	old := c.replaces[0]
	if old.HasWiderScopeThan(r.config().LearnedScopeIn(x.chat)) {
		c.action, c.proposes, c.replaces, c.reason = "", old.ID, nil, reasonWiderMemory
		return nil
	}
	if !x.isMessageNewerThanMemory(old, r.clock.NowInUTCToMillisecond()) {
		c.action, c.isLate = "", true
		return nil
	}
	touched, err := r.isPinnedOrWrittenByUser(ctx, x.profileID, old)
	if err != nil {
		return err
	}
	switch {
	case touched:
		c.inboxReason = inboxProtectedMemory
	case *removals >= maxReplacementsPerRun:
		c.inboxReason = inboxTooManyReplacements
	default:
		*removals++
		return nil
	}
	c.action, c.proposes, c.replaces = "", old.ID, nil
	return nil
}

// isMessageNewerThanMemory reports whether the user sent the message of x after they stated m.
// Messages are ordered by their ids, which grow within a data folder, because the clock of a
// computer can be set back. A memory without a message has only the time of its last change; where
// that lies in the future it counts as now, and a message is never older than that.
func (x exchange) isMessageNewerThanMemory(m memory.Memory, now time.Time) bool {
	switch {
	case x.userMessage.ID == 0: // a text that is being learned at this moment
		return true
	case m.Origin == memory.OriginExtracted && m.SourceMessageID != 0:
		return x.userMessage.ID > m.SourceMessageID
	}
	return m.UpdatedAt.After(now) || x.userMessage.CreatedAt.After(m.UpdatedAt)
}

// isPinnedOrWrittenByUser reports whether the user has pinned, written or edited the memory, so
// that only they may replace it.
func (r *reconciler) isPinnedOrWrittenByUser(ctx context.Context, profile memory.ID, m memory.Memory) (bool, error) {
	if m.Pinned || m.Origin == memory.OriginManual || m.Origin == memory.OriginFolder {
		return true, nil
	}
	ds, err := r.store.DecisionStore().List(ctx, memory.DecisionFilter{
		ProfileID: profile, MemoryID: m.ID, Actions: []memory.Action{memory.ActionUpdate},
	})
	if err != nil {
		return false, fmt.Errorf("history of memory %d: %w", m.ID, err)
	}
	return slices.ContainsFunc(ds, func(d memory.Decision) bool {
		return d.Actor.IsHuman() && d.UndoneBy == 0 && d.UndoOf == 0
	}), nil
}
