package ledger

import (
	"fmt"
	"slices"
	"strings"

	"memoir/memory"
)

// Title says who did what in a few words: "You pinned it".
func Title(d memory.Decision) string {
	if d.UndoOf != 0 {
		return Who(d.Actor) + " took a change back"
	}
	if d.Actor == memory.ActorExtractor {
		return learned(d)
	}
	who := Who(d.Actor)
	if d.Action == memory.ActionPin && d.After != nil && !d.After.Pinned {
		return who + " unpinned it"
	}
	if did, ok := deeds()[d.Action]; ok {
		return who + " " + did
	}
	return who + ": " + string(d.Action)
}

func deeds() map[memory.Action]string {
	return map[memory.Action]string{
		memory.ActionAdd:     "added it",
		memory.ActionUpdate:  "changed it",
		memory.ActionReplace: "replaced an older one",
		memory.ActionIgnore:  "repeated what is known",
		memory.ActionDelete:  "forgot it",
		memory.ActionRestore: "brought it back",
		memory.ActionArchive: "put it aside",
		memory.ActionAccept:  "kept it",
		memory.ActionReject:  "discarded it",
		memory.ActionPin:     "pinned it",
		memory.ActionErase:   "erased it for good",
	}
}

// learned words what the engine did with something the user said.
func learned(d memory.Decision) string {
	switch d.Action {
	case memory.ActionAdd:
		if waits(d) {
			return "Waited for your OK"
		}
		return "Memoir learned it"
	case memory.ActionReplace:
		return "Memoir replaced an older one"
	case memory.ActionIgnore:
		return "Ignored"
	case memory.ActionArchive:
		return "Memoir put it aside"
	case memory.ActionDelete:
		return "Memoir retired it"
	}
	return "Memoir: " + string(d.Action)
}

// waits reports whether the memory went to the inbox.
func waits(d memory.Decision) bool { return d.After != nil && d.After.Status == memory.StatusInbox }

// Who names an actor.
func Who(a memory.Actor) string {
	switch a {
	case memory.ActorUser:
		return "You"
	case memory.ActorAPI:
		return "A program"
	case memory.ActorFolder:
		return "The folder"
	case memory.ActorImport:
		return "An import"
	}
	return "Memoir"
}

// Text is what the decision is about; empty once it was erased.
func Text(d memory.Decision) string {
	switch {
	case d.Candidate != "":
		return string(d.Candidate)
	case d.After != nil:
		return d.After.Content
	case d.Before != nil:
		return d.Before.Content
	}
	return ""
}

// Instead is the text that was there before, when the decision changed words or replaced a memory.
func Instead(d memory.Decision) string {
	if d.UndoOf != 0 {
		return ""
	}
	switch d.Action {
	case memory.ActionReplace, memory.ActionUpdate, memory.ActionAccept:
	default:
		return ""
	}
	for _, c := range d.Changes {
		if c.Before != nil && c.Before.Content != Text(d) && c.Before.Content != "" {
			return c.Before.Content
		}
	}
	return ""
}

// Reason is why, as a clause; empty when nobody gave one.
func Reason(d memory.Decision) string {
	if d.Reason == "" {
		return ""
	}
	return "because " + string(d.Reason)
}

// CanUndo reports whether the decision changed something that still holds.
func CanUndo(d memory.Decision) bool {
	return d.UndoneBy == 0 && len(d.Changes) > 0 && d.Action != memory.ActionErase
}

// Scores says how near what is known was to what was said.
func Scores(d memory.Decision) string {
	names := make([]string, 0, len(d.Scores))
	for name := range d.Scores {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		if name == "cosine" {
			names[i] = fmt.Sprintf("%.0f %% alike in meaning", 100*d.Scores[name])
			continue
		}
		names[i] = fmt.Sprintf("%s %.2f", strings.ReplaceAll(name, "_", " "), d.Scores[name])
	}
	return strings.Join(names, ", ")
}
