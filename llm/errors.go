package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"memoir/memory"
	"memoir/memory/lang/lazyregexp"
)

// maxMessageRunes bounds the server's own message in an error (memory.ProviderError).
const maxMessageRunes = 300

var (
	errUnreadable      = errors.New("not a JSON reply")
	errUnfinishedReply = errors.New("connection closed before the end of the reply")
	errWebPage         = errors.New("received a web page instead of an answer")
	errRedirected      = errors.New("redirected to another address")
)

// apiError is an error response: an HTTP status from 400 up, or an error object inside a reply
// (status 200).
type apiError struct {
	status      int
	code, kind  string
	param       string
	message     string
	need, limit int // in tokens, when the prompt is too long
	retryAfter  time.Duration
	needsHTTPS  bool
}

// Error omits the server's message, which may repeat a key.
func (r *apiError) Error() string { return fmt.Sprintf("model server answered with HTTP %d", r.status) }

// parseAPIError reads an error response. Servers write {"error": {…}}, {"error": "…"}, [{"error":
// {…}}], {"message": "…"}, {"detail": "…"} or plain text.
func parseAPIError(status int, h http.Header, body []byte) *apiError {
	r := &apiError{status: status, retryAfter: parseRetryAfter(h), needsHTTPS: needsHTTPSPattern.Match(body)}
	raw := json.RawMessage(body)
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil && len(list) > 0 {
		raw = list[0]
	}
	var outer struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
		Detail  json.RawMessage `json:"detail"`
		Choices []struct {
			Error json.RawMessage `json:"error"`
		} `json:"choices"`
	}
	if json.Unmarshal(raw, &outer) != nil {
		r.message = firstLineUnlessHTML(string(body))
		return r.parseCountsAndRetryDelay()
	}
	if len(outer.Error) == 0 && len(outer.Choices) > 0 {
		outer.Error = outer.Choices[0].Error
	}
	if len(outer.Error) > 0 {
		raw = outer.Error
	}
	r.message = decodeJSONStringOrEmpty(raw)
	var inner struct {
		Message string          `json:"message"`
		Type    string          `json:"type"`
		Status  json.RawMessage `json:"status"`
		Code    json.RawMessage `json:"code"`
		Param   json.RawMessage `json:"param"`
		Need    int             `json:"n_prompt_tokens"` // llama.cpp
		Limit   int             `json:"n_ctx"`
	}
	_ = json.Unmarshal(raw, &inner) // a plain string has none of these
	if r.message == "" {
		r.message = inner.Message
	}
	if r.message == "" {
		r.message = decodeJSONStringOrEmpty(outer.Detail)
	}
	r.kind, r.param, r.need, r.limit = inner.Type, decodeJSONStringOrEmpty(inner.Param), inner.Need, inner.Limit
	r.code = decodeJSONStringOrEmpty(inner.Code)
	if n, err := strconv.Atoi(string(inner.Code)); err == nil && status == http.StatusOK && n >= 400 && n < 600 {
		r.status = n // OpenRouter sends the status inside the stream
	}
	return r.parseCountsAndRetryDelay()
}

// Message patterns taken from the documentation or source of OpenAI, Anthropic, Google, Mistral,
// llama.cpp, LM Studio and vLLM.
var (
	contextTooLongPattern = lazyregexp.New(`(?i)context[ _]?(length|size|window)|prompt is too long|` +
		`too many (input )?tokens|` +
		`context the overflows|input token count|maximum number of tokens|too large for model`)
	contextLimitPattern = lazyregexp.New(`(?i)(?:maximum (?:model |input )?(?:context )?length (?:is|` +
		`of)|context size \(|` +
		`context length of(?: only)?|tokens allowed \(|> |too large for model with )\s*([\d,]+)`)
	promptLengthPattern = lazyregexp.New(`(?i)(?:resulted in|requested(?: about)?|too long:|request \(|` +
		`token count \(|` +
		`keep the first|prompt contains(?: at least)?|your request has|your prompt contains(?: at least)?)\s*([\d,]+)`)
	noCreditPattern = lazyregexp.New(`(?i)insufficient[ _](quota|credit|balance|funds)|credit balance is too low|` +
		`requires more credits|billing[ _](hard[ _]limit|not[ _]active)`)
	invalidKeyPattern = lazyregexp.New(`(?i)api[ _]key not valid|(invalid|incorrect|` +
		`missing)[ _]api[ _]key|api_key_invalid`)
	unknownModelPattern = lazyregexp.New(`(?i)model[^.]{0,200}(not (be )?found|does not exist|not exist|` +
		`is not available)|` +
		`not a valid model|no endpoints found|invalid model|unknown model|model_not_found|no such model|` +
		`models?/[^ ]+ is not found`)
	// As Go's net/http, nginx and Apache say it.
	needsHTTPSPattern = lazyregexp.New(`(?i)HTTP request to an HTTPS server|plain HTTP request was sent to HTTPS|` +
		`speaking plain HTTP to an SSL-enabled server`)
	retryDelayPattern = lazyregexp.New(`(?i)(?:try again|retry) in (\d+(?:\.\d+)?)\s*(ms|s|m)\b`)
)

// parseCountsAndRetryDelay extracts token counts and the retry delay from the message.
func (r *apiError) parseCountsAndRetryDelay() *apiError {
	if r.isContextTooLong() {
		r.need, r.limit = max(r.need, firstMatchedNumber(promptLengthPattern, r.message)),
			max(r.limit, firstMatchedNumber(contextLimitPattern, r.message))
	}
	if m := retryDelayPattern.FindStringSubmatch(r.message); m != nil && r.retryAfter == 0 {
		if d, err := time.ParseDuration(m[1] + strings.ToLower(m[2])); err == nil {
			r.retryAfter = d
		}
	}
	return r
}

func firstMatchedNumber(re *lazyregexp.Regexp, s string) int {
	m := re.FindStringSubmatch(s)
	if m == nil {
		return 0
	}
	n, err := strconv.Atoi(strings.ReplaceAll(m[1], ",", ""))
	if err != nil {
		return 0
	}
	return n
}

func (r *apiError) isContextTooLong() bool {
	switch r.status {
	case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden, http.StatusTooManyRequests:
		return false
	}
	return r.code == "context_length_exceeded" || r.kind == "exceed_context_size_error" ||
		contextTooLongPattern.MatchString(r.message)
}

// sentinelError returns the core's error for this response.
func (r *apiError) sentinelError() error {
	words := r.code + " " + r.kind + " " + r.message
	switch {
	case r.status == http.StatusPaymentRequired || noCreditPattern.MatchString(words):
		return memory.ErrNoCredit
	case r.status == http.StatusUnauthorized || r.status == http.StatusForbidden || invalidKeyPattern.MatchString(words):
		return memory.ErrUnauthorized
	case r.status == http.StatusTooManyRequests || r.code == "rate_limit_exceeded":
		return memory.ErrRateLimited{RetryAfter: r.retryAfter}
	case r.isContextTooLong():
		return memory.ErrPromptTooLong
	case unknownModelPattern.MatchString(words):
		return memory.ErrModelNotFound
	case r.status == http.StatusRequestTimeout:
		return memory.ErrTimeout
	}
	return memory.ErrServer
}

// parseRetryAfter reads the delay a server asks for in seconds, milliseconds or as a date (RFC
// 9110, 10.2.3). It is 0 if there is none.
func parseRetryAfter(h http.Header) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 && ms < 1e9 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	v := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(v, 64); err == nil && s > 0 && s < 1e6 {
		return time.Duration(s * float64(time.Second))
	}
	at, err := http.ParseTime(v)
	if err != nil {
		return 0
	}
	from, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		return 0
	}
	return max(0, at.Sub(from))
}

// keyPattern matches what looks like an API key in a server's message.
var keyPattern = lazyregexp.New(`\b(sk|gsk|pk|rk|key|AIza)[-_]?[A-Za-z0-9_*.-]{12,}`)

// redactAndShortenMessage removes keys from a server's message and shortens it to one line.
func redactAndShortenMessage(s, key string) string {
	if key != "" {
		s = strings.ReplaceAll(s, key, "…")
	}
	s = strings.Join(strings.Fields(keyPattern.ReplaceAllString(s, "…")), " ")
	if utf8.RuneCountInString(s) > maxMessageRunes {
		s = string([]rune(s)[:maxMessageRunes-1]) + "…"
	}
	return s
}

func firstLineUnlessHTML(s string) string {
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, "<") { // an HTML page of a proxy helps nobody
		return ""
	}
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// lastCharactersOfKey returns the end of a key by which its owner recognizes it: four characters,
// or fewer if the key is short.
func lastCharactersOfKey(key string) string {
	r := []rune(key)
	return string(r[len(r)-min(4, len(r)/2):])
}

// hostAndPort returns host and port of a base URL.
func hostAndPort(base string) string {
	u, err := url.Parse(base)
	if err != nil {
		return ""
	}
	return u.Host
}
