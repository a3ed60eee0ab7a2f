package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// MenuItem is an item of a menu. One without OnChosen is a heading unless it is Disabled, one
// without Label a separator.
type MenuItem struct {
	Icon        theme.Icon
	Label       string
	Detail      string
	Checked     bool
	Destructive bool
	Disabled    bool // shown, but cannot be chosen
	OnChosen    func()
}

const (
	menuMinWidth = 190
	menuMaxWidth = 360
	menuPadding  = theme.Space4
)

// Menu is a popup list of items. It has the keyboard focus while it is open.
type Menu struct {
	widget.BaseWidget
	canvas        fyne.Canvas
	previousFocus fyne.Focusable // what had the focus before
	items         []MenuItem
	rows          []*Button
	highlighted   int
	card          *fyne.Container
	scroll        *container.Scroll
	content       fyne.CanvasObject
	anchor        fyne.Position
	anchorHeight  float32
	anchorWidth   float32
}

// ShowMenuBelow opens a menu below o.
func ShowMenuBelow(o fyne.CanvasObject, items []MenuItem) *Menu {
	c := canvasOf(o)
	if c == nil {
		return nil
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	return openMenuAtAnchor(c, at, o.Size(), items)
}

// ShowMenuAtPosition opens a menu at a position of the window.
func ShowMenuAtPosition(o fyne.CanvasObject, at fyne.Position, items []MenuItem) *Menu {
	c := canvasOf(o)
	if c == nil {
		return nil
	}
	return openMenuAtAnchor(c, at, fyne.Size{}, items)
}

func openMenuAtAnchor(c fyne.Canvas, at fyne.Position, size fyne.Size, items []MenuItem) *Menu {
	m := &Menu{
		canvas: c, previousFocus: c.Focused(), items: items, highlighted: -1, anchor: at, anchorHeight: size.Height,
		anchorWidth: size.Width,
	}
	m.ExtendBaseWidget(m)
	m.buildMenuCard()
	c.Overlays().Add(m)
	m.Resize(c.Size())
	c.Focus(m)
	for i, it := range items {
		if it.Checked && m.highlighted < 0 {
			m.highlighted = i
		}
	}
	m.showAndScrollToHighlight()
	return m
}

func (m *Menu) buildMenuCard() {
	col := Column(0)
	for i, it := range m.items {
		switch {
		case it.Label == "":
			col.Add(PadVerticalAndSides(theme.Space4, theme.Space6, draw.NewHairline()))
			m.rows = append(m.rows, nil)
		case it.OnChosen == nil && !it.Disabled:
			col.Add(Pad(theme.Space6, theme.Space10, theme.Space2, theme.Space10,
				draw.NewLabel(it.Label, theme.RoleLabel, theme.Text3)))
			m.rows = append(m.rows, nil)
		default:
			b := m.newMenuItemButton(i, it)
			col.Add(b)
			m.rows = append(m.rows, b)
		}
	}
	m.scroll = container.NewVScroll(col)
	box := draw.NewBox(theme.Surface, theme.Border, theme.RadiusCard)
	box.SetShadowBlur(16)
	m.card = Stack(box, PadVerticalAndSides(menuPadding, menuPadding, m.scroll))
	m.content = col
}

func (m *Menu) newMenuItemButton(i int, it MenuItem) *Button {
	tail := theme.Icon("")
	if it.Checked {
		tail = theme.IconCheck
	}
	b := NewButton(ButtonOptions{
		Kind: menuRowKind, Icon: it.Icon, Label: it.Label, Detail: it.Detail, TrailingIcon: tail, AlignLeft: true, Height: 32,
	}, func() { m.chooseItemIfEnabled(i) })
	b.SetEnabled(!it.Disabled)
	return b
}

func (m *Menu) chooseItemIfEnabled(i int) {
	if i < 0 || i >= len(m.items) || m.items[i].OnChosen == nil || m.items[i].Disabled {
		return
	}
	m.Hide()
	m.items[i].OnChosen()
}

// Hide closes the menu.
func (m *Menu) Hide() {
	m.canvas.Overlays().Remove(m)
	if m.previousFocus != nil {
		m.canvas.Focus(m.previousFocus)
	}
}

// Tapped closes the menu: the tap was outside of it.
func (m *Menu) Tapped(*fyne.PointEvent) { m.Hide() }

// TappedSecondary closes the menu.
func (m *Menu) TappedSecondary(*fyne.PointEvent) { m.Hide() }

// FocusGained does nothing: the highlight shows where the keyboard is.
func (m *Menu) FocusGained() {}

// FocusLost does nothing.
func (m *Menu) FocusLost() {}

// TypedRune highlights the next item that begins with r.
func (m *Menu) TypedRune(r rune) {
	for n := range m.items {
		i := (m.highlighted + 1 + n) % len(m.items)
		label := []rune(m.items[i].Label)
		if m.rows[i] != nil && len(label) > 0 && lowerASCII(label[0]) == lowerASCII(r) {
			m.highlighted = i
			m.showAndScrollToHighlight()
			return
		}
	}
}

func lowerASCII(r rune) rune {
	if r >= 'A' && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

// TypedKey moves the highlight, chooses the highlighted item or closes the menu.
func (m *Menu) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyEscape, fyne.KeyTab:
		m.Hide()
	case fyne.KeyDown:
		m.moveHighlight(1)
	case fyne.KeyUp:
		m.highlighted = max(m.highlighted, 0) // nothing is highlighted yet
		m.moveHighlight(-1)
	case fyne.KeyHome:
		m.highlighted = -1
		m.moveHighlight(1)
	case fyne.KeyEnd:
		m.highlighted = 0
		m.moveHighlight(-1)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		m.chooseItemIfEnabled(m.highlighted)
	}
}

func (m *Menu) moveHighlight(d int) {
	for n := 0; n < len(m.items); n++ {
		m.highlighted = (m.highlighted + d + len(m.items)) % len(m.items)
		if m.rows[m.highlighted] != nil && m.rows[m.highlighted].IsEnabled() {
			m.showAndScrollToHighlight()
			return
		}
	}
}

func (m *Menu) showAndScrollToHighlight() {
	for i, b := range m.rows {
		if b != nil && b.hovered != (i == m.highlighted) {
			b.hovered = i == m.highlighted
			b.Refresh()
		}
	}
	if m.highlighted >= 0 && m.rows[m.highlighted] != nil {
		y, h := m.rows[m.highlighted].Position().Y, m.rows[m.highlighted].Size().Height
		if y < m.scroll.Offset.Y || y+h > m.scroll.Offset.Y+m.scroll.Size().Height {
			m.scroll.ScrollToOffset(fyne.NewPos(0, max(0, y-40)))
		}
	}
}

// CreateRenderer returns the renderer of the widget.
func (m *Menu) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(m, draw.RenderFuncs{
		Objects: draw.FixedObjectsFunc(m.card), Layout: m.placeMenuInsideWindow, Refresh: m.card.Refresh,
	})
}

// placeMenuInsideWindow keeps the menu inside the window: above its anchor where there is no room
// below.
func (m *Menu) placeMenuInsideWindow(s fyne.Size) {
	const margin, gap = theme.Space8, theme.Space4 // to the edge of the window, to the anchor
	want := m.content.MinSize().AddWidthHeight(2*menuPadding, 2*menuPadding)
	w := min(max(want.Width, menuMinWidth, m.anchorWidth), menuMaxWidth, s.Width-2*margin)
	h := min(want.Height, s.Height-2*margin)
	x := min(m.anchor.X, s.Width-w-margin)
	if m.anchorWidth > 0 && m.anchorWidth < 60 && m.anchor.X > s.Width/2 {
		x = min(m.anchor.X+m.anchorWidth-w, s.Width-w-margin)
	}
	y := m.anchor.Y + m.anchorHeight + gap
	if y+h > s.Height-margin {
		up := m.anchor.Y - h - gap
		if up >= margin {
			y = up
		} else {
			y = max(margin, s.Height-h-margin)
		}
	}
	draw.MoveAndResize(m.card, theme.Round(max(margin, x)), theme.Round(y), w, h)
}
