package press

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"memoir/ui/parts"
	"memoir/ui/theme"
)

// rest is a window with one button; timers are run by hand.
type rest struct {
	button *Button
	tips   *parts.Tips
	wait   time.Duration
	later  func()
}

func newRest(t *testing.T, o Options) *rest {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	r := &rest{button: New(o, nil)}
	r.tips = parts.NewTips(func(d time.Duration, f func()) func() {
		r.wait, r.later = d, f
		return func() { r.later = nil }
	})
	root := parts.NewRoot(container.NewCenter(r.button), r.tips)
	test.NewTempWindow(t, root).Resize(fyne.NewSize(400, 300))
	return r
}

// name is what is shown, or nothing.
func (r *rest) name() string {
	out := ""
	for _, o := range test.LaidOutObjects(r.tips.Container) {
		if text, ok := o.(*canvas.Text); ok && r.tips.Objects[0].Visible() {
			out += text.Text
		}
	}
	return out
}

func TestTheNameOfAButtonIsShownWhileThePointerRestsOnIt(t *testing.T) {
	r := newRest(t, Options{Icon: theme.IconClip, Tip: "Attach a file"})
	r.button.MouseIn(nil)
	if r.name() != "" || r.wait != 600*time.Millisecond {
		t.Fatalf("at once %q is shown, the rest is due after %v", r.name(), r.wait)
	}
	r.later()
	if r.name() != "Attach a file" {
		t.Fatalf("after a moment %q is shown", r.name())
	}
	r.button.MouseOut()
	if r.name() != "" {
		t.Errorf("the pointer is gone and %q is shown", r.name())
	}
}

func TestAClickOrAHiddenButtonTakesTheNameAway(t *testing.T) {
	for name, end := range map[string]func(*Button){
		"a press of the mouse": func(b *Button) { b.MouseDown(nil) },
		"hiding the button":    func(b *Button) { b.Hide() },
		"leaving before time":  func(b *Button) { b.MouseOut() },
	} {
		r := newRest(t, Options{Icon: theme.IconClip, Tip: "Attach a file"})
		r.button.MouseIn(nil)
		if name != "leaving before time" {
			r.later()
		}
		end(r.button)
		if r.name() != "" || name == "leaving before time" && r.later != nil {
			t.Errorf("after %s %q is shown", name, r.name())
		}
	}
}

func TestAButtonThatSaysItAllShowsNoName(t *testing.T) {
	r := newRest(t, Options{Label: "Copy"})
	r.button.MouseIn(nil)
	if r.later != nil {
		t.Error("something is shown soon")
	}
}

func TestIconsAndCornersGrowWithTheText(t *testing.T) {
	b := newRest(t, Options{Icon: theme.IconClip, Height: 30, IconSize: 18}).button
	fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Options{Zoom: 1.5}))
	b.Refresh()
	b.Resize(b.MinSize())
	at, side := b.img.Position(), b.img.Size()
	if b.Size() != fyne.NewSquareSize(45) || side != fyne.NewSquareSize(27) || at != fyne.NewPos(9, 9) {
		t.Errorf("a button of %v has an icon of %v at %v", b.Size(), side, at)
	}
	if want := theme.Round(theme.RadiusRow * 1.5); b.back.CornerRadius != want {
		t.Errorf("its corners are %v, want %v", b.back.CornerRadius, want)
	}
}
