package engine

import (
	"context"
	"time"

	"memoir/memory"
)

// SumUsageByModel sums the tokens of the profile's answers by model, the largest sum first: of one chat,
// or of all if chat is 0, those in the trash included, that were started at since or later. Answers whose
// tokens the server did not count are left out.
func (s *Session) SumUsageByModel(
	ctx context.Context, chat memory.ID, since time.Time,
) ([]memory.ModelUsage, error) {
	return s.store.MessageStore().SumUsageByModel(ctx, s.profile, chat, since)
}
