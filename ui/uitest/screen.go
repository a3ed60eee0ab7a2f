package uitest

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"memoir/ui/draw"
	"memoir/ui/inspect"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// TopOverlayOrPane returns what is on top: an open menu or dialog, else the pane.
func (h *Harness) TopOverlayOrPane() fyne.CanvasObject {
	if top := h.Win.Canvas().Overlays().Top(); top != nil {
		return top
	}
	return h.body
}

// VisibleText returns every line of text in TopOverlayOrPane.
func (h *Harness) VisibleText() string {
	return strings.Join(visibleTextsIn(h.TopOverlayOrPane()), "\n")
}

// TapControlNamed taps the control with this name or label in o or, if that is nil, in
// TopOverlayOrPane.
func (h *Harness) TapControlNamed(name string, o fyne.CanvasObject) {
	h.Helper()
	test.Tap(h.FindControlNamed(name, o))
}

// FindControlNamed returns the button or surface with this name or label.
func (h *Harness) FindControlNamed(name string, o fyne.CanvasObject) fyne.Tappable {
	h.Helper()
	if o == nil {
		o = h.TopOverlayOrPane()
	}
	var found fyne.Tappable
	var names []string
	VisitVisibleObjects(o, func(o fyne.CanvasObject) {
		label := ""
		switch b := o.(type) {
		case *widgets.Button:
			names, label = append(names, b.Name()), b.Label()
		case *widgets.Tappable:
			names = append(names, b.Name())
		case *widgets.SelectableRow:
			names = append(names, b.Name())
		case *widgets.Switch:
			names = append(names, b.Name())
		default:
			return
		}
		if found == nil && (names[len(names)-1] == name || label == name) {
			found, _ = o.(fyne.Tappable)
		}
	})
	if found == nil {
		h.Fatalf("nothing is called %q; there are %q", name, names)
	}
	return found
}

// PressKeys sends keys to the focused object or, if there is none, to the window.
func (h *Harness) PressKeys(keys ...fyne.KeyName) {
	h.Helper()
	for _, k := range keys {
		c, ev := h.Win.Canvas(), &fyne.KeyEvent{Name: k}
		switch f := c.Focused(); {
		case f != nil:
			f.TypedKey(ev)
		case c.OnTypedKey() != nil:
			c.OnTypedKey()(ev)
		default:
			h.Fatalf("the keyboard is nowhere for %s", k)
		}
	}
}

// TypeText types into the focused object, which a character may change.
func (h *Harness) TypeText(text string) {
	h.Helper()
	for _, r := range text {
		f := h.Win.Canvas().Focused()
		if f == nil {
			h.Fatalf("the keyboard is nowhere for %q", text)
		}
		f.TypedRune(r)
	}
}

// ShowsText reports whether VisibleText contains a text.
func (h *Harness) ShowsText(text string) bool { return strings.Contains(h.VisibleText(), text) }

// WaitForText waits until VisibleText contains a text.
func (h *Harness) WaitForText(text string) {
	h.Helper()
	h.RunUICallsUntil("the text "+text, func() bool { return h.ShowsText(text) })
}

// FocusedControlName returns the name of the control with the keyboard focus, or the placeholder of
// the field; "" when nothing has it.
func (h *Harness) FocusedControlName() string {
	for _, e := range inspect.TopmostVisibleElements(h.Win.Canvas()) {
		if e.HasFocus {
			return e.Name
		}
	}
	return ""
}

// ShownRowsAsText lists the rows shown in o, one line each: the texts of a surface that can be
// tapped, joined by " | " and after ">" if it is drawn as selected; every other text by itself.
func ShownRowsAsText(o fyne.CanvasObject) string {
	var lines []string
	var visit func(fyne.CanvasObject)
	visit = func(o fyne.CanvasObject) {
		t, isSurface := o.(*widgets.Tappable)
		if row, ok := o.(*widgets.SelectableRow); ok {
			t, isSurface = &row.Tappable, true
		}
		if isSurface && t.Visible() {
			mark := ""
			if firstRectangleColor(o) == theme.Current().TokenColor(theme.Selected) {
				mark = ">"
			}
			lines = append(lines, mark+strings.Join(visibleTextsIn(o), " | "))
			return
		}
		lines = append(lines, textIfVisibleLabel(o)...)
		for _, c := range childrenIfVisible(o) {
			visit(c)
		}
	}
	visit(o)
	return strings.Join(lines, "\n")
}

// firstRectangleColor returns the color of the first rectangle in o.
func firstRectangleColor(o fyne.CanvasObject) color.Color {
	var fill color.Color
	VisitVisibleObjects(o, func(o fyne.CanvasObject) {
		if r, ok := o.(*canvas.Rectangle); ok && fill == nil {
			fill = r.FillColor
		}
	})
	return fill
}

// visibleTextsIn returns every line of visible text in o.
func visibleTextsIn(o fyne.CanvasObject) []string {
	var out []string
	VisitVisibleObjects(o, func(o fyne.CanvasObject) { out = append(out, textIfVisibleLabel(o)...) })
	return out
}

// textIfVisibleLabel returns the text of a visible label, nothing if it is empty or o is something
// else.
func textIfVisibleLabel(o fyne.CanvasObject) []string {
	text := ""
	switch o := o.(type) {
	case *draw.Label:
		text = o.Text()
	case *widgets.WrappedText:
		text = o.Text()
	}
	if text == "" || !o.Visible() {
		return nil
	}
	return []string{text}
}

// VisitVisibleObjects visits every visible object in o, outermost first.
func VisitVisibleObjects(o fyne.CanvasObject, visit func(fyne.CanvasObject)) {
	if o == nil || !o.Visible() {
		return
	}
	visit(o)
	for _, c := range childrenIfVisible(o) {
		VisitVisibleObjects(c, visit)
	}
}

func childrenIfVisible(o fyne.CanvasObject) []fyne.CanvasObject {
	if o == nil || !o.Visible() {
		return nil
	}
	switch o := o.(type) {
	case *fyne.Container:
		return o.Objects
	case fyne.Widget:
		return test.WidgetRenderer(o).Objects()
	}
	return nil
}
