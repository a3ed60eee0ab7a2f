//go:build e2e

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// waitTimeout bounds every wait; the software renderer of a busy machine needs part of it.
const waitTimeout = 30 * time.Second

// pollInterval is the time between two checks of a condition.
const pollInterval = 15 * time.Millisecond

// runAsGallery is the environment variable that makes the test binary act as the gallery.
const runAsGallery = "MEMOIR_RUN_AS_GALLERY"

// TestMain ignores SIGINT as a shell does for a command in the background, and the gallery inherits
// that: it must end without SIGINT.
func TestMain(m *testing.M) {
	if os.Getenv(runAsGallery) != "" {
		main()
		return
	}
	signal.Ignore(os.Interrupt)
	os.Exit(m.Run())
}

// harness is a running gallery, driven by mouse and keyboard.
type harness struct {
	*testing.T
	stateFile string
	windowID  string
	stderr    *bytes.Buffer
}

// startGallery starts the gallery and waits until it is drawn and has the keyboard focus.
func startGallery(t *testing.T, args ...string) *harness {
	t.Helper()
	h := &harness{T: t, stateFile: filepath.Join(t.TempDir(), "state.json"), stderr: &bytes.Buffer{}}
	ctx, cancel := context.WithCancel(t.Context())
	cmd := exec.CommandContext(ctx, os.Args[0], append(args, "-state", h.stateFile)...)
	cmd.Env = append(os.Environ(), runAsGallery+"=1", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "HOME="+t.TempDir(),
		"XDG_CONFIG_HOME=", "XDG_CACHE_HOME=")
	cmd.Stderr = h.stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = waitTimeout
	if err := cmd.Start(); err != nil {
		cancel()
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		h.checkExit(cmd.Wait())
	})
	h.waitForState("the window is drawn", func(s windowState) bool { return s.Window.W > 0 && len(s.Rows) > 0 })
	windows := h.runXdotool("search", "--sync", "--onlyvisible", "--name", windowTitle)
	h.windowID, _, _ = strings.Cut(strings.TrimSpace(windows), "\n")
	h.runXdotool("windowmove", h.windowID, "0", "0")
	h.runXdotool("windowfocus", "--sync", h.windowID)
	return h
}

// checkExit checks how the gallery ended after SIGTERM, and what it wrote.
func (h *harness) checkExit(err error) {
	if !errors.Is(err, context.Canceled) {
		h.Errorf("the gallery ended with %v", err)
	}
	out := h.stderr.String()
	if strings.Contains(out, "Error in Fyne call thread") || strings.Contains(out, "panic") {
		h.Error(out)
	} else if h.Failed() {
		h.Log(out)
	}
}

func (h *harness) runXdotool(args ...string) string {
	h.Helper()
	out, err := exec.Command("xdotool", args...).CombinedOutput()
	if err != nil {
		h.Fatalf("xdotool %v: %v: %s", args, err, out)
	}
	return string(out)
}

// readState returns the newest state, or an empty one before the first.
func (h *harness) readState() windowState {
	h.Helper()
	var s windowState
	b, err := os.ReadFile(h.stateFile)
	if err != nil {
		return s
	}
	if err := json.Unmarshal(b, &s); err != nil {
		h.Fatal(err)
	}
	return s
}

// waitForState polls the state until the condition is true, and fails the test after waitTimeout.
func (h *harness) waitForState(what string, ok func(windowState) bool) windowState {
	h.Helper()
	for end := time.Now().Add(waitTimeout); ; time.Sleep(pollInterval) {
		s := h.readState()
		if ok(s) {
			return s
		}
		if time.Now().After(end) {
			b, _ := json.Marshal(s)
			h.Fatalf("waited in vain until %s; last state: %s\n%s", what, b, h.stderr)
		}
	}
}

// conditionScrollIsStill returns a condition that is true once the gallery, which a busy machine may hold up, has
// written the same scroll position several times.
func conditionScrollIsStill() func(windowState) bool {
	const repetitions = 12
	var last windowState
	same := 0
	return func(s windowState) bool {
		if s.Count == last.Count {
			return false
		}
		if s.Scroll.RowID == last.Scroll.RowID && s.Scroll.Offset == last.Scroll.Offset {
			same++
		} else {
			same = 0
		}
		last = s
		return same >= repetitions
	}
}

func (h *harness) movePointer(x, y float64) {
	h.Helper()
	h.runXdotool("mousemove", fmt.Sprint(int(x)), fmt.Sprint(int(y)))
}

func (h *harness) clickAt(x, y float64) {
	h.Helper()
	h.movePointer(x, y)
	h.runXdotool("click", "1")
}

// dragPointer presses the button at one point, moves in steps and releases it at another.
func (h *harness) dragPointer(x0, y0, x1, y1 float64) {
	h.Helper()
	const steps = 8
	h.movePointer(x0, y0)
	h.runXdotool("mousedown", "1")
	for i := 1.0; i <= steps; i++ {
		h.movePointer(x0+(x1-x0)*i/steps, y0+(y1-y0)*i/steps)
	}
	h.runXdotool("mouseup", "1")
}

func (h *harness) pressKeys(keys ...string) {
	h.Helper()
	h.runXdotool(append([]string{"key", "--clearmodifiers"}, keys...)...)
}

func (h *harness) turnWheelUp(notches int) {
	h.Helper()
	h.runXdotool("click", "--repeat", fmt.Sprint(notches), "--delay", "20", "4")
}

// rowBox returns the position of a visible row.
func (s windowState) rowBox(id int64) (box, bool) {
	for _, r := range s.Rows {
		if r.ID == id {
			return r.Box, true
		}
	}
	return box{}, false
}

// controlBox returns the position of the control of a name whose centre is within an area.
func (s windowState) controlBox(name string, area box) (box, bool) {
	for _, c := range s.Controls {
		b := box{float64(c.X), float64(c.Y), float64(c.W), float64(c.H)}
		x, y := b.center()
		if c.Name == name && c.Tappable && x > area.X && x < area.X+area.W && y > area.Y && y < area.Y+area.H {
			return b, true
		}
	}
	return box{}, false
}
