package ui

import (
	"context"
	"fmt"
	"log/slog"
	"reflect"
	"sync/atomic"

	"fyne.io/fyne/v2"

	"memoir/ui/atspi"
	"memoir/ui/inspect"
	"memoir/ui/markdown"
	"memoir/ui/messagelist"
	"memoir/ui/widgets"
)

// screenReaderWindow reads the window for screen readers, and operates it for them. It belongs to the UI
// goroutine, but for stop.
type screenReaderWindow struct {
	win      fyne.Window
	isActive bool
	isClosed atomic.Bool
	objects  map[string]fyne.CanvasObject // by the key of their element, as of the newest reading
	bridge   *atspi.Bridge                // nil without a session bus
}

// serveScreenReaders lets screen readers of Linux read the window until stop is called. Other systems need
// Fyne's build tag accessibility; without a session bus nobody could listen.
func serveScreenReaders(ctx context.Context, win fyne.Window, idle *idler, log *slog.Logger) *screenReaderWindow {
	w := &screenReaderWindow{win: win, isActive: true}
	if !hasSessionBus() {
		return w
	}
	whileOpen := func(f func()) {
		idle.RunOnUI(func() {
			if !w.isClosed.Load() {
				f()
			}
		})
	}
	w.bridge = atspi.StartBridge(ctx, atspi.Window{
		Program: "Memoir",
		Read:    func(deliver func(atspi.Screen)) { whileOpen(func() { deliver(w.listScreenElements()) }) },
		Press:   func(key string) { whileOpen(func() { w.tapElement(key) }) },
		Focus:   func(key string) { whileOpen(func() { w.focusElement(key) }) },
	}, log)
	return w
}

// tellReadersFocus tells readers whether the window has the keyboard focus.
func (w *screenReaderWindow) tellReadersFocus(on bool) { w.isActive = on }

// endReadingOfWindow ends reading: the window is going away.
func (w *screenReaderWindow) endReadingOfWindow() { w.isClosed.Store(true) }

// waitForBridgeToEnd waits until nothing of the bridge runs any more; the event loop has ended.
func (w *screenReaderWindow) waitForBridgeToEnd() {
	if w.bridge != nil {
		w.bridge.LeaveBusAndWait()
	}
}

// listScreenElements lists what is on the screen.
func (w *screenReaderWindow) listScreenElements() atspi.Screen {
	c := w.win.Canvas()
	size := c.Size()
	s := atspi.Screen{Title: w.win.Title(), Width: int(size.Width), Height: int(size.Height), IsActive: w.isActive}
	w.objects = map[string]fyne.CanvasObject{}
	for _, e := range inspect.ReadableElements(c) {
		if e.Name == "" && e.Description == "" {
			continue
		}
		key := fmt.Sprintf("%x", reflect.ValueOf(e.Object).Pointer())
		w.objects[key] = e.Object
		s.Elements = append(s.Elements, describeElement(key, e))
	}
	return s
}

// typedText is an entry, as Fyne's own and those of Memoir are.
type typedText interface {
	fyne.Focusable
	CursorTextOffset() int
}

// describeElement says what an element is to a screen reader.
func describeElement(key string, e inspect.Element) atspi.Element {
	out := atspi.Element{
		Key: key, Role: atspi.RoleLabel, Name: e.Name, Description: e.Description,
		X: int(e.X), Y: int(e.Y), Width: int(e.W), Height: int(e.H),
		CanFocus: e.Focusable, HasFocus: e.HasFocus, CanPress: e.Tappable,
	}
	if out.Name == "" {
		out.Name, out.Description = out.Description, ""
	}
	switch o := e.Object.(type) {
	case typedText:
		out.Role, out.Caret, out.CanPress = atspi.RoleEntry, o.CursorTextOffset(), false
		if text := reflect.ValueOf(o).Elem().FieldByName("Text"); text.IsValid() {
			out.Text = text.String()
		}
	case *widgets.Switch:
		out.Role, out.IsOn = atspi.RoleToggleButton, o.IsOn()
	case *widgets.Slider:
		out.Role = atspi.RoleSlider
	case *widgets.Dropdown:
		out.Role = atspi.RoleComboBox
	case *widgets.Toast:
		out.Role = atspi.RoleStatusBar
	case *markdown.View:
		out.Role, out.CanPress = atspi.RoleParagraph, false
	case *messagelist.List:
		out.Role = atspi.RoleList
	case *widgets.Button:
		out.Role, out.IsDisabled = atspi.RoleButton, !o.IsEnabled()
	default:
		if e.Tappable {
			out.Role = atspi.RoleButton
		}
	}
	return out
}

func (w *screenReaderWindow) tapElement(key string) {
	if o, ok := w.objects[key].(fyne.Tappable); ok {
		o.Tapped(&fyne.PointEvent{})
	}
}

func (w *screenReaderWindow) focusElement(key string) {
	if o, ok := w.objects[key].(fyne.Focusable); ok {
		w.win.Canvas().Focus(o)
	}
}
