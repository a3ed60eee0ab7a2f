package api

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

const heartbeatInterval = 15 * time.Second // keeps proxies from closing a silent stream

// eventStream writes server-sent events. It is confined to one goroutine.
type eventStream struct {
	call       *call
	controller *http.ResponseController
}

// startEventStream sends the headers of an event stream.
func (c *call) startEventStream() *eventStream {
	h := c.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("X-Accel-Buffering", "no")
	c.WriteHeader(http.StatusOK)
	c.stream = &eventStream{call: c, controller: http.NewResponseController(c.ResponseWriter)}
	_ = c.stream.controller.Flush()
	return c.stream
}

// sendEvent writes one event. Write errors are not reported: the request's context ends when the
// client disconnects.
func (s *eventStream) sendEvent(event string, data any) {
	b, err := json.Marshal(data)
	if err != nil {
		s.call.api.log.Error("encode event", "event", event, "error", err)
		return
	}
	_, _ = s.call.Write([]byte("event: " + event + "\ndata: " + string(b) + "\n\n"))
	_ = s.controller.Flush()
}

func (s *eventStream) sendComment(text string) {
	_, _ = s.call.Write([]byte(": " + text + "\n\n"))
	_ = s.controller.Flush()
}

// wantsJSON reports whether the caller asked for one JSON object instead of a stream.
func (c *call) wantsJSON() bool {
	accept := strings.Join(c.request.Header.Values("Accept"), ",")
	return strings.Contains(accept, "application/json") && !strings.Contains(accept, "text/event-stream")
}
