package llm

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"

	"memoir/memory"
)

const (
	maxRetries = 2 // retries after broken connections and 5xx responses
	// Longest delay before a retry; a server that asks for more is not retried.
	maxRetryDelay = 8 * time.Second
	maxErrorBytes = 64 << 10 // bytes read of an error response
)

// quirks records parameters that a model's server refused and that are no longer sent.
type quirks struct{ noTemperature, noStreamOptions, newMaxTokens bool }

// endpoint is a provider with the key to send.
type endpoint struct {
	provider Provider
	key      string
}

// resolveEndpoint returns a configured provider with its key, or memory.ErrModelNotFound.
func (c *Client) resolveEndpoint(ctx context.Context, name string) (endpoint, error) {
	for _, p := range c.activeProviders() {
		if p.Name == name {
			key, _ := c.keys.findKey(ctx, p)
			return endpoint{provider: p, key: key}, nil
		}
	}
	return endpoint{provider: Provider{Name: name}}, memory.ErrModelNotFound
}

// newAPIClient returns an openai-go client for an endpoint. It is built without openai.NewClient,
// which would apply OPENAI_* variables of the environment. It never retries, and error responses
// are returned as *apiError.
func (c *Client) newAPIClient(e endpoint) openai.Client {
	opts := []option.RequestOption{
		option.WithBaseURL(e.provider.BaseURL), option.WithHTTPClient(c.httpClient), option.WithMaxRetries(0),
		option.WithMiddleware(stripClientHeaders, convertErrorResponse),
	}
	if e.key != "" {
		opts = append(opts, option.WithAPIKey(e.key))
		if e.provider.presetName() == presetAnthropic {
			opts = append(opts, option.WithHeader("x-api-key", e.key), option.WithHeader("anthropic-version", "2023-06-01"))
		}
	}
	return openai.Client{Options: opts}
}

// stripClientHeaders removes what the library reveals about this computer.
func stripClientHeaders(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	for name := range req.Header {
		if strings.HasPrefix(name, "X-Stainless-") {
			req.Header.Del(name)
		}
	}
	req.Header.Set("User-Agent", "Memoir")
	return next(req)
}

func convertErrorResponse(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	res, err := next(req)
	if err != nil || res.StatusCode < http.StatusBadRequest {
		return res, err
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(res.Body, maxErrorBytes)) // a partial body is enough
	return nil, parseAPIError(res.StatusCode, res.Header, body)
}

// sendWithRetries sends the request until a server accepts it, with the retries the package
// promises.
func (c *Client) sendWithRetries(ctx context.Context, e endpoint, r memory.ModelRequest) (*http.Response, error) {
	repeats := 0
	for {
		q := c.quirksFor(r.Model)
		res, err := c.postChatRequest(ctx, e, r, q)
		if err == nil {
			return res, nil
		}
		if ctx.Err() != nil {
			return nil, err
		}
		if c.recordQuirk(r, q, err) {
			continue
		}
		wait, again := c.retryDelay(err, repeats+1)
		if !again {
			return nil, err
		}
		repeats++
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(wait):
		}
	}
}

// retryDelay reports whether a failed call may be retried for the n-th time, and after which delay.
func (c *Client) retryDelay(err error, n int) (time.Duration, bool) {
	if n > maxRetries {
		return 0, false
	}
	var apiErr *apiError
	if !errors.As(err, &apiErr) {
		if isOffline(err) {
			return 0, false
		}
		return c.options.Backoff(n), true
	}
	if apiErr.status < http.StatusInternalServerError || !errors.Is(apiErr.sentinelError(), memory.ErrServer) {
		return 0, false
	}
	if apiErr.retryAfter > maxRetryDelay {
		return 0, false
	}
	return max(c.options.Backoff(n), apiErr.retryAfter), true
}

func (c *Client) postChatRequest(ctx context.Context, e endpoint, r memory.ModelRequest, q quirks) (*http.Response,
	error) {
	var res *http.Response
	api := c.newAPIClient(e)
	err := api.Post(ctx, "chat/completions", chatParams(r, q), &res, option.WithJSONSet("stream", true))
	if err != nil {
		return nil, err
	}
	return res, nil
}

func chatParams(r memory.ModelRequest, q quirks) openai.ChatCompletionNewParams {
	p := openai.ChatCompletionNewParams{Model: modelName(r.Model)}
	for _, m := range r.Messages {
		switch m.Role {
		case memory.RoleSystem:
			p.Messages = append(p.Messages, openai.SystemMessage(m.Content))
		case memory.RoleAssistant:
			p.Messages = append(p.Messages, openai.AssistantMessage(m.Content))
		default:
			p.Messages = append(p.Messages, openai.UserMessage(m.Content))
		}
	}
	if r.Temperature != nil && !q.noTemperature {
		p.Temperature = param.NewOpt(*r.Temperature)
	}
	if r.MaxTokens > 0 && q.newMaxTokens {
		p.MaxCompletionTokens = param.NewOpt(int64(r.MaxTokens))
	} else if r.MaxTokens > 0 {
		p.MaxTokens = param.NewOpt(int64(r.MaxTokens))
	}
	if !q.noStreamOptions {
		p.StreamOptions = openai.ChatCompletionStreamOptionsParam{IncludeUsage: param.NewOpt(true)}
	}
	return p
}

func (c *Client) quirksFor(model string) quirks {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.quirks[model]
}

// recordQuirk records which parameter sent with q the server refused. It returns false if none can
// be dropped.
func (c *Client) recordQuirk(r memory.ModelRequest, q quirks, err error) bool {
	var apiErr *apiError
	if !errors.As(err, &apiErr) || (apiErr.status != http.StatusBadRequest &&
		apiErr.status != http.StatusUnprocessableEntity) {
		return false
	}
	switch words := strings.ToLower(apiErr.param + " " + apiErr.message); {
	case r.Temperature != nil && !q.noTemperature && strings.Contains(words, "temperature"):
		q.noTemperature = true
	case r.MaxTokens > 0 && !q.newMaxTokens && strings.Contains(words, "max_completion_tokens"):
		q.newMaxTokens = true
	case !q.noStreamOptions && (strings.Contains(words, "stream_options") || strings.Contains(words, "include_usage")):
		q.noStreamOptions = true
	default:
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.quirks[r.Model] = q
	return true
}

// providerOfModel and modelName split a catalog id, provider/model; the model's name may contain
// further slashes.
func providerOfModel(id string) string {
	p, _, _ := strings.Cut(id, "/")
	return p
}

func modelName(id string) string {
	_, n, _ := strings.Cut(id, "/")
	return n
}
