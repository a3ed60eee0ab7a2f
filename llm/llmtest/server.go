package llmtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync"
	"time"
)

// maxBodyBytes bounds the size of a request.
const maxBodyBytes = 64 << 20

// Request is one logged request.
type Request struct {
	N      int    `json:"n"` // from 1, in order of arrival
	Method string `json:"method"`
	Path   string `json:"path"`
	Auth   string `json:"auth"` // the Authorization header
	Body   string `json:"body"` // as received, byte for byte
	Done   bool   `json:"done"` // the response has ended in any way
	Gone   bool   `json:"gone"` // the client disconnected before the response was complete
	Status int    `json:"status"`
	Rule   string `json:"rule"` // name of the matching rule
}

// TB is the part of testing.TB that StartServerForTest needs.
type TB interface {
	Helper()
	Cleanup(func())
	Fatal(args ...any)
}

// Server is a running scripted server. Safe for concurrent use.
type Server struct {
	URL string // http://127.0.0.1:port, without a trailing slash

	script     *Script
	httpServer *http.Server
	quit       chan struct{} // closed by Close; ends hanging responses
	serveDone  chan struct{} // closed when Serve has returned

	mu              sync.Mutex
	requests        []Request
	keptBodies      int           // of the newest requests; 0 keeps all
	faults          []Fault       // pending, in order
	pulled          []string      // models that were downloaded
	requestsChanged chan struct{} // closed and replaced at every change of requests
	logFile         *os.File
	closeOnce       sync.Once
	handlers        sync.WaitGroup
}

// StartServerForTest starts a server on a free local port and closes it when the test ends. With a
// nil t the caller closes it, and a failure to start panics.
func StartServerForTest(t TB, s *Script) *Server {
	srv, err := StartServer("127.0.0.1:0", s, "")
	if err != nil && t == nil {
		panic(err)
	}
	if t == nil {
		return srv
	}
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Close)
	return srv
}

// StartServer listens on addr, an IP address with a port, 0 for a free one. If logFile is set,
// every request is appended to it as a line of JSON on arrival (with its body) and as another one
// when its response has ended.
func StartServer(addr string, s *Script, logFile string) (*Server, error) {
	srv := &Server{
		script: s, quit: make(chan struct{}), serveDone: make(chan struct{}),
		requestsChanged: make(chan struct{}),
	}
	if logFile != "" {
		f, err := os.OpenFile(logFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, fmt.Errorf("start scripted server: %w", err)
		}
		srv.logFile = f
	}
	at, err := netip.ParseAddrPort(addr)
	var ln *net.TCPListener
	if err == nil {
		ln, err = net.ListenTCP("tcp", net.TCPAddrFromAddrPort(at))
	}
	if err != nil {
		if srv.logFile != nil {
			err = errors.Join(err, srv.logFile.Close())
		}
		return nil, fmt.Errorf("start scripted server: %w", err)
	}
	srv.URL = "http://" + ln.Addr().String()
	srv.httpServer = &http.Server{Handler: srv.newMux(), ReadHeaderTimeout: time.Minute}
	go func() { // ends with Close
		defer close(srv.serveDone)
		_ = srv.httpServer.Serve(ln) // always returns an error after Close
	}()
	return srv, nil
}

// RunServerPrintingAddressUntilDone runs a server until ctx ends and prints its address as the only
// line to out.
func RunServerPrintingAddressUntilDone(
	ctx context.Context, addr string, s *Script, logFile string, out io.Writer,
) error {
	srv, err := StartServer(addr, s, logFile)
	if err != nil {
		return err
	}
	defer srv.Close()
	if _, err := fmt.Fprintln(out, srv.URL); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// Close ends all responses and waits for them.
func (s *Server) Close() {
	s.closeOnce.Do(func() {
		s.mu.Lock()
		close(s.quit) // no handler starts after this
		s.mu.Unlock()
		_ = s.httpServer.Close() // its error would be that of a listener closed twice
		<-s.serveDone
		s.handlers.Wait()
		if s.logFile != nil {
			_ = s.logFile.Close() // every line has been written
		}
	})
}

// Requests returns the logged requests in order of arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// ChatRequests returns the logged requests for chat completions.
func (s *Server) ChatRequests() []Request {
	var out []Request
	for _, r := range s.Requests() {
		if strings.HasSuffix(r.Path, "/chat/completions") {
			out = append(out, r)
		}
	}
	return out
}

// WaitForRequests returns when the log satisfies ok, or with ctx's error.
func (s *Server) WaitForRequests(ctx context.Context, ok func([]Request) bool) error {
	for {
		s.mu.Lock()
		changed := s.requestsChanged
		s.mu.Unlock()
		if ok(s.Requests()) {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// LimitKeptRequestBodies forgets the bodies of all requests but the newest n, for a server that
// runs for as long as somebody uses the demo.
func (s *Server) LimitKeptRequestBodies(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keptBodies = n
}

// InjectFault injects a fault into the next requests whose path it matches.
func (s *Server) InjectFault(f Fault) error {
	if err := f.checkKind(); err != nil {
		return err
	}
	f.Times = max(1, f.Times)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, f)
	return nil
}

// ClearFaults removes all pending faults.
func (s *Server) ClearFaults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// takePendingFault removes and returns the pending fault for a request to path, or nil.
func (s *Server) takePendingFault(path string) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.faults {
		f := &s.faults[i]
		want := f.Path
		if want == "" {
			want = "/chat/completions"
		}
		if !strings.HasSuffix(path, want) {
			continue
		}
		taken := *f
		if f.Times--; f.Times == 0 {
			s.faults = append(s.faults[:i], s.faults[i+1:]...)
		}
		return &taken
	}
	return nil
}

func (s *Server) newMux() http.Handler {
	mux := http.NewServeMux()
	for _, prefix := range []string{"", "/v1"} {
		mux.HandleFunc("POST "+prefix+"/chat/completions", s.wrapWithLoggingAndKeyCheck(s.handleScriptedChatCompletion))
		mux.HandleFunc("GET "+prefix+"/models", s.wrapWithLoggingAndKeyCheck(s.handleModels))
		mux.HandleFunc("POST "+prefix+"/embeddings", s.wrapWithLoggingAndKeyCheck(s.handleEmbeddings))
	}
	mux.HandleFunc("POST /api/pull", s.wrapWithLoggingAndKeyCheck(s.handleOllamaPull))
	mux.HandleFunc("POST /_control", s.handleInjectOrClearFaults)
	mux.HandleFunc("GET /_requests", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, 200, s.Requests()) })
	return mux
}

// handleInjectOrClearFaults accepts {"fault": {…}} or {"clear": true}.
func (s *Server) handleInjectOrClearFaults(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Fault *Fault `json:"fault"`
		Clear bool   `json:"clear"`
	}
	dec := json.NewDecoder(io.LimitReader(r.Body, maxBodyBytes))
	dec.DisallowUnknownFields()
	err := dec.Decode(&in)
	if err == nil && in.Clear {
		s.ClearFaults()
	}
	if err == nil && in.Fault != nil {
		err = s.InjectFault(*in.Fault)
	}
	if err != nil {
		writeInvalidRequestError(w, http.StatusBadRequest, err.Error())
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// wrapWithLoggingAndKeyCheck logs the request and how its response ended.
func (s *Server) wrapWithLoggingAndKeyCheck(h func(*exchange)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.countHandlerUnlessClosing() {
			return
		}
		defer s.handlers.Done()
		body, err := io.ReadAll(io.LimitReader(r.Body, maxBodyBytes))
		if err != nil {
			return // the client disconnected while sending
		}
		x := &exchange{server: s, w: w, r: r, body: body, status: http.StatusOK}
		x.number = s.recordAndLogRequest(Request{
			Method: r.Method, Path: r.URL.Path, Auth: r.Header.Get("Authorization"),
			Body: string(body),
		})
		defer func() { s.recordResponseEnd(x) }()
		if !s.checkKeyAndAttachFault(x) {
			return
		}
		h(x)
	}
}

// countHandlerUnlessClosing counts a running handler; it returns false if the server is closing.
func (s *Server) countHandlerUnlessClosing() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.quit:
		return false
	default:
		s.handlers.Add(1)
		return true
	}
}

// checkKeyAndAttachFault refuses requests without a valid key and attaches the pending fault to
// others. It returns false if it refused.
func (s *Server) checkKeyAndAttachFault(x *exchange) bool {
	if len(s.script.Keys) > 0 {
		ok := false
		for _, k := range s.script.Keys {
			ok = ok || x.r.Header.Get("Authorization") == "Bearer "+k
		}
		if !ok {
			x.writeFaultErrorIfErrorKind(&Fault{Kind: FaultUnauthorized}, "")
			return false
		}
	}
	x.fault = s.takePendingFault(x.r.URL.Path)
	return true
}

func (s *Server) recordAndLogRequest(r Request) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.N = len(s.requests) + 1
	s.requests = append(s.requests, r)
	if old := len(s.requests) - 1 - s.keptBodies; s.keptBodies > 0 && old >= 0 {
		s.requests[old].Body = ""
	}
	s.logAndWakeWaiters(r)
	return r.N
}

func (s *Server) recordResponseEnd(x *exchange) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := &s.requests[x.number-1]
	r.Done, r.Gone, r.Status, r.Rule = true, x.clientGone, x.status, x.rule
	short := *r
	short.Body = ""
	s.logAndWakeWaiters(short)
}

// logAndWakeWaiters writes a line to the log file and wakes waiting callers. The caller holds mu.
func (s *Server) logAndWakeWaiters(r Request) {
	close(s.requestsChanged)
	s.requestsChanged = make(chan struct{})
	if s.logFile == nil {
		return
	}
	if line, err := json.Marshal(r); err == nil {
		_, _ = s.logFile.Write(append(line, '\n')) // a full disk must not affect the response
	}
}
