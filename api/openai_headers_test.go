package api_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"memoir/memory"
)

// headerForwarder adds headers to every reply of a model server.
type headerForwarder struct {
	memory.Forwarder
	header http.Header
}

func (f headerForwarder) ForwardToProvider(
	ctx context.Context, r memory.ForwardRequest,
) (memory.ForwardedReply, error) {
	reply, err := f.Forwarder.ForwardToProvider(ctx, r)
	for name, values := range f.header {
		reply.Header[name] = values
	}
	return reply, err
}

// endlessForwarder answers with a stream that has no end.
type endlessForwarder struct{ memory.Forwarder }

func (endlessForwarder) ForwardToProvider(
	ctx context.Context, _ memory.ForwardRequest,
) (memory.ForwardedReply, error) {
	out, in := io.Pipe()
	context.AfterFunc(ctx, func() { _ = out.Close() })
	go func() {
		event := "data: {\"choices\":[{\"delta\":{\"content\":\"" + strings.Repeat("on and on ", 1000) + "\"}}]}\n\n"
		for {
			if _, err := io.WriteString(in, event); err != nil {
				return
			}
		}
	}()
	return memory.ForwardedReply{
		Status: http.StatusOK, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: out,
	}, nil
}

// Cookies of a model server are for Memoir's connection to it and not for programs; what describes that
// connection would be wrong of another one, and nobody but Memoir says how memories were found.
func TestHeadersOfAModelServersConnectionAreNotRelayed(t *testing.T) {
	dropped := http.Header{
		"Set-Cookie": {"__cf_bm=upstream; path=/"}, "Server": {"upstream"}, "Date": {"Mon, 02 Jan 2006 15:04:05 GMT"},
		"Alt-Svc": {`h3=":443"`}, "Strict-Transport-Security": {"max-age=1"}, "Connection": {"upstream"},
		"Keep-Alive": {"timeout=77"}, "Transfer-Encoding": {"upstream"}, "Trailer": {"X-Upstream"},
		"Upgrade": {"upstream"}, "Proxy-Authenticate": {"upstream"}, "Content-Length": {"7777"},
		"X-Memoir-Memory": {"upstream"},
	}
	header := dropped.Clone()
	header.Set("X-Request-Id", "req-1")
	header.Set("X-Ratelimit-Remaining", "9")
	h := newProxyHarnessWithDeps(t, func(d *memory.Deps) { d.Forwarder = headerForwarder{d.Forwarder, header} })
	for _, stream := range []bool{false, true} {
		w := h.requestChatCompletionOrFail(
			fmt.Sprintf(`{"model":"small","stream":%t,"messages":[{"role":"user","content":"hi"}]}`, stream),
		)
		for name, values := range dropped {
			if got := w.Header().Get(name); got == values[0] {
				t.Errorf("streamed %t: %s is relayed as %q", stream, name, got)
			}
		}
		if id, left := w.Header().Get("X-Request-Id"), w.Header().Get("X-Ratelimit-Remaining"); id != "req-1" ||
			left != "9" {
			t.Errorf("streamed %t: relayed are %q and %q", stream, id, left)
		}
	}
}
