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
const idleClientTimeout = 10 * time.Second

// Server serves a handler on a listener and can be drained without losing a request: clients of the
// Unix socket keep one connection for their lifetime, and a connection that has been answered once
// is served until the client closes it.
type Server struct {
	httpServer     *http.Server
	listener       net.Listener
	acceptLoopDone chan struct{}
	cancel         context.CancelFunc

	mu        sync.Mutex
	conns     map[net.Conn]connState
	connEnded chan struct{} // signalled when a connection ends
}

type connState struct {
	state http.ConnState
	since time.Time
}

// StartServer starts serving. ctx is the parent of every request's context; when it ends, running
// requests are cancelled. A body that makes no progress for bodyStallTimeout is cut. The caller
// must call Close.
func StartServer(ctx context.Context, ln net.Listener, h http.Handler, log *slog.Logger) *Server {
	return startServerWithStallLimit(ctx, ln, h, log, bodyStallTimeout)
}

// startServerWithStallLimit is StartServer with another limit for bodies that stop coming.
func startServerWithStallLimit(
	ctx context.Context,
	ln net.Listener,
	h http.Handler,
	log *slog.Logger,
	stall time.Duration,
) *Server {
	ctx, cancel := context.WithCancel(ctx)
	s := &Server{
		listener: ln, acceptLoopDone: make(chan struct{}), cancel: cancel, conns: map[net.Conn]connState{},
		connEnded: make(chan struct{}, 1),
	}
	s.httpServer = &http.Server{
		Handler:           handlerEndingRequestsOnStalledBody(h, stall),
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: 10 * time.Second,
		ConnState:         s.trackConnState,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	go func() {
		defer close(s.acceptLoopDone)
		if err := s.httpServer.Serve(ln); !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
			log.Error("server stopped unexpectedly", "addr", ln.Addr().String(), "error", err)
		}
	}()
	return s
}

func (s *Server) trackConnState(c net.Conn, state http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if state == http.StateClosed || state == http.StateHijacked {
		delete(s.conns, c)
		select {
		case s.connEnded <- struct{}{}:
		default:
		}
		return
	}
	s.conns[c] = connState{state, time.Now()}
}

// countRecentOrActiveClients counts the connections whose clients may still send a request.
func (s *Server) countRecentOrActiveClients() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, c := range s.conns {
		if c.state == http.StateActive || time.Since(c.since) < idleClientTimeout {
			n++
		}
	}
	return n
}

// StopAcceptingAndWaitForClients stops accepting and returns when every client has disconnected, or
// when ctx ends; Close must follow. Connections that the system had accepted but Serve had not are
// closed before anything was answered on them. onWaiting, if not nil, is called once when there are
// still clients after a second.
func (s *Server) StopAcceptingAndWaitForClients(ctx context.Context, onWaiting func(clients int)) {
	_ = s.listener.Close()
	<-s.acceptLoopDone
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for s.countRecentOrActiveClients() > 0 {
		select {
		case <-s.connEnded:
		case <-ticker.C:
			if n := s.countRecentOrActiveClients(); n > 0 && onWaiting != nil {
				onWaiting(n)
				onWaiting = nil
			}
		case <-ctx.Done():
			return
		}
	}
}

// Close closes every connection and waits for the accept loop to end.
func (s *Server) Close() {
	s.cancel()
	_ = s.httpServer.Close()
	_ = s.listener.Close()
	<-s.acceptLoopDone
}
