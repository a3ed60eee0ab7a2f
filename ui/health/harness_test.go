package health

import (
	"testing"

	"go.uber.org/goleak"

	"memoir/ui/uitest"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("fyne.io/fyne/v2/internal/animation.(*Runner).runAnimations"))
}

// harness is the page over a real core and store.
type desk struct {
	*uitest.Desk
	page   *Page
	opened []string
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{Desk: uitest.New(t)}
	d.page = New(d.Env, Actions{
		Back: func() {}, Close: func() {}, Say: d.Say, Settled: d.Settled,
		Inbox:  func() { d.opened = append(d.opened, "inbox") },
		Unused: func() { d.opened = append(d.opened, "unused") },
	})
	d.Show(d.page.Body(), 348, 2000)
	return d
}

// reloadAndWait reloads the page and waits for the new figures.
func (d *desk) shows() {
	d.Helper()
	d.page.Reload()
	d.Arrives("the figures")
}
