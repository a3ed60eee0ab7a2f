package memory

import (
	"context"
	"io"
	"iter"
	"unicode/utf8"
)

// PromptMessage is one message as it is sent to a model.
type PromptMessage struct {
	Role    Role   `json:"role"`
	Content string `json:"content"`
	// Pictures go with a message of the user, in front of its text.
	Pictures []Picture `json:"pictures,omitempty"`
}

// ModelRequest is one call of a model.
type ModelRequest struct {
	Model       string // provider/model as in the catalog
	Messages    []PromptMessage
	Temperature *float64 // nil = the server's default; omitted for models that refuse it
	MaxTokens   int      // 0 = no limit from Memoir
	// ContinuesAnswer says that the reply goes on where an answer stops, perhaps between two words:
	// white space at its start is part of it.
	ContinuesAnswer bool
}

// ReplyDelta is a piece of a reply. The last one carries Usage (when the server reports it) and
// FinishReason.
type ReplyDelta struct {
	Text         string
	Reasoning    string
	Usage        *Usage
	FinishReason FinishReason
}

// Model streams replies. Stream yields deltas and ends after the first error; it stops promptly and
// closes the connection when ctx ends or the consumer stops. Errors unwrap to the package's
// sentinels (ErrOffline, ErrUnauthorized, ErrNoCredit, ErrRateLimited, ErrPromptTooLong,
// ErrModelNotFound, ErrEmptyReply, ErrTimeout, ErrInterrupted after the first delta, ErrServer),
// usually inside a ProviderError. Nothing is retried after the first delta. Safe for concurrent
// use.
type Model interface {
	StreamReply(ctx context.Context, r ModelRequest) iter.Seq2[ReplyDelta, error]
}

// ModelInfo is one model of the catalog.
type ModelInfo struct {
	ID            string  `json:"id"`       // provider/model
	Provider      string  `json:"provider"` // name in models.yaml
	Name          string  `json:"name"`     // model id as the server knows it
	Local         bool    `json:"local"`    // runs on this computer
	Size          float64 `json:"size"`     // billions of parameters or the preset's rank; 0 unknown
	ContextWindow int     `json:"context"`  // tokens; 0 unknown
	Sees          Sight   `json:"sees"`     // whether it takes pictures
	CanChat       bool    `json:"chat"`     // false: embedding, reranking, audio and image models
	Loaded        bool    `json:"loaded"`   // already loaded by a local server
	Available     bool    `json:"available"`
	// Prices in US dollars per million tokens, from models.yaml or else the server's own list; both 0
	// when they are not known.
	InputPrice  float64 `json:"input_price,omitempty"`
	OutputPrice float64 `json:"output_price,omitempty"`
}

// EstimateCost estimates what tokens cost at the model's prices, in US dollars; ok is false while
// the prices are not known. Discounts, such as for cached prompts, are not known to Memoir.
func (m ModelInfo) EstimateCost(u Usage) (dollars float64, ok bool) {
	if m.InputPrice == 0 && m.OutputPrice == 0 {
		return 0, false
	}
	return (float64(u.PromptTokens)*m.InputPrice + float64(u.CompletionTokens)*m.OutputPrice) / 1e6, true
}

// ProviderInfo is one provider of the catalog and its state.
type ProviderInfo struct {
	Name      string `json:"name"`
	Title     string `json:"title"` // display name
	BaseURL   string `json:"base_url"`
	Local     bool   `json:"local"`
	HasKey    bool   `json:"has_key"`
	KeySource string `json:"key_where"` // keychain, env:NAME, file, none
	Reachable bool   `json:"reachable"`
	Fault     *Fault `json:"error"`
	CanPull   bool   `json:"can_pull,omitempty"` // it downloads models: Ollama on this computer
	Models    int    `json:"models"`
}

// Catalog lists the providers of models.yaml, in file order, and their models.
type Catalog interface {
	// ListModels lists the known models and queries servers whose list is older than a minute.
	// Unreachable servers contribute the models named in the file, with Available false. Safe for
	// concurrent use.
	ListModels(ctx context.Context) ([]ModelInfo, error)
	ListProviders(ctx context.Context) ([]ProviderInfo, error)
	// ConfiguredExtractorID is memory_extractor of models.yaml, empty when not set.
	ConfiguredExtractorID() string
	// ClearModelAndKeyCaches discards what is known about the servers, so that the next call queries
	// them.
	ClearModelAndKeyCaches()
}

// RerankRequest asks how well each document answers a query. Model may be empty, for servers that
// have only one.
type RerankRequest struct {
	URL       string
	Model     string
	Query     string
	Documents []string
}

// Reranker judges documents by a cross-encoder behind an HTTP endpoint. ScoreDocuments returns one
// score per document, in the order of the request, higher for a better answer; whether scores are
// logits or probabilities is up to the server. Safe for concurrent use.
type Reranker interface {
	ScoreDocuments(ctx context.Context, r RerankRequest) ([]float64, error)
}

// EmbedKind is the role of a text for the embedder; some models prefix queries with an instruction.
// Queries of either kind are interactive and take precedence over passages.
type EmbedKind int

// Roles of embedded texts.
const (
	EmbedPassage EmbedKind = iota
	EmbedQuery
	EmbedPlainQuery // a query without the model's instruction: the same vector as a passage
)

// Span is a range of bytes.
type Span struct{ Start, End int }

// Embedder turns texts into unit vectors. Safe for concurrent use.
type Embedder interface {
	// Embed returns one vector with Dimensions values per text; texts longer than MaxTokens are
	// truncated. An empty text is ErrInvalid.
	Embed(ctx context.Context, kind EmbedKind, texts []string) ([][]float32, error)
	// ChunkTextByMaxTokens splits text into spans of at most MaxTokens by the model's own tokenizer,
	// preferably at sentence ends. The spans are in order, do not overlap and cover the text.
	ChunkTextByMaxTokens(ctx context.Context, text string) ([]Span, error)
	// ID is model@dim@version: part of every stored vector's key.
	ID() string
	Dimensions() int
	MaxTokens() int
	// IsLocal reports whether texts stay on this computer.
	IsLocal() bool
	// IsReady reports whether Embed can answer immediately.
	IsReady() bool
}

// Bus delivers events from the core to its subscribers. Publish never blocks. Of the deltas of one
// message only the latest is kept; terminal events are never dropped. Safe for concurrent use.
type Bus interface {
	Publish(e Event)
	// SubscribeToQueuedEvents returns a channel that is signalled when events are pending, a function
	// that takes them, and one that ends the subscription.
	SubscribeToQueuedEvents() (wake <-chan struct{}, drain func() []Event, cancel func())
}

// CallerKey is the key that a program sent with its request: it is for one provider only, and
// stored keys are not used in its place. An empty Key sends none.
type CallerKey struct{ Provider, Key string }

type callerKeyContextKey struct{}

// WithCallerKey returns a context whose model calls use the key of a caller and no stored one.
func WithCallerKey(ctx context.Context, k CallerKey) context.Context {
	return context.WithValue(ctx, callerKeyContextKey{}, k)
}

// CallerKeyFromContext returns the key that WithCallerKey set.
func CallerKeyFromContext(ctx context.Context) (CallerKey, bool) {
	k, ok := ctx.Value(callerKeyContextKey{}).(CallerKey)
	return k, ok
}

// ForwardRequest is a request of another program that goes to a provider as it is.
type ForwardRequest struct {
	Provider string            // name in models.yaml
	Path     string            // below the provider's base URL, as in chat/completions
	Body     []byte            // JSON
	Header   map[string]string // further headers
}

// ForwardedReply is a server's reply, whatever its status. Body must be closed.
type ForwardedReply struct {
	Status int
	Header map[string][]string
	Body   io.ReadCloser
}

// Forwarder passes requests of other programs on to providers. Nothing is retried. The connection
// is closed when ctx ends. Errors are those of Model, for a server that did not reply at all;
// reading the body of one that falls silent ends with ErrTimeout. Safe for concurrent use.
type Forwarder interface {
	ForwardToProvider(ctx context.Context, r ForwardRequest) (ForwardedReply, error)
}

// ReplyLimits bounds how much of a streamed reply is taken, in bytes.
type ReplyLimits struct{ Text, Reasoning int }

// LimitReplyBytes passes a reply on until its text or its reasoning exceeds a limit. The delta that
// does so is cut to what fits, between two characters; then the sequence ends with ErrReplyTooLong
// and the reply is read no further.
func LimitReplyBytes(reply iter.Seq2[ReplyDelta, error], limits ReplyLimits) iter.Seq2[ReplyDelta, error] {
	return func(yield func(ReplyDelta, error) bool) {
		left := limits
		for d, err := range reply {
			tooLong := len(d.Text) > left.Text || len(d.Reasoning) > left.Reasoning
			d.Text, d.Reasoning = truncateToBytes(d.Text, left.Text), truncateToBytes(d.Reasoning, left.Reasoning)
			left.Text -= len(d.Text)
			left.Reasoning -= len(d.Reasoning)
			if !yield(d, err) {
				return
			}
			if tooLong {
				yield(ReplyDelta{}, ErrReplyTooLong)
				return
			}
		}
	}
}

// truncateToBytes cuts s to at most n bytes, at the beginning of a character.
func truncateToBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
