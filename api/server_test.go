package api

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// singleConnClient returns a client with one connection to the socket, which it never redials.
func singleConnClient(t *testing.T, path string) *http.Client {
	t.Helper()
	var d net.Dialer
	conn, err := d.DialContext(t.Context(), "unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return &http.Client{Transport: &http.Transport{
		MaxConnsPerHost: 1,
		DialContext:     func(context.Context, string, string) (net.Conn, error) { return conn, nil },
	}}
}

func getBody(t *testing.T, c *http.Client) string {
	t.Helper()
	resp, err := c.Get("http://memoir/") //nolint:noctx // test
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestDrainServesKnownConnectionsUntilTheyClose(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.sock")
	ln, err := ListenReplacingStaleSocket(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "served") })
	s := StartServer(t.Context(), ln, h, slog.New(slog.DiscardHandler))
	defer s.Close()
	known := singleConnClient(t, path)
	getBody(t, known)
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		s.StopAcceptingAndWaitForClients(t.Context(), nil)
	}()
	<-s.acceptLoopDone // no more connections are accepted
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the socket of a drained server is still there: %v", err)
	}
	for range 3 {
		if got := getBody(t, known); got != "served" {
			t.Errorf("a known client got %q", got)
		}
	}
	select {
	case <-drained:
		t.Fatal("drained while a client was still there")
	default:
	}
	known.CloseIdleConnections()
	<-drained
}

func TestDrainEndsWithItsContext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.sock")
	ln, err := ListenReplacingStaleSocket(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	s := StartServer(t.Context(), ln, http.NotFoundHandler(), slog.New(slog.DiscardHandler))
	getBody(t, singleConnClient(t, path))
	ctx, cancel := context.WithCancel(t.Context())
	reportedClients := 0
	s.StopAcceptingAndWaitForClients(ctx, func(clients int) {
		reportedClients = clients
		cancel()
	})
	s.Close()
	if reportedClients != 1 {
		t.Errorf("told of %d clients, want 1", reportedClients)
	}
}

func TestSocketIsPrivateAndReplacesAStaleOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run", "s.sock")
	for range 2 {
		ln, err := ListenReplacingStaleSocket(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the socket is open to %v, %v", info.Mode(), err)
		}
		dir, err := os.Stat(filepath.Dir(path))
		if err != nil || dir.Mode().Perm() != 0o700 {
			t.Errorf("its folder is open to %v, %v", dir.Mode(), err)
		}
		ln.(*net.UnixListener).SetUnlinkOnClose(false) // as after a killed process
		if err := ln.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSocketPathIsUniquePerFolderAndFitsAnAddress(t *testing.T) {
	a := SocketPath("/run/user/1000/memoir", "/tmp/m", "/home/ann/data")
	b := SocketPath("/run/user/1000/memoir", "/tmp/m", "/x")
	if a == b || !strings.HasPrefix(a, "/run/user/1000/memoir/memoir-") {
		t.Errorf("sockets %s and %s", a, b)
	}
	if SocketPath("/run", "/tmp/m", "/home/ann/data/") != SocketPath("/run", "/tmp/m", "/home/ann/data") {
		t.Errorf("a slash at the end makes another folder")
	}
	long := SocketPath("/"+strings.Repeat("long/", 30), "/tmp/m", "/x")
	if !strings.HasPrefix(long, "/tmp/m/") || len(long) > maxSocketPath {
		t.Errorf("a long runtime folder gives %s", long)
	}
}

func TestDrainDoesNotWaitForLongIdleConnections(t *testing.T) {
	s := &Server{conns: map[net.Conn]connState{}}
	idle, active := &net.UnixConn{}, &net.TCPConn{}
	s.conns[idle] = connState{http.StateIdle, time.Now().Add(-idleClientTimeout)}
	s.conns[active] = connState{http.StateActive, time.Now().Add(-time.Hour)}
	if n := s.countRecentOrActiveClients(); n != 1 {
		t.Errorf("%d clients are waited for, want the one that is being answered", n)
	}
}
