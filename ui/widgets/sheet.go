package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// Sheet is a modal dialog above a scrim. Esc and a tap outside close it.
type Sheet struct {
	widget.BaseWidget
	// OnClose is called once when the sheet is closed, for whatever reason.
	OnClose func()
	// OnKey gets the keys that nothing in the sheet handled and reports whether it did.
	OnKey func(fyne.KeyName) bool

	canvas             fyne.Canvas
	previousFocus      fyne.Focusable
	previousKeyHandler func(*fyne.KeyEvent)
	scrim              *Background
	card               *clickCatcher
	sizeIn             func(whole fyne.Size) fyne.Size
	top                float32 // distance from the top; 0 = centered
	open               bool
	content            fyne.CanvasObject
}

// NewClosedModalSheet returns a closed sheet. size returns its size for a window size; top is its
// distance from the upper edge (0 = centered).
func NewClosedModalSheet(content fyne.CanvasObject, top float32, size func(whole fyne.Size) fyne.Size) *Sheet {
	s := &Sheet{scrim: NewBackground(theme.Scrim), sizeIn: size, top: top, content: content}
	box := draw.NewBox(theme.Surface, theme.Border, theme.RadiusBubble)
	box.SetShadowBlur(24)
	s.card = newTapBlocker(Stack(box, content))
	s.ExtendBaseWidget(s)
	return s
}

// Open shows the sheet on a canvas.
func (s *Sheet) Open(c fyne.Canvas) {
	if s.open {
		return
	}
	s.open, s.canvas, s.previousFocus, s.previousKeyHandler = true, c, c.Focused(), c.OnTypedKey()
	c.SetOnTypedKey(s.handleSheetKey)
	c.Overlays().Add(s)
	s.Resize(c.Size())
	s.Refresh()
}

func (s *Sheet) handleSheetKey(ev *fyne.KeyEvent) {
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
	s.canvas.SetOnTypedKey(s.previousKeyHandler)
	if s.previousFocus != nil {
		s.canvas.Focus(s.previousFocus)
	}
	if s.OnClose != nil {
		s.OnClose()
	}
}

// Tapped closes the sheet: the tap was outside the card.
func (s *Sheet) Tapped(*fyne.PointEvent) { s.Close() }

// CreateRenderer returns the renderer of the widget.
func (s *Sheet) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(
		s,
		draw.RenderFuncs{Objects: draw.FixedObjectsFunc(s.scrim, s.card), Layout: s.placeScrimAndCard},
	)
}

func (s *Sheet) placeScrimAndCard(whole fyne.Size) {
	s.scrim.Resize(whole)
	size := s.sizeIn(whole)
	y := (whole.Height - size.Height) / 2
	if s.top > 0 {
		y = min(s.top, y)
	}
	s.card.Move(fyne.NewPos(theme.Round((whole.Width-size.Width)/2), theme.Round(max(0, y))))
	s.card.Resize(size)
}

// clickCatcher swallows taps on the card, so that they do not close the sheet beneath it.
type clickCatcher struct {
	widget.BaseWidget
	content fyne.CanvasObject
}

func newTapBlocker(inner fyne.CanvasObject) *clickCatcher {
	c := &clickCatcher{content: inner}
	c.ExtendBaseWidget(c)
	return c
}

func (c *clickCatcher) Tapped(*fyne.PointEvent) {}

func (c *clickCatcher) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(c.content)
}
