package kit_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
	"pgregory.net/rapid"

	"memoir/ui/kit"
)

// entryHarness is an entry in a window whose changes go through EditAtCursor.
type typist struct {
	*widget.Entry
	w fyne.Window
}

func newTypist(t *testing.T) typist {
	t.Helper()
	test.NewTempApp(t)
	e := widget.NewMultiLineEntry()
	e.Wrapping = fyne.TextWrapWord
	return typist{e, test.NewTempWindow(t, e)}
}

func (p typist) rune(r rune) { kit.Edit(p.Entry, func() { p.TypedRune(r) }) }

func (p typist) key(k fyne.KeyName) {
	change := func() { p.TypedKey(&fyne.KeyEvent{Name: k}) }
	if k == fyne.KeyBackspace {
		kit.Edit(p.Entry, change)
		return
	}
	change()
}

// Typed text keeps its order however the lines wrap.
func TestTextStaysInTheOrderInWhichItIsTyped(t *testing.T) {
	p := newTypist(t)
	const text = "The user is allergic to hazelnuts. The cat is under a  table, not on it, and waits."
	for width := float32(120); width < 420; width += 3 {
		p.w.Resize(fyne.NewSize(width, 300))
		p.SetText("")
		for _, r := range text {
			p.rune(r)
		}
		if p.Text != text {
			t.Fatalf("%v px wide it is %q", width, p.Text)
		}
	}
}

// The same between two paragraphs, with deletions: Backspace removes the last typed rune.
func TestAParagraphInTheMiddleKeepsItsEnd(t *testing.T) {
	p := newTypist(t)
	rapid.Check(t, func(t *rapid.T) {
		p.w.Resize(fyne.NewSize(float32(rapid.IntRange(90, 400).Draw(t, "width")), 300))
		p.SetText("first\nlast")
		p.CursorRow, p.CursorColumn = 0, 5
		want := []rune("first")
		for _, r := range rapid.SliceOfN(rapid.SampledFrom([]rune("aeimw.   \b\n")), 1, 120).Draw(t, "typed") {
			switch {
			case r != '\b':
				p.rune(r)
				want = append(want, r)
			case len(want) > 0:
				p.key(fyne.KeyBackspace)
				want = want[:len(want)-1]
			}
			if got := string(want) + "\nlast"; p.Text != got {
				t.Fatalf("%q instead of %q", p.Text, got)
			}
		}
	})
}

// Typing continues behind a trailing space; a cursor put before a space stays there.
func TestTheCursorIsWhereItWasPut(t *testing.T) {
	p := newTypist(t)
	for width := float32(120); width < 300; width += 3 {
		p.w.Resize(fyne.NewSize(width, 300))
		p.SetText("The user is allergic ")
		p.key(fyne.KeyPageDown)
		p.rune('t')
		if p.Text != "The user is allergic t" {
			t.Fatalf("%v px wide it is %q", width, p.Text)
		}
	}
	p.w.Resize(fyne.NewSize(500, 300))
	p.SetText("short ")
	p.key(fyne.KeyPageDown)
	p.key(fyne.KeyLeft)
	p.rune('s')
	if p.Text != "shorts " {
		t.Errorf("it is %q", p.Text)
	}
}
