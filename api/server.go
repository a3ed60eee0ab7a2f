package api

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// idleClientTimeout is how long a draining server waits for a connection without requests.
const abandoned = 10 * time.Second

// Server serves a handler on a listener and can be drained without losing a request: clients of the
// Unix socket keep one connection for their lifetime, and a connection that has been answered once
// is served until the client closes it.
type Server struct {
	http   *http.Server
	ln     net.Listener
	ended  chan struct{}
	cancel context.CancelFunc

	mu    sync.Mutex
	conns map[net.Conn]connState
	left  chan struct{} // signalled when a connection ends
}

type connState struct {
	state http.ConnState
	since time.Time
}

// Serve starts serving. ctx is the parent of every request's context; when it ends, running
// requests are cancelled. The caller must call Close.
func Serve(ctx context.Context, ln net.Listener, h http.Handler, log *slog.Logger) *Server {
	ctx, cancel := context.WithCancel(ctx)
	s := &Server{
		ln: ln, ended: make(chan struct{}), cancel: cancel, conns: map[net.Conn]connState{},
		left: make(chan struct{}, 1),
	}
	s.http = &http.Server{
		Handler:           h,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: 10 * time.Second,
		ConnState:         s.track,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	go func() {
		defer close(s.ended)
		if err := s.http.Serve(ln); !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
			log.Error("server ended", "addr", ln.Addr().String(), "error", err)
		}
	}()
	return s
}

func (s *Server) track(c net.Conn, state http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if state == http.StateClosed || state == http.StateHijacked {
		delete(s.conns, c)
		select {
		case s.left <- struct{}{}:
		default:
		}
		return
	}
	s.conns[c] = connState{state, time.Now()}
}

// countClients counts the connections whose clients may still send a request.
func (s *Server) busy() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, c := range s.conns {
		if c.state == http.StateActive || time.Since(c.since) < abandoned {
			n++
		}
	}
	return n
}

// Drain stops accepting and returns when every client has disconnected, or when ctx ends; Close
// must follow. Connections that the system had accepted but Serve had not are closed before
// anything was answered on them. onWaiting, if not nil, is called once when there are still clients
// after a second.
func (s *Server) Drain(ctx context.Context, waiting func(clients int)) {
	_ = s.ln.Close()
	<-s.ended
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for s.busy() > 0 {
		select {
		case <-s.left:
		case <-tick.C:
			if n := s.busy(); n > 0 && waiting != nil {
				waiting(n)
				waiting = nil
			}
		case <-ctx.Done():
			return
		}
	}
}

// Close closes every connection and waits for the accept loop to end.
func (s *Server) Close() {
	s.cancel()
	_ = s.http.Close()
	_ = s.ln.Close()
	<-s.ended
}
