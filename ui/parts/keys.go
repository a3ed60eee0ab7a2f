package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// PassKey hands a key to the window; controls call it for keys they have no use for.
func PassKey(o fyne.CanvasObject, ev *fyne.KeyEvent) {
	if c := canvasOf(o); c != nil && c.OnTypedKey() != nil {
		c.OnTypedKey()(ev)
	}
}

// PassShortcut hands a shortcut to the window when it is one that no text field has a use for, and reports whether it
// did.
func PassShortcut(o fyne.CanvasObject, s fyne.Shortcut) bool {
	custom, ok := s.(*desktop.CustomShortcut)
	if !ok || usedByText(custom) {
		return false
	}
	c, ok := canvasOf(o).(fyne.Shortcutable)
	if ok {
		c.TypedShortcut(s)
	}
	return ok
}

// usedByText names the shortcuts that move in a text.
func usedByText(s *desktop.CustomShortcut) bool {
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

// Focus gives o the keyboard.
func Focus(o fyne.Focusable) {
	obj, ok := o.(fyne.CanvasObject)
	if !ok {
		return
	}
	if c := homeOf(obj); c != nil {
		c.Focus(o)
	}
}

// Unfocus takes the keyboard from whatever inside of o has it.
func Unfocus(o fyne.CanvasObject) {
	c := homeOf(o)
	if c == nil {
		return
	}
	has, ok := c.Focused().(fyne.CanvasObject)
	if !ok {
		return
	}
	d := fyne.CurrentApp().Driver()
	at := d.AbsolutePositionForObject(has).Subtract(d.AbsolutePositionForObject(o))
	if s := o.Size(); at.X >= 0 && at.Y >= 0 && at.X < s.Width && at.Y < s.Height {
		c.Unfocus()
	}
}

// homeOf is the canvas of o; what was not drawn yet is at home in the window of the program.
func homeOf(o fyne.CanvasObject) fyne.Canvas {
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
