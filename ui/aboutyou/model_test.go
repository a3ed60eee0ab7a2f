package aboutyou

import (
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

func TestTypedTextSurvivesWhatIsStoredMeanwhile(t *testing.T) {
	var m model
	if m.hasUnsavedText() || m.unsavedTextToKeep() != "" {
		t.Error("an empty page has something to save")
	}
	if got := m.updateStoredKeepingTyped(memory.BaseMemory{ID: 1, Content: "- Ann."}); got != "- Ann." {
		t.Errorf("the field shows %q", got)
	}
	if got := m.updateStoredKeepingTyped(memory.BaseMemory{ID: 2, Content: "- Ann, a nurse."}); got != "- Ann, a nurse." {
		t.Errorf("without edits it shows %q", got)
	}
	m.typed = "- Ann, a nurse.\n- I sing."
	stored := memory.BaseMemory{ID: 3, Content: "- Ann of Porto."}
	if got := m.updateStoredKeepingTyped(stored); got != "- Ann, a nurse.\n- I sing." {
		t.Errorf("what was typed becomes %q", got)
	}
	if !m.hasUnsavedText() || m.unsavedTextToKeep() != m.typed {
		t.Errorf("the draft is %q", m.unsavedTextToKeep())
	}
	m.typed = " - Ann of Porto.\n"
	if m.hasUnsavedText() {
		t.Error("blanks around the text count as an edit")
	}
	if got := m.restoreDraftUnlessTyped("- half"); got != "- half" || !m.hasUnsavedText() {
		t.Errorf("the restored draft is %q", got)
	}
}

func TestTextTypedBeforeTheFirstLoadStays(t *testing.T) {
	m := model{typed: "- I sing."}
	if got := m.updateStoredKeepingTyped(memory.BaseMemory{ID: 1, Content: "- Ann."}); got != "- I sing." ||
		!m.hasUnsavedText() {
		t.Errorf("it becomes %q", got)
	}
	if got := m.restoreDraftUnlessTyped("- half"); got != "- I sing." {
		t.Errorf("a draft replaces it: %q", got)
	}
}

func TestStatusSaysWhereTheTextComesFrom(t *testing.T) {
	now := time.Date(2026, 5, 3, 12, 0, 0, 0, time.UTC)
	by := func(a memory.Actor, own ...string) memory.BaseMemory {
		return memory.BaseMemory{ID: 1, Content: "- Ann.", Actor: a, OwnLines: own, CreatedAt: now}
	}
	stale := by(memory.ActorExtractor)
	stale.Stale = true
	for want, b := range map[string]memory.BaseMemory{
		"Nothing here yet.":                                        {},
		"The text is empty, so it isn't sent.":                     {ID: 1},
		"Memoir wrote it just now.":                                by(memory.ActorExtractor),
		"You wrote it just now. 1 line is yours":                   by(memory.ActorUser, "- Ann."),
		"uses something that has since been forgotten or replaced": stale,
	} {
		m := model{stored: b}
		if got := m.sourceAndPlannedRewriteText(now, 20); !strings.Contains(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for trigger, want := range map[int][2]string{
		0: {"You can write the text yourself, or have Memoir write it now.", "You can have it rewritten now."},
		1: {"once you have 1 chat summary,", "It will be rewritten after the next answer."},
		7: {"once you have 7 chat summaries,", "It will be rewritten after the next answer."},
	} {
		none, old := model{}, model{stored: stale}
		if a, b := none.sourceAndPlannedRewriteText(
			now, trigger,
		), old.sourceAndPlannedRewriteText(now, trigger); !strings.Contains(a, want[0]) ||
			!strings.Contains(b, want[1]) {
			t.Errorf("written from %d summaries: %q and %q", trigger, a, b)
		}
	}
}
