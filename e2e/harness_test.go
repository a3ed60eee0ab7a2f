//go:build e2e

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
	"regexp"
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
const waitTimeout = 60 * time.Second

// pollInterval is the time between two checks of a condition.
const pollInterval = 50 * time.Millisecond

// harness is a data folder, a model server and the program that uses both.
type harness struct {
	*testing.T
	dir           string
	server        *llmtest.Server // nil when another server is used
	baseURL       string
	cmd           *exec.Cmd
	windowID      string
	output        *lockedBuffer
	undimmedColor color.RGBA  // window colour without a dialog over it
	demo          bool        // the program's own scripted replies, memoir --demo
	pictureSize   image.Point // of screenshots; zero is the whole screen
}

type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// newHarness creates an empty folder and a scripted server, or uses the server of
// MEMOIR_E2E_BASE_URL.
func newHarness(t *testing.T) *harness {
	t.Helper()
	h := &harness{T: t, dir: t.TempDir(), output: &lockedBuffer{}}
	t.Cleanup(func() { _ = os.RemoveAll(h.runtimeDir()) })
	if h.demo = os.Getenv("MEMOIR_E2E_DEMO") != ""; h.demo {
		t.Cleanup(h.stopAndCheckOutput)
		return h
	}
	if h.baseURL = os.Getenv("MEMOIR_E2E_BASE_URL"); h.baseURL == "" {
		h.server = newDemoServer(t)
		h.baseURL = h.server.URL + "/v1"
	}
	t.Cleanup(h.stopAndCheckOutput)
	return h
}

// newDemoServer starts a server with the demo's script.
func newDemoServer(t *testing.T) *llmtest.Server {
	t.Helper()
	script, err := llmtest.DemoScript()
	if err != nil {
		t.Fatal(err)
	}
	return llmtest.StartServerForTest(t, script)
}

// writeModelsFileAndCreateDatabase writes models.yaml, so that tests of other things start without the first run.
func (h *harness) writeModelsFileAndCreateDatabase() {
	h.Helper()
	yaml := "providers:\n  - name: local\n    base_url: " + h.baseURL + "\n"
	if err := os.WriteFile(filepath.Join(h.dir, "models.yaml"), []byte(yaml), 0o600); err != nil {
		h.Fatal(err)
	}
	h.runMemoir("memory", "list") // creates the database
}

// runMemoir runs a command of the program on the folder and returns its output.
func (h *harness) runMemoir(args ...string) string {
	h.Helper()
	cmd := exec.CommandContext(timeoutContext(h.T), programPath(h.T), append(args, "--data-dir", h.dir)...)
	cmd.Env = h.programEnv()
	out, err := cmd.CombinedOutput()
	if err != nil {
		h.Fatalf("memoir %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func programPath(t *testing.T) string {
	t.Helper()
	bin := os.Getenv("MEMOIR_BIN")
	if bin == "" {
		t.Fatal("MEMOIR_BIN must name the built program; run tools/e2e-window.sh")
	}
	return bin
}

// programEnv is the environment without this computer's keys, settings and model servers, with
// state in the test's folder.
func (h *harness) programEnv(more ...string) []string {
	var out []string
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if !regexp.MustCompile(`^(OPENAI_|OPENROUTER_|XDG_|LC_|LANGUAGE$|MEMOIR_)`).MatchString(name) {
			out = append(out, v)
		}
	}
	state := filepath.Join(h.dir, ".state")
	return append(append(out, "XDG_STATE_HOME="+state, "XDG_RUNTIME_DIR="+h.runtimeDir(), "XDG_CONFIG_HOME="+state,
		"HOME="+h.homeDir(), "LANG=C.UTF-8", "TZ=UTC", "MEMOIR_LOCAL_SERVERS=none"), more...)
}

// runtimeDir is the folder of the socket; socket paths must be short.
func (h *harness) runtimeDir() string {
	dir := filepath.Join(os.TempDir(), "m"+strconv.Itoa(os.Getpid()))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		h.Fatal(err)
	}
	return dir
}

// homeDir is an empty home folder.
func (h *harness) homeDir() string {
	dir := filepath.Join(h.dir, ".home")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		h.Fatal(err)
	}
	return dir
}

// startWindow starts the program and waits for its window and first frame.
func (h *harness) startWindow(env ...string) {
	h.Helper()
	h.cmd = exec.Command(programPath(h.T), h.windowArgs()...)
	h.cmd.Env = h.programEnv(env...)
	h.cmd.Stdout, h.cmd.Stderr = h.output, h.output
	if err := h.cmd.Start(); err != nil {
		h.Fatal(err)
	}
	h.waitForWindowAndFocusIt()
}

// waitForWindowAndFocusIt waits for the window of the program, gives it the focus, and waits for its first frame.
func (h *harness) waitForWindowAndFocusIt() {
	h.Helper()
	h.waitFor("the window", func() bool {
		out, err := exec.Command("xdotool", "search", "--onlyvisible", "--pid", strconv.Itoa(h.cmd.Process.Pid)).Output()
		h.windowID = strings.TrimSpace(strings.Split(string(out), "\n")[0])
		return err == nil && h.windowID != ""
	})
	h.runXdotool("windowfocus", "--sync", h.windowID)
	h.waitFor("the first frame", func() bool { return h.pixelAt(8, 400) != color.RGBA{A: 255} })
}

func (h *harness) windowArgs() []string {
	args := []string{"gui", "--data-dir", h.dir}
	if h.demo {
		args = append(args, "--demo")
	}
	return args
}

// printStep prints the current step of the story when MEMOIR_TELL is set.
func (h *harness) printStep(text string) {
	if os.Getenv("MEMOIR_TELL") != "" {
		fmt.Println("  " + text)
	}
}

// stopProgram sends SIGTERM, as a desktop does at logout, and checks that the program exits without
// error. After waitTimeout it is killed.
func (h *harness) stopProgram() {
	h.Helper()
	if h.cmd == nil {
		return
	}
	cmd := h.cmd
	h.cmd = nil
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		h.Fatal(err)
	}
	timer := time.AfterFunc(waitTimeout, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	if err := cmd.Wait(); err != nil {
		h.Errorf("the program ended with %v\n%s", err, h.output.String())
	}
}

// stopAndCheckLogs stops the program and checks that neither its output nor its log has a warning.
func (h *harness) stopAndCheckLogs() {
	h.Helper()
	h.stopProgram()
	out := withoutPreferenceErrors(h.output.String())
	if h.demo { // printed at every start
		notice := "Demo mode: sample answers, no model needed.\n"
		if !strings.Contains(out, notice) {
			h.Error("the demo does not say that replies are scripted")
		}
		out = strings.ReplaceAll(out, notice, "")
	}
	if out = strings.TrimSpace(out); out != "" {
		h.Errorf("the program wrote %q", out)
	}
	logs := 0
	err := filepath.WalkDir(filepath.Join(h.dir, ".state"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".log" {
			return err
		}
		b, err := os.ReadFile(path)
		for _, line := range strings.Split(string(b), "\n") {
			if strings.Contains(line, "level=WARN") || strings.Contains(line, "level=ERROR") {
				h.Errorf("the log has %q", line)
			}
		}
		logs++
		return err
	})
	if err != nil || logs == 0 {
		h.Errorf("%d logs were read: %v", logs, err)
	}
}

// withoutPreferenceErrors drops the errors of Fyne's watcher when it reads its preferences while
// Fyne writes them at exit; Memoir stores nothing there.
func withoutPreferenceErrors(out string) string {
	lines := strings.Split(out, "\n")
	for i, l := range lines {
		if strings.Contains(l, "Fyne error:  Preferences load error") {
			n := i + 1
			for n < len(lines) && (strings.Contains(lines[n], "  Cause:") || strings.Contains(lines[n], "  At:")) {
				n++
			}
			return withoutPreferenceErrors(strings.Join(append(append([]string{}, lines[:i]...), lines[n:]...), "\n"))
		}
	}
	return out
}

// killProgram ends the program with SIGKILL.
func (h *harness) killProgram() {
	h.Helper()
	cmd := h.cmd
	h.cmd = nil
	if err := cmd.Process.Kill(); err != nil {
		h.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
}

func (h *harness) stopAndCheckOutput() {
	if h.Failed() && h.cmd != nil {
		h.saveScreenshot("failed-" + strings.ReplaceAll(h.Name(), "/", "-"))
	}
	h.stopProgram()
	out := withoutPreferenceErrors(h.output.String())
	for _, marker := range []string{
		"Error in Fyne call thread", "panic:", "fatal error", "DATA RACE", "Fyne error", "left behind:",
	} {
		if strings.Contains(out, marker) {
			h.Errorf("the program wrote %q:\n%s", marker, out[max(0, strings.Index(out, marker)-200):])
		}
	}
	if h.Failed() {
		h.Log(out)
	}
}

// runXdotool moves the mouse and presses keys.
func (h *harness) runXdotool(args ...string) {
	h.Helper()
	if out, err := exec.Command("xdotool", args...).CombinedOutput(); err != nil {
		h.Fatalf("xdotool %v: %v %s", args, err, out)
	}
}

func (h *harness) clickAt(x, y int) {
	h.Helper()
	h.runXdotool("mousemove", strconv.Itoa(x), strconv.Itoa(y), "click", "1")
}

func (h *harness) pressKeys(keys ...string) {
	h.Helper()
	h.runXdotool(append([]string{"key", "--clearmodifiers", "--delay", "40"}, keys...)...)
}

func (h *harness) typeText(text string) {
	h.Helper()
	h.runXdotool("type", "--delay", "12", text)
}

// doAndWaitForDimmedWindow calls do and waits until a dialog has dimmed the window behind it.
func (h *harness) doAndWaitForDimmedWindow(what string, do func()) {
	h.Helper()
	before := h.pixelAt(8, 400)
	h.undimmedColor = before
	do()
	h.waitFor(what, func() bool { return h.pixelAt(8, 400) != before })
}

// waitForDialogClosed waits until the dialog of doAndWaitForDimmedWindow has closed.
func (h *harness) waitForDialogClosed() {
	h.Helper()
	h.waitFor("the dialog to close", func() bool { return h.pixelAt(8, 400) == h.undimmedColor })
}

// searchAndOpenFirstHit searches everything and opens the first hit.
func (h *harness) searchAndOpenFirstHit(query string) {
	h.Helper()
	h.doAndWaitForDimmedWindow("the search", func() { h.pressKeys("ctrl+k") })
	h.typeText(query)
	h.pressKeys("Return")
	h.waitForDialogClosed()
}

// waitFor polls a condition until it is true, and fails the test after waitTimeout.
func (h *harness) waitFor(what string, ok func() bool) {
	h.Helper()
	for end := time.Now().Add(waitTimeout); time.Now().Before(end); time.Sleep(pollInterval) {
		if ok() {
			return
		}
		if h.cmd != nil && h.cmd.ProcessState != nil {
			break
		}
	}
	h.Fatalf("waited in vain for %s\n%s", what, h.output.String())
}

func (h *harness) openDB(mode string) *sql.DB {
	h.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(h.dir, "app.db")+"?mode="+mode+"&_pragma=busy_timeout(5000)")
	if err != nil {
		h.Fatal(err)
	}
	return db
}

// execSQL changes the database while no window uses it.
func (h *harness) execSQL(query string, args ...any) {
	h.Helper()
	db := h.openDB("rw")
	defer db.Close()
	if _, err := db.Exec(query, args...); err != nil {
		h.Fatal(err)
	}
}

// queryText returns the first column of the first row as text, "" when there is none.
func (h *harness) queryText(query string, args ...any) string {
	h.Helper()
	db := h.openDB("ro")
	defer db.Close()
	return firstText(db, query, args...)
}

func firstText(db *sql.DB, query string, args ...any) string {
	var s sql.NullString
	err := db.QueryRow(query, args...).Scan(&s)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "error: " + err.Error() // a new database has no tables yet
	}
	return s.String
}

// waitForQuery waits until a query returns the wanted text.
func (h *harness) waitForQuery(want, query string, args ...any) {
	h.Helper()
	db, tries := h.openDB("ro"), 0
	defer func() { _ = db.Close() }()
	h.waitFor(query+" = "+want, func() bool {
		// A connection reads the schema first, so twenty tries share one; the file may be replaced meanwhile.
		if tries++; tries%20 == 0 {
			_ = db.Close()
			db = h.openDB("ro")
		}
		return firstText(db, query, args...) == want
	})
}

// sendAndWait types a message, sends it, and waits until its answer is final.
func (h *harness) sendAndWait(text string) {
	h.Helper()
	before := h.queryText("SELECT count(*) FROM messages WHERE role='assistant'")
	h.typeText(text)
	h.waitFor("the message to be sent", func() bool {
		h.pressKeys("Return") // ignored until the last answer has been drawn
		return h.becomesTrueWithinTwoSeconds(func() bool {
			return h.queryText("SELECT content FROM messages WHERE role='user' ORDER BY id DESC LIMIT 1") == text
		})
	})
	h.waitFor("an answer to "+text, func() bool {
		return h.queryText("SELECT count(*) FROM messages WHERE role='assistant' AND status<>'streaming'") != before &&
			h.queryText("SELECT count(*) FROM messages WHERE status='streaming'") == "0"
	})
}

// lastChatRequestBody returns the body of the last chat request, or the receipt's system message when another
// server is used.
func (h *harness) lastChatRequestBody() string {
	h.Helper()
	if h.server == nil {
		return h.queryText("SELECT json_extract(receipt, '$.system') FROM messages WHERE role='assistant' " +
			"ORDER BY id DESC LIMIT 1")
	}
	last := ""
	for _, r := range h.server.ChatRequests() {
		if !strings.Contains(r.Body, "long-term memory of an assistant") &&
			!strings.Contains(r.Body, "You keep a list of facts") && !strings.Contains(r.Body, "Name this chat in at most") {
			last = r.Body
		}
	}
	return last
}

// timeoutContext ends after waitTimeout.
func timeoutContext(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), waitTimeout)
	t.Cleanup(cancel)
	return ctx
}

// becomesTrueWithinTwoSeconds reports whether a condition becomes true within two seconds; it is for clicks that
// are repeated when they came too early.
func (h *harness) becomesTrueWithinTwoSeconds(ok func() bool) bool {
	for range 40 {
		if ok() {
			return true
		}
		time.Sleep(pollInterval)
	}
	return false
}
