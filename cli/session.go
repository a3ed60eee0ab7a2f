package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/adrg/xdg"

	"memoir/api"
	"memoir/memory"
	"memoir/storage"
)

const (
	minConnectBackoff = 5 * time.Millisecond
	maxConnectBackoff = 250 * time.Millisecond
)

// session gives access to the API handler: in this process when app is set, else over the owner's
// socket.
type session struct {
	*client
	app   *app
	close func(ctx context.Context) error
}

// withSession runs fn with a session and closes it afterwards, whatever fn returns.
func (e *env) withSession(ctx context.Context, fn func(s *session) error) error {
	s, err := e.ownFolderOrConnectToOwner(ctx)
	if err != nil {
		return err
	}
	err = fn(s)
	// Requests of other commands through this process outlive the command; only a signal ends them.
	return errors.Join(err, s.close(ctx))
}

// ownFolderOrConnectToOwner takes ownership of the folder if it is free, else connects to its
// owner. While an owner starts or exits it alternates between both, with random backoff.
func (e *env) ownFolderOrConnectToOwner(ctx context.Context) (*session, error) {
	dir, err := e.resolveDataFolderPath()
	if err != nil {
		return nil, err
	}
	wait := e.newOwnerWait(dir)
	for pause := minConnectBackoff; ; pause = min(2*pause, maxConnectBackoff) {
		noticed := wait.startWaitNoticeTimer()
		s, err := e.connectToFolderOwner(ctx, dir)
		noticed()
		if err == nil || !errors.Is(err, errNoOwner) {
			return s, err
		}
		hangs := errors.Is(err, errOwnerHangs)
		s, err = e.ownFolderAndStartSocketServer(ctx, dir)
		if err == nil || !errors.Is(err, memory.ErrBusy) {
			return s, err
		}
		wait.printNoticeIfDue()
		if wait.recordAttemptAndCheckTimeout(hangs) {
			return nil, wait.ownerNotAnsweringFailure(err)
		}
		select {
		case <-time.After(rand.N(pause) + pause/2): //nolint:gosec // jitter needs no secret
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// ownFolderAndStartSocketServer opens the folder in this process and serves its socket.
func (e *env) ownFolderAndStartSocketServer(ctx context.Context, dir string) (*session, error) {
	a, err := e.lockFolderAndStartServices(ctx, dir)
	if err != nil {
		return nil, err
	}
	a.startSocketServerForOtherCommands(ctx, e.socketPath(dir))
	h := &http.Client{Transport: api.InProcessTransport{Handler: a.api.HandlerTrustingLocalOwner()}}
	inProcess := &client{mainConn: h, controlConn: h, profile: e.profile}
	return &session{app: a, client: inProcess, close: a.shutDownAndUnlockFolder}, nil
}

// errNoOwner means that no process serves the socket at the moment; errOwnerHangs, which is one,
// that a process accepts connections and answers nothing.
var (
	errNoOwner    = errors.New("no answer on the socket")
	errOwnerHangs = fmt.Errorf("%w in time", errNoOwner)
)

// connectToFolderOwner connects to the owner's socket. Both connections get one answer before they
// are used: from then on the owner serves them until they are closed, so every request is either
// never sent or answered.
func (e *env) connectToFolderOwner(ctx context.Context, dir string) (*session, error) {
	path := e.socketPath(dir)
	main, err := e.dialOwnerOfSameVersion(ctx, path)
	if err != nil {
		return nil, err
	}
	control, err := e.dialOwnerOfSameVersion(ctx, path)
	if err != nil {
		main.CloseIdleConnections()
		return nil, err
	}
	return &session{
		client: &client{mainConn: main, controlConn: control, profile: e.profile},
		close: func(context.Context) error {
			main.CloseIdleConnections()
			control.CloseIdleConnections()
			return nil
		},
	}, nil
}

// dialOwnerOfSameVersion opens one connection to the owner and compares versions.
func (e *env) dialOwnerOfSameVersion(ctx context.Context, path string) (*http.Client, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNoOwner, err)
	}
	once := make(chan net.Conn, 1)
	once <- conn
	h := &http.Client{Transport: &http.Transport{
		MaxConnsPerHost: 1, DisableCompression: true,
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			select {
			case c := <-once:
				return c, nil
			default: // the owner closed the connection: redialling could repeat a request
				return nil, net.ErrClosed
			}
		},
	}}
	asked, cancel := context.WithTimeout(ctx, e.ownerTimeouts().handshake)
	defer cancel()
	version, err := fetchOwnerVersion(asked, h)
	if err != nil {
		_ = conn.Close()
		if errors.Is(asked.Err(), context.DeadlineExceeded) {
			return nil, fmt.Errorf("%w: %w", errOwnerHangs, err)
		}
		return nil, fmt.Errorf("%w: %w", errNoOwner, err)
	}
	if version != Version {
		h.CloseIdleConnections()
		return nil, &failure{
			code:  exitFailed,
			title: fmt.Sprintf("The running Memoir is version %s, but this one is %s.", version, Version),
			hint:  "Close the running Memoir first, or use the same version.",
		}
	}
	return h, nil
}

func fetchOwnerVersion(ctx context.Context, h *http.Client) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://memoir/api/version", nil)
	if err != nil {
		return "", err
	}
	resp, err := h.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var in struct {
		Version string `json:"version"`
	}
	b, err := io.ReadAll(resp.Body) // read to the end to keep the connection
	if err == nil {
		err = json.Unmarshal(b, &in)
	}
	return in.Version, err
}

// socketPath returns the folder's socket in the user's runtime folder.
func (e *env) socketPath(dir string) string {
	fallback := filepath.Join(os.TempDir(), fmt.Sprintf("memoir-%d", os.Getuid()))
	runtime := e.getenv("XDG_RUNTIME_DIR")
	if runtime == "" {
		runtime = xdg.RuntimeDir
	}
	if info, err := os.Stat(runtime); err != nil || !info.IsDir() {
		return api.SocketPath(fallback, fallback, dir)
	}
	return api.SocketPath(filepath.Join(runtime, "memoir"), fallback, dir)
}

// resolveSymlinks returns the folder without symbolic links; the part that does not exist yet is
// appended unchanged.
func resolveSymlinks(dir string) string {
	rest := ""
	for d := dir; ; d = filepath.Dir(d) {
		if resolved, err := filepath.EvalSymlinks(d); err == nil {
			return filepath.Join(resolved, rest)
		}
		if d == filepath.Dir(d) {
			return dir
		}
		rest = filepath.Join(filepath.Base(d), rest)
	}
}

// ownerTimeouts are how long a command waits for the process that owns the data folder.
type ownerTimeouts struct {
	notice    time.Duration // until the command says that it waits
	handshake time.Duration // for the answer to the first request on a connection
	hung      time.Duration // for an owner that accepts connections and answers none
	starting  time.Duration // for an owner that neither listens nor ends: it starts, or exits
}

func defaultOwnerTimeouts() ownerTimeouts {
	return ownerTimeouts{
		notice: 5 * time.Second, handshake: 15 * time.Second, hung: 30 * time.Second, starting: 2 * time.Minute,
	}
}

func (e *env) ownerTimeouts() ownerTimeouts {
	if e.ownerTimes != nil {
		return *e.ownerTimes
	}
	return defaultOwnerTimeouts()
}

// ownerWait is the wait of one command for the owner of a folder.
type ownerWait struct {
	env       *env
	dir       string
	limits    ownerTimeouts
	began     time.Time
	hungSince time.Time // zero while the owner does not hang
	notice    sync.Once
}

func (e *env) newOwnerWait(dir string) *ownerWait {
	return &ownerWait{env: e, dir: dir, limits: e.ownerTimeouts(), began: time.Now()}
}

// startWaitNoticeTimer says once, on stderr, that the command waits, as soon as it has waited
// for long enough; the returned function stops that. A folder that this process opens itself is no
// wait.
func (w *ownerWait) startWaitNoticeTimer() (stop func()) {
	said := make(chan struct{})
	timer := time.AfterFunc(w.limits.notice-time.Since(w.began), func() {
		defer close(said)
		w.printWaitNoticeOnce()
	})
	return func() {
		if !timer.Stop() {
			<-said
		}
	}
}

// printNoticeIfDue says once that the command waits if it has waited for long enough: between two
// attempts no timer runs, and on a slow computer an attempt to open the folder alone takes that
// long.
func (w *ownerWait) printNoticeIfDue() {
	if time.Since(w.began) >= w.limits.notice {
		w.printWaitNoticeOnce()
	}
}

// printWaitNoticeOnce prints one line on stderr, the first time it is called.
func (w *ownerWait) printWaitNoticeOnce() {
	w.notice.Do(func() {
		fmt.Fprintf(
			w.env.err,
			"Waiting for %s, which is using the data folder and isn't responding…\n",
			w.ownerNameWithProcessID(),
		)
	})
}

// recordAttemptAndCheckTimeout reports, after an attempt that reached no owner, whether further
// ones are pointless. hangs says that the attempt met an owner that answers nothing.
func (w *ownerWait) recordAttemptAndCheckTimeout(hangs bool) bool {
	now := time.Now()
	switch {
	case !hangs:
		w.hungSince = time.Time{}
	case w.hungSince.IsZero():
		w.hungSince = now.Add(-w.limits.handshake)
	}
	return now.Sub(w.began) >= w.limits.starting || hangs && now.Sub(w.hungSince) >= w.limits.hung
}

func (w *ownerWait) ownerNotAnsweringFailure(cause error) *failure {
	return &failure{
		code: exitFailed, cause: cause,
		title: fmt.Sprintf("The data folder %s is in use by %s, which isn't responding.", w.dir, w.ownerNameWithProcessID()),
		hint:  "Close that Memoir or end its process, then try again.",
	}
}

// ownerNameWithProcessID names the owner with its process id where that is known.
func (w *ownerWait) ownerNameWithProcessID() string {
	if pid := storage.LastFolderLockerPID(w.dir); pid > 0 {
		return fmt.Sprintf("the running Memoir (process %d)", pid)
	}
	return "the running Memoir"
}
