package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"memoir/memory"
)

// newClientOfEmbeddingServer returns the vectors (length of the text, 1, 0), last text first, unless answer
// returns a status and body.
func newClientOfEmbeddingServer(
	t *testing.T, answer func(call int, texts []string) (status int, body string),
) (*Client, *atomic.Int32) {
	t.Helper()
	var calls atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Input []string
			Model string
		}
		err := json.NewDecoder(r.Body).Decode(&body)
		if err != nil || body.Model != "embed-1" || r.URL.Path != "/v1/embeddings" {
			t.Errorf("%s %v: %v", r.URL.Path, body, err)
		}
		status, text := http.StatusOK, lengthVectorsJSON(body.Input)
		call := int(calls.Add(1))
		if answer != nil {
			if s, b := answer(call, body.Input); s != 0 {
				status, text = s, b
			}
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		fmt.Fprint(w, text)
	}))
	t.Cleanup(server.Close)
	c, err := OpenClient(Options{
		Dir: t.TempDir(), FixedProviders: []Provider{{Name: "here", BaseURL: server.URL + "/v1"}},
		Backoff: func(int) time.Duration { return time.Millisecond },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(t.Context()); err != nil && t.Context().Err() == nil {
			t.Error(err)
		}
	})
	return c, &calls
}

func lengthVectorsJSON(texts []string) string {
	var rows []string
	for i := len(texts) - 1; i >= 0; i-- {
		rows = append(rows, fmt.Sprintf(`{"object":"embedding","index":%d,"embedding":[%d,1,0]}`, i, len(texts[i])))
	}
	return `{"object":"list","data":[` + strings.Join(rows, ",") + `]}`
}

func openEmbedder(t *testing.T, c *Client, maxTokens int) *Embedder {
	t.Helper()
	e, err := c.OpenEmbedderWithTestRequest(t.Context(), "here/embed-1", maxTokens)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestEmbedKeepsTextOrderAcrossBatches(t *testing.T) {
	c, calls := newClientOfEmbeddingServer(t, nil)
	e := openEmbedder(t, c, 100)
	if e.Dimensions() != 3 || e.ID() != "here/embed-1@3@1" || e.MaxTokens() != 100 || !e.IsReady() {
		t.Errorf("%s, %d values, %d tokens", e.ID(), e.Dimensions(), e.MaxTokens())
	}
	texts := make([]string, 2*maxBatchTexts+1)
	for i := range texts {
		texts[i] = strings.Repeat("x", i+1)
	}
	calls.Store(0)
	vectors, err := e.Embed(t.Context(), memory.EmbedPassage, texts)
	if err != nil {
		t.Fatal(err)
	}
	if n := calls.Load(); n != 3 || len(vectors) != len(texts) {
		t.Errorf("%d calls, %d vectors", n, len(vectors))
	}
	for i, v := range vectors {
		length := math.Hypot(float64(v[0]), float64(v[1]))
		if ratio := float64(v[0] / v[1]); math.Abs(ratio-float64(i+1)) > 1e-3 || math.Abs(length-1) > 1e-6 {
			t.Fatalf("vector %d is %v", i, v)
		}
	}
	big := strings.Repeat("y", maxBatchBytes/2+1)
	if n := countTextsForOneRequest([]string{big, big, big}); n != 1 {
		t.Errorf("%d big texts in one request", n)
	}
}

func TestEmbedTruncatesLongTextsAndRefusesEmptyOnes(t *testing.T) {
	longest := 0
	c, _ := newClientOfEmbeddingServer(t, func(_ int, texts []string) (int, string) {
		longest = max(longest, len(texts[0]))
		return 0, ""
	})
	e := openEmbedder(t, c, 50)
	_, err := e.Embed(t.Context(), memory.EmbedQuery, []string{strings.Repeat("ж", 500)})
	if err != nil || longest != 100 {
		t.Errorf("sent %d bytes, %v", longest, err)
	}
	if _, err := e.Embed(t.Context(), memory.EmbedQuery, []string{"x", " \n"}); !errors.Is(err, memory.ErrInvalid) {
		t.Errorf("empty text: %v", err)
	}
}

func TestMalformedEmbeddingResponsesAreErrors(t *testing.T) {
	for name, body := range map[string]string{
		"too few":        `{"data":[]}`,
		"twice the same": `{"data":[{"index":0,"embedding":[1,0,0]},{"index":0,"embedding":[1,0,0]}]}`,
		"other length":   `{"data":[{"index":0,"embedding":[1,0,0]},{"index":1,"embedding":[1,0]}]}`,
		"a zero vector":  `{"data":[{"index":0,"embedding":[1,0,0]},{"index":1,"embedding":[0,0,0]}]}`,
		"out of range":   `{"data":[{"index":0,"embedding":[1,0,0]},{"index":7,"embedding":[1,0,0]}]}`,
	} {
		c, _ := newClientOfEmbeddingServer(t, func(call int, _ []string) (int, string) {
			if call == 1 {
				return 0, ""
			}
			return http.StatusOK, body
		})
		_, err := openEmbedder(t, c, 50).Embed(t.Context(), memory.EmbedPassage, []string{"a", "b"})
		if !errors.Is(err, memory.ErrServer) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEmbeddingErrorsAreProviderErrors(t *testing.T) {
	c, calls := newClientOfEmbeddingServer(t, func(int, []string) (int, string) {
		return http.StatusUnauthorized, `{"error":{"message":"Incorrect API key provided"}}`
	})
	_, err := c.OpenEmbedderWithTestRequest(t.Context(), "here/embed-1", 50)
	var p *memory.ProviderError
	if !errors.Is(err, memory.ErrUnauthorized) || !errors.As(err, &p) || p.Provider != "here" || calls.Load() != 1 {
		t.Errorf("%v after %d calls", err, calls.Load())
	}
	if _, err := c.OpenEmbedderWithTestRequest(t.Context(), "nowhere/x", 50); !errors.Is(err, memory.ErrModelNotFound) {
		t.Errorf("unknown provider: %v", err)
	}
	c, calls = newClientOfEmbeddingServer(t, func(call int, _ []string) (int, string) {
		if call == 1 {
			return http.StatusServiceUnavailable, `{"error":{"message":"loading model"}}`
		}
		return 0, ""
	})
	if _, err := c.OpenEmbedderWithTestRequest(t.Context(), "here/embed-1", 50); err != nil || calls.Load() != 2 {
		t.Errorf("a server that is loading: %v after %d calls", err, calls.Load())
	}
}

func TestRemoteEmbedderChunksCoverTheText(t *testing.T) {
	c, _ := newClientOfEmbeddingServer(t, nil)
	e := openEmbedder(t, c, 50)
	for name, text := range map[string]string{
		"sentences": strings.Repeat("The ferry leaves at nine. ", 40),
		"no spaces": strings.Repeat("语", 400),
		"spaces":    "a" + strings.Repeat(" ", 1000) + "b",
		"short":     "x",
	} {
		spans, err := e.ChunkTextByMaxTokens(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		at := 0
		for _, s := range spans {
			piece := text[s.Start:s.End]
			words := strings.TrimSpace(piece)
			if s.Start != at || words == "" || len(words) > 100 || !utf8.ValidString(piece) {
				t.Errorf("%s: span %v %q after byte %d", name, s, piece, at)
			}
			at = s.End
			if name == "sentences" && !strings.HasSuffix(strings.TrimSpace(piece), ".") {
				t.Errorf("cut inside a sentence: %q", piece)
			}
		}
		if at != len(text) {
			t.Errorf("%s: covered %d of %d bytes", name, at, len(text))
		}
	}
	if _, err := e.ChunkTextByMaxTokens(t.Context(), " "); !errors.Is(err, memory.ErrInvalid) {
		t.Errorf("spaces: %v", err)
	}
}
