//go:build e2e && pictures

package e2e

import (
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"memoir/llm/llmtest"
)

// appearance is a colour mode, window size and zoom.
type appearance struct {
	mode          string
	width, height int
	zoom          float64
}

func (l appearance) String() string {
	return fmt.Sprintf("%s-%dx%d-%.0f", l.mode, l.width, l.height, 100*l.zoom)
}

// isNarrow reports whether the side panes cover the chat.
func (l appearance) isNarrow() bool { return l.width < 1000 }

func allAppearances() []appearance {
	var out []appearance
	for _, mode := range []string{"light", "dark"} {
		for _, size := range [][2]int{{1440, 900}, {720, 520}} {
			for _, zoom := range []float64{1, 1.5} {
				out = append(out, appearance{mode, size[0], size[1], zoom})
			}
		}
	}
	if only := os.Getenv("MEMOIR_LOOK"); only != "" {
		for _, l := range out {
			if l.String() == only {
				return []appearance{l}
			}
		}
	}
	return out
}

// TestPictures takes screenshots of the real program; tools/screenshots.sh runs it with
// MEMOIR_SHOTS. They are reviewed by hand.
func TestPictures(t *testing.T) {
	script, err := llmtest.LoadScript("testdata/pictures.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range allAppearances() {
		t.Run(l.String(), func(t *testing.T) {
			t.Run("first-run", func(t *testing.T) {
				h := newPicturesHarness(t, script, l)
				h.baseURL = ""
				h.pictureFirstRun(l)
			})
			t.Run("chats", func(t *testing.T) {
				h := newPicturesHarness(t, script, l)
				h.writeModelsFileAndCreateDatabase()
				h.addSampleData()
				h.startWindow("MEMOIR_ELEMENTS="+h.elementsFile(), "MEMOIR_LEARN_LOCAL_IDLE=100ms")
				h.pictureChats(l)
				h.picturePanel(l)
				h.pictureDialogs(l)
				h.pictureSettings(l)
				h.killProgram()
				h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
				h.waitForText("Memoir closed unexpectedly")
				h.takePicture("crash-notice", l)
				h.stopProgram()
			})
			t.Run("empty", func(t *testing.T) { newPicturesHarness(t, script, l).pictureEmptyStates(l) })
			t.Run("pages", func(t *testing.T) { newPicturesHarness(t, script, l).picturePages(l) })
		})
	}
}

// newPicturesHarness has the pictures' script and a folder with a short name, drawn in one look.
func newPicturesHarness(t *testing.T, script *llmtest.Script, l appearance) *harness {
	dir := shortTempDir(t) // removed after the program has stopped
	h := newHarness(t)
	h.dir = dir
	h.server = llmtest.StartServerForTest(t, script)
	h.baseURL = h.server.URL + "/v1"
	h.storeAppearance(l)
	return h
}

// shortTempDir is a folder with a short name, which the pictures show.
func shortTempDir(t *testing.T) string {
	dir, err := os.MkdirTemp("", "memoir-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// storeAppearance stores colour mode, zoom and window size.
func (h *harness) storeAppearance(l appearance) {
	h.Helper()
	h.pictureSize = image.Pt(l.width, l.height)
	h.runMemoir("memory", "list") // creates the database
	for key, value := range map[string]string{
		"ui.look": fmt.Sprintf(`{"mode":%q,"zoom":%g,"reduced_motion":true}`, l.mode, l.zoom),
		"ui.size": fmt.Sprintf(`{"W":%d,"H":%d}`, l.width, l.height),
	} {
		h.execSQL("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)", key, value)
	}
}

// takePicture saves a screenshot once the window is drawn: screenElements returns between two
// frames.
func (h *harness) takePicture(name string, l appearance) {
	h.Helper()
	for range 2 {
		waitForFade()
		h.screenElements()
	}
	picture := "window-" + name + "-" + l.String()
	h.saveScreenshot(picture)
	h.appendClippedTextsToFile(picture)
}

// pictureFirstRun shows a computer without a model server, the form for a key, and a computer with
// a model server.
func (h *harness) pictureFirstRun(l appearance) {
	h.Helper()
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	h.movePointerOffControls()
	h.waitForText("No model server is running on this computer")
	h.takePicture("first-run-none", l)
	h.pressControlWithPrefix("Use an API key")
	h.scrollUntilShown("Test")
	h.pressControlWithPrefix("Test")
	h.waitForText("Enter a key first.")
	h.takePicture("first-run-key", l)
	h.stopProgram()
	script, err := llmtest.LoadScript("testdata/pictures.yaml")
	if err != nil {
		h.Fatal(err)
	}
	ollama, err := llmtest.StartServer("127.0.0.1:11434", script, "")
	if err != nil { // its port is taken
		ollama, err = llmtest.StartServer("127.0.0.1:0", script, "")
	}
	if err != nil {
		h.Fatal(err)
	}
	defer ollama.Close()
	h.startWindow("MEMOIR_ELEMENTS="+h.elementsFile(), "MEMOIR_LOCAL_SERVERS=ollama="+ollama.URL)
	h.movePointerOffControls()
	h.waitForText("Found Ollama on this computer")
	h.takePicture("first-run-found", l)
	h.stopProgram()
}

// addSampleData adds chats and memories for the pictures.
func (h *harness) addSampleData() {
	h.Helper()
	for _, m := range []string{
		"The user flies to Lisbon on 14 December and returns on the 18th.",
		"The user writes small scripts in Python 3.12 and avoids heavy dependencies.",
		"The user likes metric amounts and short lists.",
		"Jonas eats vegetarian on weekdays.",
		"The user usually cooks for two: themselves and Jonas.",
	} {
		h.runMemoir("memory", "add", m)
	}
	for words, kind := range map[string]string{
		"cooks for two": "personal", "Jonas eats": "personal", "metric": "preference",
		"Python": "knowledge", "Lisbon": "event",
	} {
		h.execSQL("UPDATE memory SET type=? WHERE content LIKE ?", kind, "%"+words+"%")
	}
	const of = " WHERE memory_id=(SELECT max(id) FROM memory WHERE content LIKE ?)"
	h.execSQL("UPDATE memory_links SET pinned=1"+of, "%cooks for two%")
	h.execSQL("UPDATE memory_links SET valid_to='2026-12-18'"+of, "%Lisbon%")
	for _, c := range [][3]string{ // title, message, age
		{"Running plan, 10 km in spring", "A running plan for 10 km", "5 days"},
		{"Explain mortgages simply", "Explain mortgages", "4 days"},
		{"CSV clean-up script", "Clean up a CSV file", "3 days"},
		{"Übungen: Konjunktiv II", "Exercises for the subjunctive", "1 days"},
		{"Why is my bike brake squealing", "Why does my brake squeal?", "1 days"},
		{"Sourdough notes", "How do I feed a sourdough?", "9 days"},
		{"Trip to Lisbon", "We may move to Porto next year", "8 days"},
		{"Letter to the landlord", "A letter about the heating", "0 days"},
	} {
		h.sendByCommand(c[1])
		h.execSQL("UPDATE threads SET title=?, title_by_user=1, pinned=? WHERE id=(SELECT max(id) FROM threads)", c[0],
			c[0] == "Trip to Lisbon" || c[0] == "Sourdough notes")
		h.execSQL("UPDATE threads SET updated_at=updated_at-? WHERE id=(SELECT max(id) FROM threads)",
			int64(c[2][0]-'0')*24*3600*1e9)
	}
	h.execSQL("UPDATE threads SET unread=1 WHERE title='Letter to the landlord'")
	h.execSQL("UPDATE memory SET type='event' WHERE content LIKE '%Porto%'")
	h.execSQL("UPDATE memory_links SET status='inbox'"+of, "%Porto%")
	h.addChatOfFailedAnswers()
}

// sendByCommand sends a message with memoir chat, which keeps the chats' files small.
func (h *harness) sendByCommand(text string, more ...string) {
	h.Helper()
	h.runMemoir(append(append([]string{"chat"}, more...), text)...)
}

// addChatOfFailedAnswers adds a chat in which every answer failed.
func (h *harness) addChatOfFailedAnswers() {
	h.Helper()
	thread := []string{}
	for _, f := range []struct {
		text  string
		fault llmtest.Fault
	}{
		{"What is a good name for a bakery?", llmtest.Fault{Kind: llmtest.FaultUnauthorized, Times: 9}},
		{"And for a café?", llmtest.Fault{Kind: llmtest.FaultContext, Need: 41000, Limit: 32768, Times: 9}},
		{"And for a bar?", llmtest.Fault{Kind: llmtest.FaultPayment, Times: 9}},
		{"A short slogan, please", llmtest.Fault{Kind: llmtest.FaultCut, After: 3, Times: 9}},
	} {
		if err := h.server.InjectFault(f.fault); err != nil {
			h.Fatal(err)
		}
		h.runMemoirExpectingFailure(append(append([]string{"chat"}, thread...), f.text)...)
		thread = []string{"--thread", h.queryText("SELECT max(id) FROM threads")}
		h.server.ClearFaults()
	}
	h.execSQL("UPDATE threads SET title='Names for a shop', title_by_user=1 WHERE id=(SELECT max(id) FROM threads)")
}

// runMemoirExpectingFailure runs a command that must fail.
func (h *harness) runMemoirExpectingFailure(args ...string) {
	h.Helper()
	cmd := exec.CommandContext(timeoutContext(h.T), programPath(h.T), append(args, "--data-dir", h.dir)...)
	cmd.Env = h.programEnv()
	if out, err := cmd.CombinedOutput(); err == nil {
		h.Fatalf("memoir %v did not fail: %s", args, out)
	}
}

// writeDataFile writes a file into the data folder, to be attached to a chat.
func (h *harness) writeDataFile(name, text string) string {
	h.Helper()
	file := filepath.Join(h.dir, name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		h.Fatal(err)
	}
	return file
}
