package cli

import (
	"context"
	"io"
	"net/http"
	"sync"
)

// inProcess is a transport that asks a handler in memory. The response streams: it begins with the handler's first
// write, and the handler is waited for when the body is closed.
type inProcess struct{ handler http.Handler }

// RoundTrip implements http.RoundTripper.
func (t inProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(r.Context())
	body, pipe := io.Pipe()
	w := &pipeResponse{header: http.Header{}, pipe: pipe, begun: make(chan struct{})}
	in := r.Clone(ctx)
	in.Host = "memoir"
	if in.Body == nil {
		in.Body = http.NoBody
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		t.handler.ServeHTTP(w, in)
		w.begin(http.StatusOK)
		_ = pipe.Close()
	}()
	<-w.begun
	return &http.Response{
		Status: http.StatusText(w.status), StatusCode: w.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: w.sent, Request: r, ContentLength: -1,
		Body: &handlerBody{PipeReader: body, cancel: cancel, done: done},
	}, nil
}

// handlerBody ends the handler when it is closed, and waits for it.
type handlerBody struct {
	*io.PipeReader
	cancel context.CancelFunc
	done   chan struct{}
}

// Close implements io.Closer.
func (b *handlerBody) Close() error {
	b.cancel()
	err := b.PipeReader.Close()
	<-b.done
	return err
}

// pipeResponse is the http.ResponseWriter of a handler in memory. It is used by the handler's goroutine; begun orders
// status and headers before the reader.
type pipeResponse struct {
	header http.Header
	pipe   *io.PipeWriter
	once   sync.Once
	begun  chan struct{}
	status int
	sent   http.Header
}

func (w *pipeResponse) begin(status int) {
	w.once.Do(func() {
		w.status, w.sent = status, w.header.Clone()
		close(w.begun)
	})
}

// Header implements http.ResponseWriter.
func (w *pipeResponse) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter.
func (w *pipeResponse) WriteHeader(status int) { w.begin(status) }

// Write implements http.ResponseWriter.
func (w *pipeResponse) Write(b []byte) (int, error) {
	w.begin(http.StatusOK)
	return w.pipe.Write(b)
}

// FlushError lets http.ResponseController flush; every write has already reached the reader.
func (w *pipeResponse) FlushError() error {
	w.begin(http.StatusOK)
	return nil
}
