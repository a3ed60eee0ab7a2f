//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"memoir/llm/llmtest"
)

// TestPictures takes the pictures of docs/images from the real program; tools/screenshots-window.sh runs it with
// MEMOIR_SHOTS. It looks at nothing itself: people do.
func TestPictures(t *testing.T) {
	if os.Getenv("MEMOIR_PICTURES") == "" {
		t.Skip("only tools/screenshots-window.sh takes pictures")
	}
	w := newWorld(t)
	w.start()
	w.shot("window-first-run")
	w.stop()
	w.settled()
	w.fill()
	for _, mode := range []string{"light", "dark"} {
		for _, size := range []struct {
			w, h int
			zoom float64
		}{{1440, 900, 1}, {1440, 900, 1.5}, {720, 520, 1}} {
			w.exec("INSERT OR REPLACE INTO settings (key, value) VALUES ('ui.look', ?)",
				fmt.Sprintf(`{"mode":%q,"zoom":%g}`, mode, size.zoom))
			w.exec("INSERT OR REPLACE INTO settings (key, value) VALUES ('ui.size', ?)",
				fmt.Sprintf(`{"W":%d,"H":%d}`, size.w, size.h))
			w.tourOf(fmt.Sprintf("%s-%dx%d-%.0f", mode, size.w, size.h, 100*size.zoom))
		}
	}
}

// fill makes chats and memories worth a picture.
func (w *world) fill() {
	w.Helper()
	for _, m := range []string{
		"The user usually cooks for two.", "The user likes metric amounts and short lists.",
		"The user flies to Lisbon on 14 December.",
	} {
		w.memoir("memory", "add", m)
	}
	file := filepath.Join(w.TempDir(), "pantry.csv")
	if err := os.WriteFile(file, []byte("item,amount\nrice,2 kg\nmiso,1 jar\ntahini,1 jar\n"), 0o600); err != nil {
		w.Fatal(err)
	}
	w.memoir("chat", "--context", file, "Plan three dinners with what is in the pantry")
	w.memoir("chat", "I moved to Lisbon and I am allergic to peanuts")
	if err := w.server.Fault(llmtest.Fault{Kind: llmtest.FaultUnauthorized, Times: 9}); err != nil {
		w.Fatal(err)
	}
	w.exec("UPDATE settings SET value=value") // nothing holds the database now
}

// tourOf walks through the panes of one look.
func (w *world) tourOf(look string) {
	w.Helper()
	w.start()
	at := func(name string) { w.shot("window-" + name + "-" + look) }
	w.key("ctrl+k")
	w.key("Return")
	at("chat")
	w.key("ctrl+i")
	at("answer")
	w.key("ctrl+m")
	at("memories")
	w.key("Escape")
	w.key("ctrl+shift+m")
	at("editor")
	w.key("Escape")
	w.key("Escape")
	w.key("ctrl+k")
	w.typed("lisbon")
	at("search")
	w.key("Escape")
	w.key("ctrl+comma")
	at("settings")
	w.key("Escape")
	w.key("F1")
	at("shortcuts")
	w.key("Escape")
	w.key("ctrl+n")
	at("empty")
	w.typed("Hello")
	w.key("Return")
	w.untilDB("0", "SELECT count(*) FROM messages WHERE status='streaming'")
	at("fault")
	w.key("ctrl+shift+n")
	at("temporary")
	w.stop()
}
