package panel

import (
	"testing"

	"memoir/memory"
	"memoir/ui/app"
)

func TestRoutesOpenScreensOfThePanel(t *testing.T) {
	d := newHarness(t)
	m := d.AddMemoryAsUser("The user has a cat.")
	waits := d.NewExtractedFact("The user may have a dog.")
	putInInbox(&waits)
	d.StoreMemoryWithoutDecision(waits)
	decisions, err := d.Env.Session.ListDecisions(t.Context(), memory.DecisionFilter{MemoryID: m.ID})
	if err != nil || len(decisions) != 1 {
		t.Fatalf("%d decisions, %v", len(decisions), err)
	}
	for _, c := range []struct {
		route app.Route
		want  string
	}{
		{app.Route{Screen: app.ScreenInbox}, "The user may have a dog."},
		{app.Route{Screen: app.ScreenUnusedMemories}, "The user has a cat."},
		{app.Route{Screen: app.ScreenFiles}, "No files yet."},
		{app.Route{Screen: app.ScreenLedger}, "You added it"},
		{app.Route{Screen: app.ScreenLedger, Decision: decisions[0].ID}, "You added it"},
		{app.Route{Screen: app.ScreenHealth}, "Background work"},
		{app.Route{Screen: app.ScreenAboutYou}, "This text comes first in everything sent to the model"},
		{app.MemoryRoute(m.ID), "Cancel"},
		{app.Route{Screen: app.ScreenNewMemory}, "New memory"},
		{app.Route{Screen: app.ScreenEraseMemory, Memory: m.ID}, "Delete this memory forever?"},
	} {
		if !d.panel.OpenRouteIfInPanel(c.route) {
			t.Errorf("%+v is not opened", c.route)
		}
		d.WaitForText(c.want)
	}
	if d.panel.OpenRouteIfInPanel(app.Route{Screen: app.ScreenTrash}) {
		t.Error("the panel takes a screen that is not its own")
	}
}

// Back leads from the editor to what it was opened over.
func TestEditorOpenedFromTheHistoryLeadsBackToIt(t *testing.T) {
	d := newHarness(t)
	m := d.AddMemoryAsUser("The user has a cat.")
	d.panel.OpenRouteIfInPanel(app.Route{Screen: app.ScreenLedger})
	d.WaitForText("You added it")
	d.panel.OpenRouteIfInPanel(app.MemoryRoute(m.ID))
	d.WaitForText("Cancel")
	d.panel.OpenRouteIfInPanel(app.Route{Screen: app.ScreenBelowInPanel})
	d.assertTextsShownOrNot(true, "You added it")
	d.panel.OpenRouteIfInPanel(app.Route{Screen: app.ScreenBelowInPanel})
	d.assertTextsShownOrNot(false, "You added it")
}
