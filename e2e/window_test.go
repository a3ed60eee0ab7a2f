//go:build e2e

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Points in the window at 1440x900 and scale 1; see the pictures in docs/images.
const (
	clipX, clipY   = 350, 838  // paper clip
	cardX, cardY   = 1260, 205 // first memory card
	saveX, saveY   = 1388, 878 // Save of the editor
	tabX, tabY     = 1143, 55  // line under the first tab of the panel, which the editor does not have
	offerX, offerY = 720, 480  // "Use the key in …" of the first run
	startX, startY = 720, 515  // "Start chatting" of the demo's first run
)

// The whole story in one window: first run, a chat that is learned from, a chat that uses the
// memory, an edit, a file, a second start.
func TestAPersonChatsEditsAMemoryAttachesAFileAndComesBack(t *testing.T) {
	w := newWorld(t)
	w.start("OPENAI_BASE_URL="+w.base, "OPENAI_API_KEY="+os.Getenv("MEMOIR_E2E_KEY"))
	w.tell("First run: a model is offered, one click begins.")
	w.shot("story-0-first-run")
	w.until("the first run to be left", func() bool {
		if w.demo {
			w.click(startX, startY)
			return w.ask("SELECT value FROM settings WHERE key='ui.first_run_done'") == "true"
		}
		w.click(offerX, offerY)
		b, err := os.ReadFile(filepath.Join(w.dir, "models.yaml"))
		return err == nil && strings.Contains(string(b), w.base)
	})
	w.untilDB("true", "SELECT value FROM settings WHERE key='ui.first_run_done'")

	w.tell("A first chat: “I moved to Lisbon and I am allergic to peanuts”.")
	w.say("I moved to Lisbon and I am allergic to peanuts")
	w.shot("story-1-first-answer")
	w.untilDB("1", "SELECT count(*) FROM memory JOIN memory_links ON memory_id=memory.id "+
		"WHERE status='active' AND content LIKE '%peanut%'")
	w.tell("Learned: " + w.ask("SELECT content FROM memory ORDER BY id DESC LIMIT 1"))
	w.shot("story-2-learned")
	w.tell("A second chat asks what not to cook; the memory goes with the question.")

	w.key("ctrl+n")
	w.say("What should I not cook tonight?")
	if p := w.lastPrompt(); !strings.Contains(p, "peanut") {
		t.Errorf("the second chat was asked without the memory: %s", p)
	}
	if n := w.ask("SELECT count(*) FROM threads"); n != "2" {
		t.Errorf("there are %s chats, not 2", n)
	}
	w.shot("story-3-used")
	w.tell("The memory is edited: hazelnuts instead of peanuts; the next answer is given the new text.")

	w.until("the editor to save", func() bool {
		tab := w.pixel(tabX, tabY)
		w.click(cardX, cardY)
		if !w.soon(func() bool { return w.pixel(tabX, tabY) != tab }) {
			return false
		}
		w.key("ctrl+a")
		w.typed("The user is allergic to hazelnuts.")
		w.click(saveX, saveY)
		return w.soon(func() bool {
			return w.ask("SELECT count(*) FROM memory WHERE content='The user is allergic to hazelnuts.'") == "1"
		})
	})
	w.shot("story-4-edited")
	w.key("ctrl+n")
	w.say("And what should I not bake?")
	if p := w.lastPrompt(); !strings.Contains(p, "hazelnut") || strings.Contains(p, "peanut") {
		t.Errorf("the edit did not reach the model: %s", p)
	}

	file := filepath.Join(t.TempDir(), "pantry.csv")
	if err := os.WriteFile(file, []byte("item,amount\nI love cardamom,3 bags\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.tell("A file is attached. It is sent with the question, and nothing is learned from it.")
	w.opens("the file dialog", func() { w.click(clipX, clipY) })
	w.typed(file)
	w.key("Return")
	w.untilDB("1", "SELECT count(*) FROM thread_contexts")
	w.untilLight()
	w.say("What is in the file?")
	if p := w.lastPrompt(); !strings.Contains(p, "cardamom") && !strings.Contains(p, "pantry.csv") {
		t.Errorf("the file did not reach the model: %s", p)
	}
	w.shot("story-5-file")
	w.untilDB("0", "SELECT count(*) FROM jobs WHERE state IN ('queued','running')")
	if n := w.ask("SELECT count(*) FROM memory WHERE content LIKE '%cardamom%'"); n != "0" {
		t.Error("the file was learned from")
	}

	w.tell("A draft is typed and the program is ended, then started again: everything is still there.")
	draft := strings.Repeat("A draft that was never sent.", 16) // wraps at a space
	w.typed(draft)
	w.untilDB(draft, "SELECT draft FROM threads ORDER BY id DESC LIMIT 1")
	messages := w.ask("SELECT count(*) FROM messages")
	w.stop()
	w.start()
	w.opens("the search", func() { w.key("ctrl+k") })
	w.shot("story-6-back")
	w.key("Escape")
	w.untilLight()
	if n := w.ask("SELECT count(*) FROM messages"); n != messages {
		t.Errorf("%s messages before, %s after", messages, n)
	}
	if d := w.ask("SELECT draft FROM threads ORDER BY id DESC LIMIT 1"); d != draft {
		t.Errorf("the draft is %q", d)
	}
	w.second()
	w.clean()
}

// checkSecondStart starts the program again: the first window is raised and the second process
// exits without error.
func (w *world) second() {
	w.Helper()
	cmd := exec.Command(program(w.T), w.args()...)
	cmd.Env = w.env()
	if out, err := cmd.CombinedOutput(); err != nil {
		w.Errorf("the second start ended with %v: %s", err, out)
	}
}
