package uitest

import (
	"context"
	"iter"

	"memoir/memory"
)

// offlineModel is a model that is unreachable unless the test answers for it, and an embedder that
// returns one vector per text length.
type offlineModel struct{ harness *Harness }

var (
	_ memory.Model    = offlineModel{}
	_ memory.Embedder = offlineModel{}
)

const embeddingDim = 64

func (m offlineModel) StreamReply(
	ctx context.Context, req memory.ModelRequest,
) iter.Seq2[memory.ReplyDelta, error] {
	return func(yield func(memory.ReplyDelta, error) bool) {
		answer := m.harness.answerModel.Load()
		if answer == nil {
			yield(memory.ReplyDelta{}, memory.ErrOffline)
			return
		}
		text, err := (*answer)(ctx, req)
		yield(memory.ReplyDelta{Text: text}, err)
	}
}

// SetModelAnswerFunc answers requests to the model with what answer returns; it is called on other
// goroutines.
func (h *Harness) SetModelAnswerFunc(answer func(ctx context.Context, req memory.ModelRequest) (string, error)) {
	h.answerModel.Store(&answer)
}

func (offlineModel) Embed(_ context.Context, _ memory.EmbedKind, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts { // one direction per text length is enough for tests
		out[i] = make([]float32, embeddingDim)
		out[i][len(t)%embeddingDim] = 1
	}
	return out, nil
}

func (offlineModel) ChunkTextByMaxTokens(_ context.Context, text string) ([]memory.Span, error) {
	return []memory.Span{{Start: 0, End: len(text)}}, nil
}
func (offlineModel) ID() string      { return "silent@64@1" }
func (offlineModel) Dimensions() int { return embeddingDim }
func (offlineModel) MaxTokens() int  { return 512 }
func (offlineModel) IsLocal() bool   { return true }
func (offlineModel) IsReady() bool   { return true }
