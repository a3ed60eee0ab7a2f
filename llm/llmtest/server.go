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

// maxBody bounds a request, in bytes.
const maxBody = 64 << 20

// Request is one request of the log.
type Request struct {
	N      int    `json:"n"` // from 1, in the order of arrival
	Method string `json:"method"`
	Path   string `json:"path"`
	Auth   string `json:"auth"` // the Authorization header
	Body   string `json:"body"` // as it came, byte for byte
	Done   bool   `json:"done"` // the answer has ended, one way or another
	Gone   bool   `json:"gone"` // the client went away before the answer was complete
	Status int    `json:"status"`
	Rule   string `json:"rule"` // name of the rule that answered
}

// TB is the part of testing.TB that New needs.
type TB interface {
	Helper()
	Cleanup(func())
	Fatal(args ...any)
}

// Server is a running scripted server. Safe for concurrent use.
type Server struct {
	URL string // http://127.0.0.1:port, without a slash at the end

	script *Script
	http   *http.Server
	quit   chan struct{} // closed by Close; ends what hangs
	served chan struct{} // closed when no connection is taken any more

	mu       sync.Mutex
	requests []Request
	faults   []Fault       // wait for requests, in order
	change   chan struct{} // closed and made anew with every change of requests
	log      *os.File
	closing  sync.Once
	handlers sync.WaitGroup
}

// New starts a server on a free port of this computer and closes it when the test ends. A nil t makes a server that
// the caller closes, and a failure to start a panic.
func New(t TB, s *Script) *Server {
	srv, err := Start("127.0.0.1:0", s, "")
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

// Start listens on addr, an IP address with a port, 0 for a free one. Every request is appended to logFile, if it is
// named, as a line of JSON when it came (with its body) and another when its answer ended.
func Start(addr string, s *Script, logFile string) (*Server, error) {
	srv := &Server{script: s, quit: make(chan struct{}), served: make(chan struct{}), change: make(chan struct{})}
	if logFile != "" {
		f, err := os.OpenFile(logFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, fmt.Errorf("start scripted server: %w", err)
		}
		srv.log = f
	}
	at, err := netip.ParseAddrPort(addr)
	var ln *net.TCPListener
	if err == nil {
		ln, err = net.ListenTCP("tcp", net.TCPAddrFromAddrPort(at))
	}
	if err != nil {
		if srv.log != nil {
			err = errors.Join(err, srv.log.Close())
		}
		return nil, fmt.Errorf("start scripted server: %w", err)
	}
	srv.URL = "http://" + ln.Addr().String()
	srv.http = &http.Server{Handler: srv.routes(), ReadHeaderTimeout: time.Minute}
	go func() { // ends with Close
		defer close(srv.served)
		_ = srv.http.Serve(ln) // always an error: closed
	}()
	return srv, nil
}

// Serve runs a server until ctx ends and prints its address as the one line of out.
func Serve(ctx context.Context, addr string, s *Script, logFile string, out io.Writer) error {
	srv, err := Start(addr, s, logFile)
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

// Close ends every answer and waits for it.
func (s *Server) Close() {
	s.closing.Do(func() {
		s.mu.Lock()
		close(s.quit) // no handler begins any more
		s.mu.Unlock()
		_ = s.http.Close() // its error would be that of a listener closed twice
		<-s.served
		s.handlers.Wait()
		if s.log != nil {
			_ = s.log.Close() // every line was written before
		}
	})
}

// Requests returns the log, in the order of arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Chats returns the requests for chat completions.
func (s *Server) Chats() []Request {
	var out []Request
	for _, r := range s.Requests() {
		if strings.HasSuffix(r.Path, "/chat/completions") {
			out = append(out, r)
		}
	}
	return out
}

// WaitFor returns when the log satisfies ok, or with ctx's error.
func (s *Server) WaitFor(ctx context.Context, ok func([]Request) bool) error {
	for {
		s.mu.Lock()
		changed := s.change
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

// Fault puts a fault in the way of the next requests that it concerns.
func (s *Server) Fault(f Fault) error {
	if err := f.check(); err != nil {
		return err
	}
	f.Times = max(1, f.Times)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, f)
	return nil
}

// ClearFaults takes back the faults that no request has met.
func (s *Server) ClearFaults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// next takes the fault that waits for a request to path.
func (s *Server) next(path string) *Fault {
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

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for _, prefix := range []string{"", "/v1"} {
		mux.HandleFunc("POST "+prefix+"/chat/completions", s.logged(s.chat))
		mux.HandleFunc("GET "+prefix+"/models", s.logged(s.models))
		mux.HandleFunc("POST "+prefix+"/embeddings", s.logged(s.embed))
	}
	mux.HandleFunc("POST /_control", s.control)
	mux.HandleFunc("GET /_requests", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, 200, s.Requests()) })
	return mux
}

// control takes {"fault": {…}} or {"clear": true}.
func (s *Server) control(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Fault *Fault `json:"fault"`
		Clear bool   `json:"clear"`
	}
	dec := json.NewDecoder(io.LimitReader(r.Body, maxBody))
	dec.DisallowUnknownFields()
	err := dec.Decode(&in)
	if err == nil && in.Clear {
		s.ClearFaults()
	}
	if err == nil && in.Fault != nil {
		err = s.Fault(*in.Fault)
	}
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// logged keeps the request and how its answer ended.
func (s *Server) logged(h func(*exchange)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.enter() {
			return
		}
		defer s.handlers.Done()
		body, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
		if err != nil {
			return // the client left before it had asked
		}
		x := &exchange{server: s, w: w, r: r, body: body, status: http.StatusOK}
		x.n = s.arrived(Request{Method: r.Method, Path: r.URL.Path, Auth: r.Header.Get("Authorization"), Body: string(body)})
		defer func() { s.ended(x) }()
		if !s.admit(x) {
			return
		}
		h(x)
	}
}

// enter counts a handler in; false when the server is closing.
func (s *Server) enter() bool {
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

// admit refuses requests without a key that counts, and finds the fault that waits for the others; false means refused.
func (s *Server) admit(x *exchange) bool {
	if len(s.script.Keys) > 0 {
		ok := false
		for _, k := range s.script.Keys {
			ok = ok || x.r.Header.Get("Authorization") == "Bearer "+k
		}
		if !ok {
			x.refuse(&Fault{Kind: FaultUnauthorized}, "")
			return false
		}
	}
	x.fault = s.next(x.r.URL.Path)
	return true
}

func (s *Server) arrived(r Request) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.N = len(s.requests) + 1
	s.requests = append(s.requests, r)
	s.changed(r)
	return r.N
}

func (s *Server) ended(x *exchange) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := &s.requests[x.n-1]
	r.Done, r.Gone, r.Status, r.Rule = true, x.gone, x.status, x.rule
	short := *r
	short.Body = ""
	s.changed(short)
}

// changed writes the log and wakes whoever waits; the caller holds mu.
func (s *Server) changed(r Request) {
	close(s.change)
	s.change = make(chan struct{})
	if s.log == nil {
		return
	}
	if line, err := json.Marshal(r); err == nil {
		_, _ = s.log.Write(append(line, '\n')) // a full disk must not change what a client sees
	}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client may have left
}

func refuse(w http.ResponseWriter, status int, message string) {
	var e errorBody
	e.Error.Message, e.Error.Type = message, "invalid_request_error"
	writeJSON(w, status, e)
}
