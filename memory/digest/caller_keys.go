package digest

import (
	"context"
	"fmt"

	"memoir/memory"
)

// largestSummaryPartWithOneKey returns those of the summaries that one call of the model may hold,
// and the key of that call: nil stands for the stored keys. A model on this computer may read them
// all. Elsewhere the stored keys are only for chats that may use them, and the key of a program
// only for that program's chats and for the provider that it was sent for; the larger part is
// taken, the rest stays for later.
func (d *Digester) largestSummaryPartWithOneKey(
	ctx context.Context, profile memory.ID, all []memory.Summary, m memory.ModelInfo,
) ([]memory.Summary, *memory.CallerKey, error) {
	if m.Local {
		return all, nil, nil
	}
	parts := map[memory.CallerKey][]memory.Summary{} // the zero key stands for the stored ones
	largest := memory.CallerKey{}
	for _, s := range all {
		key, err := d.calls.CallerKeyOfChat(ctx, profile, s.ChatID)
		if err != nil {
			return nil, nil, fmt.Errorf("find the key of a chat: %w", err)
		}
		if key != nil && (key.Provider != m.Provider || key.Key == "") {
			continue // nothing may be sent to this provider for it
		}
		part := memory.CallerKey{}
		if key != nil {
			part = *key
		}
		if parts[part] = append(parts[part], s); len(parts[part]) > len(parts[largest]) {
			largest = part
		}
	}
	if largest == (memory.CallerKey{}) {
		return parts[largest], nil, nil
	}
	return parts[largest], &largest, nil
}
