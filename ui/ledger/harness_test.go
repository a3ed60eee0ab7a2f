package ledger

import (
	"strings"
	"testing"

	"go.uber.org/goleak"

	"memoir/memory"
	"memoir/ui/uitest"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("fyne.io/fyne/v2/internal/animation.(*Runner).runAnimations"))
}

// harness is the page over a real core and store.
type harness struct {
	*uitest.Harness
	page *Page
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	d := &harness{Harness: uitest.NewHarness(t)}
	d.page = New(d.Env)
	d.ShowPaneInWindow(d.page.Body(), 348, 2000)
	return d
}

// reloadRows reloads the page and waits for the rows.
func (d *harness) reloadRows() {
	d.Helper()
	d.page.Reload()
	d.WaitForLoad("the rows", &d.page.request)
}

func (d *harness) pinMemory(id memory.ID) {
	d.Helper()
	on := true
	patch := memory.MemoryPatch{Pinned: &on}
	if _, err := d.Service.Session(1, memory.ActorUser).UpdateMemory(d.Context(), id, patch); err != nil {
		d.Fatal(err)
	}
}

// learnMemory stores a memory as the pipeline does, together with its decision.
func (d *harness) learnMemory(text string, by memory.Decision) memory.Memory {
	d.Helper()
	return d.StoreMemoryWithExtractorDecision(d.NewExtractedFact(text), by)
}

// tapButtonNamedInRow taps the button of that name, in the row of key if it is not empty and no menu is open.
func (d *harness) tapButtonNamedInRow(name, key string) {
	d.Helper()
	if key == "" || d.Win.Canvas().Overlays().Top() != nil {
		d.TapControlNamed(name, nil)
		return
	}
	d.TapControlNamed(name, d.page.list.BuiltRowWidget(key))
}

// rowTitles lists the titles of the rows, newest first; undone ones are in parentheses.
func (d *harness) rowTitles() string {
	var out []string
	for _, r := range d.page.ledgerRowsWithUndosMerged() {
		s := DecisionTitle(r.Decision)
		if r.UndoneBy != 0 {
			s = "(" + s + ")"
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}
