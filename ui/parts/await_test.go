package parts

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/ui/theme"
)

// fakeTimer is an After whose callback the test runs.
type clock struct {
	wait time.Duration
	f    func()
	set  int // timers started
}

func (c *clock) after(d time.Duration, f func()) func() {
	c.wait, c.f = d, f
	c.set++
	return func() { c.f = nil }
}

func newAwaiting(t *testing.T) (*List, *clock) {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	l := NewList(8, 4, 16, 16, 16)
	test.NewTempWindow(t, l).Resize(fyne.NewSize(300, 400))
	return l, &clock{}
}

// builtHeights maps the built rows of the list to their heights.
func keys(l *List) map[string]float32 {
	out := map[string]float32{}
	for k, b := range l.built {
		out[k] = b.object.Size().Height
	}
	return out
}

func TestShapesStandForRowsThatAreLongInComing(t *testing.T) {
	l, c := newAwaiting(t)
	l.Await(c.after, 62)
	l.Await(c.after, 62)
	if c.set != 1 || c.wait != 300*time.Millisecond || len(l.built) != 0 {
		t.Fatalf("%d timers of %v, rows %v", c.set, c.wait, keys(l))
	}
	c.f()
	if got := keys(l); len(got) != 3 || got["loading0"] != 62 || got["loading2"] != 62 {
		t.Errorf("rows %v", got)
	}
	asked := 0
	l.Set(rows(2, &asked))
	if got := keys(l); len(got) != 2 || l.Row("0") == nil || l.Row("loading0") != nil {
		t.Errorf("rows %v", got)
	}
	l.Await(c.after, 62)
	if c.set != 1 {
		t.Error("a list with rows waits for some")
	}
}

func TestRowsThatComeSoonAreNotAnnounced(t *testing.T) {
	l, c := newAwaiting(t)
	l.Await(c.after, 62)
	asked := 0
	l.Set(rows(1, &asked))
	if c.f != nil {
		t.Error("the shapes still come")
	}
}

func TestShapesGoWhenNoRowsWillCome(t *testing.T) {
	l, c := newAwaiting(t)
	l.Await(c.after, 32)
	c.f()
	l.GiveUp()
	if len(l.built) != 0 {
		t.Errorf("rows %v", keys(l))
	}
	asked := 0
	l.Set(rows(1, &asked))
	l.GiveUp()
	if l.Row("0") == nil {
		t.Error("rows that are there were given up")
	}
}
