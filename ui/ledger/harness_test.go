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

// desk is the page over a real core and store.
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

// reload waits for the rows as they are stored now.
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

// learn stores a memory the way the engine does, with the decision that explains it.
func (d *desk) learn(text string, by memory.Decision) memory.Memory {
	d.Helper()
	return d.Learn(d.Fact(text), by)
}

// tap clicks the button of this name in what is shown; in the row of key when that is not empty.
func (d *desk) tap(name, key string) {
	d.Helper()
	if key == "" || d.Win.Canvas().Overlays().Top() != nil {
		d.Tap(name, nil)
		return
	}
	d.Tap(name, d.page.list.Row(key))
}

// titles lists the titles of the rows, newest first.
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
