package ledger

import (
	"testing"

	"memoir/memory"
)

func TestSummariesAndTheTextAboutTheUserHaveTitlesAndCanBeUndone(t *testing.T) {
	for want, d := range map[string]memory.Decision{
		"Memoir summarized a chat":          {SummaryID: 3, Actor: memory.ActorExtractor, Action: memory.ActionAdd},
		"Memoir changed the text about you": {BaseID: 4, Actor: memory.ActorExtractor, Action: memory.ActionUpdate},
		"You edited the text about you":     {BaseID: 5, Actor: memory.ActorUser, Action: memory.ActionUpdate},
	} {
		if got := DecisionTitle(d); got != want || !CanUndo(d) {
			t.Errorf("%+v is called %q and can be undone: %v", d, got, CanUndo(d))
		}
		d.UndoneBy = 9
		if CanUndo(d) {
			t.Errorf("%q can be undone twice", want)
		}
	}
}

func TestARowWithoutTextIsNamedByWhatWasDone(t *testing.T) {
	d := memory.Decision{Action: memory.ActionIgnore, Actor: memory.ActorExtractor, Reason: "nobody said this"}
	if got := rowName(d); got != "Memoir ignored it" {
		t.Errorf("named %q", got)
	}
	if !wasTextWithheld(d) {
		t.Error("nothing says that its text wasn't kept")
	}
	if d.Candidate = "The user owns a yacht."; rowName(d) != "Memoir ignored it: The user owns a yacht." {
		t.Errorf("with its text named %q", rowName(d))
	}
	if wasTextWithheld(d) || wasTextWithheld(memory.Decision{Action: memory.ActionIgnore}) {
		t.Error("a text that is shown, or was erased, counts as withheld")
	}
}
