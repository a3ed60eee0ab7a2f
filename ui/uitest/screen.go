package uitest

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/ui/kit"
	"memoir/ui/parts"
)

// TopObject returns what is on top: an open menu or dialog, else the pane.
func (d *Desk) Top() fyne.CanvasObject {
	if top := d.Win.Canvas().Overlays().Top(); top != nil {
		return top
	}
	return d.body
}

// VisibleText returns every line of text in TopObject.
func (d *Desk) Reads() string {
	var out []string
	Walk(d.Top(), func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *kit.Label:
			out = append(out, o.Text())
		case *parts.Para:
			out = append(out, o.Text())
		}
	})
	return strings.Join(out, "\n")
}

// TapNamed taps the control with this name or label in o or, if that is nil, in TopObject.
func (d *Desk) Tap(name string, o fyne.CanvasObject) {
	d.Helper()
	test.Tap(d.Find(name, o))
}

// FindNamed returns the button or surface with this name or label.
func (d *Desk) Find(name string, o fyne.CanvasObject) fyne.Tappable {
	d.Helper()
	if o == nil {
		o = d.Top()
	}
	var found fyne.Tappable
	var names []string
	Walk(o, func(o fyne.CanvasObject) {
		label := ""
		switch b := o.(type) {
		case *parts.Button:
			names, label = append(names, b.Name()), b.Label()
		case *parts.Tappable:
			names = append(names, b.Name())
		case *parts.Switch:
			names = append(names, b.Name())
		default:
			return
		}
		if found == nil && (names[len(names)-1] == name || label == name) {
			found, _ = o.(fyne.Tappable)
		}
	})
	if found == nil {
		d.Fatalf("nothing is called %q; there are %q", name, names)
	}
	return found
}

// PressKeys sends keys to the focused object.
func (d *Desk) Key(keys ...fyne.KeyName) {
	d.Helper()
	for _, k := range keys {
		f := d.Win.Canvas().Focused()
		if f == nil {
			d.Fatalf("the keyboard is nowhere for %s", k)
		}
		f.TypedKey(&fyne.KeyEvent{Name: k})
	}
}

// WalkVisible visits every visible object in o, outermost first.
func Walk(o fyne.CanvasObject, visit func(fyne.CanvasObject)) {
	if o == nil || !o.Visible() {
		return
	}
	visit(o)
	switch o := o.(type) {
	case *fyne.Container:
		for _, c := range o.Objects {
			Walk(c, visit)
		}
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(o).Objects() {
			Walk(c, visit)
		}
	}
}
