package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// PassKeyToWindow passes a key to the window; widgets call it for keys they do not handle.
func PassKeyToWindow(o fyne.CanvasObject, ev *fyne.KeyEvent) {
	if c := canvasOf(o); c != nil && c.OnTypedKey() != nil {
		c.OnTypedKey()(ev)
	}
}

// PassRuneToWindow passes what is typed to the window; widgets call it that are no text fields.
func PassRuneToWindow(o fyne.CanvasObject, r rune) {
	if c := canvasOf(o); c != nil && c.OnTypedRune() != nil {
		c.OnTypedRune()(r)
	}
}

// PassNonTextShortcutToWindow passes a shortcut to the window unless text fields use it, and
// reports whether it did.
func PassNonTextShortcutToWindow(o fyne.CanvasObject, s fyne.Shortcut) bool {
	custom, ok := s.(*desktop.CustomShortcut)
	if !ok || isTextEditingShortcut(custom) {
		return false
	}
	c, ok := canvasOf(o).(fyne.Shortcutable)
	if ok {
		c.TypedShortcut(s)
	}
	return ok
}

// isTextEditingShortcut reports shortcuts that move or edit in a text.
func isTextEditingShortcut(s *desktop.CustomShortcut) bool {
	if s.Modifier&fyne.KeyModifierAlt != 0 {
		return false
	}
	switch s.KeyName {
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown, fyne.KeyHome, fyne.KeyEnd, fyne.KeyBackspace,
		fyne.KeyDelete, fyne.KeyReturn, fyne.KeyEnter:
		return true
	}
	return false
}

func canvasOf(o fyne.CanvasObject) fyne.Canvas {
	app := fyne.CurrentApp()
	if app == nil || o == nil {
		return nil
	}
	return app.Driver().CanvasForObject(o)
}

// FocusWidget gives o the keyboard focus.
func FocusWidget(o fyne.Focusable) {
	obj, ok := o.(fyne.CanvasObject)
	if !ok {
		return
	}
	if c := canvasOrFirstWindowCanvas(obj); c != nil {
		c.Focus(o)
	}
}

// RebuildKeepingFocus calls rebuild, which replaces the objects of o, and gives the keyboard focus to
// the control that has the name of the one that had it. Of several controls with this name it is the
// one at the same place among them. Controls are found in containers and in the widgets of this
// package that hold others.
func RebuildKeepingFocus(o *fyne.Container, rebuild func()) {
	c := canvasOf(o)
	if c == nil {
		rebuild()
		return
	}
	focused, nth := c.Focused(), -1
	name := controlName(focused)
	for i, f := range controlsNamed(o, name) {
		if f == focused {
			nth = i
		}
	}
	rebuild()
	if nth < 0 || c.Focused() != focused { // elsewhere, or moved by rebuild
		return
	}
	if now := controlsNamed(o, name); nth < len(now) {
		c.Focus(now[nth])
	}
}

// controlName returns the name of a control, "" when it has none.
func controlName(f fyne.Focusable) string {
	if n, ok := f.(interface{ Name() string }); ok {
		return n.Name()
	}
	return ""
}

// controlsNamed returns the focusable controls in o with a name, in visual order; none for "".
func controlsNamed(o fyne.CanvasObject, name string) []fyne.Focusable {
	if o == nil || name == "" {
		return nil
	}
	var out []fyne.Focusable
	if f, ok := o.(fyne.Focusable); ok && controlName(f) == name {
		out = append(out, f)
	}
	switch v := o.(type) {
	case *fyne.Container:
		for _, c := range v.Objects {
			out = append(out, controlsNamed(c, name)...)
		}
	case contentHolder:
		out = append(out, controlsNamed(v.contentObject(), name)...)
	}
	return out
}

// ContainsFocus reports whether an object inside o has the keyboard focus.
func ContainsFocus(o fyne.CanvasObject) bool {
	c := canvasOrFirstWindowCanvas(o)
	if c == nil {
		return false
	}
	focused, ok := c.Focused().(fyne.CanvasObject)
	if !ok {
		return false
	}
	d := fyne.CurrentApp().Driver()
	at := d.AbsolutePositionForObject(focused).Subtract(d.AbsolutePositionForObject(o))
	s := o.Size()
	return at.X >= 0 && at.Y >= 0 && at.X < s.Width && at.Y < s.Height
}

// UnfocusWithin removes the keyboard focus if an object inside o has it.
func UnfocusWithin(o fyne.CanvasObject) {
	if ContainsFocus(o) {
		canvasOrFirstWindowCanvas(o).Unfocus()
	}
}

// canvasOrFirstWindowCanvas returns the canvas of o, or that of the first window while o is on none.
func canvasOrFirstWindowCanvas(o fyne.CanvasObject) fyne.Canvas {
	if c := canvasOf(o); c != nil {
		return c
	}
	if app := fyne.CurrentApp(); app != nil {
		if ws := app.Driver().AllWindows(); len(ws) > 0 {
			return ws[0].Canvas()
		}
	}
	return nil
}
