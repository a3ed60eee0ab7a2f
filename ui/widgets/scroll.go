package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// Scroll is a vertical scroll container that tells its content the width before it asks for its
// height.
type Scroll struct {
	container.Scroll
}

// NewVerticalScroll returns a scroll container.
func NewVerticalScroll(content fyne.CanvasObject) *Scroll {
	s := &Scroll{}
	s.Content = content
	s.Direction = container.ScrollVerticalOnly
	s.ExtendBaseWidget(s)
	s.tellWidgetsTheirScroll(content)
	return s
}

// Resize tells the content its width first.
func (s *Scroll) Resize(size fyne.Size) {
	PropagateWidth(s.Content, size.Width)
	s.Scroll.Resize(size)
}

// Scrolled scrolls the content.
func (s *Scroll) Scrolled(ev *fyne.ScrollEvent) {
	draw.RecordUse()
	s.Scroll.Scrolled(ev)
}

// Refresh measures the content again.
func (s *Scroll) Refresh() {
	PropagateWidth(s.Content, s.Size().Width)
	s.tellWidgetsTheirScroll(s.Content)
	s.Scroll.Refresh()
}

// scrollParent is embedded in focusable widgets: it knows the Scroll around the widget, so that a
// focused widget can be scrolled into view.
type scrollParent struct{ scroll *Scroll }

func (i *scrollParent) setScroll(s *Scroll) { i.scroll = s }

// scrollIntoViewUnlessHalfVisible scrolls the Scroll around o, if any, so that o is visible.
func (i *scrollParent) scrollIntoViewUnlessHalfVisible(o fyne.CanvasObject) {
	if i.scroll != nil {
		i.scroll.scrollIntoViewUnlessHalfVisible(o)
	}
}

// contentHolder is a widget of this package that contains others.
type contentHolder interface{ contentObject() fyne.CanvasObject }

func (s *SegmentedControl) contentObject() fyne.CanvasObject { return s.content }
func (t *Tappable) contentObject() fyne.CanvasObject         { return t.content } // also of a SelectableRow
func (f *Flow) contentObject() fyne.CanvasObject             { return f.content }

// tellWidgetsTheirScroll tells every focusable widget in o that s is the Scroll around it.
func (s *Scroll) tellWidgetsTheirScroll(o fyne.CanvasObject) {
	if c, ok := o.(interface{ setScroll(s *Scroll) }); ok {
		c.setScroll(s)
	}
	switch v := o.(type) {
	case *fyne.Container:
		for _, c := range v.Objects {
			s.tellWidgetsTheirScroll(c)
		}
	case contentHolder:
		s.tellWidgetsTheirScroll(v.contentObject())
	}
}

// scrollIntoViewUnlessHalfVisible scrolls so that the whole of o, which is in the content, is
// visible. An object that is at least half visible stays where it is: it may be getting the focus
// because it is being tapped.
func (s *Scroll) scrollIntoViewUnlessHalfVisible(o fyne.CanvasObject) {
	app := fyne.CurrentApp()
	if app == nil {
		return
	}
	at := app.Driver().AbsolutePositionForObject(o).Y - app.Driver().AbsolutePositionForObject(s).Y
	height, available := o.Size().Height, s.Size().Height
	switch {
	case at < -height/2:
		s.ScrollToOffset(fyne.NewPos(0, max(0, s.Offset.Y+at-theme.Space8)))
	case at > available-height/2:
		s.ScrollToOffset(fyne.NewPos(0, s.Offset.Y+at+height+theme.Space8-available))
	}
}

// wheelRelay lies over the entry of a field with several lines and takes nothing but the wheel. It
// scrolls the text as far as that goes, and then what is around the field: Fyne's entry keeps every
// turn, so that what is below a field as high as the window could not be reached.
type wheelRelay struct {
	widget.BaseWidget
	field *Field
}

func newWheelRelay(f *Field) *wheelRelay {
	w := &wheelRelay{field: f}
	w.ExtendBaseWidget(w)
	return w
}

// CreateRenderer returns the renderer of the widget, which draws nothing.
func (w *wheelRelay) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewWithoutLayout())
}

// Scrolled scrolls the text or, when that has reached its end, the Scroll around the field.
func (w *wheelRelay) Scrolled(ev *fyne.ScrollEvent) {
	text, around := w.field.entry.textScroll, w.field.scroll
	switch {
	case text != nil && (around == nil || canScrollFurther(text, ev.Scrolled.DY)):
		text.Scrolled(ev)
	case around != nil:
		around.Scrolled(ev)
	}
}

// canScrollFurther reports whether content is hidden where the wheel turns to; dy is positive
// towards the top.
func canScrollFurther(s *container.Scroll, dy float32) bool {
	const tolerance = 0.5 // pixels, of rounded sizes
	if dy > 0 {
		return s.Offset.Y > tolerance
	}
	return s.Offset.Y+s.Size().Height < s.Content.Size().Height-tolerance
}
