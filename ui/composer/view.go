package composer

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// Sizes in pixels (ui.md).
const (
	boxPad     = 12
	boxPadTop  = 10
	chipHeight = 28
	iconButton = 30
	roundSize  = 32
	meterWidth = 56
	meterLine  = 4
	placeLine  = 20
	placeGap   = 8
	textInset  = 4 // aligns the text with the icons beneath
)

// composerView draws a Composer.
type view struct {
	c *Composer

	box     *kit.Box
	ring    *canvas.Rectangle
	field   *fyne.Container
	hint    *kit.Label       // placeholder, not drawn by the entry; see applyFieldTheme
	probe   *widget.RichText // measures wrapped lines; never drawn
	editing *fileChip
	chips   []*fileChip
	attach  *parts.Button
	ghost   *parts.Button
	round   *parts.Button
	meter   *meterBar
	icon    *kit.Icon
	place   *kit.Label
	drop    *kit.Label
	objects []fyne.CanvasObject
}

// fieldTheme gives the field the text size of messages.
type fieldTheme struct{ *theme.Theme }

// Size returns the message text size for SizeNameText.
func (t fieldTheme) Size(n fyne.ThemeSizeName) float32 {
	if n == fynetheme.SizeNameText {
		n = theme.SizeBody
	}
	return t.Theme.Size(n)
}

// applyFieldTheme sets the text size of the field. The override container is not needed afterwards,
// because its effect stays with the field. For widgets under a ThemeOverride Fyne reads all fonts
// again, some 10 MB, and does so after each refresh of the override: this is the only field of the
// program that has one.
func (v *view) dress() { container.NewThemeOverride(v.c.editor, fieldTheme{theme.Current()}) }

func newView(c *Composer) *view {
	v := &view{c: c}
	v.box = kit.NewBox(theme.Surface, theme.Strong, theme.RadiusBubble)
	v.box.SetShadow(theme.Space12)
	v.ring = canvas.NewRectangle(nil)
	v.dress()
	v.hint = kit.NewShrinkingLabel("", theme.RoleBody, theme.Text3)
	v.field = container.NewWithoutLayout(v.hint, c.editor)
	v.probe = widget.NewRichText(&widget.TextSegment{Style: widget.RichTextStyle{Inline: true, SizeName: theme.SizeBody}})
	v.probe.Wrapping = fyne.TextWrapWord
	v.editing = newFileChip(theme.IconEdit)
	v.editing.set("Editing an earlier message", "", "", func() { call(c.OnCancelEdit) }, nil)
	v.attach = parts.NewSmall(parts.ButtonOptions{
		Icon: theme.IconClip, Name: "Attach a file", Height: iconButton, IconSize: 18,
	}, func() { call(c.OnAttach) })
	v.ghost = parts.NewSmall(parts.ButtonOptions{
		Icon: theme.IconGhost, Height: iconButton, IconSize: 18,
		Name: "Temporary chat: not remembered, erased when closed",
	}, func() {
		if c.OnTemporary != nil {
			c.OnTemporary(!c.temporary)
		}
	})
	v.round = parts.NewButton(parts.ButtonOptions{Kind: parts.Round, Icon: theme.IconUp, Height: roundSize, IconSize: 17},
		c.pressRound)
	v.meter = newMeterBar()
	v.icon = kit.NewIcon(theme.IconLock, 12, theme.Text3)
	v.place = kit.NewShrinkingLabel("", theme.RoleMeta, theme.Text3)
	v.drop = kit.NewLabel("Let go to attach", theme.RoleButton, theme.AccentText)
	return v
}

// showState updates all objects from the state of the composer.
func (v *view) show() {
	c := v.c
	visible(v.editing, c.editing)
	for len(v.chips) < len(c.files) {
		v.chips = append(v.chips, newFileChip(theme.IconFile))
	}
	v.chips = v.chips[:len(c.files)]
	for i, f := range c.files {
		v.chips[i].set(f.Name, f.Note, f.Error, func() { callID(c.OnRemoveFile, f.ID) },
			func() { callID(c.OnOpenFile, f.ID) })
	}
	v.ghost.SetOn(c.temporary)
	if visible(v.meter, c.meter.Limit > 0) {
		v.meter.set(c.meter)
	}
	place := theme.IconGlobe
	if c.place.Local {
		place = theme.IconLock
	}
	v.icon.Set(place, theme.Text3)
	v.place.SetText(c.place.Text)
	visible(v.icon, c.place.Text != "" && !c.place.Nowhere)
	visible(v.drop, c.dropping)
	visible(v.field, !c.dropping)
	v.objects = []fyne.CanvasObject{v.ring, v.box, v.editing}
	for _, chip := range v.chips {
		v.objects = append(v.objects, chip)
	}
	v.objects = append(v.objects, v.field, v.drop, v.attach, v.ghost, v.meter, v.round, v.icon, v.place)
	v.styleRound()
	v.style()
	v.flow(c.Size().Width, false)
}

// styleFrame draws the border and focus ring for the current state.
func (v *view) style() {
	look := theme.Current()
	line, width := theme.Strong, float32(1)
	focused := v.c.editor.focused
	if focused || v.c.dropping {
		line, width = theme.Accent, 1.5
	}
	fill := theme.Surface
	if v.c.dropping {
		fill = theme.AccentTint
	}
	v.box.SetTones(fill, line)
	v.box.SetLine(width)
	ring := look.Tone(theme.Focus)
	v.ring.StrokeColor, v.ring.StrokeWidth = ring, 3
	v.ring.CornerRadius = look.Scaled(theme.RadiusBubble) + 3
	v.ring.FillColor = kit.Fill(look.Tone(theme.None), ring)
	v.ring.Hidden = !focused && !v.c.dropping
	canvas.Refresh(v.ring)
}

func (v *view) styleRound() {
	switch {
	case v.c.phase == Busy:
		v.setRound(theme.IconStop, "Stop this answer", true)
	case v.c.phase == Off:
		v.setRound(theme.IconUp, v.c.reason, false)
	default:
		v.setRound(theme.IconUp, "Send", v.c.CanSend())
	}
}

func (v *view) setRound(icon theme.Icon, name string, on bool) {
	v.round.Set(func(o *parts.ButtonOptions) { o.Icon, o.Name = icon, name })
	v.round.SetEnabled(on)
}

// layoutAtWidth lays out all objects at a width, or only measures them, and returns the height.
func (v *view) flow(width float32, dry bool) float32 {
	if width <= 0 {
		width = 1
	}
	look := theme.Current()
	y := float32(boxPadTop)
	y = v.flowChips(width, y, dry)
	rows := float32(v.c.rows) * v.lineHeight()
	if v.c.limit > 0 {
		rows = max(v.lineHeight(), min(rows, v.c.limit))
	}
	rows = theme.Ceil(rows + 2*theme.Cursor) // Fyne's entry reserves this much above and below
	y += theme.Space4
	if !dry {
		inner := fyne.NewSize(max(1, width-2*(boxPad+textInset)), rows)
		put(v.field, boxPad+textInset, y, inner.Width, inner.Height)
		put(v.c.editor, 0, 0, inner.Width+barRoom, inner.Height)
		put(v.hint, 0, 0, inner.Width, look.Type(theme.RoleBody).Line)
		put(v.drop, boxPad+textInset, y, inner.Width, inner.Height)
	}
	y += rows + theme.Space6
	v.flowButtons(width, y, dry)
	y += look.Scaled(roundSize) + boxPadTop
	if !dry {
		v.box.Move(fyne.NewPos(0, 0))
		v.box.Resize(fyne.NewSize(width, y))
		put(v.ring, -3, -3, width+6, y+6)
	}
	y += placeGap
	v.flowPlace(width, y, dry)
	return y + look.Scaled(placeLine)
}

func (v *view) flowChips(width, y float32, dry bool) float32 {
	h := theme.Current().Scaled(chipHeight)
	x, any := float32(boxPad), false
	for _, chip := range append([]*fileChip{v.editing}, v.chips...) {
		if !chip.Visible() {
			continue
		}
		w := min(chip.MinSize().Width, max(1, width-2*boxPad))
		if any && x+w > width-boxPad {
			x = boxPad
			y += h + theme.Space6
		}
		if !dry {
			put(chip, x, y, w, h)
		}
		x += w + theme.Space8
		any = true
	}
	if any {
		y += h + theme.Space2
	}
	return y
}

func (v *view) flowButtons(width, y float32, dry bool) {
	if dry {
		return
	}
	look := theme.Current()
	row, icon := look.Scaled(roundSize), look.Scaled(iconButton)
	middle := y + theme.Round((row-icon)/2)
	put(v.attach, boxPad, middle, icon, icon)
	put(v.ghost, boxPad+icon+theme.Space4, middle, icon, icon)
	put(v.round, width-boxPad-row, y, row, row)
	left := boxPad + 2*icon + 2*theme.Space4
	w := min(v.meter.MinSize().Width, max(0, width-boxPad-row-theme.Space12-left))
	put(v.meter, width-boxPad-row-theme.Space12-w, y, w, row)
}

func (v *view) flowPlace(width, y float32, dry bool) {
	if dry {
		return
	}
	h := theme.Current().Scaled(placeLine)
	ty := theme.Current().Type(theme.RoleMeta)
	w := theme.Ceil(ty.Width(v.place.Text())) + 1
	icon := float32(0)
	if v.icon.Visible() {
		icon = v.icon.MinSize().Width + theme.Space6
	}
	w = min(w, max(1, width-icon))
	x := theme.Round((width - w - icon) / 2)
	put(v.icon, x, y, v.icon.MinSize().Width, h)
	put(v.place, x+icon, y, w, h)
}

// lineHeight is the height of one line of the field.
func (v *view) lineHeight() float32 {
	ty := theme.Current().Type(theme.RoleBody)
	return theme.Measure("x", ty.Size, ty.Style).Height
}

func put(o fyne.CanvasObject, x, y, w, h float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(w, h))
}

func visible(o fyne.CanvasObject, on bool) bool {
	if on {
		o.Show()
	} else {
		o.Hide()
	}
	return on
}

func callID(f func(int64), id int64) {
	if f != nil {
		f(id)
	}
}
