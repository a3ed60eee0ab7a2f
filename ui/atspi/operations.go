package atspi

import "github.com/godbus/dbus/v5"

// rectangle has the signature (iiii).
type rectangle struct{ X, Y, Width, Height int32 }

// boundsInWindow returns where an object is in the window. Positions on the screen are not known to
// Fyne, so that they are given in the window, too.
func (o object) boundsInWindow() rectangle {
	if !o.isElement() {
		return rectangle{0, 0, clampedInt32ForDBus(o.screen.Width), clampedInt32ForDBus(o.screen.Height)}
	}
	e := o.element
	return rectangle{
		clampedInt32ForDBus(e.X), clampedInt32ForDBus(e.Y), clampedInt32ForDBus(e.Width), clampedInt32ForDBus(e.Height),
	}
}

func (r rectangle) containsPoint(x, y int32) bool {
	return x >= r.X && x < r.X+r.Width && y >= r.Y && y < r.Y+r.Height
}

// layerWidget is ATSPI_LAYER_WIDGET.
const layerWidget = 3

func (b *Bridge) componentMethods(own func(dbus.ObjectPath) reference) map[string]any {
	return map[string]any{
		"Contains": func(m dbus.Message, x, y int32, _ uint32) (bool, *dbus.Error) {
			o, err := b.objectOfCall(m)
			return o.boundsInWindow().containsPoint(x, y), err
		},
		"GetAccessibleAtPoint": func(m dbus.Message, x, y int32, _ uint32) (reference, *dbus.Error) {
			o, err := b.objectOfCall(m)
			for i := len(o.screen.Elements) - 1; i >= 0 && err == nil; i-- {
				e := o.screen.Elements[i]
				if (o.role == RoleFrame || e.Parent == o.element.Key) &&
					(object{element: e, index: i}).boundsInWindow().containsPoint(x, y) {
					return own(elementPath(e.Key)), nil
				}
			}
			return own(nullPath), err
		},
		"GetExtents": func(m dbus.Message, _ uint32) (rectangle, *dbus.Error) {
			o, err := b.objectOfCall(m)
			return o.boundsInWindow(), err
		},
		"GetPosition": func(m dbus.Message, _ uint32) (x, y int32, _ *dbus.Error) {
			o, err := b.objectOfCall(m)
			return o.boundsInWindow().X, o.boundsInWindow().Y, err
		},
		"GetSize": func(m dbus.Message) (w, h int32, _ *dbus.Error) {
			o, err := b.objectOfCall(m)
			return o.boundsInWindow().Width, o.boundsInWindow().Height, err
		},
		"GetLayer":     func() (uint32, *dbus.Error) { return layerWidget, nil },
		"GetMDIZOrder": func() (int16, *dbus.Error) { return 0, nil },
		"GetAlpha":     func() (float64, *dbus.Error) { return 1, nil },
		"GrabFocus": func(m dbus.Message) (bool, *dbus.Error) {
			o, err := b.objectOfCall(m)
			if err != nil || !o.element.CanFocus {
				return false, err
			}
			b.window.Focus(o.element.Key)
			return true, nil
		},
	}
}

// actionDescription has the signature (sss): name, description, key.
type actionDescription struct{ Name, Description, Key string }

// actionMethods offers one action, to press.
func (b *Bridge) actionMethods() map[string]any {
	const press = "press"
	name := func(int32) (string, *dbus.Error) { return press, nil }
	empty := func(int32) (string, *dbus.Error) { return "", nil }
	return map[string]any{
		"GetName": name, "GetLocalizedName": name, "GetDescription": empty, "GetKeyBinding": empty,
		"GetActions": func(m dbus.Message) ([]actionDescription, *dbus.Error) {
			o, err := b.objectOfCall(m)
			if !o.element.CanPress {
				return []actionDescription{}, err
			}
			return []actionDescription{{Name: press}}, err
		},
		"DoAction": func(m dbus.Message, i int32) (bool, *dbus.Error) {
			o, err := b.objectOfCall(m)
			if err != nil || i != 0 || !o.element.CanPress || o.element.IsDisabled {
				return false, err
			}
			b.window.Press(o.element.Key)
			return true, nil
		},
	}
}
