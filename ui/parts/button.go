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
	Round               // like Primary, round ends
)

// Kinds of controls of this package.
const (
	toastLink Kind = 100 + iota // a link on the inverse ground of a toast
	menuRow                     // a row of a menu, which keys mark as the pointer does
)

// ButtonOptions describe a button. Name is needed where there is no Label. Measures are pixels at text zoom 100 %.
type ButtonOptions struct {
	Kind     Kind
	Icon     theme.Icon
	Label    string
	Sub      string // faint text behind the label
	Tail     theme.Icon
	Name     string  // what it does: tooltip, and its name for tests
	Height   float32 // 0 = 30; an icon alone is as wide as it is high
	Pad      float32 // 0 = 10, in a link 4
	IconSize float32 // 0 = 15
	Left     bool    // content at the left of a wide button, tail at its right
	Dot      theme.Token
}

// Button is anything that is clicked once: an icon, words, or both. Enter and Space click it while it has the focus.
type Button struct {
	widget.BaseWidget
	inScroll
	OnTapped func()
	// OnHover is told when the pointer or the focus comes and goes.
	OnHover func(on bool)

	o        ButtonOptions
	on       bool // drawn as switched on
	faint    bool // seen only under the pointer or with the focus
	disabled bool
	hover    bool
	focus    bool
	down     bool
	tip      tip

	box, ring  *kit.Box
	icon, tail *kit.Icon  // nil until there is one
	dot        *kit.Box   // likewise
	label, sub *kit.Label // likewise
	objects    []fyne.CanvasObject
}

// NewButton returns a button.
func NewButton(o ButtonOptions, tapped func()) *Button {
	if o.Height == 0 {
		o.Height = 30
	}
	if o.Pad == 0 {
		o.Pad = theme.Space10
		if o.Kind == Link {
			o.Pad = theme.Space4
		}
	}
	if o.IconSize == 0 {
		o.IconSize = 15
	}
	b := &Button{OnTapped: tapped, o: o}
	b.box = kit.NewBox(theme.None, theme.None, b.radius())
	b.ring = kit.NewBox(theme.None, theme.Focus, b.radius()+kit.FocusRing)
	b.ring.SetLine(kit.FocusRing)
	b.ExtendBaseWidget(b)
	b.style()
	return b
}

// NewSmall returns a button of the kind that stands beneath a message: 26 high, with an icon of 14 and 8 at its sides,
// unless o says otherwise.
func NewSmall(o ButtonOptions, tapped func()) *Button {
	if o.Height == 0 {
		o.Height = 26
	}
	if o.Pad == 0 {
		o.Pad = theme.Space8
	}
	if o.IconSize == 0 {
		o.IconSize = 14
	}
	return NewButton(o, tapped)
}

// NewIcon returns a square button with an icon alone.
func NewIcon(icon theme.Icon, name string, tapped func()) *Button {
	return NewButton(ButtonOptions{Kind: Quiet, Icon: icon, Name: name, Height: 28, IconSize: 17}, tapped)
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
	if b.o.Name != was.Name {
		b.tip.hide()
	}
	b.Refresh()
}

// SetEnabled greys the button out, or back.
func (b *Button) SetEnabled(on bool) { b.set(&b.disabled, !on) }

// Enabled reports whether a click does something.
func (b *Button) Enabled() bool { return !b.disabled }

// SetOn draws the button as switched on, or off.
func (b *Button) SetOn(on bool) { b.set(&b.on, on) }

// On reports what SetOn said last.
func (b *Button) On() bool { return b.on }

// SetFaint hides the drawing, not the button: pointer and keyboard still reach it, and it is seen while they are there.
func (b *Button) SetFaint(on bool) { b.set(&b.faint, on) }

// Focused reports whether the keyboard is here.
func (b *Button) Focused() bool { return b.focus }

func (b *Button) set(flag *bool, on bool) {
	if *flag != on {
		*flag = on
		b.Refresh()
	}
}

// Hide takes a name that is shown away with the button.
func (b *Button) Hide() {
	b.tip.hide()
	b.BaseWidget.Hide()
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
	b.set(&b.hover, true)
	b.tell()
	if b.o.Name != "" && b.o.Name != b.o.Label {
		b.tip.soon(b, b.o.Name)
	}
}

// MouseMoved implements desktop.Hoverable.
func (b *Button) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (b *Button) MouseOut() {
	b.tip.hide()
	b.down = false
	b.set(&b.hover, false)
	b.tell()
}

func (b *Button) tell() {
	if b.OnHover != nil {
		b.OnHover(b.hover || b.focus)
	}
}

// MouseDown implements desktop.Mouseable.
func (b *Button) MouseDown(*desktop.MouseEvent) {
	b.tip.hide()
	b.set(&b.down, true)
}

// MouseUp implements desktop.Mouseable.
func (b *Button) MouseUp(*desktop.MouseEvent) { b.set(&b.down, false) }

// FocusGained implements fyne.Focusable.
func (b *Button) FocusGained() { b.set(&b.focus, true); b.reveal(b); b.tell() }

// FocusLost implements fyne.Focusable.
func (b *Button) FocusLost() { b.set(&b.focus, false); b.tell() }

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
