package cli

import (
	"context"
	"io"
	"net/http"
	"sync"
)

// inProcessTransport calls a handler in memory. RoundTrip returns at the handler's first write and
// the body streams; closing the body waits for the handler.
type inProcess struct{ handler http.Handler }

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

// handlerBody cancels the handler's context when it is closed, and waits for the handler.
type handlerBody struct {
	*io.PipeReader
	cancel context.CancelFunc
	done   chan struct{}
}

func (b *handlerBody) Close() error {
	b.cancel()
	err := b.PipeReader.Close()
	<-b.done
	return err
}

// pipeResponse is the response writer of a handler in memory. The handler's goroutine uses it;
// closing headerWritten publishes status and header to the reader.
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

func (w *pipeResponse) Header() http.Header { return w.header }

func (w *pipeResponse) WriteHeader(status int) { w.begin(status) }

func (w *pipeResponse) Write(b []byte) (int, error) {
	w.begin(http.StatusOK)
	return w.pipe.Write(b)
}

// FlushError lets http.ResponseController flush; every write has already reached the reader.
func (w *pipeResponse) FlushError() error {
	w.begin(http.StatusOK)
	return nil
}
