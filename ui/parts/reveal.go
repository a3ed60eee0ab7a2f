package parts

import (
	"fyne.io/fyne/v2"

	"memoir/ui/theme"
)

// scrollParent is embedded in focusable widgets: it knows the Scroll around the widget, so that a
// focused widget can be scrolled into view.
type inScroll struct{ scroll *Scroll }

func (i *inScroll) setScroll(s *Scroll) { i.scroll = s }

// scrollIntoView scrolls the Scroll around o, if any, so that o is visible.
func (i *inScroll) reveal(o fyne.CanvasObject) {
	if i.scroll != nil {
		i.scroll.reveal(o)
	}
}

// contentHolder is a widget of this package that contains others.
type holder interface{ holds() fyne.CanvasObject }

func (s *Segment) holds() fyne.CanvasObject  { return s.inner }
func (t *Tappable) holds() fyne.CanvasObject { return t.inner }
func (f *Flow) holds() fyne.CanvasObject     { return f.inner }

// registerControls tells every focusable widget in o that s is the Scroll around it.
func (s *Scroll) adopt(o fyne.CanvasObject) {
	if c, ok := o.(interface{ setScroll(s *Scroll) }); ok {
		c.setScroll(s)
	}
	switch v := o.(type) {
	case *fyne.Container:
		for _, c := range v.Objects {
			s.adopt(c)
		}
	case holder:
		s.adopt(v.holds())
	}
}

// scrollIntoView scrolls so that the whole of o, which is in the content, is visible. An object
// that is at least half visible stays where it is: it may be getting the focus because it is being
// tapped.
func (s *Scroll) reveal(o fyne.CanvasObject) {
	app := fyne.CurrentApp()
	if app == nil {
		return
	}
	at := app.Driver().AbsolutePositionForObject(o).Y - app.Driver().AbsolutePositionForObject(s).Y
	height, room := o.Size().Height, s.Size().Height
	switch {
	case at < -height/2:
		s.ScrollToOffset(fyne.NewPos(0, max(0, s.Offset.Y+at-theme.Space8)))
	case at > room-height/2:
		s.ScrollToOffset(fyne.NewPos(0, s.Offset.Y+at+height+theme.Space8-room))
	}
}
