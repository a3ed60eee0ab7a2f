package widgets

import (
	"fyne.io/fyne/v2"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

const (
	trailingIconSize = 14
	dotSize          = 8
)

// buttonColors are the colors of a button in one state.
type buttonColors struct{ text, detail, fill, border theme.Token }

// normalColors returns the colors of a kind that is neither hovered nor pressed.
func (k ButtonKind) normalColors() buttonColors {
	switch k {
	case Outline:
		return buttonColors{theme.Text, theme.Text3, theme.Surface, theme.StrongBorder}
	case segmentKind:
		return buttonColors{theme.Text, theme.Text3, theme.Raised, theme.StrongBorder}
	case Primary, RoundPrimary:
		return buttonColors{theme.OnAccent, theme.OnAccent, theme.Accent, theme.None}
	case Danger:
		return buttonColors{theme.Error, theme.Text3, theme.Surface, theme.StrongBorder}
	case Link:
		return buttonColors{theme.AccentText, theme.Text3, theme.None, theme.None}
	case toastLinkKind:
		return buttonColors{theme.ToastLink, theme.ToastLink, theme.None, theme.None}
	case Pill:
		return buttonColors{theme.Text, theme.Text3, theme.Surface, theme.Border}
	case SelectedPill:
		return buttonColors{theme.AccentText, theme.AccentText, theme.AccentTint, theme.AccentBorder}
	case FaintPill:
		return buttonColors{theme.Text3, theme.Text3, theme.Surface, theme.Border}
	case Quiet:
		return buttonColors{theme.Text3, theme.Text3, theme.None, theme.None}
	}
	return buttonColors{theme.Text2, theme.Text3, theme.None, theme.None}
}

// hoverOrPressedColors returns the colors of a kind while it is hovered, or pressed if down.
func (k ButtonKind) hoverOrPressedColors(down bool) buttonColors {
	l := k.normalColors()
	switch k {
	case Primary, RoundPrimary:
		l.fill = theme.AccentHover
		return l
	case Link:
		l.detail, l.fill, l.border = theme.AccentText, theme.AccentTint, theme.AccentBorder
		return l
	case SelectedPill:
		l.border = theme.Accent
		return l
	case toastLinkKind:
		l.border = theme.ToastLink
		return l
	case menuRowKind:
		l.text, l.fill = theme.Text, theme.Selected
		return l
	}
	l.fill = theme.Hover
	if down {
		l.fill = theme.Selected
	}
	if l.text == theme.Text2 || l.text == theme.Text3 {
		l.text = theme.Text
	}
	return l
}

// colorsForCurrentState returns the colors of the current state.
func (b *Button) colorsForCurrentState() buttonColors {
	l := b.options.Kind.normalColors()
	switch {
	case b.faint && !b.hovered && !b.focused:
		return buttonColors{}
	case b.disabled:
		l.text, l.detail = theme.Disabled, theme.Disabled
		if l.fill != theme.None && l.fill != theme.Surface {
			l.fill, l.border = theme.Selected, theme.None
		}
	case b.switchedOn:
		l = SelectedPill.normalColors()
		l.border = theme.None
	case b.pressed || b.hovered:
		l = b.options.Kind.hoverOrPressedColors(b.pressed)
	}
	if b.focused {
		l.border = theme.Accent
	}
	return l
}

func (b *Button) cornerRadius() float32 {
	switch b.options.Kind {
	case Pill, SelectedPill, FaintPill, RoundPrimary:
		return b.options.Height / 2
	}
	return theme.RadiusControl
}

func (b *Button) labelRole() theme.Role {
	if b.options.Height <= 28 {
		return theme.RoleLabel
	}
	return theme.RoleButton
}

// applyOptionsAndState applies the options and the state to what is drawn.
func (b *Button) applyOptionsAndState() {
	l := b.colorsForCurrentState()
	b.box.SetColors(l.fill, l.border)
	b.box.SetLineWidth(theme.Hairline)
	if b.focused {
		b.box.SetLineWidth(draw.FocusLineWidth)
	}
	b.ring.Hidden = !b.focused
	b.objects = append(b.objects[:0], b.ring, b.box)
	if b.options.DotColor != theme.None {
		if b.dot == nil {
			b.dot = draw.NewBox(b.options.DotColor, theme.None, dotSize/2)
		}
		b.dot.SetColors(b.options.DotColor, theme.None)
		b.objects = append(b.objects, b.dot)
	}
	b.icon = b.showOrCreateIcon(b.icon, b.options.Icon, b.options.IconSize, l.text)
	b.label = b.showOrCreateLabel(b.label, b.options.Label, b.labelRole(), l.text)
	b.detail = b.showOrCreateLabel(b.detail, b.options.Detail, theme.RoleMeta, l.detail)
	b.trailingIcon = b.showOrCreateIcon(b.trailingIcon, b.options.TrailingIcon, trailingIconSize, l.text)
}

// showOrCreateIcon shows an icon, creating it on first use, and returns it.
func (b *Button) showOrCreateIcon(i *draw.Icon, icon theme.Icon, size float32, token theme.Token) *draw.Icon {
	if icon == "" {
		return i
	}
	if i == nil {
		i = draw.NewIcon(icon, size, token)
	}
	if i.Hidden = token == theme.None; !i.Hidden {
		i.SetIcon(icon, token)
	}
	b.objects = append(b.objects, i)
	return i
}

// showOrCreateLabel does the same for a text.
func (b *Button) showOrCreateLabel(t *draw.Label, text string, role theme.Role, token theme.Token) *draw.Label {
	if text == "" {
		return t
	}
	if t == nil {
		t = draw.NewShrinkingLabel(text, role, token)
	}
	t.SetStyle(role, token)
	t.SetText(text)
	b.objects = append(b.objects, t)
	return t
}

// CreateRenderer returns the renderer of the widget.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(b, draw.RenderFuncs{
		Objects: func() []fyne.CanvasObject { return b.objects }, MinSize: b.minSize, Layout: b.layoutContent,
	})
}

func (b *Button) minSize() fyne.Size {
	h := theme.Current().ScaleUpWithTextZoom(b.options.Height)
	if b.options.Label == "" && b.options.Detail == "" {
		return fyne.NewSquareSize(h)
	}
	return fyne.NewSize(2*b.options.Padding+b.contentWidth(), h)
}

// iconInset moves an icon closer to the edge than text, because its drawing has a margin.
const iconInset = 2

// contentWidth returns the width of the content without padding.
func (b *Button) contentWidth() float32 {
	zoom := theme.Current()
	w := textWidthInRole(b.options.Label, b.labelRole())
	if b.options.DotColor != theme.None {
		w += dotSize + theme.Space6
	}
	if b.options.Icon != "" {
		w += zoom.ScaleUpWithTextZoom(b.options.IconSize) + theme.Space6 - iconInset
	}
	if b.options.Detail != "" {
		w += theme.Space6 + textWidthInRole(b.options.Detail, theme.RoleMeta)
	}
	if b.options.TrailingIcon != "" {
		w += theme.Space6 + zoom.ScaleUpWithTextZoom(trailingIconSize) - iconInset
	}
	return w
}

func textWidthInRole(s string, role theme.Role) float32 {
	if s == "" {
		return 0
	}
	typeStyle := theme.Current().TypeStyle(role)
	return theme.CeilWithTolerance(typeStyle.TextWidth(s))
}

func (b *Button) layoutContent(s fyne.Size) {
	b.box.Resize(s)
	const ring = draw.FocusRingWidth
	draw.MoveAndResize(b.ring, -ring, -ring, s.Width+2*ring, s.Height+2*ring)
	if b.options.Label == "" && b.options.Detail == "" {
		if b.options.Icon != "" {
			b.icon.Resize(s)
		}
		return
	}
	x := b.options.Padding
	if !b.options.AlignLeft {
		x = max(b.options.Padding, theme.Round((s.Width-b.contentWidth())/2))
	}
	end := s.Width - b.options.Padding
	if b.options.TrailingIcon != "" {
		side := theme.Current().ScaleUpWithTextZoom(trailingIconSize)
		at := end + iconInset - side
		if !b.options.AlignLeft {
			at = min(at, theme.Round((s.Width+b.contentWidth())/2)+iconInset-side)
		}
		draw.MoveAndResize(b.trailingIcon, at, 0, side, s.Height)
		end = at - theme.Space6
	}
	b.placeLabelAndDetail(b.placeDotAndIcon(x, s.Height), end, s.Height)
}

// placeDotAndIcon places dot and icon and returns where the texts begin.
func (b *Button) placeDotAndIcon(x, height float32) float32 {
	if b.options.DotColor != theme.None {
		draw.MoveAndResize(b.dot, x, theme.Round((height-dotSize)/2), dotSize, dotSize)
		x += dotSize + theme.Space6
	}
	if b.options.Icon != "" {
		side := theme.Current().ScaleUpWithTextZoom(b.options.IconSize)
		draw.MoveAndResize(b.icon, x-iconInset, 0, side, height)
		x += side + theme.Space6 - iconInset
	}
	return x
}

// placeLabelAndDetail places label and detail between x and end; the detail is truncated first.
func (b *Button) placeLabelAndDetail(x, end, height float32) {
	label, sub := textWidthInRole(b.options.Label, b.labelRole()), textWidthInRole(b.options.Detail, theme.RoleMeta)
	gap := float32(theme.Space6)
	if sub == 0 || label == 0 {
		gap = 0
	}
	available := max(0, end-x)
	label = min(label, available)
	sub = max(0, min(sub, available-label-gap))
	if b.options.Label != "" {
		draw.MoveAndResize(b.label, x, 0, label, height)
	}
	if b.options.Detail != "" {
		at := x + label + gap
		if b.options.AlignLeft {
			at = end - sub
		}
		draw.MoveAndResize(b.detail, at, 0, sub, height)
	}
}
