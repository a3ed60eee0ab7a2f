package parts

import (
	"fyne.io/fyne/v2"

	"memoir/ui/theme"
)

// inScroll is what a control knows about the scroll it is in, so that it can be seen when the keyboard comes to it.
type inScroll struct{ scroll *Scroll }

func (i *inScroll) setScroll(s *Scroll) { i.scroll = s }

// reveal brings o into the view.
func (i *inScroll) reveal(o fyne.CanvasObject) {
	if i.scroll != nil {
		i.scroll.reveal(o)
	}
}

// holder is a widget of this package that has others in it.
type holder interface{ holds() fyne.CanvasObject }

func (s *Segment) holds() fyne.CanvasObject  { return s.inner }
func (t *Tappable) holds() fyne.CanvasObject { return t.inner }
func (f *Flow) holds() fyne.CanvasObject     { return f.inner }

// adopt tells every control in o where it is.
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

// reveal scrolls so that o, which is in the content, can be seen as a whole. What can be seen by half stays where it
// is: it may have the keyboard because it is being clicked.
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
