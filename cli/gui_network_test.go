//go:build !headless

package cli

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memoir/cli/process"
	"memoir/ui"
)

// openTestHost opens the app on a folder as the window does, with the demo's models unless change
// says otherwise.
func openTestHost(t *testing.T, dir string, change ...func(*env)) *host {
	t.Helper()
	vars := isolatedEnvironment(t.TempDir())
	e := &env{
		printer: printer{out: io.Discard, err: io.Discard}, dataDir: dir, demo: true, isWindow: true,
		getenv: func(name string) string { return vars[name] },
	}
	for _, f := range change {
		f(e)
	}
	a, err := e.lockFolderAndStartServices(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return &host{env: e, app: a, runMarker: &process.RunMarker{}, network: &networkServer{app: a, dir: dir}}
}

func (h *host) shutDownAppOrFail(t *testing.T) {
	t.Helper()
	h.network.handServerOverToAppShutdown()
	if err := h.app.shutDownAndUnlockFolder(context.WithoutCancel(t.Context())); err != nil {
		t.Error(err)
	}
}

// getMemoriesStatus requests the memories and returns the status, 0 when nothing listens.
func getMemoriesStatus(t *testing.T, address, token string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address+"/api/memory", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Close = true
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	return resp.StatusCode
}

func (h *host) addressAndToken(t *testing.T) (address, token string) {
	t.Helper()
	n, err := h.HTTPInterfaceStatus(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if token, err = h.ReadOrCreateAPIToken(t.Context()); err != nil {
		t.Fatal(err)
	}
	return n.Address, token
}

func TestNetworkServesOnlyWhileEnabled(t *testing.T) {
	dir := t.TempDir()
	h := openTestHost(t, dir)
	h.network.resumeListeningIfEnabled(t.Context())
	if at, _ := h.addressAndToken(t); at != "" {
		t.Fatalf("it listens on %s before it was switched on", at)
	}
	if err := h.network.saveHTTPInterfaceSetting(t.Context(), networkSetting{Addr: "127.0.0.1:0"}); err != nil {
		t.Fatal(err)
	}
	if err := h.SetHTTPInterfaceEnabled(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	at, token := h.addressAndToken(t)
	if !strings.HasPrefix(at, "http://127.0.0.1:") {
		t.Fatalf("it listens on %q", at)
	}
	if a, b, c := getMemoriesStatus(t, at, ""), getMemoriesStatus(t, at, "guess"),
		getMemoriesStatus(t, at, token); a != 401 || b != 401 || c != 200 {
		t.Errorf("without, with a wrong and with the right token: %d, %d, %d", a, b, c)
	}
	info, err := os.Stat(filepath.Join(dir, tokenFileName))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the token's file: %v, %v", info, err)
	}
	if err := h.RenewAPITokenAndRestartServer(t.Context()); err != nil {
		t.Fatal(err)
	}
	again, fresh := h.addressAndToken(t)
	if old, now := getMemoriesStatus(t, again, token), getMemoriesStatus(t, again, fresh); again != at || old != 401 ||
		now != 200 {
		t.Errorf("at %s after a new token: the old one %d, the new one %d", again, old, now)
	}
	h.shutDownAppOrFail(t)
	if got := getMemoriesStatus(t, at, fresh); got != 0 {
		t.Errorf("status %d after the window was closed", got)
	}

	h = openTestHost(t, dir)
	defer h.shutDownAppOrFail(t)
	h.network.resumeListeningIfEnabled(t.Context())
	if again, kept := h.addressAndToken(t); again != at || getMemoriesStatus(t, at, kept) != 200 {
		t.Errorf("at the next start it listens on %q, was %q", again, at)
	}
	if err := h.SetHTTPInterfaceEnabled(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if got := getMemoriesStatus(t, at, fresh); got != 0 {
		t.Errorf("status %d after it was switched off", got)
	}
}

func TestTakenPortIsReportedAndReplaced(t *testing.T) {
	h := openTestHost(t, t.TempDir())
	defer h.shutDownAppOrFail(t)
	var lc net.ListenConfig
	ln, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	if err := h.network.saveHTTPInterfaceSetting(t.Context(), networkSetting{
		On: true, Addr: ln.Addr().String(),
	}); err != nil {
		t.Fatal(err)
	}
	h.network.resumeListeningIfEnabled(t.Context())
	n, err := h.HTTPInterfaceStatus(t.Context())
	if err != nil || !n.On || n.Address != "" || !strings.Contains(n.Problem, ln.Addr().String()) {
		t.Errorf("with its port taken: %+v, %v", n, err)
	}
	if err := h.SetHTTPInterfaceEnabled(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	at, token := h.addressAndToken(t)
	if getMemoriesStatus(t, at, token) != 200 {
		t.Errorf("nobody answers at %q", at)
	}
}

func TestUnreadableNetworkSettingMeansOff(t *testing.T) {
	h := openTestHost(t, t.TempDir())
	defer h.shutDownAppOrFail(t)
	if err := h.SaveSetting(t.Context(), networkSettingKey, "{"); err != nil {
		t.Fatal(err)
	}
	h.network.resumeListeningIfEnabled(t.Context())
	if n, err := h.HTTPInterfaceStatus(t.Context()); err != nil || n != (ui.Network{}) {
		t.Errorf("it is %+v: %v", n, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.HTTPInterfaceStatus(ended); err == nil {
		t.Error("a setting that cannot be read is taken for off")
	}
	if err := h.SetHTTPInterfaceEnabled(ended, true); err == nil {
		t.Error("it is turned on without being remembered")
	}
	if at, _ := h.addressAndToken(t); at != "" {
		t.Errorf("it listens on %s", at)
	}
}

func TestNetworkStaysOffWithoutAToken(t *testing.T) {
	h := openTestHost(t, t.TempDir())
	defer h.shutDownAppOrFail(t)
	path := filepath.Join(h.network.dir, tokenFileName)
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := h.SetHTTPInterfaceEnabled(t.Context(), true); err == nil {
		t.Error("it is on without a token")
	}
	if _, err := h.ReadOrCreateAPIToken(t.Context()); err == nil {
		t.Error("there is a token that nobody can read")
	}
	if n, err := h.HTTPInterfaceStatus(t.Context()); err != nil || n.On || n.Address != "" {
		t.Errorf("it is %+v: %v", n, err)
	}
	if err := h.RenewAPITokenAndRestartServer(t.Context()); err == nil {
		t.Error("a new token replaces a folder")
	}
}

func TestTokenIsKeptUntilItIsRotated(t *testing.T) {
	h := openTestHost(t, t.TempDir())
	defer h.shutDownAppOrFail(t)
	path := filepath.Join(h.network.dir, tokenFileName)
	if err := os.WriteFile(path, []byte("\n"), 0o600); err != nil { // left by a full disk
		t.Fatal(err)
	}
	_, first := h.addressAndToken(t)
	if _, again := h.addressAndToken(t); len(first) < 40 || again != first {
		t.Errorf("the tokens are %q and %q", first, again)
	}
	if err := h.RenewAPITokenAndRestartServer(t.Context()); err != nil {
		t.Fatal(err)
	}
	if at, second := h.addressAndToken(t); second == first || at != "" {
		t.Errorf("the new token is %q, it listens on %q", second, at)
	}
	if err := os.Mkdir(path+".new", 0o700); err != nil {
		t.Fatal(err)
	}
	_, before := h.addressAndToken(t)
	if err := h.RenewAPITokenAndRestartServer(t.Context()); err == nil {
		t.Error("a token that cannot be written is announced as new")
	}
	if _, after := h.addressAndToken(t); after != before {
		t.Error("the old token is lost")
	}
}
