package llm

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"memoir/memory"
)

// PullProgress is how far the download of a model is. Total is 0 while it is not known.
type PullProgress struct {
	Done, Total int64 // bytes of all parts that the server has begun
	Status      string
}

// maxPullLineBytes bounds a line of the server's progress.
const maxPullLineBytes = 1 << 20

// PullOllamaModel lets an Ollama server on this computer download a model, and returns when it is
// there. progress is called, on this goroutine, with every change that the server reports.
// Cancelling ctx stops the download; the server keeps the parts it has and goes on from there next
// time. A model that Ollama does not know is memory.ErrModelNotFound, a server that cannot download
// memory.ErrInvalid.
func (c *Client) PullOllamaModel(ctx context.Context, provider, model string, progress func(PullProgress)) error {
	e, err := c.resolveProviderEndpointWithKey(ctx, provider)
	if err != nil {
		return err
	}
	if !e.provider.isLocalOllama() {
		return memory.ErrInvalid
	}
	body, err := json.Marshal(map[string]any{"model": model, "stream": true})
	if err != nil {
		return err
	}
	url := e.provider.serverRootURL() + "/api/pull"
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "Memoir")
	id := provider + "/" + model
	res, err := c.caller.connection.httpClient.Do(req)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return wrapProviderError(e, id, err)
	}
	defer res.Body.Close()
	if res.StatusCode >= http.StatusBadRequest {
		line := make([]byte, maxErrorBytes)
		n, _ := res.Body.Read(line) // a partial body is enough
		return wrapProviderError(e, id, parseAPIError(res.StatusCode, res.Header, line[:n]))
	}
	if err := reportPullProgressUntilDone(res, progress); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return wrapProviderError(e, id, err)
	}
	c.ClearModelAndKeyCaches()
	return nil
}

// isLocalOllama reports whether the provider is an Ollama server on this computer.
func (p Provider) isLocalOllama() bool { return p.isOnThisComputer() && p.presetName() == presetOllama }

// pullLine is a line of Ollama's progress: of one part (a layer, named by its digest), or of the
// whole.
type pullLine struct {
	Status    string `json:"status"`
	Digest    string `json:"digest"`
	Total     int64  `json:"total"`
	Completed int64  `json:"completed"`
	Error     string `json:"error"`
}

// errPullNotFinished means that the progress ended before the model was there.
var errPullNotFinished = errors.New("the download ended before the model was complete")

// reportPullProgressUntilDone reports the lines of a response until the one that ends the download.
func reportPullProgressUntilDone(res *http.Response, progress func(PullProgress)) error {
	parts := map[string]pullLine{}
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, maxPullLineBytes)
	for lines.Scan() {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var l pullLine
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return errUnreadable
		}
		switch {
		case l.Error != "":
			status := http.StatusInternalServerError
			if bytes.Contains(lines.Bytes(), []byte("file does not exist")) { // the registry has no such manifest
				status = http.StatusNotFound
			}
			body, err := json.Marshal(map[string]string{"error": l.Error})
			if err != nil {
				return err
			}
			return parseAPIError(status, http.Header{}, body)
		case l.Status == "success":
			return nil
		case l.Digest != "":
			parts[l.Digest] = l
		}
		p := PullProgress{Status: l.Status}
		for _, part := range parts {
			p.Done += part.Completed
			p.Total += part.Total
		}
		progress(p)
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return errPullNotFinished
}
