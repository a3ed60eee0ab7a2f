package widgets

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"memoir/ui/theme"
)

func TestRevealButtonTogglesSecretText(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	f := NewTextField(FieldOptions{Secret: true})
	test.NewTempWindow(t, f).Resize(fyne.NewSize(300, 60))
	f.SetText("sk-1")
	var eye *Button
	for _, o := range test.LaidOutObjects(f) {
		switch o := o.(type) {
		case *Button:
			if o.Visible() && o.Name() == "Show text" {
				eye = o
			}
		case *canvas.Image:
			if o.Resource != nil && strings.Contains(o.Resource.Name(), "visibility") {
				t.Error("fyne's own eye is drawn too")
			}
		}
	}
	if eye == nil {
		t.Fatal("there is no eye")
	}
	for _, hidden := range []bool{true, false, true} {
		if f.entry.Password != hidden {
			t.Fatalf("hidden is %v, want %v", f.entry.Password, hidden)
		}
		if want := map[bool]string{true: "Show text", false: "Hide text"}[hidden]; eye.Name() != want {
			t.Errorf("the eye says %q, want %q", eye.Name(), want)
		}
		test.Tap(eye)
	}
}

// Typed text is kept as typed, also where a space meets the end of a row.
func TestMultilineFieldKeepsTypedTextAtEveryWidth(t *testing.T) {
	test.NewTempApp(t)
	f := NewTextField(FieldOptions{Lines: 3})
	w := test.NewTempWindow(t, f)
	const text = "The user is allergic to hazelnuts. The cat is under a table, not on it, and waits."
	for width := float32(200); width < 340; width += 5 {
		w.Resize(fyne.NewSize(width, 200))
		f.SetText("")
		for _, r := range text {
			f.entry.TypedRune(r)
		}
		if f.Text() != text {
			t.Errorf("%v px wide it is %q", width, f.Text())
		}
		f.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
		if f.Text() != text[:len(text)-1] {
			t.Errorf("%v px wide Backspace leaves %q", width, f.Text())
		}
	}
}
