package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"memoir/api"
	"memoir/memory"
)

// client sends requests to the API handler, in this process or over the socket.
type client struct {
	mainConn *http.Client
	// controlConn carries requests while mainConn is busy with a stream.
	controlConn *http.Client
	profile     string
}

// request is one API request; at most one of body and raw may be set.
type request struct {
	method, path string
	body         any
	raw          io.Reader
	contentType  string
	stream       bool
}

func (c *client) sendRequest(ctx context.Context, via *http.Client, r request) (*http.Response, error) {
	body := r.raw
	if r.body != nil {
		b, err := json.Marshal(r.body)
		if err != nil {
			return nil, fmt.Errorf("encode request: %w", err)
		}
		body, r.contentType = bytes.NewReader(b), "application/json"
	}
	req, err := http.NewRequestWithContext(ctx, r.method, "http://memoir"+r.path, body)
	if err != nil {
		return nil, fmt.Errorf("make request: %w", err)
	}
	if r.contentType != "" {
		req.Header.Set("Content-Type", r.contentType)
	}
	req.Header.Set("Accept", "application/json")
	if r.stream {
		req.Header.Set("Accept", "text/event-stream")
	}
	if c.profile != "" {
		req.Header.Set(api.UserHeader, c.profile)
	}
	resp, err := via.Do(req)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, ownerQuitBeforeAnswerError(err)
	}
	if resp.StatusCode >= http.StatusBadRequest {
		defer resp.Body.Close()
		return nil, failureFromErrorResponse(resp)
	}
	return resp, nil
}

// ownerQuitBeforeAnswerError is returned when a connection breaks after a request was sent.
func ownerQuitBeforeAnswerError(err error) error {
	return &failure{
		code: exitFailed, cause: err,
		title: "The running copy of Memoir quit before it answered.",
		hint:  "Check whether your change was saved before you try again.",
	}
}

func failureFromErrorResponse(resp *http.Response) error {
	var in struct {
		Error *apiError `json:"error"`
	}
	b, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil {
		return ownerQuitBeforeAnswerError(err)
	}
	if json.Unmarshal(b, &in) != nil || in.Error == nil {
		return newFailuref("The running copy of Memoir answered with HTTP %d and gave no reason.", resp.StatusCode)
	}
	return in.Error.toFailure(resp.StatusCode)
}

// apiError is the error body of the API.
type apiError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

func (w *apiError) toFailure(status int) *failure {
	return &failure{
		code: exitCodeForMemoirAPIError(status, w.Code), title: w.Message, hint: w.Hint, cause: errors.New(w.Code),
	}
}

// requestJSON sends a request and decodes the response into v, which may be nil.
func (c *client) requestJSON(ctx context.Context, method, path string, body, v any) error {
	return c.callJSONOnConnection(ctx, c.mainConn, request{method: method, path: path, body: body}, v)
}

func (c *client) callJSONOnConnection(ctx context.Context, via *http.Client, r request, v any) error {
	resp, err := c.sendRequest(ctx, via, r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return ownerQuitBeforeAnswerError(err)
	case v == nil || len(b) == 0:
		return nil
	}
	if err := json.Unmarshal(b, v); err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	return nil
}

// serverEvent is one server-sent event.
type serverEvent struct {
	name string
	data []byte
}

// requestAndHandleServerSentEvents sends a request and passes every event to take until the stream
// ends; an error of take ends it early.
func (c *client) requestAndHandleServerSentEvents(
	ctx context.Context,
	method, path string,
	body any,
	take func(serverEvent) error,
) error {
	resp, err := c.sendRequest(ctx, c.mainConn, request{method: method, path: path, body: body, stream: true})
	if err != nil {
		return err
	}
	return readServerSentEventsOrJSON(ctx, resp, take, nil)
}

// readServerSentEventsOrJSON passes every event of an answer to take until it ends, and closes it.
// An answer that is one JSON value is decoded into whole.
func readServerSentEventsOrJSON(
	ctx context.Context, resp *http.Response, take func(serverEvent) error, whole any,
) error {
	defer resp.Body.Close()
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "application/json") && whole != nil {
		if err := json.NewDecoder(resp.Body).Decode(whole); err != nil {
			return ownerQuitBeforeAnswerError(err)
		}
		return nil
	}
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(make([]byte, 0, 64<<10), 64<<20)
	var ev serverEvent
	for lines.Scan() {
		line := lines.Text()
		switch {
		case line == "" && ev.name != "":
			if err := take(ev); err != nil {
				return err
			}
			ev = serverEvent{}
		case strings.HasPrefix(line, "event: "):
			ev.name = line[len("event: "):]
		case strings.HasPrefix(line, "data: "):
			ev.data = []byte(line[len("data: "):])
		}
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case lines.Err() != nil:
		return ownerQuitBeforeAnswerError(lines.Err())
	}
	return nil
}

// failureAndAnswerFromErrorEvent decodes the data of an error event.
func failureAndAnswerFromErrorEvent(data []byte) (*failure, *memory.Message) {
	var in struct {
		Error   apiError        `json:"error"`
		Message *memory.Message `json:"message"`
	}
	if err := json.Unmarshal(data, &in); err != nil {
		return &failure{code: exitFailed, title: "The answer ended with an error that can't be read.", cause: err}, nil
	}
	return in.Error.toFailure(0), in.Message
}

// How long commands wait for the embedder: those that search, before they fall back to memories by
// date; those that write, before the next start computes the vector.
const (
	searchEmbedderTimeout = 15 * time.Second
	writeEmbedderTimeout  = 2 * time.Second
)

// waitForEmbedderAtMost waits until texts can be embedded. Without an embedder the command goes on
// and its output says so.
func (c *client) waitForEmbedderAtMost(ctx context.Context, longest time.Duration) {
	_ = c.requestJSON(ctx, http.MethodGet, fmt.Sprintf("/api/embedder?wait=%d", int(longest.Seconds())), nil, nil)
}
