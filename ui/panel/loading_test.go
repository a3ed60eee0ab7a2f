package panel

import (
	"testing"
	"time"

	"memoir/ui/uitest"
	"memoir/ui/widgets"
)

func TestPanelShowsPlaceholdersWhileRowsLoad(t *testing.T) {
	d := &harness{Harness: uitest.NewHarness(t)}
	var delayed []func()
	d.Env.After = func(_ time.Duration, f func()) func() {
		delayed = append(delayed, f)
		return func() {}
	}
	d.panel = New(d.Env)
	d.ShowPaneInWindow(d.panel, 348, 900)
	d.panel.ReloadMemoriesFilesRestoreDrafts()
	if len(delayed) != 2 {
		t.Fatalf("%d lists wait", len(delayed))
	}
	for _, f := range delayed {
		f()
	}
	lists := []*widgets.List{d.panel.memories.rows, d.panel.files.list}
	d.panel.memories.showMemoryRows() // called when an editor closes meanwhile
	if lists[0].BuiltRowWidget("loading2") == nil || lists[0].BuiltRowWidget("none") != nil {
		t.Error("the memories do not wait")
	}
	d.WaitForLoad("the memories", &d.panel.memories.request)
	d.WaitForLoad("the files", &d.panel.files.request)
	d.panel.ShowTabClosingEditorAndOverlay(Files)
	for i, l := range lists {
		if l.BuiltRowWidget("loading0") != nil || i == 1 && l.BuiltRowWidget("none") == nil {
			t.Errorf("list %d still waits", i)
		}
	}
}
