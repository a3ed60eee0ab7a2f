package learn

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"memoir/memory"
)

// usageSettingKey is the setting that stores a profile's usage counters.
func usageSettingKey(profile memory.ID) string { return "usage." + profile.String() }

// usageDaysKept is the number of days for which token counts of memory work are kept.
const usageDaysKept = 60

// UsageCounters counts what memory did for a profile.
type UsageCounters struct {
	Answers int            `json:"answers"` // memory on or read-only, and something to search
	Hits    int            `json:"hits"`    // of these, not with the newest as a fallback
	Tokens  map[string]int `json:"tokens"`  // spent on memory work, by day (UTC)
}

// ReadUsageCounters reads the counters of a profile.
func ReadUsageCounters(ctx context.Context, st memory.Store, profile memory.ID) (UsageCounters, error) {
	u := UsageCounters{Tokens: map[string]int{}}
	text, err := st.SettingStore().Get(ctx, usageSettingKey(profile))
	if errors.Is(err, memory.ErrNotFound) {
		return u, nil
	}
	if err != nil {
		return u, fmt.Errorf("read counters: %w", err)
	}
	if json.Unmarshal([]byte(text), &u) != nil || u.Tokens == nil { // not worth a failure
		u = UsageCounters{Tokens: map[string]int{}}
	}
	return u, nil
}

// updateAndPruneUsageCounters changes the counters inside a transaction.
func updateAndPruneUsageCounters(
	ctx context.Context, tx memory.Store, now time.Time, profile memory.ID, change func(*UsageCounters),
) error {
	u, err := ReadUsageCounters(ctx, tx, profile)
	if err != nil {
		return err
	}
	change(&u)
	oldest := memory.FormatUTCDate(now.AddDate(0, 0, -usageDaysKept))
	for day := range u.Tokens {
		if day < oldest {
			delete(u.Tokens, day)
		}
	}
	text, err := json.Marshal(u)
	if err != nil {
		return fmt.Errorf("write counters: %w", err)
	}
	return tx.SettingStore().Set(ctx, usageSettingKey(profile), string(text))
}

// CountAnswerAndHitIfMemoriesSent counts, in the transaction that stores an answer, that memories
// were given to it.
func CountAnswerAndHitIfMemoriesSent(
	ctx context.Context,
	tx memory.Store,
	now time.Time,
	profile memory.ID,
	r *memory.Receipt,
) error {
	if r == nil || r.Mode == memory.RetrievalOff || len(r.Memories) == 0 {
		return nil
	}
	return updateAndPruneUsageCounters(ctx, tx, now, profile, func(u *UsageCounters) {
		u.Answers++
		if r.Mode == memory.RetrievalRelevant || r.Mode == memory.RetrievalFew {
			u.Hits++
		}
	})
}
