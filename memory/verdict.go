package memory

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"memoir/prompts"
)

// verdict is what the model decided for one new fact.
type verdict struct {
	action string // ADD, UPDATE, DELETE, NONE
	target int    // index in the list of known memories, -1 for none
	reason string
}

// requestVerdicts makes the one reconcile call of a run. A verdict counts only for a listed fact
// with a known action and a target among that fact's own neighbours; the other facts are decided by
// rule. A deletion is applied as a replacement: the new fact supersedes the one it retires (source
// 001's safeguard).
func (s *Service) askVerdicts(
	ctx context.Context, x exchange, facts []candidate, around [][]neighbour, known []Memory,
) (map[int]verdict, error) {
	var fresh []int
	var news, olds []string
	for i := range facts {
		if len(around[i]) > 0 {
			fresh = append(fresh, i)
			news = append(news, fmt.Sprintf("%d. %s", len(fresh), oneLine(facts[i].fact)))
		}
	}
	bare, err := s.prompts.Render(prompts.Reconcile, map[string]string{
		"NEW_FACTS": strings.Join(news, "\n"), "KNOWN_FACTS": "",
	})
	if err != nil {
		return nil, err
	}
	share := (s.roomOf(x.model) - EstimateTokens(bare)) / len(known)
	for i, m := range known {
		olds = append(olds, headOf(fmt.Sprintf("%d. %s", i+1, oneLine(s.discreet(m.Content))), share))
	}
	system, err := s.prompts.Render(prompts.Reconcile, map[string]string{
		"NEW_FACTS": s.discreet(strings.Join(news, "\n")), "KNOWN_FACTS": strings.Join(olds, "\n"),
	})
	if err != nil {
		return nil, err
	}
	raw, err := s.askOnce(ctx, x, system)
	if err != nil {
		return nil, err
	}
	read, err := readVerdicts(raw, len(fresh), len(known))
	if err != nil {
		return nil, err
	}
	out := map[int]verdict{}
	for n, v := range read {
		i := fresh[n]
		if v.target >= 0 && !isNeighbour(around[i], known[v.target].ID) {
			continue
		}
		out[i] = v
	}
	return out, nil
}

// requestVerdictReply makes the reconcile call of a run. A retried run gets the cached reply if its
// prompt is the same, and an error otherwise.
func (s *Service) askOnce(ctx context.Context, x exchange, system string) (string, error) {
	before := s.heard.of(x.runID)
	if before.asked != "" && before.asked != system {
		return "", errors.New("the known memories have changed since they were asked about")
	}
	if before.asked != "" {
		return before.decision, nil
	}
	raw, err := s.collectText(ctx, x.profile, Request{
		Model:    x.model.ID,
		Messages: []ChatMessage{{RoleSystem, system}, {RoleUser, askDecisions}},
	})
	if ctx.Err() == nil {
		s.heard.note(x.runID, func(h *hearing) { h.asked, h.decision = system, raw })
	}
	return raw, err
}

// verdictInstruction is the user message of the reconcile call.
const askDecisions = "Decide for every new fact. Reply with the JSON list only."

func isNeighbour(ns []neighbour, id ID) bool {
	for _, n := range ns {
		if n.ID == id {
			return true
		}
	}
	return false
}

// parseVerdicts parses the model's list. Numbers count from 1. Items that name no new fact, an
// unknown action or a known fact that does not exist are left out. A reply without a usable item is
// an error.
func readVerdicts(raw string, news, olds int) (map[int]verdict, error) {
	start := strings.IndexAny(raw, "[{")
	if start < 0 {
		return nil, errors.New("reply holds no JSON")
	}
	var items []map[string]any
	text := withoutTrailingCommas(raw[start:])
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
		n := number(it["new"]) - 1
		action := strings.ToUpper(strings.TrimSpace(fmt.Sprint(it["action"])))
		target := number(it["known"]) - 1
		if n < 0 || n >= news || target >= olds {
			continue
		}
		if _, twice := out[n]; twice {
			continue
		}
		reason, _ := it["reason"].(string)
		reason = cutSecrets(oneLine(reason))
		switch action {
		case "ADD":
			out[n] = verdict{action, -1, reason}
		case "UPDATE", "DELETE", "NONE":
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
func number(v any) int {
	switch n := v.(type) {
	case float64:
		return int(n)
	case string:
		i, _ := strconv.Atoi(strings.TrimSpace(n))
		return i
	}
	return 0
}
