package panel

import (
	"slices"
	"testing"

	"memoir/memory"
)

// patchText describes a patch: the status it sets, and whether it replaces.
func patchText(p memory.MemoryPatch) string {
	text := ""
	if p.Status != nil {
		text = string(*p.Status)
	}
	switch {
	case p.Replace == nil:
	case *p.Replace:
		text += ", replaces"
	default:
		text += ", keeps both"
	}
	return text
}

func TestActionsOfACard(t *testing.T) {
	for _, c := range []struct {
		name    string
		actions []memoryAction
		want    []string // label: toast, patch
	}{
		{"active", listedMemoryActions(newActiveMemory(1)), []string{"Edit: , ", "Forget: Forgotten, forgotten", "Why: , "}},
		{
			"archived", listedMemoryActions(memory.Memory{Status: memory.StatusArchived}),
			[]string{"Restore: Restored, active", "Delete forever: , "},
		},
		{
			"forgotten", listedMemoryActions(memory.Memory{Status: memory.StatusForgotten}),
			[]string{"Restore: Restored, active", "Delete forever: , "},
		},
		{
			"in the inbox", keepReplaceOrDiscardActions(false),
			[]string{"Keep: Kept, active", "Edit: , ", "Discard: Discarded, forgotten"},
		},
		{"may replace another", keepReplaceOrDiscardActions(true), []string{
			"Replace: Replaced, active, replaces", "Keep both: Both kept, active, keeps both", "Edit: , ",
			"Discard: Discarded, forgotten",
		}},
	} {
		var got []string
		for _, a := range c.actions {
			got = append(got, a.label+": "+a.toast+", "+patchText(a.patch))
			if (a.kind == patchAction) != (a.patch.Status != nil) {
				t.Errorf("%s: %s is of kind %d", c.name, a.label, a.kind)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestGroupDecisionNeverReplaces(t *testing.T) {
	keep, discard := keepAllAndDiscardAllDecisions()[0], keepAllAndDiscardAllDecisions()[1]
	for _, c := range []struct {
		decision groupDecision
		proposes memory.ID
		want     string
	}{
		{keep, 0, "active"}, {keep, 9, "active, keeps both"}, {discard, 0, "forgotten"}, {discard, 9, "forgotten"},
	} {
		if got := patchText(c.decision.patchForMemory(memory.Memory{ID: 1, Proposes: c.proposes})); got != c.want {
			t.Errorf("%s of one that proposes %d: %s, want %s", c.decision.label, c.proposes, got, c.want)
		}
	}
	if keep.toastText(1) != "Kept 1 memory" || discard.toastText(2) != "Discarded 2 memories" {
		t.Errorf("%q, %q", keep.toastText(1), discard.toastText(2))
	}
}

func TestUndoStackRefusesWhatChangedNothing(t *testing.T) {
	var s undoStack
	if s.pushDecisions(nil) || s.pushDecisions([]memory.ID{0}) || s.peekNewestDecisionGroup() != nil {
		t.Errorf("nothing can be undone, but %v", s.peekNewestDecisionGroup())
	}
	for _, group := range [][]memory.ID{{1}, {2, 3}, {4}} {
		if !s.pushDecisions(group) {
			t.Errorf("%v cannot be undone", group)
		}
	}
	s.removeDecisionGroup([]memory.ID{4})
	s.removeDecisionGroup([]memory.ID{2}) // half a group is not a group
	if !slices.Equal(s.peekNewestDecisionGroup(), []memory.ID{2, 3}) {
		t.Errorf("the newest is %v", s.peekNewestDecisionGroup())
	}
	s.removeDecisionGroup([]memory.ID{1})
	s.removeDecisionGroup([]memory.ID{2, 3})
	if s.peekNewestDecisionGroup() != nil {
		t.Errorf("%v is left", s.peekNewestDecisionGroup())
	}
}
