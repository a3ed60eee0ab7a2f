package uitest

import (
	"context"
	"iter"

	"memoir/memory"
)

// offlineModel is a model, a catalog and an embedder: the model is unreachable, the catalog empty,
// and the embedder returns one vector per text length.
type silent struct{}

var (
	_ memory.Model    = silent{}
	_ memory.Catalog  = silent{}
	_ memory.Embedder = silent{}
)

const dim = 64

func (silent) Stream(context.Context, memory.Request) iter.Seq2[memory.Delta, error] {
	return func(yield func(memory.Delta, error) bool) { yield(memory.Delta{}, memory.ErrOffline) }
}
func (silent) Models(context.Context) ([]memory.ModelInfo, error)       { return nil, nil }
func (silent) Providers(context.Context) ([]memory.ProviderInfo, error) { return nil, nil }
func (silent) Extractor() string                                        { return "" }
func (silent) Refresh()                                                 {}
func (silent) Embed(_ context.Context, _ memory.EmbedKind, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts { // one direction per text length is enough for tests
		out[i] = make([]float32, dim)
		out[i][len(t)%dim] = 1
	}
	return out, nil
}

func (silent) Chunk(_ context.Context, text string) ([]memory.Span, error) {
	return []memory.Span{{Start: 0, End: len(text)}}, nil
}
func (silent) ID() string     { return "silent@64@1" }
func (silent) Dim() int       { return dim }
func (silent) MaxTokens() int { return 512 }
func (silent) Ready() bool    { return true }
