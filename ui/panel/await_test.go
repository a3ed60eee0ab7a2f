package panel

import (
	"testing"
	"time"

	"memoir/ui/parts"
	"memoir/ui/uitest"
)

func TestThePanelShowsThatItWaitsForItsRows(t *testing.T) {
	d := &desk{Desk: uitest.New(t)}
	var late []func()
	d.Env.After = func(_ time.Duration, f func()) func() {
		late = append(late, f)
		return func() {}
	}
	d.panel = New(d.Env, Actions{Settled: d.Settled})
	d.Show(d.panel, 348, 900)
	d.panel.Reload()
	if len(late) != 2 {
		t.Fatalf("%d lists wait", len(late))
	}
	for _, f := range late {
		f()
	}
	lists := []*parts.List{d.panel.memories.list, d.panel.files.list}
	d.panel.memories.markSeen() // called when an editor closes meanwhile
	if lists[0].Row("loading2") == nil || lists[0].Row("none") != nil {
		t.Error("the memories do not wait")
	}
	d.Until("the memories and files", func() bool { return d.Arrivals == 2 })
	d.panel.Turn(Files)
	for i, l := range lists {
		if l.Row("loading0") != nil || i == 1 && l.Row("none") == nil {
			t.Errorf("list %d still waits", i)
		}
	}
}
