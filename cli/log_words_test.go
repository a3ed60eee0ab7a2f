package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"memoir/memory"
)

// TestLogHoldsNoWordOfChatsOrServers drives a server that refuses its input and repeats it, for the
// chat and for learning, and one whose reconcile verdict quotes the user.
func TestLogHoldsNoWordOfChatsOrServers(t *testing.T) {
	var refuse atomic.Value // the kind of call that is refused
	refuse.Store("")
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			_, _ = io.WriteString(w, `{"data":[{"id":"small"}]}`)
			return
		}
		body, _ := io.ReadAll(r.Body)
		kind := "chat"
		if bytes.Contains(body, []byte("JSON list only.")) {
			kind = "learn"
		}
		if refuse.Load() == kind {
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprintf(w, `{"error":{"message":%q}}`, "bad input: I moved to Lisbon with my zeppelin.")
			return
		}
		text := "A fine vessel."
		switch {
		case bytes.Contains(body, []byte("Decide for every new fact")):
			text = `[{"new":1,"action":"UPDATE","known":1,"reason":"the zeppelin moved from Porto to Lisbon"}]`
		case kind == "learn" && !bytes.Contains(body, []byte("I live in Lisbon")):
			text = `[{"fact":"The user lives in Porto."}]`
		case kind == "learn":
			text = `[{"fact":"The user lives in Lisbon."}]`
		}
		b, _ := json.Marshal(text)
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "data: {\"choices\":[{\"delta\":{\"content\":%s},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n", b)
	}))
	defer model.Close()
	h := newHarness(t)
	if err := writeModelsYAML(h.dir, model.URL); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(h.dir, "config.yaml"), []byte("preset: standard\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.runMemoir("chat", "--model", "test/small", "I live in Porto.")
	for _, kind := range []string{"", "learn", "chat"} {
		refuse.Store(kind)
		cmd := h.newMemoirCommand("chat", "--model", "test/small", "I live in Lisbon.")
		if out, err := cmd.CombinedOutput(); err != nil && kind != "chat" {
			t.Fatalf("%v: %s", err, out)
		}
	}
	logs := 0
	err := filepath.WalkDir(filepath.Dir(h.dir), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.Contains(d.Name(), ".log") {
			return err
		}
		logs++
		b, err := os.ReadFile(path)
		for line := range strings.Lines(string(b)) {
			for _, word := range []string{"zeppelin", "vessel", "Porto", "Lisbon"} {
				if strings.Contains(line, word) {
					t.Errorf("%s has %s", path, line)
				}
			}
		}
		return err
	})
	if ms := runJSON[[]memory.Memory](h, "memory", "list"); len(ms) == 0 || !strings.Contains(ms[0].Content, "Lisbon") {
		t.Errorf("no verdict was given: %+v", ms)
	}
	if err != nil || logs == 0 {
		t.Errorf("%d logs were read, %v", logs, err)
	}
}
