package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

const maxErrorBytes = 64 << 10 // bytes read of an error response

// endpoint is a provider with the key to send.
type endpoint struct {
	provider Provider
	key      string
}

// connection makes requests of any model server.
type connection struct{ httpClient *http.Client }

// newOpenAIClient returns an openai-go client for an endpoint. It is built without
// openai.NewClient, which would apply OPENAI_* variables of the environment. It never retries, and
// error responses are returned as *apiError.
func (c connection) newOpenAIClient(e endpoint) openai.Client {
	opts := []option.RequestOption{
		option.WithBaseURL(e.provider.BaseURL), option.WithHTTPClient(c.httpClient), option.WithMaxRetries(0),
		option.WithMiddleware(removeIdentifyingHeadersAndSend, sendAndParseHTTPError),
	}
	if e.key != "" {
		opts = append(opts, option.WithAPIKey(e.key))
		if e.provider.presetName() == presetAnthropic {
			opts = append(opts, option.WithHeader("x-api-key", e.key), option.WithHeader("anthropic-version", "2023-06-01"))
		}
	}
	return openai.Client{Options: opts}
}

// removeIdentifyingHeadersAndSend removes what the library reveals about this computer.
func removeIdentifyingHeadersAndSend(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	for name := range req.Header {
		if strings.HasPrefix(name, "X-Stainless-") {
			req.Header.Del(name)
		}
	}
	req.Header.Set("User-Agent", "Memoir")
	return next(req)
}

func sendAndParseHTTPError(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	res, err := next(req)
	if err != nil || res.StatusCode < http.StatusBadRequest {
		return res, err
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(res.Body, maxErrorBytes)) // a partial body is enough
	return nil, parseAPIError(res.StatusCode, res.Header, body)
}

func getJSON(ctx context.Context, api openai.Client, path string, to any) error {
	var data []byte
	if err := api.Get(ctx, path, nil, &data, optionLimitingResponseBody(maxWholeReplyBytes)); err != nil {
		return err
	}
	if err := json.Unmarshal(data, to); err != nil {
		if bytes.HasPrefix(bytes.TrimSpace(data), []byte("<")) {
			return errWebPage
		}
		return errUnreadable
	}
	return nil
}

// optionLimitingResponseBody cuts a response off after n bytes, so that one without end is read as
// broken.
func optionLimitingResponseBody(n int64) option.RequestOption {
	return option.WithMiddleware(func(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
		res, err := next(req)
		if err == nil {
			res.Body = struct {
				io.Reader
				io.Closer
			}{io.LimitReader(res.Body, n), res.Body}
		}
		return res, err
	})
}

// refuseForeignOrThirdRedirect is a CheckRedirect of http.Client: it follows a server at most
// twice, and only to itself. A request holds the prompt and the key.
func refuseForeignOrThirdRedirect(req *http.Request, via []*http.Request) error {
	if first := via[0].URL; len(via) > 2 || req.URL.Host != first.Host || req.URL.Scheme != first.Scheme {
		return errRedirected
	}
	return nil
}
