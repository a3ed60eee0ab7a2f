package llm

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"memoir/memory"
)

// newRerankServer answers each request with the next response of the list and records the bodies.
func newRerankServer(t *testing.T, statuses []int, responses []string) (*httptest.Server, *[]map[string]any) {
	t.Helper()
	var bodies []map[string]any
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body map[string]any
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		i := min(len(bodies), len(responses)-1)
		bodies = append(bodies, body)
		w.WriteHeader(statuses[i])
		_, _ = io.WriteString(w, responses[i])
	}))
	t.Cleanup(s.Close)
	return s, &bodies
}

func rerankTwo(t *testing.T, s *httptest.Server) ([]float64, error) {
	t.Helper()
	return NewReranker().ScoreDocuments(t.Context(), memory.RerankRequest{
		URL: s.URL + "/rerank", Query: "which?", Documents: []string{"one", "two"},
	})
}

func TestBothKindsOfRerankServersAreUnderstood(t *testing.T) {
	s, bodies := newRerankServer(t, []int{200},
		[]string{`{"model":"m","results":[{"index":1,"relevance_score":2.5},{"index":0,"relevance_score":-1}]}`})
	got, err := rerankTwo(t, s)
	if err != nil || !slices.Equal(got, []float64{-1, 2.5}) {
		t.Errorf("Jina, Cohere, llama.cpp: %v, %v", got, err)
	}
	if b := (*bodies)[0]; len(*bodies) != 1 || b["query"] != "which?" || len(b["documents"].([]any)) != 2 ||
		b["model"] != nil {
		t.Errorf("it was sent %v", *bodies)
	}
	s, bodies = newRerankServer(t, []int{422, 200},
		[]string{`{"error":"missing field texts"}`, `[{"index":0,"score":0.9},{"index":1,"score":0.1}]`})
	got, err = rerankTwo(t, s)
	if err != nil || !slices.Equal(got, []float64{0.9, 0.1}) {
		t.Errorf("Text Embeddings Inference: %v, %v", got, err)
	}
	if len(*bodies) != 2 || len((*bodies)[1]["texts"].([]any)) != 2 {
		t.Errorf("it was sent %v", *bodies)
	}
}

func TestUnusableScoresAreRefused(t *testing.T) {
	for name, response := range map[string]string{
		"too few": `{"results":[{"index":0,"relevance_score":1}]}`, "none": `{}`,
		"index twice":    `{"results":[{"index":0,"relevance_score":1},{"index":0,"relevance_score":2}]}`,
		"index outside":  `{"results":[{"index":0,"relevance_score":1},{"index":2,"relevance_score":2}]}`,
		"negative index": `{"results":[{"index":-1,"relevance_score":1},{"index":0,"relevance_score":2}]}`,
		"no score":       `{"results":[{"index":0},{"index":1,"relevance_score":2}]}`,
		"no JSON":        `<html>`,
		"more than 8 MB": `{"pad":"` + strings.Repeat("x", maxRerankBytes) + `"}`,
	} {
		s, _ := newRerankServer(t, []int{200}, []string{response})
		if got, err := rerankTwo(t, s); !errors.Is(err, errBadScores) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

func TestFailingRerankServerIsAnError(t *testing.T) {
	s, _ := newRerankServer(t, []int{500}, []string{"boom"})
	if _, err := rerankTwo(t, s); !errors.Is(err, memory.ErrServer) {
		t.Errorf("status 500: %v", err)
	}
	moved := httptest.NewServer(http.RedirectHandler(s.URL, http.StatusTemporaryRedirect))
	defer moved.Close()
	if _, err := rerankTwo(t, moved); !errors.Is(err, memory.ErrServer) {
		t.Errorf("a redirect is followed: %v", err)
	}
	s.Close()
	if _, err := rerankTwo(t, s); err == nil {
		t.Error("a server that is gone answers")
	}
}
