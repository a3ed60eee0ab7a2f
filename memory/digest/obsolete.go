package digest

import (
	"context"
	"fmt"
	"slices"

	"memoir/memory"
	"memoir/memory/lang"
)

// removeObsolete takes out of a new text what memories said that are forgotten or replaced now: the
// messages and the model may still say it. What a memory in use says as well stays, and so do the
// lines in keep.
func (d *Digester) removeObsolete(
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
	var obsolete []lang.FactMatcher
	var current []string
	for _, m := range all {
		if m.Status == memory.StatusActive && m.SupersededBy == 0 {
			current = append(current, m.Content)
		} else {
			obsolete = append(obsolete, lang.NewFactMatcher(m.Content))
		}
	}
	text, _ = lang.RemoveStatements(text, keep, func(s string) bool {
		return slices.ContainsFunc(obsolete, func(m lang.FactMatcher) bool { return m.IsRestatedIn(s) }) &&
			!slices.ContainsFunc(current, func(c string) bool { return lang.NewFactMatcher(c).IsRestatedIn(s) })
	})
	return text, nil
}
