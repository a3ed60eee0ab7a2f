package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

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
