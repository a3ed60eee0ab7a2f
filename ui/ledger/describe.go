package ledger

import (
	"fmt"
	"slices"
	"strings"

	"memoir/memory"
)

// DecisionTitle says in a few words who did what: "You pinned it".
func DecisionTitle(d memory.Decision) string {
	if d.UndoOf != 0 {
		return ActorName(d.Actor) + " undid a change"
	}
	if d.BaseID != 0 {
		return ActorName(d.Actor) + " changed the text about you"
	}
	if d.SummaryID != 0 {
		return ActorName(d.Actor) + " summed up a chat"
	}
	if d.Actor == memory.ActorExtractor {
		return extractorDecisionTitle(d)
	}
	who := ActorName(d.Actor)
	if d.Action == memory.ActionPin && d.After != nil && !d.After.Pinned {
		return who + " unpinned it"
	}
	if did, ok := actionPhrases()[d.Action]; ok {
		return who + " " + did
	}
	return who + ": " + string(d.Action)
}

func actionPhrases() map[memory.Action]string {
	return map[memory.Action]string{
		memory.ActionAdd:     "added it",
		memory.ActionUpdate:  "changed it",
		memory.ActionReplace: "replaced an older memory",
		memory.ActionIgnore:  "repeated something known",
		memory.ActionForget:  "forgot it",
		memory.ActionRestore: "restored it",
		memory.ActionArchive: "archived it",
		memory.ActionAccept:  "kept it",
		memory.ActionReject:  "discarded it",
		memory.ActionPin:     "pinned it",
		memory.ActionErase:   "deleted it forever",
	}
}

// extractorDecisionTitle says what the pipeline did with something the user said.
func extractorDecisionTitle(d memory.Decision) string {
	switch d.Action {
	case memory.ActionAdd:
		if wentToInbox(d) {
			return "Memoir asked for your OK"
		}
		return "Memoir learned it"
	case memory.ActionReplace:
		return "Memoir replaced an older memory"
	case memory.ActionIgnore:
		return "Ignored"
	case memory.ActionArchive:
		return "Memoir archived it"
	case memory.ActionForget:
		return "Memoir retired it"
	}
	return "Memoir: " + string(d.Action)
}

// wentToInbox reports whether the memory went to the inbox.
func wentToInbox(d memory.Decision) bool {
	return d.After != nil && d.After.Status == memory.StatusInbox
}

// ActorName is the display name of an actor.
func ActorName(a memory.Actor) string {
	switch a {
	case memory.ActorUser:
		return "You"
	case memory.ActorAPI:
		return "An app"
	case memory.ActorFolder:
		return "The folder"
	case memory.ActorImport:
		return "An import"
	}
	return "Memoir"
}

// DecisionText is the text that the decision is about; empty once it was erased.
func DecisionText(d memory.Decision) string {
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

// TextBeforeDecision is the text before the decision, if it changed the text or replaced a memory.
func TextBeforeDecision(d memory.Decision) string {
	if d.UndoOf != 0 {
		return ""
	}
	switch d.Action {
	case memory.ActionReplace, memory.ActionUpdate, memory.ActionAccept:
	default:
		return ""
	}
	for _, c := range d.Changes {
		if c.Before != nil && c.Before.Content != DecisionText(d) && c.Before.Content != "" {
			return c.Before.Content
		}
	}
	return ""
}

// DecisionReasonClause is the reason as a clause; empty when there is none.
func DecisionReasonClause(d memory.Decision) string {
	if d.Reason == "" {
		return ""
	}
	return "because " + string(d.Reason)
}

// CanUndo reports whether the decision changed something and can still be undone.
func CanUndo(d memory.Decision) bool {
	return d.UndoneBy == 0 && (len(d.Changes) > 0 || d.SummaryID != 0 || d.BaseID != 0) && d.Action != memory.ActionErase
}

// SimilarityScoresText lists the similarity scores between the candidate and the known memories.
func SimilarityScoresText(d memory.Decision) string {
	names := make([]string, 0, len(d.Scores))
	for name := range d.Scores {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		if name == "cosine" {
			names[i] = fmt.Sprintf("%.0f%% similar in meaning", 100*d.Scores[name])
			continue
		}
		names[i] = fmt.Sprintf("%s %.2f", strings.ReplaceAll(name, "_", " "), d.Scores[name])
	}
	return strings.Join(names, ", ")
}
