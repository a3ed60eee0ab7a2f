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
type harness struct {
	*uitest.Harness
	page *Page
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	h := &harness{Harness: uitest.NewHarness(t)}
	h.page = New(h.Env)
	h.ShowPaneInWindow(h.page.Body(), 348, 2000)
	return h
}

// reloadAndWait reloads the page and waits for the new figures.
func (h *harness) reloadAndWait() {
	h.Helper()
	h.page.Reload()
	h.WaitForLoad("the figures", &h.page.loadRequest)
}
