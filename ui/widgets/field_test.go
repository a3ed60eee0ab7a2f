package widgets

import (
	"image"
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"memoir/ui/draw"
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

func TestTextLongerThanItsFieldStaysInsideAndFollowsTheCursor(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	f := NewTextField(FieldOptions{})
	win := test.NewTempWindow(t, Pad(0, 200, 0, 0, f))
	win.Resize(fyne.NewSize(400, 34))
	captured := map[bool]image.Image{}
	for _, atEnd := range []bool{false, true} {
		f.SetText("/home/someone/Downloads/a folder with a long name/A letter to the landlord.md")
		f.entry.TypedKey(&fyne.KeyEvent{Name: map[bool]fyne.KeyName{false: fyne.KeyHome, true: fyne.KeyEnd}[atEnd]})
		captured[atEnd] = win.Canvas().Capture()
		size := captured[atEnd].Bounds().Size()
		for x := size.X/2 + 8; x < size.X; x++ {
			if captured[atEnd].At(x, size.Y/2) != captured[atEnd].At(size.X-1, 0) {
				t.Fatalf("something is drawn at %d, beside the field", x)
			}
		}
	}
	if reflect.DeepEqual(captured[false], captured[true]) {
		t.Error("the end of the text cannot be seen")
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

// The scroll bar, which is drawn over the text, has room of its own beside it.
func TestTextOfALongFieldDoesNotRunUnderItsScrollBar(t *testing.T) {
	test.NewTempApp(t)
	f := NewTextField(FieldOptions{Lines: 3})
	test.NewTempWindow(t, f).Resize(fyne.NewSize(300, 100))
	f.SetText(strings.Repeat("x", 2000)) // every line is full
	for _, o := range test.WidgetRenderer(f.entry).Objects() {
		s, ok := o.(*container.Scroll)
		if !ok {
			continue
		}
		text := s.Content.(*fyne.Container).Objects[0]
		if got, most := text.Size().Width, s.Size().Width-draw.ScrollBarRoom; got > most || got < 200 {
			t.Errorf("the text is %v wide, the scroll bar begins at %v", got, most)
		}
		return
	}
	t.Error("nothing is there to scroll")
}

func TestCtrlHomeAndCtrlEndGoToTheStartAndTheEndOfAText(t *testing.T) {
	test.NewTempApp(t)
	f := NewTextField(FieldOptions{Lines: 3})
	test.NewTempWindow(t, f).Resize(fyne.NewSize(300, 100))
	f.SetText("One line.\nAnother one.")
	press := func(key fyne.KeyName, shift bool) {
		m := fyne.KeyModifierShortcutDefault
		if shift {
			m |= fyne.KeyModifierShift
			f.entry.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
			defer f.entry.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
		}
		f.entry.TypedShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: m})
	}
	press(fyne.KeyEnd, false)
	f.entry.TypedRune('!')
	press(fyne.KeyHome, false)
	f.entry.TypedRune('>')
	if got := f.Text(); got != ">One line.\nAnother one.!" {
		t.Errorf("typed at the end and at the start: %q", got)
	}
	press(fyne.KeyEnd, true)
	if got := f.entry.SelectedText(); got != "One line.\nAnother one.!" {
		t.Errorf("with Shift %q is selected", got)
	}
}
