package api

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"
)

const heartbeatInterval = 15 * time.Second // keeps proxies from closing a silent stream

// slowReaderLimit is how long a client may leave what it was sent unread, after the buffers of its
// connection are full.
const slowReaderLimit = time.Minute

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
		s.call.api.log.Error("an event could not be encoded", "event", event, "error", err)
		return
	}
	_ = s.call.writeAndFlushWithDeadline(s.controller, []byte("event: "+event+"\ndata: "+string(b)+"\n\n"))
}

func (s *eventStream) sendComment(text string) {
	_ = s.call.writeAndFlushWithDeadline(s.controller, []byte(": "+text+"\n\n"))
}

// writeAndFlushWithDeadline sends a piece of a stream. A client that does not read it within the
// slow reader limit is disconnected, which ends the context of the request: what waits for it would
// pile up otherwise.
func (c *call) writeAndFlushWithDeadline(controller *http.ResponseController, b []byte) error {
	_ = controller.SetWriteDeadline(time.Now().Add(c.api.slowReaderLimit))
	_, err := c.Write(b)
	if err == nil {
		err = controller.Flush()
	}
	if errors.Is(err, http.ErrNotSupported) {
		err = nil
	}
	if err == nil {
		_ = controller.SetWriteDeadline(time.Time{}) // the end of the stream may come much later
	}
	return err
}

// wantsJSONInsteadOfStream reports whether the caller asked for one JSON object instead of a
// stream.
func (c *call) wantsJSONInsteadOfStream() bool {
	accept := strings.Join(c.request.Header.Values("Accept"), ",")
	return strings.Contains(accept, "application/json") && !strings.Contains(accept, "text/event-stream")
}
