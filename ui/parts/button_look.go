package parts

import (
	"fyne.io/fyne/v2"

	"memoir/ui/kit"
	"memoir/ui/theme"
)

const (
	tailSize = 14
	dotSize  = 8
)

// buttonColors are the colors of a button in one state.
type look struct{ ink, sub, fill, line theme.Token }

// normalColors returns the colors of a kind that is neither hovered nor pressed.
func (k Kind) rest() look {
	switch k {
	case Outline:
		return look{theme.Text, theme.Text3, theme.Surface, theme.Strong}
	case Primary, Round:
		return look{theme.OnAccent, theme.OnAccent, theme.Accent, theme.None}
	case Danger:
		return look{theme.Error, theme.Text3, theme.Surface, theme.Strong}
	case Link:
		return look{theme.AccentText, theme.Text3, theme.None, theme.None}
	case toastLink:
		return look{theme.ToastLink, theme.ToastLink, theme.None, theme.None}
	case Pill:
		return look{theme.Text, theme.Text3, theme.Surface, theme.Border}
	case PillOn:
		return look{theme.AccentText, theme.AccentText, theme.AccentTint, theme.AccentLine}
	case PillOff:
		return look{theme.Text3, theme.Text3, theme.Surface, theme.Border}
	case Quiet:
		return look{theme.Text3, theme.Text3, theme.None, theme.None}
	}
	return look{theme.Text2, theme.Text3, theme.None, theme.None}
}

// hoverColors returns the colors of a kind while it is hovered, or pressed if down.
func (k Kind) under(down bool) look {
	l := k.rest()
	switch k {
	case Primary, Round:
		l.fill = theme.AccentHover
		return l
	case Link:
		l.sub, l.fill, l.line = theme.AccentText, theme.AccentTint, theme.AccentLine
		return l
	case PillOn:
		l.line = theme.Accent
		return l
	case toastLink:
		l.line = theme.ToastLink
		return l
	case menuRow:
		l.ink, l.fill = theme.Text, theme.Selected
		return l
	}
	l.fill = theme.Hover
	if down {
		l.fill = theme.Selected
	}
	if l.ink == theme.Text2 || l.ink == theme.Text3 {
		l.ink = theme.Text
	}
	return l
}

// currentColors returns the colors of the current state.
func (b *Button) look() look {
	l := b.o.Kind.rest()
	switch {
	case b.faint && !b.hover && !b.focus:
		return look{}
	case b.disabled:
		l.ink, l.sub = theme.Disabled, theme.Disabled
		if l.fill != theme.None && l.fill != theme.Surface {
			l.fill, l.line = theme.Selected, theme.None
		}
	case b.on:
		l = PillOn.rest()
		l.line = theme.None
	case b.down || b.hover:
		l = b.o.Kind.under(b.down)
	}
	if b.focus {
		l.line = theme.Accent
	}
	return l
}

func (b *Button) radius() float32 {
	switch b.o.Kind {
	case Pill, PillOn, PillOff, Round:
		return b.o.Height / 2
	}
	return theme.RadiusControl
}

func (b *Button) role() theme.Role {
	if b.o.Height <= 28 {
		return theme.RoleLabel
	}
	return theme.RoleButton
}

// updateStyle applies the options and the state to what is drawn.
func (b *Button) style() {
	l := b.look()
	b.box.SetTones(l.fill, l.line)
	b.box.SetLine(theme.Hairline)
	if b.focus {
		b.box.SetLine(kit.FocusLine)
	}
	b.ring.Hidden = !b.focus
	b.objects = append(b.objects[:0], b.ring, b.box)
	if b.o.Dot != theme.None {
		if b.dot == nil {
			b.dot = kit.NewBox(b.o.Dot, theme.None, dotSize/2)
		}
		b.dot.SetTones(b.o.Dot, theme.None)
		b.objects = append(b.objects, b.dot)
	}
	b.icon = b.shape(b.icon, b.o.Icon, b.o.IconSize, l.ink)
	b.label = b.words(b.label, b.o.Label, b.role(), l.ink)
	b.sub = b.words(b.sub, b.o.Sub, theme.RoleMeta, l.sub)
	b.tail = b.shape(b.tail, b.o.Tail, tailSize, l.ink)
}

// updateIcon shows an icon, creating it on first use, and returns it.
func (b *Button) shape(i *kit.Icon, icon theme.Icon, size float32, tone theme.Token) *kit.Icon {
	if icon == "" {
		return i
	}
	if i == nil {
		i = kit.NewIcon(icon, size, tone)
	}
	if i.Hidden = tone == theme.None; !i.Hidden {
		i.Set(icon, tone)
	}
	b.objects = append(b.objects, i)
	return i
}

// updateLabel does the same for a text.
func (b *Button) words(t *kit.Label, text string, role theme.Role, tone theme.Token) *kit.Label {
	if text == "" {
		return t
	}
	if t == nil {
		t = kit.NewShrinkingLabel(text, role, tone)
	}
	t.SetStyle(role, tone)
	t.SetText(text)
	b.objects = append(b.objects, t)
	return t
}

// CreateRenderer returns the renderer of the widget.
func (b *Button) CreateRenderer() fyne.WidgetRenderer { return &buttonRenderer{b} }

type buttonRenderer struct{ b *Button }

func (r *buttonRenderer) Destroy()                     {}
func (r *buttonRenderer) Objects() []fyne.CanvasObject { return r.b.objects }

func (r *buttonRenderer) MinSize() fyne.Size {
	b := r.b
	h := theme.Current().Scaled(b.o.Height)
	if b.o.Label == "" && b.o.Sub == "" {
		return fyne.NewSquareSize(h)
	}
	return fyne.NewSize(2*b.o.Pad+r.content(), h)
}

// iconInset moves an icon closer to the edge than text, because its drawing has a margin.
const iconPull = 2

// contentWidth returns the width of the content without padding.
func (r *buttonRenderer) content() float32 {
	b, zoom := r.b, theme.Current()
	w := roleWidth(b.o.Label, b.role())
	if b.o.Dot != theme.None {
		w += dotSize + theme.Space6
	}
	if b.o.Icon != "" {
		w += zoom.Scaled(b.o.IconSize) + theme.Space6 - iconPull
	}
	if b.o.Sub != "" {
		w += theme.Space6 + roleWidth(b.o.Sub, theme.RoleMeta)
	}
	if b.o.Tail != "" {
		w += theme.Space6 + zoom.Scaled(tailSize) - iconPull
	}
	return w
}

func roleWidth(s string, role theme.Role) float32 {
	if s == "" {
		return 0
	}
	ty := theme.Current().Type(role)
	return theme.Ceil(ty.Width(s))
}

func (r *buttonRenderer) Layout(s fyne.Size) {
	b := r.b
	b.box.Resize(s)
	b.ring.Move(fyne.NewSquareOffsetPos(-kit.FocusRing))
	b.ring.Resize(s.AddWidthHeight(2*kit.FocusRing, 2*kit.FocusRing))
	if b.o.Label == "" && b.o.Sub == "" {
		if b.o.Icon != "" {
			b.icon.Resize(s)
		}
		return
	}
	x := b.o.Pad
	if !b.o.Left {
		x = max(b.o.Pad, theme.Round((s.Width-r.content())/2))
	}
	end := s.Width - b.o.Pad
	if b.o.Tail != "" {
		side := theme.Current().Scaled(tailSize)
		at := end + iconPull - side
		if !b.o.Left {
			at = min(at, theme.Round((s.Width+r.content())/2)+iconPull-side)
		}
		b.tail.Move(fyne.NewPos(at, 0))
		b.tail.Resize(fyne.NewSize(side, s.Height))
		end = at - theme.Space6
	}
	r.layoutWords(r.layoutFront(x, s.Height), end, s.Height)
}

// layoutLeading places dot and icon and returns where the texts begin.
func (r *buttonRenderer) layoutFront(x, height float32) float32 {
	b := r.b
	if b.o.Dot != theme.None {
		b.dot.Move(fyne.NewPos(x, theme.Round((height-dotSize)/2)))
		b.dot.Resize(fyne.NewSquareSize(dotSize))
		x += dotSize + theme.Space6
	}
	if b.o.Icon != "" {
		side := theme.Current().Scaled(b.o.IconSize)
		b.icon.Move(fyne.NewPos(x-iconPull, 0))
		b.icon.Resize(fyne.NewSize(side, height))
		x += side + theme.Space6 - iconPull
	}
	return x
}

// layoutLabels places label and detail between x and end; the detail is truncated first.
func (r *buttonRenderer) layoutWords(x, end, height float32) {
	b := r.b
	label, sub := roleWidth(b.o.Label, b.role()), roleWidth(b.o.Sub, theme.RoleMeta)
	gap := float32(theme.Space6)
	if sub == 0 || label == 0 {
		gap = 0
	}
	room := max(0, end-x)
	label = min(label, room)
	sub = max(0, min(sub, room-label-gap))
	if b.o.Label != "" {
		b.label.Move(fyne.NewPos(x, 0))
		b.label.Resize(fyne.NewSize(label, height))
	}
	if b.o.Sub != "" {
		at := x + label + gap
		if b.o.Left {
			at = end - sub
		}
		b.sub.Move(fyne.NewPos(at, 0))
		b.sub.Resize(fyne.NewSize(sub, height))
	}
}

func (r *buttonRenderer) Refresh() {
	for _, o := range r.b.objects {
		o.Refresh()
	}
	r.Layout(r.b.Size())
}
