package cli

import (
	"bytes"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
)

// A table that is lost is told at once; the next command writes the database anew and says so.
func TestTheNextStartRepairsWhatARunFoundDamaged(t *testing.T) {
	h := newHarness(t)
	h.runMemoir("memory", "add", "The user keeps bees.")
	db, err := sql.Open("sqlite", "file:"+filepath.Join(h.dir, "app.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "DROP TABLE memory_links"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	var says bytes.Buffer
	damaged := h.newMemoirCommand("memory", "list")
	damaged.Stderr = &says
	if err := damaged.Run(); err == nil || !strings.Contains(says.String(), "The database is damaged.") {
		t.Errorf("%v: %s", err, says.String())
	}
	says.Reset()
	next := h.newMemoirCommand("memory", "list")
	next.Stderr = &says
	out, err := next.Output()
	if err != nil || !strings.Contains(string(out), "The user keeps bees.") ||
		!strings.Contains(says.String(), "1 memory was restored from the memory history.") ||
		!strings.Contains(says.String(), "The damaged database is kept as ") {
		t.Errorf("%v: %s, %s", err, out, says.String())
	}
	if out := h.runMemoir("check"); !strings.Contains(out, "No problems found") {
		t.Errorf("check: %s", out)
	}
}
