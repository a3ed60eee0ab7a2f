package cli

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"memoir/memory"
)

func TestConfiguredRerankerDecidesWhatASearchReturns(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct{ Documents []string }
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		var results []string
		for i, d := range body.Documents {
			score := -5
			if strings.Contains(d, "Petrel") {
				score = 5
			}
			results = append(results, fmt.Sprintf(`{"index":%d,"relevance_score":%d}`, i, score))
		}
		_, _ = fmt.Fprintf(w, `{"results":[%s]}`, strings.Join(results, ","))
	}))
	defer server.Close()
	h := newHarness(t)
	h.env = append(h.env, "MEMOIR_RERANK_URL="+server.URL+"/rerank", "MEMOIR_RERANK_DEADLINE=20s",
		"MEMOIR_RETRIEVAL_DEADLINE=20s")
	for i := range 6 {
		h.runMemoir("memory", "add", fmt.Sprintf("The user rowed boat number %d last summer.", i))
	}
	h.runMemoir("memory", "add", "The boat of the user is called Petrel.")
	r := runJSON[memory.Retrieval](h, "search", "Which boat is it?")
	if len(r.Memories) != 1 || !strings.Contains(r.Memories[0].Content, "Petrel") ||
		r.Memories[0].ScoreParts.Rerank == nil {
		t.Errorf("the search returns %+v", r.Memories)
	}
}
