package api

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

const heartbeat = 15 * time.Second // a comment line, so that proxies do not take silence for death

// eventStream writes server-sent events. It lives on one goroutine.
type eventStream struct {
	c    *call
	ctrl *http.ResponseController
}

// events begins a stream.
func (c *call) events() *eventStream {
	h := c.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("X-Accel-Buffering", "no")
	c.WriteHeader(http.StatusOK)
	c.stream = &eventStream{c: c, ctrl: http.NewResponseController(c.ResponseWriter)}
	_ = c.stream.ctrl.Flush()
	return c.stream
}

// send writes one event. A client that went away is noticed by its context, so write errors are not reported.
func (s *eventStream) send(event string, data any) {
	b, err := json.Marshal(data)
	if err != nil {
		s.c.api.log.Error("encode event", "event", event, "error", err)
		return
	}
	_, _ = s.c.Write([]byte("event: " + event + "\ndata: " + string(b) + "\n\n"))
	_ = s.ctrl.Flush()
}

func (s *eventStream) comment(text string) {
	_, _ = s.c.Write([]byte(": " + text + "\n\n"))
	_ = s.ctrl.Flush()
}

// wantsJSON reports whether the caller asked to wait for the whole instead of a stream.
func (c *call) wantsJSON() bool {
	accept := strings.Join(c.r.Header.Values("Accept"), ",")
	return strings.Contains(accept, "application/json") && !strings.Contains(accept, "text/event-stream")
}
