package llm_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"memoir/llm"
	"memoir/memory"
)

// clientFor opens a client whose provider "test" is at an address.
func clientFor(t *testing.T, base string, log *slog.Logger) *llm.Client {
	t.Helper()
	return openClient(t, llm.Options{
		FixedProviders: []llm.Provider{{Name: "test", BaseURL: base + "/v1"}}, Log: log,
	})
}

// serveHandler starts a server that answers every request with h and returns its address.
func serveHandler(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return srv.URL
}

// serveBytes starts a server that reads a request and answers with bytes.
func serveBytes(t *testing.T, answer string) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // a test's own server
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			if r, err := http.ReadRequest(bufio.NewReader(c)); err == nil {
				_, _ = io.Copy(io.Discard, r.Body)
			}
			_, _ = io.WriteString(c, answer)
			_, _ = io.Copy(io.Discard, c) // until the client leaves: closing earlier would reset the connection
			_ = c.Close()
		}
	}()
	t.Cleanup(func() { _ = ln.Close(); <-done })
	return "http://" + ln.Addr().String()
}

// newUntrustedTLSServer starts a server with a certificate that nobody trusts.
func newUntrustedTLSServer(t *testing.T) *httptest.Server {
	t.Helper()
	srv := httptest.NewUnstartedServer(http.NotFoundHandler())
	srv.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	srv.StartTLS()
	t.Cleanup(srv.Close)
	return srv
}

func TestWhatIsNoModelServerIsNamed(t *testing.T) {
	const login = "<!doctype html><html><body>Login to WiFi</body></html>"
	var reached atomic.Int64
	other := serveHandler(t, func(http.ResponseWriter, *http.Request) { reached.Add(1) })
	page := func(kind string, status int) string {
		return serveHandler(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.WriteHeader(status)
			_, _ = io.WriteString(w, "\n  "+login)
		})
	}
	secure := newUntrustedTLSServer(t)
	for _, c := range []struct{ name, base, code, title string }{
		{"self-signed", secure.URL, "tls", "its certificate isn't signed by anyone this computer trusts"},
		{
			"https to a plain port",
			strings.Replace(page("text/plain", 200), "http:", "https:", 1), "tls", "it doesn't use HTTPS",
		},
		{"http to a secure port", strings.Replace(secure.URL, "https:", "http:", 1), "tls", "it requires HTTPS"},
		{
			"http to a port that sends a TLS alert",
			serveBytes(t, "\x15\x03\x01\x00\x02\x02\x0a"), "tls", "it requires HTTPS",
		},
		{"a login page", page("text/html", 200), "web_page", "it answers with a web page"},
		{"a login page as a stream", page("text/event-stream", 200), "web_page", "it answers with a web page"},
		{"a login page as JSON", page("application/json", 200), "web_page", "it answers with a web page"},
		{"a network that asks for a sign-in", page("text/html", 511), "web_page", "it asks you to sign in"},
		{"a redirect", serveHandler(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other+"/login", http.StatusFound)
		}), "web_page", "it redirects to another address"},
		{"a redirect that keeps the request", serveHandler(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other+"/v1/chat/completions", http.StatusTemporaryRedirect)
		}), "web_page", "it redirects to another address"},
		{"a redirect without end", serveHandler(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.Path, http.StatusTemporaryRedirect)
		}), "web_page", "it redirects to another address"},
	} {
		t.Run(c.name, func(t *testing.T) {
			client := clientFor(t, c.base, nil)
			g := collectStream(timeoutContext(t), client, helloRequest("test/m"))
			f := memory.FaultFromError(g.err)
			if f == nil || f.Code != c.code || !strings.Contains(f.Title, c.title) || !errors.Is(g.err, memory.ErrOffline) {
				t.Errorf("chat: %+v, %v", f, g.err)
			}
			ps, err := client.ListProviders(timeoutContext(t))
			if err != nil || len(ps) != 1 {
				t.Fatal(ps, err)
			}
			if f := ps[0].Fault; f == nil || f.Code != c.code || !strings.Contains(f.Title, c.title) || ps[0].Reachable {
				t.Errorf("model list: %+v, reachable %t", f, ps[0].Reachable)
			}
		})
	}
	if n := reached.Load(); n != 0 {
		t.Errorf("%d requests reached the other address", n)
	}
}

func TestErrorTextsHoldNoWordOfTheServer(t *testing.T) {
	const words = "The user owns a blue boat"
	for name, base := range map[string]string{
		"an error that echoes its input": serveHandler(t, func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprintf(w, `{"error":{"message":%q}}`, "bad input: "+string(body))
		}),
		"no HTTP": serveBytes(t, "HTTP/1.1 boat\r\n\r\n"),
	} {
		t.Run(name, func(t *testing.T) {
			log := &logBuffer{}
			client := clientFor(t, base, log.logger())
			r := helloRequest("test/m")
			r.Messages[0].Content = words
			g := collectStream(timeoutContext(t), client, r)
			if g.err == nil || strings.Contains(g.err.Error(), "boat") {
				t.Errorf("the error reads %v", g.err)
			}
			for line := range strings.Lines(log.text()) {
				if strings.Contains(line, "boat") && !strings.Contains(line, "level=DEBUG") {
					t.Errorf("the log has %s", line)
				}
			}
			if !strings.Contains(log.text(), "boat") {
				t.Errorf("what the server said is in no log:\n%s", log.text())
			}
		})
	}
}

func TestFrameWithoutEndIsRefused(t *testing.T) {
	var sent atomic.Int64
	client := clientFor(t, serveHandler(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		line := "data: " + strings.Repeat("x", 64<<10) + "\n"
		for range 3200 {
			n, err := io.WriteString(w, line)
			if sent.Add(int64(n)); err != nil {
				return
			}
		}
	}), nil)
	g := collectStream(timeoutContext(t), client, helloRequest("test/m"))
	if !errors.Is(g.err, memory.ErrServer) || sent.Load() > 40<<20 {
		t.Errorf("%d MB were read, %v", sent.Load()>>20, g.err)
	}
}

func TestVectorsAndModelListsWithoutEndAreRefused(t *testing.T) {
	var sent atomic.Int64
	base := serveHandler(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"data":[`)
		for item := strings.Repeat(`{"id":"m","index":0,"embedding":[0.5]},`, 2000); sent.Load() < 400<<20; {
			n, err := io.WriteString(w, item)
			if sent.Add(int64(n)); err != nil {
				return
			}
		}
	})
	client := clientFor(t, base, nil)
	if ps, err := client.ListProviders(timeoutContext(t)); err != nil || ps[0].Fault == nil || sent.Load() > 40<<20 {
		t.Errorf("model list: %+v, %v after %d MB", ps, err, sent.Load()>>20)
	}
	sent.Store(0)
	if _, err := client.OpenEmbedderWithTestRequest(timeoutContext(t), "test/m", 100); err == nil ||
		sent.Load() > 130<<20 { // three attempts
		t.Errorf("vectors: %v after %d MB", err, sent.Load()>>20)
	}
}
