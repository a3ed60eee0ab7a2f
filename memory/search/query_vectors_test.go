package search

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"memoir/memory"
)

// countedEmbedder embeds texts as their length once release is closed, and counts them. While failing
// it answers with an error.
type countedEmbedder struct {
	memory.Embedder
	mu      sync.Mutex
	texts   []string
	failing error
	release chan struct{}
}

func (e *countedEmbedder) ID() string    { return "test@1@1" }
func (e *countedEmbedder) IsReady() bool { return true }
func (e *countedEmbedder) Embed(ctx context.Context, _ memory.EmbedKind, texts []string) ([][]float32, error) {
	e.mu.Lock()
	e.texts = append(e.texts, texts...)
	failing := e.failing
	e.mu.Unlock()
	select {
	case <-e.release:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return [][]float32{{float32(len(texts[0]))}}, failing
}

func newCountedVectors() (*countedEmbedder, *vectors) {
	e := &countedEmbedder{release: make(chan struct{})}
	config := func() memory.Config { return memory.Config{} }
	return e, &vectors{indexSync: &indexSync{embedder: redactingEmbedder{e, config}, config: config}}
}

func TestAQuestionThatSeveralAskForIsEmbeddedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, v := newCountedVectors()
		var searches sync.WaitGroup
		for range 3 {
			searches.Go(func() {
				if vec, err := v.EmbedQuery(t.Context(), "where do I live?"); err != nil || !slices.Equal(vec, []float32{16}) {
					t.Errorf("got %v, %v", vec, err)
				}
			})
		}
		synctest.Wait()
		close(e.release)
		searches.Wait()
		if _, err := v.EmbedQuery(t.Context(), "where do I live?"); err != nil || len(e.texts) != 1 {
			t.Errorf("%v; embedded were %q", err, e.texts)
		}
		if vec, err := v.EmbedQuery(t.Context(), "and who am I?"); err != nil || !slices.Equal(vec, []float32{13}) {
			t.Errorf("another question has %v, %v", vec, err)
		}
	})
}

func TestASearchThatIsCancelledTakesTheQuestionFromNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, v := newCountedVectors()
		first, cancel := context.WithCancel(t.Context())
		var searches sync.WaitGroup
		searches.Go(func() {
			if _, err := v.EmbedQuery(first, "where do I live?"); !errors.Is(err, context.Canceled) {
				t.Errorf("the cancelled search got %v", err)
			}
		})
		synctest.Wait()
		searches.Go(func() {
			if vec, err := v.EmbedQuery(t.Context(), "where do I live?"); err != nil || !slices.Equal(vec, []float32{16}) {
				t.Errorf("the other search got %v, %v", vec, err)
			}
		})
		synctest.Wait()
		cancel()
		synctest.Wait()
		close(e.release)
		searches.Wait()
	})
}

func TestAFailureIsNotKept(t *testing.T) {
	e, v := newCountedVectors()
	close(e.release)
	e.failing = errors.New("out of memory")
	if _, err := v.EmbedQuery(t.Context(), "where do I live?"); !errors.Is(err, e.failing) {
		t.Fatalf("got %v", err)
	}
	e.failing = nil
	if _, err := v.EmbedQuery(t.Context(), "where do I live?"); err != nil {
		t.Errorf("the next search got %v", err)
	}
}

func TestOnlyTheLastQuestionsAreKept(t *testing.T) {
	e, v := newCountedVectors()
	close(e.release)
	for i := range 2 * maxQueryVectors {
		if _, err := v.EmbedQuery(t.Context(), string(rune('a'+i))); err != nil {
			t.Fatal(err)
		}
	}
	if len(v.queries.last) != maxQueryVectors || v.queries.last[0].text != "i" {
		t.Errorf("%d are kept", len(v.queries.last))
	}
}

// countOnlyIndex is an index of which only the number of vectors is asked.
type countOnlyIndex struct {
	memory.VectorIndex
	vectors int
}

func (i countOnlyIndex) Count(context.Context, memory.VectorCollection) int { return i.vectors }

// What is embedded ahead is what the search asks for, and nothing where there will be no search.
func TestAQuestionIsEmbeddedAheadAsTheSearchWill(t *testing.T) {
	for _, c := range []struct {
		indexed, topK  int
		question, want string
	}{
		{21, 5, "/ask where do I live?", "where do I live? (about me)"},
		{20, 5, "where do I live?", ""},
		{21, 0, "where do I live?", ""},
		{21, 5, "  ", ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			e, v := newCountedVectors()
			close(e.release)
			config := func() memory.Config {
				return memory.Config{
					RetrievalTopK: c.topK, SendAllUpTo: 20, RetrievalDeadline: time.Second, QueryExpansion: " (about me)",
				}
			}
			s := &Searcher{
				vectorIndex: countOnlyIndex{vectors: c.indexed}, embedder: v.embedder, indexSync: v.indexSync, vectors: v,
				config: config,
			}
			s.PrefetchQueryVector(t.Context(), 1, c.question)
			s.WaitForBackgroundSearches()
			if have := strings.Join(e.texts, "|"); have != c.want {
				t.Errorf("%+v: %q was embedded", c, have)
			}
		})
	}
}
