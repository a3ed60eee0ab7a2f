package ledger

import (
	"testing"
	"time"

	"memoir/ui/uitest"
)

func TestPageShowsPlaceholdersWhileRowsLoad(t *testing.T) {
	d := uitest.NewHarness(t)
	showPlaceholders := func() {}
	d.Env.After = func(_ time.Duration, f func()) func() {
		showPlaceholders = f
		return func() {}
	}
	p := New(d.Env)
	d.ShowPaneInWindow(p.Body(), 348, 900)
	p.Reload()
	showPlaceholders()
	if p.list.BuiltRowWidget("loading2") == nil {
		t.Error("the page does not wait")
	}
	d.WaitForLoad("the rows", &p.request)
	if p.list.BuiltRowWidget("loading0") != nil || p.list.BuiltRowWidget("none") == nil {
		t.Error("the page still waits")
	}
}
