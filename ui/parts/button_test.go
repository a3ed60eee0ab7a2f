package parts

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"memoir/ui/theme"
	"memoir/ui/uitest/wcag"
)

// harness is a window with one button whose timers the test fires.
type rest struct {
	button *Button
	tips   *Tips
	wait   time.Duration
	later  func()
	taps   int
}

func newRest(t *testing.T, o ButtonOptions) *rest {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	r := &rest{}
	r.button = NewSmall(o, func() { r.taps++ })
	r.tips = NewTips(func(d time.Duration, f func()) func() {
		r.wait, r.later = d, f
		return func() { r.later = nil }
	})
	root := NewRoot(container.NewCenter(r.button), r.tips)
	test.NewTempWindow(t, root).Resize(fyne.NewSize(400, 300))
	return r
}

// tooltipText returns the text of the visible tooltip, or "".
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
	r := newRest(t, ButtonOptions{Icon: theme.IconClip, Name: "Attach a file"})
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

func TestTheNameGoesAwayWhenItIsNoLongerWanted(t *testing.T) {
	for name, end := range map[string]func(*rest){
		"a press of the mouse": func(r *rest) { r.button.MouseDown(nil) },
		"hiding the button":    func(r *rest) { r.button.Hide() },
		"another name":         func(r *rest) { r.button.Set(func(o *ButtonOptions) { o.Name = "Another" }) },
		"scrolling":            func(r *rest) { HideName(r.button) },
		"leaving before time":  func(r *rest) { r.button.MouseOut() },
	} {
		r := newRest(t, ButtonOptions{Icon: theme.IconClip, Name: "Attach a file"})
		r.button.MouseIn(nil)
		if name != "leaving before time" {
			r.later()
		}
		end(r)
		if r.name() != "" || name == "leaving before time" && r.later != nil {
			t.Errorf("after %s %q is shown", name, r.name())
		}
	}
}

func TestAButtonThatSaysItAllShowsNoName(t *testing.T) {
	for _, o := range []ButtonOptions{{Label: "Copy"}, {Label: "Copy", Name: "Copy"}} {
		r := newRest(t, o)
		r.button.MouseIn(nil)
		if r.later != nil {
			t.Errorf("%+v: something is shown soon", o)
		}
	}
}

func TestAButtonIsClickedByKeyboardUnlessItIsDisabled(t *testing.T) {
	r := newRest(t, ButtonOptions{Label: "Copy"})
	for _, k := range []fyne.KeyName{fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace, fyne.KeyTab} {
		r.button.TypedKey(&fyne.KeyEvent{Name: k})
	}
	r.button.SetEnabled(false)
	r.button.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if r.taps != 3 {
		t.Errorf("%d clicks, want 3", r.taps)
	}
}

func TestIconsAndCornersGrowWithTheText(t *testing.T) {
	b := newRest(t, ButtonOptions{Icon: theme.IconClip, Height: 30, IconSize: 18}).button
	fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Options{Zoom: 1.5}))
	b.Refresh()
	b.Resize(b.MinSize())
	var img *canvas.Image
	for _, o := range test.LaidOutObjects(b) {
		if i, ok := o.(*canvas.Image); ok {
			img = i
		}
	}
	if b.Size() != fyne.NewSquareSize(45) || img == nil || img.Size() != fyne.NewSquareSize(27) ||
		img.Position() != fyne.NewPos(9, 9) {
		t.Errorf("a button of %v has an icon of %v at %v", b.Size(), img.Size(), img.Position())
	}
	if want := theme.Round(theme.RadiusControl * 1.5); boxed(b.box).CornerRadius != want {
		t.Errorf("its corners are %v, want %v", boxed(b.box).CornerRadius, want)
	}
}

// boxRectangle returns the rectangle that a box draws.
func boxed(o fyne.Widget) *canvas.Rectangle {
	return test.WidgetRenderer(o).Objects()[0].(*canvas.Rectangle)
}

func TestTheFocusIsALineAndARingOutsideOfIt(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	for k := Ghost; k <= Round; k++ {
		b := NewSmall(ButtonOptions{Kind: k, Label: "Copy"}, nil)
		b.Resize(b.MinSize())
		b.FocusGained()
		look := theme.Current()
		line, ring := boxed(b.box), boxed(b.ring)
		if line.StrokeColor != look.Tone(theme.Accent) || line.StrokeWidth != 1.5 {
			t.Errorf("kind %d: the edge is %v, %v wide", k, line.StrokeColor, line.StrokeWidth)
		}
		if !b.ring.Visible() || ring.StrokeColor != look.Tone(theme.Focus) || ring.StrokeWidth != 3 ||
			b.ring.Position() != fyne.NewPos(-3, -3) || ring.Size() != b.Size().AddWidthHeight(6, 6) {
			t.Errorf("kind %d: the ring is %v wide at %v, %v", k, ring.StrokeWidth, b.ring.Position(), ring.Size())
		}
		if b.FocusLost(); b.ring.Visible() {
			t.Errorf("kind %d: the ring stays", k)
		}
	}
}

func TestAFaintButtonIsSeenWhilePointerOrKeyboardIsThere(t *testing.T) {
	b := newRest(t, ButtonOptions{Icon: theme.IconEdit, Label: "Edit"}).button
	b.SetFaint(true)
	if l := b.look(); l.ink != theme.None || l.fill != theme.None || b.icon.Visible() {
		t.Errorf("a faint button is drawn: %+v", l)
	}
	for name, do := range map[string][2]func(){
		"the pointer":  {func() { b.MouseIn(nil) }, b.MouseOut},
		"the keyboard": {b.FocusGained, b.FocusLost},
	} {
		if do[0](); b.look().ink == theme.None || !b.icon.Visible() {
			t.Errorf("%s is there and nothing is drawn", name)
		}
		do[1]()
	}
}

// buttonStates put a button into each state whose text must be readable.
var shades = map[string]func(*Button){
	"rest":    func(*Button) {},
	"hover":   func(b *Button) { b.MouseIn(nil) },
	"pressed": func(b *Button) { b.MouseIn(nil); b.MouseDown(nil) },
	"focus":   func(b *Button) { b.FocusGained() },
	"on":      func(b *Button) { b.SetOn(true) },
}

// WCAG 2.2 asks for a contrast of 4.5 (success criterion 1.4.3).
func TestWordsOfAButtonCanBeReadInEveryState(t *testing.T) {
	a := test.NewTempApp(t)
	for _, o := range []theme.Options{{}, {Dark: true}, {HighContrast: true}, {Dark: true, HighContrast: true}} {
		a.Settings().SetTheme(theme.New(o))
		for k := Ghost; k <= Round; k++ {
			for name, set := range shades {
				b := NewSmall(ButtonOptions{Kind: k, Label: "Words", Sub: "more"}, nil)
				set(b)
				l := b.look()
				if l.fill == theme.None {
					l.fill = theme.Panel
				}
				look := theme.Current()
				for what, ink := range map[string]theme.Token{"label": l.ink, "second words": l.sub} {
					if c := wcag.Contrast(look.Tone(ink), look.Tone(l.fill)); c < 4.5 {
						t.Errorf("%+v, kind %d, %s: the %s have contrast %.2f", o, k, name, what, c)
					}
				}
			}
		}
	}
}

func TestALongLabelIsCutAndTheFaintWordsGiveWayFirst(t *testing.T) {
	b := newRest(t, ButtonOptions{Kind: Outline, Label: "A model", Sub: "on this computer", Tail: theme.IconDown}).button
	whole := b.MinSize()
	b.Resize(whole)
	if b.label.Size().Width < roleWidth("A model", theme.RoleLabel) || b.sub.Size().Width < roleWidth("on this computer",
		theme.RoleMeta) {
		t.Fatalf("at %v the words get %v and %v", whole, b.label.Size(), b.sub.Size())
	}
	b.Resize(fyne.NewSize(whole.Width-60, whole.Height))
	if b.label.Size().Width < roleWidth("A model", theme.RoleLabel) {
		t.Errorf("the label is cut to %v while there are faint words of %v", b.label.Size(), b.sub.Size())
	}
	for _, w := range []float32{whole.Width, whole.Width - 60, 70, 40, 10} {
		b.Resize(fyne.NewSize(w, whole.Height))
		end := b.sub.Position().X + b.sub.Size().Width
		if end > b.tail.Position().X+0.5 && w > 40 {
			t.Errorf("at %v the words end at %v, the icon begins at %v", w, end, b.tail.Position().X)
		}
	}
}

func TestFieldsRowsAndSwitchesHaveTheRingOfTheFocus(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	field, row := NewField(FieldOptions{}), NewTappable("A row", theme.None, theme.Hover, theme.None, 7, Space())
	lever := NewSwitch("A switch", true, nil)
	col := container.NewWithoutLayout(field, row, lever)
	test.NewTempWindow(t, col)
	for _, o := range col.Objects {
		o.Resize(fyne.NewSize(200, 40))
	}
	for name, c := range map[string]struct {
		o    fyne.Focusable
		ring fyne.CanvasObject
	}{"field": {field.entry, field.ring}, "row": {row, row.ring}, "switch": {lever, lever.ring}} {
		if c.ring.Visible() {
			t.Errorf("%s: there is a ring without the keyboard", name)
		}
		c.o.FocusGained()
		line := test.WidgetRenderer(c.ring.(fyne.Widget)).Objects()
		ring := line[0].(*canvas.Rectangle)
		if !c.ring.Visible() || ring.StrokeColor != theme.Current().Tone(theme.Focus) ||
			ring.Size() != c.ring.Size().AddWidthHeight(6, 6) || ring.Position() != fyne.NewPos(-3, -3) {
			t.Errorf("%s: the ring is %v at %v around %v", name, ring.Size(), ring.Position(), c.ring.Size())
		}
		if c.o.FocusLost(); c.ring.Visible() {
			t.Errorf("%s: the ring stays", name)
		}
	}
}

func TestAButtonWithTooLittleRoomKeepsItsPads(t *testing.T) {
	r := newRest(t, ButtonOptions{Kind: Outline, Dot: theme.Ok, Label: "a rather long name", Tail: theme.IconDown})
	b := r.button
	b.Resize(b.MinSize().SubtractWidthHeight(30, 0))
	left := b.dot.Position().X
	right := b.Size().Width - b.tail.Position().X - b.tail.Size().Width + iconPull
	if left != b.o.Pad || right != b.o.Pad {
		t.Errorf("%v pixels are free on the left and %v on the right, want %v", left, right, b.o.Pad)
	}
	if end := b.label.Position().X + b.label.Size().Width; end > b.tail.Position().X {
		t.Errorf("the name ends at %v, under the icon at %v", end, b.tail.Position().X)
	}
}
