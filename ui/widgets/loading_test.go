package widgets

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/ui/theme"
)

// fakeTimer is an After whose callback the test runs.
type fakeTimer struct {
	delay    time.Duration
	callback func()
	started  int // timers started
}

func (c *fakeTimer) after(d time.Duration, f func()) func() {
	c.delay, c.callback = d, f
	c.started++
	return func() { c.callback = nil }
}

func newShownEmptyListAndFakeTimer(t *testing.T) (*List, *fakeTimer) {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	l := NewVirtualList(8, 4, 16, 16, 16)
	test.NewTempWindow(t, l).Resize(fyne.NewSize(300, 400))
	return l, &fakeTimer{}
}

// builtHeights maps the built rows of the list to their heights.
func builtHeights(l *List) map[string]float32 {
	out := map[string]float32{}
	for k, b := range l.builtRows {
		out[k] = b.object.Size().Height
	}
	return out
}

func TestSkeletonRowsReplaceSlowRows(t *testing.T) {
	l, c := newShownEmptyListAndFakeTimer(t)
	l.ShowSkeletonRowsAfterDelay(c.after, 62)
	l.ShowSkeletonRowsAfterDelay(c.after, 62)
	if c.started != 1 || c.delay != 300*time.Millisecond || len(l.builtRows) != 0 {
		t.Fatalf("%d timers of %v, rows %v", c.started, c.delay, builtHeights(l))
	}
	c.callback()
	if got := builtHeights(l); len(got) != 3 || got["loading0"] != 62 || got["loading2"] != 62 {
		t.Errorf("rows %v", got)
	}
	asked := 0
	l.SetRows(newRowsCountingMeasurements(2, &asked))
	if got := builtHeights(l); len(got) != 2 || l.BuiltRowWidget("0") == nil || l.BuiltRowWidget("loading0") != nil {
		t.Errorf("rows %v", got)
	}
	l.ShowSkeletonRowsAfterDelay(c.after, 62)
	if c.started != 1 {
		t.Error("a list with rows waits for some")
	}
}

func TestFastRowsShowNoSkeleton(t *testing.T) {
	l, c := newShownEmptyListAndFakeTimer(t)
	l.ShowSkeletonRowsAfterDelay(c.after, 62)
	asked := 0
	l.SetRows(newRowsCountingMeasurements(1, &asked))
	if c.callback != nil {
		t.Error("the shapes still come")
	}
}

func TestCancelLoadingRemovesTheSkeleton(t *testing.T) {
	l, c := newShownEmptyListAndFakeTimer(t)
	l.ShowSkeletonRowsAfterDelay(c.after, 32)
	c.callback()
	l.ClearLoadingRows()
	if len(l.builtRows) != 0 {
		t.Errorf("rows %v", builtHeights(l))
	}
	asked := 0
	l.SetRows(newRowsCountingMeasurements(1, &asked))
	l.ClearLoadingRows()
	if l.BuiltRowWidget("0") == nil {
		t.Error("rows that are there were given up")
	}
}
