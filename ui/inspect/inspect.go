// Package inspect lists the visible elements of a window: the controls with their names, in tab
// order, and the texts, as they are drawn for tests and the screenshots of the documentation, or as
// they are read for screen readers.
package inspect

import (
	"fmt"
	"reflect"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"memoir/ui/draw"
)

// Element is a visible control or text. Positions and sizes are pixels of the window at scale 1.
type Element struct {
	Kind      string  // the Go type of a control, or "text"
	Name      string  // the name of a control, or a text as it is drawn
	FullText  string  // of a label: its text before truncation
	X, Y      float32 // upper left corner of the visible part
	W, H      float32
	Overflow  float32 // how far it extends to the right of its viewport
	Focusable bool    // it can have the keyboard focus
	Tappable  bool    // it can be tapped
	HasFocus  bool    // it has the keyboard focus

	// What follows is of no use to tests.
	Object      fyne.CanvasObject `json:"-"` // what it is
	Description string            `json:"-"` // of TopmostElementsForScreenReader: the texts inside of a control
	// Of TopmostElementsForScreenReader: the list that it is in, and the object in that list that it
	// is or is in.
	List fyne.CanvasObject `json:"-"`
	Row  fyne.CanvasObject `json:"-"`
}

// listOfRows is a list; it tells its rows from what else it consists of.
type listOfRows interface {
	fyne.CanvasObject
	ListName() string
	IsRow(o fyne.CanvasObject) bool
}

// readableText is an object that is read as one text, however it is drawn.
type readableText interface{ ReadableText() string }

// namedControl is a control that describes what it does.
type namedControl interface{ Name() string }

// selectableText is a text that can be selected.
type selectableText interface {
	fyne.Focusable
	SelectedText() string
}

type collector struct {
	elements []Element
	focus    fyne.Focusable
	readable bool // texts are read as a whole, and with the control that they are in
	list     listOfRows
	row      fyne.CanvasObject // of list
}

// TopmostVisibleElements lists what is on top of a canvas: the newest dialog or menu if one is
// open, else the content of the window. It must be called on the UI goroutine.
func TopmostVisibleElements(c fyne.Canvas) []Element { return collectTopmostElements(c, false) }

// TopmostElementsForScreenReader lists what is on top of a canvas as it is read aloud: a text that
// is drawn in pieces is one element, and the texts inside of a control that has a name are its
// description. It must be called on the UI goroutine.
func TopmostElementsForScreenReader(c fyne.Canvas) []Element { return collectTopmostElements(c, true) }

func collectTopmostElements(c fyne.Canvas, readable bool) []Element {
	w := &collector{focus: c.Focused(), readable: readable}
	top := c.Content()
	if o := c.Overlays().Top(); o != nil {
		top = o
	}
	size := c.Size()
	w.collectVisibleElements(top, fyne.Position{}, rect{0, 0, size.Width, size.Height}, size.Width)
	return w.elements
}

// rect is a rectangle given by its corners.
type rect struct{ x0, y0, x1, y1 float32 }

func (b rect) intersection(c rect) rect {
	return rect{max(b.x0, c.x0), max(b.y0, c.y0), min(b.x1, c.x1), min(b.y1, c.y1)}
}

func (w *collector) collectVisibleElements(o fyne.CanvasObject, at fyne.Position, clip rect, right float32) {
	if o == nil || !o.Visible() {
		return
	}
	at = at.Add(o.Position())
	size := o.Size()
	bounds := rect{at.X, at.Y, at.X + size.Width, at.Y + size.Height}
	visible := bounds.intersection(clip)
	if w.readable && w.list != nil && w.row == nil && w.list.IsRow(o) {
		own := len(w.elements)
		w.row = o
		defer func() {
			for i := own; i < len(w.elements); i++ {
				w.elements[i].Row = o
			}
			w.row = nil
		}()
	}
	if l, ok := o.(listOfRows); ok && w.readable {
		w.collectList(l, at, visible, clip, right)
		return
	}
	if w.readable && w.addIfReadable(o, at, visible, clip, right) {
		return
	}
	w.addIfControlOrText(o, bounds, visible, right)
	w.collectVisibleElementsInChildren(o, at, visible, clip, right)
}

// collectList adds a list, then what is in it.
func (w *collector) collectList(l listOfRows, at fyne.Position, visible, clip rect, right float32) {
	if visible.x0 >= visible.x1 || visible.y0 >= visible.y1 {
		return
	}
	own := len(w.elements)
	w.addIfControlOrText(l, visible, visible, right)
	if len(w.elements) == own {
		w.elements = append(w.elements, Element{
			Object: l, Kind: fmt.Sprintf("%T", l), Name: l.ListName(), X: visible.x0, Y: visible.y0,
			W: visible.x1 - visible.x0, H: visible.y1 - visible.y0,
		})
	}
	outer, outerRow := w.list, w.row
	w.list, w.row = l, nil
	w.collectVisibleElementsInChildren(l, at, visible, clip, right)
	w.list, w.row = outer, outerRow
	for i := own + 1; i < len(w.elements); i++ {
		if w.elements[i].List == nil {
			w.elements[i].List = l
		}
	}
}

func (w *collector) collectVisibleElementsInChildren(
	o fyne.CanvasObject, at fyne.Position, visible, clip rect, right float32,
) {
	if _, ok := o.(fyne.Scrollable); ok {
		clip, right = visible, visible.x1
	}
	switch v := o.(type) {
	case *fyne.Container:
		for _, c := range v.Objects {
			w.collectVisibleElements(c, at, clip, right)
		}
	case fyne.Widget:
		if _, ok := entryPlaceholder(o); ok {
			return // the inner objects of an entry are not listed
		}
		for _, c := range rendererOf(v).Objects() {
			w.collectVisibleElements(c, at, clip, right)
		}
	}
}

// addIfReadable adds an object that is read as one, and reports whether it was one.
func (w *collector) addIfReadable(o fyne.CanvasObject, at fyne.Position, visible, clip rect, right float32) bool {
	if visible.x0 >= visible.x1 || visible.y0 >= visible.y1 {
		return false
	}
	if _, ok := o.(*draw.Label); ok {
		w.addIfControlOrText(o, visible, visible, right)
		return true // the text that it draws is its own, perhaps cut
	}
	own := len(w.elements)
	if text, ok := o.(readableText); ok {
		s := Element{
			Object: o, Kind: fmt.Sprintf("%T", o), Name: text.ReadableText(), X: visible.x0, Y: visible.y0,
			W: visible.x1 - visible.x0, H: visible.y1 - visible.y0,
		}
		if f, ok := o.(fyne.Focusable); ok {
			s.Focusable, s.HasFocus = true, w.focus == f
		}
		w.elements = append(w.elements, s)
		w.collectVisibleElementsInChildren(o, at, visible, clip, right)
		w.moveTextsIntoDescription(own) // the controls stay: Copy of a block of code
		w.elements[own].Description = ""
		return true
	}
	named, ok := o.(namedControl)
	_, tappable := o.(fyne.Tappable)
	if !ok || !tappable || named.Name() == "" {
		return false
	}
	w.addIfControlOrText(o, visible, visible, right)
	if len(w.elements) == own {
		return false
	}
	w.collectVisibleElementsInChildren(o, at, visible, clip, right)
	w.moveTextsIntoDescription(own)
	return true
}

// moveTextsIntoDescription makes the texts behind a control its description; the controls behind it
// stay.
func (w *collector) moveTextsIntoDescription(control int) {
	var words []string
	kept := w.elements[:control+1]
	for _, e := range w.elements[control+1:] {
		switch {
		case e.Focusable || e.Tappable:
			kept = append(kept, e)
		case e.Name != "":
			words = append(words, e.Name)
		}
	}
	w.elements = kept
	if text := strings.Join(words, " "); text != w.elements[control].Name {
		w.elements[control].Description = text
	}
}

func (w *collector) addIfControlOrText(o fyne.CanvasObject, bounds, visible rect, right float32) {
	s := Element{
		Object: o, Kind: fmt.Sprintf("%T", o), X: visible.x0, Y: visible.y0,
		W: visible.x1 - visible.x0, H: visible.y1 - visible.y0,
		Overflow: max(0, bounds.x1-right),
	}
	if s.W <= 0 || s.H <= 0 {
		return
	}
	switch v := o.(type) {
	case *canvas.Text:
		if v.Text != "" && v.Color != nil {
			s.Kind, s.Name = "text", v.Text
			s.Overflow = max(0, bounds.x0+v.MinSize().Width-right)
			w.elements = append(w.elements, s)
		}
		return
	case *draw.Label:
		s.Name, s.FullText = v.Text(), v.Text()
		w.elements = append(w.elements, s)
		return
	}
	_, s.Focusable = o.(fyne.Focusable)
	if d, ok := o.(fyne.Disableable); ok && d.Disabled() {
		s.Focusable = false
	}
	_, s.Tappable = o.(fyne.Tappable)
	if !s.Focusable && !s.Tappable {
		return
	}
	if f, ok := o.(fyne.Focusable); ok {
		s.HasFocus = w.focus == f
	}
	s.Name, _ = entryPlaceholder(o)
	switch v := o.(type) {
	case namedControl:
		s.Name = v.Name()
	case selectableText:
		if s.Name == "" {
			s.Name = "text"
		}
	}
	w.elements = append(w.elements, s)
}

// entryPlaceholder returns the placeholder of an entry; ok reports whether o is a widget.Entry,
// possibly embedded in another type.
func entryPlaceholder(o fyne.CanvasObject) (text string, ok bool) {
	if _, ok := o.(selectableText); !ok {
		return "", false
	}
	f := reflect.ValueOf(o).Elem().FieldByName("PlaceHolder")
	if !f.IsValid() {
		return "", false
	}
	return f.String(), true
}
