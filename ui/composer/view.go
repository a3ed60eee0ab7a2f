package composer

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// Sizes in pixels.
const (
	boxPad            = theme.Space12
	boxPadTop         = theme.Space10
	chipHeight        = 28
	iconButtonSize    = 30
	sendButtonSize    = 32
	meterWidth        = 56
	meterHeight       = 4
	destinationHeight = 20
	destinationGap    = theme.Space8
	textInset         = theme.Space4 // aligns the text with the icons beneath
)

// composerView draws a Composer.
type composerView struct {
	composer *Composer

	box             *draw.Box
	focusRing       *canvas.Rectangle
	field           *fyne.Container
	placeholder     *draw.Label      // placeholder, not drawn by the entry; see applyMessageTextSizeToField
	wrapMeasurer    *widget.RichText // measures wrapped lines; never drawn
	editingChip     *fileChip
	queuedChips     []*fileChip
	chips           []*fileChip
	pictures        []*pictureChip
	notice          *noticeRow
	attachButton    *widgets.Button
	temporaryButton *widgets.Button
	sendButton      *widgets.Button
	meterBar        *meterBar
	meterButton     *widgets.Tappable // around meterBar
	destinationIcon *draw.Icon
	destinationText *widgets.WrappedText
	dropLabel       *draw.Label
	objects         []fyne.CanvasObject
}

// fieldTheme gives the field the text size of messages.
type fieldTheme struct{ *theme.Theme }

// Size returns the message text size for SizeNameText.
func (t fieldTheme) Size(n fyne.ThemeSizeName) float32 {
	if n == fynetheme.SizeNameText {
		n = theme.SizeNameBody
	}
	return t.Theme.Size(n)
}

// applyMessageTextSizeToField sets the text size of the field. The override container is not needed
// afterwards, because its effect stays with the field. For widgets under a ThemeOverride Fyne reads
// their fonts again, some 10 MB with the fallback fonts, and does so after each refresh of the
// override: this is the only field of the program that has one.
func (v *composerView) applyMessageTextSizeToField() {
	container.NewThemeOverride(v.composer.editor, fieldTheme{theme.Current()})
}

func newComposerView(c *Composer) *composerView {
	v := &composerView{composer: c}
	v.box = draw.NewBox(theme.Surface, theme.StrongBorder, theme.RadiusBubble)
	v.box.SetShadowBlur(theme.Space12)
	v.focusRing = canvas.NewRectangle(nil)
	v.applyMessageTextSizeToField()
	v.placeholder = draw.NewShrinkingLabel("", theme.RoleBody, theme.Text3)
	v.field = container.NewWithoutLayout(v.placeholder, c.editor)
	v.wrapMeasurer = widget.NewRichText(&widget.TextSegment{Style: widget.RichTextStyle{
		Inline:   true,
		SizeName: theme.SizeNameBody,
	}})
	v.wrapMeasurer.Wrapping = fyne.TextWrapWord
	v.editingChip = newFileChip(theme.IconEdit)
	v.notice = newNoticeRow()
	v.attachButton = widgets.NewSmallButton(widgets.ButtonOptions{
		Icon: theme.IconPaperclip, Name: translate.Text("Attach file"), Height: iconButtonSize, IconSize: 18,
	}, func() { callIfSet(c.OnAttach) })
	v.temporaryButton = widgets.NewSmallButton(widgets.ButtonOptions{
		Icon: theme.IconGhost, Height: iconButtonSize, IconSize: 18,
		Name: translate.Text("Temporary chat: not remembered, deleted when you leave"),
	}, func() {
		if c.OnToggleTemporary != nil {
			c.OnToggleTemporary(!c.temporary)
		}
	})
	v.sendButton = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.RoundPrimary, Icon: theme.IconUp,
		Height: sendButtonSize, IconSize: 17,
	},
		c.callOnStopIfBusyElseOnSend)
	v.meterBar = newContextMeterBar()
	v.meterButton = widgets.NewTappable(translate.Text("What will be sent"), theme.None, theme.Hover, theme.None,
		theme.RadiusControl,
		widgets.PadVerticalAndSides(0, theme.Space8, v.meterBar))
	v.meterButton.OnTapped = func() { callIfSet(c.OnShowNextMessage) }
	v.destinationIcon = draw.NewIcon(theme.IconLock, 12, theme.Text3)
	v.destinationText = widgets.NewWrappedText("", theme.RoleMeta, theme.Text3, 2).MakeCentered()
	v.dropLabel = draw.NewLabel(translate.Text("Drop to attach"), theme.RoleButton, theme.AccentText)
	return v
}

// updateFromComposerState updates all objects from the state of the composer.
func (v *composerView) updateFromComposerState() {
	c := v.composer
	if draw.SetVisible(v.editingChip, c.editing != "") {
		v.editingChip.setNameDetailFaultAndActions(c.editing, "", "", func() { callIfSet(c.OnCancelEdit) }, nil)
	}
	v.updateQueuedChips()
	for len(v.chips) < len(c.files) {
		v.chips = append(v.chips, newFileChip(theme.IconFile))
	}
	v.chips = v.chips[:len(c.files)]
	for i, f := range c.files {
		v.chips[i].setNameDetailFaultAndActions(f.Name, f.Detail, f.Error, func() {
			callWithIDIfNotNil(
				c.OnRemoveFile, f.ID,
			)
		},
			func() { callWithIDIfNotNil(c.OnOpenFile, f.ID) })
	}
	v.updatePictures()
	v.temporaryButton.SetSwitchedOn(c.temporary)
	if draw.SetVisible(v.meterButton, c.meter.Limit > 0) {
		v.meterBar.setMeter(c.meter)
	}
	place := theme.IconGlobe
	if c.destination.Local {
		place = theme.IconLock
	}
	v.destinationIcon.SetIcon(place, theme.Text3)
	v.destinationText.SetText(c.destination.Text)
	draw.SetVisible(v.destinationIcon, c.destination.Text != "" && !c.destination.Nowhere)
	draw.SetVisible(v.dropLabel, c.dropping)
	draw.SetVisible(v.field, !c.dropping)
	v.objects = []fyne.CanvasObject{v.focusRing, v.box, v.editingChip}
	for _, chip := range v.queuedChips {
		v.objects = append(v.objects, chip)
	}
	for _, chip := range v.chips {
		v.objects = append(v.objects, chip)
	}
	for _, chip := range v.pictures {
		v.objects = append(v.objects, chip)
	}
	v.objects = append(v.objects, v.notice.row)
	v.objects = append(v.objects, v.field, v.dropLabel, v.attachButton, v.temporaryButton, v.meterButton, v.sendButton,
		v.destinationIcon, v.destinationText)
	v.updateSendButtonForPhase()
	v.styleBorderAndDropRing()
	v.layoutOrMeasureAtWidth(c.Size().Width, false)
}

// updateQueuedChips shows the messages that wait, except the one that is in the field.
func (v *composerView) updateQueuedChips() {
	c := v.composer
	for len(v.queuedChips) < len(c.queue) {
		v.queuedChips = append(v.queuedChips, newFileChip(theme.IconClock))
	}
	v.queuedChips = v.queuedChips[:len(c.queue)]
	for i, q := range c.queue {
		chip := v.queuedChips[i]
		chip.setNameDetailFaultAndActions(q.Text, "", "", func() { callWithIDIfNotNil(c.OnRemoveQueued, q.ID) },
			func() { callWithIDIfNotNil(c.OnEditQueued, q.ID) })
		chip.removeButton.UpdateOptions(func(o *widgets.ButtonOptions) {
			o.Name = translate.Text("Don't send: {{.Text}}",
				"Text", q.Text)
		})
		draw.SetVisible(chip, !q.IsEdited)
	}
}

// styleBorderAndDropRing draws the border for the current state, and a ring while a file is dragged
// over the window. The focus shows as a darker border and the caret: the composer has it most of
// the time, and a ring would be the loudest thing on every screen.
func (v *composerView) styleBorderAndDropRing() {
	currentTheme := theme.Current()
	line, width := theme.StrongBorder, float32(1)
	switch {
	case v.composer.dropping:
		line, width = theme.Accent, 1.5
	case v.composer.editor.focused:
		line = theme.Text3
	}
	fill := theme.Surface
	if v.composer.dropping {
		fill = theme.AccentTint
	}
	v.box.SetColors(fill, line)
	v.box.SetLineWidth(width)
	ring := currentTheme.TokenColor(theme.Focus)
	v.focusRing.StrokeColor, v.focusRing.StrokeWidth = ring, 3
	v.focusRing.CornerRadius = currentTheme.ScaleUpWithTextZoom(theme.RadiusBubble) + 3
	v.focusRing.FillColor = draw.FillOrFaintStrokeColor(currentTheme.TokenColor(theme.None), ring)
	v.focusRing.Hidden = !v.composer.dropping
	canvas.Refresh(v.focusRing)
}

func (v *composerView) updateSendButtonForPhase() {
	switch {
	case v.composer.phase == Busy:
		v.setSendButtonState(theme.IconStop, translate.Text("Stop the answer"), true)
	case v.composer.phase == Disabled || v.composer.phase == Waiting:
		v.setSendButtonState(theme.IconUp, v.composer.disabledReason, false)
	default:
		v.setSendButtonState(theme.IconUp, translate.Text("Send"), v.composer.CanSend())
	}
}

func (v *composerView) setSendButtonState(icon theme.Icon, name string, on bool) {
	v.sendButton.UpdateOptions(func(o *widgets.ButtonOptions) { o.Icon, o.Name = icon, name })
	v.sendButton.SetEnabled(on)
}

// layoutOrMeasureAtWidth lays out all objects at a width, or only measures them, and returns the
// height.
func (v *composerView) layoutOrMeasureAtWidth(width float32, measureOnly bool) float32 {
	if width <= 0 {
		width = 1
	}
	currentTheme := theme.Current()
	y := float32(boxPadTop)
	y = v.layoutOrMeasureChips(width, y, measureOnly)
	y = v.layoutOrMeasurePictures(width, y, measureOnly)
	rows := float32(v.composer.rowCount) * v.fieldLineHeight()
	if v.composer.maxTextHeight > 0 {
		rows = max(v.fieldLineHeight(), min(rows, v.composer.maxTextHeight))
	}
	rows = theme.CeilWithTolerance(rows + 2*theme.CaretWidth) // Fyne's entry reserves this much above and below
	y += theme.Space4
	if !measureOnly {
		inner := fyne.NewSize(max(1, width-2*(boxPad+textInset)), rows)
		draw.MoveAndResize(v.field, boxPad+textInset, y, inner.Width, inner.Height)
		draw.MoveAndResize(v.composer.editor, 0, 0, inner.Width+draw.ScrollBarRoom, inner.Height)
		draw.MoveAndResize(v.placeholder, 0, 0, inner.Width, currentTheme.TypeStyle(theme.RoleBody).LineHeight)
		draw.MoveAndResize(v.dropLabel, boxPad+textInset, y, inner.Width, inner.Height)
	}
	y += rows + theme.Space6
	v.layoutButtonsAndMeter(width, y, measureOnly)
	y += currentTheme.ScaleUpWithTextZoom(sendButtonSize) + boxPadTop
	if !measureOnly {
		draw.MoveAndResize(v.box, 0, 0, width, y)
		draw.MoveAndResize(v.focusRing, -3, -3, width+6, y+6)
	}
	return v.layoutOrMeasureDestination(width, y+destinationGap, measureOnly)
}

func (v *composerView) layoutOrMeasureChips(width, y float32, measureOnly bool) float32 {
	h := theme.Current().ScaleUpWithTextZoom(chipHeight)
	x, placed := float32(boxPad), false
	for _, chip := range slices.Concat(v.queuedChips, []*fileChip{v.editingChip}, v.chips) {
		if !chip.Visible() {
			continue
		}
		w := min(chip.MinSize().Width, max(1, width-2*boxPad))
		if placed && x+w > width-boxPad {
			x = boxPad
			y += h + theme.Space6
		}
		if !measureOnly {
			draw.MoveAndResize(chip, x, y, w, h)
		}
		x += w + theme.Space8
		placed = true
	}
	if placed {
		y += h + theme.Space2
	}
	return y
}

func (v *composerView) layoutButtonsAndMeter(width, y float32, measureOnly bool) {
	if measureOnly {
		return
	}
	currentTheme := theme.Current()
	row, icon := currentTheme.ScaleUpWithTextZoom(sendButtonSize), currentTheme.ScaleUpWithTextZoom(iconButtonSize)
	iconTop := y + theme.Round((row-icon)/2)
	draw.MoveAndResize(v.attachButton, boxPad, iconTop, icon, icon)
	draw.MoveAndResize(v.temporaryButton, boxPad+icon+theme.Space4, iconTop, icon, icon)
	draw.MoveAndResize(v.sendButton, width-boxPad-row, y, row, row)
	left := boxPad + 2*icon + 2*theme.Space4
	w := min(v.meterButton.MinSize().Width, max(0, width-boxPad-row-theme.Space4-left))
	draw.MoveAndResize(v.meterButton, width-boxPad-row-theme.Space4-w, y, w, row)
}

// layoutOrMeasureDestination places the line beneath the composer, which wraps where room is short,
// and returns its lower edge.
func (v *composerView) layoutOrMeasureDestination(width, y float32, measureOnly bool) float32 {
	currentTheme := theme.Current()
	h := currentTheme.ScaleUpWithTextZoom(destinationHeight)
	ty := currentTheme.TypeStyle(theme.RoleMeta)
	icon := float32(0)
	if v.destinationIcon.Visible() {
		icon = v.destinationIcon.MinSize().Width + theme.Space6
	}
	w := min(theme.CeilWithTolerance(ty.TextWidth(v.destinationText.Text()))+1, max(1, width-icon))
	text := v.destinationText.SetWidthAndReturnHeight(w)
	if !measureOnly {
		x := theme.Round((width - w - icon) / 2)
		draw.MoveAndResize(v.destinationIcon, x, y, v.destinationIcon.MinSize().Width, h)
		draw.MoveAndResize(v.destinationText, x+icon, y+theme.Round((h-ty.LineHeight)/2), w, text)
	}
	return y + h + max(0, text-ty.LineHeight)
}

// fieldLineHeight is the height of one line of the field.
func (v *composerView) fieldLineHeight() float32 {
	ty := theme.Current().TypeStyle(theme.RoleBody)
	return theme.MeasureText("x", ty.Size, ty.Style).Height
}

func callWithIDIfNotNil(f func(int64), id int64) {
	if f != nil {
		f(id)
	}
}
