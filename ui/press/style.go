package press

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/theme"
)

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
	fill, line = b.ground()
	switch {
	case b.disabled && b.o.Kind == Primary:
		return theme.Selected, line
	case b.disabled:
		return fill, line
	case b.o.Kind == Primary && (b.hover || b.down):
		return theme.AccentHover, line
	case b.o.Kind == Tint && b.hover:
		return fill, theme.AccentLine
	case b.down:
		return theme.Selected, line
	case b.o.Kind == Link && b.hover:
		return fill, theme.AccentLine
	case b.hover && !b.on && b.o.Kind != Warn:
		return theme.Hover, line
	}
	return fill, line
}

// ground is fill at rest.
func (b *Button) ground() (fill, line theme.Token) {
	if b.on {
		return theme.AccentTint, theme.None
	}
	switch b.o.Kind {
	case Outline:
		if b.o.Round {
			return theme.None, theme.Border
		}
		return theme.None, theme.Strong
	case Tint:
		return theme.AccentTint, theme.None
	case Primary:
		return theme.Accent, theme.None
	case Warn:
		return theme.WarnTint, theme.None
	}
	return theme.None, theme.None
}

// paint sets the colours of the rectangles.
func (b *Button) paint() {
	t := theme.Current()
	radius := t.Scaled(theme.RadiusRow)
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
