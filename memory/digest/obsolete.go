package digest

import (
	"context"
	"fmt"

	"memoir/memory"
	"memoir/memory/lang"
)

// removeForgottenAndReplacedStatements takes out of a new text what memories said that are
// forgotten or replaced now: the messages and the model may still say it. What says a memory in use
// rather stays, and so do the lines in keep.
func (d *Digester) removeForgottenAndReplacedStatements(
	ctx context.Context, profile memory.ID, text string, keep []string,
) (string, error) {
	f := memory.MemoryFilter{
		ProfileID: profile, AnyScope: true, IncludeOutdated: true,
		Status: []memory.Status{memory.StatusForgotten, memory.StatusActive},
	}
	all, err := d.store.Memories().List(ctx, f)
	if err != nil {
		return "", fmt.Errorf("load forgotten memories: %w", err)
	}
	var obsolete, current []lang.FactMatcher
	for _, m := range all {
		if m.Status == memory.StatusActive && m.SupersededBy == 0 {
			current = append(current, lang.NewFactMatcher(m.Content))
		} else {
			obsolete = append(obsolete, lang.NewFactMatcher(m.Content))
		}
	}
	text, _ = lang.RemoveStatements(text, keep, lang.RestatesUnwanted(obsolete, current))
	return text, nil
}
