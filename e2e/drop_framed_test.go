//go:build e2e && checked

package e2e

import (
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"memoir/llm/llmtest"
)

// Under a window manager, which puts the window into a frame and somewhere on the screen, files land where they
// are dropped: on the chat, also while an answer is written, and on a project. A dropped folder is its files.
func TestFilesAreDroppedUnderAWindowManager(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.runMemoir("projects", "add", "Boat")
	source := buildDragSource(t)
	notes := h.writeHomeFile("notes/bees.md", "# Bees\n\nThey dance.\n")
	h.writeHomeFile("notes/more/owls.txt", "Owls see at night.\n")
	h.writeHomeFile("notes/.hidden", "No.\n")
	plan := h.writeHomeFile("plan.md", "Planks are 12 mm thick.\n")
	late := h.writeHomeFile("late.md", "It came while an answer was written.\n")
	h.startOpenboxUntilTestEnds()
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	var corner image.Point
	h.waitFor("a frame around the window", func() bool {
		corner = h.movePointerToWindowCorner()
		return corner.Y > 0
	})
	at := func(name string) (x, y int) {
		e := h.waitForControl(name)
		return corner.X + int(e.X+e.W/2), corner.Y + int(e.Y+e.H/2)
	}

	x, y := at("Message Memoir")
	h.dropFiles(source, x, y-200, filepath.Dir(notes))
	h.waitForQuery("bees.md,owls.txt", "SELECT group_concat(name) FROM (SELECT name FROM contexts ORDER BY name)")
	h.waitForText("owls.txt")

	x, y = at("Project Boat")
	h.dropFiles(source, x, y, plan)
	h.waitForQuery("plan.md", "SELECT name FROM contexts JOIN project_contexts ON context_id = id")

	if err := h.server.InjectFault(llmtest.Fault{Kind: llmtest.FaultSlow, DelayMS: 500}); err != nil {
		t.Fatal(err)
	}
	h.runXdotool("windowfocus", "--sync", h.windowID)
	h.typeText("Who dances?")
	h.pressKeys("Return")
	h.waitForQuery("streaming", "SELECT status FROM messages WHERE role='assistant'")
	x, y = at("Message Memoir")
	h.dropFiles(source, x, y-200, late)
	h.waitForQuery("1", "SELECT count(*) FROM contexts WHERE name='late.md'")
	h.waitForText("late.md")
	h.saveScreenshot("drop-during-answer")
	h.waitForQuery("complete", "SELECT status FROM messages WHERE role='assistant'")
	h.sendAndWait("And what came?")
	if p := h.lastChatRequestBody(); !strings.Contains(p, "came while an answer was written") ||
		strings.Contains(p, "12 mm") {
		t.Errorf("the next message has not the file, or that of the project: %s", p)
	}
	h.stopProgram()
}

// writeHomeFile writes a file below the home folder and returns its path.
func (h *harness) writeHomeFile(name, text string) string {
	h.Helper()
	path := filepath.Join(h.homeDir(), name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		h.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		h.Fatal(err)
	}
	return path
}

// startOpenboxUntilTestEnds runs openbox until the end of the test.
func (h *harness) startOpenboxUntilTestEnds() {
	h.Helper()
	c, err := xgb.NewConn()
	if err != nil {
		h.Fatal(err)
	}
	cmd := exec.Command("openbox")
	cmd.Env = h.programEnv()
	if err := cmd.Start(); err != nil {
		h.Fatal(err)
	}
	root := xproto.Setup(c).DefaultScreen(c).Root
	h.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
		// Openbox leaves the property behind: GLFW looks for its window then and aborts (x11_init.c, detectEWMH, keeps
		// its error handler).
		if err := xproto.DeletePropertyChecked(c, root, windowManagerAtom(h, c)).Check(); err != nil {
			h.Error(err)
		}
		c.Close()
	})
	// A window that appears while openbox starts may get no frame.
	h.waitFor("openbox to say that it runs", func() bool {
		property, err := xproto.GetProperty(c, false, root, windowManagerAtom(h, c), xproto.AtomWindow, 0, 1).Reply()
		return err == nil && property.ValueLen > 0
	})
}

// windowManagerAtom is the atom of the property of the root window by which a window manager says that it runs (EWMH).
func windowManagerAtom(h *harness, c *xgb.Conn) xproto.Atom {
	const name = "_NET_SUPPORTING_WM_CHECK"
	atom, err := xproto.InternAtom(c, false, uint16(len(name)), name).Reply()
	if err != nil {
		h.Fatal(err)
	}
	return atom.Atom
}

// movePointerToWindowCorner moves the pointer to the upper left corner of the window's content and returns where on the
// screen that is. xdotool's own answer for the window counts the frame twice.
func (h *harness) movePointerToWindowCorner() image.Point {
	h.Helper()
	out, err := exec.Command("xdotool", "mousemove", "--sync", "--window", h.windowID, "0", "0", "getmouselocation",
		"--shell").Output()
	if err != nil {
		h.Fatal(err)
	}
	var p image.Point
	for line := range strings.Lines(string(out)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		n, err := strconv.Atoi(value)
		switch {
		case err != nil:
		case name == "X":
			p.X = n
		case name == "Y":
			p.Y = n
		}
	}
	return p
}
