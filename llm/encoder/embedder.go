package encoder

import (
	"context"
	"fmt"
	"math"
	"os"
	"runtime"
	"sync"
	"time"

	"memoir/assets/pages"
	"memoir/memory"
)

// ID identifies the model, the length of its vectors and the version of this package's arithmetic.
// Vectors with different IDs must not be compared.
const ID = "bge-small-en-v1.5@384@1"

// QueryInstruction precedes every query and no passage, as the model card requires.
const QueryInstruction = "Represent this sentence for searching relevant passages: "

// KernelVariable is the environment variable that forces a kernel if Config.Kernel is empty.
const KernelVariable = "MEMOIR_KERNEL"

// Config configures New. The zero value is valid.
type Config struct {
	// Workers bounds the goroutines that compute at the same time; 0 means GOMAXPROCS.
	Workers int
	// Kernel forces one of AvailableKernelNames. Empty means KernelVariable, else the fastest.
	Kernel string
	// Embedded says that the asset is part of the executable file. Its pages are released once the
	// weights are packed, and after a rest; what is still needed is read from the file again. It must
	// not be set for bytes that were allocated.
	Embedded bool
}

// Embedder computes vectors with the embedded model. Safe for concurrent use.
type Embedder struct {
	asset       []byte
	fileBacked  bool
	kernel      string
	workerSlots *workerSlots
	workspaces  sync.Pool // of *workspace

	loaded  chan struct{} // closed when model or loadErr is set
	closing chan struct{} // closed by Close

	mu          sync.Mutex
	activeCalls sync.WaitGroup
	loadStarted bool
	isClosed    bool
	model       *network
	loadErr     error
	calls       int         // that run
	rest        *time.Timer // frees the packed weights
}

var _ memory.Embedder = (*Embedder)(nil)

// NewLazilyLoadedEmbedder returns an embedder of the asset, which must not change until Close. It
// is cheap: the first call of StartLoadingInBackgroundOnce, LoadModelAndWait, Embed or
// ChunkTextByMaxTokens loads the model in the background.
func NewLazilyLoadedEmbedder(asset []byte, cfg Config) *Embedder {
	e := &Embedder{
		asset: asset, fileBacked: cfg.Embedded, kernel: cfg.Kernel, loaded: make(chan struct{}),
		closing: make(chan struct{}),
	}
	if e.kernel == "" {
		e.kernel = os.Getenv(KernelVariable)
	}
	workers := cfg.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	e.workerSlots = newWorkerSlots(workers, e.closing)
	e.rest = time.AfterFunc(math.MaxInt64, e.freePackedWeightsUnlessInUse)
	e.workspaces.New = func() any { return &workspace{} }
	return e
}

// StartLoadingInBackgroundOnce loads the model in the background. Further calls do nothing.
func (e *Embedder) StartLoadingInBackgroundOnce() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.loadStarted || e.isClosed {
		return
	}
	e.loadStarted = true
	e.activeCalls.Go(func() {
		m, err := e.loadModel()
		e.mu.Lock()
		e.model, e.loadErr = m, err
		if err == nil && e.calls == 0 {
			e.rest.Reset(restBeforeFreeing)
		}
		e.mu.Unlock()
		close(e.loaded)
	})
}

func (e *Embedder) loadModel() (*network, error) {
	k, err := chooseKernel(e.kernel)
	if err != nil {
		return nil, err
	}
	m, err := loadNetwork(e.asset, k)
	if err == nil {
		e.releaseAssetPages()
	}
	return m, err
}

func (e *Embedder) releaseAssetPages() {
	if e.fileBacked {
		pages.ReleaseEmbeddedPagesOnLinux(e.asset)
	}
}

// LoadModelAndWait starts loading and waits for the model. It returns the error of loading,
// memory.ErrClosed after Close, or the context's error.
func (e *Embedder) LoadModelAndWait(ctx context.Context) error {
	_, done, err := e.beginCallWithLoadedModel(ctx)
	if err != nil {
		return err
	}
	done()
	return nil
}

// IsLocal is always true.
func (e *Embedder) IsLocal() bool { return true }

// IsReady reports whether the model is loaded.
func (e *Embedder) IsReady() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.model != nil && !e.isClosed
}

// ID returns the constant ID.
func (e *Embedder) ID() string { return ID }

// Dimensions returns the length of every vector.
func (e *Embedder) Dimensions() int { return hidden }

// MaxTokens returns the longest input of the model in tokens, the two special ones included.
func (e *Embedder) MaxTokens() int { return maxTokens }

// KernelName returns the name of the kernel in use, empty before the model is loaded.
func (e *Embedder) KernelName() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.model == nil {
		return ""
	}
	return e.model.kernel.name()
}

// Embed returns one unit vector per text, in order. Texts over MaxTokens are truncated. A text
// without any token, such as white space, is memory.ErrInvalid. When the context ends, Embed
// returns its error after the current layer at the latest; when the embedder is closed, it returns
// memory.ErrClosed. Queries take priority over passages of other calls.
func (e *Embedder) Embed(ctx context.Context, kind memory.EmbedKind, texts []string) ([][]float32, error) {
	m, done, err := e.beginCallWithLoadedModel(ctx)
	if err != nil {
		return nil, fmt.Errorf("embed %d texts: %w", len(texts), err)
	}
	defer done()
	if m.packWeightsUnlessPacked() {
		e.releaseAssetPages()
	}
	ids := make([][]int32, len(texts))
	for i, text := range texts {
		if ids[i], err = m.tokenizeAddingInstructionToQuery(ctx, kind, text); err != nil {
			return nil, fmt.Errorf("embed text %d of %d: %w", i+1, len(texts), err)
		}
	}
	if kind == memory.EmbedPlainQuery { // differs from a query in its tokens only
		kind = memory.EmbedQuery
	}
	out, err := e.embedTokenizedTexts(ctx, m, kind, ids)
	if err != nil {
		return nil, fmt.Errorf("embed %d texts: %w", len(texts), err)
	}
	return out, nil
}

// tokenizeAddingInstructionToQuery returns the token ids of one text, or memory.ErrInvalid if it
// has none of its own.
func (m *network) tokenizeAddingInstructionToQuery(
	ctx context.Context,
	kind memory.EmbedKind,
	text string,
) ([]int32, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	const first = 3 // [CLS], one piece, [SEP]
	if kind == memory.EmbedQuery {
		if len(m.tokens.encodeWithSpecialTokens(text, first)) < first {
			return nil, fmt.Errorf("%w: empty query", memory.ErrInvalid)
		}
		text = QueryInstruction + text
	}
	ids := m.tokens.encodeWithSpecialTokens(text, maxTokens)
	if len(ids) < first {
		return nil, fmt.Errorf("%w: empty text", memory.ErrInvalid)
	}
	return ids, nil
}

// ChunkTextByMaxTokens splits text between words into spans of at most MaxTokens, the special ones
// included. The spans are in order, adjacent and cover the text. It prefers the ends of paragraphs,
// then of sentences, as long as a span stays at least half full. Embedding a span uses exactly the
// tokens that the whole text has there. A text without tokens is memory.ErrInvalid.
func (e *Embedder) ChunkTextByMaxTokens(ctx context.Context, text string) ([]memory.Span, error) {
	m, done, err := e.beginCallWithLoadedModel(ctx)
	if err != nil {
		return nil, fmt.Errorf("chunk text: %w", err)
	}
	defer done()
	const special = 2
	spans, err := m.tokens.splitIntoTokenLimitedSpans(ctx, text, maxTokens-special)
	if err != nil {
		return nil, fmt.Errorf("chunk text: %w", err)
	}
	if len(spans) == 0 {
		return nil, fmt.Errorf("chunk text: %w: empty text", memory.ErrInvalid)
	}
	return spans, nil
}

// beginCallWithLoadedModel registers a call, waits for the model and returns it with the function
// that ends the call.
func (e *Embedder) beginCallWithLoadedModel(ctx context.Context) (*network, func(), error) {
	e.StartLoadingInBackgroundOnce()
	e.mu.Lock()
	if e.isClosed {
		e.mu.Unlock()
		return nil, nil, memory.ErrClosed
	}
	e.activeCalls.Add(1)
	e.calls++
	e.mu.Unlock()
	m, err := e.waitForModel(ctx)
	if err != nil {
		e.endCallAndScheduleFreeingWeights()
		return nil, nil, err
	}
	return m, e.endCallAndScheduleFreeingWeights, nil
}

func (e *Embedder) endCallAndScheduleFreeingWeights() {
	e.mu.Lock()
	if e.calls--; e.calls == 0 && !e.isClosed {
		e.rest.Reset(restBeforeFreeing)
	}
	e.mu.Unlock()
	e.activeCalls.Done()
}

// restBeforeFreeing is how long no text was embedded when the packed weights, 22 MB, are freed. The
// next text takes some 10 ms more, in which they are packed again.
const restBeforeFreeing = 5 * time.Second

// freePackedWeightsUnlessInUse returns the packed weights, and the asset's pages, to the system
// unless a call runs.
func (e *Embedder) freePackedWeightsUnlessInUse() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.calls > 0 || e.model == nil {
		return
	}
	e.model.freePackedWeights()
	e.releaseAssetPages()
}

func (e *Embedder) waitForModel(ctx context.Context) (*network, error) {
	select {
	case <-e.loaded:
		return e.model, e.loadErr
	case <-e.closing:
		return nil, memory.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// closedOrContextError returns the error with which a call must end now, or nil.
func (e *Embedder) closedOrContextError(ctx context.Context) error {
	select {
	case <-e.closing:
		return memory.ErrClosed
	default:
		return context.Cause(ctx)
	}
}

// Close stops running calls between two layers, waits for them and releases the model. Later calls
// return memory.ErrClosed. Close may be called more than once.
func (e *Embedder) Close() error {
	e.mu.Lock()
	if !e.isClosed {
		e.isClosed = true
		e.rest.Stop()
		close(e.closing)
	}
	e.mu.Unlock()
	e.activeCalls.Wait()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.model != nil {
		e.model.freePackedWeights()
		e.model = nil
	}
	return nil
}
