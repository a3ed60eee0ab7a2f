package memory

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// usageSettingKey is the setting that stores a profile's usage counters.
func usageSettingKey(profile ID) string { return "usage." + profile.String() }

// usageDaysKept is the number of days for which token counts of memory work are kept.
const usageDaysKept = 60

// usageCounters counts what memory did for a profile.
type usageCounters struct {
	Answers int            `json:"answers"` // memory on or read-only, and something to search
	Hits    int            `json:"hits"`    // of these, not with the newest as a fallback
	Tokens  map[string]int `json:"tokens"`  // spent on memory work, by day (UTC)
}

// Counters are the figures on the Health page and in /metrics. Rates are in [0, 1], 0 without data.
type Counters struct {
	Total           int            `json:"memory_total_count"`      // active and current
	Inbox           int            `json:"inbox"`                   // waiting in the inbox
	Duplicates      int            `json:"duplicates"`              // repetitions that were not stored
	NeverUsed       int            `json:"never_used"`              // active and never sent
	ReplacementRate float64        `json:"memory_replacement_rate"` // replacements per learned fact
	DedupRate       float64        `json:"memory_dedup_rate"`       // repetitions per candidate
	HitRate         float64        `json:"retrieval_hit_rate"`      // see usageCounters.Hits
	TokensByDay     map[string]int `json:"tokens_by_day"`
	TokenLimit      int            `json:"tokens_per_day_limit"`
}

// Counters reads the counters of a profile.
func (s *Session) Counters(ctx context.Context) (Counters, error) {
	cfg := s.Config()
	c := Counters{TokenLimit: cfg.TokensPerDay}
	active, err := s.store.Memories().List(ctx, MemoryFilter{ProfileID: s.profile, AnyScope: true, Now: s.currentTime()})
	if err != nil {
		return c, fmt.Errorf("count memories: %w", err)
	}
	c.Total = len(active)
	for _, m := range active {
		if m.UseCount == 0 {
			c.NeverUsed++
		}
	}
	waiting := MemoryFilter{ProfileID: s.profile, AnyScope: true, Status: []Status{StatusInbox}}
	if c.Inbox, err = s.store.Memories().Count(ctx, waiting); err != nil {
		return c, fmt.Errorf("count memories: %w", err)
	}
	tally, err := s.store.Decisions().CountByAction(ctx, s.profile, time.Time{})
	if err != nil {
		return c, fmt.Errorf("count decisions: %w", err)
	}
	c.Duplicates = tally[ActionIgnore]
	c.ReplacementRate = ratioOf(tally[ActionReplace], tally[ActionReplace]+tally[ActionAdd])
	c.DedupRate = ratioOf(tally[ActionIgnore], tally[ActionIgnore]+tally[ActionAdd]+tally[ActionReplace])
	u, err := readUsageCounters(ctx, s.store, s.profile)
	if err != nil {
		return c, err
	}
	c.HitRate, c.TokensByDay = ratioOf(u.Hits, u.Answers), u.Tokens
	return c, nil
}

func ratioOf(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

func readUsageCounters(ctx context.Context, st Store, profile ID) (usageCounters, error) {
	u := usageCounters{Tokens: map[string]int{}}
	text, err := st.Settings().Get(ctx, usageSettingKey(profile))
	if errors.Is(err, ErrNotFound) {
		return u, nil
	}
	if err != nil {
		return u, fmt.Errorf("read counters: %w", err)
	}
	if json.Unmarshal([]byte(text), &u) != nil || u.Tokens == nil { // not worth a failure
		u = usageCounters{Tokens: map[string]int{}}
	}
	return u, nil
}

// updateUsageCounters changes the counters inside a transaction.
func (s *Service) updateUsageCounters(ctx context.Context, tx Store, profile ID, change func(*usageCounters)) error {
	u, err := readUsageCounters(ctx, tx, profile)
	if err != nil {
		return err
	}
	change(&u)
	oldest := formatDate(s.currentTime().AddDate(0, 0, -usageDaysKept))
	for day := range u.Tokens {
		if day < oldest {
			delete(u.Tokens, day)
		}
	}
	text, err := json.Marshal(u)
	if err != nil {
		return fmt.Errorf("write counters: %w", err)
	}
	return tx.Settings().Set(ctx, usageSettingKey(profile), string(text))
}

// addSpentTokens adds the tokens of a memory work call to today's sum. A failure is only logged.
func (s *Service) addSpentTokens(ctx context.Context, profile ID, tokens int) {
	today := formatDate(s.currentTime())
	err := s.store.InTx(ctx, func(tx Store) error {
		return s.updateUsageCounters(ctx, tx, profile, func(u *usageCounters) { u.Tokens[today] += tokens })
	})
	if err != nil {
		s.log.Warn("tokens of memory work could not be counted", "err", err)
	}
}

// checkTokenBudget returns ErrTokenLimit when today's token limit for memory work is used up.
func (s *Service) checkTokenBudget(ctx context.Context, profile ID) error {
	limit := s.Config().TokensPerDay
	if limit == 0 {
		return nil
	}
	u, err := readUsageCounters(ctx, s.store, profile)
	if err != nil {
		return err
	}
	if u.Tokens[formatDate(s.currentTime())] >= limit {
		return ErrTokenLimit
	}
	return nil
}
