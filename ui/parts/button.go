package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/theme"
)

// Kind is how a button looks.
type Kind int

// Kinds of buttons.
const (
	Ghost   Kind = iota // text and icon; a fill under the pointer
	Outline             // hairline around
	Primary             // filled with the accent
	Danger              // outline, in the colour of errors
	Link                // accented text
	Pill                // round ends, hairline
	PillOn              // round ends, tinted
	PillOff             // round ends, hairline, faint text
	Quiet               // like Ghost, fainter
)

// ButtonOptions describe a button. Name is needed where there is no Label.
type ButtonOptions struct {
	Kind     Kind
	Icon     theme.Icon
	Label    string
	Sub      string // faint text behind the label
	Tail     theme.Icon
	Name     string  // what it does: tooltip, and its name for tests
	Height   float32 // 0 = 30
	Pad      float32 // 0 = 10
	IconSize float32 // 0 = 15
	Wide     bool    // content in the middle of a wide button
	Left     bool    // content at the left of a wide button, tail at its right
	Dot      theme.Token
}

// Button is anything that is clicked once.
type Button struct {
	widget.BaseWidget
	OnTapped func()

	o        ButtonOptions
	box      *kit.Box
	ring     *kit.Box
	icon     *kit.Icon
	tail     *kit.Icon
	dot      *kit.Box
	label    *kit.Label
	sub      *kit.Label
	disabled bool
	hover    bool
	focus    bool
	down     bool
	tip      tip
}

// NewButton returns a button.
func NewButton(o ButtonOptions, tapped func()) *Button {
	if o.Height == 0 {
		o.Height = 30
	}
	if o.Pad == 0 {
		o.Pad = theme.Space10
	}
	if o.IconSize == 0 {
		o.IconSize = 15
	}
	b := &Button{OnTapped: tapped, o: o}
	b.box = kit.NewBox(theme.None, theme.None, b.radius())
	b.ring = kit.NewBox(theme.None, theme.Accent, b.radius())
	b.ring.SetLine(1.5)
	b.ring.Hide()
	b.icon = kit.NewIcon(o.Icon, o.IconSize, theme.Text2)
	b.tail = kit.NewIcon(o.Tail, 14, theme.Text3)
	b.dot = kit.NewBox(o.Dot, theme.None, 4)
	b.label = kit.NewShrinkingLabel(o.Label, theme.RoleButton, theme.Text)
	b.sub = kit.NewShrinkingLabel(o.Sub, theme.RoleMeta, theme.Text3)
	b.ExtendBaseWidget(b)
	b.style()
	return b
}

// NewIcon returns a square button with an icon alone.
func NewIcon(icon theme.Icon, name string, tapped func()) *Button {
	return NewButton(ButtonOptions{Kind: Quiet, Icon: icon, Name: name, Height: 28, IconSize: 17}, tapped)
}

func (b *Button) radius() float32 {
	switch b.o.Kind {
	case Pill, PillOn, PillOff:
		return theme.Current().Scaled(b.o.Height) / 2
	}
	return theme.RadiusControl
}

// Name is what the button does, in words.
func (b *Button) Name() string {
	if b.o.Name != "" {
		return b.o.Name
	}
	return b.o.Label
}

// Label returns the text of the button.
func (b *Button) Label() string { return b.o.Label }

// Set changes what the button shows; its height stays.
func (b *Button) Set(change func(o *ButtonOptions)) {
	was := b.o
	change(&b.o)
	if b.o == was {
		return
	}
	b.Refresh()
}

// SetEnabled greys the button out, or back.
func (b *Button) SetEnabled(on bool) {
	if b.disabled == on {
		b.disabled = !on
		b.Refresh()
	}
}

// Enabled reports whether a click does something.
func (b *Button) Enabled() bool { return !b.disabled }

func (b *Button) style() {
	text, fill, stroke := b.tones()
	b.box.SetTones(fill, stroke)
	b.ring.Hidden = !b.focus
	if b.o.Icon != "" {
		b.icon.Set(b.o.Icon, b.iconTone(text))
	}
	if b.o.Tail != "" {
		b.tail.Set(b.o.Tail, text)
	}
	b.dot.SetTones(b.o.Dot, theme.None)
	role := theme.RoleButton
	if b.o.Height <= 28 {
		role = theme.RoleLabel
	}
	b.label.SetStyle(role, text)
	b.label.SetText(b.o.Label)
	b.sub.SetText(b.o.Sub)
	b.icon.Hidden, b.tail.Hidden, b.dot.Hidden = b.o.Icon == "", b.o.Tail == "", b.o.Dot == theme.None
	b.label.Hidden, b.sub.Hidden = b.o.Label == "", b.o.Sub == ""
}

func (b *Button) iconTone(text theme.Token) theme.Token {
	if text == theme.Text2 && b.o.Kind == Quiet && !b.hover {
		return theme.Text3
	}
	return text
}

//nolint:gocyclo // A table of looks.
func (b *Button) tones() (text, fill, stroke theme.Token) {
	switch b.o.Kind {
	case Outline:
		text, fill, stroke = theme.Text, theme.Surface, theme.Strong
	case Primary:
		text, fill, stroke = theme.OnAccent, theme.Accent, theme.None
	case Danger:
		text, fill, stroke = theme.Error, theme.Surface, theme.Strong
	case Link:
		text, fill, stroke = theme.AccentText, theme.None, theme.None
	case toastLink:
		text, fill, stroke = theme.ToastLink, theme.None, theme.None
	case Pill:
		text, fill, stroke = theme.Text, theme.Surface, theme.Border
	case PillOn:
		text, fill, stroke = theme.AccentText, theme.AccentTint, theme.AccentLine
	case PillOff:
		text, fill, stroke = theme.Text3, theme.Surface, theme.Border
	default:
		text, fill, stroke = theme.Text2, theme.None, theme.None
	}
	switch {
	case b.disabled:
		text = theme.Disabled
		if b.o.Kind == Primary {
			fill, text = theme.Hover, theme.Disabled
		}
	case b.down && b.o.Kind != Primary && b.o.Kind != PillOn:
		fill = theme.Selected
	case b.hover && b.o.Kind == Primary:
		fill = theme.AccentHover
	case b.hover && b.o.Kind == Link:
		text = theme.AccentHover
	case b.hover && b.o.Kind == toastLink:
	case b.hover && b.o.Kind != PillOn:
		fill = theme.Hover
		if text == theme.Text2 {
			text = theme.Text
		}
	}
	return text, fill, stroke
}

// Tapped implements fyne.Tappable.
func (b *Button) Tapped(*fyne.PointEvent) {
	b.tip.hide()
	if !b.disabled && b.OnTapped != nil {
		b.OnTapped()
	}
}

// Cursor implements desktop.Cursorable.
func (b *Button) Cursor() desktop.Cursor {
	if b.disabled {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

// MouseIn implements desktop.Hoverable.
func (b *Button) MouseIn(*desktop.MouseEvent) {
	b.hover = true
	b.Refresh()
	if b.o.Name != "" && b.o.Name != b.o.Label {
		b.tip.soon(b, b.o.Name)
	}
}

// MouseMoved implements desktop.Hoverable.
func (b *Button) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (b *Button) MouseOut() {
	b.hover = false
	b.tip.hide()
	b.Refresh()
}

// MouseDown implements desktop.Mouseable.
func (b *Button) MouseDown(*desktop.MouseEvent) { b.down = true; b.Refresh() }

// MouseUp implements desktop.Mouseable.
func (b *Button) MouseUp(*desktop.MouseEvent) { b.down = false; b.Refresh() }

// FocusGained implements fyne.Focusable.
func (b *Button) FocusGained() { b.focus = true; b.Refresh() }

// FocusLost implements fyne.Focusable.
func (b *Button) FocusLost() { b.focus = false; b.Refresh() }

// TypedRune implements fyne.Focusable.
func (b *Button) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (b *Button) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		b.Tapped(nil)
	default:
		PassKey(b, ev)
	}
}

// Refresh draws the state.
func (b *Button) Refresh() {
	b.style()
	b.BaseWidget.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (b *Button) CreateRenderer() fyne.WidgetRenderer { return &buttonRenderer{b} }

type buttonRenderer struct{ b *Button }

func (r *buttonRenderer) Destroy() {}

func (r *buttonRenderer) Objects() []fyne.CanvasObject {
	b := r.b
	return []fyne.CanvasObject{b.box, b.dot, b.icon, b.label, b.sub, b.tail, b.ring}
}

func (r *buttonRenderer) MinSize() fyne.Size {
	b := r.b
	h := theme.Current().Scaled(b.o.Height)
	if b.o.Label == "" && b.o.Sub == "" {
		return fyne.NewSquareSize(h)
	}
	pad := b.o.Pad
	if b.o.Kind == Link {
		pad = theme.Space4
	}
	return fyne.NewSize(2*pad+r.content(), h)
}

func (r *buttonRenderer) content() float32 {
	b := r.b
	w := textWidth(b.label, b.o.Height)
	if b.o.Dot != theme.None {
		w += 8 + theme.Space6
	}
	if b.o.Icon != "" {
		w += b.o.IconSize + theme.Space6
	}
	if b.o.Sub != "" {
		w += theme.Space6 + roleWidth(b.o.Sub, theme.RoleMeta)
	}
	if b.o.Tail != "" {
		w += theme.Space6 + 14
	}
	return w
}

func textWidth(l *kit.Label, height float32) float32 {
	if l.Text() == "" {
		return 0
	}
	role := theme.RoleButton
	if height <= 28 {
		role = theme.RoleLabel
	}
	return roleWidth(l.Text(), role)
}

func roleWidth(s string, role theme.Role) float32 {
	ty := theme.Current().Type(role)
	return theme.Ceil(fyne.MeasureText(s, ty.Size, ty.Style).Width)
}

func (r *buttonRenderer) Layout(s fyne.Size) {
	b := r.b
	b.box.Resize(s)
	b.ring.Resize(s)
	if b.o.Label == "" && b.o.Sub == "" {
		b.icon.Resize(s)
		return
	}
	content := min(r.content(), s.Width)
	x := theme.Round((s.Width - content) / 2)
	if b.o.Left {
		x = b.o.Pad
	}
	put := func(o fyne.CanvasObject, w, gap float32) {
		o.Move(fyne.NewPos(x, 0))
		o.Resize(fyne.NewSize(max(0, w), s.Height))
		x += w + gap
	}
	if b.o.Dot != theme.None {
		b.dot.Move(fyne.NewPos(x, theme.Round((s.Height-8)/2)))
		b.dot.Resize(fyne.NewSquareSize(8))
		x += 8 + theme.Space6
	}
	if b.o.Icon != "" {
		put(b.icon, b.o.IconSize, theme.Space6)
	}
	end := s.Width - theme.Space4
	if b.o.Tail != "" {
		end = s.Width - b.o.Pad - 14
	}
	var sub float32
	if b.o.Sub != "" {
		sub = roleWidth(b.o.Sub, theme.RoleMeta) + theme.Space6
	}
	label := textWidth(b.label, b.o.Height)
	if over := x + label + sub - end; over > 0 {
		sub = max(0, sub-over)
		label = min(label, end-x-sub)
	}
	if b.o.Left && b.o.Sub != "" {
		put(b.label, label, 0)
		x = end - sub
		put(b.sub, sub, 0)
	} else {
		put(b.label, label, theme.Space6)
		put(b.sub, max(0, sub-theme.Space6), theme.Space6)
	}
	if b.o.Tail != "" {
		b.tail.Move(fyne.NewPos(end, 0))
		b.tail.Resize(fyne.NewSize(14, s.Height))
	}
}

func (r *buttonRenderer) Refresh() {
	b := r.b
	for _, o := range r.Objects() {
		o.Refresh()
	}
	r.Layout(b.Size())
}
