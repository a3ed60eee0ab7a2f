// Package spots lists the visible elements of a window: the controls with their names, in tab
// order, and the texts as they are drawn. Only tests and the screenshots of the documentation use
// it.
package spots

import (
	"fmt"
	"reflect"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"memoir/ui/kit"
)

// Element is a visible control or text. Positions and sizes are pixels of the window at scale 1.
type Spot struct {
	Kind   string  // the Go type of a control, or "text"
	Name   string  // the name of a control, or a text as it is drawn
	Whole  string  // of a label: its text before truncation
	X, Y   float32 // upper left corner of the visible part
	W, H   float32
	Spill  float32 // how far it extends to the right of its viewport
	Focus  bool    // it can have the keyboard focus
	Tapped bool    // it can be tapped
	Has    bool    // it has the keyboard focus
}

// namedControl is a control that describes what it does.
type named interface{ Name() string }

// selectableText is a text that can be selected.
type reader interface {
	fyne.Focusable
	SelectedText() string
}

type walk struct {
	out   []Spot
	focus fyne.Focusable
}

// VisibleElements lists what is on top of a canvas: the newest dialog or menu if one is open, else
// the content of the window. It must be called on the UI goroutine.
func Of(c fyne.Canvas) []Spot {
	w := &walk{focus: c.Focused()}
	top := c.Content()
	if o := c.Overlays().Top(); o != nil {
		top = o
	}
	size := c.Size()
	w.visit(top, fyne.Position{}, box{0, 0, size.Width, size.Height}, size.Width)
	return w.out
}

// rect is a rectangle given by its corners.
type box struct{ x0, y0, x1, y1 float32 }

func (b box) cut(c box) box {
	return box{max(b.x0, c.x0), max(b.y0, c.y0), min(b.x1, c.x1), min(b.y1, c.y1)}
}

func (w *walk) visit(o fyne.CanvasObject, at fyne.Position, clip box, right float32) {
	if o == nil || !o.Visible() {
		return
	}
	at = at.Add(o.Position())
	size := o.Size()
	here := box{at.X, at.Y, at.X + size.Width, at.Y + size.Height}
	seen := here.cut(clip)
	w.note(o, here, seen, right)
	if _, ok := o.(fyne.Scrollable); ok {
		clip, right = seen, seen.x1
	}
	switch v := o.(type) {
	case *fyne.Container:
		for _, c := range v.Objects {
			w.visit(c, at, clip, right)
		}
	case fyne.Widget:
		if _, ok := placeholder(o); ok {
			return // the inner objects of an entry are not listed
		}
		for _, c := range test.WidgetRenderer(v).Objects() {
			w.visit(c, at, clip, right)
		}
	}
}

func (w *walk) note(o fyne.CanvasObject, here, seen box, right float32) {
	s := Spot{
		Kind: fmt.Sprintf("%T", o), X: seen.x0, Y: seen.y0, W: seen.x1 - seen.x0, H: seen.y1 - seen.y0,
		Spill: max(0, here.x1-right),
	}
	if s.W <= 0 || s.H <= 0 {
		return
	}
	switch v := o.(type) {
	case *canvas.Text:
		if v.Text != "" && v.Color != nil {
			s.Kind, s.Name = "text", v.Text
			s.Spill = max(0, here.x0+v.MinSize().Width-right)
			w.out = append(w.out, s)
		}
		return
	case *kit.Label:
		s.Name, s.Whole = v.Text(), v.Text()
		w.out = append(w.out, s)
		return
	}
	_, s.Focus = o.(fyne.Focusable)
	if d, ok := o.(fyne.Disableable); ok && d.Disabled() {
		s.Focus = false
	}
	_, s.Tapped = o.(fyne.Tappable)
	if !s.Focus && !s.Tapped {
		return
	}
	if f, ok := o.(fyne.Focusable); ok {
		s.Has = w.focus == f
	}
	s.Name, _ = placeholder(o)
	switch v := o.(type) {
	case named:
		s.Name = v.Name()
	case reader:
		if s.Name == "" {
			s.Name = "text"
		}
	}
	w.out = append(w.out, s)
}

// entryPlaceholder returns the placeholder of an entry; ok reports whether o is a widget.Entry,
// possibly embedded in another type.
func placeholder(o fyne.CanvasObject) (text string, ok bool) {
	if _, ok := o.(reader); !ok {
		return "", false
	}
	f := reflect.ValueOf(o).Elem().FieldByName("PlaceHolder")
	if !f.IsValid() {
		return "", false
	}
	return f.String(), true
}
