package composer

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"memoir/ui/theme"
)

// harness is a focused composer in a window, with a record of its callbacks.
type hands struct {
	*testing.T
	c      *Composer
	window fyne.Window
	sent   []string
	log    []string
}

func newHands(t *testing.T) *hands {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	h := &hands{T: t, c: New("Message Memoir")}
	note := func(s string) func() { return func() { h.log = append(h.log, s) } }
	h.c.OnSend = func(text string) { h.sent = append(h.sent, text) }
	h.c.OnStop, h.c.OnEditLast, h.c.OnCancelEdit = note("stop"), note("edit last"), note("cancel edit")
	h.c.OnPaste = func(text string) { h.log = append(h.log, "paste") }
	h.c.OnKey = func(k fyne.KeyName) bool { h.log = append(h.log, string(k)); return true }
	h.window = test.NewTempWindow(t, h.c)
	h.window.Resize(fyne.NewSize(700, 400))
	h.window.Canvas().Focus(h.c.Focusable())
	return h
}

func (h *hands) key(k fyne.KeyName) { h.c.editor.TypedKey(&fyne.KeyEvent{Name: k}) }
func (h *hands) shift(down bool) {
	ev := &fyne.KeyEvent{Name: desktop.KeyShiftLeft}
	if down {
		h.c.editor.KeyDown(ev)
	} else {
		h.c.editor.KeyUp(ev)
	}
}

func (h *hands) ctrlEnter() {
	h.c.editor.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierShortcutDefault})
}

func (h *hands) expect(what, got, want string) {
	h.Helper()
	if got != want {
		h.Errorf("%s: got %q, want %q", what, got, want)
	}
}

func TestEnterSendsAndShiftEnterBreaksTheLine(t *testing.T) {
	h := newHands(t)
	test.Type(h.c.editor, "one")
	h.shift(true)
	h.key(fyne.KeyReturn)
	h.shift(false)
	test.Type(h.c.editor, "two")
	h.expect("text", h.c.Text(), "one\ntwo")
	h.key(fyne.KeyEnter)
	h.expect("sent", strings.Join(h.sent, "|"), "one\ntwo")
	h.expect("the text stays until it is cleared", h.c.Text(), "one\ntwo")
	h.c.Clear()
	h.key(fyne.KeyReturn)
	h.expect("an empty message is not sent", strings.Join(h.sent, "|"), "one\ntwo")
}

func TestShiftIsForgottenWhenTheFocusGoes(t *testing.T) {
	h := newHands(t)
	test.Type(h.c.editor, "x")
	h.shift(true)
	h.window.Canvas().Unfocus()
	h.window.Canvas().Focus(h.c.Focusable())
	h.key(fyne.KeyReturn)
	h.expect("sent", strings.Join(h.sent, "|"), "x")
}

func TestCtrlEnterSendsInBothWays(t *testing.T) {
	for _, only := range []bool{false, true} {
		h := newHands(t)
		h.c.SetCtrlEnter(only)
		test.Type(h.c.editor, "a")
		if only {
			h.key(fyne.KeyReturn)
			test.Type(h.c.editor, "b")
			h.expect("nothing sent by Enter", strings.Join(h.sent, "|"), "")
		}
		h.ctrlEnter()
		h.expect("sent", strings.Join(h.sent, "|"), map[bool]string{false: "a", true: "a\nb"}[only])
	}
}

func TestUpEditsTheLastMessageOnlyInAnEmptyComposer(t *testing.T) {
	h := newHands(t)
	h.key(fyne.KeyUp)
	test.Type(h.c.editor, "x")
	h.key(fyne.KeyUp)
	h.expect("asked", strings.Join(h.log, "|"), "edit last")
}

func TestATextThatIsSetHasTheCursorBehindItAndTouchesNothingElse(t *testing.T) {
	h := newHands(t)
	for _, text := range []string{"one", "one\ntwo and three", strings.Repeat("a long line that wraps ", 20)} {
		h.c.SetText(text)
		test.Type(h.c.editor, "!")
		h.expect("text", h.c.Text(), text+"!")
	}
	h.expect("keys that went elsewhere", strings.Join(h.log, "|"), "")
}

func TestALongPasteBecomesAFileAndAShortOneText(t *testing.T) {
	h := newHands(t)
	clip := fyne.CurrentApp().Clipboard()
	paste := func(n int) {
		clip.SetContent(strings.Repeat("x", n))
		h.c.editor.TypedShortcut(&fyne.ShortcutPaste{Clipboard: clip})
	}
	paste(pasteLimit)
	h.expect("asked", strings.Join(h.log, "|"), "")
	if n := len(h.c.Text()); n != pasteLimit {
		t.Errorf("%d characters were pasted", n)
	}
	paste(pasteLimit + 1)
	h.expect("asked", strings.Join(h.log, "|"), "paste")
	if n := len(h.c.Text()); n != pasteLimit {
		t.Errorf("the text grew to %d", n)
	}
}

func TestTheComposerGrowsToEightLinesAndNotBeyond(t *testing.T) {
	h := newHands(t)
	empty := h.c.MinSize().Height
	line := h.c.view.lineHeight()
	asked := 0
	h.c.OnResize = func() { asked++ }
	for n := 1; n <= 12; n++ {
		h.c.SetText(strings.Repeat("x\n", n-1) + "x")
		want := empty + float32(min(n, maxLines)-1)*line
		if got := h.c.MinSize().Height; !near(got, want) {
			t.Errorf("%d lines: height %v, want %v", n, got, want)
		}
	}
	if asked != maxLines-1 {
		t.Errorf("asked %d times for another height", asked)
	}
	h.c.SetText(strings.Repeat("words that are wrapped ", 11))
	if got := h.c.MinSize().Height; !near(got, empty+2*line) {
		t.Errorf("wrapped text: height %v, want %v", got, empty+2*line)
	}
	h.c.SetText(strings.Repeat("w ", pasteLimit/2))
	h.c.SetMaxHeight(3 * line)
	if got := h.c.MinSize().Height; !near(got, empty+2*line) {
		t.Errorf("bounded: height %v, want %v", got, empty+2*line)
	}
	h.c.SetText("")
	if got := h.c.MinSize().Height; got != empty {
		t.Errorf("empty again: height %v, want %v", got, empty)
	}
}

// almostEqual allows for heights that are rounded to whole pixels.
func near(a, b float32) bool { return a-b <= 1 && b-a <= 1 }

func TestTheRoundButtonSendsStopsAndRests(t *testing.T) {
	h := newHands(t)
	test.Tap(h.c.view.round)
	test.Type(h.c.editor, "x")
	test.Tap(h.c.view.round)
	h.expect("sent", strings.Join(h.sent, "|"), "x")
	h.c.SetPhase(Busy, "")
	h.key(fyne.KeyReturn)
	test.Tap(h.c.view.round)
	h.c.SetPhase(Off, "No model yet.")
	test.Tap(h.c.view.round)
	h.expect("sent while busy or off", strings.Join(h.sent, "|"), "x")
	h.expect("asked", strings.Join(h.log, "|"), "stop")
	h.expect("reason", h.c.view.round.Name(), "No model yet.")
}

func TestEscapeEndsEditingAndOtherwiseGoesOn(t *testing.T) {
	h := newHands(t)
	h.c.SetEditing(true)
	h.key(fyne.KeyEscape)
	h.c.SetEditing(false)
	h.key(fyne.KeyEscape)
	h.key(fyne.KeyPageUp)
	h.expect("asked", strings.Join(h.log, "|"), "cancel edit|Escape|Prior")
}

func TestShortcutsTheTextDoesNotKnowReachTheWindow(t *testing.T) {
	h := newHands(t)
	var window fyne.ShortcutHandler
	h.c.editor.window = func() fyne.Shortcutable { return &window }
	reached := 0
	ctrlN := &desktop.CustomShortcut{KeyName: fyne.KeyN, Modifier: fyne.KeyModifierControl}
	window.AddShortcut(ctrlN, func(fyne.Shortcut) { reached++ })
	word := &desktop.CustomShortcut{KeyName: fyne.KeyLeft, Modifier: fyne.KeyModifierControl}
	window.AddShortcut(word, func(fyne.Shortcut) { reached += 100 })
	h.c.editor.TypedShortcut(ctrlN)
	h.c.editor.TypedShortcut(word)
	if reached != 1 {
		t.Errorf("Ctrl+N reached the window %d times", reached)
	}
}

func TestChipsAskForTheirFile(t *testing.T) {
	h := newHands(t)
	var removed, opened int64
	h.c.OnRemoveFile = func(id int64) { removed = id }
	h.c.OnOpenFile = func(id int64) { opened = id }
	bare := h.c.MinSize().Height
	h.c.SetFiles([]File{{ID: 7, Name: "a.csv", Note: "1.2k"}, {ID: 8, Name: "b.pdf", Error: "no text in it"}})
	if h.c.MinSize().Height <= bare {
		t.Error("no room was made for the chips")
	}
	test.Tap(h.c.view.chips[1].cross)
	test.Tap(h.c.view.chips[0])
	if removed != 8 || opened != 7 {
		t.Errorf("removed %d, opened %d", removed, opened)
	}
}

func TestTheMeterWarnsInTime(t *testing.T) {
	for _, tc := range []struct {
		used, limit int
		want        level
		text        string
	}{
		{6124, 32_000, levelFine, "6.1k of 32k"},
		{0, 32_000, levelFine, "0 of 32k"},
		{25_599, 32_000, levelFine, "26k of 32k"},
		{25_600, 32_000, levelWarn, "26k of 32k"},
		{30_400, 32_000, levelFull, "Older messages will be left out"},
		{90_000, 32_000, levelFull, "Older messages will be left out"},
		{5, 0, levelFine, "5 of 0"},
	} {
		m := Meter{tc.used, tc.limit}
		if m.level() != tc.want || m.text() != tc.text {
			t.Errorf("%+v: level %d %q, want %d %q", m, m.level(), m.text(), tc.want, tc.text)
		}
	}
}

func TestTokensAreShort(t *testing.T) {
	for n, want := range map[int]string{
		0: "0", 999: "999", 1000: "1.0k", 1249: "1.2k", 9949: "9.9k", 9950: "10k", 131_072: "131k",
	} {
		if got := Tokens(n); got != want {
			t.Errorf("Tokens(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestTheFocusIsDrawnAroundTheComposerAndNotAroundTheTextAgain(t *testing.T) {
	h := newHands(t)
	if h.c.view.ring.Hidden {
		t.Error("the composer with the keyboard has no ring")
	}
	for _, look := range []theme.Options{{}, {Dark: true}} {
		fyne.CurrentApp().Settings().SetTheme(theme.New(look))
		h.c.Refresh()
		test.Type(h.c.editor, "x")
		for _, o := range test.WidgetRenderer(h.c.editor).Objects() {
			if box, ok := o.(*canvas.Rectangle); ok && box.Visible() {
				t.Errorf("a box of %v is drawn around the text", box.Size())
			}
		}
	}
	h.window.Canvas().Unfocus()
	if !h.c.view.ring.Hidden {
		t.Error("the ring stays when the keyboard goes")
	}
}

func TestAFileIsLetGoOnTheComposerOrBesideIt(t *testing.T) {
	h := newHands(t)
	other := canvas.NewRectangle(nil)
	other.SetMinSize(fyne.NewSize(100, 100))
	h.window.SetContent(container.NewBorder(other, nil, nil, nil, h.c))
	h.window.Resize(fyne.NewSize(700, 400))
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(h.c)
	size := h.c.Size()
	for _, tc := range []struct {
		name string
		pos  fyne.Position
		want bool
	}{
		{"at its upper left corner", at, true},
		{"in the middle", at.AddXY(size.Width/2, size.Height/2), true},
		{"at its last pixel", at.AddXY(size.Width-1, size.Height-1), true},
		{"just above it", at.AddXY(10, -1), false},
		{"just right of it", at.AddXY(size.Width, 10), false},
		{"just below it", at.AddXY(10, size.Height), false},
		{"just left of it", at.AddXY(-1, 10), false},
	} {
		if got := h.c.Drop(tc.pos); got != tc.want {
			t.Errorf("%s: %v", tc.name, got)
		}
	}
	h.c.SetDropping(true)
	if !h.c.view.drop.Visible() || h.c.view.field.Visible() {
		t.Error("a held file is not invited")
	}
	h.c.SetDropping(false)
	if h.c.view.drop.Visible() || !h.c.view.field.Visible() {
		t.Error("the invitation stays")
	}
}

func TestAnEmptyMeterHasNoFill(t *testing.T) {
	h := newHands(t)
	h.c.SetMeter(Meter{Limit: 32_000})
	if h.c.view.meter.fill.Visible() {
		t.Error("something of nothing is filled")
	}
	h.c.SetMeter(Meter{Used: 1, Limit: 32_000})
	if m := h.c.view.meter; !m.fill.Visible() || m.fill.Size().Width != meterLine {
		t.Errorf("one token fills %v", m.fill.Size())
	}
}

func TestFullLinesStayClearOfTheScrollBar(t *testing.T) {
	h := newHands(t)
	h.c.SetText(strings.Repeat("x", 8000)) // every line is full
	var bar *container.Scroll
	for _, o := range test.WidgetRenderer(h.c.editor).Objects() {
		if s, ok := o.(*container.Scroll); ok {
			bar = s
		}
	}
	if bar == nil || bar.Content.MinSize().Height <= bar.Size().Height {
		t.Fatal("nothing is there to scroll")
	}
	text := bar.Content.(*fyne.Container).Objects[0]
	if got, most := text.Size().Width, bar.Size().Width-barRoom; got > most {
		t.Errorf("the text is %v wide, the scroll bar begins at %v", got, most)
	}
	h.expect("width of the text", fmt.Sprint(text.Size().Width), fmt.Sprint(h.c.textWidth()))
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(bar)
	if end := at.X + bar.Size().Width; end > h.c.Size().Width {
		t.Errorf("the scroll bar ends at %v, outside of the composer, which is %v wide", end, h.c.Size().Width)
	}
}

// The text stays exactly as typed, also where a space falls on a line end.
func TestALongMessageIsWhatWasTyped(t *testing.T) {
	h := newHands(t)
	const text = "I am allergic to hazelnuts. The cat is under a table, not on it, and waits for what comes next."
	for width := float32(300); width < 440; width += 5 {
		h.window.Resize(fyne.NewSize(width, 400))
		h.c.SetText("")
		for _, r := range text {
			h.c.editor.TypedRune(r)
		}
		h.expect(fmt.Sprint(width, " px wide"), h.c.Text(), text)
		h.key(fyne.KeyBackspace)
		h.expect("after Backspace", h.c.Text(), text[:len(text)-1])
	}
}
