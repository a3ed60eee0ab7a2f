package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/theme"
)

// MenuItem is an item of a menu. One without OnChosen is a heading unless it is Disabled, one
// without Label a separator.
type Item struct {
	Icon   theme.Icon
	Label  string
	Sub    string
	Chosen bool
	Bad    bool
	Off    bool // shown, but cannot be chosen
	Do     func()
}

const (
	menuLeast = 190
	menuMost  = 360
)

// Menu is a popup list of items. It has the keyboard focus while it is open.
type Menu struct {
	widget.BaseWidget
	canvas  fyne.Canvas
	back    fyne.Focusable // what had the focus before
	items   []Item
	rows    []*Button
	at      int
	card    *fyne.Container
	scroll  *container.Scroll
	content fyne.CanvasObject
	anchor  fyne.Position
	below   float32
	right   float32
}

// ShowMenu opens a menu below o.
func ShowMenu(o fyne.CanvasObject, items []Item) *Menu {
	c := canvasOf(o)
	if c == nil {
		return nil
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	return openMenu(c, at, o.Size(), items)
}

// ShowMenuAt opens a menu at a position of the window.
func ShowMenuAt(o fyne.CanvasObject, at fyne.Position, items []Item) *Menu {
	c := canvasOf(o)
	if c == nil {
		return nil
	}
	return openMenu(c, at, fyne.Size{}, items)
}

func openMenu(c fyne.Canvas, at fyne.Position, size fyne.Size, items []Item) *Menu {
	m := &Menu{canvas: c, back: c.Focused(), items: items, at: -1, anchor: at, below: size.Height, right: size.Width}
	m.ExtendBaseWidget(m)
	m.build()
	c.Overlays().Add(m)
	m.Resize(c.Size())
	c.Focus(m)
	for i, it := range items {
		if it.Chosen {
			m.at = i
		}
	}
	m.mark()
	return m
}

func (m *Menu) build() {
	col := Column(0)
	for i, it := range m.items {
		switch {
		case it.Label == "":
			col.Add(Pad(4, 6, 4, 6, kit.NewHairline()))
			m.rows = append(m.rows, nil)
		case it.Do == nil && !it.Off:
			col.Add(Pad(6, 10, 2, 10, kit.NewLabel(it.Label, theme.RoleLabel, theme.Text3)))
			m.rows = append(m.rows, nil)
		default:
			b := m.row(i, it)
			col.Add(b)
			m.rows = append(m.rows, b)
		}
	}
	m.scroll = container.NewVScroll(col)
	box := kit.NewBox(theme.Surface, theme.Border, theme.RadiusCard)
	box.SetShadow(16)
	m.card = On(box, Pad(4, 4, 4, 4, m.scroll))
	m.content = col
}

func (m *Menu) row(i int, it Item) *Button {
	tail := theme.Icon("")
	if it.Chosen {
		tail = theme.IconCheck
	}
	b := NewButton(ButtonOptions{
		Kind: menuRow, Icon: it.Icon, Label: it.Label, Sub: it.Sub, Tail: tail, Left: true, Height: 32,
	}, func() { m.choose(i) })
	b.SetEnabled(!it.Off)
	return b
}

func (m *Menu) choose(i int) {
	if i < 0 || i >= len(m.items) || m.items[i].Do == nil || m.items[i].Off {
		return
	}
	m.Hide()
	m.items[i].Do()
}

// Hide closes the menu.
func (m *Menu) Hide() {
	m.canvas.Overlays().Remove(m)
	if m.back != nil {
		m.canvas.Focus(m.back)
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
		i := (m.at + 1 + n) % len(m.items)
		label := []rune(m.items[i].Label)
		if m.rows[i] != nil && len(label) > 0 && lower(label[0]) == lower(r) {
			m.at = i
			m.mark()
			return
		}
	}
}

func lower(r rune) rune {
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
		m.step(1)
	case fyne.KeyUp:
		m.at = max(m.at, 0) // nothing is highlighted yet
		m.step(-1)
	case fyne.KeyHome:
		m.at = -1
		m.step(1)
	case fyne.KeyEnd:
		m.at = 0
		m.step(-1)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		m.choose(m.at)
	}
}

func (m *Menu) step(d int) {
	for n := 0; n < len(m.items); n++ {
		m.at = (m.at + d + len(m.items)) % len(m.items)
		if m.rows[m.at] != nil && m.rows[m.at].Enabled() {
			m.mark()
			return
		}
	}
}

func (m *Menu) mark() {
	for i, b := range m.rows {
		if b != nil && b.hover != (i == m.at) {
			b.hover = i == m.at
			b.Refresh()
		}
	}
	if m.at >= 0 && m.rows[m.at] != nil {
		y, h := m.rows[m.at].Position().Y, m.rows[m.at].Size().Height
		if y < m.scroll.Offset.Y || y+h > m.scroll.Offset.Y+m.scroll.Size().Height {
			m.scroll.ScrollToOffset(fyne.NewPos(0, max(0, y-40)))
		}
	}
}

// CreateRenderer returns the renderer of the widget.
func (m *Menu) CreateRenderer() fyne.WidgetRenderer { return &menuRenderer{m} }

type menuRenderer struct{ m *Menu }

func (r *menuRenderer) Destroy()                     {}
func (r *menuRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.m.card} }
func (r *menuRenderer) MinSize() fyne.Size           { return fyne.Size{} }
func (r *menuRenderer) Refresh()                     { r.m.card.Refresh() }

// Layout keeps the menu inside the window: above its anchor where there is no room below.
func (r *menuRenderer) Layout(s fyne.Size) {
	m := r.m
	want := m.content.MinSize()
	w := min(max(want.Width+8, menuLeast, m.right), menuMost, s.Width-16)
	h := min(want.Height+8, s.Height-16)
	x := min(m.anchor.X, s.Width-w-8)
	if m.right > 0 && m.right < 60 && m.anchor.X > s.Width/2 {
		x = min(m.anchor.X+m.right-w, s.Width-w-8)
	}
	y := m.anchor.Y + m.below + 4
	if y+h > s.Height-8 {
		up := m.anchor.Y - h - 4
		if up >= 8 {
			y = up
		} else {
			y = max(8, s.Height-h-8)
		}
	}
	m.card.Move(fyne.NewPos(theme.Round(max(8, x)), theme.Round(y)))
	m.card.Resize(fyne.NewSize(w, h))
}
