package memory_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"memoir/memory"
	"memoir/prompts"
	"memoir/storage"
)

// harness runs the core on a real store, with a model and an embedder controlled by the test.
type house struct {
	*memory.Service
	t     *testing.T
	db    *storage.DB
	dir   string
	model *scripted
	embed *plane
	cat   *catalog
	clock *clock

	system []string     // system memories for the next startService
	log    *slog.Logger // for the next startService
	store  func(memory.Store) memory.Store
}

func newHouse(t *testing.T, change ...func(*memory.Config)) *house {
	t.Helper()
	cfg := memory.Classic()
	for _, c := range change {
		c(&cfg)
	}
	if cfg.Deadline == memory.Classic().Deadline {
		cfg.Deadline = 30 * time.Second // so that a busy machine does not fail the tests
	}
	h := &house{
		t: t, dir: t.TempDir(), model: &scripted{}, embed: newPlane(), cat: newCatalog(),
		clock: &clock{at: time.Date(2026, 5, 3, 10, 0, 0, 0, time.UTC)},
	}
	h.open(cfg)
	t.Cleanup(h.close)
	return h
}

func (h *house) open(cfg memory.Config) {
	h.t.Helper()
	db, err := storage.Open(h.ctx(), storage.Options{Dir: h.dir})
	if err != nil {
		h.t.Fatal(err)
	}
	set, err := prompts.Load("")
	if err != nil {
		h.t.Fatal(err)
	}
	h.db = db
	var store memory.Store = db
	if h.store != nil {
		store = h.store(db)
	}
	h.Service, err = memory.New(memory.Deps{
		Store: store, Index: db.Index(), Lexicon: db.Lexicon(), Model: h.model, Catalog: h.cat, Embedder: h.embed,
		Bus: memory.NewBus(), Prompts: set, Config: cfg, Now: h.clock.now, Log: h.log,
		SystemMemories: h.system,
	})
	if err != nil {
		h.t.Fatal(err)
	}
	if err := h.Start(h.ctx()); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) close() {
	if err := h.Shutdown(context.Background()); err != nil {
		h.t.Errorf("shutdown: %v", err)
	}
	if err := h.db.Close(context.Background()); err != nil {
		h.t.Errorf("close store: %v", err)
	}
}

// restart shuts everything down and starts again on the same data folder.
func (h *house) reopen() {
	h.t.Helper()
	cfg := h.Config()
	h.close()
	h.open(cfg)
}

func (h *house) ctx() context.Context { return h.t.Context() }

func (h *house) thread() memory.Thread {
	h.t.Helper()
	th, err := h.CreateThread(h.ctx(), 1, memory.NewThread{})
	if err != nil {
		h.t.Fatal(err)
	}
	return th
}

// sendAndLearn sends a message and waits for the answer and for what is learned from it.
func (h *house) say(th memory.Thread, text string) (memory.Message, []memory.Decision) {
	h.t.Helper()
	tn, err := h.Send(h.ctx(), memory.SendParams{ProfileID: 1, ThreadID: th.ID, Text: text})
	if err != nil {
		h.t.Fatal(err)
	}
	return h.settled(tn)
}

func (h *house) settled(tn memory.Turn) (memory.Message, []memory.Decision) {
	h.t.Helper()
	ds, err := h.WaitLearned(h.ctx(), 1, tn.Answer.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	m, err := h.Wait(h.ctx(), 1, tn.Answer.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	return m, ds
}

func (h *house) add(texts ...string) []memory.Memory {
	h.t.Helper()
	out := make([]memory.Memory, len(texts))
	for i, text := range texts {
		h.clock.tick(time.Second)
		a, err := h.AddMemory(h.ctx(), 1, memory.ActorUser, memory.NewMemory{Content: text})
		if err != nil {
			h.t.Fatal(err)
		}
		out[i] = a.Memory
	}
	return out
}

// addUnrelatedMemories adds n memories that are similar to nothing else.
func (h *house) fill(n int) []memory.Memory {
	h.t.Helper()
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprintf("The user owns item number %d.", i+1)
	}
	return h.add(texts...)
}

// activeContents lists the active memories, newest first.
func (h *house) contents() []string {
	h.t.Helper()
	ms, err := h.Memories(h.ctx(), memory.MemoryQuery{MemoryFilter: memory.MemoryFilter{ProfileID: 1, AnyScope: true}})
	if err != nil {
		h.t.Fatal(err)
	}
	out := make([]string, len(ms))
	for i, m := range ms {
		out[i] = m.Content
	}
	return out
}

func (h *house) file(name, text string) memory.Context {
	h.t.Helper()
	c, err := h.AddContext(h.ctx(), 1, memory.NewContext{Name: name, Data: []byte(text)})
	if err != nil {
		h.t.Fatal(err)
	}
	return c
}

// fakeClock stands still until the test advances it.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}

func (c *clock) tick(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// scriptedModel is a model: chat replies are "ok" unless the test sets another, extraction replies
// NOTHING unless the test sets a fact. It records every request.
type scripted struct {
	mu      sync.Mutex
	chat    func(context.Context) iter.Seq2[memory.Delta, error]
	extract func(memory.Request) (string, error)
	// structuredReply answers the calls of the standard preset.
	structured func(memory.Request) (string, error)
	learn      func(context.Context) iter.Seq2[memory.Delta, error] // overrides extractReply
	title      func(context.Context, memory.Request) iter.Seq2[memory.Delta, error]
	chats      []memory.Request
	learns     []memory.Request
	titles     []memory.Request
}

var _ memory.Model = (*scripted)(nil)

func (m *scripted) Stream(ctx context.Context, r memory.Request) iter.Seq2[memory.Delta, error] {
	m.mu.Lock()
	defer m.mu.Unlock()
	if last := r.Messages[len(r.Messages)-1]; strings.Contains(last.Content, "exactly one line") {
		m.learns = append(m.learns, r)
		if m.learn != nil {
			return m.learn(ctx)
		}
		text, err := "NOTHING", error(nil)
		if m.extract != nil {
			text, err = m.extract(r)
		}
		return pieces(ctx, err, text)
	}
	if last := r.Messages[len(r.Messages)-1]; strings.HasSuffix(last.Content, "JSON list only.") {
		m.learns = append(m.learns, r)
		text, err := m.structured(r)
		return pieces(ctx, err, text)
	}
	if strings.HasPrefix(r.Messages[0].Content, "Name this chat") {
		m.titles = append(m.titles, r)
		return m.title(ctx, r)
	}
	m.chats = append(m.chats, r)
	if m.chat != nil {
		return m.chat(ctx)
	}
	return pieces(ctx, nil, "ok")
}

// streamTexts streams texts and then ends with err.
func pieces(ctx context.Context, err error, texts ...string) iter.Seq2[memory.Delta, error] {
	return func(yield func(memory.Delta, error) bool) {
		for _, t := range texts {
			if ctx.Err() != nil {
				yield(memory.Delta{}, ctx.Err())
				return
			}
			if err == nil || t != "" {
				if !yield(memory.Delta{Text: t}, nil) {
					return
				}
			}
		}
		if err != nil {
			yield(memory.Delta{}, err)
		}
	}
}

func (m *scripted) facts(fact string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.extract = func(memory.Request) (string, error) { return fact, nil }
}

func (m *scripted) lastChat() memory.Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.chats[len(m.chats)-1]
}

func (m *scripted) lastLearn() memory.Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.learns[len(m.learns)-1]
}

func (m *scripted) learned() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.learns)
}

// angleEmbedder is an embedder with cosines set by the test; all other texts are orthogonal to each
// other.
type plane struct {
	mu    sync.Mutex
	known map[string][]float32
	next  int
	ready bool
	fail  error
	stall chan struct{} // when not nil, Embed waits for it or for the context
	calls []string
	id    string
}

const planeDim = 2048

var _ memory.Embedder = (*plane)(nil)

func newPlane() *plane { return &plane{known: map[string][]float32{}, ready: true, id: "plane@2048@1"} }

func (p *plane) axis() []float32 {
	v := make([]float32, planeDim)
	v[p.next] = 1
	p.next++
	return v
}

// setCosine sets the cosine between the texts a and b.
func (p *plane) near(a, b string, cosine float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	va, ok := p.known[a]
	if !ok {
		va = p.axis()
		p.known[a] = va
	}
	other := p.axis()
	vb := make([]float32, planeDim)
	sin := math.Sqrt(1 - cosine*cosine)
	for i := range vb {
		vb[i] = float32(cosine)*va[i] + float32(sin)*other[i]
	}
	p.known[b] = vb
}

func (p *plane) Embed(ctx context.Context, _ memory.EmbedKind, texts []string) ([][]float32, error) {
	p.mu.Lock()
	stall, fail := p.stall, p.fail
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
		v, ok := p.known[t]
		if !ok {
			v = p.axis()
			p.known[t] = v
		}
		p.calls = append(p.calls, t)
		out[i] = v
	}
	return out, nil
}

func (p *plane) embedded(text string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.calls {
		if c == text {
			return true
		}
	}
	return false
}

// ChunkText cuts after every 200 bytes.
func (p *plane) Chunk(_ context.Context, text string) ([]memory.Span, error) {
	var out []memory.Span
	for i := 0; i < len(text); i += 200 {
		out = append(out, memory.Span{Start: i, End: min(i+200, len(text))})
	}
	return out, nil
}

func (p *plane) ID() string     { return p.id }
func (p *plane) Dim() int       { return planeDim }
func (p *plane) MaxTokens() int { return 512 }
func (p *plane) Ready() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ready
}

func (p *plane) set(change func(*plane)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change(p)
}

// fakeCatalog offers one provider with a chat model and a small model.
type catalog struct {
	mu        sync.Mutex
	models    []memory.ModelInfo
	providers []memory.ProviderInfo
	named     string
}

var _ memory.Catalog = (*catalog)(nil)

func newCatalog() *catalog {
	return &catalog{models: []memory.ModelInfo{
		{ID: "test/chat", Provider: "test", Name: "chat", Size: 8, Chat: true, Available: true, Context: 8192},
		{ID: "test/small", Provider: "test", Name: "small", Size: 1, Chat: true, Available: true, Context: 8192},
	}}
}

func (c *catalog) Models(context.Context) ([]memory.ModelInfo, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]memory.ModelInfo(nil), c.models...), nil
}

func (c *catalog) set(models []memory.ModelInfo) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.models = models
}

func (c *catalog) Providers(context.Context) ([]memory.ProviderInfo, error) { return c.providers, nil }
func (c *catalog) Extractor() string                                        { return c.named }
func (c *catalog) Refresh()                                                 {}

// systemMessage returns the system message of a request.
func system(r memory.Request) string { return r.Messages[0].Content }

func wantErr(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("error = %v, want %v", err, want)
	}
}

// retryDeadJobs queues every dead job again.
func retryAll(h *house) error {
	js, err := h.Jobs(h.ctx(), 1)
	if err != nil {
		return err
	}
	for _, j := range js {
		if j.State != memory.JobDead {
			continue
		}
		if err := h.RetryJob(h.ctx(), 1, j.ID); err != nil {
			return err
		}
	}
	return nil
}
