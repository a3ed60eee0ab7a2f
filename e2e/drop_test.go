//go:build e2e

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// buildDragSource builds tools/dragsource.
func buildDragSource(t *testing.T) string {
	t.Helper()
	source := filepath.Join(t.TempDir(), "dragsource")
	if out, err := exec.Command("go", "build", "-o", source, "../tools/dragsource").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	return source
}

// dropFiles drops files at a place of the screen.
func (h *harness) dropFiles(source string, x, y int, files ...string) {
	h.Helper()
	args := append([]string{strconv.Itoa(x), strconv.Itoa(y)}, files...)
	if out, err := exec.Command(source, args...).CombinedOutput(); err != nil {
		h.Fatalf("drop: %v\n%s", err, out)
	}
}

// Files dropped on the window, as a file manager drops them, are attached, and their text is sent.
func TestDroppedFilesAreAttached(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	var files []string
	for name, text := range map[string]string{"bees.md": "# Bees\n\nThey dance.\n", "a b ü.txt": "Owls see at night.\n"} {
		path := filepath.Join(h.homeDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, path)
	}
	h.startWindow()
	h.dropFiles(buildDragSource(t), 674, 450, files...)
	h.waitForQuery("a b ü.txt,bees.md", "SELECT group_concat(name) FROM (SELECT name FROM contexts ORDER BY name)")
	h.sendAndWait("Who dances?")
	h.waitForQuery("2", "SELECT count(*) FROM thread_contexts")
	for _, r := range h.server.ChatRequests() {
		if strings.Contains(r.Body, "They dance.") && strings.Contains(r.Body, "Owls see at night.") {
			return
		}
	}
	t.Error("no request has the text of both files")
}
