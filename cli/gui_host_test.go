//go:build !headless

package cli

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"

	"memoir/llm"
	"memoir/llm/llmtest"
	"memoir/memory"
	"memoir/ui"
)

const secretKey = "sk-secret-of-the-user"

// openHostWithServer opens a window's host on a new data folder whose models.yaml names nobody, and
// a model server. Without a models.yaml the servers of this computer would count.
func openHostWithServer(t *testing.T) (*host, *llmtest.Server) {
	t.Helper()
	keyring.MockInit() // no test may reach the keychain of this computer
	server, err := startModelServer()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, llm.ConfigFileName), []byte("providers: []\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	h := openTestHost(t, dir, func(e *env) { e.demo = false })
	t.Cleanup(func() { h.shutDownAppOrFail(t) })
	return h, server
}

// readDataFolderFileOrEmpty returns a file of the data folder, "" if there is none.
func (h *host) readDataFolderFileOrEmpty(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(h.env.dataDir, name))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(b)
}

// chatModelIDs lists the models of the catalog that can chat.
func (h *host) chatModelIDs(t *testing.T) []string {
	t.Helper()
	ms, err := h.app.service.ListModels(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out := []string{}
	for _, m := range ms {
		if m.CanChat {
			out = append(out, m.ID)
		}
	}
	return out
}

func TestWindowSettingsAreKept(t *testing.T) {
	h, _ := openHostWithServer(t)
	if v, err := h.LoadSettingOrEmpty(t.Context(), "ui.zoom"); v != "" || err != nil {
		t.Errorf("before it was saved: %q, %v", v, err)
	}
	if err := h.SaveSetting(t.Context(), "ui.zoom", "1.5"); err != nil {
		t.Fatal(err)
	}
	if v, err := h.LoadSettingOrEmpty(t.Context(), "ui.zoom"); v != "1.5" || err != nil {
		t.Errorf("saved: %q, %v", v, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.LoadSettingOrEmpty(ended, "ui.zoom"); err == nil {
		t.Error("a failure is taken for a setting that is not there")
	}
}

func TestAboutNamesTheFiles(t *testing.T) {
	h, _ := openHostWithServer(t)
	h.env.showWindow = make(chan struct{}, 1)
	a := h.AboutInfo()
	dir := resolveSymlinks(h.env.dataDir)
	if a.DataDir != dir || a.ModelsFile != filepath.Join(dir, llm.ConfigFileName) || a.LogFile != h.app.logFile.Path ||
		a.Version != Version || a.IsDemo || !a.CrashedAt.IsZero() || a.CrashFile != "" || a.Licences == "" {
		t.Errorf("about: %+v", a)
	}
	h.env.showWindow <- struct{}{}
	select {
	case <-h.WindowRaiseRequests():
	default:
		t.Error("the request to show the window does not arrive")
	}
}

func TestInputMethodIsExpectedByLocale(t *testing.T) {
	for _, c := range []struct {
		all, ctype, lang string
		want             bool
	}{
		{"", "", "", false},
		{"", "", "ja_JP.UTF-8", true},
		{"", "", "en_US.UTF-8", false},
		{"", "zh_CN.UTF-8", "en_US.UTF-8", true},
		{"C", "ko_KR.UTF-8", "ko_KR.UTF-8", false},
		{"ko_KR.UTF-8", "", "", true},
	} {
		vars := map[string]string{"LC_ALL": c.all, "LC_CTYPE": c.ctype, "LANG": c.lang}
		if got := localeUsesInputMethod(func(name string) string { return vars[name] }); got != c.want {
			t.Errorf("%v: %v", vars, got)
		}
	}
}

func TestReportsHoldNoTextAndNoSecret(t *testing.T) {
	h, server := openHostWithServer(t)
	ctx := t.Context()
	if err := h.AddOrReplaceProviderAndStoreKey(ctx, ui.Provider{
		Name: "mine", BaseURL: server.URL + "/v1", Key: secretKey,
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.ReadOrCreateAPIToken(ctx); err != nil {
		t.Fatal(err)
	}
	user := h.app.service.Session(1, memory.ActorUser)
	if _, err := user.AddMemory(ctx, memory.NewMemory{Content: "The user fears clowns."}); err != nil {
		t.Fatal(err)
	}
	if _, err := user.CreateChat(ctx, memory.NewChat{Title: "About clowns"}); err != nil {
		t.Fatal(err)
	}
	trace := filepath.Join(t.TempDir(), "memoir.last-crash")
	if err := os.WriteFile(trace, []byte("goroutine 1:\n"+strings.Repeat("x", maxTraceBytes)+"the end"),
		0o600); err != nil {
		t.Fatal(err)
	}
	diagnostics, err := h.DiagnosticsText(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	withoutTrace, err := h.DiagnosticsWithCrashTrace(ctx, 1)
	if err != nil || withoutTrace != diagnostics {
		t.Errorf("a crash without a trace is reported as %q: %v", withoutTrace, err)
	}
	h.runMarker.TraceFile = trace
	report, err := h.DiagnosticsWithCrashTrace(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(report, diagnostics) || !strings.Contains(report, "goroutine 1:") ||
		len(report) > len(diagnostics)+1+maxTraceBytes || strings.Contains(report, "the end") {
		t.Errorf("the report of the crash has %d bytes and begins %.200q", len(report), report)
	}
	token := strings.TrimSpace(h.readDataFolderFileOrEmpty(t, tokenFileName))
	for _, secret := range []string{secretKey, "clowns", token} {
		if secret == "" || strings.Contains(report, secret) {
			t.Errorf("the report holds %q:\n%s", secret, diagnostics)
		}
	}
	for _, want := range []string{"Memoir " + Version + ", go", `"memories": 1`, `"models": 2`} {
		if !strings.Contains(diagnostics, want) {
			t.Errorf("the report lacks %s:\n%s", want, diagnostics)
		}
	}
	h.runMarker.TraceFile = filepath.Join(t.TempDir(), "gone")
	if _, err := h.DiagnosticsWithCrashTrace(ctx, 1); err == nil || !strings.Contains(err.Error(), "crash") {
		t.Errorf("without the trace's file: %v", err)
	}
	h.runMarker.TraceFile = trace
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := h.DiagnosticsWithCrashTrace(ended, 1); err == nil {
		t.Error("a report that cannot be made is given")
	}
}

func TestBackupIsACompleteDatabase(t *testing.T) {
	h, _ := openHostWithServer(t)
	user := h.app.service.Session(1, memory.ActorUser)
	if _, err := user.AddMemory(t.Context(), memory.NewMemory{Content: "The user has a cat."}); err != nil {
		t.Fatal(err)
	}
	path, err := h.CreateBackup(t.Context())
	if err != nil || filepath.Dir(path) != filepath.Join(resolveSymlinks(h.env.dataDir), "backups") {
		t.Fatalf("written to %s: %v", path, err)
	}
	backup, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer backup.Close()
	var content string
	if err := backup.QueryRowContext(t.Context(), "SELECT content FROM memory").Scan(&content); err != nil ||
		content != "The user has a cat." {
		t.Errorf("the backup holds %q: %v", content, err)
	}
}

func TestCheckDescribesWhatIsWrong(t *testing.T) {
	h, _ := openHostWithServer(t)
	user := h.app.service.Session(1, memory.ActorUser)
	if _, err := user.AddMemory(t.Context(), memory.NewMemory{Content: "The user has a cat."}); err != nil {
		t.Fatal(err)
	}
	if problems, err := h.FindDataFolderProblems(t.Context()); err != nil || len(problems) != 0 {
		t.Fatalf("an intact folder has %q: %v", problems, err)
	}
	raw, err := sql.Open("sqlite", filepath.Join(h.env.dataDir, "app.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	if _, err := raw.ExecContext(t.Context(), "DELETE FROM memory_words"); err != nil {
		t.Fatal(err)
	}
	if problems, err := h.FindDataFolderProblems(t.Context()); err != nil || len(problems) == 0 {
		t.Errorf("a damaged folder has %q: %v", problems, err)
	}
}

func TestDemoRunsBesideThisWindow(t *testing.T) {
	cmd, err := demoWindowCommand()
	self, selfErr := os.Executable()
	if err != nil || selfErr != nil || cmd.Path != self || !slices.Equal(cmd.Args[1:], []string{"gui", "--demo"}) {
		t.Errorf("it runs %q: %v", cmd.Args, err)
	}
}
