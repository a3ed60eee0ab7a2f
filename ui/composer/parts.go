package composer

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// customRenderer is the renderer of a widget that lays out its objects itself.
type group struct {
	objects func() []fyne.CanvasObject
	min     func() fyne.Size
	layout  func(fyne.Size)
	refresh func()
}

func (g *group) Objects() []fyne.CanvasObject { return g.objects() }
func (g *group) MinSize() fyne.Size           { return g.min() }
func (g *group) Layout(s fyne.Size)           { g.layout(s) }
func (g *group) Refresh()                     { g.refresh() }
func (g *group) Destroy()                     {}

func fixed(o ...fyne.CanvasObject) func() []fyne.CanvasObject {
	return func() []fyne.CanvasObject { return o }
}

// fileChip is a file that is sent with the message: name, size in tokens, and a remove button.
type fileChip struct {
	widget.BaseWidget
	open  func()
	box   *kit.Box
	icon  *kit.Icon
	name  *kit.Label
	note  *kit.Label
	cross *parts.Button
	shape theme.Icon
}

const (
	fileIcon  = 14
	filePad   = 8
	fileCross = 20
)

func newFileChip(icon theme.Icon) *fileChip {
	f := &fileChip{
		shape: icon,
		box:   kit.NewBox(theme.Code, theme.Border, theme.RadiusControl),
		icon:  kit.NewIcon(icon, fileIcon, theme.Text2),
		name:  kit.NewShrinkingLabel("", theme.RoleLabel, theme.Text),
		note:  kit.NewLabel("", theme.RoleMeta, theme.Text3),
	}
	f.cross = parts.NewButton(parts.ButtonOptions{
		Kind: parts.Quiet, Icon: theme.IconClose, IconSize: 12, Height: fileCross, Name: "Remove",
	}, nil)
	f.ExtendBaseWidget(f)
	return f
}

func (f *fileChip) set(name, note, fault string, remove, open func()) {
	f.open, f.cross.OnTapped = open, remove
	f.name.SetText(name)
	fill, line, ink := theme.Code, theme.Border, theme.Text3
	icon, tone := f.shape, theme.Text2
	if fault != "" {
		note, fill, line, ink, icon, tone = fault, theme.ErrorTint, theme.None, theme.Error, theme.IconWarn, theme.Error
	}
	f.note.SetText(note)
	f.note.SetStyle(theme.RoleMeta, ink)
	f.box.SetTones(fill, line)
	f.icon.Set(icon, tone)
	f.Refresh()
}

func (f *fileChip) Tapped(*fyne.PointEvent) { call(f.open) }

func (f *fileChip) Cursor() desktop.Cursor {
	if f.open == nil {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

// fixedWidth is the width of everything but the name.
func (f *fileChip) around() float32 {
	w := filePad + f.icon.MinSize().Width + theme.Space6 + f.cross.MinSize().Width + theme.Space4
	if f.note.Text() != "" {
		w += theme.Space6 + f.note.MinSize().Width
	}
	return w
}

// maxNameWidth keeps a long file name from filling the composer; in pixels at zoom 1.
const nameLimit = 240

func (f *fileChip) nameWidth() float32 {
	ty := theme.Current().Type(theme.RoleLabel)
	return min(theme.Current().Scaled(nameLimit), theme.Ceil(ty.Width(f.name.Text()))+1)
}

func (f *fileChip) layout(s fyne.Size) {
	f.box.Resize(s)
	x := float32(filePad)
	side := f.icon.MinSize().Width
	put(f.icon, x, 0, side, s.Height)
	x += side + theme.Space6
	w := max(0, min(f.nameWidth(), s.Width-f.around()))
	put(f.name, x, 0, w, s.Height)
	x += w
	if f.note.Text() != "" {
		put(f.note, x+theme.Space6, 0, f.note.MinSize().Width, s.Height)
	}
	cross := f.cross.MinSize().Width
	put(f.cross, s.Width-cross-theme.Space4, theme.Round((s.Height-cross)/2), cross, cross)
}

func (f *fileChip) CreateRenderer() fyne.WidgetRenderer {
	objects := []fyne.CanvasObject{f.box, f.icon, f.name, f.note, f.cross}
	return &group{
		objects: fixed(objects...),
		min: func() fyne.Size {
			return fyne.NewSize(f.around()+f.nameWidth(), theme.Current().Scaled(chipHeight))
		},
		layout: f.layout,
		refresh: func() {
			for _, o := range objects {
				o.Refresh()
			}
			f.layout(f.Size())
		},
	}
}

// meterBar draws the context meter: a bar and a label.
type meterBar struct {
	widget.BaseWidget
	m     Meter
	track *canvas.Rectangle
	fill  *canvas.Rectangle
	label *kit.Label
}

func newMeterBar() *meterBar {
	m := &meterBar{track: canvas.NewRectangle(nil), fill: canvas.NewRectangle(nil)}
	m.label = kit.NewLabel("", theme.RoleMeta, theme.Text3)
	m.track.CornerRadius, m.fill.CornerRadius = meterLine/2, meterLine/2
	m.ExtendBaseWidget(m)
	return m
}

func (m *meterBar) set(v Meter) {
	if m.m != v {
		m.m = v
		m.Refresh()
	}
}

func (m *meterBar) paint() {
	look := theme.Current()
	fill, ink := theme.Accent, theme.Text3
	switch m.m.level() {
	case levelWarn:
		fill, ink = theme.Warn, theme.Warn
	case levelFull:
		fill, ink = theme.Error, theme.Error
	}
	m.track.FillColor, m.fill.FillColor = look.Tone(theme.Track), look.Tone(fill)
	m.label.SetStyle(theme.RoleMeta, ink)
	m.label.SetText(m.m.text())
}

func (m *meterBar) layout(s fyne.Size) {
	y := theme.Round((s.Height - meterLine) / 2)
	label := m.label.MinSize().Width
	bar := min(meterWidth, max(0, s.Width-label-theme.Space8))
	visible(m.label, s.Width >= label)
	if !m.label.Visible() {
		bar = min(meterWidth, s.Width)
	}
	put(m.track, 0, y, bar, meterLine)
	used := max(meterLine, theme.Round(bar*float32(m.m.share())))
	visible(m.fill, m.m.Used > 0)
	put(m.fill, 0, y, min(bar, used), meterLine)
	put(m.label, s.Width-label, 0, label, s.Height)
}

func (m *meterBar) CreateRenderer() fyne.WidgetRenderer {
	m.paint()
	return &group{
		objects: fixed(m.track, m.fill, m.label),
		min: func() fyne.Size {
			return fyne.NewSize(meterWidth+theme.Space8+m.label.MinSize().Width, roundSize)
		},
		layout: m.layout,
		refresh: func() {
			m.paint()
			m.layout(m.Size())
			canvas.Refresh(m)
		},
	}
}
