package api

import (
	"context"
	"errors"
	"io"
	"net/http"
	"testing"
)

func TestInProcessResponseStreamsAndEndsWithItsHandler(t *testing.T) {
	read := make(chan struct{})
	ended := make(chan struct{})
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(ended)
		w.Header().Set("X-Before", "1")
		w.WriteHeader(http.StatusAccepted)
		w.Header().Set("X-After", "1")
		_, _ = io.WriteString(w, "one")
		<-read // the first piece is read before the second is written
		_, _ = io.WriteString(w, "two")
		<-r.Context().Done()
	})
	c := &http.Client{Transport: InProcessTransport{Handler: h}}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://memoir/x", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != http.StatusAccepted || resp.Header.Get("X-Before") != "1" || resp.Header.Get("X-After") != "" {
		t.Errorf("status %d, headers %v", resp.StatusCode, resp.Header)
	}
	buf := make([]byte, 3)
	for _, want := range []string{"one", "two"} {
		if _, err := io.ReadFull(resp.Body, buf); err != nil || string(buf) != want {
			t.Fatalf("read %q, %v", buf, err)
		}
		if want == "one" {
			close(read)
		}
	}
	if err := resp.Body.Close(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ended:
	default:
		t.Error("the handler still runs after the body was closed")
	}
}

func TestCancelledInProcessRequestEndsItsHandler(t *testing.T) {
	began := make(chan struct{})
	h := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(began)
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-began
		cancel()
	}()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://memoir/x", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := (&http.Client{Transport: InProcessTransport{Handler: h}}).Do(req)
	if err == nil { // the handler had ended without a word
		_ = resp.Body.Close()
		err = ctx.Err()
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v", err)
	}
}

func TestAbortedInProcessResponseIsNoWholeOne(t *testing.T) {
	aborted := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "half")
		panic(http.ErrAbortHandler)
	})
	c := &http.Client{Transport: InProcessTransport{Handler: aborted}}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://memoir/x", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if b, err := io.ReadAll(resp.Body); string(b) != "half" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("read %q, %v", b, err)
	}
}
