package learn

import (
	"testing"

	"memoir/memory"
)

func TestRuleReplacesWithinTheDistanceUnlessAGuardDiffers(t *testing.T) {
	rule := func(how memory.ReplaceRule) memory.Config {
		c := memory.StandardPreset()
		c.RuleReplace = how
		return c
	}
	const big, large, two, three = "The user has a big dog.", "The user has a large dog.", "The user has two dogs.",
		"The user has three dogs."
	for _, c := range []struct {
		how         memory.ReplaceRule
		fact, known string
		cosine      float64
		want        bool
	}{
		{"guarded", large, big, 0.86, true},
		{"guarded", large, big, 0.85, false},
		{"guarded", three, two, 0.95, false},
		{"always", three, two, 0.86, true},
		{"always", three, two, 0.85, false},
		{"never", large, big, 0.99, false},
	} {
		if got := FactReplacesKnownByRule(rule(c.how), c.fact, c.known, c.cosine); got != c.want {
			t.Errorf("%s: %q takes the place of %q at %.2f: %v", c.how, c.fact, c.known, c.cosine, got)
		}
	}
	for _, c := range []struct {
		guards      bool
		fact, known string
		cosine      float64
		want        bool
	}{
		{true, big, large, 0.90, true},
		{true, big, large, 0.89, false},
		{true, two, three, 0.95, false},
		{false, two, three, 0.95, true},
	} {
		cfg := memory.StandardPreset()
		cfg.DedupGuards = c.guards
		if got := IsDuplicateByMeaning(cfg, c.fact, c.known, c.cosine); got != c.want {
			t.Errorf("guards %v: %q repeats %q at %.2f: %v", c.guards, c.fact, c.known, c.cosine, got)
		}
	}
}
