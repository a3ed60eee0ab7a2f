package learn

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/memory/lang/secrets"
	"memoir/prompts"
)

// verdictAction is what the model may decide; the words are those of the reconcile prompt.
type verdictAction string

const (
	verdictAdd    verdictAction = "ADD"
	verdictUpdate verdictAction = "UPDATE"
	verdictDelete verdictAction = "DELETE"
	verdictNone   verdictAction = "NONE"
)

// verdict is what the model decided for one new fact.
type verdict struct {
	action     verdictAction
	knownIndex int // index in the list of known memories, -1 for none
	reason     string
}

// requestReplacementVerdicts makes the one reconcile call of a run. A verdict counts only for a
// listed fact with a known action and a target among that fact's own neighbours; the other facts
// are decided by rule. A deletion is applied as a replacement: the new fact supersedes the one it
// retires (source 001's safeguard).
func (r *reconciler) requestReplacementVerdicts(
	ctx context.Context, x exchange, facts []candidate, neighbours [][]neighbour, known []memory.Memory,
) (map[int]verdict, error) {
	var fresh []int
	var newFacts, knownFacts []string
	for i := range facts {
		if len(neighbours[i]) > 0 {
			fresh = append(fresh, i)
			newFacts = append(newFacts, fmt.Sprintf("%d. %s", len(fresh), lang.ToSafePromptLine(facts[i].fact)))
		}
	}
	bare, err := r.prompts.Render(prompts.Reconcile, map[string]string{
		"NEW_FACTS": strings.Join(newFacts, "\n"), "KNOWN_FACTS": "",
	})
	if err != nil {
		return nil, err
	}
	share := (promptBudgetTokens(r.config(), x.model) - lang.EstimateTokens(bare)) / len(known)
	for i, m := range known {
		knownFacts = append(knownFacts, lang.TruncateToTokens(fmt.Sprintf("%d. %s", i+1,
			lang.ToSafePromptLine(r.config().RedactSecretsForModel(m.Content))), share))
	}
	system, err := r.prompts.Render(prompts.Reconcile, map[string]string{
		"NEW_FACTS":   r.config().RedactSecretsForModel(strings.Join(newFacts, "\n")),
		"KNOWN_FACTS": strings.Join(knownFacts, "\n"),
	})
	if err != nil {
		return nil, err
	}
	raw, err := r.requestOrReuseVerdictReply(ctx, x, system)
	if err != nil {
		return nil, err
	}
	read, err := parseValidVerdicts(raw, len(fresh), len(known))
	if err != nil {
		return nil, err
	}
	out := map[int]verdict{}
	for n, v := range read {
		i := fresh[n]
		if v.knownIndex >= 0 && !containsNeighbourWithID(neighbours[i], known[v.knownIndex].ID) {
			continue
		}
		out[i] = v
	}
	return out, nil
}

// requestOrReuseVerdictReply makes the reconcile call of a run. A retried run gets the cached reply
// if its prompt is the same, and an error otherwise.
func (r *reconciler) requestOrReuseVerdictReply(ctx context.Context, x exchange, system string) (string, error) {
	before := r.replyCache.cachedRepliesOfRun(x.runID)
	if before.reconcilePrompt != "" && before.reconcilePrompt != system {
		return "", errors.New("the known memories have changed since they were asked about")
	}
	if before.reconcilePrompt != "" {
		return before.reconcileReply, nil
	}
	raw, err := r.calls.collectModelReplyCountingTokens(ctx, x.profileID, memory.ModelRequest{
		Model: x.model.ID,
		Messages: []memory.PromptMessage{
			{Role: memory.RoleSystem, Content: system},
			{Role: memory.RoleUser, Content: verdictInstruction},
		},
	})
	if ctx.Err() == nil {
		r.replyCache.updateCachedRepliesOfRun(
			x.runID,
			func(h *runReplies) { h.reconcilePrompt, h.reconcileReply = system, raw },
		)
	}
	return raw, err
}

// verdictInstruction is the user message of the reconcile call.
const verdictInstruction = "Decide for every new fact. Reply with the JSON list only."

func containsNeighbourWithID(ns []neighbour, id memory.ID) bool {
	for _, n := range ns {
		if n.ID == id {
			return true
		}
	}
	return false
}

// parseValidVerdicts parses the model's list. Numbers count from 1. Items that name no new fact, an
// unknown action or a known fact that does not exist are left out. A reply without a usable item is
// an error.
func parseValidVerdicts(raw string, newFacts, knownFacts int) (map[int]verdict, error) {
	start := strings.IndexAny(raw, "[{")
	if start < 0 {
		return nil, errors.New("reply holds no JSON")
	}
	var items []map[string]any
	text := stripTrailingCommas(raw[start:])
	var v json.RawMessage
	if err := json.NewDecoder(strings.NewReader(text)).Decode(&v); err != nil {
		return nil, fmt.Errorf("read decisions: %w", err)
	}
	if v[0] == '{' {
		v = json.RawMessage("[" + string(v) + "]")
	}
	if err := json.Unmarshal(v, &items); err != nil {
		return nil, fmt.Errorf("read decisions: %w", err)
	}
	out := map[int]verdict{}
	for _, it := range items {
		n := intFromJSON(it["new"]) - 1
		action := verdictAction(strings.ToUpper(strings.TrimSpace(fmt.Sprint(it["action"]))))
		target := intFromJSON(it["known"]) - 1
		if n < 0 || n >= newFacts || target >= knownFacts {
			continue
		}
		if _, twice := out[n]; twice {
			continue
		}
		reason, _ := it["reason"].(string)
		reason = secrets.RedactSecrets(lang.ToSafePromptLine(reason))
		switch action {
		case verdictAdd:
			out[n] = verdict{action, -1, reason}
		case verdictUpdate, verdictDelete, verdictNone:
			if target >= 0 {
				out[n] = verdict{action, target, reason}
			}
		}
	}
	if len(out) == 0 {
		return nil, errors.New("no usable decision")
	}
	return out, nil
}

// intFromJSON converts a JSON number or numeric string, 0 otherwise.
func intFromJSON(v any) int {
	switch n := v.(type) {
	case float64:
		return int(n)
	case string:
		i, _ := strconv.Atoi(strings.TrimSpace(n))
		return i
	}
	return 0
}
