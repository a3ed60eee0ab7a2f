package api

import (
	"io"
	"net/http"
	"time"
)

// bodyStallTimeout is how long a request's body may make no progress.
const bodyStallTimeout = 10 * time.Second

// handlerEndingRequestsOnStalledBody ends requests whose body stops coming: every read has a
// deadline, which what arrives moves on. It covers bodies that h does not read, too, because
// net/http reads them to their end before it answers. Answers have no deadline, however long they
// stream.
func handlerEndingRequestsOnStalledBody(h http.Handler, stall time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body == nil || r.Body == http.NoBody {
			h.ServeHTTP(w, r)
			return
		}
		b := &deadlineBody{ReadCloser: r.Body, conn: http.NewResponseController(w), stall: stall}
		b.renewReadDeadline()
		r.Body = b
		h.ServeHTTP(w, r)
	})
}

// deadlineBody is a request's body with a deadline for its next bytes. Read to its end, it leaves
// the connection without a deadline: net/http then waits there for the client to disconnect.
type deadlineBody struct {
	io.ReadCloser
	conn  *http.ResponseController
	stall time.Duration
}

func (b *deadlineBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	switch {
	case err == io.EOF: //nolint:errorlint // a reader's end is never wrapped
		_ = b.conn.SetReadDeadline(time.Time{})
	case err == nil:
		b.renewReadDeadline()
	}
	return n, err
}

// renewReadDeadline gives the next bytes their time. A request inside this process has no
// connection and needs no deadline.
func (b *deadlineBody) renewReadDeadline() { _ = b.conn.SetReadDeadline(time.Now().Add(b.stall)) }
