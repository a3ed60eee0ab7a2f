package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// ButtonKind is the visual style of a button.
type ButtonKind int

// The kinds of buttons.
const (
	Ghost        ButtonKind = iota // text and icon; filled on hover
	Outline                        // with a border
	Primary                        // filled with the accent
	Danger                         // with a border, in the error color
	Link                           // text in the accent color
	Pill                           // rounded ends, border
	SelectedPill                   // rounded ends, tinted
	FaintPill                      // rounded ends, border, faint text
	Quiet                          // like Ghost, with fainter text
	RoundPrimary                   // like Primary, rounded ends
)

// Button kinds used only inside this package.
const (
	toastLinkKind ButtonKind = 100 + iota // a link on the inverse background of a toast
	segmentKind                           // the chosen part of a segmented control
	menuRowKind                           // a menu item; keys highlight it as hovering does
)

// ButtonOptions configure a button. Name is required where there is no Label. Sizes are pixels at
// 100 % text zoom.
type ButtonOptions struct {
	Kind         ButtonKind
	Icon         theme.Icon
	Label        string
	Detail       string // faint text after the label
	TrailingIcon theme.Icon
	Name         string  // what it does: its tooltip, and its name in tests
	Height       float32 // 0 = 30; an icon alone is as wide as it is high
	Padding      float32 // 0 = 10, in a link 4
	IconSize     float32 // 0 = 15
	AlignLeft    bool    // content at the left of a wide button, TrailingIcon at its right
	DotColor     theme.Token
}

// LinkPadding is the padding of a link, by which its text stands right of the texts above and
// below.
const LinkPadding = theme.Space4

// Button is anything that is tapped: an icon, text, or both. Enter and Space tap it while it has
// the focus.
type Button struct {
	widget.BaseWidget
	scrollParent
	OnTapped func()
	// OnHoverChange is called when hover or focus begins or ends.
	OnHoverChange func(on bool)

	options    ButtonOptions
	switchedOn bool // drawn as switched on
	faint      bool // drawn only while hovered or focused
	disabled   bool
	hovered    bool
	focused    bool
	pressed    bool
	tooltip    tooltip

	box, ring          *draw.Box
	icon, trailingIcon *draw.Icon  // nil until first needed
	dot                *draw.Box   // likewise
	label, detail      *draw.Label // likewise
	objects            []fyne.CanvasObject
}

// NewButton returns a button; tapped may be nil.
func NewButton(o ButtonOptions, tapped func()) *Button {
	if o.Height == 0 {
		o.Height = 30
	}
	if o.Padding == 0 {
		o.Padding = theme.Space10
		if o.Kind == Link {
			o.Padding = LinkPadding
		}
	}
	if o.IconSize == 0 {
		o.IconSize = 15
	}
	b := &Button{OnTapped: tapped, options: o}
	b.box = draw.NewBox(theme.None, theme.None, b.cornerRadius())
	b.ring = draw.NewBox(theme.None, theme.Focus, b.cornerRadius()+draw.FocusRingWidth)
	b.ring.SetLineWidth(draw.FocusRingWidth)
	b.ExtendBaseWidget(b)
	b.applyOptionsAndState()
	return b
}

// NewSmallButton returns a button of the size used beneath a message: 26 high, with an icon of 14
// and a padding of 8, unless o says otherwise.
func NewSmallButton(o ButtonOptions, tapped func()) *Button {
	if o.Height == 0 {
		o.Height = 26
	}
	if o.Padding == 0 {
		o.Padding = theme.Space8
	}
	if o.IconSize == 0 {
		o.IconSize = 14
	}
	return NewButton(o, tapped)
}

// NewIconButton returns a square button with only an icon.
func NewIconButton(icon theme.Icon, name string, tapped func()) *Button {
	return NewButton(
		ButtonOptions{Kind: Quiet, Icon: icon, Name: name, Height: theme.IconButtonSize, IconSize: 17},
		tapped,
	)
}

// Name describes what the button does: ButtonOptions.Name, or else the label.
func (b *Button) Name() string {
	if b.options.Name != "" {
		return b.options.Name
	}
	return b.options.Label
}

// IsSelected reports whether the button is the chosen one of several.
func (b *Button) IsSelected() bool {
	return b.options.Kind == segmentKind || b.options.Kind == SelectedPill
}

// Label returns the text of the button.
func (b *Button) Label() string { return b.options.Label }

// UpdateOptions changes the options of the button; its height stays.
func (b *Button) UpdateOptions(change func(o *ButtonOptions)) {
	was := b.options
	change(&b.options)
	if b.options == was {
		return
	}
	if b.options.Name != was.Name {
		b.tooltip.hideTooltip()
	}
	b.Refresh()
}

// SetEnabled enables or disables the button.
func (b *Button) SetEnabled(on bool) { b.setFlagAndRefresh(&b.disabled, !on) }

// IsEnabled reports whether tapping does something.
func (b *Button) IsEnabled() bool { return !b.disabled }

// SetSwitchedOn draws the button as switched on, or off.
func (b *Button) SetSwitchedOn(on bool) { b.setFlagAndRefresh(&b.switchedOn, on) }

// IsSwitchedOn reports whether the button is drawn as switched on.
func (b *Button) IsSwitchedOn() bool { return b.switchedOn }

// SetShownOnlyOnHoverOrFocus draws the button only while it is hovered or focused; it still reacts
// to pointer and keyboard.
func (b *Button) SetShownOnlyOnHoverOrFocus(on bool) { b.setFlagAndRefresh(&b.faint, on) }

// HasFocus reports whether the button has the keyboard focus.
func (b *Button) HasFocus() bool { return b.focused }

func (b *Button) setFlagAndRefresh(flag *bool, on bool) {
	if *flag != on {
		*flag = on
		b.Refresh()
	}
}

// Hide hides the button and its tooltip.
func (b *Button) Hide() {
	b.tooltip.hideTooltip()
	b.BaseWidget.Hide()
}

// Tapped calls OnTapped unless the button is disabled.
func (b *Button) Tapped(*fyne.PointEvent) {
	b.tooltip.hideTooltip()
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
	b.setFlagAndRefresh(&b.hovered, true)
	b.notifyHoverOrFocusChange()
	if b.options.Name != "" && b.options.Name != b.options.Label {
		b.tooltip.showAfterDelay(b, b.options.Name)
	}
}

// MouseMoved does nothing: entering and leaving are enough.
func (b *Button) MouseMoved(*desktop.MouseEvent) {}

// MouseOut ends the hover state and hides the tooltip.
func (b *Button) MouseOut() {
	b.tooltip.hideTooltip()
	b.pressed = false
	b.setFlagAndRefresh(&b.hovered, false)
	b.notifyHoverOrFocusChange()
}

func (b *Button) notifyHoverOrFocusChange() {
	if b.OnHoverChange != nil {
		b.OnHoverChange(b.hovered || b.focused)
	}
}

// MouseDown draws the pressed state and hides the tooltip.
func (b *Button) MouseDown(*desktop.MouseEvent) {
	b.tooltip.hideTooltip()
	b.setFlagAndRefresh(&b.pressed, true)
}

// MouseUp ends the pressed state.
func (b *Button) MouseUp(*desktop.MouseEvent) { b.setFlagAndRefresh(&b.pressed, false) }

// FocusGained draws the focus ring and scrolls the widget into view.
func (b *Button) FocusGained() {
	b.setFlagAndRefresh(&b.focused, true)
	b.scrollIntoViewUnlessHalfVisible(b)
	b.notifyHoverOrFocusChange()
}

// FocusLost removes the focus ring.
func (b *Button) FocusLost() { b.setFlagAndRefresh(&b.focused, false); b.notifyHoverOrFocusChange() }

// TypedRune ignores typed characters.
func (b *Button) TypedRune(rune) {}

// TypedKey taps the button on Enter and Space and passes other keys to the window.
func (b *Button) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		b.Tapped(nil)
	default:
		PassKeyToWindow(b, ev)
	}
}

// Refresh redraws the current state.
func (b *Button) Refresh() {
	b.applyOptionsAndState()
	b.BaseWidget.Refresh()
}
