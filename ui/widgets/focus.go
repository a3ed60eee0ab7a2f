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

// UnfocusWithin removes the keyboard focus if an object inside o has it.
func UnfocusWithin(o fyne.CanvasObject) {
	c := canvasOrFirstWindowCanvas(o)
	if c == nil {
		return
	}
	focused, ok := c.Focused().(fyne.CanvasObject)
	if !ok {
		return
	}
	d := fyne.CurrentApp().Driver()
	at := d.AbsolutePositionForObject(focused).Subtract(d.AbsolutePositionForObject(o))
	if s := o.Size(); at.X >= 0 && at.Y >= 0 && at.X < s.Width && at.Y < s.Height {
		c.Unfocus()
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
