package llm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openai/openai-go/v3"

	"memoir/memory"
)

// Limits of one embeddings request. They are below those of known servers: OpenAI takes 2,048 texts
// and 300,000 tokens, small servers far less.
const (
	maxBatchTexts  = 64
	maxBatchBytes  = 128 << 10
	maxVectorBytes = 32 << 20 // of a response; 64 vectors of 8,192 numbers are about 12 MB
)

// embedTimeout bounds one request; a local server may have to load the model first.
const embedTimeout = 2 * time.Minute

// minBytesPerToken is roughly the fewest bytes a token has in any language. Texts are truncated by
// it because a remote server's tokenizer is unknown.
const minBytesPerToken = 2

// errBadVectors means that a response does not hold one vector of the right length per text.
var errBadVectors = errors.New("the server must return one vector per text, all of the same length")

// Embedder is a model behind an OpenAI-compatible /v1/embeddings endpoint. Safe for concurrent use.
type Embedder struct {
	caller    *caller
	model     string // provider/model
	dim       int
	maxTokens int
	isLocal   bool
}

var _ memory.Embedder = (*Embedder)(nil)

// OpenEmbedderWithTestRequest requests one vector from the model, given as provider/model, to learn
// the dimension. maxTokens limits the length of a text. Errors are those of StreamReply.
func (c *caller) OpenEmbedderWithTestRequest(ctx context.Context, model string, maxTokens int) (*Embedder, error) {
	if maxTokens < 1 {
		return nil, fmt.Errorf("open embedder %s: %w: at most %d tokens", model, memory.ErrInvalid, maxTokens)
	}
	e := &Embedder{caller: c, model: model, maxTokens: maxTokens}
	if at, err := c.catalogue.resolveProviderEndpointWithKey(ctx, providerNameOfModelID(model)); err == nil {
		e.isLocal = at.provider.isOnThisComputer()
	}
	vectors, err := e.requestVectorsWithRetries(ctx, []string{"memory"})
	if err != nil {
		return nil, fmt.Errorf("open embedder %s: %w", model, err)
	}
	e.dim = len(vectors[0])
	return e, nil
}

// Embed returns one unit vector per text, sending bounded batches. Queries and passages are sent
// alike. Texts that may exceed MaxTokens are truncated; an empty text is memory.ErrInvalid.
func (e *Embedder) Embed(ctx context.Context, _ memory.EmbedKind, texts []string) ([][]float32, error) {
	cut := make([]string, len(texts))
	for i, t := range texts {
		if strings.TrimSpace(t) == "" {
			return nil, fmt.Errorf("embed text %d of %d: %w: empty text", i+1, len(texts), memory.ErrInvalid)
		}
		cut[i] = t[:e.maxChunkEnd(t, 0)]
	}
	out := make([][]float32, 0, len(texts))
	for len(cut) > 0 {
		n := countTextsForOneRequest(cut)
		vectors, err := e.requestVectorsWithRetries(ctx, cut[:n])
		if err != nil {
			return nil, fmt.Errorf("embed %d texts: %w", len(texts), err)
		}
		out, cut = append(out, vectors...), cut[n:]
	}
	return out, nil
}

// countTextsForOneRequest returns how many of the leading texts fit into one request, at least one.
func countTextsForOneRequest(texts []string) int {
	n, size := 0, 0
	for n < len(texts) && n < maxBatchTexts && (n == 0 || size+len(texts[n]) <= maxBatchBytes) {
		size += len(texts[n])
		n++
	}
	return n
}

// requestVectorsWithRetries requests the vectors of a batch, retrying after server errors.
func (e *Embedder) requestVectorsWithRetries(ctx context.Context, texts []string) ([][]float32, error) {
	at, err := e.caller.catalogue.resolveProviderEndpointWithKey(ctx, providerNameOfModelID(e.model))
	if err != nil {
		return nil, e.caller.wrapAndLogRequestError(at, memory.ModelRequest{Model: e.model}, err)
	}
	for n := 1; ; n++ {
		vectors, err := e.requestVectorsOnce(ctx, at, texts)
		if err == nil {
			return vectors, nil
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		wait, again := e.caller.retryDelayIfRetryable(err, n)
		if !again || errors.Is(err, errBadVectors) || errors.Is(err, memory.ErrTimeout) {
			return nil, e.caller.wrapAndLogRequestError(at, memory.ModelRequest{Model: e.model}, err)
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(wait):
		}
	}
}

func (e *Embedder) requestVectorsOnce(ctx context.Context, at endpoint, texts []string) ([][]float32, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, embedTimeout, memory.ErrTimeout)
	defer cancel()
	api := e.caller.connection.newOpenAIClient(at)
	var res openai.CreateEmbeddingResponse
	err := api.Post(ctx, "embeddings", openai.EmbeddingNewParams{
		Model:          modelNameOfID(e.model),
		Input:          openai.EmbeddingNewParamsInputUnion{OfArrayOfStrings: texts},
		EncodingFormat: openai.EmbeddingNewParamsEncodingFormatFloat,
	}, &res, optionLimitingResponseBody(maxVectorBytes))
	if err != nil {
		if errors.Is(context.Cause(ctx), memory.ErrTimeout) {
			return nil, fmt.Errorf("%w: %w", memory.ErrTimeout, errorWithoutRequestURL(err))
		}
		return nil, err
	}
	return e.validateAndNormalizeVectors(res.Data, len(texts))
}

// validateAndNormalizeVectors returns a response's vectors in the order of the texts, scaled to
// length 1.
func (e *Embedder) validateAndNormalizeVectors(data []openai.Embedding, texts int) ([][]float32, error) {
	out := make([][]float32, texts)
	if len(data) != texts {
		return nil, fmt.Errorf("%w: %d vectors for %d texts", errBadVectors, len(data), texts)
	}
	dim := e.dim
	for _, d := range data {
		if dim == 0 {
			dim = len(d.Embedding)
		}
		if d.Index < 0 || int(d.Index) >= texts || out[d.Index] != nil {
			return nil, fmt.Errorf("%w: text %d", errBadVectors, d.Index)
		}
		if len(d.Embedding) != dim || dim == 0 {
			return nil, fmt.Errorf("%w: %d values, want %d", errBadVectors, len(d.Embedding), dim)
		}
		sum := 0.0
		for _, v := range d.Embedding {
			sum += v * v
		}
		if sum == 0 || math.IsInf(sum, 0) || math.IsNaN(sum) {
			return nil, fmt.Errorf("%w: a vector of length %v", errBadVectors, sum)
		}
		unit := make([]float32, dim)
		for i, v := range d.Embedding {
			unit[i] = float32(v / math.Sqrt(sum))
		}
		out[d.Index] = unit
	}
	return out, nil
}

// ChunkTextByMaxTokens splits text into adjacent spans that cover it, each at most MaxTokens by a
// conservative estimate (the server's tokenizer is unknown). It prefers to split after sentences
// and lines, then at spaces. Text that is only white space is memory.ErrInvalid.
func (e *Embedder) ChunkTextByMaxTokens(ctx context.Context, text string) ([]memory.Span, error) {
	if strings.TrimSpace(text) == "" {
		return nil, fmt.Errorf("chunk text: %w: empty text", memory.ErrInvalid)
	}
	var spans []memory.Span
	for from := 0; from < len(text); {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("chunk text: %w", err)
		}
		to := e.maxChunkEnd(text, from)
		if strings.TrimSpace(text[to:]) == "" {
			to = len(text)
		} else {
			to = from + preferredChunkEnd(text[from:to])
		}
		if strings.TrimSpace(text[from:to]) == "" && len(spans) > 0 {
			spans[len(spans)-1].End = to
		} else {
			spans = append(spans, memory.Span{Start: from, End: to})
		}
		from = to
	}
	return spans, nil
}

// maxChunkEnd returns the furthest end of a piece that starts at from, never inside a character.
func (e *Embedder) maxChunkEnd(text string, from int) int {
	to := from + max(e.maxTokens*minBytesPerToken, utf8.UTFMax)
	if to >= len(text) {
		return len(text)
	}
	for to > from+1 && !utf8.RuneStart(text[to]) {
		to--
	}
	return to
}

// preferredChunkEnd returns the best place to end a piece, in its second half if possible.
func preferredChunkEnd(piece string) int {
	half := len(piece) / 2
	for _, mark := range []string{"\n\n", "\n", ". ", "! ", "? ", "。", " "} {
		if at := strings.LastIndex(piece[half:], mark); at >= 0 {
			return half + at + len(mark)
		}
	}
	return len(piece)
}

// ID is provider/model@dim@version, the version being that of this file's text handling.
func (e *Embedder) ID() string { return fmt.Sprintf("%s@%d@1", e.model, e.dim) }

// Dimensions returns the length of every vector.
func (e *Embedder) Dimensions() int { return e.dim }

// MaxTokens returns the limit given to OpenEmbedderWithTestRequest.
func (e *Embedder) MaxTokens() int { return e.maxTokens }

// IsLocal reports whether the server was at a loopback address when the model was opened.
func (e *Embedder) IsLocal() bool { return e.isLocal }

// IsReady is always true: only a request shows whether the server responds.
func (e *Embedder) IsReady() bool { return true }
