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
type desk struct {
	*uitest.Desk
	page   *Page
	opened []memory.ID
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{Desk: uitest.New(t)}
	d.page = New(d.Env, Actions{
		Back: func() {}, Close: func() {}, Say: d.Say, Settled: d.Settled,
		Message: func(_, message memory.ID) { d.opened = append(d.opened, message) },
		Memory:  func(id memory.ID) { d.opened = append(d.opened, id) },
	})
	d.Show(d.page.Body(), 348, 2000)
	return d
}

// reloadRows reloads the page and waits for the rows.
func (d *desk) reload() {
	d.Helper()
	d.page.Reload()
	d.Arrives("the rows")
}

func (d *desk) pin(id memory.ID) {
	d.Helper()
	on := true
	patch := memory.MemoryPatch{Pinned: &on}
	if _, err := d.Service.UpdateMemory(d.Context(), 1, memory.ActorUser, id, patch); err != nil {
		d.Fatal(err)
	}
}

// learnMemory stores a memory as the pipeline does, together with its decision.
func (d *desk) learn(text string, by memory.Decision) memory.Memory {
	d.Helper()
	return d.Learn(d.Fact(text), by)
}

// tapButton taps the button of that name, in the row of key if it is not empty and no menu is open.
func (d *desk) tap(name, key string) {
	d.Helper()
	if key == "" || d.Win.Canvas().Overlays().Top() != nil {
		d.Tap(name, nil)
		return
	}
	d.Tap(name, d.page.list.Row(key))
}

// rowTitles lists the titles of the rows, newest first; undone ones are in parentheses.
func (d *desk) titles() string {
	var out []string
	for _, r := range d.page.fold() {
		s := Title(r.Decision)
		if r.UndoneBy != 0 {
			s = "(" + s + ")"
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}
