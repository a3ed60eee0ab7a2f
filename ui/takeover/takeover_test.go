package takeover

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/ui/app"
	"memoir/ui/theme"
)

func TestItAsksUntilTheOtherOneLeavesOrThePersonDoes(t *testing.T) {
	a := test.NewApp()
	a.Settings().SetTheme(theme.New(theme.Options{}))
	queue := make(chan func(), 10)
	tasks := app.NewTasks(t.Context(), func(f func()) { queue <- f })
	defer tasks.Close()
	problem, ended := "It is busy.", []bool(nil)
	p := New(tasks, "/data", func() string { return problem }, func(yes bool) { ended = append(ended, yes) })
	w := a.NewWindow("")
	defer w.Close()
	w.SetContent(p)
	w.Resize(Size())
	p.Start()
	if w.Canvas().Focused() != fyne.Focusable(p.yes) {
		t.Error("the keyboard is elsewhere")
	}
	test.Tap(p.yes)
	test.Tap(p.yes) // ignored while the other process is being stopped
	(<-queue)()
	if p.Said() != problem || len(ended) != 0 || !p.yes.Enabled() {
		t.Fatalf("it says %q and ended %v", p.Said(), ended)
	}
	problem = ""
	test.Tap(p.yes)
	(<-queue)()
	if len(ended) != 1 || !ended[0] {
		t.Errorf("ended %v", ended)
	}
	if len(queue) != 0 {
		t.Error("it asked more often than it was told to")
	}
}
