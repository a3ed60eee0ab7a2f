package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// commandTable runs command lines in this process, on a folder that memoir serve owns.
type commandTable struct {
	t      *testing.T
	folder string // of the Markdown mirror
}

// newCommandTable starts memoir serve and fills its folder.
func newCommandTable(t *testing.T) *commandTable {
	t.Helper()
	h := newHarness(t)
	h.env = append(h.env, "MEMOIR_PRESET=standard", "MEMOIR_EXTRACTION_ASK_FIRST=always")
	for _, v := range h.env {
		if name, value, _ := strings.Cut(v, "="); isMemoirOrXDGVariable(name) {
			t.Setenv(name, value)
		}
	}
	model, err := startModelServer()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(model.Close)
	if err := writeModelsYAML(h.dir, model.URL); err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.txt", "b.txt", "c.txt"} {
		if err := os.WriteFile(name, []byte("The contents of "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f := &commandTable{t: t, folder: filepath.Join(t.TempDir(), "notes")}
	f.startServing(h)
	for _, text := range []string{"falcon and I ride a red bicycle", "eagle and I ride a blue unicycle"} {
		f.runOrFail("learn", "The code name is "+text)
	}
	for i := 5; i <= 12; i++ {
		f.runOrFail("memory", "add", fmt.Sprintf("The user likes tea number %d", i))
	}
	for range 3 {
		f.runOrFail("chat", "--no-wait", "--memory", "off", "hello")
	}
	f.runOrFail("projects", "add", "Work")
	f.runOrFail("projects", "add", "Garden")
	f.runOrFail("profiles", "add", "Ann")
	f.runOrFail("profiles", "add", "Bob")
	f.runOrFail("context", "add", "a.txt", "b.txt")
	f.runOrFail("memory", "base", "edit", "I am a nurse.")
	f.runOrFail("config", "set", "folder.path", f.folder)
	return f
}

func isMemoirOrXDGVariable(name string) bool {
	return strings.HasPrefix(name, "MEMOIR_") || strings.HasPrefix(name, "XDG_")
}

func (f *commandTable) startServing(h *harness) {
	f.t.Helper()
	cmd := h.newMemoirCommand("serve", "--addr", "127.0.0.1:0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		f.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	})
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		f.t.Fatalf("serve says %q: %v", line, err)
	}
}

// runOrFail runs a command line that must succeed.
func (f *commandTable) runOrFail(args ...string) {
	f.t.Helper()
	if code, out, diag := runCommandInProcess(args, ""); code != exitOK {
		f.t.Fatalf("memoir %s exits with %d: %s%s", strings.Join(args, " "), code, out, diag)
	}
}

func runCommandInProcess(args []string, stdin string) (code int, out, diag string) {
	var o, d bytes.Buffer
	code = Run(args, strings.NewReader(stdin), &o, &d)
	return code, o.String(), d.String()
}

// addMemoriesAndDeleteFactFiles deletes more files than are forgotten without a question.
func (f *commandTable) addMemoriesAndDeleteFactFiles() {
	f.t.Helper()
	f.runOrFail("memory", "add", "The user likes plums")
	f.runOrFail("memory", "add", "The user likes pears")
	f.runOrFail("folder", "status") // everything is written
	if err := os.RemoveAll(filepath.Join(f.folder, "entries", "global", "facts")); err != nil {
		f.t.Fatal(err)
	}
	said := ""
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if _, said, _ = runCommandInProcess(
			[]string{"folder", "status"}, "",
		); strings.Contains(said, "memory files are missing") {
			return
		}
	}
	f.t.Fatalf("the folder says %q", said)
}

// argumentsOfCommandLine splits what stands behind the name of a command.
func argumentsOfCommandLine(path, line string) []string {
	args := strings.Fields(path)
	for _, word := range strings.Fields(line) {
		args = append(args, strings.ReplaceAll(word, "+", " "))
	}
	return args
}

// executableCommands lists the commands of the tree that do something, in its order.
func executableCommands() []*command {
	var out []*command
	var visit func(c *command)
	visit = func(c *command) {
		if c.setupFlags != nil {
			out = append(out, c)
		}
		for _, s := range c.subcommands {
			visit(s)
		}
	}
	visit(rootCommand())
	return out
}

// namesAThing matches the usage of a command that takes the id or the name of something that must exist.
var namesAThing = regexp.MustCompile(`\b(ID|CHAT|DECISION|PROJECT|PROVIDER$|MESSAGE|FILE)\b`)

func TestEveryCommandHasARow(t *testing.T) {
	rows := testCallsByCommand()
	for _, c := range executableCommands() {
		path := c.path
		row, ok := rows[path]
		switch promised := strings.Contains(c.usage, "--json"); {
		case !ok:
			t.Errorf("memoir %s has no row", path)
		case promised != (row.json != ""):
			t.Errorf("memoir %s %s: its row says of --json %q", path, c.usage, row.json)
		case row.unknown == "" && row.elsewhere == "" && namesAThing.MatchString(c.usage):
			t.Errorf("memoir %s %s: its row has no call with an unknown id", path, c.usage)
		case row.elsewhere != "":
			text, err := os.ReadFile(row.elsewhere)
			if err != nil || !strings.Contains(string(text), path) {
				t.Errorf("memoir %s is not called in %s", path, row.elsewhere)
			}
		}
		delete(rows, path)
	}
	for path := range rows {
		t.Errorf("the row %q belongs to no command", path)
	}
}

func TestEveryCommandByTheContract(t *testing.T) {
	f := newCommandTable(t)
	rows := testCallsByCommand()
	for _, c := range executableCommands() {
		row := rows[c.path]
		t.Run(c.path, func(t *testing.T) {
			f.t = t
			f.assertWrongCallsFail(c.path, row)
			if row.before != nil {
				row.before(f)
			}
			if row.elsewhere == "" {
				f.assertGoodCallPrints(c.path, row)
			}
		})
	}
}

func (f *commandTable) assertWrongCallsFail(path string, row commandRow) {
	f.t.Helper()
	if path != "help" {
		f.assertExitCodeAndSentence(exitUsage, argumentsOfCommandLine(path, row.wrong), "")
	}
	for exit, lines := range map[int]string{exitNotFound: row.unknown, exitFailed: row.refused} {
		for line := range strings.SplitSeq(lines, ";") {
			if line != "" && line != emptyList {
				f.assertExitCodeAndSentence(exit, argumentsOfCommandLine(path, line), row.stdin)
			}
		}
	}
}

// assertExitCodeAndSentence runs a call that ends with an exit code other than 0, nothing on stdout, and a sentence.
func (f *commandTable) assertExitCodeAndSentence(want int, args []string, stdin string) {
	f.t.Helper()
	code, out, diag := runCommandInProcess(args, stdin)
	if code != want || out != "" || !isSentenceForPeople(diag) {
		f.t.Errorf("memoir %s exits with %d, want %d; stdout %q, stderr %q", strings.Join(args, " "), code, want, out, diag)
	}
}

// isSentenceForPeople reports whether stderr says what happened in a whole sentence.
func isSentenceForPeople(diag string) bool {
	text, ok := strings.CutPrefix(strings.TrimSpace(diag), "memoir: ")
	return ok && len(text) > 10 && strings.ContainsAny(text[len(text)-1:], ".?")
}

func (f *commandTable) assertGoodCallPrints(path string, row commandRow) {
	f.t.Helper()
	args := argumentsOfCommandLine(path, row.good)
	code, out, diag := runCommandInProcess(args, row.stdin)
	if code != row.exit {
		f.t.Fatalf("memoir %s exits with %d: %s%s", strings.Join(args, " "), code, out, diag)
	}
	if !regexp.MustCompile(row.prints).MatchString(out) {
		f.t.Errorf("memoir %s prints %q, want %s (stderr %q)", strings.Join(args, " "), out, row.prints, diag)
	}
	if row.refusedAfter != "" {
		f.assertExitCodeAndSentence(exitFailed, argumentsOfCommandLine(path, row.refusedAfter), "")
	}
	if row.json == "" {
		return
	}
	if row.jsonGood != "" {
		args = argumentsOfCommandLine(path, row.jsonGood)
	}
	if row.before != nil {
		row.before(f)
	}
	args = append(args, "--json")
	code, out, diag = runCommandInProcess(args, row.stdin)
	if code != exitOK {
		f.t.Fatalf("memoir %s exits with %d: %s%s", strings.Join(args, " "), code, out, diag)
	}
	if problem := problemOfJSON(out, row.json); problem != "" {
		f.t.Errorf("memoir %s: %s: %.300s", strings.Join(args, " "), problem, out)
	}
}

// problemOfJSON says in what an output differs from the shape of a row; empty when in nothing.
func problemOfJSON(out, shape string) string {
	names, isList := strings.CutPrefix(shape, jsonList)
	var item map[string]json.RawMessage
	if isList {
		var items []json.RawMessage
		if err := json.Unmarshal([]byte(out), &items); err != nil {
			return "no JSON array: " + err.Error()
		}
		if names == "" {
			return ""
		}
		if len(items) == 0 {
			return "an empty list"
		}
		out = string(items[0])
	}
	if err := json.Unmarshal([]byte(out), &item); err != nil {
		return "no JSON object: " + err.Error()
	}
	for _, name := range strings.Fields(names) {
		if _, ok := item[name]; !ok {
			return "without " + name
		}
	}
	return ""
}

// TestCommandsWithoutADataFolder calls every command with a data folder that is a file, and with one that a
// process holds which does not answer.
func TestCommandsWithoutADataFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, v := range []string{"XDG_RUNTIME_DIR", "XDG_STATE_HOME", "MEMOIR_HOME"} {
		t.Setenv(v, t.TempDir())
	}
	t.Setenv(localServersEnv, "none")
	for _, name := range []string{"no-folder", "c.txt", "safe.db", "all.json"} {
		if err := os.WriteFile(name, []byte("no folder"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	held := &env{getenv: os.Getenv, dataDir: t.TempDir(), printer: printer{out: &lockedBuffer{}, err: &lockedBuffer{}}}
	lockFolderAndNeverAnswer(t, held, false)
	rows := testCallsByCommand()
	for _, c := range executableCommands() {
		row := rows[c.path]
		if row.needsNoFolder {
			continue
		}
		args := argumentsOfCommandLine(c.path, row.good)
		if row.elsewhere != "" {
			args = argumentsOfCommandLine(c.path, row.refused)
		}
		code, out, diag := runCommandInProcess(append(slices.Clone(args), "--data-dir", "no-folder"), row.stdin)
		if code != exitFailed || out != "" || !isSentenceForPeople(lastLine(diag)) {
			t.Errorf("memoir %s on a file exits with %d: stdout %q, stderr %q", strings.Join(args, " "), code, out, diag)
		}
		if f, out := runOnFolderWithHungOwner(t, held.dataDir, args, row.stdin); f.code != exitFailed || f.hint == "" ||
			out != "" {
			t.Errorf("memoir %s on a held folder ends with %d, %q; stdout %q", strings.Join(args, " "), f.code, f.Error(), out)
		}
	}
}

// runOnFolderWithHungOwner runs a command line on a folder whose owner does not answer, and waits for it only a moment.
func runOnFolderWithHungOwner(t *testing.T, dir string, args []string, stdin string) (f *failure, out string) {
	t.Helper()
	var o, d lockedBuffer
	e := &env{
		printer: printer{out: &o, err: &d}, getenv: os.Getenv,
		textInput:  textInput{stdin: strings.NewReader(stdin), prompts: &d},
		interrupts: interrupts{interrupted: make(chan struct{})},
		ownerTimes: &ownerTimeouts{
			notice: time.Millisecond, handshake: 10 * time.Millisecond, hung: 20 * time.Millisecond,
			starting: 20 * time.Millisecond,
		},
	}
	err := e.findAndRunCommand(t.Context(), append(slices.Clone(args), "--data-dir", dir))
	if err == nil {
		return &failure{title: "no error"}, o.text()
	}
	return convertErrorToFailure(err), o.text()
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}
