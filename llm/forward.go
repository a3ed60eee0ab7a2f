package llm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"memoir/memory"
)

// ForwardToProvider implements memory.Forwarder. The server may be silent for as long as a reply of
// Memoir's own may take.
func (c *caller) ForwardToProvider(ctx context.Context, r memory.ForwardRequest) (memory.ForwardedReply, error) {
	e, err := c.catalogue.resolveProviderEndpointWithKey(ctx, r.Provider)
	if err != nil {
		return memory.ForwardedReply{}, wrapProviderError(e, r.Provider, err)
	}
	limit := c.callLimitsOrDefaults().Reply
	ctx, cancel := context.WithCancelCause(ctx)
	silence := time.AfterFunc(limit, func() { cancel(errReplyLimit) })
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.provider.BaseURL+"/"+r.Path, bytes.NewReader(r.Body))
	if err != nil {
		silence.Stop()
		cancel(err)
		return memory.ForwardedReply{}, wrapProviderError(e, r.Provider, err)
	}
	for name, value := range r.Header {
		req.Header.Set(name, value)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "Memoir")
	if e.key != "" {
		req.Header.Set("Authorization", "Bearer "+e.key)
		if e.provider.presetName() == presetAnthropic {
			req.Header.Set("X-Api-Key", e.key)
			req.Header.Set("Anthropic-Version", "2023-06-01")
		}
	}
	res, err := c.connection.httpClient.Do(req) //nolint:bodyclose // the caller closes the body
	silence.Stop()
	if err != nil {
		err = timeoutIfReplyLimit(ctx, err)
		cancel(err)
		return memory.ForwardedReply{}, wrapProviderError(e, r.Provider, err)
	}
	return memory.ForwardedReply{Status: res.StatusCode, Header: res.Header, Body: &forwardedBody{
		ReadCloser: res.Body, ctx: ctx, cancel: cancel, silence: silence, limit: limit,
	}}, nil
}

// timeoutIfReplyLimit returns memory.ErrTimeout for an error that the reply limit caused, and any
// other error as it is.
func timeoutIfReplyLimit(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); errors.Is(cause, errReplyLimit) {
		return fmt.Errorf("%w: %w", memory.ErrTimeout, cause)
	}
	return err
}

// forwardedBody is the body of a forwarded reply. A read that waits for longer than the limit ends
// with memory.ErrTimeout; how long the reader takes between two reads does not count.
type forwardedBody struct {
	io.ReadCloser
	ctx     context.Context //nolint:containedctx // of the request whose body this is
	cancel  context.CancelCauseFunc
	silence *time.Timer // stopped between reads
	limit   time.Duration
}

func (b *forwardedBody) Read(p []byte) (int, error) {
	b.silence.Reset(b.limit)
	n, err := b.ReadCloser.Read(p)
	b.silence.Stop()
	if err != nil && err != io.EOF { //nolint:errorlint // a reader's end is never wrapped
		err = timeoutIfReplyLimit(b.ctx, err)
	}
	return n, err
}

func (b *forwardedBody) Close() error {
	defer b.cancel(context.Canceled)
	return b.ReadCloser.Close()
}
