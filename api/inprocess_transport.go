package api

import (
	"context"
	"io"
	"net/http"
	"sync"
)

// InProcessTransport is an http.RoundTripper that calls a handler in memory. RoundTrip returns at the
// handler's first write and the body streams; closing the body waits for the handler.
type InProcessTransport struct{ Handler http.Handler }

// RoundTrip calls the handler; see InProcessTransport.
func (t InProcessTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(r.Context())
	body, pipe := io.Pipe()
	w := &pipeResponse{header: http.Header{}, pipe: pipe, headerWritten: make(chan struct{})}
	in := r.Clone(ctx)
	in.Host = "memoir"
	if in.Body == nil {
		in.Body = http.NoBody
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		err := t.serveRecoveringAbortPanic(w, in)
		w.writeHeaderOnce(http.StatusOK)
		_ = pipe.CloseWithError(err)
	}()
	<-w.headerWritten
	return &http.Response{
		Status: http.StatusText(w.status), StatusCode: w.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: w.sentHeader, Request: r, ContentLength: -1,
		Body: &handlerBody{PipeReader: body, cancel: cancel, done: done},
	}, nil
}

// serveRecoveringAbortPanic calls the handler. As on a connection, a panic with
// http.ErrAbortHandler ends the body early, which its reader sees as an error.
func (t InProcessTransport) serveRecoveringAbortPanic(w http.ResponseWriter, r *http.Request) (err error) {
	defer func() {
		switch v := recover(); v {
		case nil:
		case http.ErrAbortHandler:
			err = io.ErrUnexpectedEOF
		default:
			panic(v)
		}
	}()
	t.Handler.ServeHTTP(w, r)
	return nil
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
	header        http.Header
	pipe          *io.PipeWriter
	once          sync.Once
	headerWritten chan struct{}
	status        int
	sentHeader    http.Header
}

func (w *pipeResponse) writeHeaderOnce(status int) {
	w.once.Do(func() {
		w.status, w.sentHeader = status, w.header.Clone()
		close(w.headerWritten)
	})
}

func (w *pipeResponse) Header() http.Header { return w.header }

func (w *pipeResponse) WriteHeader(status int) { w.writeHeaderOnce(status) }

func (w *pipeResponse) Write(b []byte) (int, error) {
	w.writeHeaderOnce(http.StatusOK)
	return w.pipe.Write(b)
}

// FlushError lets http.ResponseController flush; every write has already reached the reader.
func (w *pipeResponse) FlushError() error {
	w.writeHeaderOnce(http.StatusOK)
	return nil
}
