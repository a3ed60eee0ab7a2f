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
type look struct {
	mode string
	w, h int
	zoom float64
}

func (l look) String() string { return fmt.Sprintf("%s-%dx%d-%.0f", l.mode, l.w, l.h, 100*l.zoom) }

// isNarrow reports whether the side panes cover the chat.
func (l look) narrow() bool { return l.w < 1000 }

func looks() []look {
	var out []look
	for _, mode := range []string{"light", "dark"} {
		for _, size := range [][2]int{{1440, 900}, {720, 520}} {
			for _, zoom := range []float64{1, 1.5} {
				out = append(out, look{mode, size[0], size[1], zoom})
			}
		}
	}
	if only := os.Getenv("MEMOIR_LOOK"); only != "" {
		for _, l := range out {
			if l.String() == only {
				return []look{l}
			}
		}
	}
	return out
}

// TestPictures takes the pictures of docs/images from the real program; tools/screenshots-window.sh
// runs it with MEMOIR_SHOTS. The pictures are reviewed by hand.
func TestPictures(t *testing.T) {
	script, err := llmtest.Load("testdata/pictures.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range looks() {
		t.Run(l.String(), func(t *testing.T) {
			first := newWorld(t)
			first.dir = homely(t)
			first.server, first.base = llmtest.New(t, script), ""
			first.dress(l)
			first.firstRun(l)
			w := newWorld(t)
			w.dir = homely(t)
			w.server = llmtest.New(t, script)
			w.base = w.server.URL + "/v1"
			w.settled()
			w.dress(l)
			w.fill()
			w.start("MEMOIR_SPOTS="+w.spotsFile(), "MEMOIR_LEARN_LOCAL_IDLE=100ms")
			w.chats(l)
			w.panes(l)
			w.dialogs(l)
			w.pages(l)
			w.kill()
			w.start("MEMOIR_SPOTS=" + w.spotsFile())
			w.sees("Memoir did not end properly")
			w.at("crash-notice", l)
			w.stop()
			w.empty(l)
		})
	}
}

// shortTempDir is a folder with a short name, which the pictures show.
func homely(t *testing.T) string {
	dir, err := os.MkdirTemp("", "memoir-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// applyAppearance stores colour mode, zoom and window size.
func (w *world) dress(l look) {
	w.Helper()
	w.size = image.Pt(l.w, l.h)
	w.memoir("memory", "list") // creates the database
	for key, value := range map[string]string{
		"ui.look": fmt.Sprintf(`{"mode":%q,"zoom":%g,"reduced_motion":true}`, l.mode, l.zoom),
		"ui.size": fmt.Sprintf(`{"W":%d,"H":%d}`, l.w, l.h),
	} {
		w.exec("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)", key, value)
	}
}

// takePicture saves a screenshot once the window is drawn: screenElements returns between two
// frames.
func (w *world) at(name string, l look) {
	w.Helper()
	for range 2 {
		calm()
		w.spots()
	}
	picture := "window-" + name + "-" + l.String()
	w.shot(picture)
	w.doubtful(picture)
}

// pictureFirstRun shows a computer without a model server, the form for a key, and a computer with
// a model server.
func (w *world) firstRun(l look) {
	w.Helper()
	w.start("MEMOIR_SPOTS=" + w.spotsFile())
	w.away()
	w.sees("No model server runs on this computer")
	w.at("first-run-none", l)
	w.press("Use an API key")
	w.reach("Test")
	w.press("Test")
	w.sees("Paste a key first.")
	w.at("first-run-key", l)
	w.stop()
	script, err := llmtest.Load("testdata/pictures.yaml")
	if err != nil {
		w.Fatal(err)
	}
	var ollama *llmtest.Server
	w.until("the port of Ollama to be free", func() bool {
		ollama, err = llmtest.Start("127.0.0.1:11434", script, "")
		return err == nil
	})
	defer ollama.Close()
	w.start("MEMOIR_SPOTS=" + w.spotsFile())
	w.away()
	w.sees("Found Ollama on this computer")
	w.at("first-run-found", l)
	w.stop()
}

// addSampleData adds chats and memories for the pictures.
func (w *world) fill() {
	w.Helper()
	for _, m := range []string{
		"The user flies to Lisbon on 14 December and returns on the 18th.",
		"The user writes small scripts in Python 3.12 and avoids heavy dependencies.",
		"The user likes metric amounts and short lists.",
		"Jonas eats vegetarian on weekdays.",
		"The user usually cooks for two: themselves and Jonas.",
	} {
		w.memoir("memory", "add", m)
	}
	for words, kind := range map[string]string{
		"cooks for two": "personal", "Jonas eats": "personal", "metric": "preference",
		"Python": "knowledge", "Lisbon": "event",
	} {
		w.exec("UPDATE memory SET type=? WHERE content LIKE ?", kind, "%"+words+"%")
	}
	const of = " WHERE memory_id=(SELECT max(id) FROM memory WHERE content LIKE ?)"
	w.exec("UPDATE memory_links SET pinned=1"+of, "%cooks for two%")
	w.exec("UPDATE memory_links SET valid_to='2026-12-18'"+of, "%Lisbon%")
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
		w.ask1(c[1])
		w.exec("UPDATE threads SET title=?, title_by_user=1, pinned=? WHERE id=(SELECT max(id) FROM threads)", c[0],
			c[0] == "Trip to Lisbon" || c[0] == "Sourdough notes")
		w.exec("UPDATE threads SET updated_at=updated_at-? WHERE id=(SELECT max(id) FROM threads)",
			int64(c[2][0]-'0')*24*3600*1e9)
	}
	w.exec("UPDATE threads SET unread=1 WHERE title='Letter to the landlord'")
	w.exec("UPDATE memory SET type='event' WHERE content LIKE '%Porto%'")
	w.exec("UPDATE memory_links SET status='inbox'"+of, "%Porto%")
	w.faults()
}

// sendByCommand sends a message with memoir chat, which keeps the chats' files small.
func (w *world) ask1(text string, more ...string) {
	w.Helper()
	w.memoir(append(append([]string{"chat"}, more...), text)...)
}

// addFaultChat adds a chat in which every answer failed.
func (w *world) faults() {
	w.Helper()
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
		if err := w.server.Fault(f.fault); err != nil {
			w.Fatal(err)
		}
		w.tries(append(append([]string{"chat"}, thread...), f.text)...)
		thread = []string{"--thread", w.ask("SELECT max(id) FROM threads")}
		w.server.ClearFaults()
	}
	w.exec("UPDATE threads SET title='Names for a shop', title_by_user=1 WHERE id=(SELECT max(id) FROM threads)")
}

// runMemoirFailing runs a command that must fail.
func (w *world) tries(args ...string) {
	w.Helper()
	cmd := exec.Command(program(w.T), append(args, "--data-dir", w.dir)...)
	cmd.Env = w.env()
	if out, err := cmd.CombinedOutput(); err == nil {
		w.Fatalf("memoir %v did not fail: %s", args, out)
	}
}

// writeDataFile writes a file into the data folder, to be attached to a chat.
func (w *world) pantry(name, text string) string {
	w.Helper()
	file := filepath.Join(w.dir, name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		w.Fatal(err)
	}
	return file
}
