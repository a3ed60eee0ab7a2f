package message

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

const (
	chipPad  = 12
	chipIcon = 13
	chipGap2 = 6 // between the parts of the chip
	notKept  = "Not kept"
)

// learnedChip shows a memory learned from a turn, with an Undo button.
type chip struct {
	widget.BaseWidget
	open    func()
	learned Learned
	gone    bool // the memory was undone; shows "Not kept"

	box  *kit.Box
	icon *kit.Icon
	lead *kit.Label
	text *kit.Label
	undo *parts.Button
}

func newChip() *chip {
	c := &chip{
		box:  kit.NewBox(theme.AccentTint, theme.None, receiptRow/2),
		icon: kit.NewIcon(theme.IconBookmark, chipIcon, theme.AccentText),
		lead: kit.NewLabel("", theme.RoleLabel, theme.AccentText),
		text: kit.NewShrinkingLabel("", theme.RoleMeta, theme.AccentText),
	}
	c.undo = parts.NewSmall(parts.ButtonOptions{
		Kind: parts.Link, Label: "Undo", Name: "Do not keep this memory",
		Pad: 6, Height: 22,
	}, nil)
	c.ExtendBaseWidget(c)
	return c
}

// setMemory shows a memory; undone is set after its undo.
func (c *chip) set(l Learned, gone bool, undo, open func()) {
	c.learned, c.gone, c.open = l, gone, open
	c.undo.OnTapped = undo
	show(c.undo, !gone)
	show(c.icon, !gone)
	show(c.lead, !gone)
	fill, line, ink, lead := theme.AccentTint, theme.None, theme.AccentText, "Learned:"
	text := l.Text
	switch {
	case gone:
		fill, line, ink, text = theme.None, theme.Border, theme.Text3, notKept
	case l.Waiting:
		fill, ink, lead = theme.WarnTint, theme.Warn, "Waiting for your OK:"
		show(c.undo, false)
	}
	c.box.SetTones(fill, line)
	c.icon.Set(theme.IconBookmark, ink)
	c.lead.SetStyle(theme.RoleLabel, ink)
	c.text.SetStyle(theme.RoleMeta, ink)
	c.lead.SetText(lead)
	c.text.SetText(text)
	c.Refresh()
}

func (c *chip) Tapped(*fyne.PointEvent) {
	if !c.gone {
		call(c.open)
	}
}

func (c *chip) Cursor() desktop.Cursor {
	if c.gone {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

func (c *chip) textWidth() float32 {
	ty := theme.Current().Type(theme.RoleMeta)
	return theme.Ceil(ty.Width(c.text.Text()))
}

// chromeWidth is the width of everything except the text.
func (c *chip) around() float32 {
	w := float32(2 * chipPad)
	if c.icon.Visible() {
		w += c.icon.MinSize().Width + chipGap2
	}
	if c.lead.Visible() {
		w += c.lead.MinSize().Width + theme.Space4
	}
	if c.undo.Visible() {
		w += c.undo.MinSize().Width - theme.Space4
	}
	return w
}

func (c *chip) layout(s fyne.Size) {
	c.box.Resize(s)
	x, side := float32(chipPad), c.icon.MinSize().Width
	if c.icon.Visible() {
		c.icon.Move(fyne.NewPos(x-1, theme.Round((s.Height-side)/2)))
		c.icon.Resize(fyne.NewSquareSize(side))
		x += side + chipGap2
	}
	if c.lead.Visible() {
		w := c.lead.MinSize().Width
		c.lead.Move(fyne.NewPos(x, 0))
		c.lead.Resize(fyne.NewSize(w, s.Height))
		x += w + theme.Space4
	}
	w := max(0, s.Width-c.around())
	c.text.Move(fyne.NewPos(x, 0))
	c.text.Resize(fyne.NewSize(w+1, s.Height))
	if c.undo.Visible() {
		m := c.undo.MinSize()
		c.undo.Move(fyne.NewPos(s.Width-m.Width-theme.Space6, theme.Round((s.Height-m.Height)/2)))
		c.undo.Resize(m)
	}
}

func (c *chip) CreateRenderer() fyne.WidgetRenderer {
	return &group{
		objects: []fyne.CanvasObject{c.box, c.icon, c.lead, c.text, c.undo},
		min: func() fyne.Size {
			return fyne.NewSize(c.around()+c.textWidth(), theme.Current().Scaled(receiptRow))
		},
		layout: c.layout,
		refresh: func() {
			for _, o := range []fyne.CanvasObject{c.box, c.icon, c.lead, c.text, c.undo} {
				o.Refresh()
			}
			c.layout(c.Size())
		},
	}
}
