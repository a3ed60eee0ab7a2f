package api_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"memoir/memory"
)

// countingBus counts the subscriptions that have not ended.
type countingBus struct {
	memory.Bus
	open atomic.Int32
}

func (b *countingBus) SubscribeToQueuedEvents() (<-chan struct{}, func() []memory.Event, func()) {
	wake, drain, cancel := b.Bus.SubscribeToQueuedEvents()
	b.open.Add(1)
	return wake, drain, func() {
		b.open.Add(-1)
		cancel()
	}
}

// waitForOpenSubscriptions waits until as many subscriptions are open.
func (b *countingBus) waitForOpenSubscriptions(t *testing.T, want int32) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); b.open.Load() != want; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d subscriptions are open, want %d", b.open.Load(), want)
		}
	}
}

// rawHTTPRequest is one request of HTTP 1.1 as it is sent.
func rawHTTPRequest(method, path, body string) string {
	return fmt.Sprintf("%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"+
		"Content-Length: %d\r\n\r\n%s", method, path, len(body), body)
}

func connectTo(t *testing.T, server *httptest.Server) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", server.Listener.Addr().String()) //nolint:noctx // a test
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// TestAClientThatDoesNotReadItsEventsIsDisconnected leaves a stream of events unread: what waits for such a
// client must not pile up for as long as it stays.
func TestAClientThatDoesNotReadItsEventsIsDisconnected(t *testing.T) {
	bus := &countingBus{Bus: memory.NewBus()}
	h := newHarnessWithDeps(t, func(d *memory.Deps) { d.Bus = bus })
	h.api.SetSlowReaderLimitForTest(10 * time.Second) // longer than a busy computer keeps the client that reads waiting
	server := httptest.NewServer(h.handler)
	t.Cleanup(server.Close) // after the connections
	before := bus.open.Load()
	slow, fast := connectTo(t, server), connectTo(t, server)
	for _, conn := range []net.Conn{slow, fast} {
		if _, err := io.WriteString(conn, rawHTTPRequest("GET", "/api/events", "")); err != nil {
			t.Fatal(err)
		}
	}
	bus.waitForOpenSubscriptions(t, before+2)
	const events = 64
	seen := make(chan int, 1)
	go func() {
		n := 0
		for lines := bufio.NewReader(fast); n < events; {
			line, err := lines.ReadString('\n')
			if strings.HasPrefix(line, "event: done") {
				n++
			}
			if err != nil {
				break
			}
		}
		seen <- n
	}()
	for i := range events { // more than the buffers of a connection hold
		bus.Publish(memory.Event{
			Kind: memory.EventDone, MessageID: memory.ID(i + 1), Message: &memory.Message{Content: strings.Repeat("x", 1<<20)},
		})
	}
	bus.waitForOpenSubscriptions(t, before+1)
	if n := <-seen; n != events {
		t.Errorf("a client that reads has %d of %d events", n, events)
	}
}

// TestAProxiedReplyThatNobodyReadsEnds leaves a reply unread: a turn that never ends would keep everything
// else from being learned.
func TestAProxiedReplyThatNobodyReadsEnds(t *testing.T) {
	h := newProxyHarnessWithDeps(t, func(d *memory.Deps) { d.Forwarder = endlessForwarder{d.Forwarder} })
	h.api.SetSlowReaderLimitForTest(200 * time.Millisecond)
	server := httptest.NewServer(h.handler)
	t.Cleanup(server.Close) // after the connections
	conn := connectTo(t, server)
	if _, err := io.WriteString(conn, rawHTTPRequest("POST", "/v1/chat/completions",
		`{"model":"small","stream":true,"messages":[{"role":"user","content":"talk"}]}`)); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		chat, err := h.store.ChatStore().GetByExternalID(t.Context(), 1, "default")
		if err == nil {
			branch, err := h.store.MessageStore().ListBranch(t.Context(), 1, chat.ID, 0, 0)
			if err == nil && len(branch) == 2 && branch[1].Status == memory.MessageStopped &&
				strings.HasPrefix(branch[1].Content, "on and on ") {
				return
			}
		}
		if time.Now().After(end) {
			t.Fatalf("the reply goes on: %v", err)
		}
	}
}

// TestAStreamThatWasSilentForLongHasAnEnd ends a stream whose last event was sent longer ago than a slow reader
// has: the client, which has read everything, sees a whole answer.
func TestAStreamThatWasSilentForLongHasAnEnd(t *testing.T) {
	const limit = time.Second // longer than a busy computer takes to send an event
	h := newHarness(t)
	h.api.SetSlowReaderLimitForTest(limit)
	server := httptest.NewServer(h.handler)
	t.Cleanup(server.Close)
	res, err := http.Get(server.URL + "/api/events") //nolint:noctx // a test
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	requestJSON[any](h, http.StatusCreated, "POST", "/api/memory", `{"content":"The user sails"}`)
	if err := readUntil(res.Body, "event: memories"); err != nil {
		t.Fatal(err)
	}
	time.Sleep(2 * limit)
	h.api.EndProfileEventStreams()
	if _, err := io.ReadAll(res.Body); err != nil {
		t.Errorf("the stream breaks off: %v", err)
	}
}
