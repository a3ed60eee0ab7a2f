package memory

import (
	"slices"
	"testing"
)

func TestLinesThatAPersonWritesAreTheirsUntilTheyTakeThemOut(t *testing.T) {
	first := BaseMemory{ProfileID: 1, Content: "### User Profile\n- The user is a nurse.", Actor: ActorExtractor}
	text := "### User Profile\r\n- The user is a nurse.\r\n  I sing.  \r\n"
	edited := first.NextVersionEditedByPerson(text, ActorUser, first.CreatedAt)
	if !slices.Equal(edited.OwnLines, []string{"I sing."}) || edited.Actor != ActorUser || edited.ProfileID != 1 {
		t.Errorf("edited: %+v", edited)
	}
	again := edited.NextVersionEditedByPerson("I sing.\nThe user is a nurse.", ActorAPI, first.CreatedAt)
	if !slices.Equal(again.OwnLines, []string{"I sing.", "The user is a nurse."}) {
		t.Errorf("edited again: %q", again.OwnLines)
	}
	if last := again.NextVersionEditedByPerson("", ActorUser, first.CreatedAt); len(last.OwnLines) != 0 ||
		last.Content != "" {
		t.Errorf("emptied: %+v", last)
	}
}

func TestABaseMemoryIsSentWhileSwitchedOnOrIfAPersonWroteInIt(t *testing.T) {
	for name, c := range map[string]struct {
		base         BaseMemory
		classic, std bool
	}{
		"none":                         {BaseMemory{}, false, false},
		"a model's":                    {BaseMemory{Content: "x", Actor: ActorExtractor}, false, true},
		"a person's":                   {BaseMemory{Content: "x", OwnLines: []string{"x"}, Actor: ActorUser}, true, true},
		"a person's, shortened since":  {BaseMemory{Content: "x", OwnLines: []string{"x"}, Actor: ActorSystem}, true, true},
		"a person undid a model's own": {BaseMemory{Content: "x", Actor: ActorUser}, false, true},
	} {
		if got := c.base.ShouldBeSentInPrompts(ClassicPreset()); got != c.classic {
			t.Errorf("%s is sent in classic: %v", name, got)
		}
		if got := c.base.ShouldBeSentInPrompts(StandardPreset()); got != c.std {
			t.Errorf("%s is sent in standard: %v", name, got)
		}
	}
}
