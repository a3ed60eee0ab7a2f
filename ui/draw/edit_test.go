package draw_test

import (
	"image"
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
	"pgregory.net/rapid"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// entryHarness is an entry in a window whose changes go through EditKeepingCursorAfterChange.
type entryHarness struct {
	*widget.Entry
	window fyne.Window
}

func newEntryHarness(t *testing.T) entryHarness {
	t.Helper()
	test.NewTempApp(t)
	e := widget.NewMultiLineEntry()
	e.Wrapping = fyne.TextWrapWord
	return entryHarness{e, test.NewTempWindow(t, e)}
}

func (p entryHarness) typeRune(r rune) {
	draw.EditKeepingCursorAfterChange(p.Entry, func() { p.TypedRune(r) })
}

func (p entryHarness) pressKey(k fyne.KeyName) {
	change := func() { p.TypedKey(&fyne.KeyEvent{Name: k}) }
	if k == fyne.KeyBackspace {
		draw.EditKeepingCursorAfterChange(p.Entry, change)
		return
	}
	change()
}

// Typed text keeps its order however the lines wrap.
func TestTypedTextKeepsItsOrderAtEveryWidth(t *testing.T) {
	p := newEntryHarness(t)
	const text = "The user is allergic to hazelnuts. The cat is under a  table, not on it, and waits."
	for width := float32(120); width < 420; width += 3 {
		p.window.Resize(fyne.NewSize(width, 300))
		p.SetText("")
		for _, r := range text {
			p.typeRune(r)
		}
		if p.Text != text {
			t.Fatalf("%v px wide it is %q", width, p.Text)
		}
	}
}

// The same between two paragraphs, with deletions: Backspace removes the last typed rune.
func TestTypingAndBackspaceBeforeAnotherParagraph(t *testing.T) {
	p := newEntryHarness(t)
	rapid.Check(t, func(t *rapid.T) {
		p.window.Resize(fyne.NewSize(float32(rapid.IntRange(90, 400).Draw(t, "width")), 300))
		p.SetText("first\nlast")
		p.CursorRow, p.CursorColumn = 0, 5
		want := []rune("first")
		for _, r := range rapid.SliceOfN(rapid.SampledFrom([]rune("aeimw.   \b\n")), 1, 120).Draw(t, "typed") {
			switch {
			case r != '\b':
				p.typeRune(r)
				want = append(want, r)
			case len(want) > 0:
				p.pressKey(fyne.KeyBackspace)
				want = want[:len(want)-1]
			}
			if got := string(want) + "\nlast"; p.Text != got {
				t.Fatalf("%q instead of %q", p.Text, got)
			}
		}
	})
}

// Typing continues behind a trailing space; a cursor put before a space stays there.
func TestTypingContinuesAtTheCursorBesideASpace(t *testing.T) {
	p := newEntryHarness(t)
	for width := float32(120); width < 300; width += 3 {
		p.window.Resize(fyne.NewSize(width, 300))
		p.SetText("The user is allergic ")
		p.pressKey(fyne.KeyPageDown)
		p.typeRune('t')
		if p.Text != "The user is allergic t" {
			t.Fatalf("%v px wide it is %q", width, p.Text)
		}
	}
	p.window.Resize(fyne.NewSize(500, 300))
	p.SetText("short ")
	p.pressKey(fyne.KeyPageDown)
	p.pressKey(fyne.KeyLeft)
	p.typeRune('s')
	if p.Text != "shorts " {
		t.Errorf("it is %q", p.Text)
	}
}

// fieldEntry is an entry as the fields of the window have it.
type fieldEntry struct{ widget.Entry }

func (e *fieldEntry) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewBorderlessEntryRenderer(&e.Entry, e.Entry.CreateRenderer)
}

// plainEntry is an entry with all fonts, without its border.
type plainEntry struct{ widget.Entry }

func (e *plainEntry) CreateRenderer() fyne.WidgetRenderer {
	r := e.Entry.CreateRenderer()
	for _, o := range r.Objects() {
		if border, ok := o.(*canvas.Rectangle); ok {
			border.Hide()
		}
	}
	return r
}

// Each text is drawn as by an entry that has all fonts, and only one that needs them uses them.
func TestEntryUsesFallbackFontsOnlyForTextThatNeedsThem(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	own, plain := &fieldEntry{}, &plainEntry{}
	own.Scroll, plain.Scroll = container.ScrollNone, container.ScrollNone
	own.ExtendBaseWidget(own)
	plain.ExtendBaseWidget(plain)
	window := test.NewTempWindow(t, own)
	for _, text := range []string{"", "Tea", "Tea 🍵", "Tea 🍵 用户", "Tea"} {
		var drawn []image.Image
		for _, e := range []fyne.CanvasObject{own, plain} {
			window.SetContent(e)
			window.Resize(fyne.NewSize(300, 60))
			entry, _ := e.(interface {
				SetText(s string)
				TypedRune(r rune)
			})
			entry.SetText("")
			for _, r := range text {
				entry.TypedRune(r)
			}
			drawn = append(drawn, window.Canvas().Capture())
		}
		if !reflect.DeepEqual(drawn[0], drawn[1]) {
			t.Errorf("%q is drawn in other fonts", text)
		}
		if got, want := own.TextStyle == (fyne.TextStyle{}), strings.ContainsAny(text, "🍵"); got != want {
			t.Errorf("%q: it uses all fonts: %v, want %v", text, got, want)
		}
	}
}

// The cursor is put before any rune, on whichever row it is.
func TestCursorMovesToAnyOffset(t *testing.T) {
	p := newEntryHarness(t)
	const text = "The user is allergic to häzelnuts, and the cat\n\nis under a table."
	p.SetText(text)
	length := len([]rune(text))
	for _, width := range []float32{90, 160, 600} {
		p.window.Resize(fyne.NewSize(width, 300))
		for at := range length + 1 {
			draw.MoveCursorToOffset(p.Entry, length-at)
			draw.MoveCursorToOffset(p.Entry, at)
			if got := p.CursorTextOffset(); got != at {
				t.Errorf("at width %v the cursor is at %d, want %d", width, got, at)
			}
		}
	}
	draw.MoveCursorToOffset(p.Entry, 9999)
	if got := p.CursorTextOffset(); got != length {
		t.Errorf("beyond the text the cursor is at %d", got)
	}
	draw.MoveCursorToOffset(p.Entry, 0)
	p.TypedRune('A')
	if p.Text != "A"+text {
		t.Errorf("typed into %q", p.Text)
	}
}
