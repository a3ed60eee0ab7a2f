package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// Switch is a control that is on or off.
type Switch struct {
	widget.BaseWidget
	scrollParent
	OnChanged func(on bool)
	on        bool
	focused   bool
	track     *draw.Box
	thumb     *draw.Box
	ring      *draw.FocusOutline
	name      string
}

// NewSwitch returns a switch; name says what it switches.
func NewSwitch(name string, on bool, changed func(on bool)) *Switch {
	s := &Switch{name: name, on: on, OnChanged: changed}
	s.track = draw.NewBox(theme.StrongBorder, theme.None, 10)
	s.thumb = draw.NewBox(theme.Background, theme.None, 8)
	s.ring = draw.NewFocusOutline(12)
	s.ExtendBaseWidget(s)
	return s
}

// Name describes what it switches.
func (s *Switch) Name() string { return s.name }

// IsOn reports the state.
func (s *Switch) IsOn() bool { return s.on }

// SetOnSilently changes the state without calling OnChanged.
func (s *Switch) SetOnSilently(on bool) { s.on = on; s.Refresh() }

// Tapped toggles the switch and calls OnChanged.
func (s *Switch) Tapped(*fyne.PointEvent) {
	s.on = !s.on
	s.Refresh()
	if s.OnChanged != nil {
		s.OnChanged(s.on)
	}
}

// Cursor is a pointing hand.
func (s *Switch) Cursor() desktop.Cursor { return desktop.PointerCursor }

// FocusGained draws the focus ring and scrolls the widget into view.
func (s *Switch) FocusGained() { s.focused = true; s.scrollIntoViewUnlessHalfVisible(s); s.Refresh() }

// FocusLost removes the focus ring.
func (s *Switch) FocusLost() { s.focused = false; s.Refresh() }

// TypedRune ignores typed characters.
func (s *Switch) TypedRune(rune) {}

// TypedKey toggles the switch on Space and Enter and passes other keys to the window.
func (s *Switch) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		s.Tapped(nil)
	default:
		PassKeyToWindow(s, ev)
	}
}

// CreateRenderer returns the renderer of the widget.
func (s *Switch) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(s, draw.RenderFuncs{
		Objects: draw.FixedObjectsFunc(s.track, s.thumb, s.ring),
		MinSize: func() fyne.Size { return fyne.NewSize(34, 20) },
		Layout:  func(fyne.Size) { s.updatePartsForState() },
	})
}

func (s *Switch) updatePartsForState() {
	x, fill, thumb := float32(2), theme.StrongBorder, theme.Background
	if s.on {
		x, fill, thumb = 16, theme.Accent, theme.OnAccent
	}
	draw.MoveAndResize(s.track, 0, 0, 34, 20)
	draw.MoveAndResize(s.thumb, x, 2, 16, 16)
	draw.MoveAndResize(s.ring, -2, -2, 38, 24)
	s.track.SetColors(fill, theme.None)
	s.thumb.SetColors(thumb, theme.None)
	s.ring.Hidden = !s.focused
}

// Option is a selectable value with its label.
type Option struct{ Value, Label string }

// SegmentedControl shows a few options side by side, or one above the other where they do not fit
// into the available width.
type SegmentedControl struct {
	widget.BaseWidget
	OnChanged func(value string)
	options   []Option
	buttons   []*Button
	value     string
	row       *linearLayout
	content   *fyne.Container
}

// NewSegmentedControl returns a segmented control.
func NewSegmentedControl(options []Option, value string, changed func(value string)) *SegmentedControl {
	s := &SegmentedControl{OnChanged: changed, options: options, value: value}
	row := Row(0)
	s.row = row.Layout.(*linearLayout)
	for _, o := range options {
		b := NewButton(
			ButtonOptions{Kind: Ghost, Label: o.Label, Height: 26, Padding: 10},
			func() { s.selectValueAndNotify(o.Value) },
		)
		s.buttons = append(s.buttons, b)
		row.Add(b)
	}
	s.content = Stack(
		draw.NewBox(theme.Sunken, theme.Border, theme.RadiusControl),
		PadVerticalAndSides(theme.Space2, theme.Space2, row),
	)
	s.ExtendBaseWidget(s)
	s.markSelectedButton()
	return s
}

func (s *SegmentedControl) selectValueAndNotify(v string) {
	if s.value == v {
		return
	}
	s.SetValueSilently(v)
	if s.OnChanged != nil {
		s.OnChanged(v)
	}
}

// SetWidth arranges the options side by side if they fit into w, else one above the other.
func (s *SegmentedControl) SetWidth(w float32) {
	was := s.row.horizontal
	s.row.horizontal = true
	s.row.horizontal = s.content.MinSize().Width <= w
	if s.row.horizontal != was {
		s.Refresh()
	}
}

// SetValueSilently changes the selection without calling OnChanged.
func (s *SegmentedControl) SetValueSilently(v string) { s.value = v; s.markSelectedButton() }

func (s *SegmentedControl) markSelectedButton() {
	for i, o := range s.options {
		s.buttons[i].UpdateOptions(func(b *ButtonOptions) {
			b.Kind = Ghost
			if o.Value == s.value {
				b.Kind = segmentKind
			}
		})
	}
}

// CreateRenderer returns the renderer of the widget.
func (s *SegmentedControl) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(s.content)
}

// Dropdown is a button that opens a menu of options.
type Dropdown struct {
	*Button
	options []Option
	value   string
}

// NewDropdown returns a dropdown.
func NewDropdown(name string, options []Option, value string, changed func(value string)) *Dropdown {
	c := &Dropdown{options: options, value: value}
	c.Button = NewButton(ButtonOptions{
		Kind: Outline, Label: c.selectedOptionLabel(), TrailingIcon: theme.IconDown, Name: name, Height: 34, AlignLeft: true,
	}, nil)
	c.OnTapped = func() {
		items := make([]MenuItem, 0, len(c.options))
		for _, o := range c.options {
			items = append(items, MenuItem{Label: o.Label, Checked: o.Value == c.value, OnChosen: func() {
				c.SetValueSilently(o.Value)
				changed(o.Value)
			}})
		}
		// A click leaves the focus nowhere; the menu gives it back to what had it.
		FocusWidget(c.Button)
		ShowMenuBelow(c.Button, items)
	}
	return c
}

func (c *Dropdown) selectedOptionLabel() string {
	for _, o := range c.options {
		if o.Value == c.value {
			return o.Label
		}
	}
	return c.value
}

// Value returns the selected value.
func (c *Dropdown) Value() string { return c.value }

// SetValueSilently changes the selection without calling the callback.
func (c *Dropdown) SetValueSilently(v string) {
	c.value = v
	c.UpdateOptions(func(o *ButtonOptions) { o.Label = c.selectedOptionLabel() })
}

// Slider selects a number in steps.
type Slider struct {
	widget.BaseWidget
	scrollParent
	OnChanged          func(v float64)
	minValue, maxValue float64
	step               float64
	value              float64
	focused            bool
	name               string
	track              *draw.Box
	filledTrack        *draw.Box
	thumb              *draw.Box
}

// NewSlider returns a slider; name says what it sets.
func NewSlider(name string, low, high, step, v float64, changed func(v float64)) *Slider {
	s := &Slider{name: name, minValue: low, maxValue: high, step: step, value: v, OnChanged: changed}
	s.track = draw.NewBox(theme.Track, theme.None, 2)
	s.filledTrack = draw.NewBox(theme.Accent, theme.None, 2)
	s.thumb = draw.NewBox(theme.Surface, theme.Accent, 8)
	s.thumb.SetLineWidth(2)
	s.ExtendBaseWidget(s)
	return s
}

// Name describes what it sets.
func (s *Slider) Name() string { return s.name }

func (s *Slider) setSteppedValueAndNotify(v float64) {
	n := float64(int((v-s.minValue)/s.step+0.5))*s.step + s.minValue
	n = min(max(n, s.minValue), s.maxValue)
	if n == s.value {
		return
	}
	s.value = n
	s.Refresh()
	if s.OnChanged != nil {
		s.OnChanged(n)
	}
}

func (s *Slider) setValueFromPointerX(x float32) {
	s.setSteppedValueAndNotify(s.minValue + float64((x-8)/max(1, s.Size().Width-16))*(s.maxValue-s.minValue))
}

// Tapped moves the thumb to the pointer.
func (s *Slider) Tapped(ev *fyne.PointEvent) { s.setValueFromPointerX(ev.Position.X) }

// Dragged moves the thumb to the pointer.
func (s *Slider) Dragged(ev *fyne.DragEvent) { s.setValueFromPointerX(ev.Position.X) }

// DragEnd does nothing: the value is already set.
func (s *Slider) DragEnd() {}

// Cursor is a pointing hand.
func (s *Slider) Cursor() desktop.Cursor { return desktop.PointerCursor }

// FocusGained draws the focus ring and scrolls the widget into view.
func (s *Slider) FocusGained() { s.focused = true; s.scrollIntoViewUnlessHalfVisible(s); s.Refresh() }

// FocusLost removes the focus ring.
func (s *Slider) FocusLost() { s.focused = false; s.Refresh() }

// TypedRune ignores typed characters.
func (s *Slider) TypedRune(rune) {}

// TypedKey changes the value by one step with the arrow keys and passes other keys to the window.
func (s *Slider) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyLeft, fyne.KeyDown:
		s.setSteppedValueAndNotify(s.value - s.step)
	case fyne.KeyRight, fyne.KeyUp:
		s.setSteppedValueAndNotify(s.value + s.step)
	default:
		PassKeyToWindow(s, ev)
	}
}

// CreateRenderer returns the renderer of the widget.
func (s *Slider) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(s, draw.RenderFuncs{
		Objects: draw.FixedObjectsFunc(s.track, s.filledTrack, s.thumb),
		MinSize: func() fyne.Size { return fyne.NewSize(120, 20) },
		Layout:  s.placeThumbAtValue,
	})
}

func (s *Slider) placeThumbAtValue(size fyne.Size) {
	y := theme.Round(size.Height / 2)
	x := theme.Round(float32((s.value-s.minValue)/(s.maxValue-s.minValue)) * (size.Width - 16))
	draw.MoveAndResize(s.track, 0, y-2, size.Width, 4)
	draw.MoveAndResize(s.filledTrack, 0, y-2, x+8, 4)
	draw.MoveAndResize(s.thumb, x, y-8, 16, 16)
	fill := theme.Surface
	if s.focused {
		fill = theme.AccentTint
	}
	s.thumb.SetColors(fill, theme.Accent)
}
