package atspi

import (
	"slices"
	"unicode/utf8"

	"github.com/godbus/dbus/v5"
)

// announcer sends the events of AT-SPI. It belongs to one goroutine.
type announcer struct {
	bus *dbus.Conn
	err error // the first failure; nothing is sent after it
}

// politeAnnouncement lets a message wait for what is being read, by AtspiLive.
const politeAnnouncement = 1

// emitEvent sends an event about the object at a path. Events have a detail, two numbers and a
// value.
func (a *announcer) emitEvent(path dbus.ObjectPath, event, detail string, first, second int32, value any) {
	if a.err != nil {
		return
	}
	a.err = a.bus.Emit(path, "org.a11y.atspi.Event."+event, detail, first, second, dbus.MakeVariant(value),
		map[string]dbus.Variant{})
}

func boolAsNumber(on bool) int32 {
	if on {
		return 1
	}
	return 0
}

// announceWindowAndFocus says that the window is there, whether it is the active one, and what has
// the focus.
func (a *announcer) announceWindowAndFocus(s Screen) {
	a.emitEvent(framePath, "Window.Create", "", 0, 0, s.Title)
	if s.IsActive {
		a.announceWindowActiveOrNot(s)
	}
	if key := s.focusedElementKey(); key != "" {
		a.announceFocusGainedOrLost(key, true)
	}
}

func (a *announcer) announceWindowActiveOrNot(s Screen) {
	event := "Window.Deactivate"
	if s.IsActive {
		event = "Window.Activate"
	}
	a.emitEvent(framePath, event, "", 0, 0, s.Title)
	a.emitEvent(framePath, "Object.StateChanged", "active", boolAsNumber(s.IsActive), 0, int32(0))
}

func (a *announcer) announceFocusGainedOrLost(key string, has bool) {
	a.emitEvent(elementPath(key), "Object.StateChanged", "focused", boolAsNumber(has), 0, int32(0))
}

// announceChanges says what differs between two moments: what is gone and new, the focus, names,
// typed text and messages.
func (a *announcer) announceChanges(before, after Screen) error {
	was := make(map[string]Element, len(before.Elements))
	for _, e := range before.Elements {
		was[e.Key] = e
	}
	is := make(map[string]bool, len(after.Elements))
	for _, e := range after.Elements {
		is[e.Key] = true
		old, known := was[e.Key]
		if !known {
			a.emitEvent(pathOfParent(e), "Object.ChildrenChanged", "add", positionAmongSiblings(after, e), 0,
				a.referenceTo(e.Key))
			if e.Role == RoleStatusBar {
				a.emitEvent(elementPath(e.Key), "Object.Announcement", "", politeAnnouncement, 0, e.Name)
			}
			continue
		}
		a.announceChangedElement(old, e)
	}
	for _, e := range before.Elements {
		if !is[e.Key] {
			a.emitEvent(pathOfParent(e), "Object.ChildrenChanged", "remove", positionAmongSiblings(before, e), 0,
				a.referenceTo(e.Key))
		}
	}
	if before.IsActive != after.IsActive {
		a.announceWindowActiveOrNot(after)
	}
	if from, to := before.focusedElementKey(), after.focusedElementKey(); from != to {
		if is[from] {
			a.announceFocusGainedOrLost(from, false)
		}
		if to != "" {
			a.announceFocusGainedOrLost(to, true)
		}
	}
	return a.err
}

func positionAmongSiblings(s Screen, e Element) int32 {
	return clampedInt32ForDBus(slices.Index(s.childKeys(e.Parent), e.Key))
}

func (a *announcer) announceChangedElement(old, e Element) {
	path := elementPath(e.Key)
	if old.Name != e.Name {
		a.emitEvent(path, "Object.PropertyChange", "accessible-name", 0, 0, e.Name)
		if e.Role == RoleStatusBar {
			a.emitEvent(path, "Object.Announcement", "", politeAnnouncement, 0, e.Name)
		}
	}
	if old.IsOn != e.IsOn {
		a.emitEvent(path, "Object.StateChanged", "checked", boolAsNumber(e.IsOn), 0, int32(0))
	}
	if old.IsSelected != e.IsSelected {
		a.emitEvent(path, "Object.StateChanged", "selected", boolAsNumber(e.IsSelected), 0, int32(0))
	}
	if old.IsExpanded != e.IsExpanded {
		a.emitEvent(path, "Object.StateChanged", "expanded", boolAsNumber(e.IsExpanded), 0, int32(0))
	}
	if !e.isTextEntryOrPassword() {
		return
	}
	if at, deleted, inserted := singleDifference(old.Text, e.Text); deleted != "" || inserted != "" {
		if deleted != "" {
			a.emitEvent(path, "Object.TextChanged", "delete", clampedInt32ForDBus(at),
				clampedInt32ForDBus(utf8.RuneCountInString(deleted)), deleted)
		}
		if inserted != "" {
			a.emitEvent(path, "Object.TextChanged", "insert", clampedInt32ForDBus(at),
				clampedInt32ForDBus(utf8.RuneCountInString(inserted)), inserted)
		}
	}
	if old.Caret != e.Caret {
		a.emitEvent(path, "Object.TextCaretMoved", "", clampedInt32ForDBus(e.Caret), 0, int32(0))
	}
}

// clampedInt32ForDBus is an offset or a count as D-Bus sends it.
func clampedInt32ForDBus(n int) int32 { return int32(min(n, 1<<30)) } //nolint:gosec // limited

// singleDifference returns the one place in runes where two texts differ, and what was there and is
// there now.
func singleDifference(before, after string) (at int, deleted, inserted string) {
	b, a := []rune(before), []rune(after)
	for at < len(b) && at < len(a) && b[at] == a[at] {
		at++
	}
	endB, endA := len(b), len(a)
	for endB > at && endA > at && b[endB-1] == a[endA-1] {
		endB--
		endA--
	}
	return at, string(b[at:endB]), string(a[at:endA])
}

func (a *announcer) referenceTo(key string) reference {
	return reference{Bus: a.bus.Names()[0], Path: elementPath(key)}
}
