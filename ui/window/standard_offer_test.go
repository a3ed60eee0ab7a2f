package window

import (
	"strings"
	"testing"

	"memoir/memory"
)

// A folder that was made before there was a choice is asked once, and each answer is kept.
func TestOlderFolderIsOfferedStandardOnce(t *testing.T) {
	for label, want := range map[string]string{"Keep Classic": "classic", "Switch to Standard": "standard"} {
		const text = "Memoir can now check what it learns."
		if s := newHarness(t); strings.Contains(s.visibleTexts(), text) {
			t.Fatal("a folder whose preset was chosen is asked")
		}
		s := newHarnessAt(t, "http://127.0.0.1:9", func(c *memory.Config) { *c = memory.ClassicPreset() })
		if !strings.Contains(s.visibleTexts(), text) {
			t.Fatalf("the offer is not shown:\n%s", s.visibleTexts())
		}
		s.pressControl(label)
		s.waitFor("the answer", func() bool { return !strings.Contains(s.visibleTexts(), text) })
		cfg := s.service.Config()
		if cfg.Preset != want || !cfg.HasChosenPreset() {
			t.Errorf("%s: preset %s, chosen %t", label, cfg.Preset, cfg.HasChosenPreset())
		}
		if v, err := s.db.Settings().Get(t.Context(), "config.preset"); err != nil || v != want {
			t.Errorf("%s: stored is %q, %v", label, v, err)
		}
		s.window.showStandardOffer()
		if strings.Contains(s.visibleTexts(), text) {
			t.Errorf("%s: it is asked again", label)
		}
	}
}
