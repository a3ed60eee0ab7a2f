package engine_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/prompts"
	"memoir/storage"
	"memoir/storage/storagetest"
)

// harness runs the core on a real store, with a model and an embedder controlled by the test.
type harness struct {
	*engine.Service
	t        *testing.T
	db       *storage.DB
	dir      string
	model    *scriptedModel
	embedder *angleEmbedder
	catalog  *fakeCatalog
	clock    *fakeClock

	reranker       memory.Reranker
	systemMemories []string     // system memories for the next startService
	log            *slog.Logger // for the next startService
	wrapStore      func(memory.Store) memory.Store
	wrapEmbedder   func(memory.Embedder) memory.Embedder // for the next startService
	atLowPriority  func(do func())                       // for the next startService
	convertPicture func(ctx context.Context, format string, data []byte) ([]byte, error)
	wakes          atomic.Int64 // see wakeWorker
	rounds         workerRounds
}

func newHarness(t *testing.T, change ...func(*memory.Config)) *harness {
	t.Helper()
	cfg := memory.ClassicPreset()
	for _, c := range change {
		c(&cfg)
	}
	if cfg.RetrievalDeadline == memory.ClassicPreset().RetrievalDeadline {
		cfg.RetrievalDeadline = 30 * time.Second // so that a busy machine does not fail the tests
	}
	h := &harness{
		t: t, dir: t.TempDir(), model: &scriptedModel{}, embedder: newAngleEmbedder(), catalog: newFakeCatalog(),
		clock: &fakeClock{current: time.Date(2026, 5, 3, 10, 0, 0, 0, time.UTC)},
	}
	h.startService(cfg)
	t.Cleanup(h.stopService)
	return h
}

func (h *harness) startService(cfg memory.Config) {
	h.t.Helper()
	db := storagetest.OpenCreatingIfMissing(h.t, h.dir)
	set, err := prompts.LoadTemplatesWithOverrides("")
	if err != nil {
		h.t.Fatal(err)
	}
	h.db = db
	var store memory.Store = observedStore{db, &h.rounds}
	if h.wrapStore != nil {
		store = h.wrapStore(store)
	}
	var embedder memory.Embedder = h.embedder
	if h.wrapEmbedder != nil {
		embedder = h.wrapEmbedder(embedder)
	}
	h.Service, err = engine.New(memory.Deps{
		Store: store, VectorIndex: db.VectorIndex(), FullText: db.FullText(), Model: h.model, Catalog: h.catalog,
		Embedder: embedder,
		Bus:      memory.NewBus(), Prompts: set, Config: cfg, Now: h.clock.now, Log: h.log,
		SystemMemories: h.systemMemories, Reranker: h.reranker, RunAtLowPriority: h.atLowPriority,
		ConvertPicture: h.convertPicture,
	})
	if err != nil {
		h.t.Fatal(err)
	}
	if err := h.RecoverStateAndStartBackgroundWork(h.ctx()); err != nil {
		h.t.Fatal(err)
	}
}

func (h *harness) stopService() {
	if err := h.ShutDownAndDeleteTemporaryChats(context.Background()); err != nil {
		h.t.Errorf("shutdown: %v", err)
	}
	if err := h.db.Close(context.Background()); err != nil {
		h.t.Errorf("close store: %v", err)
	}
}

// restart shuts everything down and starts again on the same data folder.
func (h *harness) restart() {
	h.t.Helper()
	cfg := h.Config()
	h.stopService()
	h.startService(cfg)
}

func (h *harness) ctx() context.Context { return h.t.Context() }

func (h *harness) newChat() memory.Chat {
	h.t.Helper()
	chat, err := h.Session(1, memory.ActorUser).CreateChat(h.ctx(), memory.NewChat{})
	if err != nil {
		h.t.Fatal(err)
	}
	return chat
}

// sendAndLearn sends a message and waits for the answer and for what is learned from it.
func (h *harness) sendAndLearn(chat memory.Chat, text string) (memory.Message, []memory.Decision) {
	h.t.Helper()
	turn, err := h.Session(1, memory.ActorUser).StoreMessageAndStartAnswer(
		h.ctx(), memory.SendParams{ChatID: chat.ID, Text: text},
	)
	if err != nil {
		h.t.Fatal(err)
	}
	return h.waitForAnswerAndLearning(turn)
}

func (h *harness) waitForAnswerAndLearning(turn memory.Turn) (memory.Message, []memory.Decision) {
	h.t.Helper()
	ds, err := h.Session(1, memory.ActorUser).WaitForLearningFromAnswer(h.ctx(), turn.Answer.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	m, err := h.Session(1, memory.ActorUser).WaitForAnswer(h.ctx(), turn.Answer.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	return m, ds
}

func (h *harness) addMemories(texts ...string) []memory.Memory {
	h.t.Helper()
	out := make([]memory.Memory, len(texts))
	for i, text := range texts {
		h.clock.advance(time.Second)
		a, err := h.Session(1, memory.ActorUser).AddMemory(h.ctx(), memory.NewMemory{Content: text})
		if err != nil {
			h.t.Fatal(err)
		}
		out[i] = a.Memory
	}
	return out
}

// addUnrelatedMemories adds n memories that are similar to nothing else.
func (h *harness) addUnrelatedMemories(n int) []memory.Memory {
	h.t.Helper()
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprintf("The user owns item number %d.", i+1)
	}
	return h.addMemories(texts...)
}

// activeContents lists the active memories, newest first.
func (h *harness) activeContents() []string {
	h.t.Helper()
	ms, err := h.Session(1, memory.ActorUser).ListOrSearchMemories(h.ctx(),
		memory.MemoryQuery{MemoryFilter: memory.MemoryFilter{AnyScope: true}})
	if err != nil {
		h.t.Fatal(err)
	}
	out := make([]string, len(ms))
	for i, m := range ms {
		out[i] = m.Content
	}
	return out
}

func (h *harness) addFile(name, text string) memory.File {
	h.t.Helper()
	c, err := h.Session(1, memory.ActorUser).AddFileUnlessKnownOrTooLong(
		h.ctx(), memory.NewFile{Name: name, Data: []byte(text)},
	)
	if err != nil {
		h.t.Fatal(err)
	}
	return c
}

// fakeClock stands still until the test advances it.
type fakeClock struct {
	mu      sync.Mutex
	current time.Time
}

func (c *fakeClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.current
}

func (c *fakeClock) setTime(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.current = at
}

func (c *fakeClock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.current = c.current.Add(d)
}

// scriptedModel is a model: chat replies are "ok" unless the test sets another, extraction replies
// NOTHING unless the test sets a fact. It records every request.
type scriptedModel struct {
	mu           sync.Mutex
	chatReply    func(context.Context) iter.Seq2[memory.ReplyDelta, error]
	extractReply func(memory.ModelRequest) (string, error)
	// structuredReply answers the calls of the standard preset.
	structuredReply func(memory.ModelRequest) (string, error)
	extractStream   func(context.Context) iter.Seq2[memory.ReplyDelta, error] // overrides extractReply
	titleStream     func(context.Context, memory.ModelRequest) iter.Seq2[memory.ReplyDelta, error]
	// summaryReply answers the calls that sum a chat up; nil = "- The user wrote number messages."
	summaryReply    func(context.Context, memory.ModelRequest) (string, error)
	summaryRequests []memory.ModelRequest
	// baseReply answers the calls that write the base memory; nil = one point.
	baseReply     func(context.Context, memory.ModelRequest) (string, error)
	baseRequests  []memory.ModelRequest
	chatRequests  []memory.ModelRequest
	learnRequests []memory.ModelRequest
	titleRequests []memory.ModelRequest
}

var _ memory.Model = (*scriptedModel)(nil)

func (m *scriptedModel) StreamReply(ctx context.Context, r memory.ModelRequest) iter.Seq2[memory.ReplyDelta, error] {
	m.mu.Lock()
	defer m.mu.Unlock()
	if last := r.Messages[len(r.Messages)-1]; strings.Contains(last.Content, "exactly one line") {
		m.learnRequests = append(m.learnRequests, r)
		if m.extractStream != nil {
			return m.extractStream(ctx)
		}
		text, err := "NOTHING", error(nil)
		if m.extractReply != nil {
			text, err = m.extractReply(r)
		}
		return streamTexts(ctx, err, text)
	}
	if last := r.Messages[len(r.Messages)-1]; strings.HasSuffix(last.Content, "JSON list only.") {
		m.learnRequests = append(m.learnRequests, r)
		if m.extractStream != nil {
			return m.extractStream(ctx)
		}
		text, err := m.structuredReply(r)
		return streamTexts(ctx, err, text)
	}
	if r.Messages[len(r.Messages)-1].Content == "Write the summary now." {
		m.summaryRequests = append(m.summaryRequests, r)
		text, err := "- The user wrote numbered messages.", error(nil)
		if m.summaryReply != nil {
			text, err = m.summaryReply(ctx, r)
		}
		return streamTexts(ctx, err, text)
	}
	if r.Messages[len(r.Messages)-1].Content == "Write the text about the user now." {
		m.baseRequests = append(m.baseRequests, r)
		text, err := "## User Profile\n- The user is a gardener.", error(nil)
		if m.baseReply != nil {
			text, err = m.baseReply(ctx, r)
		}
		return streamTexts(ctx, err, text)
	}
	if strings.HasPrefix(r.Messages[0].Content, "Name this chat") {
		m.titleRequests = append(m.titleRequests, r)
		return m.titleStream(ctx, r)
	}
	m.chatRequests = append(m.chatRequests, r)
	if m.chatReply != nil {
		return m.chatReply(ctx)
	}
	return streamTexts(ctx, nil, "ok")
}

// streamTexts streams texts and then ends with err.
func streamTexts(ctx context.Context, err error, texts ...string) iter.Seq2[memory.ReplyDelta, error] {
	return func(yield func(memory.ReplyDelta, error) bool) {
		for _, t := range texts {
			if ctx.Err() != nil {
				yield(memory.ReplyDelta{}, ctx.Err())
				return
			}
			if err == nil || t != "" {
				if !yield(memory.ReplyDelta{Text: t}, nil) {
					return
				}
			}
		}
		if err != nil {
			yield(memory.ReplyDelta{}, err)
		}
	}
}

func (m *scriptedModel) setFact(fact string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.extractReply = func(memory.ModelRequest) (string, error) { return fact, nil }
}

func (m *scriptedModel) lastChatRequest() memory.ModelRequest {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.chatRequests[len(m.chatRequests)-1]
}

func (m *scriptedModel) lastLearnRequest() memory.ModelRequest {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.learnRequests[len(m.learnRequests)-1]
}

func (m *scriptedModel) countLearnRequests() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.learnRequests)
}

// angleEmbedder is an embedder with cosines set by the test; all other texts are orthogonal to each
// other.
type angleEmbedder struct {
	mu            sync.Mutex
	vectors       map[string][]float32
	nextAxis      int
	ready         bool
	err           error
	stall         chan struct{} // when not nil, Embed waits for it or for the context
	failText      string        // Embed fails with failErr when this text is among the texts
	failErr       error
	embeddedTexts []string
	id            string
	isRemote      bool
}

const angleDimensions = 2048

var _ memory.Embedder = (*angleEmbedder)(nil)

func newAngleEmbedder() *angleEmbedder {
	return &angleEmbedder{vectors: map[string][]float32{}, ready: true, id: "plane@2048@1"}
}

func (p *angleEmbedder) newAxis() []float32 {
	v := make([]float32, angleDimensions)
	v[p.nextAxis] = 1
	p.nextAxis++
	return v
}

// setCosine sets the cosine between the texts a and b.
func (p *angleEmbedder) setCosine(a, b string, cosine float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	va, ok := p.vectors[a]
	if !ok {
		va = p.newAxis()
		p.vectors[a] = va
	}
	other := p.newAxis()
	vb := make([]float32, angleDimensions)
	sin := math.Sqrt(1 - cosine*cosine)
	for i := range vb {
		vb[i] = float32(cosine)*va[i] + float32(sin)*other[i]
	}
	p.vectors[b] = vb
}

func (p *angleEmbedder) Embed(ctx context.Context, _ memory.EmbedKind, texts []string) ([][]float32, error) {
	p.mu.Lock()
	stall, fail := p.stall, p.err
	p.mu.Unlock()
	if stall != nil {
		select {
		case <-stall:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if fail != nil {
		return nil, fail
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	out := make([][]float32, len(texts))
	for i, t := range texts {
		if t == "" {
			return nil, memory.ErrInvalid
		}
		if t == p.failText {
			return nil, p.failErr
		}
		v, ok := p.vectors[t]
		if !ok {
			v = p.newAxis()
			p.vectors[t] = v
		}
		p.embeddedTexts = append(p.embeddedTexts, t)
		out[i] = v
	}
	return out, nil
}

func (p *angleEmbedder) wasEmbedded(text string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.embeddedTexts {
		if c == text {
			return true
		}
	}
	return false
}

// ChunkTextByMaxTokens cuts after every 200 bytes.
func (p *angleEmbedder) ChunkTextByMaxTokens(_ context.Context, text string) ([]memory.Span, error) {
	var out []memory.Span
	for i := 0; i < len(text); i += 200 {
		out = append(out, memory.Span{Start: i, End: min(i+200, len(text))})
	}
	return out, nil
}

func (p *angleEmbedder) ID() string      { return p.id }
func (p *angleEmbedder) Dimensions() int { return angleDimensions }
func (p *angleEmbedder) MaxTokens() int  { return 512 }
func (p *angleEmbedder) IsLocal() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.isRemote
}

func (p *angleEmbedder) IsReady() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ready
}

func (p *angleEmbedder) changeUnderLock(change func(*angleEmbedder)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change(p)
}

// fakeCatalog offers one provider with a chat model and a small model.
type fakeCatalog struct {
	mu          sync.Mutex
	models      []memory.ModelInfo
	providers   []memory.ProviderInfo
	extractorID string
	// afterClear are the models that the servers have, as far as that is not known yet.
	afterClear []memory.ModelInfo
}

var _ memory.Catalog = (*fakeCatalog)(nil)

func newFakeCatalog() *fakeCatalog {
	return &fakeCatalog{models: []memory.ModelInfo{
		{ID: "test/chat", Provider: "test", Name: "chat", Size: 8, CanChat: true, Available: true, ContextWindow: 8192},
		{ID: "test/small", Provider: "test", Name: "small", Size: 1, CanChat: true, Available: true, ContextWindow: 8192},
	}}
}

func (c *fakeCatalog) ListModels(context.Context) ([]memory.ModelInfo, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]memory.ModelInfo(nil), c.models...), nil
}

func (c *fakeCatalog) setModels(models []memory.ModelInfo) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.models = models
}

func (c *fakeCatalog) ListProviders(context.Context) ([]memory.ProviderInfo, error) {
	return c.providers, nil
}
func (c *fakeCatalog) ConfiguredExtractorID() string { return c.extractorID }

func (c *fakeCatalog) ClearModelAndKeyCaches() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.afterClear != nil {
		c.models, c.afterClear = c.afterClear, nil
	}
}

// systemMessage returns the system message of a request.
func systemMessage(r memory.ModelRequest) string { return r.Messages[0].Content }

func wantErr(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("error = %v, want %v", err, want)
	}
}

// retryDeadJobs queues every dead job again.
func retryDeadJobs(h *harness) error {
	js, err := h.Session(1, memory.ActorUser).ListUnfinishedJobs(h.ctx())
	if err != nil {
		return err
	}
	for _, j := range js {
		if j.State != memory.JobDead {
			continue
		}
		if err := h.Session(1, memory.ActorUser).RequeueDeadJob(h.ctx(), j.ID); err != nil {
			return err
		}
	}
	return nil
}
