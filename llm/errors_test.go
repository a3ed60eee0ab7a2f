package llm

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"memoir/memory"
)

// The responses follow the forms shown in the servers' own documentation and sources.
func TestErrorAnswersOfManyServersMapToSentinels(t *testing.T) {
	limited := func(d time.Duration) error { return memory.ErrRateLimited{RetryAfter: d} }
	for _, tc := range []struct {
		name        string
		status      int
		body        string
		want        error
		need, limit int
	}{
		{
			"OpenAI, too long", 400, `{"error":{"message":"This model's maximum context length is 8192 tokens. However, ` +
				`you requested 10211 tokens (9711 in the messages, 500 in the completion).","code":"context_length_exceeded"}}`,
			memory.ErrPromptTooLong, 10211, 8192,
		},
		{
			"Anthropic, too long", 400, `{"error":{"type":"invalid_request_error","message":"prompt is too long: ` +
				`208310 tokens > 200000 maximum"}}`,
			memory.ErrPromptTooLong, 208310, 200000,
		},
		{
			"Google, too long, in a list", 400, `[{"error":{"code":400,"message":"The input token count (1200000) exceeds ` +
				`the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}]`,
			memory.ErrPromptTooLong, 1200000, 1048576,
		},
		{
			"llama.cpp, too long", 400, `{"error":{"code":400,"message":"the request exceeds the available context size, ` +
				`try increasing it","type":"exceed_context_size_error","n_prompt_tokens":41000,"n_ctx":32768}}`,
			memory.ErrPromptTooLong, 41000, 32768,
		},
		{
			"Mistral, too long", 400, `{"object":"error","message":"Prompt contains 40321 tokens and 0 draft tokens, too ` +
				`large for model with 32768 maximum context length","type":"invalid_request_prompt"}`,
			memory.ErrPromptTooLong, 40321, 32768,
		},
		{
			"LM Studio, too long", 400, `{"error":"Trying to keep the first 5120 tokens when context the overflows. ` +
				`However, the model is loaded with context length of only 4096 tokens, which is not enough."}`,
			memory.ErrPromptTooLong, 5120, 4096,
		},
		{
			"Ollama, no such model", 404, `{"error":"model \"llama9\" not found, try pulling it first"}`,
			memory.ErrModelNotFound, 0, 0,
		},
		{
			"OpenRouter, no such model", 400, `{"error":{"message":"x/y is not a valid model ID","code":400}}`,
			memory.ErrModelNotFound, 0, 0,
		},
		{"a wrong address is no missing model", 404, `404 page not found`, memory.ErrServer, 0, 0},
		{"Google, bad key", 400, `[{"error":{"code":400,"message":"API key not valid."}}]`, memory.ErrUnauthorized, 0, 0},
		{
			"Google, quota of the minute", 429, `[{"error":{"code":429,"message":"You exceeded your current quota. Please ` +
				`retry in 12.5s.","status":"RESOURCE_EXHAUSTED"}}]`,
			limited(12500 * time.Millisecond), 0, 0,
		},
		{
			"Anthropic, no credit", 400, `{"error":{"message":"Your credit balance is too low to access the API."}}`,
			memory.ErrNoCredit, 0, 0,
		},
		{"OpenRouter, limit in the stream", 200, `{"error":{"code":429,"message":"Slow down"}}`, limited(0), 0, 0},
		{"OpenRouter, failing choice", 200, `{"choices":[{"error":{"code":502,"message":"Down"}}]}`, memory.ErrServer, 0, 0},
		{"a page of a proxy", 502, "<html><h1>Bad gateway</h1></html>", memory.ErrServer, 0, 0},
		{"nothing", 500, "", memory.ErrServer, 0, 0},
		{"too slow", 408, "{}", memory.ErrTimeout, 0, 0},
		{"validation", 422, `{"detail":[{"loc":["body"],"msg":"field required"}]}`, memory.ErrServer, 0, 0},
		{"limit of tokens a minute", 429, `{"error":{"message":"Request too large: context length"}}`, limited(0), 0, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := parseAPIError(tc.status, nil, []byte(tc.body))
			if !errors.Is(r.sentinelError(), tc.want) || r.need != tc.need || r.limit != tc.limit {
				t.Errorf("means %v, %d of %d; want %v, %d of %d", r.sentinelError(), r.need, r.limit, tc.want, tc.need, tc.limit)
			}
		})
	}
}

func TestParseRetryAfterReadsAllForms(t *testing.T) {
	for _, tc := range []struct {
		name string
		h    http.Header
		want time.Duration
	}{
		{"seconds", http.Header{"Retry-After": {"20"}}, 20 * time.Second},
		{"parts of a second", http.Header{"Retry-After": {"0.5"}}, 500 * time.Millisecond},
		{"milliseconds go before", http.Header{"Retry-After": {"20"}, "Retry-After-Ms": {"1500"}}, 1500 * time.Millisecond},
		{
			"a date, by the server's own clock", http.Header{
				"Retry-After": {"Sun, 03 May 2026 10:01:00 GMT"}, "Date": {"Sun, 03 May 2026 10:00:00 GMT"},
			}, time.Minute,
		},
		{
			"a date that has passed", http.Header{
				"Retry-After": {"Sun, 03 May 2026 10:01:00 GMT"}, "Date": {"Sun, 03 May 2026 11:00:00 GMT"},
			}, 0,
		},
		{"nonsense", http.Header{"Retry-After": {"soon"}}, 0},
		{"below zero", http.Header{"Retry-After": {"-3"}}, 0},
		{"nothing", nil, 0},
	} {
		if got := parseRetryAfter(tc.h); got != tc.want {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}

func TestKeysAreRedactedFromServerMessages(t *testing.T) {
	for _, tc := range []struct{ words, key, want string }{
		{"Incorrect API key provided: sk-proj-abcdefghijklmnop.", "", "Incorrect API key provided: …"},
		{"key hunter2hunter2 refused\nby  us", "hunter2hunter2", "key … refused by us"},
		{"the task-oriented monkey", "", "the task-oriented monkey"},
	} {
		if got := redactAndShortenMessage(tc.words, tc.key); got != tc.want {
			t.Errorf("%q became %q, want %q", tc.words, got, tc.want)
		}
	}
	if got := []rune(redactAndShortenMessage(longMessage(), "")); len(got) != maxMessageRunes {
		t.Errorf("%d runes, want %d", len(got), maxMessageRunes)
	}
	for key, want := range map[string]string{"": "", "ab": "b", "abcdef": "def", longKey: "wxyz"} {
		if got := lastCharactersOfKey(key); got != want {
			t.Errorf("tail of %q is %q, want %q", key, got, want)
		}
	}
}

const longKey = "sk-abcdefghijklmnopqrstuvwxyz"

func longMessage() string {
	s := ""
	for range 200 {
		s += "wörter "
	}
	return s
}
