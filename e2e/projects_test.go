//go:build e2e && checked

package e2e

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"memoir/ui/inspect"
)

// A project is made, filled by mouse and keyboard and exported; what is learned in it is in the requests of its
// chats and in no other.
func TestAProjectKeepsToItself(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	const planking, sails, dinner = "How thick is the planking?", "Which sails do I need?", "What is for dinner?"
	for _, text := range []string{planking, sails, dinner} {
		h.runMemoir("chat", text)
	}
	plan := filepath.Join(h.dir, "plan.md")
	if err := os.WriteFile(plan, []byte("Planks are 12 mm thick."), 0o600); err != nil {
		t.Fatal(err)
	}
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	h.makeProjectWithInstructionsAndFile("Boat", plan)

	h.dragControlOntoProjectBoat(planking, "Project Boat")
	h.waitForQuery("1", "SELECT count(*) FROM threads WHERE project_id=1 AND title=?", planking)
	h.pressKeyUntilFocused(sails, "shift+Tab")
	h.pressKeys("Menu")
	h.waitForControl("Move to project")
	h.pressKeys("Down", "Down", "Down", "Return") // Rename, Pin, Move to project
	h.waitForControl("Boat")
	h.pressKeys("Down", "Return")
	h.waitForQuery("2", "SELECT count(*) FROM threads WHERE project_id=1")
	h.saveScreenshot("projects-2-filled")

	h.openListedChat(planking)
	h.sendAndWait("I have a yawl called Ida.")
	if p := h.lastChatRequestBody(); !strings.Contains(p, "Use metric units.") || !strings.Contains(p, "12 mm thick") {
		t.Errorf("instructions or file are missing in %s", p)
	}
	h.waitForQuery("1", "SELECT count(*) FROM memory WHERE project_id=1")
	const question = "Tell me about my yawl."
	h.openListedChat(sails)
	h.sendAndWait(question)
	if p := h.lastChatRequestBody(); !strings.Contains(p, "Ida") {
		t.Errorf("the other chat of the project does not know the fact: %s", p)
	}
	h.openListedChat(dinner)
	h.sendAndWait(question)
	if p := h.lastChatRequestBody(); strings.Contains(p, "Ida") || strings.Contains(p, "metric units") ||
		strings.Contains(p, "12 mm") {
		t.Errorf("a chat outside knows the project: %s", p)
	}

	h.archiveAndRestore(sails)
	archive := h.exportProjectAndAssertArchive("Boat")
	h.stopProgram()
	h.importProjectAndCompareRows(archive)
}

// makeProjectWithInstructionsAndFile makes a project with instructions and a file, whose facts stay in it.
func (h *harness) makeProjectWithInstructionsAndFile(name, file string) {
	h.Helper()
	h.pressKeys("ctrl+k")
	h.waitForControl("New chat")
	h.typeText("New project")
	h.waitForText("New project")
	h.pressKeys("Return")
	h.waitForControl("Create")
	h.typeText(name)
	h.pressKeys("Return")
	h.waitForQuery(name, "SELECT name FROM projects")
	h.openContextMenuOf("Project "+name, "Instructions, files and model")
	h.pressControlWithPrefix("Instructions, files and model")
	h.waitForText("Sent with every message in the project")
	h.typeText("Use metric units.")
	h.pressControlWithPrefix("Add file")
	h.waitForText("or drop them on the window")
	h.typeText(file)
	h.pressKeys("Return")
	h.waitForText("plan.md")
	h.pressControlWithPrefix("Use memories learned here")
	h.pressControlWithPrefix("Only in this project")
	h.saveScreenshot("projects-1-dialog")
	h.pressControlWithPrefix("Done")
	h.waitForQuery("Use metric units. project 1", "SELECT system_prompt || ' ' || learned_scope || ' ' || "+
		"(SELECT count(*) FROM project_contexts) FROM projects")
}

// archiveAndRestore archives a chat with the bar for selected chats, and restores it in its banner.
func (h *harness) archiveAndRestore(title string) {
	h.Helper()
	s := h.waitForControl(title)
	h.runXdotool("keydown", "ctrl", "mousemove", strconv.Itoa(int(s.X+40)), strconv.Itoa(int(s.Y+s.H/2)), "click", "1",
		"keyup", "ctrl")
	h.waitForText("1 selected")
	h.pressControlWithPrefix("Archive selected chats")
	h.waitForQuery("1", "SELECT count(*) FROM threads WHERE archived_at IS NOT NULL")
	h.pressControlWithPrefix("1 archived chat")
	h.pressControlWithPrefix("Open")
	h.waitForText("This chat is archived. Sending a message puts it back in the list.")
	h.saveScreenshot("projects-3-archived")
	h.pressControlWithPrefix("Restore this chat")
	h.waitForQuery("0", "SELECT count(*) FROM threads WHERE archived_at IS NOT NULL")
}

// exportProjectAndAssertArchive exports a project through its menu and looks at the archive.
func (h *harness) exportProjectAndAssertArchive(name string) (path string) {
	h.Helper()
	h.openContextMenuOf("Project "+name, "Export project")
	h.pressControlWithPrefix("Export project")
	h.waitForText("Export “" + name + "”")
	path = filepath.Join(h.dir, "boat.json")
	h.pressKeys("ctrl+a")
	h.typeText(path)
	h.pressKeys("Return")
	h.waitForText("Exported to")
	b, err := os.ReadFile(path)
	if text := string(b); err != nil || !strings.Contains(text, "Use metric units.") || !strings.Contains(text, "Ida") ||
		!strings.Contains(text, "12 mm thick") || strings.Contains(text, "for dinner") {
		h.Errorf("exported %s, %v", text, err)
	}
	return path
}

// projectRows select what a project consists of, in one column and in an order that does not depend on numbers.
var projectRows = map[string]string{
	"project": `SELECT name || char(10) || system_prompt || char(10) || learned_scope || created_at FROM projects`,
	"files": `SELECT name || sha256 || content FROM contexts JOIN project_contexts ON context_id = id
      ORDER BY position`,
	"chats": `SELECT title || title_by_user || memory || created_at || ' ' || updated_at FROM threads
      WHERE project_id = 1 ORDER BY title`,
	"messages": `SELECT m.role || m.status || m.model || m.created_at || m.content || coalesce(p.content, '')
      FROM messages m JOIN threads t ON t.id = m.thread_id LEFT JOIN messages p ON p.id = m.parent_id
      WHERE t.project_id = 1 ORDER BY m.created_at, m.content`,
	"memories": `SELECT m.content || m.kind || m.type || m.scope || m.origin || m.quote || m.created_at ||
      s.content || l.status FROM memory m JOIN memory_links l ON l.memory_id = m.id
      JOIN messages s ON s.id = m.source_message_id
      WHERE m.project_id = 1 ORDER BY m.content`,
}

// importProjectAndCompareRows imports the archive of the project by mouse where there is nothing: the rows are those of
// the first folder, and the fact is in the requests of its chats again.
func (h *harness) importProjectAndCompareRows(archive string) {
	h.Helper()
	to := newHarness(h.T)
	to.writeModelsFileAndCreateDatabase()
	to.startWindow("MEMOIR_ELEMENTS=" + to.elementsFile())
	to.pressKeys("ctrl+comma")
	to.pressControlWithPrefix("Privacy and data")
	to.importThroughDialog(archive)
	to.waitForText("boat.json, from Memoir: 2 chats, ")
	to.pressControlWithPrefix("Import")
	to.waitForText("Imported: 2 chats, ")
	to.saveScreenshot("projects-4-imported")
	to.waitForQuery("2", "SELECT count(*) FROM threads")
	for what, query := range projectRows {
		query = "SELECT group_concat(row, char(10)) FROM (" + strings.Replace(query, " FROM", " AS row FROM", 1) + ")"
		want, got := h.queryText(query), to.queryText(query)
		if want == "" || got != want {
			h.Errorf("%s of the imported project:\n%s\nwant\n%s", what, got, want)
		}
	}
	to.pressKeys("Escape")
	to.waitUntilElementGone("Privacy and data")
	to.openListedChat("Which sails do I need?")
	to.sendAndWait("What is my yawl called?")
	if p := to.lastChatRequestBody(); !strings.Contains(p, "Ida") || !strings.Contains(p, "Use metric units.") ||
		!strings.Contains(p, "12 mm thick") {
		h.Errorf("the imported project is not whole in %s", p)
	}
	to.stopProgram()
}

// openListedChat opens a chat of the sidebar and waits until it is shown.
func (h *harness) openListedChat(title string) {
	h.Helper()
	h.pressControlWithPrefix(title)
	h.waitFor("the chat "+title, func() bool {
		for _, s := range h.screenElements() {
			if s.Kind == "text" && s.X > 260 && s.Y < 60 && strings.HasPrefix(s.Name, title[:12]) {
				return true
			}
		}
		return false
	})
}

// openContextMenuOf opens the menu of a row, which has an item, with the right mouse button: again when the row was
// made anew between the button's press and its release, which opens nothing.
func (h *harness) openContextMenuOf(name, item string) {
	h.Helper()
	h.waitForStillScreen()
	h.waitFor("the menu with "+strconv.Quote(item), func() bool {
		s := h.waitForControl(name)
		h.runXdotool("mousemove", strconv.Itoa(int(s.X+40)), strconv.Itoa(int(s.Y+s.H/2)), "click", "3")
		h.movePointerOffControls()
		return h.becomesTrueWithinTwoSeconds(func() bool { return h.isElementShown(item) })
	})
}

// dragControlOntoProjectBoat drags a control onto another one.
func (h *harness) dragControlOntoProjectBoat(name, onto string) {
	h.Helper()
	center := func(s inspect.Element) (string, string) {
		return strconv.Itoa(int(s.X + 60)), strconv.Itoa(int(s.Y + s.H/2))
	}
	x, y := center(h.waitForControl(name))
	toX, toY := center(h.waitForControl(onto))
	h.runXdotool("mousemove", x, y, "mousedown", "1")
	time.Sleep(pollInterval)
	h.runXdotool("mousemove_relative", "--", "12", "-8")
	time.Sleep(pollInterval)
	h.runXdotool("mousemove", toX, toY)
	h.waitForText("to Boat")
	h.saveScreenshot("projects-1-drag")
	h.runXdotool("mouseup", "1")
	h.movePointerOffControls()
}

// pressKeyUntilFocused presses a key until a control has the focus.
func (h *harness) pressKeyUntilFocused(name, key string) {
	h.Helper()
	h.waitFor(strconv.Quote(name)+" to have the focus", func() bool {
		if strings.HasPrefix(h.focusedControl(), name) {
			return true
		}
		h.pressKeys(key)
		return false
	})
}
