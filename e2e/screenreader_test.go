//go:build e2e

package e2e

import (
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"
)

// accessibilityBus is the bus on which a screen reader reads the programs of the session.
type accessibilityBus struct {
	h       *harness
	session *dbus.Conn
	bus     *dbus.Conn
}

// objectRef names an object on the bus.
type objectRef struct {
	Bus  string
	Path dbus.ObjectPath
}

// startScreenReader says on the session bus that a screen reader is there, and joins the accessibility
// bus. At the end of the test there is none.
func (h *harness) startScreenReader() *accessibilityBus {
	h.Helper()
	session, err := dbus.ConnectSessionBus()
	if err != nil {
		h.Fatal(err)
	}
	r := &accessibilityBus{h: h, session: session}
	h.Cleanup(func() { _ = session.Close() })
	r.setEnabled(true)
	h.Cleanup(func() { r.setEnabled(false) })
	var address string
	err = session.Object("org.a11y.Bus", "/org/a11y/bus").Call("org.a11y.Bus.GetAddress", 0).Store(&address)
	if err != nil {
		h.Fatal(err)
	}
	if r.bus, err = dbus.Connect(address); err != nil {
		h.Fatal(err)
	}
	h.Cleanup(func() { _ = r.bus.Close() })
	return r
}

func (r *accessibilityBus) setEnabled(on bool) {
	r.h.Helper()
	err := r.session.Object("org.a11y.Bus", "/org/a11y/bus").
		Call("org.freedesktop.DBus.Properties.Set", 0, "org.a11y.Status", "IsEnabled", dbus.MakeVariant(on)).Err
	if err != nil {
		r.h.Fatal(err)
	}
}

// ask calls a method of org.a11y.atspi; an object that is gone leaves the answer as it is.
func (r *accessibilityBus) ask(o objectRef, answer any, method string, args ...any) bool {
	return r.bus.Object(o.Bus, o.Path).Call("org.a11y.atspi."+method, 0, args...).Store(answer) == nil
}

func (r *accessibilityBus) nameOf(o objectRef) string {
	v, err := r.bus.Object(o.Bus, o.Path).GetProperty("org.a11y.atspi.Accessible.Name")
	if err != nil {
		return ""
	}
	name, _ := v.Value().(string)
	return name
}

// programs are the programs that can be read.
func (r *accessibilityBus) programs() []objectRef {
	var out []objectRef
	r.ask(objectRef{"org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"}, &out, "Accessible.GetChildren")
	return out
}

// elements are what can be read of the window.
func (r *accessibilityBus) elements() []objectRef {
	for _, p := range r.programs() {
		var frame objectRef
		var out []objectRef
		if r.nameOf(p) == "Memoir" && r.ask(p, &frame, "Accessible.GetChildAtIndex", int32(0)) &&
			r.ask(frame, &out, "Accessible.GetChildren") {
			return out
		}
	}
	return nil
}

// waitForElement waits for an element with a role whose name begins with the words.
func (r *accessibilityBus) waitForElement(role, name string) objectRef {
	r.h.Helper()
	var found objectRef
	r.h.waitFor("the "+role+" "+name+" to be read", func() bool {
		for _, e := range r.elements() {
			var is string
			if strings.HasPrefix(r.nameOf(e), name) && r.ask(e, &is, "Accessible.GetRoleName") && is == role {
				found = e
				return true
			}
		}
		return false
	})
	return found
}

// hasFocus reports whether an element has the state ATSPI_STATE_FOCUSED.
func (r *accessibilityBus) hasFocus(e objectRef) bool {
	var states []uint32
	return r.ask(e, &states, "Accessible.GetState") && states[0]&(1<<12) != 0
}

func (r *accessibilityBus) textOf(e objectRef) string {
	var text string
	r.ask(e, &text, "Text.GetText", int32(0), int32(-1))
	return text
}

func (r *accessibilityBus) press(e objectRef) {
	r.h.Helper()
	var done bool
	if !r.ask(e, &done, "Action.DoAction", int32(0)) || !done {
		r.h.Fatalf("%q cannot be pressed", r.nameOf(e))
	}
}

// A screen reader that starts later than the window reads what has the focus, what is typed and what is
// answered, presses a button and moves the focus.
func TestAScreenReaderReadsTheWindowAndOperatesIt(t *testing.T) {
	h := newHarness(t)
	h.skipFirstRun()
	h.startWindow()
	r := h.startScreenReader()
	field := r.waitForElement("entry", "Message Memoir")
	h.waitFor("the focus to be read", func() bool { return r.hasFocus(field) })
	h.typeText("Which tea is mild?")
	h.waitFor("what is typed to be read", func() bool { return r.textOf(field) == "Which tea is mild?" })
	r.press(r.waitForElement("push button", "Send"))
	h.waitForQuery("complete", "SELECT status FROM messages WHERE role = 'assistant'")
	if p := h.lastPrompt(); !strings.Contains(p, "Which tea is mild?") {
		t.Errorf("the server received %s", p)
	}
	r.waitForElement("paragraph", "Which tea is mild?")
	answer := h.queryText("SELECT content FROM messages WHERE role = 'assistant'")
	r.waitForElement("paragraph", strings.Fields(answer)[0])

	search := r.waitForElement("entry", "Search memories")
	var done bool
	if !r.ask(search, &done, "Component.GrabFocus") || !done {
		t.Fatal("the field cannot be focused")
	}
	h.waitFor("the focus to move", func() bool { return r.hasFocus(search) && !r.hasFocus(field) })

	r.setEnabled(false)
	h.waitFor("the program to leave the bus", func() bool { return len(r.programs()) == 0 })
}
