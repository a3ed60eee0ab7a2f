package ledger

import (
	"testing"
	"time"

	"memoir/ui/uitest"
)

func TestThePageShowsThatItWaitsForItsRows(t *testing.T) {
	d := uitest.New(t)
	late := func() {}
	d.Env.After = func(_ time.Duration, f func()) func() {
		late = f
		return func() {}
	}
	p := New(d.Env, Actions{Settled: d.Settled})
	d.Show(p.Body(), 348, 900)
	p.Reload()
	late()
	if p.list.Row("loading2") == nil {
		t.Error("the page does not wait")
	}
	d.Arrives("the rows")
	if p.list.Row("loading0") != nil || p.list.Row("none") == nil {
		t.Error("the page still waits")
	}
}
