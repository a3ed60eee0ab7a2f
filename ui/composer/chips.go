package composer

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// fileChip is a file that is sent with the message: name, size in tokens, and a remove button.
type fileChip struct {
	widget.BaseWidget
	onTapped     func()
	box          *draw.Box
	icon         *draw.Icon
	nameLabel    *draw.Label
	detailLabel  *draw.Label
	removeButton *widgets.Button
	defaultIcon  theme.Icon
}

const (
	fileIconSize     = 14
	fileChipPad      = 8
	removeButtonSize = 20
)

func newFileChip(icon theme.Icon) *fileChip {
	f := &fileChip{
		defaultIcon: icon,
		box:         draw.NewBox(theme.Code, theme.Border, theme.RadiusControl),
		icon:        draw.NewIcon(icon, fileIconSize, theme.Text2),
		nameLabel:   draw.NewShrinkingLabel("", theme.RoleLabel, theme.Text),
		detailLabel: draw.NewLabel("", theme.RoleMeta, theme.Text3),
	}
	f.removeButton = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Quiet, Icon: theme.IconClose, IconSize: 12, Height: removeButtonSize, Name: translate.Text("Remove"),
	}, nil)
	f.ExtendBaseWidget(f)
	return f
}

func (f *fileChip) setNameDetailFaultAndActions(name, record, fault string, remove, open func()) {
	f.onTapped, f.removeButton.OnTapped = open, remove
	f.nameLabel.SetText(name)
	fill, line, textTone := theme.Code, theme.Border, theme.Text3
	icon, tone := f.defaultIcon, theme.Text2
	if fault != "" {
		record, fill, line, textTone, icon, tone = fault, theme.ErrorTint, theme.None, theme.Error, theme.IconWarn,
			theme.Error
	}
	f.detailLabel.SetText(record)
	f.detailLabel.SetStyle(theme.RoleMeta, textTone)
	f.box.SetColors(fill, line)
	f.icon.SetIcon(icon, tone)
	f.Refresh()
}

func (f *fileChip) Tapped(*fyne.PointEvent) { callIfSet(f.onTapped) }

func (f *fileChip) Cursor() desktop.Cursor {
	if f.onTapped == nil {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

// widthWithoutName is the width of everything but the name.
func (f *fileChip) widthWithoutName() float32 {
	w := fileChipPad + f.icon.MinSize().Width + theme.Space6 + f.removeButton.MinSize().Width + theme.Space4
	if f.detailLabel.Text() != "" {
		w += theme.Space6 + f.detailLabel.MinSize().Width
	}
	return w
}

// maxNameWidth keeps a long file name from filling the composer; in pixels at zoom 1.
const maxNameWidth = 240

func (f *fileChip) limitedNameWidth() float32 {
	ty := theme.Current().TypeStyle(theme.RoleLabel)
	return min(
		theme.Current().ScaleUpWithTextZoom(maxNameWidth), theme.CeilWithTolerance(ty.TextWidth(f.nameLabel.Text()))+1,
	)
}

func (f *fileChip) placeObjects(s fyne.Size) {
	f.box.Resize(s)
	x := float32(fileChipPad)
	side := f.icon.MinSize().Width
	draw.MoveAndResize(f.icon, x, 0, side, s.Height)
	x += side + theme.Space6
	w := max(0, min(f.limitedNameWidth(), s.Width-f.widthWithoutName()))
	draw.MoveAndResize(f.nameLabel, x, 0, w, s.Height)
	x += w
	if f.detailLabel.Text() != "" {
		draw.MoveAndResize(f.detailLabel, x+theme.Space6, 0, f.detailLabel.MinSize().Width, s.Height)
	}
	cross := f.removeButton.MinSize().Width
	draw.MoveAndResize(f.removeButton, s.Width-cross-theme.Space4, theme.Round((s.Height-cross)/2), cross, cross)
}

func (f *fileChip) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(f, draw.RenderFuncs{
		Objects: draw.FixedObjectsFunc(f.box, f.icon, f.nameLabel, f.detailLabel, f.removeButton),
		MinSize: func() fyne.Size {
			return fyne.NewSize(f.widthWithoutName()+f.limitedNameWidth(), theme.Current().ScaleUpWithTextZoom(chipHeight))
		},
		Layout: f.placeObjects,
	})
}

// meterBar draws the context meter: a bar and a label.
type meterBar struct {
	widget.BaseWidget
	meter Meter
	track *canvas.Rectangle
	fill  *canvas.Rectangle
	label *draw.Label
}

func newContextMeterBar() *meterBar {
	m := &meterBar{track: canvas.NewRectangle(nil), fill: canvas.NewRectangle(nil)}
	m.label = draw.NewLabel("", theme.RoleMeta, theme.Text3)
	m.track.CornerRadius, m.fill.CornerRadius = meterHeight/2, meterHeight/2
	m.ExtendBaseWidget(m)
	return m
}

func (m *meterBar) setMeter(v Meter) {
	if m.meter != v {
		m.meter = v
		m.Refresh()
	}
}

func (m *meterBar) updateColorsAndLabel() {
	currentTheme := theme.Current()
	fill, textTone := theme.Accent, theme.Text3
	switch m.meter.warningLevel() {
	case levelWarn:
		fill, textTone = theme.Warning, theme.Warning
	case levelFull:
		fill, textTone = theme.Error, theme.Error
	}
	m.track.FillColor, m.fill.FillColor = currentTheme.TokenColor(theme.Track), currentTheme.TokenColor(fill)
	m.label.SetStyle(theme.RoleMeta, textTone)
	m.label.SetText(m.meter.meterLabelText())
}

func (m *meterBar) placeBarAndLabel(s fyne.Size) {
	y := theme.Round((s.Height - meterHeight) / 2)
	label := m.label.MinSize().Width
	bar := min(meterWidth, max(0, s.Width-label-theme.Space8))
	draw.SetVisible(m.label, s.Width >= label)
	if !m.label.Visible() {
		bar = min(meterWidth, s.Width)
	}
	draw.MoveAndResize(m.track, 0, y, bar, meterHeight)
	used := max(meterHeight, theme.Round(bar*float32(m.meter.usedContextShare())))
	draw.SetVisible(m.fill, m.meter.Used > 0)
	draw.MoveAndResize(m.fill, 0, y, min(bar, used), meterHeight)
	draw.MoveAndResize(m.label, s.Width-label, 0, label, s.Height)
}

func (m *meterBar) CreateRenderer() fyne.WidgetRenderer {
	m.updateColorsAndLabel()
	return draw.NewRenderer(m, draw.RenderFuncs{
		Objects: draw.FixedObjectsFunc(m.track, m.fill, m.label),
		MinSize: func() fyne.Size {
			return fyne.NewSize(meterWidth+theme.Space8+m.label.MinSize().Width, sendButtonSize)
		},
		Layout: m.placeBarAndLabel,
		Refresh: func() {
			m.updateColorsAndLabel()
			m.placeBarAndLabel(m.Size())
			canvas.Refresh(m)
		},
	})
}
