package press

import (
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// Kind is how a button looks.
type Kind int

// Kinds of buttons.
const (
	Ghost   Kind = iota // text and icon alone, Hover fill under the pointer
	Outline             // hairline around
	Tint                // AccentTint
	Primary             // Accent
	Warn                // WarnTint
	Link                // AccentText, without a fill until the pointer is there
)

// Options describe a button.
type Options struct {
	Kind  Kind
	Icon  theme.Icon
	Label string
	Lead  string     // semi-bold words before the label
	Tail  theme.Icon // behind the label
	// Tip is what the window shows when the pointer rests on the button, and the name of a button without a label.
	Tip string
	// Height in pixels at text zoom 100 %; 0 means 26. An icon alone is as wide as it is high.
	Height float32
	// IconSize in pixels at text zoom 100 %; 0 means 14.
	IconSize float32
	Pad      float32 // left and right of label and icon; 0 means 8
	Round    bool    // half height for a radius, instead of that of a row
	Dim      bool    // Text3 instead of Text2
	Strong   bool    // semi-bold label
}

// Button is anything that is clicked: an icon, a word, or both. Enter and Space click it while it has the focus.
type Button struct {
	widget.BaseWidget
	OnTapped func()

	o        Options
	on       bool // drawn as pressed in
	disabled bool
	faint    bool // seen only under the pointer or with the focus
	hover    bool
	focus    bool
	down     bool
	hint     parts.Hint

	ring, back *canvas.Rectangle
	lead, text *canvas.Text
	img, tail  *kit.Icon
	objects    []fyne.CanvasObject
}

// New returns a button.
func New(o Options, tapped func()) *Button {
	b := &Button{OnTapped: tapped, o: o}
	if b.o.Height == 0 {
		b.o.Height = 26
	}
	if b.o.IconSize == 0 {
		b.o.IconSize = 14
	}
	if b.o.Pad == 0 {
		b.o.Pad = theme.Space8
	}
	b.ring, b.back = canvas.NewRectangle(color.Transparent), canvas.NewRectangle(color.Transparent)
	b.lead, b.text = canvas.NewText("", color.Black), canvas.NewText("", color.Black)
	b.img = kit.NewIcon(b.o.Icon, b.o.IconSize, theme.Text2)
	b.tail = kit.NewIcon(b.o.Tail, b.o.IconSize, theme.Text2)
	b.objects = []fyne.CanvasObject{b.ring, b.back, b.img, b.lead, b.text, b.tail}
	b.ExtendBaseWidget(b)
	b.style()
	return b
}

// SetLabel changes the words.
func (b *Button) SetLabel(s string) {
	if b.o.Label != s {
		b.o.Label = s
		b.Refresh()
	}
}

// SetLead changes the semi-bold words in front.
func (b *Button) SetLead(s string) {
	if b.o.Lead != s {
		b.o.Lead = s
		b.Refresh()
	}
}

// SetIcon changes the icon.
func (b *Button) SetIcon(i theme.Icon) {
	if b.o.Icon != i {
		b.o.Icon = i
		b.Refresh()
	}
}

// SetTail changes the icon behind the label.
func (b *Button) SetTail(i theme.Icon) {
	if b.o.Tail != i {
		b.o.Tail = i
		b.Refresh()
	}
}

// SetKind changes the look.
func (b *Button) SetKind(k Kind) {
	if b.o.Kind != k {
		b.o.Kind = k
		b.Refresh()
	}
}

// SetTip changes tooltip and name.
func (b *Button) SetTip(s string) { b.o.Tip = s }

// SetOn draws the button as pressed in.
func (b *Button) SetOn(on bool) {
	if b.on != on {
		b.on = on
		b.Refresh()
	}
}

// SetDisabled greys it out; it cannot be clicked then.
func (b *Button) SetDisabled(on bool) {
	if b.disabled != on {
		b.disabled = on
		b.Refresh()
	}
}

// SetFaint hides the drawing, not the button: it is still reached by pointer and keyboard, and seen while it is.
func (b *Button) SetFaint(on bool) {
	if b.faint != on {
		b.faint = on
		b.Refresh()
	}
}

// Label returns the words, for tests and for screen readers.
func (b *Button) Label() string {
	if b.o.Label == "" {
		return b.o.Tip
	}
	return b.o.Lead + b.o.Label
}

// Focused reports whether the keyboard is here.
func (b *Button) Focused() bool { return b.focus }

func (b *Button) height() float32 { return theme.Current().Scaled(b.o.Height) }

// side is the size of the icons.
func (b *Button) side() float32 { return theme.Current().Scaled(b.o.IconSize) }

// MinSize implements fyne.CanvasObject.
func (b *Button) MinSize() fyne.Size {
	h := b.height()
	if b.o.Label == "" && b.o.Lead == "" {
		return fyne.NewSize(h, h)
	}
	w := b.o.Pad + width(b.lead) + width(b.text) + b.o.Pad
	if b.o.Lead != "" && b.o.Label != "" {
		w += theme.Space4
	}
	if b.o.Icon != "" {
		w += b.side() + iconGap - iconPull
	}
	if b.o.Tail != "" {
		w += b.side() + iconGap - iconPull
	}
	return fyne.NewSize(w, h)
}

const (
	iconGap  = 6
	iconPull = 2 // icons have air of their own: they stand closer to the edge than words
)

func width(t *canvas.Text) float32 {
	if t.Text == "" {
		return 0
	}
	return float32(math.Ceil(float64(t.MinSize().Width)))
}

// Resize implements fyne.CanvasObject.
func (b *Button) Resize(size fyne.Size) {
	b.BaseWidget.Resize(size)
	b.place()
}

func (b *Button) place() {
	size := b.Size()
	b.back.Resize(size)
	b.ring.Move(fyne.NewPos(-3, -3))
	b.ring.Resize(size.AddWidthHeight(6, 6))
	content := b.MinSize().Width - 2*b.o.Pad
	x := theme.Round((size.Width - content) / 2)
	if b.o.Label == "" && b.o.Lead == "" {
		x = theme.Round((size.Width - b.side()) / 2)
	} else if b.o.Icon != "" {
		x -= iconPull
	}
	if b.o.Icon != "" {
		x = b.placeIcon(b.img, x) + iconGap
	}
	x = b.placeText(b.lead, x)
	if b.o.Lead != "" && b.o.Label != "" {
		x += theme.Space4
	}
	x = b.placeText(b.text, x)
	if b.o.Tail != "" {
		b.placeIcon(b.tail, x+iconGap-iconPull)
	}
}

func (b *Button) placeIcon(img *kit.Icon, x float32) float32 {
	side := b.side()
	img.Resize(fyne.NewSquareSize(side))
	img.Move(fyne.NewPos(x, theme.Round((b.Size().Height-side)/2)))
	return x + side
}

func (b *Button) placeText(t *canvas.Text, x float32) float32 {
	w := width(t)
	kit.PlaceText(t, x, 0, w, b.Size().Height)
	return x + w
}

// Tapped implements fyne.Tappable.
func (b *Button) Tapped(*fyne.PointEvent) {
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
	b.hint.Soon(b, b.o.Tip)
	b.set(&b.hover, true)
}

// MouseMoved implements desktop.Hoverable.
func (b *Button) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (b *Button) MouseOut() {
	b.hint.Hide()
	b.down = false
	b.set(&b.hover, false)
}

// MouseDown implements desktop.Mouseable.
func (b *Button) MouseDown(*desktop.MouseEvent) {
	b.hint.Hide()
	b.set(&b.down, true)
}

// Hide takes a name that is shown away with the button.
func (b *Button) Hide() {
	b.hint.Hide()
	b.BaseWidget.Hide()
}

// MouseUp implements desktop.Mouseable.
func (b *Button) MouseUp(*desktop.MouseEvent) { b.set(&b.down, false) }

// FocusGained implements fyne.Focusable.
func (b *Button) FocusGained() { b.set(&b.focus, true) }

// FocusLost implements fyne.Focusable.
func (b *Button) FocusLost() { b.set(&b.focus, false) }

func (b *Button) set(flag *bool, on bool) {
	*flag = on
	if b.faint {
		b.Refresh()
		return
	}
	b.paint()
	canvas.Refresh(b.back)
	canvas.Refresh(b.ring)
}

// TypedRune implements fyne.Focusable.
func (b *Button) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (b *Button) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		b.Tapped(nil)
	}
}
