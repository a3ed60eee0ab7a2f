//go:build !headless

package cli

import (
	"bufio"
	"context"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"memoir/cli/process"
	"memoir/memory"
	"memoir/ui"
)

// newWindowEnv is newEnv with a display. The trace of a crash of this process goes to stderr again
// when the test ends.
func (h *harness) newWindowEnv() *env {
	h.t.Helper()
	h.t.Cleanup(func() { _ = debug.SetCrashOutput(nil, debug.CrashOptions{}) })
	e := h.newEnv()
	vars := e.getenv
	e.getenv = func(name string) string {
		if name == "DISPLAY" {
			return ":99"
		}
		return vars(name)
	}
	return e
}

// windowsThatMustNotOpen fails when a window is opened.
func (h *harness) windowsThatMustNotOpen() windowSystem {
	return windowSystem{
		run:      func(context.Context, ui.Options) { h.t.Error("a window was opened") },
		takeOver: func(context.Context, ui.TakeOverOptions) bool { h.t.Error("a takeover was offered"); return false },
		restart:  func() error { h.t.Error("the program was restarted"); return nil },
	}
}

// openWindowCallingInstead opens the window; use is called instead of showing it.
func (h *harness) openWindowCallingInstead(use func(o ui.Options)) {
	h.t.Helper()
	windows := h.windowsThatMustNotOpen()
	ran := false
	windows.run = func(_ context.Context, o ui.Options) {
		ran = true
		use(o)
	}
	if err := h.newWindowEnv().openOrRaiseWindowUsingWindowSystem(h.t.Context(), windows); err != nil || !ran {
		h.t.Fatalf("the window ran: %v, error: %v", ran, err)
	}
}

func TestWindowNeedsADisplay(t *testing.T) {
	h := newHarness(t)
	e := h.newEnv()
	vars := e.getenv
	e.getenv = func(name string) string {
		if name == "DISPLAY" || name == "WAYLAND_DISPLAY" {
			return ""
		}
		return vars(name)
	}
	err := e.openOrRaiseWindowUsingWindowSystem(t.Context(), h.windowsThatMustNotOpen())
	if f := convertErrorToFailure(err); err == nil || f.code != exitFailed || !strings.Contains(f.hint, "memoir chat") {
		t.Errorf("said %v", err)
	}
	if _, err := os.Stat(filepath.Join(h.dir, "app.db")); err == nil {
		t.Error("a window that cannot open made a database")
	}
}

func TestWindowRunsOnTheFolderAndReleasesIt(t *testing.T) {
	h := newHarness(t)
	var address, token string
	h.openWindowCallingInstead(func(o ui.Options) {
		if o.Profile.Name != "default" || o.Version != Version || o.Home == "" || o.Now().IsZero() {
			t.Errorf("the window was given %+v", o)
		}
		about := o.Host.AboutInfo()
		if about.DataDir != resolveSymlinks(h.dir) || !about.CrashedAt.IsZero() {
			t.Errorf("about: %+v", about)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		defer cancel()
		if err := o.Service.WaitForEmbedderAndFirstSync(ctx); err != nil {
			t.Errorf("the encoder is not loaded by itself: %v", err)
		}
		if err := o.Host.SetHTTPInterfaceEnabled(ctx, true); err != nil {
			t.Error(err)
		}
	})
	h.openWindowCallingInstead(func(o ui.Options) {
		n, err := o.Host.HTTPInterfaceStatus(t.Context())
		if err != nil {
			t.Error(err)
		}
		if token, err = o.Host.ReadOrCreateAPIToken(t.Context()); err != nil {
			t.Error(err)
		}
		if address = n.Address; getMemoriesStatus(t, address, token) != http.StatusOK {
			t.Errorf("nobody answers at %q at the next start", address)
		}
	})
	if got := getMemoriesStatus(t, address, token); got != 0 {
		t.Errorf("status %d after the window was closed", got)
	}
	h.runMemoir("memory", "add", "The folder is free.")
}

func TestSecondStartRaisesTheFirstWindow(t *testing.T) {
	h := newHarness(t)
	h.openWindowCallingInstead(func(o ui.Options) {
		if err := h.newWindowEnv().openOrRaiseWindowUsingWindowSystem(t.Context(), h.windowsThatMustNotOpen()); err != nil {
			t.Errorf("the second start: %v", err)
		}
		select {
		case <-o.Host.WindowRaiseRequests():
		default:
			t.Error("the first window is not asked to show itself")
		}
	})
}

func TestFolderOfAServerIsTakenOverOnConsent(t *testing.T) {
	h := newHarness(t)
	cmd := h.newMemoirCommand("serve", "--addr", "127.0.0.1:0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatalf("serve said %q: %v", line, err)
	}
	asked := ui.TakeOverOptions{}
	windows := h.windowsThatMustNotOpen()
	windows.takeOver = func(_ context.Context, o ui.TakeOverOptions) bool {
		asked = o
		return false
	}
	if err := h.newWindowEnv().openOrRaiseWindowUsingWindowSystem(t.Context(), windows); err != nil {
		t.Fatal(err)
	}
	if asked.DataDir != resolveSymlinks(h.dir) || asked.Version != Version {
		t.Errorf("the question is about %+v", asked)
	}
	h.runMemoir("memory", "add", "The server still runs.")

	restarts := 0
	windows.takeOver = func(_ context.Context, o ui.TakeOverOptions) bool { return o.StopOther() == "" }
	windows.restart = func() error { restarts++; return nil }
	if err := h.newWindowEnv().openOrRaiseWindowUsingWindowSystem(t.Context(), windows); err != nil || restarts != 1 {
		t.Errorf("restarted %d times: %v", restarts, err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("serve ended with %v", err)
	}
}

func TestCommandIsNotTakenOver(t *testing.T) {
	h := newHarness(t)
	e := h.newEnv()
	s, err := e.ownFolderAndStartSocketServer(t.Context(), resolveSymlinks(h.dir))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.close(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	problem := ""
	windows := h.windowsThatMustNotOpen()
	windows.takeOver = func(_ context.Context, o ui.TakeOverOptions) bool {
		problem = o.StopOther()
		return false
	}
	if err := h.newWindowEnv().openOrRaiseWindowUsingWindowSystem(t.Context(), windows); err != nil || problem == "" {
		t.Errorf("the command says %q: %v", problem, err)
	}
}

func TestCrashIsReportedAtTheNextStartOnly(t *testing.T) {
	h := newHarness(t)
	base := strings.TrimSuffix(h.newEnv().logFilePathForDataFolder(resolveSymlinks(h.dir)), ".log")
	write := func(suffix, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(base), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(base+suffix, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name           string
		leave          func()
		crashed, trace bool
	}{
		{"the first start", func() {}, false, false},
		{"after a clean exit", func() { write(".crash", "an old trace") }, false, false},
		{"after a crash", func() { write(".running", ""); write(".crash", "goroutine 1 [running]") }, true, true},
		{"after power was lost", func() { write(".running", "") }, true, false},
		{"after a clean exit again", func() {}, false, false},
	} {
		c.leave()
		h.openWindowCallingInstead(func(o ui.Options) {
			about := o.Host.AboutInfo()
			report, err := o.Host.DiagnosticsWithCrashTrace(t.Context(), 1)
			if about.CrashedAt.IsZero() == c.crashed || (about.CrashFile != "") != c.trace ||
				strings.Contains(report, "goroutine 1 [running]") != c.trace || err != nil {
				t.Errorf("%s: crashed at %v, trace %q, %v", c.name, about.CrashedAt, about.CrashFile, err)
			}
			if _, err := os.Stat(base + ".running"); err != nil {
				t.Errorf("%s: the run is not marked: %v", c.name, err)
			}
		})
	}
}

func TestRunThatCannotBeMarkedIsRefused(t *testing.T) {
	for _, c := range []struct {
		blocked, want string // a path that is a folder with something in it
		leave         string // a file of the last run
	}{
		{"memoir.running", "mark the run", ""},
		{"memoir.last-crash", "keep the traces", "memoir.crash"},
		{"", "state folder", "state"},
	} {
		dir := t.TempDir()
		log := filepath.Join(dir, "state", "memoir.log")
		if c.blocked != "" {
			log = filepath.Join(dir, "memoir.log")
			if err := os.MkdirAll(filepath.Join(dir, c.blocked, "inside"), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range []string{c.leave, "memoir.running"} {
			if name == "" || name == c.blocked {
				continue
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte("text"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := process.DetectCrashAndMarkRun(log, time.Now()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("said %v, want %q", err, c.want)
		}
	}
}

func TestEncoderIsNotLoadedForAWindowThatIsClosedAtOnce(t *testing.T) {
	h := openTestHost(t, t.TempDir())
	defer h.shutDownAppOrFail(t)
	loads := 0
	h.app.models.loadEmbedder = func() { loads++ }
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	h.app.loadEncoderLaterThenFreeMemory(ctx)
	if loads != 0 {
		t.Error("the encoder was loaded")
	}
}

func TestWindowOpensTheRequestedProfile(t *testing.T) {
	h := newHarness(t)
	e := h.newWindowEnv()
	e.profile = "work"
	windows := h.windowsThatMustNotOpen()
	got := memory.Profile{}
	windows.run = func(_ context.Context, o ui.Options) { got = o.Profile }
	if err := e.openOrRaiseWindowUsingWindowSystem(t.Context(), windows); err != nil || got.Name != "work" {
		t.Errorf("profile %+v: %v", got, err)
	}
	e = h.newWindowEnv()
	e.profile = strings.Repeat("x", 300)
	if err := e.openOrRaiseWindowUsingWindowSystem(
		t.Context(), h.windowsThatMustNotOpen(),
	); !errors.Is(err, memory.ErrInvalid) {
		t.Errorf("a name that is too long: %v", err)
	}
	h.runMemoir("memory", "add", "The folder is free.")
}

// restartVar tells the child process of TestRestartKeepsTheArguments how often it was started.
const restartVar = "MEMOIR_TEST_RESTART"

func TestRestartKeepsTheArguments(t *testing.T) {
	switch os.Getenv(restartVar) {
	case "first":
		t.Setenv(restartVar, "second")
		if err := process.ReplaceProcessOrStartProgramAgain(); err != nil { // on Unix it does not return otherwise
			t.Fatal(err)
		}
		return
	case "second":
		_, _ = os.Stdout.WriteString("restarted with " + os.Args[len(os.Args)-1] + "\n")
		return
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v=false", "the argument")
	cmd.Env = append(os.Environ(), restartVar+"=first")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "restarted with the argument") {
		t.Errorf("%v: %s", err, out)
	}
}

func TestSnapshotRestoredInTheWindowIsThereAfterTheRestart(t *testing.T) {
	h := newHarness(t)
	h.runMemoir("memory", "add", "The user has a cat.")
	h.runMemoir("backup")
	h.runMemoir("memory", "add", "The user has a dog.")
	windows, restarts := h.windowsThatMustNotOpen(), 0
	windows.restart = func() error { restarts++; return nil }
	windows.run = func(ctx context.Context, o ui.Options) {
		all, err := o.Host.ListSnapshots(ctx)
		i := slices.IndexFunc(all, func(s ui.Snapshot) bool { return s.Reason == "made by you" })
		if err != nil || i < 0 {
			t.Fatalf("snapshots %+v, %v", all, err)
		}
		if err := o.Host.StageSnapshotRestoreAndRestart(ctx, "no-such"); !errors.Is(err, memory.ErrNotFound) ||
			ctx.Err() != nil {
			t.Errorf("an unknown one: %v", err)
		}
		if err := o.Host.StageSnapshotRestoreAndRestart(ctx, all[i].Name); err != nil || ctx.Err() == nil {
			t.Errorf("restored: %v; the window stays: %v", err, ctx.Err() == nil)
		}
	}
	if err := h.newWindowEnv().openOrRaiseWindowUsingWindowSystem(t.Context(), windows); err != nil || restarts != 1 {
		t.Fatalf("restarted %d times: %v", restarts, err)
	}
	if out := h.runMemoir("memory", "list"); strings.Contains(out, "dog") || !strings.Contains(out, "cat") {
		t.Errorf("after the restart: %s", out)
	}
	if out := h.runMemoir("backup", "list"); !strings.Contains(out, "before a restore") {
		t.Errorf("the replaced data is not kept: %s", out)
	}
}
