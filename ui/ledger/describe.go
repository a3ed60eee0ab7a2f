package ledger

import (
	"slices"
	"strings"

	"memoir/memory"
	"memoir/ui/humanize"
	"memoir/ui/translate"
)

// DecisionTitle says in a few words who did what: "You pinned it".
func DecisionTitle(d memory.Decision) string {
	switch {
	case d.UndoOf != 0:
		return textForUserOrOtherActor(d.Actor, translate.Text("You undid a change"), func(who string) string {
			return translate.Text("{{.Actor}} undid a change", "Actor", who)
		})
	case d.BaseID != 0:
		return textForUserOrOtherActor(d.Actor, translate.Text("You edited the text about you"), func(who string) string {
			return translate.Text("{{.Actor}} changed the text about you", "Actor", who)
		})
	case d.SummaryID != 0:
		return textForUserOrOtherActor(d.Actor, translate.Text("You summarized a chat"), func(who string) string {
			return translate.Text("{{.Actor}} summarized a chat", "Actor", who)
		})
	case d.Actor == memory.ActorExtractor:
		return extractorDecisionTitle(d)
	case d.Action == memory.ActionPin && d.After != nil && !d.After.Pinned:
		return textForUserOrOtherActor(d.Actor, translate.Text("You unpinned it"), func(who string) string {
			return translate.Text("{{.Actor}} unpinned it", "Actor", who)
		})
	}
	who := ActorName(d.Actor)
	title := sentenceForOthersAction(d.Action, who)
	if d.Actor == memory.ActorUser {
		title = sentenceForUserAction(d.Action)
	}
	if title == "" {
		return who + ": " + string(d.Action)
	}
	return title
}

// textForUserOrOtherActor returns the sentence about the user, or the one about whoever else did
// it: languages inflect the verb.
func textForUserOrOtherActor(a memory.Actor, byUser string, byOther func(who string) string) string {
	if a == memory.ActorUser {
		return byUser
	}
	return byOther(ActorName(a))
}

// sentenceForUserAction is a sentence about what the user did, "" for an unknown action.
func sentenceForUserAction(a memory.Action) string {
	return map[memory.Action]string{
		memory.ActionAdd:     translate.Text("You added it"),
		memory.ActionUpdate:  translate.Text("You changed it"),
		memory.ActionReplace: translate.Text("You replaced an older memory"),
		memory.ActionIgnore:  translate.Text("You repeated something already remembered"),
		memory.ActionForget:  translate.Text("You forgot it"),
		memory.ActionRestore: translate.Text("You restored it"),
		memory.ActionArchive: translate.Text("You archived it"),
		memory.ActionAccept:  translate.Text("You kept it"),
		memory.ActionReject:  translate.Text("You discarded it"),
		memory.ActionPin:     translate.Text("You pinned it"),
		memory.ActionErase:   translate.Text("You permanently deleted it"),
	}[a]
}

// sentenceForOthersAction is a sentence about what an app, the folder, an import or Memoir did.
func sentenceForOthersAction(a memory.Action, who string) string {
	return map[memory.Action]string{
		memory.ActionAdd:     translate.Text("{{.Actor}} added it", "Actor", who),
		memory.ActionUpdate:  translate.Text("{{.Actor}} changed it", "Actor", who),
		memory.ActionReplace: translate.Text("{{.Actor}} replaced an older memory", "Actor", who),
		memory.ActionIgnore:  translate.Text("{{.Actor}} repeated something already remembered", "Actor", who),
		memory.ActionForget:  translate.Text("{{.Actor}} forgot it", "Actor", who),
		memory.ActionRestore: translate.Text("{{.Actor}} restored it", "Actor", who),
		memory.ActionArchive: translate.Text("{{.Actor}} archived it", "Actor", who),
		memory.ActionAccept:  translate.Text("{{.Actor}} kept it", "Actor", who),
		memory.ActionReject:  translate.Text("{{.Actor}} discarded it", "Actor", who),
		memory.ActionPin:     translate.Text("{{.Actor}} pinned it", "Actor", who),
		memory.ActionErase:   translate.Text("{{.Actor}} permanently deleted it", "Actor", who),
	}[a]
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
		return translate.Text("Memoir ignored it")
	case memory.ActionArchive:
		return translate.Text("Memoir archived it")
	case memory.ActionForget:
		return translate.Text("Memoir forgot it")
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
		return translate.Text("You")
	case memory.ActorAPI:
		return translate.Text("An app")
	case memory.ActorFolder:
		return translate.Text("The Markdown folder")
	case memory.ActorImport:
		return translate.Text("An import")
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

// wasTextWithheld reports a refused fact whose text could be an order or a secret, so that the ledger
// has only the reason. What was erased has no reason either.
func wasTextWithheld(d memory.Decision) bool {
	return d.Action == memory.ActionIgnore && d.Reason != "" && DecisionText(d) == ""
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
	return translate.Text("because {{.Reason}}", "Reason", translate.TranslateKnown(string(d.Reason)))
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
			names[i] = translate.Text("{{.Percent}} similar in meaning", "Percent", humanize.FormatPercent(d.Scores[name]))
			continue
		}
		names[i] = strings.ReplaceAll(name, "_", " ") + " " + translate.FormatDecimal(d.Scores[name], 2)
	}
	return strings.Join(names, ", ")
}
