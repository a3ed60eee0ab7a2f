package takeover

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/ui/app"
	"memoir/ui/theme"
)

func TestTakeoverCanBeRetriedUntilTheOtherProcessStops(t *testing.T) {
	a := test.NewApp()
	a.Settings().SetTheme(theme.New(theme.Options{}))
	queue := make(chan func(), 10)
	tasks := app.NewBackgroundTasks(t.Context(), func(f func()) { queue <- f })
	defer tasks.Close()
	problem, ended := "It is busy.", []bool(nil)
	p := New(tasks, "/data", func() string { return problem }, func(yes bool) { ended = append(ended, yes) })
	w := a.NewWindow("")
	defer w.Close()
	w.SetContent(p)
	w.Resize(WindowSize())
	p.FocusConfirmButton()
	if w.Canvas().Focused() != fyne.Focusable(p.confirmButton) {
		t.Error("the keyboard is elsewhere")
	}
	test.Tap(p.confirmButton)
	test.Tap(p.confirmButton) // ignored while the other process is being stopped
	(<-queue)()
	if p.StatusText() != problem || len(ended) != 0 || !p.confirmButton.IsEnabled() {
		t.Fatalf("it says %q and ended %v", p.StatusText(), ended)
	}
	problem = ""
	test.Tap(p.confirmButton)
	(<-queue)()
	if len(ended) != 1 || !ended[0] {
		t.Errorf("ended %v", ended)
	}
	if len(queue) != 0 {
		t.Error("it asked more often than it was told to")
	}
}
