package digest

import (
	"context"
	"fmt"

	"memoir/memory"
	"memoir/memory/lang"
)

// removeForgottenAndReplacedStatements takes out of a new text what memories said that are
// forgotten or replaced now: the messages and the model may still say it. What says a memory in use
// rather stays, and so do the lines in keep. The memories in use, most of all, are read only when
// the text says one of the others.
func (d *Digester) removeForgottenAndReplacedStatements(
	ctx context.Context, profile memory.ID, text string, keep []string,
) (string, error) {
	obsolete, err := d.loadFactMatchers(ctx,
		memory.MemoryFilter{
			ProfileID: profile, AnyScope: true, IncludeOutdated: true, Status: []memory.Status{memory.StatusForgotten},
		},
		memory.MemoryFilter{ProfileID: profile, AnyScope: true, OnlySuperseded: true})
	if err != nil {
		return "", fmt.Errorf("load forgotten memories: %w", err)
	}
	if _, found := lang.RemoveStatementsAndEmptySections(
		text, keep, lang.NewUnwantedRestatementPredicate(obsolete, nil),
	); !found {
		return text, nil
	}
	current, err := d.loadFactMatchers(ctx, memory.MemoryFilter{ProfileID: profile, AnyScope: true})
	if err != nil {
		return "", fmt.Errorf("load memories in use: %w", err)
	}
	text, _ = lang.RemoveStatementsAndEmptySections(text, keep, lang.NewUnwantedRestatementPredicate(obsolete, current))
	return text, nil
}

// loadFactMatchers prepares the memories that pass any of the filters.
func (d *Digester) loadFactMatchers(ctx context.Context, filters ...memory.MemoryFilter) ([]lang.FactMatcher, error) {
	var out []lang.FactMatcher
	for _, f := range filters {
		all, err := d.store.MemoryStore().List(ctx, f)
		if err != nil {
			return nil, err
		}
		for _, m := range all {
			out = append(out, lang.NewFactMatcher(m.Content))
		}
	}
	return out, nil
}
