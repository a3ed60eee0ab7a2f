package atspi

import (
	"errors"
	"slices"
	"strings"

	"github.com/godbus/dbus/v5"
)

// reference names an object of a program on the bus; its signature is (so).
type reference struct {
	Bus  string
	Path dbus.ObjectPath
}

// elementPath is where the element with a key is offered.
func elementPath(key string) dbus.ObjectPath { return dbus.ObjectPath(elementPrefix + key) }

// object is what a call is about, as of the newest screen: the program, its frame, or an element.
type object struct {
	path    dbus.ObjectPath
	role    Role
	screen  Screen
	element Element // of an element
	index   int     // of an element: where it is in the screen
}

// errGone answers calls about elements that are no longer on the screen.
var errGone = dbus.NewError("org.freedesktop.DBus.Error.UnknownObject", []any{"it is no longer on the screen"})

// objectOfCall returns what a call is about.
func (b *Bridge) objectOfCall(m dbus.Message) (object, *dbus.Error) {
	path, _ := m.Headers[dbus.FieldPath].Value().(dbus.ObjectPath)
	o := object{path: path, screen: b.currentScreen(), index: -1}
	switch path {
	case rootPath:
		o.role = RoleApplication
		return o, nil
	case framePath:
		o.role = RoleFrame
		return o, nil
	}
	key, isElement := strings.CutPrefix(string(path), elementPrefix)
	if o.index = o.screen.indexOfElement(key); !isElement || o.index < 0 {
		return o, errGone
	}
	o.element = o.screen.Elements[o.index]
	o.role = o.element.Role
	return o, nil
}

func (o object) isElement() bool { return o.index >= 0 }

func (o object) accessibleName(program string) string {
	switch o.role {
	case RoleApplication:
		return program
	case RoleFrame:
		return o.screen.Title
	}
	return o.element.Name
}

// childPaths returns the paths of the children.
func (o object) childPaths() []dbus.ObjectPath {
	if o.role == RoleApplication {
		return []dbus.ObjectPath{framePath}
	}
	keys := o.screen.childKeys(o.element.Key) // the frame has no key
	out := make([]dbus.ObjectPath, len(keys))
	for i, key := range keys {
		out[i] = elementPath(key)
	}
	return out
}

// parentPath returns the path of what an element is in.
func (o object) parentPath() dbus.ObjectPath { return pathOfParent(o.element) }

func pathOfParent(e Element) dbus.ObjectPath {
	if e.Parent == "" {
		return framePath
	}
	return elementPath(e.Parent)
}

// indexInParent returns where the object is among its siblings.
func (o object) indexInParent() int {
	if !o.isElement() {
		return 0
	}
	return slices.Index(o.screen.childKeys(o.element.Parent), o.element.Key)
}

func (o object) packedStates() []uint32 {
	switch {
	case o.isElement():
		return o.element.packedStates()
	case o.role == RoleFrame && o.screen.IsActive:
		return packStates(stateEnabled, stateSensitive, stateShowing, stateVisible, stateActive)
	}
	return packStates(stateEnabled, stateSensitive, stateShowing, stateVisible)
}

// interfaceNames returns the names of what the object can be asked for.
func (o object) interfaceNames() []string {
	out := []string{ifaceAccessible}
	switch {
	case o.role == RoleApplication:
		return append(out, ifaceApplication)
	case o.isElement() && o.element.CanPress:
		out = append(out, ifaceAction)
	}
	if o.isElement() && o.element.hasTextInterface() {
		out = append(out, ifaceText)
	}
	if o.isElement() && o.element.isTextEntryOrPassword() {
		out = append(out, ifaceEditableText)
	}
	return append(out, ifaceComponent)
}

// Interfaces of AT-SPI.
const (
	ifaceAccessible  = "org.a11y.atspi.Accessible"
	ifaceAction      = "org.a11y.atspi.Action"
	ifaceApplication = "org.a11y.atspi.Application"
	ifaceCache       = "org.a11y.atspi.Cache"
	ifaceComponent   = "org.a11y.atspi.Component"

	ifaceEditableText = "org.a11y.atspi.EditableText"
	ifaceText         = "org.a11y.atspi.Text"
)

// exportAllObjects offers all objects. Which one a call is about is told by its path.
func (b *Bridge) exportAllObjects(bus *dbus.Conn) error {
	own := func(path dbus.ObjectPath) reference { return reference{Bus: bus.Names()[0], Path: path} }
	const all = dbus.ObjectPath("/org/a11y/atspi/accessible")
	return errors.Join(
		bus.ExportSubtreeMethodTable(b.accessibleMethods(own), all, ifaceAccessible),
		bus.ExportSubtreeMethodTable(b.propertyMethods(own), all, "org.freedesktop.DBus.Properties"),
		bus.ExportSubtreeMethodTable(b.componentMethods(own), all, ifaceComponent),
		bus.ExportSubtreeMethodTable(b.actionMethods(), all, ifaceAction),
		bus.ExportSubtreeMethodTable(b.textMethods(), all, ifaceText),
		bus.ExportSubtreeMethodTable(b.editableTextMethods(), all, ifaceEditableText),
		bus.ExportSubtreeMethodTable(map[string]any{
			"GetLocale": func(uint32) (string, *dbus.Error) { return "", nil },
		}, all, ifaceApplication), // an object of its own would have no other interface
		// Readers may ask for everything at once; they ask for each object when there is nothing.
		bus.ExportMethodTable(map[string]any{
			"GetItems": func() ([]cacheItem, *dbus.Error) { return []cacheItem{}, nil },
		}, "/org/a11y/atspi/cache", ifaceCache),
	)
}

// cacheItem has the signature that readers expect of an item of the cache.
type cacheItem struct {
	Object, Application, Parent reference
	Index, Children             int32
	Interfaces                  []string
	Name                        string
	Role                        uint32
	Description                 string
	States                      []uint32
}

func (b *Bridge) accessibleMethods(own func(dbus.ObjectPath) reference) map[string]any {
	return map[string]any{
		"GetChildAtIndex": func(m dbus.Message, i int32) (reference, *dbus.Error) {
			o, err := b.objectOfCall(m)
			children := o.childPaths()
			if err != nil || i < 0 || int(i) >= len(children) {
				return own(nullPath), err
			}
			return own(children[i]), nil
		},
		"GetChildren": func(m dbus.Message) ([]reference, *dbus.Error) {
			o, err := b.objectOfCall(m)
			if err != nil {
				return []reference{}, err
			}
			out := []reference{}
			for _, path := range o.childPaths() {
				out = append(out, own(path))
			}
			return out, nil
		},
		"GetIndexInParent": func(m dbus.Message) (int32, *dbus.Error) {
			o, err := b.objectOfCall(m)
			return clampedInt32ForDBus(o.indexInParent()), err
		},
		"GetRelationSet": func() ([]relation, *dbus.Error) { return []relation{}, nil },
		"GetRole": func(m dbus.Message) (uint32, *dbus.Error) {
			o, err := b.objectOfCall(m)
			return uint32(o.role), err
		},
		"GetRoleName": func(m dbus.Message) (string, *dbus.Error) {
			o, err := b.objectOfCall(m)
			return o.role.String(), err
		},
		"GetLocalizedRoleName": func(m dbus.Message) (string, *dbus.Error) {
			o, err := b.objectOfCall(m)
			return o.role.String(), err
		},
		"GetState": func(m dbus.Message) ([]uint32, *dbus.Error) {
			o, err := b.objectOfCall(m)
			return o.packedStates(), err
		},
		"GetAttributes": func(m dbus.Message) (map[string]string, *dbus.Error) {
			o, err := b.objectOfCall(m)
			return o.element.attributes(), err
		},
		"GetApplication": func() (reference, *dbus.Error) { return own(rootPath), nil },
		"GetInterfaces": func(m dbus.Message) ([]string, *dbus.Error) {
			o, err := b.objectOfCall(m)
			return o.interfaceNames(), err
		},
	}
}

// relation ties an object to others; none is offered.
type relation struct {
	Kind    uint32
	Targets []reference
}

// propertyMethods answers for the properties of all interfaces.
func (b *Bridge) propertyMethods(own func(dbus.ObjectPath) reference) map[string]any {
	return map[string]any{
		"Get": func(m dbus.Message, iface, name string) (dbus.Variant, *dbus.Error) {
			o, err := b.objectOfCall(m)
			if err != nil {
				return dbus.Variant{}, err
			}
			v, ok := b.propertiesOf(o, iface, own)[name]
			if !ok {
				return dbus.Variant{}, dbus.NewError("org.freedesktop.DBus.Error.UnknownProperty", []any{name})
			}
			return v, nil
		},
		"GetAll": func(m dbus.Message, iface string) (map[string]dbus.Variant, *dbus.Error) {
			o, err := b.objectOfCall(m)
			return b.propertiesOf(o, iface, own), err
		},
		// The registry numbers its programs; nobody asks for the number again.
		"Set": func(string, string, dbus.Variant) *dbus.Error { return nil },
	}
}

func (b *Bridge) propertiesOf(
	o object, iface string, own func(dbus.ObjectPath) reference,
) map[string]dbus.Variant {
	out := map[string]any{}
	switch iface {
	case ifaceAccessible:
		parent := own(o.parentPath())
		switch o.role {
		case RoleApplication:
			parent = reference{Bus: registryName, Path: rootPath}
		case RoleFrame:
			parent = own(rootPath)
		}
		out = map[string]any{
			"Name": o.accessibleName(b.window.Program), "Description": o.element.Description, "Parent": parent,
			"ChildCount": clampedInt32ForDBus(len(o.childPaths())), "Locale": "", "AccessibleId": o.element.Key,
		}
	case ifaceApplication:
		out = map[string]any{"ToolkitName": "Fyne", "Version": "2.8", "AtspiVersion": "2.1", "Id": int32(0)}
	case ifaceAction:
		out = map[string]any{"NActions": boolAsNumber(o.element.CanPress)}
	case ifaceText:
		out = map[string]any{
			"CharacterCount": clampedInt32ForDBus(len([]rune(o.element.entryTextOrName()))),
			"CaretOffset":    clampedInt32ForDBus(o.element.Caret),
		}
	}
	variants := make(map[string]dbus.Variant, len(out))
	for k, v := range out {
		variants[k] = dbus.MakeVariant(v)
	}
	return variants
}
