package llm

import (
	"bytes"
	"context"
	"net/http"

	"memoir/memory"
)

// ForwardToProvider implements memory.Forwarder.
func (c *caller) ForwardToProvider(ctx context.Context, r memory.ForwardRequest) (memory.ForwardedReply, error) {
	e, err := c.catalogue.resolveProviderEndpoint(ctx, r.Provider)
	if err != nil {
		return memory.ForwardedReply{}, wrapProviderError(e, r.Provider, err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.provider.BaseURL+"/"+r.Path, bytes.NewReader(r.Body))
	if err != nil {
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
	if err != nil {
		return memory.ForwardedReply{}, wrapProviderError(e, r.Provider, err)
	}
	return memory.ForwardedReply{Status: res.StatusCode, Header: res.Header, Body: res.Body}, nil
}
