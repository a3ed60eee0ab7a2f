package message

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"memoir/ui/theme"
)

// harness creates views, records their clicks and runs their timers by hand.
type harness struct {
	*testing.T
	shared      *sharedState
	clicks      []string
	timers      map[int]func()
	lastTimerID int
	now         time.Time
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	d := &harness{T: t, timers: map[int]func(){}, now: time.Unix(1_800_000_000, 0)}
	d.shared = newSharedViewState(Options{
		OnAction: d.recordAction,
		Now:      func() time.Time { return d.now },
		After: func(_ time.Duration, f func()) func() {
			d.lastTimerID++
			id := d.lastTimerID
			d.timers[id] = f
			return func() { delete(d.timers, id) }
		},
	})
	return d
}

func (d *harness) recordAction(a Action) {
	name := map[ActionKind]string{
		ActionCopy: "copy " + a.Text, ActionEdit: "edit", ActionRegenerate: "regenerate", ActionContinue: "continue",
		ActionStepVersion: map[int]string{-1: "previous", 1: "next"}[a.Step], ActionShowReceipt: "receipt",
		ActionShowMenu: "more", ActionUndoLearned: "undo", ActionOpenLearned: "open", ActionOpenLink: a.URL,
		ActionFaultButton: "fault " + a.Button, ActionShowSummaries: "summaries", ActionOpenOrigin: "origin",
	}[a.Kind]
	d.clicks = append(d.clicks, name)
}

// fireAllTimers runs every pending timer.
func (d *harness) fireAllTimers() {
	for id, f := range d.timers {
		delete(d.timers, id)
		f()
	}
}

func (d *harness) newAnswerViewShowing(m Answer) *answerView {
	v := newAnswerView(d.shared)
	d.bindAnswer(v, m)
	return v
}

func (d *harness) bindAnswer(v *answerView, m Answer) {
	v.BindRow(m.ListRow())
	v.Resize(fyne.NewSize(700, v.HeightFor(700)))
}

func (d *harness) assertRecordedActions(want string) {
	d.Helper()
	if got := strings.Join(d.clicks, "|"); got != want {
		d.Errorf("asked %q, want %q", got, want)
	}
}

func TestAnswerButtonsCallTheirActions(t *testing.T) {
	d := newHarness(t)
	v := d.newAnswerViewShowing(Answer{
		ID: 1, Text: "**text**", State: Stopped, Version: 2, VersionCount: 3, ReceiptLabel: "Used 1 memory",
		Learned: []LearnedMemory{{ID: 5, Text: "x"}},
		Fault:   &Fault{Title: "No.", Buttons: []FaultButton{{ID: "retry", Label: "Again"}}},
	})
	for _, b := range []fyne.Tappable{
		v.copyButton, v.regenerateButton, v.versions.prev, v.versions.next, v.moreButton, v.receiptButton,
		v.chips[0].undoButton,
		v.incomplete.continueButton, v.fault.buttons[0],
	} {
		test.Tap(b)
	}
	d.assertRecordedActions("copy **text**|regenerate|previous|next|more|receipt|undo|continue|fault retry")
}

func TestRetryReplacesRegenerate(t *testing.T) {
	d := newHarness(t)
	v := d.newAnswerViewShowing(
		Answer{ID: 1, State: Failed, Fault: &Fault{Buttons: []FaultButton{{ID: "r", IsRetry: true}}}},
	)
	if v.regenerateButton.Visible() {
		t.Error("Retry and Regenerate, which do the same, are both offered")
	}
	if d.bindAnswer(v, Answer{ID: 1, Text: "x"}); !v.regenerateButton.Visible() {
		t.Error("a complete answer can't be regenerated")
	}
}

// What a long memory would take of the next line is cut while enough of it is legible.
func TestLongChipGetsTheRestOfItsLine(t *testing.T) {
	d := newHarness(t)
	long := strings.Repeat("The user keeps bees. ", 8)
	v := d.newAnswerViewShowing(Answer{
		ID: 1, Text: "x", ReceiptLabel: "Used 3 memories · 2 earlier messages", Learned: []LearnedMemory{{ID: 5, Text: long}},
	})
	chip, receipt := v.chips[0], v.receiptButton
	if chip.Position().Y != receipt.Position().Y {
		t.Errorf("the chip is at %v, the receipt at %v", chip.Position(), receipt.Position())
	}
	if end := chip.Position().X + chip.Size().Width; end > 700 {
		t.Errorf("the chip ends at %v", end)
	}
}

// No height is kept for buttons that appear under the pointer, unless there is no room beside the text.
func TestUserMessageIsAsHighAsItsBubble(t *testing.T) {
	d := newHarness(t)
	v := newUserMessageView(d.shared)
	v.BindRow(UserMessage{ID: 1, Text: "Hello there"}.ListRow())
	v.Resize(fyne.NewSize(700, v.HeightFor(700)))
	if got, want := v.HeightFor(700), v.bubble.Size().Height; got != want {
		t.Errorf("the row is %v high, the bubble %v", got, want)
	}
	copyEnd := v.bar.Position().X + v.copyButton.Position().X + v.copyButton.Size().Width
	if copyEnd > v.bubble.Position().X {
		t.Errorf("Copy ends at %v, the bubble begins at %v", copyEnd, v.bubble.Position().X)
	}
	v.BindRow(UserMessage{ID: 1, Text: strings.Repeat("word ", 60)}.ListRow())
	v.Resize(fyne.NewSize(400, v.HeightFor(400)))
	if v.bar.Position().Y < v.bubble.Size().Height {
		t.Errorf("beside a wide bubble the buttons are at %v", v.bar.Position())
	}
}

func TestNothingIsContinuedWhereNothingCameOrMessagesFollow(t *testing.T) {
	d := newHarness(t)
	v := d.newAnswerViewShowing(Answer{ID: 1, State: Interrupted})
	if v.incomplete.label.Text() != "Interrupted before the answer began." || v.incomplete.continueButton.Visible() {
		t.Errorf("without text: %q, Continue %t", v.incomplete.label.Text(), v.incomplete.continueButton.Visible())
	}
	v = d.newAnswerViewShowing(Answer{ID: 1, Text: "Peanuts are", State: Stopped, IsFollowed: true})
	if v.incomplete.continueButton.Visible() {
		t.Error("an answer with messages behind it offers Continue")
	}
}

func TestReadOnlyMessagesOfferNothingThatChangesThem(t *testing.T) {
	d := newHarness(t)
	answer := d.newAnswerViewShowing(Answer{ID: 1, Text: "Peanuts are", State: Stopped, IsReadOnly: true})
	user := newUserMessageView(d.shared)
	user.BindRow(UserMessage{ID: 2, Text: "What?", IsReadOnly: true}.ListRow())
	if answer.regenerateButton.Visible() || answer.incomplete.continueButton.Visible() || user.editButton.Visible() {
		t.Errorf("Regenerate %t, Continue %t, Edit %t", answer.regenerateButton.Visible(),
			answer.incomplete.continueButton.Visible(), user.editButton.Visible())
	}
	if !answer.copyButton.Visible() || !answer.moreButton.Visible() || !user.copyButton.Visible() {
		t.Error("what only reads is hidden")
	}
	user.BindRow(UserMessage{ID: 2, Text: "What?"}.ListRow())
	if !user.editButton.Visible() {
		t.Error("Edit stays hidden")
	}
}

func TestAnswerWithoutItsEndSaysWhyAndOffersContinue(t *testing.T) {
	for state, want := range map[State]string{
		Stopped: "You stopped", Interrupted: "Interrupted", LengthLimited: "length limit", Filtered: "content filter",
	} {
		d := newHarness(t)
		v := d.newAnswerViewShowing(Answer{ID: 1, Text: "Peanuts are", State: state})
		if !v.incomplete.Visible() || !strings.Contains(v.incomplete.label.Text(), want) {
			t.Errorf("state %d: visible %t, %q", state, v.incomplete.Visible(), v.incomplete.label.Text())
		}
		test.Tap(v.incomplete.continueButton)
		d.assertRecordedActions("continue")
	}
	d := newHarness(t)
	if v := d.newAnswerViewShowing(Answer{ID: 1, Text: "All of it.", State: Complete}); v.incomplete.Visible() {
		t.Errorf("a complete answer says %q", v.incomplete.label.Text())
	}
}

func TestVersionPickerStopsAtBothEnds(t *testing.T) {
	d := newHarness(t)
	v := d.newAnswerViewShowing(Answer{ID: 1, Text: "x", Version: 1, VersionCount: 2})
	test.Tap(v.versions.prev)
	d.bindAnswer(v, Answer{ID: 1, Text: "x", Version: 2, VersionCount: 2})
	test.Tap(v.versions.next)
	d.assertRecordedActions("")
	d.bindAnswer(v, Answer{ID: 1, Text: "x", Version: 1, VersionCount: 1})
	if v.versions.label.Visible() {
		t.Error("a single version is counted")
	}
}

func TestCopyButtonShowsCopiedForAMoment(t *testing.T) {
	d := newHarness(t)
	v := d.newAnswerViewShowing(Answer{ID: 1, Text: "x"})
	test.Tap(v.copyButton)
	if got := v.copyButton.Label(); got != "Copied" {
		t.Errorf("the button says %q", got)
	}
	d.fireAllTimers()
	if got := v.copyButton.Label(); got != "Copy" {
		t.Errorf("later the button says %q", got)
	}
}

func TestUndoneChipIsShownForFourSeconds(t *testing.T) {
	d := newHarness(t)
	kept := Answer{ID: 1, Text: "x", Learned: []LearnedMemory{{ID: 5, Text: "A fact"}}}
	v := d.newAnswerViewShowing(kept)
	with := v.HeightFor(700)
	heightChanges := 0
	v.SetHeightChangeCallback(func() { heightChanges++ })

	undone := kept
	undone.Learned = []LearnedMemory{{ID: 5, Text: "A fact", UndoneAt: d.now}}
	d.bindAnswer(v, undone)
	if got := v.chips[0].text.Text(); got != undoneLabel {
		t.Errorf("the chip says %q", got)
	}
	if v.chips[0].undoButton.Visible() {
		t.Error("what was undone can be undone again")
	}
	d.now = d.now.Add(UndoneLabelDuration)
	d.fireAllTimers()
	if heightChanges != 1 || v.HeightFor(700) >= with {
		t.Errorf("the list was told %d times, the height went from %v to %v", heightChanges, with, v.HeightFor(700))
	}
	other := d.newAnswerViewShowing(undone)
	if other.chips[0].Visible() || len(d.timers) != 0 {
		t.Error("a row shown later still has the chip or a timer")
	}
}

func TestLiveAnswerHasACaretAndNoButtons(t *testing.T) {
	d := newHarness(t)
	v := d.newAnswerViewShowing(Answer{ID: 1, State: Waiting, Status: "Still waiting"})
	if !v.caret.Visible() || v.bar.Visible() || v.caret.status.Text() != "Still waiting" {
		t.Error("a waiting reply must show the caret with its status and no actions")
	}
	d.fireAllTimers()
	if v.caret.rect.Visible() {
		t.Error("the caret does not blink")
	}
	d.bindAnswer(v, Answer{ID: 1, Text: "done"})
	if v.caret.Visible() || !v.bar.Visible() || len(d.timers) != 0 {
		t.Errorf("a finished reply blinks, has no actions or leaves %d timers", len(d.timers))
	}
}

func TestReducedMotionStopsTheCaretFromBlinking(t *testing.T) {
	d := newHarness(t)
	d.shared.options.ReducedMotion = func() bool { return true }
	d.newAnswerViewShowing(Answer{ID: 1, State: Waiting})
	if len(d.timers) != 0 {
		t.Error("a timer runs")
	}
}

func TestExpandingReasoningReportsTheHeightChange(t *testing.T) {
	d := newHarness(t)
	v := d.newAnswerViewShowing(
		Answer{ID: 1, Text: "x", Reasoning: "Because.\n\nAnd so.", ReasoningDuration: 95 * time.Second},
	)
	closed := v.HeightFor(700)
	heightChanges := 0
	v.SetHeightChangeCallback(func() { heightChanges++ })
	test.Tap(v.reasoning.headerButton)
	if heightChanges == 0 || v.HeightFor(700) <= closed+40 {
		t.Errorf("told %d times, height from %v to %v", heightChanges, closed, v.HeightFor(700))
	}
	if got := v.reasoning.headerButton.Label(); got != "Thought for 1 min 35 s" {
		t.Errorf("the head says %q", got)
	}
	if !v.HasUserState() {
		t.Error("the list may take an opened view away")
	}
	d.bindAnswer(v, Answer{ID: 2, Text: "x", Reasoning: "Other."})
	if v.reasoning.expanded {
		t.Error("another reply begins with its reasoning open")
	}
}

func TestUserMessageButtonsCallTheirActions(t *testing.T) {
	d := newHarness(t)
	v := newUserMessageView(d.shared)
	v.BindRow(UserMessage{ID: 1, Text: "*hello*"}.ListRow())
	v.Resize(fyne.NewSize(700, v.HeightFor(700)))
	test.Tap(v.editButton)
	test.Tap(v.copyButton)
	d.assertRecordedActions("edit|copy *hello*")
	if v.text.SelectAll(); v.SelectedText() != "*hello*" {
		t.Errorf("the message reads %q", v.SelectedText())
	}
}

func TestOnlyTheHoveredMessageShowsItsButtons(t *testing.T) {
	d := newHarness(t)
	a, b := newUserMessageView(d.shared), newUserMessageView(d.shared)
	a.BindRow(UserMessage{ID: 1, Text: "a"}.ListRow())
	b.BindRow(UserMessage{ID: 2, Text: "b"}.ListRow())
	a.MouseIn(nil)
	b.MouseIn(nil)
	if a.hovered || !b.hovered {
		t.Errorf("hovered: %v %v", a.hovered, b.hovered)
	}
	r := d.newAnswerViewShowing(Answer{ID: 3, Text: "x"})
	r.MouseIn(nil)
	if b.hovered {
		t.Error("the message keeps its actions while the pointer is in the answer")
	}
	a.text.MouseIn(&desktop.MouseEvent{}) // a fast pointer is first seen in the text
	if !a.hovered {
		t.Error("the message shows no actions while the pointer is in its text")
	}
	r.text.MouseIn(&desktop.MouseEvent{})
	if a.hovered {
		t.Error("the message keeps its actions while the pointer is in the text of the answer")
	}
}

func TestRevisionChangesWithEveryVisibleField(t *testing.T) {
	base := Answer{ID: 1, Text: "text", Learned: []LearnedMemory{{ID: 1, Text: "a"}}, Fault: &Fault{Title: "t"}}
	changes := map[string]func(*Answer){
		"text":      func(r *Answer) { r.Text += "." },
		"state":     func(r *Answer) { r.State = Stopped },
		"reasoning": func(r *Answer) { r.Reasoning = "x" },
		"took":      func(r *Answer) { r.ReasoningDuration = time.Second },
		"status":    func(r *Answer) { r.Status = "x" },
		"version":   func(r *Answer) { r.Version = 2 },
		"versions":  func(r *Answer) { r.VersionCount = 2 },
		"meta":      func(r *Answer) { r.Stats = "x" },
		"used":      func(r *Answer) { r.ReceiptLabel = "x" },
		"left":      func(r *Answer) { r.OmittedNote = "x" },
		"learned":   func(r *Answer) { r.Learned = nil },
		"undone":    func(r *Answer) { r.Learned = []LearnedMemory{{ID: 1, Text: "a", UndoneAt: time.Unix(9, 0)}} },
		"fault":     func(r *Answer) { r.Fault = &Fault{Title: "u"} },
		"buttons":   func(r *Answer) { r.Fault = &Fault{Title: "t", Buttons: []FaultButton{{ID: "a", Label: "b"}}} },
		"read only": func(r *Answer) { r.IsReadOnly = true },
		"long":      func(r *Answer) { r.Text = strings.Repeat("x", 60_000) },
	}
	seen := map[uint64]string{base.ListRow().RowRevision(): "nothing"}
	for name, change := range changes {
		r := base
		change(&r)
		rev := r.ListRow().RowRevision()
		if other, ok := seen[rev]; ok {
			t.Errorf("changing %s gives the revision of %s", name, other)
		}
		seen[rev] = name
	}
	if again := base; base.ListRow().RowRevision() != again.ListRow().RowRevision() {
		t.Error("equal replies have different revisions")
	}
}

func TestNoPartIsWiderThanTheRow(t *testing.T) {
	d := newHarness(t)
	v := d.newAnswerViewShowing(Answer{
		ID: 1, Text: "x", State: Interrupted, Version: 2, VersionCount: 3, Stats: "41 words/s · 9 s",
		ReceiptLabel: "Used 3 memories · 1 file", Learned: []LearnedMemory{{ID: 1, Text: strings.Repeat("long ", 40)}},
		Fault: &Fault{
			Title: strings.Repeat("title ", 30), Hint: strings.Repeat("hint ", 30),
			Buttons: []FaultButton{
				{ID: "a", Label: "Try again"}, {ID: "b", Label: "Use another model"}, {ID: "c", Label: "Open the settings"},
			},
		},
	})
	for _, width := range []float32{700, 400, 300} {
		h := v.HeightFor(width)
		v.Resize(fyne.NewSize(width, h))
		var bottom float32
		for _, o := range v.objects {
			if !o.Visible() {
				continue
			}
			p, s := o.Position(), o.Size()
			if p.X < 0 || p.X+s.Width > width {
				t.Errorf("at %v: %T stands from %v to %v", width, o, p.X, p.X+s.Width)
			}
			bottom = max(bottom, p.Y+s.Height)
		}
		if bottom != h {
			t.Errorf("at %v: the parts end at %v, the row at %v", width, bottom, h)
		}
	}
}

func TestBindingAnotherRowCancelsTimers(t *testing.T) {
	d := newHarness(t)
	v := d.newAnswerViewShowing(
		Answer{ID: 1, Text: "x", Learned: []LearnedMemory{{ID: 5, Text: "A fact", UndoneAt: d.now}}},
	)
	if len(d.timers) != 1 {
		t.Fatalf("%d timers", len(d.timers))
	}
	d.bindAnswer(v, Answer{ID: 2, Text: "y"})
	if len(d.timers) != 0 {
		t.Error("the timer of the former row is still set")
	}
}

func TestOnlyOneMessageHasASelection(t *testing.T) {
	d := newHarness(t)
	a, b := d.newAnswerViewShowing(Answer{ID: 1, Text: "first"}), d.newAnswerViewShowing(Answer{ID: 2, Text: "second"})
	a.text.SelectAll()
	b.text.SelectAll()
	if a.HasUserState() || b.SelectedText() != "second" {
		t.Errorf("selected: %q and %q", a.SelectedText(), b.SelectedText())
	}
}

// clickAnswerTextAt clicks into the text of an answer.
func clickAnswerTextAt(v *answerView, x, y float32) {
	e := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	e.Position = fyne.NewPos(x, y)
	v.text.MouseDown(e)
	v.text.MouseUp(e)
}

func TestClickOpensOnlySafeLinks(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"[here](https://example.org/a?b=c) and there", "https://example.org/a?b=c"},
		{"[here](http://example.org) and there", "http://example.org"},
		{"[here](mailto:jonas@example.org) and there", "mailto:jonas@example.org"},
		{"[here](file:///etc/passwd) and there", ""},
		{"[here](javascript:alert(1)) and there", ""},
		{"here and [there](https://example.org)", ""},
	} {
		d := newHarness(t)
		v := d.newAnswerViewShowing(Answer{ID: 1, Text: tc.text})
		d.assertRecordedActions("")
		clickAnswerTextAt(v, 6, 12)
		d.assertRecordedActions(tc.want)
	}
}

func TestDragAcrossALinkDoesNotOpenIt(t *testing.T) {
	d := newHarness(t)
	v := d.newAnswerViewShowing(Answer{ID: 1, Text: "[a long name of a link](https://example.org)"})
	e := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	e.Position = fyne.NewPos(6, 12)
	v.text.MouseDown(e)
	v.text.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{AbsolutePosition: fyne.NewPos(60, 12)}})
	e.Position = fyne.NewPos(60, 12)
	v.text.MouseUp(e)
	d.assertRecordedActions("")
	if v.SelectedText() == "" {
		t.Error("the drag selected nothing")
	}
}

func TestCaretFollowsTheLastWord(t *testing.T) {
	d := newHarness(t)
	v := d.newAnswerViewShowing(Answer{ID: 1, Text: "one", State: Streaming})
	one := v.HeightFor(700)
	first := v.caret.Position()
	if first.Y != 0 || first.X < 20 || first.X > 60 {
		t.Errorf("behind the first word it stands at %v", first)
	}
	d.bindAnswer(v, Answer{ID: 1, Text: "one two", State: Streaming})
	if p := v.caret.Position(); p.Y != 0 || p.X <= first.X || v.HeightFor(700) != one {
		t.Errorf("behind the second word it stands at %v, the row is %v high", p, v.HeightFor(700))
	}
	d.bindAnswer(v, Answer{ID: 1, Text: "one\n\ntwo", State: Streaming})
	if p := v.caret.Position(); p.Y <= one/2 || p.X > 60 {
		t.Errorf("in the second paragraph it stands at %v", p)
	}
}

func TestCaretIsBelowTextWithoutALastWord(t *testing.T) {
	d := newHarness(t)
	for _, m := range []Answer{
		{ID: 1, Text: "```go\nx := 1\n```", State: Streaming},
		{ID: 2, Text: "one", State: Streaming, Status: "Looking again"},
	} {
		v := d.newAnswerViewShowing(m)
		end := v.text.Position().Y + v.text.Size().Height
		if p := v.caret.Position(); p.X != 0 || p.Y != end || v.HeightFor(700) != end+lineHeight {
			t.Errorf("%q: the caret stands at %v below a text that ends at %v", m.Text, p, end)
		}
	}
}

// The line above the first message that the model sees shows the summary on a click, and leads to where
// it can be edited; without a summary it only says that the messages are gone for the model.
func TestWindowStartShowsTheSummaryOnAClick(t *testing.T) {
	d := newHarness(t)
	v := newWindowStartView(d.shared)
	heights := 0
	v.SetHeightChangeCallback(func() { heights++ })
	v.BindRow(WindowStart{ID: -3, Summary: "- The user planned a trip."}.ListRow())
	closed := v.HeightFor(700)
	if v.text.Visible() || v.label.Visible() || !v.button.Visible() {
		t.Error("a collapsed line shows more than its button")
	}
	test.Tap(v.button)
	v.Resize(fyne.NewSize(700, v.HeightFor(700)))
	if !v.text.Visible() || v.text.source != "- The user planned a trip." || v.HeightFor(700) <= closed || heights != 1 {
		t.Errorf("expanded it shows %q, %d changes of height", v.text.source, heights)
	}
	test.Tap(v.editButton)
	d.assertRecordedActions("summaries")
	v.BindRow(WindowStart{ID: -5, Summary: ""}.ListRow())
	if v.text.Visible() || v.button.Visible() || !v.label.Visible() || v.label.Text() != notSentLabel {
		t.Error("without a summary there is something to show")
	}
}
