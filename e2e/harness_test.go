//go:build e2e

// Package e2e drives the built program in a real window by mouse and keyboard, and checks the
// database, the request log of the model server and the program's output. tools/e2e-window.sh runs
// it.
package e2e

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	_ "github.com/glebarez/go-sqlite"

	"memoir/llm/llmtest"
)

// waitTimeout bounds every wait; the software renderer of a busy machine needs part of it.
const patience = 60 * time.Second

// pollInterval is the time between two checks of a condition.
const poll = 50 * time.Millisecond

// harness is a data folder, a model server and the program that uses both.
type world struct {
	*testing.T
	dir    string
	server *llmtest.Server // nil when another server is used
	base   string
	cmd    *exec.Cmd
	window string
	out    *lockedBuffer
	light  color.RGBA  // window colour without a dialog over it
	demo   bool        // the program's own scripted replies, memoir --demo
	size   image.Point // of screenshots; zero is the whole screen
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// newHarness creates an empty folder and a scripted server, or uses the server of
// MEMOIR_E2E_BASE_URL.
func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{T: t, dir: t.TempDir(), out: &lockedBuffer{}}
	if w.demo = os.Getenv("MEMOIR_E2E_DEMO") != ""; w.demo {
		t.Cleanup(w.end)
		return w
	}
	if w.base = os.Getenv("MEMOIR_E2E_BASE_URL"); w.base == "" {
		w.server = scripted(t)
		w.base = w.server.URL + "/v1"
	}
	t.Cleanup(w.end)
	return w
}

// newDemoServer starts a server with the demo's script.
func scripted(t *testing.T) *llmtest.Server {
	t.Helper()
	script, err := llmtest.Demo()
	if err != nil {
		t.Fatal(err)
	}
	return llmtest.New(t, script)
}

// skipFirstRun writes models.yaml, so that tests of other things start without the first run.
func (w *world) settled() {
	w.Helper()
	yaml := "providers:\n  - name: local\n    base_url: " + w.base + "\n"
	if err := os.WriteFile(filepath.Join(w.dir, "models.yaml"), []byte(yaml), 0o600); err != nil {
		w.Fatal(err)
	}
	w.memoir("memory", "list") // creates the database
}

// runMemoir runs a command of the program on the folder and returns its output.
func (w *world) memoir(args ...string) string {
	w.Helper()
	cmd := exec.Command(program(w.T), append(args, "--data-dir", w.dir)...)
	cmd.Env = w.env()
	out, err := cmd.CombinedOutput()
	if err != nil {
		w.Fatalf("memoir %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func program(t *testing.T) string {
	t.Helper()
	bin := os.Getenv("MEMOIR_BIN")
	if bin == "" {
		t.Fatal("MEMOIR_BIN must name the built program; run tools/e2e-window.sh")
	}
	return bin
}

// programEnv is the environment without this computer's keys, with state in the test's folder.
func (w *world) env(more ...string) []string {
	var out []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "OPENAI_") && !strings.HasPrefix(v, "OPENROUTER_") && !strings.HasPrefix(v, "XDG_") {
			out = append(out, v)
		}
	}
	state := filepath.Join(w.dir, ".state")
	return append(append(out, "XDG_STATE_HOME="+state, "XDG_RUNTIME_DIR="+w.runtime(), "XDG_CONFIG_HOME="+state,
		"LANG=C.UTF-8", "TZ=UTC"), more...)
}

// runtimeDir is the folder of the socket; socket paths must be short.
func (w *world) runtime() string {
	dir := filepath.Join(os.TempDir(), "m"+strconv.Itoa(os.Getpid()))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		w.Fatal(err)
	}
	return dir
}

// startWindow starts the program and waits for its window and first frame.
func (w *world) start(env ...string) {
	w.Helper()
	w.cmd = exec.Command(program(w.T), w.args()...)
	w.cmd.Env = w.env(env...)
	w.cmd.Stdout, w.cmd.Stderr = w.out, w.out
	if err := w.cmd.Start(); err != nil {
		w.Fatal(err)
	}
	w.until("the window", func() bool {
		out, err := exec.Command("xdotool", "search", "--onlyvisible", "--pid", strconv.Itoa(w.cmd.Process.Pid)).Output()
		w.window = strings.TrimSpace(strings.Split(string(out), "\n")[0])
		return err == nil && w.window != ""
	})
	w.xdo("windowfocus", "--sync", w.window)
	w.until("the first frame", func() bool { return w.pixel(8, 400) != color.RGBA{A: 255} })
}

func (w *world) args() []string {
	args := []string{"gui", "--data-dir", w.dir}
	if w.demo {
		args = append(args, "--demo")
	}
	return args
}

// printStep prints the current step of the story when MEMOIR_TELL is set.
func (w *world) tell(text string) {
	if os.Getenv("MEMOIR_TELL") != "" {
		fmt.Println("  " + text)
	}
}

// stopProgram sends SIGTERM, as a desktop does at logout, and checks that the program exits without
// error.
func (w *world) stop() {
	w.Helper()
	if w.cmd == nil {
		return
	}
	cmd := w.cmd
	w.cmd = nil
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		w.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		w.Errorf("the program ended with %v\n%s", err, w.out.String())
	}
}

// stopAndCheckLogs stops the program and checks that neither its output nor its log has a warning.
func (w *world) clean() {
	w.Helper()
	w.stop()
	out := said(w.out.String())
	if w.demo { // printed at every start
		notice := "This is the demo: replies are scripted, no model is asked.\n"
		if !strings.Contains(out, notice) {
			w.Error("the demo does not say that replies are scripted")
		}
		out = strings.ReplaceAll(out, notice, "")
	}
	if out = strings.TrimSpace(out); out != "" {
		w.Errorf("the program wrote %q", out)
	}
	logs := 0
	err := filepath.WalkDir(filepath.Join(w.dir, ".state"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".log" {
			return err
		}
		b, err := os.ReadFile(path)
		for _, line := range strings.Split(string(b), "\n") {
			if strings.Contains(line, "level=WARN") || strings.Contains(line, "level=ERROR") {
				w.Errorf("the log has %q", line)
			}
		}
		logs++
		return err
	})
	if err != nil || logs == 0 {
		w.Errorf("%d logs were read: %v", logs, err)
	}
}

// withoutPreferenceErrors drops the errors of Fyne's watcher when it reads its preferences while
// Fyne writes them at exit; Memoir stores nothing there.
func said(out string) string {
	lines := strings.Split(out, "\n")
	for i, l := range lines {
		if strings.Contains(l, "Fyne error:  Preferences load error") {
			n := i + 1
			for n < len(lines) && (strings.Contains(lines[n], "  Cause:") || strings.Contains(lines[n], "  At:")) {
				n++
			}
			return said(strings.Join(append(append([]string{}, lines[:i]...), lines[n:]...), "\n"))
		}
	}
	return out
}

// killProgram ends the program with SIGKILL.
func (w *world) kill() {
	w.Helper()
	cmd := w.cmd
	w.cmd = nil
	if err := cmd.Process.Kill(); err != nil {
		w.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
}

func (w *world) end() {
	if w.Failed() && w.cmd != nil {
		w.shot("failed-" + strings.ReplaceAll(w.Name(), "/", "-"))
	}
	w.stop()
	out := said(w.out.String())
	for _, bad := range []string{
		"Error in Fyne call thread", "panic:", "fatal error", "DATA RACE", "Fyne error", "left behind:",
	} {
		if strings.Contains(out, bad) {
			w.Errorf("the program wrote %q:\n%s", bad, out[max(0, strings.Index(out, bad)-200):])
		}
	}
	if w.Failed() {
		w.Log(out)
	}
}

// runXdotool moves the mouse and presses keys.
func (w *world) xdo(args ...string) {
	w.Helper()
	if out, err := exec.Command("xdotool", args...).CombinedOutput(); err != nil {
		w.Fatalf("xdotool %v: %v %s", args, err, out)
	}
}

func (w *world) click(x, y int) {
	w.Helper()
	w.xdo("mousemove", strconv.Itoa(x), strconv.Itoa(y), "click", "1")
}

func (w *world) key(keys ...string) {
	w.Helper()
	w.xdo(append([]string{"key", "--clearmodifiers", "--delay", "40"}, keys...)...)
}

func (w *world) typed(text string) {
	w.Helper()
	w.xdo("type", "--delay", "12", text)
}

// openDialog calls do and waits until a dialog has dimmed the window behind it.
func (w *world) opens(what string, do func()) {
	w.Helper()
	before := w.pixel(8, 400)
	w.light = before
	do()
	w.until(what, func() bool { return w.pixel(8, 400) != before })
}

// waitForDialogClosed waits until the dialog of openDialog has closed.
func (w *world) untilLight() {
	w.Helper()
	w.until("the dialog to close", func() bool { return w.pixel(8, 400) == w.light })
}

// waitFor polls a condition until it is true, and fails the test after waitTimeout.
func (w *world) until(what string, ok func() bool) {
	w.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(poll) {
		if ok() {
			return
		}
		if w.cmd != nil && w.cmd.ProcessState != nil {
			break
		}
	}
	w.Fatalf("waited in vain for %s\n%s", what, w.out.String())
}

func (w *world) open(mode string) *sql.DB {
	w.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(w.dir, "app.db")+"?mode="+mode+"&_pragma=busy_timeout(5000)")
	if err != nil {
		w.Fatal(err)
	}
	return db
}

// execSQL changes the database while no window uses it.
func (w *world) exec(query string, args ...any) {
	w.Helper()
	db := w.open("rw")
	defer db.Close()
	if _, err := db.Exec(query, args...); err != nil {
		w.Fatal(err)
	}
}

// queryText returns the first column of the first row as text, "" when there is none.
func (w *world) ask(query string, args ...any) string {
	w.Helper()
	db := w.open("ro")
	defer db.Close()
	var s sql.NullString
	err := db.QueryRow(query, args...).Scan(&s)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "error: " + err.Error() // a new database has no tables yet
	}
	return s.String
}

// waitForQuery waits until a query returns the wanted text.
func (w *world) untilDB(want, query string, args ...any) {
	w.Helper()
	w.until(query+" = "+want, func() bool { return w.ask(query, args...) == want })
}

// sendAndWait types a message, sends it, and waits until its answer is final.
func (w *world) say(text string) {
	w.Helper()
	before := w.ask("SELECT count(*) FROM messages WHERE role='assistant'")
	w.typed(text)
	w.until("the message to be sent", func() bool {
		w.key("Return") // ignored until the last answer has been drawn
		return w.soon(func() bool {
			return w.ask("SELECT content FROM messages WHERE role='user' ORDER BY id DESC LIMIT 1") == text
		})
	})
	w.until("an answer to "+text, func() bool {
		return w.ask("SELECT count(*) FROM messages WHERE role='assistant' AND status<>'streaming'") != before &&
			w.ask("SELECT count(*) FROM messages WHERE status='streaming'") == "0"
	})
}

// lastPrompt returns the body of the last chat request, or the receipt when another server is used.
func (w *world) lastPrompt() string {
	w.Helper()
	if w.server == nil {
		return w.ask("SELECT receipt FROM messages WHERE role='assistant' ORDER BY id DESC LIMIT 1")
	}
	last := ""
	for _, r := range w.server.Chats() {
		if !strings.Contains(r.Body, "long-term memory of an assistant") {
			last = r.Body
		}
	}
	return last
}

// timeoutContext ends after waitTimeout.
func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// becomesTrue reports whether a condition becomes true within two seconds; it is for clicks that
// are repeated when they came too early.
func (w *world) soon(ok func() bool) bool {
	for range 40 {
		if ok() {
			return true
		}
		time.Sleep(poll)
	}
	return false
}
