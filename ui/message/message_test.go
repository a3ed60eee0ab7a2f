package message

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"

	"memoir/ui/markdown"
	"memoir/ui/theme"
)

// harness creates views, records their clicks and runs their timers by hand.
type desk struct {
	*testing.T
	actions Actions
	shared  *shared
	log     []string
	timers  map[int]func()
	next    int
	now     time.Time
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	d := &desk{T: t, timers: map[int]func(){}, now: time.Unix(1_800_000_000, 0)}
	note := func(s string) func(int64) { return func(int64) { d.log = append(d.log, s) } }
	d.actions = Actions{
		OnCopy:       func(_ int64, text string) { d.log = append(d.log, "copy "+text) },
		OnEdit:       note("edit"),
		OnRegenerate: note("regenerate"),
		OnContinue:   note("continue"),
		OnReceipt:    note("receipt"),
		OnVersion:    func(_ int64, step int) { d.log = append(d.log, map[int]string{-1: "previous", 1: "next"}[step]) },
		OnMore:       func(_ int64, anchor fyne.CanvasObject) { d.log = append(d.log, "more") },
		OnUndo:       func(_, learned int64) { d.log = append(d.log, "undo") },
		OnFault:      func(_ int64, b string) { d.log = append(d.log, "fault "+b) },
		Now:          func() time.Time { return d.now },
		After: func(_ time.Duration, f func()) func() {
			d.next++
			id := d.next
			d.timers[id] = f
			return func() { delete(d.timers, id) }
		},
	}
	d.shared = newShared(&d.actions)
	return d
}

// fireTimers runs every pending timer.
func (d *desk) ring() {
	for id, f := range d.timers {
		delete(d.timers, id)
		f()
	}
}

func (d *desk) reply(m Reply) *replyView {
	v := newReplyView(d.shared)
	d.bind(v, m)
	return v
}

func (d *desk) bind(v *replyView, m Reply) {
	v.Bind(m.Row())
	v.Resize(fyne.NewSize(700, v.HeightFor(700)))
}

func (d *desk) expectLog(want string) {
	d.Helper()
	if got := strings.Join(d.log, "|"); got != want {
		d.Errorf("asked %q, want %q", got, want)
	}
}

func TestTheActionsOfAReplyAskForTheirThing(t *testing.T) {
	d := newDesk(t)
	v := d.reply(Reply{
		ID: 1, Text: "**text**", State: Stopped, Version: 2, Versions: 3, Used: "Used 1 memory",
		Learned: []Learned{{ID: 5, Text: "x"}}, Fault: &Fault{Title: "No.", Buttons: []Button{{"retry", "Again"}}},
	})
	for _, b := range []fyne.Tappable{
		v.copy, v.again, v.vers.prev, v.vers.next, v.more, v.used, v.chips[0].undo,
		v.mark.more, v.fault.buttons[0],
	} {
		test.Tap(b)
	}
	d.expectLog("copy **text**|regenerate|previous|next|more|receipt|undo|continue|fault retry")
}

func TestVersionsEndAtBothEnds(t *testing.T) {
	d := newDesk(t)
	v := d.reply(Reply{ID: 1, Text: "x", Version: 1, Versions: 2})
	test.Tap(v.vers.prev)
	d.bind(v, Reply{ID: 1, Text: "x", Version: 2, Versions: 2})
	test.Tap(v.vers.next)
	d.expectLog("")
	d.bind(v, Reply{ID: 1, Text: "x", Version: 1, Versions: 1})
	if v.vers.label.Visible() {
		t.Error("a single version is counted")
	}
}

func TestCopyConfirmsForAMoment(t *testing.T) {
	d := newDesk(t)
	v := d.reply(Reply{ID: 1, Text: "x"})
	test.Tap(v.copy)
	if got := v.copy.Label(); got != "Copied" {
		t.Errorf("the button says %q", got)
	}
	d.ring()
	if got := v.copy.Label(); got != "Copy" {
		t.Errorf("later the button says %q", got)
	}
}

func TestNotKeptIsSeenForFourSecondsAndThenGone(t *testing.T) {
	d := newDesk(t)
	kept := Reply{ID: 1, Text: "x", Learned: []Learned{{ID: 5, Text: "A fact"}}}
	v := d.reply(kept)
	with := v.HeightFor(700)
	told := 0
	v.OnHeightChange(func() { told++ })

	gone := kept
	gone.Learned = []Learned{{ID: 5, Text: "A fact", Undone: d.now}}
	d.bind(v, gone)
	if got := v.chips[0].text.Text(); got != notKept {
		t.Errorf("the chip says %q", got)
	}
	if v.chips[0].undo.Visible() {
		t.Error("what was undone can be undone again")
	}
	d.now = d.now.Add(NotKeptFor)
	d.ring()
	if told != 1 || v.HeightFor(700) >= with {
		t.Errorf("the list was told %d times, the height went from %v to %v", told, with, v.HeightFor(700))
	}
	other := d.reply(gone)
	if other.chips[0].Visible() || len(d.timers) != 0 {
		t.Error("a row shown later still has the chip or a timer")
	}
}

func TestALiveReplyHasACaretAndNoActions(t *testing.T) {
	d := newDesk(t)
	v := d.reply(Reply{ID: 1, State: Waiting, Status: "Still waiting"})
	if !v.caret.Visible() || v.bar.Visible() || v.caret.status.Text() != "Still waiting" {
		t.Error("a waiting reply must show the caret with its status and no actions")
	}
	d.ring()
	if v.caret.rect.Visible() {
		t.Error("the caret does not blink")
	}
	d.bind(v, Reply{ID: 1, Text: "done"})
	if v.caret.Visible() || !v.bar.Visible() || len(d.timers) != 0 {
		t.Errorf("a finished reply blinks, has no actions or leaves %d timers", len(d.timers))
	}
}

func TestReducedMotionKeepsTheCaretStill(t *testing.T) {
	d := newDesk(t)
	d.actions.ReducedMotion = func() bool { return true }
	d.reply(Reply{ID: 1, State: Waiting})
	if len(d.timers) != 0 {
		t.Error("a timer runs")
	}
}

func TestReasoningOpensAndTellsTheList(t *testing.T) {
	d := newDesk(t)
	v := d.reply(Reply{ID: 1, Text: "x", Reasoning: "Because.\n\nAnd so.", ReasoningTook: 95 * time.Second})
	closed := v.HeightFor(700)
	told := 0
	v.OnHeightChange(func() { told++ })
	test.Tap(v.think.head)
	if told == 0 || v.HeightFor(700) <= closed+40 {
		t.Errorf("told %d times, height from %v to %v", told, closed, v.HeightFor(700))
	}
	if got := v.think.head.Label(); got != "Thought for 1 min 35 s" {
		t.Errorf("the head says %q", got)
	}
	if !v.Held() {
		t.Error("the list may take an opened view away")
	}
	d.bind(v, Reply{ID: 2, Text: "x", Reasoning: "Other."})
	if v.think.open {
		t.Error("another reply begins with its reasoning open")
	}
}

func TestTheActionsOfAUserMessageAskForTheirThing(t *testing.T) {
	d := newDesk(t)
	v := newUserView(d.shared)
	v.Bind(User{ID: 1, Text: "*hello*"}.Row())
	v.Resize(fyne.NewSize(700, v.HeightFor(700)))
	test.Tap(v.edit)
	test.Tap(v.copy)
	d.expectLog("edit|copy *hello*")
	if v.text.SelectAll(); v.SelectedText() != "*hello*" {
		t.Errorf("the message reads %q", v.SelectedText())
	}
}

func TestOnlyOneMessageShowsItsActions(t *testing.T) {
	d := newDesk(t)
	a, b := newUserView(d.shared), newUserView(d.shared)
	a.Bind(User{ID: 1, Text: "a"}.Row())
	b.Bind(User{ID: 2, Text: "b"}.Row())
	a.MouseIn(nil)
	b.MouseIn(nil)
	if a.hover || !b.hover {
		t.Errorf("hovered: %v %v", a.hover, b.hover)
	}
	r := d.reply(Reply{ID: 3, Text: "x"})
	r.MouseIn(nil)
	if b.hover {
		t.Error("the message keeps its actions while the pointer is in the answer")
	}
	a.text.MouseIn(&desktop.MouseEvent{}) // a fast pointer is first seen in the text
	if !a.hover {
		t.Error("the message shows no actions while the pointer is in its text")
	}
	r.text.MouseIn(&desktop.MouseEvent{})
	if a.hover {
		t.Error("the message keeps its actions while the pointer is in the text of the answer")
	}
}

func TestWhatIsTypedIsShownAsTyped(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	view := markdown.New(markdown.NewMetrics())
	view.Resize(fyne.NewSize(490, 100))
	rapid.Check(t, func(t *rapid.T) {
		alphabet := []rune("ab *_`#-+>[]()!\\<&;~|$:/.1@\t\n=\"日")
		text := string(rapid.SliceOfN(rapid.SampledFrom(alphabet), 0, 40).Draw(t, "text"))
		if strings.Contains(text, fence) {
			return // fenced code is shown as code
		}
		view.SetText(asTyped(text), false)
		view.SelectAll()
		got, want := squeeze(view.SelectedText()), squeeze(text)
		if got != want {
			t.Fatalf("%q is shown as %q", want, got)
		}
	})
}

// withoutSpace removes white space, which wrapping may change.
func squeeze(s string) string {
	white := func(r rune) bool { return strings.ContainsRune(" \n\t\u00a0", r) }
	return strings.Join(strings.FieldsFunc(s, white), "")
}

func TestLinesOfATypedMessageStayLines(t *testing.T) {
	for in, want := range map[string]string{
		"a\nb":                     "a\\\nb\n",
		"a\n\nb":                   "a\n\nb\n",
		"  x":                      "\u00a0\u00a0x\n",
		"see\n```go\nx*\n```\nend": "see\n\n```go\nx*\n```\n\nend\n",
		"```\nopen":                "&#96;&#96;&#96;\\\nopen\n",
	} {
		if got := asTyped(in); got != want {
			t.Errorf("asTyped(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestARevisionChangesWithAnythingThatIsSeen(t *testing.T) {
	base := Reply{ID: 1, Text: "text", Learned: []Learned{{ID: 1, Text: "a"}}, Fault: &Fault{Title: "t"}}
	changes := map[string]func(*Reply){
		"text":      func(r *Reply) { r.Text += "." },
		"state":     func(r *Reply) { r.State = Stopped },
		"reasoning": func(r *Reply) { r.Reasoning = "x" },
		"took":      func(r *Reply) { r.ReasoningTook = time.Second },
		"status":    func(r *Reply) { r.Status = "x" },
		"version":   func(r *Reply) { r.Version = 2 },
		"versions":  func(r *Reply) { r.Versions = 2 },
		"meta":      func(r *Reply) { r.Meta = "x" },
		"used":      func(r *Reply) { r.Used = "x" },
		"left":      func(r *Reply) { r.Left = "x" },
		"learned":   func(r *Reply) { r.Learned = nil },
		"undone":    func(r *Reply) { r.Learned = []Learned{{ID: 1, Text: "a", Undone: time.Unix(9, 0)}} },
		"fault":     func(r *Reply) { r.Fault = &Fault{Title: "u"} },
		"buttons":   func(r *Reply) { r.Fault = &Fault{Title: "t", Buttons: []Button{{"a", "b"}}} },
		"long":      func(r *Reply) { r.Text = strings.Repeat("x", 60_000) },
	}
	seen := map[uint64]string{base.Row().RowRevision(): "nothing"}
	for name, change := range changes {
		r := base
		change(&r)
		rev := r.Row().RowRevision()
		if other, ok := seen[rev]; ok {
			t.Errorf("changing %s gives the revision of %s", name, other)
		}
		seen[rev] = name
	}
	if again := base; base.Row().RowRevision() != again.Row().RowRevision() {
		t.Error("equal replies have different revisions")
	}
}

func TestNothingIsWiderThanTheRow(t *testing.T) {
	d := newDesk(t)
	v := d.reply(Reply{
		ID: 1, Text: "x", State: Interrupted, Version: 2, Versions: 3, Meta: "41 words/s · 9 s",
		Used: "Used 3 memories · 1 file", Learned: []Learned{{ID: 1, Text: strings.Repeat("long ", 40)}},
		Fault: &Fault{
			Title: strings.Repeat("title ", 30), Hint: strings.Repeat("hint ", 30),
			Buttons: []Button{{"a", "Try again"}, {"b", "Use another model"}, {"c", "Open the settings"}},
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

func TestARowShownInsteadLeavesNoTimer(t *testing.T) {
	d := newDesk(t)
	v := d.reply(Reply{ID: 1, Text: "x", Learned: []Learned{{ID: 5, Text: "A fact", Undone: d.now}}})
	if len(d.timers) != 1 {
		t.Fatalf("%d timers", len(d.timers))
	}
	d.bind(v, Reply{ID: 2, Text: "y"})
	if len(d.timers) != 0 {
		t.Error("the timer of the former row is still set")
	}
}

func TestOnlyOneMessageHasASelection(t *testing.T) {
	d := newDesk(t)
	a, b := d.reply(Reply{ID: 1, Text: "first"}), d.reply(Reply{ID: 2, Text: "second"})
	a.text.SelectAll()
	b.text.SelectAll()
	if a.Held() || b.SelectedText() != "second" {
		t.Errorf("selected: %q and %q", a.SelectedText(), b.SelectedText())
	}
}

// clickAt clicks into the text of an answer.
func click(v *replyView, x, y float32) {
	e := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	e.Position = fyne.NewPos(x, y)
	v.text.MouseDown(e)
	v.text.MouseUp(e)
}

func TestALinkIsOpenedByAClickAndOnlyWhenItIsSafe(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"[here](https://example.org/a?b=c) and there", "https://example.org/a?b=c"},
		{"[here](http://example.org) and there", "http://example.org"},
		{"[here](mailto:jonas@example.org) and there", "mailto:jonas@example.org"},
		{"[here](file:///etc/passwd) and there", ""},
		{"[here](javascript:alert(1)) and there", ""},
		{"here and [there](https://example.org)", ""},
	} {
		d := newDesk(t)
		d.actions.OnLink = func(url string) { d.log = append(d.log, url) }
		v := d.reply(Reply{ID: 1, Text: tc.text})
		d.expectLog("")
		click(v, 6, 12)
		d.expectLog(tc.want)
	}
}

func TestALinkIsNotOpenedByADragAcrossIt(t *testing.T) {
	d := newDesk(t)
	d.actions.OnLink = func(url string) { d.log = append(d.log, url) }
	v := d.reply(Reply{ID: 1, Text: "[a long name of a link](https://example.org)"})
	e := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	e.Position = fyne.NewPos(6, 12)
	v.text.MouseDown(e)
	v.text.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(60, 12)}})
	e.Position = fyne.NewPos(60, 12)
	v.text.MouseUp(e)
	d.expectLog("")
	if v.SelectedText() == "" {
		t.Error("the drag selected nothing")
	}
}

func TestTheCaretStandsBehindTheLastWord(t *testing.T) {
	d := newDesk(t)
	v := d.reply(Reply{ID: 1, Text: "one", State: Streaming})
	one := v.HeightFor(700)
	first := v.caret.Position()
	if first.Y != 0 || first.X < 20 || first.X > 60 {
		t.Errorf("behind the first word it stands at %v", first)
	}
	d.bind(v, Reply{ID: 1, Text: "one two", State: Streaming})
	if p := v.caret.Position(); p.Y != 0 || p.X <= first.X || v.HeightFor(700) != one {
		t.Errorf("behind the second word it stands at %v, the row is %v high", p, v.HeightFor(700))
	}
	d.bind(v, Reply{ID: 1, Text: "one\n\ntwo", State: Streaming})
	if p := v.caret.Position(); p.Y <= one/2 || p.X > 60 {
		t.Errorf("in the second paragraph it stands at %v", p)
	}
}

func TestTheCaretStandsBeneathWhatHasNoLastWord(t *testing.T) {
	d := newDesk(t)
	for _, m := range []Reply{
		{ID: 1, Text: "```go\nx := 1\n```", State: Streaming},
		{ID: 2, Text: "one", State: Streaming, Status: "Looking again"},
	} {
		v := d.reply(m)
		end := v.text.Position().Y + v.text.Size().Height
		if p := v.caret.Position(); p.X != 0 || p.Y != end || v.HeightFor(700) != end+lineHeight {
			t.Errorf("%q: the caret stands at %v below a text that ends at %v", m.Text, p, end)
		}
	}
}
