package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"memoir/memory"
)

// harness is a data folder with the environment of the processes that use it.
type harness struct {
	t   *testing.T
	dir string
	env []string
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	h := &harness{t: t}
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "MEMOIR_") && !strings.HasPrefix(v, "OPENAI_") && !strings.HasPrefix(v, "OPENROUTER_") {
			h.env = append(h.env, v)
		}
	}
	for name, value := range isolatedEnvironment(t.TempDir()) {
		if err := makeFolderIfPathIsAbsolute(value); err != nil {
			t.Fatal(err)
		}
		h.env = append(h.env, name+"="+value)
		if name == "MEMOIR_HOME" {
			h.dir = value
		}
	}
	return h
}

// newMemoirCommand prepares memoir as a separate process.
func (h *harness) newMemoirCommand(args ...string) *exec.Cmd {
	cmd := exec.CommandContext(h.t.Context(), "memoir", args...)
	cmd.Env = h.env
	return cmd
}

// runMemoir runs a command that must succeed and returns its stdout.
func (h *harness) runMemoir(args ...string) string {
	h.t.Helper()
	cmd := h.newMemoirCommand(args...)
	var out, diag bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &diag
	if err := cmd.Run(); err != nil {
		h.t.Fatalf("memoir %s: %v: %s%s", strings.Join(args, " "), err, out.String(), diag.String())
	}
	return out.String()
}

// runJSON runs a command with --json and decodes its output.
func runJSON[T any](h *harness, args ...string) T {
	h.t.Helper()
	var v T
	if out := h.runMemoir(append(args, "--json")...); json.Unmarshal([]byte(out), &v) != nil {
		h.t.Fatalf("memoir %s printed %q", strings.Join(args, " "), out)
	}
	return v
}

func TestThreeHundredConcurrentCommandsLoseNoRow(t *testing.T) {
	const commands = 300
	h := newHarness(t)
	h.runMemoir("memory", "add", "The first memory")
	var wg sync.WaitGroup
	var mu sync.Mutex
	failures := []string{}
	added := map[string]bool{"The first memory": true}
	for i := range commands {
		args := []string{"memory", "add", fmt.Sprintf("Memory %d of many", i)}
		switch i % 6 {
		case 3:
			args = []string{"memory", "list", "--json"}
		case 4:
			args = []string{"memory", "history", "1"}
		case 5:
			args = []string{"search", "--json", "many"}
		default:
			added[args[2]] = true
		}
		cmd := h.newMemoirCommand(args...)
		wg.Go(func() {
			if out, err := cmd.CombinedOutput(); err != nil {
				mu.Lock()
				failures = append(failures, fmt.Sprintf("%s: %v: %s", strings.Join(args, " "), err, out))
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	for _, f := range failures {
		t.Error(f)
	}
	stored := runJSON[[]memory.Memory](h, "memory", "list")
	if len(stored) != len(added) {
		t.Errorf("%d memories are stored, want %d", len(stored), len(added))
	}
	for _, m := range stored {
		if !added[m.Content] {
			t.Errorf("%q was never added, or is stored twice", m.Content)
		}
		delete(added, m.Content)
	}
	if out := h.runMemoir("check"); !strings.Contains(out, "No problems found") {
		t.Errorf("the folder is not in order: %s", out)
	}
}
