package settings

import (
	"strings"
	"testing"

	"memoir/memory"
)

func TestMemorySettingsAreAppliedAtOnce(t *testing.T) {
	d := newHarnessWithModelsPage(t)
	limit := func(c memory.Config) string { return c.TextValue("learn.tokens_per_day") }
	room := func(c memory.Config) string { return c.TextValue("capacity.max_entries") }
	for _, c := range []struct {
		menu, item, want string
		now              func(memory.Config) string
	}{
		{"", "Classic", "classic", func(c memory.Config) string { return c.Preset }},
		{"", "Standard", "standard", func(c memory.Config) string { return c.Preset }},
		{"", "Always ask", "always", func(c memory.Config) string { return string(c.AskFirst) }},
		{"", "Ask if sensitive", "sensitive", func(c memory.Config) string { return string(c.AskFirst) }},
		{"", "Don't ask", "never", func(c memory.Config) string { return string(c.AskFirst) }},
		{"Daily learning limit", "50,000", "50000", limit},
		{"Daily learning limit", "No limit", "0", limit},
		{"Active memories", "500 memories", "500", room},
		{"", "Oldest", "oldest", func(c memory.Config) string { return string(c.CapacityOrder) }},
		{"", "Only in their own chat", "thread", func(c memory.Config) string { return string(c.LearnedScope) }},
	} {
		if c.menu != "" {
			d.TapControlNamed(c.menu, nil)
		}
		d.TapControlNamed(c.item, nil)
		d.RunUICallsUntil(c.item, func() bool { return c.now(d.Service.Config()) == c.want })
	}
}

func TestPresetSwitchKeepsOtherSettingsAndShowsItsDescription(t *testing.T) {
	d := newHarnessWithModelsPage(t)
	d.TapControlNamed("Always ask", nil)
	d.RunUICallsUntil("asking", func() bool { return d.Service.Config().AskFirst == "always" })
	d.TapControlNamed("Classic", nil)
	d.RunUICallsUntil("its words", func() bool { return strings.Contains(d.VisibleText(), "Classic learns at most one") })
	if c := d.Service.Config(); c.AskFirst != "always" || c.Preset != "classic" {
		t.Errorf("preset %q asks %q first", c.Preset, c.AskFirst)
	}
}

func TestNumberOptionsIncludeTheCurrentValue(t *testing.T) {
	label := func(n int) string { return formatMemoryCount(n) }
	var got []string
	for _, o := range numberDropdownOptions(300, "All", label, []int{100, 500}) {
		got = append(got, o.Value+" "+o.Label)
	}
	want := "0 All, 100 100 memories, 300 300 memories, 500 500 memories"
	if strings.Join(got, ", ") != want {
		t.Errorf("got %q, want %q", strings.Join(got, ", "), want)
	}
}

func TestSearchStatusIsCatchingUpOnlyWhileMemoriesAreMissing(t *testing.T) {
	h := memory.Health{
		ActiveMemories: 2, Embedder: memory.EmbedderHealth{ID: "words@256@1", Ready: true},
		Index: memory.IndexHealth{State: "syncing", Vectors: 1},
	}
	if got := searchIndexStatusText(h); got != "words · 1 memory indexed · catching up" {
		t.Errorf("with one of two: %q", got)
	}
	h.Index.Vectors = 2 // a file is still being indexed
	if got := searchIndexStatusText(h); got != "words · 2 memories indexed" {
		t.Errorf("with both: %q", got)
	}
}

func TestEveryExtractorReasonHasItsSentence(t *testing.T) {
	for in, want := range map[memory.ExtractorReason]string{
		memory.ExtractorNamed:     "Chosen by you.",
		memory.ExtractorPreferred: "The recommended small model.",
		memory.ExtractorSmallest:  "The smallest model available.",
		memory.ExtractorLoaded:    "Runs on this computer.",
		"":                        "No model is available, so nothing is being learned.",
	} {
		if got := extractorChoiceReasonText(in); got != want {
			t.Errorf("%q is shown as %q, want %q", in, got, want)
		}
	}
}

func TestTheDialogIsBuiltWhenItIsFirstOpened(t *testing.T) {
	d := newClosedHarness(t)
	d.dialog.ReloadOpenPageOnEvent(memory.Event{Kind: memory.EventJobs})
	on := d.dialog.actions
	on.Reembed.OnProgress()
	on.Reembed.OnDone(nil)
	on.Import.OnChange()
	on.Import.OnImported()
	if d.dialog.sheet != nil || d.dialog.models != nil {
		t.Error("a dialog that nobody has seen is built")
	}
	d.dialog.OpenPage(d.Win.Canvas(), AboutPage)
	first := d.dialog.sheet
	if first == nil || !first.IsOpen() {
		t.Fatal("the dialog does not open")
	}
	if d.dialog.OpenPage(d.Win.Canvas(), ShortcutsPage); d.dialog.sheet != first {
		t.Error("the dialog is built again")
	}
}
