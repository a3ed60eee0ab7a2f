package llm

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"memoir/memory"
	"memoir/memory/lang"
)

const (
	maxRetries = 2 // retries after broken connections and 5xx responses
	// Longest delay before a retry; a server that asks for more is not retried.
	maxRetryDelay = 8 * time.Second
)

// caller sends chat and embeddings requests to the providers of a catalogue.
type caller struct {
	catalogue  *catalogue
	connection connection
	limits     func() Limits // nil = defaults
	backoff    func(n int) time.Duration

	mu     sync.Mutex
	quirks map[string]quirks // by provider/model: parameters that the server refused
}

// Limits bounds one model call. Zero values select the default of the field.
type Limits struct {
	Reply time.Duration // the whole reply including the wait for its first delta; 10 minutes
	Idle  time.Duration // longest silence after the first delta; 2 minutes
}

func (c *caller) callLimitsOrDefaults() Limits {
	var l Limits
	if c.limits != nil {
		l = c.limits()
	}
	if l.Reply <= 0 {
		l.Reply = 10 * time.Minute
	}
	if l.Idle <= 0 {
		l.Idle = 2 * time.Minute
	}
	return l
}

// jitteredExponentialBackoff is the backoff of OpenAI's own clients: it doubles from half a second
// and is shortened at random by up to a quarter.
func jitteredExponentialBackoff(n int) time.Duration {
	d := 500 * time.Millisecond << (n - 1)
	return d - rand.N(d/4)
}

// quirks records parameters that a model's server refused and that are no longer sent.
type quirks struct{ noTemperature, noStreamOptions, newMaxTokens bool }

func (c *caller) refusedParametersFor(model string) quirks {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.quirks[model]
}

// recordRefusedParameterIfDroppable records which parameter sent with q the server refused. It
// returns false if none can be dropped.
func (c *caller) recordRefusedParameterIfDroppable(r memory.ModelRequest, q quirks, err error) bool {
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
	c.quirks[r.Model] = q.unionWith(c.quirks[r.Model]) // another call may have learned of one meanwhile
	return true
}

// unionWith returns the quirks that either has.
func (q quirks) unionWith(other quirks) quirks {
	return quirks{
		noTemperature:   q.noTemperature || other.noTemperature,
		noStreamOptions: q.noStreamOptions || other.noStreamOptions,
		newMaxTokens:    q.newMaxTokens || other.newMaxTokens,
	}
}

// retryDelayIfRetryable reports whether a failed call may be retried for the n-th time, and after
// which delay.
func (c *caller) retryDelayIfRetryable(err error, n int) (time.Duration, bool) {
	if n > maxRetries {
		return 0, false
	}
	var apiErr *apiError
	if !errors.As(err, &apiErr) {
		if _, wrong := wrongServerProblem(err); wrong != nil || isServerUnreachable(err) {
			return 0, false
		}
		return c.backoff(n), true
	}
	if apiErr.status < http.StatusInternalServerError || !errors.Is(apiErr.sentinelError(), memory.ErrServer) {
		return 0, false
	}
	if apiErr.retryAfter > maxRetryDelay {
		return 0, false
	}
	return max(c.backoff(n), apiErr.retryAfter), true
}

// wrapAndLogRequestError is wrapProviderError for a request whose prompt may have been too long.
// What the server said goes into the log at debug level, and only there.
func (c *caller) wrapAndLogRequestError(e endpoint, r memory.ModelRequest, err error) error {
	p := wrapProviderError(e, r.Model, err)
	c.catalogue.log.Debug("model call failed", "provider", p.Provider, "model", p.Model, "status", p.Status,
		"message", p.Message, "err", redactAndShortenMessage(err.Error(), e.key))
	var apiErr *apiError
	if errors.As(err, &apiErr) {
		c.setTokenCountsOfTooLongPrompt(p, apiErr, r)
	}
	return p
}

// setTokenCountsOfTooLongPrompt sets the prompt's length and the model's limit on a
// context-too-long error, as far as the server or the catalog knows them.
func (c *caller) setTokenCountsOfTooLongPrompt(p *memory.ProviderError, apiErr *apiError, r memory.ModelRequest) {
	if !errors.Is(p.Err, memory.ErrPromptTooLong) {
		return
	}
	p.Need, p.Limit = apiErr.need, apiErr.limit
	if p.Limit == 0 {
		p.Limit = c.catalogue.knownContextWindow(r.Model)
	}
	if guess := estimatePromptTokens(r); p.Need == 0 && guess > p.Limit {
		p.Need = guess
	}
}

// estimatePromptTokens estimates the prompt's length; servers add a few tokens per message.
func estimatePromptTokens(r memory.ModelRequest) int {
	n := 0
	for _, m := range r.Messages {
		n += lang.EstimateTokens(m.Content) + 4
	}
	return n
}
