package ui

import (
	"context"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"memoir/ui/atspi"
	"memoir/ui/inspect"
	"memoir/ui/markdown"
	"memoir/ui/messagelist"
	"memoir/ui/widgets"
)

// screenReaderWindow reads the window for screen readers, and operates it for them. It belongs to
// the UI goroutine, but for stop.
type screenReaderWindow struct {
	win      fyne.Window
	isActive bool
	isClosed atomic.Bool
	objects  map[string]fyne.CanvasObject // by the key of their element, as of the newest reading
	bridge   *atspi.Bridge                // nil without a session bus
}

// startServingScreenReaders lets screen readers of Linux read the window until stop is called.
// Other systems need Fyne's build tag accessibility; without a session bus nobody could listen.
func startServingScreenReaders(
	ctx context.Context, win fyne.Window, idle *idler, log *slog.Logger,
) *screenReaderWindow {
	w := &screenReaderWindow{win: win, isActive: true}
	if !hasSessionBus() {
		return w
	}
	whileOpen := func(f func()) {
		idle.QueueOnUIWakingLoop(func() {
			if !w.isClosed.Load() {
				f()
			}
		})
	}
	w.bridge = atspi.StartBridge(ctx, atspi.Window{
		Program: "Memoir",
		Read:    func(deliver func(atspi.Screen)) { whileOpen(func() { deliver(w.readScreenAndRememberObjects()) }) },
		Press:   func(key string) { whileOpen(func() { w.tapElement(key) }) },
		Focus:   func(key string) { whileOpen(func() { w.focusElement(key) }) },
		Edit: func(key string, change func([]rune) []rune) {
			whileOpen(func() { w.editEntryTextIfEnabled(key, change) })
		},
		MoveCaret: func(key string, offset int) { whileOpen(func() { w.moveCaret(key, offset) }) },
	}, log)
	return w
}

// recordWindowFocus tells readers whether the window has the keyboard focus.
func (w *screenReaderWindow) recordWindowFocus(on bool) { w.isActive = on }

// markWindowClosed ends reading: the window is going away.
func (w *screenReaderWindow) markWindowClosed() { w.isClosed.Store(true) }

// stopBridgeAndWait waits until nothing of the bridge runs any more; the event loop has ended.
func (w *screenReaderWindow) stopBridgeAndWait() {
	if w.bridge != nil {
		w.bridge.LeaveBusAndWait()
	}
}

// readScreenAndRememberObjects lists what is on the screen.
func (w *screenReaderWindow) readScreenAndRememberObjects() atspi.Screen {
	c := w.win.Canvas()
	size := c.Size()
	s := atspi.Screen{Title: w.win.Title(), Width: int(size.Width), Height: int(size.Height), IsActive: w.isActive}
	w.objects = map[string]fyne.CanvasObject{}
	tree := treeBuilder{rows: map[fyne.CanvasObject]string{}, lists: map[fyne.CanvasObject]bool{}}
	if o := c.Overlays().Top(); isSheetOrPicker(o) { // what is below it is not read
		tree.dialog = elementKeyFromPointer(o)
		s.Elements = append(s.Elements, atspi.Element{
			Key: tree.dialog, Role: atspi.RoleDialog, Width: s.Width, Height: s.Height,
		})
	}
	for _, e := range inspect.TopmostElementsForScreenReader(c) {
		_, isList := e.Object.(*widgets.List)
		if e.Name == "" && e.Description == "" && !isList && !e.Focusable {
			continue
		}
		key := elementKeyFromPointer(e.Object)
		w.objects[key] = e.Object
		out := newAccessibleElement(key, e)
		tree.setParentAndRowPlace(&out, e)
		s.Elements = append(s.Elements, out)
	}
	if tree.dialog != "" {
		s.Elements[0].Name = firstLabelOrEntryName(s.Elements[1:])
	}
	return s
}

// isSheetOrPicker reports whether an overlay is a dialog or a picker; menus are read as part of the
// window.
func isSheetOrPicker(o fyne.CanvasObject) bool {
	switch o.(type) {
	case *widgets.Sheet, *widgets.Picker:
		return true
	}
	return false
}

// firstLabelOrEntryName is the title of a dialog: its first text, or what its first entry asks for
// where it has no title.
func firstLabelOrEntryName(elements []atspi.Element) string {
	for _, e := range elements {
		if e.Name != "" && (e.Role == atspi.RoleLabel || e.Role == atspi.RoleEntry) {
			return e.Name
		}
	}
	return ""
}

// elementKeyFromPointer names an object as long as it is there.
func elementKeyFromPointer(o fyne.CanvasObject) string {
	return fmt.Sprintf("%x", reflect.ValueOf(o).Pointer())
}

// treeBuilder finds the parents of elements, which are given in reading order.
type treeBuilder struct {
	lists    map[fyne.CanvasObject]bool   // those that were read
	rows     map[fyne.CanvasObject]string // the key of the control that stands for a row
	topLevel string                       // the key of the last row of level 1
	dialog   string                       // the key of the open dialog, "" for none
}

// setParentAndRowPlace says what an element is in: the row that it is a part of, the row that it is
// below of, its list, or the open dialog.
func (b *treeBuilder) setParentAndRowPlace(out *atspi.Element, e inspect.Element) {
	out.Parent = b.dialog
	if _, ok := e.Object.(*widgets.List); ok {
		b.lists[e.Object] = true
	}
	if _, ok := e.Object.(*messagelist.List); ok {
		b.lists[e.Object] = true
	}
	if e.List == nil || !b.lists[e.List] {
		return
	}
	out.Parent = elementKeyFromPointer(e.List)
	list, ok := e.List.(*widgets.List)
	if !ok || e.Row == nil {
		return
	}
	if row := b.rows[e.Row]; row != "" {
		out.Parent = row
		return
	}
	place := list.PlaceOfRow(e.Row)
	if place.Position == 0 || !e.Tappable {
		return
	}
	b.rows[e.Row] = out.Key
	out.Position, out.Count, out.Level = place.Position, place.Size, place.Level
	out.CanExpand, out.IsExpanded = place.CanExpand, place.IsExpanded
	out.Role = atspi.RoleListItem
	if list.IsTree() {
		out.Role = atspi.RoleTreeItem
	}
	switch {
	case place.Level == 1:
		b.topLevel = out.Key
	case b.topLevel != "":
		out.Parent = b.topLevel
	}
}

// typedText is an entry, as Fyne's own and those of Memoir are.
type typedText interface {
	fyne.Focusable
	CursorTextOffset() int
}

// newAccessibleElement says what an element is to a screen reader.
func newAccessibleElement(key string, e inspect.Element) atspi.Element {
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
		fillInEntryMaskingPassword(&out, o)
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
	case *widgets.List:
		if out.Role = atspi.RoleList; o.IsTree() {
			out.Role = atspi.RoleTree
		}
	case *widgets.Button:
		out.Role, out.IsDisabled = atspi.RoleButton, !o.IsEnabled()
	default:
		if e.Tappable {
			out.Role = atspi.RoleButton
		}
	}
	if o, ok := e.Object.(interface{ IsSelected() bool }); ok {
		out.IsSelected = o.IsSelected()
	}
	return out
}

// fillInEntryMaskingPassword says what an entry holds; of a secret it says only how long it is.
func fillInEntryMaskingPassword(out *atspi.Element, o typedText) {
	out.Role, out.Caret, out.CanPress, out.Text = atspi.RoleEntry, o.CursorTextOffset(), false, enteredText(o)
	if d, ok := o.(fyne.Disableable); ok {
		out.IsDisabled = d.Disabled()
	}
	if hidden := reflect.ValueOf(o).Elem().FieldByName("Password"); hidden.IsValid() && hidden.Bool() {
		out.Role, out.Text = atspi.RolePassword, strings.Repeat("•", utf8.RuneCountInString(out.Text))
	}
}

// enteredText returns what an entry holds.
func enteredText(o typedText) string {
	if text := reflect.ValueOf(o).Elem().FieldByName("Text"); text.IsValid() {
		return text.String()
	}
	return ""
}

func (w *screenReaderWindow) editEntryTextIfEnabled(key string, change func([]rune) []rune) {
	o, ok := w.objects[key].(typedText)
	if !ok {
		return
	}
	if d, ok := o.(fyne.Disableable); ok && d.Disabled() {
		return
	}
	if entry, ok := o.(interface{ SetText(text string) }); ok {
		entry.SetText(string(change([]rune(enteredText(o)))))
	}
}

func (w *screenReaderWindow) moveCaret(key string, offset int) {
	if e, ok := w.objects[key].(interface{ MoveCaret(offset int) }); ok {
		e.MoveCaret(offset)
	}
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
