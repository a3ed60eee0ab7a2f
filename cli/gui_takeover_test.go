//go:build !headless

package cli

import (
	"bufio"
	"io"
	"strings"
	"testing"
)

// newEnv is the environment of a second start on the same folder.
func (h *harness) newEnv() *env {
	return &env{printer: printer{out: io.Discard, err: io.Discard}, getenv: func(name string) string {
		for _, v := range h.env {
			if value, ok := strings.CutPrefix(v, name+"="); ok {
				return value
			}
		}
		return ""
	}}
}

func TestServeReleasesTheFolderToAWindow(t *testing.T) {
	h := newHarness(t)
	cmd := h.newMemoirCommand("serve", "--addr", "127.0.0.1:0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || !strings.Contains(line, "Listening on ") {
		t.Fatalf("serve said %q: %v", line, err)
	}
	e := h.newEnv()
	dir, err := e.resolveDataFolderPath()
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.connectToFolderOwner(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if shown, err := askOwnerToRaiseWindow(t.Context(), s); shown || err != nil {
		t.Errorf("serve claims to have a window: %v, %v", shown, err)
	}
	if err := s.close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := e.askFolderOwnerToExit(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("serve ended with %v", err)
	}
	a, err := e.lockFolderAndStartServices(t.Context(), dir)
	if err != nil {
		t.Fatalf("the folder is not free: %v", err)
	}
	if err := a.shutDownAndUnlockFolder(t.Context()); err != nil {
		t.Error(err)
	}
	if err := e.askFolderOwnerToExit(t.Context(), dir); err != nil {
		t.Errorf("with nobody there: %v", err)
	}
}

func TestCommandRefusesToStopForAWindow(t *testing.T) {
	h := newHarness(t)
	e := h.newEnv()
	dir, err := e.resolveDataFolderPath()
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.ownFolderAndStartSocketServer(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	err = e.askFolderOwnerToExit(t.Context(), dir)
	if err == nil || !strings.Contains(err.Error(), "finish on its own") {
		t.Errorf("the command said %v", err)
	}
	if err := s.close(t.Context()); err != nil {
		t.Error(err)
	}
}
