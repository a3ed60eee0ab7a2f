package api

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// startServerReadingBodies serves a handler that reads its body unless the path is /unread, and then streams ten
// parts at /stream.
func startServerReadingBodies(t *testing.T, stall time.Duration) (addr string) {
	t.Helper()
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/unread" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		b, err := io.ReadAll(r.Body)
		if err != nil {
			c := &call{ResponseWriter: w, request: r, api: &API{log: slog.New(slog.DiscardHandler)}}
			c.writeErrorResponseOrEvent(httpErrorForBodyRead(err))
			return
		}
		for i := 0; r.URL.Path == "/stream" && i < 10; i++ {
			_ = http.NewResponseController(w).Flush()
			select {
			case <-r.Context().Done():
				return
			case <-time.After(pauseInTest):
			}
		}
		fmt.Fprintf(w, "%d bytes", len(b))
	})
	ln, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // a test's own server
	if err != nil {
		t.Fatal(err)
	}
	s := startServerWithStallLimit(context.WithoutCancel(t.Context()), ln, h, slog.New(slog.DiscardHandler), stall)
	t.Cleanup(s.Close)
	return ln.Addr().String()
}

// sendBodySlowlyAndTimeAnswer sends the head of a request and then the pieces of its body with pauses, and returns the
// answer and how long it took.
func sendBodySlowlyAndTimeAnswer(
	t *testing.T,
	addr, path string,
	length int,
	pause time.Duration,
	pieces ...string,
) (string, time.Duration) {
	t.Helper()
	c, err := net.Dial("tcp", addr) //nolint:noctx // a test's own server
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(2 * time.Minute))
	began := time.Now()
	fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n", path, length)
	for _, p := range pieces {
		_, _ = io.WriteString(c, p)
		time.Sleep(pause)
	}
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatalf("%s: %v after %v", path, err, time.Since(began))
	}
	defer resp.Body.Close()
	b, _ := io.ReadAll(resp.Body)
	return resp.Status + " " + string(b), time.Since(began)
}

func TestBodyThatStopsComingIsCut(t *testing.T) {
	t.Parallel()
	const stall = time.Second
	addr := startServerReadingBodies(t, stall)
	for path, want := range map[string]string{"/": "408 ", "/unread": "404 "} {
		got, took := sendBodySlowlyAndTimeAnswer(t, addr, path, 100000, 0, "{")
		if !strings.HasPrefix(got, want) || took < stall { // sendBodySlowlyAndTimeAnswer waits for no more than two minutes
			t.Errorf("%s: %s after %v", path, got, took)
		}
	}
}

// pauseInTest is the pause between two parts of a body or a stream: ten of them are longer than a body may stall in
// TestBodyThatProgressesIsTaken, and one is much shorter also on a busy computer.
const pauseInTest = 500 * time.Millisecond

func TestBodyThatProgressesIsTaken(t *testing.T) {
	t.Parallel()
	const stall = 4 * time.Second
	addr := startServerReadingBodies(t, stall)
	pieces := strings.Split(strings.Repeat("x ", 10), " ")
	if got, took := sendBodySlowlyAndTimeAnswer(t, addr, "/", 10, pauseInTest, pieces...); got != "200 OK 10 bytes" ||
		took < stall {
		t.Errorf("%s after %v", got, took)
	}
	if got, took := sendBodySlowlyAndTimeAnswer(t, addr, "/stream", 2, 0, "{}"); got != "200 OK 2 bytes" || took < stall {
		t.Errorf("a stream longer than a body may stall: %s after %v", got, took)
	}
}

func TestServerCutsStalledBodies(t *testing.T) {
	t.Parallel()
	if bodyStallTimeout < 10*time.Second || bodyStallTimeout > 15*time.Second {
		t.Errorf("a body may stall for %v", bodyStallTimeout)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // a test's own server
	if err != nil {
		t.Fatal(err)
	}
	s := StartServer(context.WithoutCancel(t.Context()), ln, http.NotFoundHandler(), slog.New(slog.DiscardHandler))
	t.Cleanup(s.Close)
	if got, took := sendBodySlowlyAndTimeAnswer(
		t, ln.Addr().String(), "/", 100000, 0, "{",
	); !strings.HasPrefix(got, "404 ") ||
		took >= 2*bodyStallTimeout {
		t.Errorf("%s after %v", got, took)
	}
}
