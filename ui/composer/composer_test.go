package composer

import (
	"fmt"
	"image/color"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// harness is a focused composer in a window, with a record of its callbacks.
type harness struct {
	*testing.T
	composer *Composer
	window   fyne.Window
	sent     []string
	calls    []string
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	h := &harness{T: t, composer: New("Message Memoir")}
	record := func(s string) func() { return func() { h.calls = append(h.calls, s) } }
	h.composer.OnSend = func(text string) { h.sent = append(h.sent, text) }
	h.composer.OnStop, h.composer.OnEditLast, h.composer.OnCancelEdit = record("stop"), record("edit last"),
		record("cancel edit")
	h.composer.OnLongPaste = func(text string) { h.calls = append(h.calls, "paste") }
	h.composer.OnUnhandledKey = func(k fyne.KeyName) bool { h.calls = append(h.calls, string(k)); return true }
	h.window = test.NewTempWindow(t, h.composer)
	h.window.Resize(fyne.NewSize(700, 400))
	h.window.Canvas().Focus(h.composer.FocusTarget())
	return h
}

func (h *harness) typeKey(k fyne.KeyName) { h.composer.editor.TypedKey(&fyne.KeyEvent{Name: k}) }
func (h *harness) pressOrReleaseShift(down bool) {
	ev := &fyne.KeyEvent{Name: desktop.KeyShiftLeft}
	if down {
		h.composer.editor.KeyDown(ev)
	} else {
		h.composer.editor.KeyUp(ev)
	}
}

func (h *harness) pressCtrlEnter() {
	h.composer.editor.TypedShortcut(&desktop.CustomShortcut{
		KeyName:  fyne.KeyReturn,
		Modifier: fyne.KeyModifierShortcutDefault,
	})
}

func (h *harness) expectEqual(what, got, want string) {
	h.Helper()
	if got != want {
		h.Errorf("%s: got %q, want %q", what, got, want)
	}
}

func TestEnterSendsAndShiftEnterBreaksTheLine(t *testing.T) {
	h := newHarness(t)
	test.Type(h.composer.editor, "one")
	h.pressOrReleaseShift(true)
	h.typeKey(fyne.KeyReturn)
	h.pressOrReleaseShift(false)
	test.Type(h.composer.editor, "two")
	h.expectEqual("text", h.composer.Text(), "one\ntwo")
	h.typeKey(fyne.KeyEnter)
	h.expectEqual("sent", strings.Join(h.sent, "|"), "one\ntwo")
	h.expectEqual("the text stays until it is cleared", h.composer.Text(), "one\ntwo")
	h.composer.ClearText()
	h.typeKey(fyne.KeyReturn)
	h.expectEqual("an empty message is not sent", strings.Join(h.sent, "|"), "one\ntwo")
}

func TestTypingIsUseOfTheWindow(t *testing.T) {
	h := newHarness(t)
	began := time.Now()
	test.Type(h.composer.editor, "one")
	if !draw.UsedWithin(time.Since(began)) {
		t.Error("typing is no use of the window")
	}
}

func TestShiftStateIsResetOnFocusLoss(t *testing.T) {
	h := newHarness(t)
	test.Type(h.composer.editor, "x")
	h.pressOrReleaseShift(true)
	h.window.Canvas().Unfocus()
	h.window.Canvas().Focus(h.composer.FocusTarget())
	h.typeKey(fyne.KeyReturn)
	h.expectEqual("sent", strings.Join(h.sent, "|"), "x")
}

func TestCtrlEnterSendsInBothEnterModes(t *testing.T) {
	for _, only := range []bool{false, true} {
		h := newHarness(t)
		h.composer.SetSendOnCtrlEnter(only)
		test.Type(h.composer.editor, "a")
		if only {
			h.typeKey(fyne.KeyReturn)
			test.Type(h.composer.editor, "b")
			h.expectEqual("nothing sent by Enter", strings.Join(h.sent, "|"), "")
		}
		h.pressCtrlEnter()
		h.expectEqual("sent", strings.Join(h.sent, "|"), map[bool]string{false: "a", true: "a\nb"}[only])
	}
}

func TestUpEditsTheLastMessageOnlyInAnEmptyComposer(t *testing.T) {
	h := newHarness(t)
	h.typeKey(fyne.KeyUp)
	test.Type(h.composer.editor, "x")
	h.typeKey(fyne.KeyUp)
	h.expectEqual("asked", strings.Join(h.calls, "|"), "edit last")
}

func TestSetTextMovesTheCaretToTheEndWithoutSideEffects(t *testing.T) {
	h := newHarness(t)
	for _, text := range []string{"one", "one\ntwo and three", strings.Repeat("a long line that wraps ", 20)} {
		h.composer.SetText(text)
		test.Type(h.composer.editor, "!")
		h.expectEqual("text", h.composer.Text(), text+"!")
	}
	h.expectEqual("keys that went elsewhere", strings.Join(h.calls, "|"), "")
}

func TestLongPasteBecomesAFileAndShortPasteText(t *testing.T) {
	h := newHarness(t)
	clip := fyne.CurrentApp().Clipboard()
	paste := func(n int) {
		clip.SetContent(strings.Repeat("x", n))
		h.composer.editor.TypedShortcut(&fyne.ShortcutPaste{Clipboard: clip})
	}
	paste(maxPasteBytes)
	h.expectEqual("asked", strings.Join(h.calls, "|"), "")
	if n := len(h.composer.Text()); n != maxPasteBytes {
		t.Errorf("%d characters were pasted", n)
	}
	paste(maxPasteBytes + 1)
	h.expectEqual("asked", strings.Join(h.calls, "|"), "paste")
	if n := len(h.composer.Text()); n != maxPasteBytes {
		t.Errorf("the text grew to %d", n)
	}
}

func TestComposerGrowsUpToEightLines(t *testing.T) {
	h := newHarness(t)
	empty := h.composer.MinSize().Height
	line := h.composer.view.fieldLineHeight()
	asked := 0
	h.composer.OnHeightChanged = func() { asked++ }
	for n := 1; n <= 12; n++ {
		h.composer.SetText(strings.Repeat("x\n", n-1) + "x")
		want := empty + float32(min(n, maxLines)-1)*line
		if got := h.composer.MinSize().Height; !isWithinOnePixel(got, want) {
			t.Errorf("%d lines: height %v, want %v", n, got, want)
		}
	}
	if asked != maxLines-1 {
		t.Errorf("asked %d times for another height", asked)
	}
	h.composer.SetText(strings.Repeat("words that are wrapped ", 11))
	if got := h.composer.MinSize().Height; !isWithinOnePixel(got, empty+2*line) {
		t.Errorf("wrapped text: height %v, want %v", got, empty+2*line)
	}
	h.composer.SetText(strings.Repeat("w ", maxPasteBytes/2))
	h.composer.SetMaxTextHeight(3 * line)
	if got := h.composer.MinSize().Height; !isWithinOnePixel(got, empty+2*line) {
		t.Errorf("bounded: height %v, want %v", got, empty+2*line)
	}
	h.composer.SetText("")
	if got := h.composer.MinSize().Height; got != empty {
		t.Errorf("empty again: height %v, want %v", got, empty)
	}
}

// isWithinOnePixel allows for heights that are rounded to whole pixels.
func isWithinOnePixel(a, b float32) bool { return a-b <= 1 && b-a <= 1 }

func TestSendButtonSendsStopsOrIsDisabled(t *testing.T) {
	h := newHarness(t)
	test.Tap(h.composer.view.sendButton)
	test.Type(h.composer.editor, "x")
	test.Tap(h.composer.view.sendButton)
	h.expectEqual("sent", strings.Join(h.sent, "|"), "x")
	h.composer.SetSendButtonPhase(Busy, "")
	h.typeKey(fyne.KeyReturn) // queues it
	test.Tap(h.composer.view.sendButton)
	h.composer.SetSendButtonPhase(Disabled, "No model yet.")
	test.Tap(h.composer.view.sendButton)
	h.typeKey(fyne.KeyReturn)
	h.expectEqual("sent while busy or off", strings.Join(h.sent, "|"), "x|x")
	h.expectEqual("asked", strings.Join(h.calls, "|"), "stop")
	h.expectEqual("reason", h.composer.view.sendButton.Name(), "No model yet.")
	h.composer.SetSendButtonPhase(Waiting, "Sending")
	test.Tap(h.composer.view.sendButton)
	h.expectEqual("sent by the button while waiting", strings.Join(h.sent, "|"), "x|x")
	h.typeKey(fyne.KeyReturn) // queues it
	h.expectEqual("sent while waiting", strings.Join(h.sent, "|"), "x|x|x")
	h.expectEqual("reason", h.composer.view.sendButton.Name(), "Sending")
}

func TestQueuedMessagesAreChipsThatAreEditedAndRemoved(t *testing.T) {
	h := newHarness(t)
	before := h.composer.MinSize().Height
	h.composer.OnEditQueued = func(id int64) { h.calls = append(h.calls, fmt.Sprintf("edit %d", id)) }
	h.composer.OnRemoveQueued = func(id int64) { h.calls = append(h.calls, fmt.Sprintf("remove %d", id)) }
	h.composer.SetQueuedChips([]Queued{{ID: 4, Text: "And coffee?"}, {ID: 5, Text: "And milk?", IsEdited: true}})
	chips := h.composer.view.queuedChips
	if h.composer.MinSize().Height <= before || !chips[0].Visible() || chips[1].Visible() {
		t.Errorf("height %v, was %v", h.composer.MinSize().Height, before)
	}
	test.Tap(chips[0])
	test.Tap(chips[0].removeButton)
	h.expectEqual("asked", strings.Join(h.calls, "|"), "edit 4|remove 4")
	if !h.composer.CanSend() {
		t.Error("what waits cannot be sent")
	}
	h.typeKey(fyne.KeyReturn)
	h.expectEqual("sent", fmt.Sprintf("%q", h.sent), `[""]`)
	h.composer.SetQueuedChips(nil)
	h.typeKey(fyne.KeyReturn)
	if h.composer.MinSize().Height != before || len(h.sent) != 1 {
		t.Errorf("without a queue: height %v, was %v; sent %q", h.composer.MinSize().Height, before, h.sent)
	}
}

func TestEscapeCancelsEditingOrIsForwarded(t *testing.T) {
	h := newHarness(t)
	h.composer.ShowOrHideEditingChip("Editing an earlier message")
	h.typeKey(fyne.KeyEscape)
	h.composer.ShowOrHideEditingChip("")
	h.typeKey(fyne.KeyEscape)
	h.typeKey(fyne.KeyPageUp)
	h.expectEqual("asked", strings.Join(h.calls, "|"), "cancel edit|Escape|Prior")
}

func TestUnhandledShortcutsReachTheWindow(t *testing.T) {
	h := newHarness(t)
	var window fyne.ShortcutHandler
	h.composer.editor.shortcutTarget = func() fyne.Shortcutable { return &window }
	reached := 0
	ctrlN := &desktop.CustomShortcut{KeyName: fyne.KeyN, Modifier: fyne.KeyModifierControl}
	window.AddShortcut(ctrlN, func(fyne.Shortcut) { reached++ })
	word := &desktop.CustomShortcut{KeyName: fyne.KeyLeft, Modifier: fyne.KeyModifierControl}
	window.AddShortcut(word, func(fyne.Shortcut) { reached += 100 })
	h.composer.editor.TypedShortcut(ctrlN)
	h.composer.editor.TypedShortcut(word)
	if reached != 1 {
		t.Errorf("Ctrl+N reached the window %d times", reached)
	}
}

func TestFileChipsReportRemoveAndOpen(t *testing.T) {
	h := newHarness(t)
	var removed, opened int64
	h.composer.OnRemoveFile = func(id int64) { removed = id }
	h.composer.OnOpenFile = func(id int64) { opened = id }
	bare := h.composer.MinSize().Height
	h.composer.SetFileChips([]File{{ID: 7, Name: "a.csv", Detail: "1.2k"}, {ID: 8, Name: "b.pdf", Error: "no text in it"}})
	if h.composer.MinSize().Height <= bare {
		t.Error("no room was made for the chips")
	}
	test.Tap(h.composer.view.chips[1].removeButton)
	test.Tap(h.composer.view.chips[0])
	if removed != 8 || opened != 7 {
		t.Errorf("removed %d, opened %d", removed, opened)
	}
}

func TestMeterWarningLevels(t *testing.T) {
	for _, tc := range []struct {
		used, limit int
		want        meterLevel
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
		if m.warningLevel() != tc.want || m.meterLabelText() != tc.text {
			t.Errorf("%+v: level %d %q, want %d %q", m, m.warningLevel(), m.meterLabelText(), tc.want, tc.text)
		}
	}
}

func TestFormatTokensAbbreviates(t *testing.T) {
	for n, want := range map[int]string{
		0: "0", 999: "999", 1000: "1.0k", 1249: "1.2k", 9949: "9.9k", 9950: "10k", 10_500: "11k",
		4096: "4k", 32_768: "32k", 131_072: "128k",
	} {
		if got := AbbreviateTokenCount(n); got != want {
			t.Errorf("Tokens(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestFocusIsABorderAroundTheComposer(t *testing.T) {
	h := newHarness(t)
	border := func() (stroke color.Color) {
		for _, o := range test.WidgetRenderer(h.composer.view.box).Objects() {
			if r, ok := o.(*canvas.Rectangle); ok {
				stroke = r.StrokeColor
			}
		}
		return stroke
	}
	focused := border()
	if !h.composer.view.focusRing.Hidden {
		t.Error("the composer, which has the keyboard most of the time, has a ring")
	}
	for _, currentTheme := range []theme.Options{{}, {Dark: true}} {
		fyne.CurrentApp().Settings().SetTheme(theme.New(currentTheme))
		h.composer.Refresh()
		test.Type(h.composer.editor, "x")
		for _, o := range test.WidgetRenderer(h.composer.editor).Objects() {
			if box, ok := o.(*canvas.Rectangle); ok && box.Visible() {
				t.Errorf("a box of %v is drawn around the text", box.Size())
			}
		}
	}
	h.window.Canvas().Unfocus()
	fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Options{}))
	h.composer.Refresh()
	if border() == focused {
		t.Error("the border is the same with and without the keyboard")
	}
}

func TestContainsPositionAndDropState(t *testing.T) {
	h := newHarness(t)
	other := canvas.NewRectangle(nil)
	other.SetMinSize(fyne.NewSize(100, 100))
	h.window.SetContent(container.NewBorder(other, nil, nil, nil, h.composer))
	h.window.Resize(fyne.NewSize(700, 400))
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(h.composer)
	size := h.composer.Size()
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
		if got := h.composer.ContainsWindowPosition(tc.pos); got != tc.want {
			t.Errorf("%s: %v", tc.name, got)
		}
	}
	h.composer.SetFileDropTargetShown(true)
	if !h.composer.view.dropLabel.Visible() || h.composer.view.field.Visible() {
		t.Error("a held file is not invited")
	}
	h.composer.SetFileDropTargetShown(false)
	if h.composer.view.dropLabel.Visible() || !h.composer.view.field.Visible() {
		t.Error("the invitation stays")
	}
}

func TestEmptyMeterHasNoFill(t *testing.T) {
	h := newHarness(t)
	h.composer.SetContextMeter(Meter{Limit: 32_000})
	if h.composer.view.meterBar.fill.Visible() {
		t.Error("something of nothing is filled")
	}
	h.composer.SetContextMeter(Meter{Used: 1, Limit: 32_000})
	if m := h.composer.view.meterBar; !m.fill.Visible() || m.fill.Size().Width != meterHeight {
		t.Errorf("one token fills %v", m.fill.Size())
	}
}

func TestTextDoesNotRunUnderTheScrollBar(t *testing.T) {
	h := newHarness(t)
	h.composer.SetText(strings.Repeat("x", 8000)) // every line is full
	var bar *container.Scroll
	for _, o := range test.WidgetRenderer(h.composer.editor).Objects() {
		if s, ok := o.(*container.Scroll); ok {
			bar = s
		}
	}
	if bar == nil || bar.Content.MinSize().Height <= bar.Size().Height {
		t.Fatal("nothing is there to scroll")
	}
	text := bar.Content.(*fyne.Container).Objects[0]
	if got, most := text.Size().Width, bar.Size().Width-draw.ScrollBarRoom; got > most {
		t.Errorf("the text is %v wide, the scroll bar begins at %v", got, most)
	}
	h.expectEqual("width of the text", fmt.Sprint(text.Size().Width), fmt.Sprint(h.composer.availableTextWidth()))
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(bar)
	if end := at.X + bar.Size().Width; end > h.composer.Size().Width {
		t.Errorf("the scroll bar ends at %v, outside of the composer, which is %v wide", end, h.composer.Size().Width)
	}
}

// The text stays exactly as typed, also where a space falls on a line end.
func TestTypingKeepsEveryCharacterAtLineEnds(t *testing.T) {
	h := newHarness(t)
	const text = "I am allergic to hazelnuts. The cat is under a table, not on it, and waits for what comes next."
	for width := float32(300); width < 440; width += 5 {
		h.window.Resize(fyne.NewSize(width, 400))
		h.composer.SetText("")
		for _, r := range text {
			h.composer.editor.TypedRune(r)
		}
		h.expectEqual(fmt.Sprint(width, " px wide"), h.composer.Text(), text)
		h.typeKey(fyne.KeyBackspace)
		h.expectEqual("after Backspace", h.composer.Text(), text[:len(text)-1])
	}
}
