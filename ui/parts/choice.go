package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/theme"
)

// Switch is a control that is on or off.
type Switch struct {
	widget.BaseWidget
	inScroll
	OnChanged func(on bool)
	on        bool
	focus     bool
	track     *kit.Box
	thumb     *kit.Box
	ring      *kit.Ring
	name      string
}

// NewSwitch returns a switch; name says what it switches.
func NewSwitch(name string, on bool, changed func(on bool)) *Switch {
	s := &Switch{name: name, on: on, OnChanged: changed}
	s.track = kit.NewBox(theme.Strong, theme.None, 10)
	s.thumb = kit.NewBox(theme.Bg, theme.None, 8)
	s.ring = kit.NewRing(12)
	s.ExtendBaseWidget(s)
	return s
}

// Name describes what it switches.
func (s *Switch) Name() string { return s.name }

// SetOn changes the state without calling OnChanged.
func (s *Switch) Set(on bool) { s.on = on; s.Refresh() }

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

// FocusGained draws the focus ring.
func (s *Switch) FocusGained() { s.focus = true; s.reveal(s); s.Refresh() }

// FocusLost removes the focus ring.
func (s *Switch) FocusLost() { s.focus = false; s.Refresh() }

// TypedRune ignores typed characters.
func (s *Switch) TypedRune(rune) {}

// TypedKey toggles the switch on Space and Enter and passes other keys to the window.
func (s *Switch) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		s.Tapped(nil)
	default:
		PassKey(s, ev)
	}
}

// CreateRenderer returns the renderer of the widget.
func (s *Switch) CreateRenderer() fyne.WidgetRenderer { return &switchRenderer{s} }

type switchRenderer struct{ s *Switch }

func (r *switchRenderer) Destroy() {}
func (r *switchRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.s.track, r.s.thumb, r.s.ring}
}
func (r *switchRenderer) MinSize() fyne.Size { return fyne.NewSize(34, 20) }

func (r *switchRenderer) Layout(fyne.Size) {
	r.s.track.Resize(fyne.NewSize(34, 20))
	r.s.thumb.Resize(fyne.NewSquareSize(16))
	x := float32(2)
	if r.s.on {
		x = 16
	}
	r.s.thumb.Move(fyne.NewPos(x, 2))
	r.s.ring.Move(fyne.NewPos(-2, -2))
	r.s.ring.Resize(fyne.NewSize(38, 24))
	fill, thumb := theme.Strong, theme.Bg
	if r.s.on {
		fill, thumb = theme.Accent, theme.OnAccent
	}
	r.s.track.SetTones(fill, theme.None)
	r.s.thumb.SetTones(thumb, theme.None)
	r.s.ring.Hidden = !r.s.focus
}

func (r *switchRenderer) Refresh() {
	r.Layout(fyne.Size{})
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

// Option is a selectable value with its label.
type Option struct{ Value, Label string }

// SegmentedControl shows a few options side by side, or one above the other where they do not fit
// into the available width.
type Segment struct {
	widget.BaseWidget
	OnChanged func(value string)
	options   []Option
	buttons   []*Button
	value     string
	row       *line
	inner     *fyne.Container
}

// NewSegmentedControl returns a segmented control.
func NewSegment(options []Option, value string, changed func(value string)) *Segment {
	s := &Segment{OnChanged: changed, options: options, value: value}
	row := Row(0)
	s.row = row.Layout.(*line)
	for _, o := range options {
		b := NewButton(ButtonOptions{Kind: Ghost, Label: o.Label, Height: 26, Pad: 10}, func() { s.choose(o.Value) })
		s.buttons = append(s.buttons, b)
		row.Add(b)
	}
	s.inner = On(kit.NewBox(theme.Sunken, theme.Border, theme.RadiusControl), Pad(2, 2, 2, 2, row))
	s.ExtendBaseWidget(s)
	s.show()
	return s
}

func (s *Segment) choose(v string) {
	if s.value == v {
		return
	}
	s.Set(v)
	if s.OnChanged != nil {
		s.OnChanged(v)
	}
}

// SetWidth arranges the options side by side if they fit into w, else one above the other.
func (s *Segment) SetWidth(w float32) {
	was := s.row.horizontal
	s.row.horizontal = true
	s.row.horizontal = s.inner.MinSize().Width <= w
	if s.row.horizontal != was {
		s.Refresh()
	}
}

// SetValue changes the selection without calling OnChanged.
func (s *Segment) Set(v string) { s.value = v; s.show() }

func (s *Segment) show() {
	for i, o := range s.options {
		s.buttons[i].Set(func(b *ButtonOptions) {
			b.Kind = Ghost
			if o.Value == s.value {
				b.Kind = Outline
			}
		})
	}
}

// CreateRenderer returns the renderer of the widget.
func (s *Segment) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(s.inner) }

// Dropdown is a button that opens a menu of options.
type Choice struct {
	*Button
	options []Option
	value   string
}

// NewDropdown returns a dropdown.
func NewChoice(name string, options []Option, value string, changed func(value string)) *Choice {
	c := &Choice{options: options, value: value}
	c.Button = NewButton(ButtonOptions{
		Kind: Outline, Label: c.label(), Tail: theme.IconDown, Name: name, Height: 34, Left: true,
	}, nil)
	c.OnTapped = func() {
		items := make([]Item, 0, len(c.options))
		for _, o := range c.options {
			items = append(items, Item{Label: o.Label, Chosen: o.Value == c.value, Do: func() {
				c.SetValue(o.Value)
				changed(o.Value)
			}})
		}
		ShowMenu(c.Button, items)
	}
	return c
}

func (c *Choice) label() string {
	for _, o := range c.options {
		if o.Value == c.value {
			return o.Label
		}
	}
	return c.value
}

// Value returns the selected value.
func (c *Choice) Value() string { return c.value }

// SetValue changes the selection without calling the callback.
func (c *Choice) SetValue(v string) {
	c.value = v
	c.Set(func(o *ButtonOptions) { o.Label = c.label() })
}

// Slider selects a number in steps.
type Slider struct {
	widget.BaseWidget
	inScroll
	OnChanged func(v float64)
	low, high float64
	step      float64
	v         float64
	focus     bool
	name      string
	groove    *kit.Box
	part      *kit.Box
	knob      *kit.Box
}

// NewSlider returns a slider; name says what it sets.
func NewSlider(name string, low, high, step, v float64, changed func(v float64)) *Slider {
	s := &Slider{name: name, low: low, high: high, step: step, v: v, OnChanged: changed}
	s.groove = kit.NewBox(theme.Track, theme.None, 2)
	s.part = kit.NewBox(theme.Accent, theme.None, 2)
	s.knob = kit.NewBox(theme.Surface, theme.Accent, 8)
	s.knob.SetLine(2)
	s.ExtendBaseWidget(s)
	return s
}

// Name describes what it sets.
func (s *Slider) Name() string { return s.name }

func (s *Slider) set(v float64) {
	n := float64(int((v-s.low)/s.step+0.5))*s.step + s.low
	n = min(max(n, s.low), s.high)
	if n == s.v {
		return
	}
	s.v = n
	s.Refresh()
	if s.OnChanged != nil {
		s.OnChanged(n)
	}
}

func (s *Slider) at(x float32) {
	s.set(s.low + float64((x-8)/max(1, s.Size().Width-16))*(s.high-s.low))
}

// Tapped moves the thumb to the pointer.
func (s *Slider) Tapped(ev *fyne.PointEvent) { s.at(ev.Position.X) }

// Dragged moves the thumb to the pointer.
func (s *Slider) Dragged(ev *fyne.DragEvent) { s.at(ev.Position.X) }

// DragEnd does nothing: the value is already set.
func (s *Slider) DragEnd() {}

// Cursor is a pointing hand.
func (s *Slider) Cursor() desktop.Cursor { return desktop.PointerCursor }

// FocusGained draws the focus ring.
func (s *Slider) FocusGained() { s.focus = true; s.reveal(s); s.Refresh() }

// FocusLost removes the focus ring.
func (s *Slider) FocusLost() { s.focus = false; s.Refresh() }

// TypedRune ignores typed characters.
func (s *Slider) TypedRune(rune) {}

// TypedKey changes the value by one step with the arrow keys and passes other keys to the window.
func (s *Slider) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyLeft, fyne.KeyDown:
		s.set(s.v - s.step)
	case fyne.KeyRight, fyne.KeyUp:
		s.set(s.v + s.step)
	default:
		PassKey(s, ev)
	}
}

// CreateRenderer returns the renderer of the widget.
func (s *Slider) CreateRenderer() fyne.WidgetRenderer { return &sliderRenderer{s} }

type sliderRenderer struct{ s *Slider }

func (r *sliderRenderer) Destroy() {}
func (r *sliderRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.s.groove, r.s.part, r.s.knob}
}
func (r *sliderRenderer) MinSize() fyne.Size { return fyne.NewSize(120, 20) }

func (r *sliderRenderer) Layout(size fyne.Size) {
	s := r.s
	y := theme.Round(size.Height / 2)
	x := theme.Round(float32((s.v-s.low)/(s.high-s.low)) * (size.Width - 16))
	s.groove.Move(fyne.NewPos(0, y-2))
	s.groove.Resize(fyne.NewSize(size.Width, 4))
	s.part.Move(fyne.NewPos(0, y-2))
	s.part.Resize(fyne.NewSize(x+8, 4))
	s.knob.Move(fyne.NewPos(x, y-8))
	s.knob.Resize(fyne.NewSquareSize(16))
	fill := theme.Surface
	if s.focus {
		fill = theme.AccentTint
	}
	s.knob.SetTones(fill, theme.Accent)
}

func (r *sliderRenderer) Refresh() {
	r.Layout(r.s.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}
