package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/theme"
)

// Sheet is a modal dialog above a scrim. Esc and a tap outside close it.
type Sheet struct {
	widget.BaseWidget
	// OnClose is called once when the sheet is closed, for whatever reason.
	OnClose func()
	// OnKey gets the keys that nothing in the sheet handled and reports whether it did.
	OnKey func(fyne.KeyName) bool

	canvas  fyne.Canvas
	back    fyne.Focusable
	keys    func(*fyne.KeyEvent)
	scrim   *Fill
	card    *card
	size    func(whole fyne.Size) fyne.Size
	top     float32 // distance from the top; 0 = centered
	open    bool
	content fyne.CanvasObject
}

// NewSheet returns a closed sheet. size returns its size for a window size; top is its distance
// from the upper edge (0 = centered).
func NewSheet(content fyne.CanvasObject, top float32, size func(whole fyne.Size) fyne.Size) *Sheet {
	s := &Sheet{scrim: NewFill(theme.Scrim), size: size, top: top, content: content}
	box := kit.NewBox(theme.Surface, theme.Border, theme.RadiusBubble)
	box.SetShadow(24)
	s.card = newCard(On(box, content))
	s.ExtendBaseWidget(s)
	return s
}

// Open shows the sheet on a canvas.
func (s *Sheet) Open(c fyne.Canvas) {
	if s.open {
		return
	}
	s.open, s.canvas, s.back, s.keys = true, c, c.Focused(), c.OnTypedKey()
	c.SetOnTypedKey(s.typed)
	c.Overlays().Add(s)
	s.Resize(c.Size())
	s.Refresh()
}

func (s *Sheet) typed(ev *fyne.KeyEvent) {
	if s.OnKey != nil && s.OnKey(ev.Name) {
		return
	}
	if ev.Name == fyne.KeyEscape {
		s.Close()
	}
}

// IsOpen reports whether the sheet is shown.
func (s *Sheet) IsOpen() bool { return s.open }

// Close closes the sheet.
func (s *Sheet) Close() {
	if !s.open {
		return
	}
	s.open = false
	s.canvas.Overlays().Remove(s)
	s.canvas.SetOnTypedKey(s.keys)
	if s.back != nil {
		s.canvas.Focus(s.back)
	}
	if s.OnClose != nil {
		s.OnClose()
	}
}

// Tapped closes the sheet: the tap was outside the card.
func (s *Sheet) Tapped(*fyne.PointEvent) { s.Close() }

// CreateRenderer returns the renderer of the widget.
func (s *Sheet) CreateRenderer() fyne.WidgetRenderer { return &sheetRenderer{s} }

type sheetRenderer struct{ s *Sheet }

func (r *sheetRenderer) Destroy() {}
func (r *sheetRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.s.scrim, r.s.card}
}
func (r *sheetRenderer) MinSize() fyne.Size { return fyne.Size{} }
func (r *sheetRenderer) Refresh() {
	r.s.scrim.Refresh()
	r.s.card.Refresh()
	r.Layout(r.s.Size())
}

func (r *sheetRenderer) Layout(whole fyne.Size) {
	s := r.s
	s.scrim.Resize(whole)
	size := s.size(whole)
	y := (whole.Height - size.Height) / 2
	if s.top > 0 {
		y = min(s.top, y)
	}
	s.card.Move(fyne.NewPos(theme.Round((whole.Width-size.Width)/2), theme.Round(max(0, y))))
	s.card.Resize(size)
}

// clickCatcher swallows taps on the card, so that they do not close the sheet beneath it.
type card struct {
	widget.BaseWidget
	inner fyne.CanvasObject
}

func newCard(inner fyne.CanvasObject) *card {
	c := &card{inner: inner}
	c.ExtendBaseWidget(c)
	return c
}

func (c *card) Tapped(*fyne.PointEvent) {}

func (c *card) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.inner) }
