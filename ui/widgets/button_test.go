package widgets

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
type harness struct {
	button    *Button
	tips      *TooltipLayer
	delay     time.Duration
	fireTimer func()
	taps      int
}

func newHarnessWithSmallButton(t *testing.T, o ButtonOptions) *harness {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	r := &harness{}
	r.button = NewSmallButton(o, func() { r.taps++ })
	r.tips = NewTooltipLayer(func(d time.Duration, f func()) func() {
		r.delay, r.fireTimer = d, f
		return func() { r.fireTimer = nil }
	})
	root := NewWindowRoot(container.NewCenter(r.button), r.tips)
	test.NewTempWindow(t, root).Resize(fyne.NewSize(400, 300))
	return r
}

// tooltipText returns the text of the visible tooltip, or "".
func (r *harness) tooltipText() string {
	out := ""
	for _, o := range test.LaidOutObjects(r.tips.Container) {
		if text, ok := o.(*canvas.Text); ok && r.tips.Objects[0].Visible() {
			out += text.Text
		}
	}
	return out
}

func TestTooltipIsShownWhileThePointerRestsOnTheButton(t *testing.T) {
	r := newHarnessWithSmallButton(t, ButtonOptions{Icon: theme.IconPaperclip, Name: "Attach file"})
	r.button.MouseIn(nil)
	if r.tooltipText() != "" || r.delay != 600*time.Millisecond {
		t.Fatalf("at once %q is shown, the rest is due after %v", r.tooltipText(), r.delay)
	}
	r.fireTimer()
	if r.tooltipText() != "Attach file" {
		t.Fatalf("after a moment %q is shown", r.tooltipText())
	}
	r.button.MouseOut()
	if r.tooltipText() != "" {
		t.Errorf("the pointer is gone and %q is shown", r.tooltipText())
	}
}

func TestTooltipIsHiddenWhenTheButtonIsUsedOrLeft(t *testing.T) {
	for name, end := range map[string]func(*harness){
		"a press of the mouse": func(r *harness) { r.button.MouseDown(nil) },
		"hiding the button":    func(r *harness) { r.button.Hide() },
		"another name":         func(r *harness) { r.button.UpdateOptions(func(o *ButtonOptions) { o.Name = "Another" }) },
		"scrolling":            func(r *harness) { HideWindowTooltip(r.button) },
		"leaving before time":  func(r *harness) { r.button.MouseOut() },
	} {
		r := newHarnessWithSmallButton(t, ButtonOptions{Icon: theme.IconPaperclip, Name: "Attach file"})
		r.button.MouseIn(nil)
		if name != "leaving before time" {
			r.fireTimer()
		}
		end(r)
		if r.tooltipText() != "" || name == "leaving before time" && r.fireTimer != nil {
			t.Errorf("after %s %q is shown", name, r.tooltipText())
		}
	}
}

func TestNoTooltipWhenTheLabelIsTheName(t *testing.T) {
	for _, o := range []ButtonOptions{{Label: "Copy"}, {Label: "Copy", Name: "Copy"}} {
		r := newHarnessWithSmallButton(t, o)
		r.button.MouseIn(nil)
		if r.fireTimer != nil {
			t.Errorf("%+v: something is shown soon", o)
		}
	}
}

func TestEnterAndSpaceTapAnEnabledButton(t *testing.T) {
	r := newHarnessWithSmallButton(t, ButtonOptions{Label: "Copy"})
	for _, k := range []fyne.KeyName{fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace, fyne.KeyTab} {
		r.button.TypedKey(&fyne.KeyEvent{Name: k})
	}
	r.button.SetEnabled(false)
	r.button.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if r.taps != 3 {
		t.Errorf("%d clicks, want 3", r.taps)
	}
}

func TestButtonIconAndCornersScaleWithTextZoom(t *testing.T) {
	b := newHarnessWithSmallButton(t, ButtonOptions{Icon: theme.IconPaperclip, Height: 30, IconSize: 18}).button
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
	if want := theme.Round(theme.RadiusControl * 1.5); boxRectangle(b.box).CornerRadius != want {
		t.Errorf("its corners are %v, want %v", boxRectangle(b.box).CornerRadius, want)
	}
}

// boxRectangle returns the rectangle that a box draws.
func boxRectangle(o fyne.Widget) *canvas.Rectangle {
	return test.WidgetRenderer(o).Objects()[0].(*canvas.Rectangle)
}

func TestFocusedButtonHasAnAccentLineAndAFocusRing(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	for k := Ghost; k <= RoundPrimary; k++ {
		b := NewSmallButton(ButtonOptions{Kind: k, Label: "Copy"}, nil)
		b.Resize(b.MinSize())
		b.FocusGained()
		current := theme.Current()
		line, ring := boxRectangle(b.box), boxRectangle(b.ring)
		if line.StrokeColor != current.TokenColor(theme.Accent) || line.StrokeWidth != 1.5 {
			t.Errorf("kind %d: the edge is %v, %v wide", k, line.StrokeColor, line.StrokeWidth)
		}
		if !b.ring.Visible() || ring.StrokeColor != current.TokenColor(theme.Focus) || ring.StrokeWidth != 3 ||
			b.ring.Position() != fyne.NewPos(-3, -3) || ring.Size() != b.Size().AddWidthHeight(6, 6) {
			t.Errorf("kind %d: the ring is %v wide at %v, %v", k, ring.StrokeWidth, b.ring.Position(), ring.Size())
		}
		if b.FocusLost(); b.ring.Visible() {
			t.Errorf("kind %d: the ring stays", k)
		}
	}
}

func TestFaintButtonIsDrawnOnHoverAndFocus(t *testing.T) {
	b := newHarnessWithSmallButton(t, ButtonOptions{Icon: theme.IconEdit, Label: "Edit"}).button
	b.SetShownOnlyOnHoverOrFocus(true)
	if l := b.colorsForCurrentState(); l.text != theme.None || l.fill != theme.None || b.icon.Visible() {
		t.Errorf("a faint button is drawn: %+v", l)
	}
	for name, do := range map[string][2]func(){
		"the pointer":  {func() { b.MouseIn(nil) }, b.MouseOut},
		"the keyboard": {b.FocusGained, b.FocusLost},
	} {
		if do[0](); b.colorsForCurrentState().text == theme.None || !b.icon.Visible() {
			t.Errorf("%s is there and nothing is drawn", name)
		}
		do[1]()
	}
}

// buttonStates put a button into each state whose text must be readable.
var buttonStates = map[string]func(*Button){
	"rest":    func(*Button) {},
	"hover":   func(b *Button) { b.MouseIn(nil) },
	"pressed": func(b *Button) { b.MouseIn(nil); b.MouseDown(nil) },
	"focus":   func(b *Button) { b.FocusGained() },
	"on":      func(b *Button) { b.SetSwitchedOn(true) },
}

// WCAG 2.2 asks for a contrast of 4.5 (success criterion 1.4.3).
func TestButtonTextContrastInEveryState(t *testing.T) {
	a := test.NewTempApp(t)
	for _, o := range []theme.Options{{}, {Dark: true}, {HighContrast: true}, {Dark: true, HighContrast: true}} {
		a.Settings().SetTheme(theme.New(o))
		for k := Ghost; k <= RoundPrimary; k++ {
			for name, set := range buttonStates {
				b := NewSmallButton(ButtonOptions{Kind: k, Label: "Words", Detail: "more"}, nil)
				set(b)
				l := b.colorsForCurrentState()
				if l.fill == theme.None {
					l.fill = theme.Panel
				}
				current := theme.Current()
				for what, ink := range map[string]theme.Token{"label": l.text, "second words": l.detail} {
					if c := wcag.ContrastRatio(current.TokenColor(ink), current.TokenColor(l.fill)); c < 4.5 {
						t.Errorf("%+v, kind %d, %s: the %s have contrast %.2f", o, k, name, what, c)
					}
				}
			}
		}
	}
}

func TestButtonDetailIsTruncatedBeforeTheLabel(t *testing.T) {
	b := newHarnessWithSmallButton(t, ButtonOptions{
		Kind: Outline, Label: "A model", Detail: "on this computer",
		TrailingIcon: theme.IconDown,
	}).button
	whole := b.MinSize()
	b.Resize(whole)
	if b.label.Size().Width < textWidthInRole("A model", theme.RoleLabel) ||
		b.detail.Size().Width < textWidthInRole("on this computer",
			theme.RoleMeta) {
		t.Fatalf("at %v the words get %v and %v", whole, b.label.Size(), b.detail.Size())
	}
	b.Resize(fyne.NewSize(whole.Width-60, whole.Height))
	if b.label.Size().Width < textWidthInRole("A model", theme.RoleLabel) {
		t.Errorf("the label is cut to %v while there are faint words of %v", b.label.Size(), b.detail.Size())
	}
	for _, w := range []float32{whole.Width, whole.Width - 60, 70, 40, 10} {
		b.Resize(fyne.NewSize(w, whole.Height))
		end := b.detail.Position().X + b.detail.Size().Width
		if end > b.trailingIcon.Position().X+0.5 && w > 40 {
			t.Errorf("at %v the words end at %v, the icon begins at %v", w, end, b.trailingIcon.Position().X)
		}
	}
}

func TestFieldsRowsAndSwitchesShowTheFocusRing(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	field, row := NewTextField(FieldOptions{}), NewTappable("A row", theme.None, theme.Hover, theme.None, 7, Spacer())
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
		if !c.ring.Visible() || ring.StrokeColor != theme.Current().TokenColor(theme.Focus) ||
			ring.Size() != c.ring.Size().AddWidthHeight(6, 6) || ring.Position() != fyne.NewPos(-3, -3) {
			t.Errorf("%s: the ring is %v at %v around %v", name, ring.Size(), ring.Position(), c.ring.Size())
		}
		if c.o.FocusLost(); c.ring.Visible() {
			t.Errorf("%s: the ring stays", name)
		}
	}
}

func TestNarrowButtonKeepsItsPadding(t *testing.T) {
	r := newHarnessWithSmallButton(t, ButtonOptions{
		Kind: Outline, DotColor: theme.Success, Label: "a rather long name",
		TrailingIcon: theme.IconDown,
	})
	b := r.button
	b.Resize(b.MinSize().SubtractWidthHeight(30, 0))
	left := b.dot.Position().X
	right := b.Size().Width - b.trailingIcon.Position().X - b.trailingIcon.Size().Width + iconInset
	if left != b.options.Padding || right != b.options.Padding {
		t.Errorf("%v pixels are free on the left and %v on the right, want %v", left, right, b.options.Padding)
	}
	if end := b.label.Position().X + b.label.Size().Width; end > b.trailingIcon.Position().X {
		t.Errorf("the name ends at %v, under the icon at %v", end, b.trailingIcon.Position().X)
	}
}
