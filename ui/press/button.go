package press

import (
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
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
	// Tip is the tooltip, and the name of a button without a label.
	Tip string
	// Height in pixels at text zoom 100 %; 0 means 26. An icon alone is as wide as it is high.
	Height float32
	// IconSize in pixels; 0 means 14.
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
		w += b.o.IconSize + iconGap - iconPull
	}
	if b.o.Tail != "" {
		w += b.o.IconSize + iconGap - iconPull
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
		x = theme.Round((size.Width - b.o.IconSize) / 2)
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
	img.Resize(fyne.NewSquareSize(b.o.IconSize))
	img.Move(fyne.NewPos(x, theme.Round((b.Size().Height-b.o.IconSize)/2)))
	return x + b.o.IconSize
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
func (b *Button) MouseIn(*desktop.MouseEvent) { b.set(&b.hover, true) }

// MouseMoved implements desktop.Hoverable.
func (b *Button) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (b *Button) MouseOut() {
	b.down = false
	b.set(&b.hover, false)
}

// MouseDown implements desktop.Mouseable.
func (b *Button) MouseDown(*desktop.MouseEvent) { b.set(&b.down, true) }

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

// ink is the colour of words and icons.
func (b *Button) ink() theme.Token {
	switch {
	case b.faint && !b.hover && !b.focus:
		return theme.None
	case b.disabled:
		return theme.Disabled
	case b.o.Kind == Primary:
		return theme.OnAccent
	case b.o.Kind == Tint || b.o.Kind == Link || b.on:
		return theme.AccentText
	case b.o.Kind == Warn:
		return theme.Warn
	case b.o.Dim:
		return theme.Text3
	}
	return theme.Text2
}

// fill is the colour behind, and line the one around, in the present state.
func (b *Button) fill() (fill, line theme.Token) {
	fill, line = theme.None, theme.None
	switch b.o.Kind {
	case Outline:
		line = theme.Strong
		if b.o.Round {
			line = theme.Border
		}
	case Tint:
		fill = theme.AccentTint
	case Primary:
		fill = theme.Accent
	case Warn:
		fill = theme.WarnTint
	}
	if b.on {
		fill, line = theme.AccentTint, theme.None
	}
	if b.disabled {
		if b.o.Kind == Primary {
			fill = theme.Selected
		}
		return fill, line
	}
	switch {
	case b.o.Kind == Primary && (b.hover || b.down):
		fill = theme.AccentHover
	case b.o.Kind == Tint && b.hover:
		line = theme.AccentLine
	case b.down:
		fill = theme.Selected
	case b.o.Kind == Link && b.hover:
		line = theme.AccentLine
	case b.hover && !b.on && b.o.Kind != Warn:
		fill = theme.Hover
	}
	return fill, line
}

// paint sets the colours of the rectangles.
func (b *Button) paint() {
	t := theme.Current()
	radius := theme.RadiusRow
	if b.o.Round {
		radius = b.height() / 2
	}
	fill, line := b.fill()
	b.back.FillColor, b.back.CornerRadius = t.Tone(fill), radius
	b.back.StrokeColor, b.back.StrokeWidth = nil, 0
	if b.focus {
		line = theme.Accent
	}
	if line != theme.None {
		b.back.StrokeColor, b.back.StrokeWidth = t.Tone(line), 1
		if b.focus {
			b.back.StrokeWidth = 1.5
		}
		b.back.FillColor = kit.Fill(t.Tone(fill), t.Tone(line))
	}
	b.ring.CornerRadius = radius + 3
	b.ring.Hidden = !b.focus
	b.ring.FillColor = color.Transparent
	if b.focus {
		c := t.Tone(theme.Focus)
		b.ring.StrokeColor, b.ring.StrokeWidth = c, 3
		b.ring.FillColor = kit.Fill(t.Tone(theme.None), c)
	}
}

// style applies theme, words and icons.
func (b *Button) style() {
	strong := theme.Current().Type(theme.RoleStrong).Style
	role := theme.RoleLabel
	if b.o.Kind == Tint || b.o.Kind == Warn || b.o.Round {
		role = theme.RoleMeta
	}
	b.text.Text, b.lead.Text = b.o.Label, b.o.Lead
	kit.StyleText(b.text, role, b.ink())
	kit.StyleText(b.lead, role, b.ink())
	b.lead.TextStyle = strong
	if b.o.Strong {
		b.text.TextStyle = strong
	}
	b.draw(b.img, b.o.Icon)
	b.draw(b.tail, b.o.Tail)
	b.paint()
}

func (b *Button) draw(img *kit.Icon, icon theme.Icon) {
	img.Hidden = icon == "" || b.ink() == theme.None
	if !img.Hidden {
		img.Set(icon, b.ink())
		img.Refresh()
	}
}

// Refresh applies a changed theme.
func (b *Button) Refresh() {
	b.style()
	b.place()
	canvas.Refresh(b)
}

// CreateRenderer implements fyne.Widget.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	b.style()
	return widget.NewSimpleRenderer(container.NewWithoutLayout(b.objects...))
}
