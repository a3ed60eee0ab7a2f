package panel

import (
	"fmt"
	"testing"

	"memoir/memory"
	"memoir/ui/app"
)

func TestOverlaysAreBuiltWhenTheyAreFirstShown(t *testing.T) {
	d := newHarness(t)
	if o := d.panel.overlayPages; o.ledger != nil || o.health != nil || o.aboutYou != nil || o.tiers != nil {
		t.Errorf("pages that nobody has seen are built: %+v", o)
	}
	d.panel.SaveDraftsNow()
	d.panel.OpenRouteIfInPanel(app.Route{Screen: app.ScreenAboutYou})
	first := d.panel.aboutYou
	d.panel.CloseEditorOrOverlayOrSelection()
	d.panel.OpenRouteIfInPanel(app.Route{Screen: app.ScreenAboutYou})
	if first == nil || d.panel.aboutYou != first {
		t.Error("a page is built again, and what is typed in it lost")
	}
	if d.panel.tiers != nil {
		t.Error("a page that nobody has seen is built with another")
	}
}

func TestOverlaysCoverTheTabsUntilTheyAreClosed(t *testing.T) {
	d := newHarness(t)
	d.AddMemoryAsUser("The user has a cat.")
	count := 1
	for _, c := range []struct{ item, title, added string }{
		{"Memory history", "You added it", "Fact %d."}, {"Memory health", "Quality", "%d memories"},
	} {
		for name, closeOverlay := range map[string]func(){
			"Escape": func() {
				if !d.panel.CloseEditorOrOverlayOrSelection() {
					t.Error("Escape is not handled")
				}
			},
			"Back": func() { d.TapControlNamed("Back (Esc)", nil) },
		} {
			d.TapControlNamed("More memory options", nil)
			d.TapControlNamed(c.item, nil)
			d.WaitForText(c.title)
			count++
			d.AddMemoryAsUser(fmt.Sprint("Fact ", count, "."))
			d.panel.HandleEvent(memory.Event{Kind: memory.EventMemories})
			d.WaitForText(fmt.Sprintf(c.added, count))
			closeOverlay()
			if d.ShowsText(c.title) || !d.ShowsText("This answer") {
				t.Errorf("%s does not lead back from %s:\n%s", name, c.item, d.VisibleText())
			}
		}
	}
	if d.panel.CloseEditorOrOverlayOrSelection() {
		t.Error("Escape at the tabs is taken for something")
	}
	d.panel.OpenRouteIfInPanel(app.Route{Screen: app.ScreenLedger})
	d.WaitForText("You added it")
	d.TapControlNamed("Close panel (Ctrl+J)", nil)
	d.assertOnlyRoute(app.Route{Screen: app.ScreenPanel, Pane: app.HidePane})
}
