package cli

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

func TestFiftyMegabytesOfReplyAreStoppedAtFour(t *testing.T) {
	const piece, pieces, limit = 65536, 800, 4 << 20
	var sent atomic.Int64
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/chat/completions") {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		frame := fmt.Sprintf("data: {\"choices\":[{\"delta\":{\"content\":%q}}]}\n\n", strings.Repeat("word ", piece/5))
		for range pieces {
			n, err := w.Write([]byte(frame))
			if sent.Add(int64(n)); err != nil {
				return
			}
		}
	}))
	defer model.Close()
	h := newHarness(t)
	if err := writeModelsYAML(filepath.Clean(h.dir), model.URL); err != nil {
		t.Fatal(err)
	}
	cmd := h.newMemoirCommand("chat", "--model", "test/small", "--memory", "off", "Tell me everything.")
	out, err := cmd.Output()
	if err == nil || len(out) < limit || len(out) > limit+1 {
		t.Fatalf("%d bytes were printed, %v", len(out), err)
	}
	if said := stderrOf(err); !strings.Contains(said, "too long, so it was stopped. The part you received is kept.") {
		t.Errorf("it says %q", said)
	}
	if n := sent.Load(); n > 24<<20 {
		t.Errorf("%d bytes were taken from the server", n)
	}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(h.dir, "app.db")+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var kept int
	var status string
	err = db.QueryRowContext(t.Context(), "SELECT length(content), status FROM messages WHERE role = 'assistant'").
		Scan(&kept, &status)
	if err != nil || kept != limit || status != "interrupted" {
		t.Errorf("%d bytes are kept, %s, %v", kept, status, err)
	}
}

// stderrOf returns what a program that failed printed.
func stderrOf(err error) string {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return string(exit.Stderr)
	}
	return ""
}
