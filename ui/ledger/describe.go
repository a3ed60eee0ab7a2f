package ledger

import (
	"fmt"
	"slices"
	"strings"

	"memoir/memory"

	"memoir/ui/translate"
)

// DecisionTitle says in a few words who did what: "You pinned it".
func DecisionTitle(d memory.Decision) string {
	if d.UndoOf != 0 {
		return translate.Text("{{.Actor}} undid a change", "Actor", ActorName(d.Actor))
	}
	if d.BaseID != 0 {
		return translate.Text("{{.Actor}} changed the text about you", "Actor", ActorName(d.Actor))
	}
	if d.SummaryID != 0 {
		return translate.Text("{{.Actor}} summed up a chat", "Actor", ActorName(d.Actor))
	}
	if d.Actor == memory.ActorExtractor {
		return extractorDecisionTitle(d)
	}
	who := ActorName(d.Actor)
	if d.Action == memory.ActionPin && d.After != nil && !d.After.Pinned {
		return translate.Text("{{.Who}} unpinned it", "Who", who)
	}
	if did, ok := actionPhrases()[d.Action]; ok {
		return who + " " + did
	}
	return who + ": " + string(d.Action)
}

func actionPhrases() map[memory.Action]string {
	return map[memory.Action]string{
		memory.ActionAdd:     translate.Text("added it"),
		memory.ActionUpdate:  translate.Text("changed it"),
		memory.ActionReplace: translate.Text("replaced an older memory"),
		memory.ActionIgnore:  translate.Text("repeated something known"),
		memory.ActionForget:  translate.Text("forgot it"),
		memory.ActionRestore: translate.Text("restored it"),
		memory.ActionArchive: translate.Text("archived it"),
		memory.ActionAccept:  translate.Text("kept it"),
		memory.ActionReject:  translate.Text("discarded it"),
		memory.ActionPin:     translate.Text("pinned it"),
		memory.ActionErase:   translate.Text("deleted it forever"),
	}
}

// extractorDecisionTitle says what the pipeline did with something the user said.
func extractorDecisionTitle(d memory.Decision) string {
	switch d.Action {
	case memory.ActionAdd:
		if wentToInbox(d) {
			return translate.Text("Memoir asked for your OK")
		}
		return translate.Text("Memoir learned it")
	case memory.ActionReplace:
		return translate.Text("Memoir replaced an older memory")
	case memory.ActionIgnore:
		return translate.Text("Ignored")
	case memory.ActionArchive:
		return translate.Text("Memoir archived it")
	case memory.ActionForget:
		return translate.Text("Memoir retired it")
	}
	return translate.Text("Memoir: {{.Action}}", "Action", string(d.Action))
}

// wentToInbox reports whether the memory went to the inbox.
func wentToInbox(d memory.Decision) bool {
	return d.After != nil && d.After.Status == memory.StatusInbox
}

// ActorName is the display name of an actor.
func ActorName(a memory.Actor) string {
	switch a {
	case memory.ActorUser:
		return translate.Text("You")
	case memory.ActorAPI:
		return translate.Text("An app")
	case memory.ActorFolder:
		return translate.Text("The folder")
	case memory.ActorImport:
		return translate.Text("An import")
	}
	return translate.Text("Memoir")
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
	return translate.Text("because {{.Reason}}", "Reason", string(d.Reason))
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
			names[i] = fmt.Sprintf(translate.Text("%.0f%% similar in meaning"), 100*d.Scores[name])
			continue
		}
		names[i] = fmt.Sprintf("%s %.2f", strings.ReplaceAll(name, "_", " "), d.Scores[name])
	}
	return strings.Join(names, ", ")
}
