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
)

// openTestHost opens the app on a folder as the window does.
func newHost(t *testing.T, dir string) *host {
	t.Helper()
	vars := scriptFolders(t.TempDir())
	e := &env{
		out: io.Discard, err: io.Discard, dataDir: dir, demo: true, window: true,
		getenv: func(name string) string { return vars[name] },
	}
	a, err := e.open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return &host{env: e, app: a, run: &runMark{}, network: &network{app: a, dir: dir}}
}

func (h *host) end(t *testing.T) {
	t.Helper()
	h.network.handOver()
	if err := h.app.close(context.WithoutCancel(t.Context())); err != nil {
		t.Error(err)
	}
}

// getMemoriesStatus requests the memories and returns the status, 0 when nothing listens.
func get(t *testing.T, address, token string) int {
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

func (h *host) state(t *testing.T) (address, token string) {
	t.Helper()
	n, err := h.Network(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if token, err = h.Token(t.Context()); err != nil {
		t.Fatal(err)
	}
	return n.Address, token
}

func TestTheWindowServesProgramsOnlyWhileItIsSwitchedOn(t *testing.T) {
	dir := t.TempDir()
	h := newHost(t, dir)
	h.network.resume(t.Context())
	if at, _ := h.state(t); at != "" {
		t.Fatalf("it listens on %s before it was switched on", at)
	}
	if err := h.network.keep(t.Context(), networkSetting{Addr: "127.0.0.1:0"}); err != nil {
		t.Fatal(err)
	}
	if err := h.SetNetwork(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	at, token := h.state(t)
	if !strings.HasPrefix(at, "http://127.0.0.1:") {
		t.Fatalf("it listens on %q", at)
	}
	if a, b, c := get(t, at, ""), get(t, at, "guess"), get(t, at, token); a != 401 || b != 401 || c != 200 {
		t.Errorf("without, with a wrong and with the right token: %d, %d, %d", a, b, c)
	}
	info, err := os.Stat(filepath.Join(dir, tokenName))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the token's file: %v, %v", info, err)
	}
	if err := h.NewToken(t.Context()); err != nil {
		t.Fatal(err)
	}
	again, fresh := h.state(t)
	if old, now := get(t, again, token), get(t, again, fresh); again != at || old != 401 || now != 200 {
		t.Errorf("at %s after a new token: the old one %d, the new one %d", again, old, now)
	}
	h.end(t)
	if got := get(t, at, fresh); got != 0 {
		t.Errorf("status %d after the window was closed", got)
	}

	h = newHost(t, dir)
	defer h.end(t)
	h.network.resume(t.Context())
	if again, kept := h.state(t); again != at || get(t, at, kept) != 200 {
		t.Errorf("at the next start it listens on %q, was %q", again, at)
	}
	if err := h.SetNetwork(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if got := get(t, at, fresh); got != 0 {
		t.Errorf("status %d after it was switched off", got)
	}
}

func TestAPortThatIsTakenIsToldAndAnotherOneUsed(t *testing.T) {
	h := newHost(t, t.TempDir())
	defer h.end(t)
	var lc net.ListenConfig
	ln, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	if err := h.network.keep(t.Context(), networkSetting{On: true, Addr: ln.Addr().String()}); err != nil {
		t.Fatal(err)
	}
	h.network.resume(t.Context())
	n, err := h.Network(t.Context())
	if err != nil || !n.On || n.Address != "" || !strings.Contains(n.Problem, ln.Addr().String()) {
		t.Errorf("with its port taken: %+v, %v", n, err)
	}
	if err := h.SetNetwork(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	at, token := h.state(t)
	if get(t, at, token) != 200 {
		t.Errorf("nobody answers at %q", at)
	}
}
