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
	r.setScreenReaderEnabled(true)
	h.Cleanup(func() { r.setScreenReaderEnabled(false) })
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

func (r *accessibilityBus) setScreenReaderEnabled(on bool) {
	r.h.Helper()
	err := r.session.Object("org.a11y.Bus", "/org/a11y/bus").
		Call("org.freedesktop.DBus.Properties.Set", 0, "org.a11y.Status", "IsEnabled", dbus.MakeVariant(on)).Err
	if err != nil {
		r.h.Fatal(err)
	}
}

// callAccessibilityMethod calls a method of org.a11y.atspi; an object that is gone leaves the answer as it is.
func (r *accessibilityBus) callAccessibilityMethod(o objectRef, answer any, method string, args ...any) bool {
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
	r.callAccessibilityMethod(
		objectRef{"org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"}, &out, "Accessible.GetChildren",
	)
	return out
}

// elementsOfMemoir are what can be read of the window, in reading order.
func (r *accessibilityBus) elementsOfMemoir() []objectRef {
	for _, p := range r.programs() {
		var frame objectRef
		if r.nameOf(p) == "Memoir" && r.callAccessibilityMethod(p, &frame, "Accessible.GetChildAtIndex", int32(0)) {
			return r.descendants(frame)
		}
	}
	return nil
}

func (r *accessibilityBus) descendants(of objectRef) (out []objectRef) {
	var children []objectRef
	r.callAccessibilityMethod(of, &children, "Accessible.GetChildren")
	for _, c := range children {
		out = append(append(out, c), r.descendants(c)...)
	}
	return out
}

// waitForElement waits for an element with a role whose name begins with the words.
func (r *accessibilityBus) waitForElement(role, name string) objectRef {
	r.h.Helper()
	var found objectRef
	r.h.waitFor("the "+role+" "+name+" to be read", func() bool {
		for _, e := range r.elementsOfMemoir() {
			var is string
			if strings.HasPrefix(r.nameOf(e), name) && r.callAccessibilityMethod(e, &is, "Accessible.GetRoleName") &&
				is == role {
				found = e
				return true
			}
		}
		return false
	})
	return found
}

// States by AtspiStateType.
const (
	stateCollapsed = 5
	stateExpanded  = 10
	stateFocusable = 11
	stateFocused   = 12
	stateSelected  = 23
)

func (r *accessibilityBus) hasState(e objectRef, state int) bool {
	var states []uint32
	return r.callAccessibilityMethod(e, &states, "Accessible.GetState") && states[0]&(1<<state) != 0
}

func (r *accessibilityBus) hasFocus(e objectRef) bool { return r.hasState(e, stateFocused) }

// positionAndParentName tells where an item stands: "2 of 3, level 1", and the name of what it is in.
func (r *accessibilityBus) positionAndParentName(e objectRef) (place, parent string) {
	var attributes map[string]string
	r.callAccessibilityMethod(e, &attributes, "Accessible.GetAttributes")
	v, err := r.bus.Object(e.Bus, e.Path).GetProperty("org.a11y.atspi.Accessible.Parent")
	if err != nil {
		return "", ""
	}
	var in objectRef
	if dbus.Store([]any{v.Value()}, &in) != nil {
		return "", ""
	}
	return attributes["posinset"] + " of " + attributes["setsize"] + ", level " + attributes["level"], r.nameOf(in)
}

func (r *accessibilityBus) textOf(e objectRef) string {
	var text string
	r.callAccessibilityMethod(e, &text, "Text.GetText", int32(0), int32(-1))
	return text
}

func (r *accessibilityBus) press(e objectRef) {
	r.h.Helper()
	var done bool
	if !r.callAccessibilityMethod(e, &done, "Action.DoAction", int32(0)) || !done {
		r.h.Fatalf("%q cannot be pressed", r.nameOf(e))
	}
}

// A screen reader that starts later than the window reads what has the focus, what is typed and what is
// answered, presses a button and moves the focus.
func TestAScreenReaderReadsTheWindowAndOperatesIt(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.startWindow()
	r := h.startScreenReader()
	field := r.waitForElement("entry", "Message Memoir")
	h.waitFor("the focus to be read", func() bool { return r.hasFocus(field) })
	h.typeText("Which tea is mild?")
	h.waitFor("what is typed to be read", func() bool { return r.textOf(field) == "Which tea is mild?" })
	r.press(r.waitForElement("push button", "Send"))
	h.waitForQuery("complete", "SELECT status FROM messages WHERE role = 'assistant'")
	if p := h.lastChatRequestBody(); !strings.Contains(p, "Which tea is mild?") {
		t.Errorf("the server received %s", p)
	}
	r.waitForElement("paragraph", "Which tea is mild?")
	answer := h.queryText("SELECT content FROM messages WHERE role = 'assistant'")
	r.waitForElement("paragraph", strings.Fields(answer)[0])

	search := r.waitForElement("entry", "Search memories")
	var done bool
	if !r.callAccessibilityMethod(search, &done, "Component.GrabFocus") || !done {
		t.Fatal("the field cannot be focused")
	}
	h.waitFor("the focus to move", func() bool { return r.hasFocus(search) && !r.hasFocus(field) })

	r.setScreenReaderEnabled(false)
	h.waitFor("the program to leave the bus", func() bool { return len(r.programs()) == 0 })
}

// The chats are a tree with the projects, every item knows its place, what is chosen is told, and a reader can write.
func TestAScreenReaderKnowsPlacesAndWrites(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	for _, text := range []string{"I have a cat.", "I have a dog.", "I live in Rome."} {
		h.runMemoir("memory", "add", text)
	}
	h.runMemoir("chat", "Sails")
	h.runMemoir("chat", "Dinner")
	h.runMemoir("projects", "add", "Boat")
	h.execSQL("UPDATE threads SET title='Sails', title_by_user=1, project_id=1 WHERE id=1")
	h.execSQL("UPDATE threads SET title='Dinner', title_by_user=1 WHERE id=2")
	h.startWindow()
	r := h.startScreenReader()
	project := r.waitForElement("tree item", "Project Boat")
	h.waitFor("the tree of chats", func() bool {
		for name, want := range map[string]string{
			"Project Boat": "1 of 1, level 1 in Chats", "Sails": "1 of 1, level 2 in Project Boat",
			"Dinner": "1 of 1, level 1 in Chats",
		} {
			if place, parent := r.positionAndParentName(r.waitForElement("tree item", name)); place+" in "+parent != want {
				return false
			}
		}
		return r.hasState(project, stateExpanded)
	})
	if place, parent := r.positionAndParentName(r.waitForElement("list item", "Memory: I have a dog.")); place !=
		"2 of 3, level 1" || parent != "Memories" {
		t.Errorf("the memory is %s in %s", place, parent)
	}

	h.printStep("A project is collapsed, a chat is opened, a tab is chosen.")
	r.press(project)
	h.waitFor("the project to collapse", func() bool {
		return r.hasState(r.waitForElement("tree item", "Project Boat"), stateCollapsed)
	})
	r.press(r.waitForElement("tree item", "Dinner"))
	h.waitFor("the chat to be selected", func() bool {
		return r.hasState(r.waitForElement("tree item", "Dinner"), stateSelected)
	})
	r.press(r.waitForElement("push button", "Files"))
	h.waitFor("the tab to be chosen", func() bool {
		return r.hasState(r.waitForElement("push button", "Files"), stateSelected)
	})

	h.printStep("The reader writes, corrects and sends.")
	field := r.waitForElement("entry", "Message Memoir")
	var done bool
	for _, edit := range [][]any{
		{"EditableText.SetTextContents", "Which tea is mild"},
		{"EditableText.InsertText", int32(-1), " and greenish?", int32(14)},
		{"EditableText.DeleteText", int32(27), int32(30)},
	} {
		if !r.callAccessibilityMethod(field, &done, edit[0].(string), edit[1:]...) || !done {
			t.Fatalf("%v was refused", edit)
		}
	}
	h.waitFor("what was written to be read", func() bool { return r.textOf(field) == "Which tea is mild and green?" })
	r.press(r.waitForElement("push button", "Send"))
	h.waitForQuery("Which tea is mild and green?",
		"SELECT content FROM messages WHERE role='user' ORDER BY id DESC LIMIT 1")
}

// Settings and the search are dialogs with a name, what is in them is below them, and hits and models know their place.
// A reader puts the caret of an entry where it likes.
func TestAScreenReaderKnowsDialogsAndMovesTheCaret(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.startWindow()
	r := h.startScreenReader()
	field := r.waitForElement("entry", "Message Memoir")
	h.waitFor("the focus to be read", func() bool { return r.hasFocus(field) })
	h.typeText("Which tea mild?")
	h.waitFor("what is typed to be read", func() bool { return r.textOf(field) == "Which tea mild?" })
	var done bool
	if !r.callAccessibilityMethod(field, &done, "Text.SetCaretOffset", int32(10)) || !done {
		t.Fatal("the caret cannot be moved")
	}
	h.waitFor("the caret to move", func() bool { return r.caretOf(field) == 10 })
	h.typeText("is ")
	h.waitFor("what is typed there", func() bool { return r.textOf(field) == "Which tea is mild?" })

	h.pressKeys("ctrl+k")
	dialog := r.waitForElement("dialog", "Search chats, messages and memories")
	h.waitFor("the place of a hit", func() bool {
		place, _ := r.positionAndParentName(r.waitForElement("list item", "New chat"))
		return strings.HasPrefix(place, "1 of ")
	})
	h.waitFor("the field in the dialog", func() bool {
		_, parent := r.positionAndParentName(r.waitForElement("entry", "Search chats"))
		return parent == r.nameOf(dialog)
	})
	h.pressKeys("Escape")
	h.waitFor("the dialog to close", func() bool { return r.nameOf(dialog) == "" })
	h.pressKeys("ctrl+comma")
	r.waitForElement("dialog", "Settings")
	h.pressKeys("Escape")
	r.press(r.waitForElement("push button", "Model for this chat"))
	r.waitForElement("dialog", "Find a model")
	if place, _ := r.positionAndParentName(r.waitForElement("list item", "scripted")); !strings.HasPrefix(place, "1 of ") {
		t.Errorf("the first model is %s", place)
	}
}

// caretOf returns the number of runes before the caret of an entry, -1 when it is gone.
func (r *accessibilityBus) caretOf(e objectRef) int {
	v, err := r.bus.Object(e.Bus, e.Path).GetProperty("org.a11y.atspi.Text.CaretOffset")
	if err != nil {
		return -1
	}
	at, _ := v.Value().(int32)
	return int(at)
}

// On every page each control that can have the focus has a name, and a key is read as dots.
func TestAScreenReaderFindsNoNamelessControl(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.runMemoir("memory", "add", "I have a cat.")
	h.runMemoir("chat", "Hello")
	h.startWindow()
	r := h.startScreenReader()
	r.press(r.waitForElement("list item", "Hello"))
	r.waitForElement("push button", "Regenerate")
	r.waitUntilFocusableControlsAreNamed("the chat")
	for _, c := range []struct{ press, until string }{
		{"Files", "Add file"},
		{"This answer", "Copy as text"},
		{"Memories", "Add memory"},
		{"Add memory", "Save"},
	} {
		r.press(r.waitForElement("push button", c.press))
		r.waitForElement("push button", c.until)
		r.waitUntilFocusableControlsAreNamed(c.press)
	}
	h.pressKeys("Escape")
	for _, page := range []string{"Memory history", "Memory health", "About you", "Memory tiers"} {
		r.press(r.waitForElement("push button", "More memory options"))
		r.press(r.waitForElement("push button", page))
		r.waitForElement("push button", "Back (Esc)")
		r.waitUntilFocusableControlsAreNamed(page)
		r.press(r.waitForElement("push button", "Back (Esc)"))
		r.waitForElement("push button", "More memory options")
	}
	for _, c := range [][2]string{
		{"ctrl+k", "Search chats, messages and memories"}, {"ctrl+f", "Find in this chat"},
	} {
		h.pressKeys(c[0])
		r.waitForElement("entry", c[1])
		r.waitUntilFocusableControlsAreNamed(c[1])
		h.pressKeys("Escape")
	}
	h.pressKeys("ctrl+comma")
	r.press(r.waitForElement("push button", "Add provider"))
	key := r.waitForElement("password text", "API key")
	var done bool
	if !r.callAccessibilityMethod(key, &done, "EditableText.SetTextContents", "sk-secret") || !done {
		t.Error("a reader cannot write a key")
	}
	h.waitFor("the key to be read as dots", func() bool { return r.textOf(key) == "•••••••••" })
	r.waitUntilFocusableControlsAreNamed("the form of a provider")
	for _, page := range []string{"Prompts", "Appearance", "Privacy and data", "Shortcuts", "About"} {
		r.press(r.waitForElement("push button", page))
		h.waitForStillScreen()
		r.waitUntilFocusableControlsAreNamed(page)
	}
}

// waitUntilFocusableControlsAreNamed reports controls that can have the focus and have no name.
func (r *accessibilityBus) waitUntilFocusableControlsAreNamed(where string) {
	r.h.Helper()
	r.h.waitFor("what can have the focus in "+where, func() bool {
		var nameless []string
		focusable := 0
		for _, e := range r.elementsOfMemoir() {
			var role string
			if !r.hasState(e, stateFocusable) || !r.callAccessibilityMethod(e, &role, "Accessible.GetRoleName") {
				continue // perhaps gone meanwhile
			}
			if focusable++; r.nameOf(e) == "" {
				nameless = append(nameless, role)
			}
		}
		if len(nameless) > 0 {
			r.h.Logf("%s: without a name: %q", where, nameless)
		}
		return focusable > 0 && len(nameless) == 0
	})
}
