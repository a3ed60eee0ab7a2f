package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/theme"
)

// ButtonKind is the visual style of a button.
type Kind int

// The kinds of buttons.
const (
	Ghost   Kind = iota // text and icon; filled on hover
	Outline             // with a border
	Primary             // filled with the accent
	Danger              // with a border, in the error color
	Link                // text in the accent color
	Pill                // rounded ends, border
	PillOn              // rounded ends, tinted
	PillOff             // rounded ends, border, faint text
	Quiet               // like Ghost, with fainter text
	Round               // like Primary, rounded ends
)

// Button kinds used only inside this package.
const (
	toastLink Kind = 100 + iota // a link on the inverse background of a toast
	menuRow                     // a menu item; keys highlight it as hovering does
)

// ButtonOptions configure a button. Name is required where there is no Label. Sizes are pixels at
// 100 % text zoom.
type ButtonOptions struct {
	Kind     Kind
	Icon     theme.Icon
	Label    string
	Sub      string // faint text after the label
	Tail     theme.Icon
	Name     string  // what it does: its tooltip, and its name in tests
	Height   float32 // 0 = 30; an icon alone is as wide as it is high
	Pad      float32 // 0 = 10, in a link 4
	IconSize float32 // 0 = 15
	Left     bool    // content at the left of a wide button, TrailingIcon at its right
	Dot      theme.Token
}

// Button is anything that is tapped: an icon, text, or both. Enter and Space tap it while it has
// the focus.
type Button struct {
	widget.BaseWidget
	inScroll
	OnTapped func()
	// OnHoverChange is called when hover or focus begins or ends.
	OnHover func(on bool)

	o        ButtonOptions
	on       bool // drawn as switched on
	faint    bool // drawn only while hovered or focused
	disabled bool
	hover    bool
	focus    bool
	down     bool
	tip      tip

	box, ring  *kit.Box
	icon, tail *kit.Icon  // nil until first needed
	dot        *kit.Box   // likewise
	label, sub *kit.Label // likewise
	objects    []fyne.CanvasObject
}

// NewButton returns a button; tapped may be nil.
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

// NewSmallButton returns a button of the size used beneath a message: 26 high, with an icon of 14
// and a padding of 8, unless o says otherwise.
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

// NewIconButton returns a square button with only an icon.
func NewIcon(icon theme.Icon, name string, tapped func()) *Button {
	return NewButton(ButtonOptions{Kind: Quiet, Icon: icon, Name: name, Height: 28, IconSize: 17}, tapped)
}

// Name describes what the button does: ButtonOptions.Name, or else the label.
func (b *Button) Name() string {
	if b.o.Name != "" {
		return b.o.Name
	}
	return b.o.Label
}

// Label returns the text of the button.
func (b *Button) Label() string { return b.o.Label }

// UpdateOptions changes the options of the button; its height stays.
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

// SetEnabled enables or disables the button.
func (b *Button) SetEnabled(on bool) { b.set(&b.disabled, !on) }

// IsEnabled reports whether tapping does something.
func (b *Button) Enabled() bool { return !b.disabled }

// SetOn draws the button as switched on, or off.
func (b *Button) SetOn(on bool) { b.set(&b.on, on) }

// IsOn reports whether the button is drawn as switched on.
func (b *Button) On() bool { return b.on }

// SetFaint draws the button only while it is hovered or focused; it still reacts to pointer and
// keyboard.
func (b *Button) SetFaint(on bool) { b.set(&b.faint, on) }

// HasFocus reports whether the button has the keyboard focus.
func (b *Button) Focused() bool { return b.focus }

func (b *Button) set(flag *bool, on bool) {
	if *flag != on {
		*flag = on
		b.Refresh()
	}
}

// Hide hides the button and its tooltip.
func (b *Button) Hide() {
	b.tip.hide()
	b.BaseWidget.Hide()
}

// Tapped calls OnTapped unless the button is disabled.
func (b *Button) Tapped(*fyne.PointEvent) {
	b.tip.hide()
	if !b.disabled && b.OnTapped != nil {
		b.OnTapped()
	}
}

// Cursor is a pointing hand while the button is enabled.
func (b *Button) Cursor() desktop.Cursor {
	if b.disabled {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

// MouseIn draws the hover state and starts the tooltip delay.
func (b *Button) MouseIn(*desktop.MouseEvent) {
	b.set(&b.hover, true)
	b.tell()
	if b.o.Name != "" && b.o.Name != b.o.Label {
		b.tip.soon(b, b.o.Name)
	}
}

// MouseMoved does nothing: entering and leaving are enough.
func (b *Button) MouseMoved(*desktop.MouseEvent) {}

// MouseOut ends the hover state and hides the tooltip.
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

// MouseDown draws the pressed state and hides the tooltip.
func (b *Button) MouseDown(*desktop.MouseEvent) {
	b.tip.hide()
	b.set(&b.down, true)
}

// MouseUp ends the pressed state.
func (b *Button) MouseUp(*desktop.MouseEvent) { b.set(&b.down, false) }

// FocusGained draws the focus ring.
func (b *Button) FocusGained() { b.set(&b.focus, true); b.reveal(b); b.tell() }

// FocusLost removes the focus ring.
func (b *Button) FocusLost() { b.set(&b.focus, false); b.tell() }

// TypedRune ignores typed characters.
func (b *Button) TypedRune(rune) {}

// TypedKey taps the button on Enter and Space and passes other keys to the window.
func (b *Button) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		b.Tapped(nil)
	default:
		PassKey(b, ev)
	}
}

// Refresh redraws the current state.
func (b *Button) Refresh() {
	b.style()
	b.BaseWidget.Refresh()
}
