package panel

import (
	"slices"

	"memoir/memory"
	"memoir/ui/translate"
)

// actionKind says what an action of a memory does.
type actionKind int

// Kinds of actions.
const (
	patchAction  actionKind = iota // applies the patch; can be undone
	editAction                     // opens the editor
	reasonAction                   // opens the editor at the reason
	eraseAction                    // asks, then erases
)

// memoryAction is an action that a card offers.
type memoryAction struct {
	kind  actionKind
	label string
	patch memory.MemoryPatch // of a patchAction
	toast string             // shown after the patch was applied
}

func newMemoryPatchAction(label, toast string, patch memory.MemoryPatch) memoryAction {
	return memoryAction{kind: patchAction, label: label, toast: toast, patch: patch}
}

// forgetPatch sets a memory to forgotten.
func forgetPatch() memory.MemoryPatch {
	gone := memory.StatusForgotten
	return memory.MemoryPatch{Status: &gone}
}

// activatePatch sets a memory to active. Whether it then replaces the one it proposes to replace is
// up to the core, unless it is given.
func activatePatch(replace ...bool) memory.MemoryPatch {
	active := memory.StatusActive
	patch := memory.MemoryPatch{Status: &active}
	if len(replace) > 0 {
		patch.Replace = &replace[0]
	}
	return patch
}

// newForgetAction forgets an active memory.
func newForgetAction() memoryAction {
	return newMemoryPatchAction(translate.Text("Forget"), translate.Text("Forgotten"), forgetPatch())
}

// listedMemoryActions are the actions of a memory that needs no decision.
func listedMemoryActions(m memory.Memory) []memoryAction {
	if m.Status != memory.StatusActive {
		return []memoryAction{
			newMemoryPatchAction(translate.Text("Restore"), translate.Text("Restored"), activatePatch()),
			{kind: eraseAction, label: translate.Text("Delete forever")},
		}
	}
	return []memoryAction{
		{kind: editAction, label: translate.Text("Edit")},
		newForgetAction(),
		{kind: reasonAction, label: translate.Text("Why")},
	}
}

// keepReplaceOrDiscardActions are the actions of a memory that needs a decision; the first one is
// recommended. replaces is set when keeping it can replace another memory.
func keepReplaceOrDiscardActions(replaces bool) []memoryAction {
	keep := []memoryAction{newMemoryPatchAction(translate.Text("Keep"), translate.Text("Kept"), activatePatch())}
	if replaces {
		keep = []memoryAction{
			newMemoryPatchAction(translate.Text("Replace"), translate.Text("Replaced"), activatePatch(true)),
			newMemoryPatchAction(translate.Text("Keep both"), translate.Text("Both kept"), activatePatch(false)),
		}
	}
	return append(keep, memoryAction{kind: editAction, label: translate.Text("Edit")},
		newMemoryPatchAction(translate.Text("Discard"), translate.Text("Discarded"), forgetPatch()))
}

// groupDecision keeps or discards all memories of an inbox group.
type groupDecision struct {
	label string
	keep  bool
}

func keepAllAndDiscardAllDecisions() []groupDecision {
	return []groupDecision{{translate.Text("Keep all"), true}, {translate.Text("Discard all"), false}}
}

// patchForMemory is the decision applied to one memory of the group. It never replaces another
// memory: that is asked for each separately.
func (d groupDecision) patchForMemory(m memory.Memory) memory.MemoryPatch {
	switch {
	case !d.keep:
		return forgetPatch()
	case m.Proposes != 0:
		return activatePatch(false)
	}
	return activatePatch()
}

func (d groupDecision) toastText(n int) string {
	if d.keep {
		return translate.Count(n, "Kept {{.Count}} memory", "Kept {{.Count}} memories")
	}
	return translate.Count(n, "Discarded {{.Count}} memory", "Discarded {{.Count}} memories")
}

// accessibleButtonName is the accessible name of the button for the memories of a chat.
func (d groupDecision) accessibleButtonName(chatTitle string) string {
	if d.keep {
		return translate.Text("Keep all from {{.Title}}", "Title", chatTitle)
	}
	return translate.Text("Discard all from {{.Title}}", "Title", chatTitle)
}

// undoStack holds the changes made in this window that can be undone: groups of decisions, newest
// last. Its zero value is ready.
type undoStack struct{ groups [][]memory.ID }

// pushDecisions adds decisions that are undone together; it reports whether there are any.
func (s *undoStack) pushDecisions(decisions []memory.ID) bool {
	if len(decisions) == 0 || decisions[0] == 0 {
		return false
	}
	s.groups = append(s.groups, decisions)
	return true
}

// peekNewestDecisionGroup returns the decisions of the last change, nil when there is none.
func (s *undoStack) peekNewestDecisionGroup() []memory.ID {
	if len(s.groups) == 0 {
		return nil
	}
	return s.groups[len(s.groups)-1]
}

// removeDecisionGroup drops a change, wherever it is.
func (s *undoStack) removeDecisionGroup(decisions []memory.ID) {
	s.groups = slices.DeleteFunc(s.groups, func(ds []memory.ID) bool { return slices.Equal(ds, decisions) })
}
