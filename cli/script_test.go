package cli

import (
	"bufio"
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	sqlite "github.com/glebarez/sqlite"
	"github.com/rogpeppe/go-internal/testscript"

	"memoir/llm/llmtest"
)

// TestMain lets the test binary act as the program: started as "memoir" it runs its command line.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"memoir": func() {
		if v := os.Getenv("MEMOIR_TEST_VERSION"); v != "" {
			Version = v
		}
		os.Exit(Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:   "testdata/script",
		Setup: setUpEnvironmentAndModelServer,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":        cmdExpectExitCode,
			"bigfile":      cmdWriteBigFile,
			"garble":       cmdCorruptFileFromOffset,
			"truncate":     cmdTruncateFile,
			"newer":        cmdMarkDatabaseAsNewer,
			"serve":        cmdStartServe,
			"unserve":      cmdStopServeAndPrintStderr,
			"killserve":    cmdKillServe,
			"curl":         cmdSendRequestAndPrintAnswer,
			"smalldisk":    cmdRunScriptInMountNamespace,
			"fault":        cmdInjectModelServerFault,
			"sent":         cmdMatchLastChatRequest,
			"downmodel":    cmdStopModelServer,
			"untilrow":     cmdWaitForQueryAnswer,
			"rows":         cmdPrintQueryColumn,
			"forgetpreset": cmdDeleteStoredPreset,
			"infile":       cmdCheckFileContent,
			"edit":         cmdReplaceTextInFile,
		},
	})
}

type (
	serverKey struct{}
	modelKey  struct{}
)

// serveProcess is the memoir serve that a script started.
type serveProcess struct {
	cmd    *exec.Cmd
	addr   string
	stderr *bytes.Buffer
}

// setUpEnvironmentAndModelServer gives every script its own data folder, runtime folder and model server.
func setUpEnvironmentAndModelServer(env *testscript.Env) error {
	for name, value := range isolatedEnvironment(env.WorkDir) {
		env.Setenv(name, value)
		if err := makeFolderIfPathIsAbsolute(value); err != nil {
			return err
		}
	}
	env.Values[serverKey{}] = &serveProcess{}
	srv, err := startModelServer()
	if err != nil {
		return err
	}
	env.Defer(srv.Close)
	env.Values[modelKey{}] = srv
	env.Setenv("MODEL_SERVER", srv.URL)
	return writeModelsYAML(filepath.Join(env.WorkDir, "home"), srv.URL)
}

// startModelServer starts the scripted server of testdata/model.yaml.
func startModelServer() (*llmtest.Server, error) {
	script, err := llmtest.LoadScript(filepath.Join("testdata", "model.yaml"))
	if err != nil {
		return nil, err
	}
	return llmtest.StartServer("127.0.0.1:0", script, "")
}

// writeModelsYAML writes a models.yaml that names the server.
func writeModelsYAML(home, url string) error {
	text := "providers:\n  - name: test\n    base_url: " + url + "/v1\n" +
		"    models: [{id: small, size: 1, context: 60000}, {id: large, size: 70}]\n"
	return os.WriteFile(filepath.Join(home, "models.yaml"), []byte(text), 0o600)
}

// isolatedEnvironment keeps the program away from this computer's folders and model servers: its
// folders are under work.
func isolatedEnvironment(work string) map[string]string {
	return map[string]string{
		localServersEnv: "none",
		"MEMOIR_HOME":   filepath.Join(work, "home"), "XDG_RUNTIME_DIR": filepath.Join(work, "run"),
		"XDG_STATE_HOME": filepath.Join(work, "state"), "XDG_DATA_HOME": filepath.Join(work, "data"),
	}
}

// makeFolderIfPathIsAbsolute creates the folder that a variable names; other values are no paths.
func makeFolderIfPathIsAbsolute(value string) error {
	if !filepath.IsAbs(value) {
		return nil
	}
	return os.MkdirAll(value, 0o700)
}

// cmdExpectExitCode runs a program that must end with the given exit code: exits 3 memoir memory rm 99.
func cmdExpectExitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE program [args]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

func cmdWriteBigFile(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), bytes.Repeat([]byte("line of text\n"), n/13+1), 0o600))
}

// cmdCorruptFileFromOffset corrupts a file from an offset on: garble FILE OFFSET.
func cmdCorruptFileFromOffset(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	b, err := os.ReadFile(path)
	ts.Check(err)
	from, err := strconv.Atoi(args[1])
	ts.Check(err)
	for i := from; i < len(b); i++ {
		b[i] ^= byte(i*31 + 7)
	}
	ts.Check(os.WriteFile(path, b, 0o600))
}

func cmdTruncateFile(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), n))
}

// cmdMarkDatabaseAsNewer marks a database as written by a later version.
func cmdMarkDatabaseAsNewer(ts *testscript.TestScript, _ bool, args []string) {
	db, err := sql.Open(sqlite.DriverName, "file:"+ts.MkAbs(args[0]))
	ts.Check(err)
	_, err = db.Exec("PRAGMA user_version = 9999") //nolint:noctx // a test's own file
	ts.Check(errors.Join(err, db.Close()))
}

// cmdDeleteStoredPreset removes the preset that is stored in a new database, as in one of an earlier version.
func cmdDeleteStoredPreset(ts *testscript.TestScript, _ bool, _ []string) {
	db, err := sql.Open(sqlite.DriverName, "file:"+filepath.Join(ts.Getenv("MEMOIR_HOME"), "app.db"))
	ts.Check(err)
	_, err = db.Exec("DELETE FROM settings WHERE key = 'config.preset'") //nolint:noctx // a test's own file
	ts.Check(errors.Join(err, db.Close()))
}

// cmdStartServe starts memoir serve in the background, waits for its address and stores that in $ADDR.
func cmdStartServe(ts *testscript.TestScript, _ bool, args []string) {
	r := ts.Value(serverKey{}).(*serveProcess)
	cmd := exec.Command("memoir", append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...) //nolint:noctx // unserve
	cmd.Dir = ts.MkAbs(".")
	for _, k := range strings.Fields("MEMOIR_HOME MEMOIR_LOCAL_SERVERS XDG_RUNTIME_DIR XDG_STATE_HOME XDG_DATA_HOME " +
		"HOME PATH TMPDIR") {
		cmd.Env = append(cmd.Env, k+"="+ts.Getenv(k))
	}
	r.stderr = &bytes.Buffer{}
	cmd.Stderr = r.stderr
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	r.cmd = cmd
	ts.Defer(func() {
		if r.cmd == cmd {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		_ = cmd.Wait()
		r.cmd = nil
		ts.Fatalf("serve said %q and %q: %v", line, r.stderr, err)
	}
	addr, ok := strings.CutPrefix(strings.TrimSpace(line), "Listening on http://")
	if !ok {
		ts.Fatalf("serve said %q", line)
	}
	r.addr = addr
	ts.Setenv("ADDR", addr)
}

// cmdStopServeAndPrintStderr stops the server with SIGTERM and prints what it wrote to stderr; it must exit without
// error, and is killed after a minute.
func cmdStopServeAndPrintStderr(ts *testscript.TestScript, _ bool, _ []string) {
	r := ts.Value(serverKey{}).(*serveProcess)
	ts.Check(r.cmd.Process.Signal(syscall.SIGTERM))
	timer := time.AfterFunc(time.Minute, func() { _ = r.cmd.Process.Kill() })
	err := r.cmd.Wait()
	timer.Stop()
	r.cmd = nil
	if err != nil {
		ts.Fatalf("serve ended with %v: %s", err, r.stderr)
	}
	_, err = ts.Stderr().Write(r.stderr.Bytes())
	ts.Check(err)
}

// cmdKillServe kills the server.
func cmdKillServe(ts *testscript.TestScript, _ bool, _ []string) {
	r := ts.Value(serverKey{}).(*serveProcess)
	ts.Check(r.cmd.Process.Kill())
	_ = r.cmd.Wait()
	r.cmd = nil
}

// cmdSendRequestAndPrintAnswer sends a request to the running server and prints the status and the body: curl METHOD
// PATH [BODY|TOKENFILE].
func cmdSendRequestAndPrintAnswer(ts *testscript.TestScript, _ bool, args []string) {
	r := ts.Value(serverKey{}).(*serveProcess)
	var body io.Reader
	token := ""
	if len(args) > 2 {
		if strings.HasPrefix(args[2], "{") {
			body = strings.NewReader(args[2])
		} else {
			token = strings.TrimSpace(ts.ReadFile(args[2]))
		}
	}
	req, err := http.NewRequest(args[0], "http://"+r.addr+args[1], body) //nolint:noctx // a test's own server
	ts.Check(err)
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := http.DefaultClient.Do(req)
	ts.Check(err)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	ts.Check(err)
	http.DefaultClient.CloseIdleConnections()
	ts.Check(ts.Exec("echo", fmt.Sprintf("%d %s", resp.StatusCode, b)))
}

// cmdRunScriptInMountNamespace runs a shell script in its own mount and user namespaces, where it may mount a small
// disk.
func cmdRunScriptInMountNamespace(ts *testscript.TestScript, _ bool, args []string) {
	if exec.Command("unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", os.TempDir()).Run() != nil { //nolint:noctx // short
		ts.Fatalf("this system lets nobody mount a disk of their own (unshare -rm)")
	}
	ts.Check(ts.Exec("unshare", "-rm", "sh", args[0]))
}

// cmdInjectModelServerFault makes the model server fail the next requests: fault KIND [after=N] [retry_after=N]
// [times=N].
func cmdInjectModelServerFault(ts *testscript.TestScript, _ bool, args []string) {
	f := llmtest.Fault{Kind: args[0]}
	for _, a := range args[1:] {
		name, value, _ := strings.Cut(a, "=")
		n, err := strconv.Atoi(value)
		into := map[string]*int{
			"after": &f.After, "retry_after": &f.RetryAfter, "times": &f.Times, "need": &f.Need, "limit": &f.Limit,
		}[name]
		switch {
		case name == "path":
			f.Path = value
		case err != nil || into == nil:
			ts.Fatalf("no fault has %q", a)
		default:
			*into = n
		}
	}
	ts.Check(ts.Value(modelKey{}).(*llmtest.Server).InjectFault(f))
}

// cmdMatchLastChatRequest matches an expression against the body of the last chat request: sent EXPRESSION.
func cmdMatchLastChatRequest(ts *testscript.TestScript, neg bool, args []string) {
	last := ""
	for _, r := range ts.Value(modelKey{}).(*llmtest.Server).ChatRequests() {
		if !strings.HasPrefix(r.Rule, "learn-") {
			last = r.Body
		}
	}
	if found := regexp.MustCompile(args[0]).MatchString(last); found == neg {
		ts.Fatalf("sent: match is %v in %s", found, last)
	}
}

// cmdStopModelServer stops the model server.
func cmdStopModelServer(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Value(modelKey{}).(*llmtest.Server).Close()
}

// cmdWaitForQueryAnswer waits until a query on the data folder's database returns the answer: untilrow QUERY
// ANSWER.
func cmdWaitForQueryAnswer(ts *testscript.TestScript, _ bool, args []string) {
	for end := time.Now().Add(time.Minute); ; {
		if got := queryColumn(ts, args[0]); strings.Join(got, "\n") == args[1] {
			return
		} else if time.Now().After(end) {
			ts.Fatalf("after a minute the answer is %q", got)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// cmdPrintQueryColumn prints the first column of a query on the data folder's database.
func cmdPrintQueryColumn(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(ts.Exec("printf", "%s", strings.Join(queryColumn(ts, args[0]), "\n")+"\n"))
}

func queryColumn(ts *testscript.TestScript, query string) []string {
	path := filepath.Join(ts.Getenv("MEMOIR_HOME"), "app.db")
	if _, err := os.Stat(path); err != nil {
		return nil // not created yet
	}
	db, err := sql.Open(sqlite.DriverName, "file:"+path+"?mode=ro&_pragma=busy_timeout(5000)")
	ts.Check(err)
	defer db.Close()
	rows, err := db.Query(query) //nolint:noctx // a test's own file
	if err != nil {
		return nil // no schema yet
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var s string
		ts.Check(rows.Scan(&s))
		out = append(out, s)
	}
	ts.Check(rows.Err())
	return out
}
