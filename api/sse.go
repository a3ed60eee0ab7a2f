package api

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

const heartbeat = 15 * time.Second // keeps proxies from closing a silent stream

// eventStream writes server-sent events. It is confined to one goroutine.
type eventStream struct {
	c    *call
	ctrl *http.ResponseController
}

// startEventStream sends the headers of an event stream.
func (c *call) events() *eventStream {
	h := c.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("X-Accel-Buffering", "no")
	c.WriteHeader(http.StatusOK)
	c.stream = &eventStream{c: c, ctrl: http.NewResponseController(c.ResponseWriter)}
	_ = c.stream.ctrl.Flush()
	return c.stream
}

// sendEvent writes one event. Write errors are not reported: the request's context ends when the
// client disconnects.
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

// wantsJSON reports whether the caller asked for one JSON object instead of a stream.
func (c *call) wantsJSON() bool {
	accept := strings.Join(c.r.Header.Values("Accept"), ",")
	return strings.Contains(accept, "application/json") && !strings.Contains(accept, "text/event-stream")
}
