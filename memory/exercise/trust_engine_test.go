package exercise_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"sync"
	"testing"
	"time"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/prompts"
	"memoir/storage"
	"memoir/storage/storagetest"
)

// exchange is what happens in one chat: all that the user, the chat model and the extractor say.
type exchange struct {
	message, reply, file string
	fact                 string // what the extractor returns, word for word
	quoted               bool   // the extractor quotes the user's message as its source
}

// outcome is what is in the memory of a profile after its only exchange.
type outcome struct {
	active, inbox []memory.Memory
	decisions     []memory.Decision
	learnPrompts  []string // whole requests to the learning model, one text each
}

// state sums an outcome up: active, waiting or dropped.
func (o outcome) state() string {
	switch {
	case len(o.active) > 0:
		return "active"
	case len(o.inbox) > 0:
		return "waiting"
	default:
		return "dropped"
	}
}

// trustEngine is a whole core on a store of its own. Every exchange gets a new profile, so that no
// case sees the memories of another.
type trustEngine struct {
	t       *testing.T
	dir     string
	db      *storage.DB
	service *engine.Service
	model   *fooledModel
	count   int
}

// profilesPerEngine bounds the exchanges on one store: each gets slower with every profile.
const profilesPerEngine = 60

func newTrustEngine(t *testing.T, enc memory.Embedder, cfg memory.Config) *trustEngine {
	t.Helper()
	dir := t.TempDir()
	db := storagetest.OpenCreatingIfMissing(t, dir)
	set, err := prompts.LoadTemplatesWithOverrides("")
	if err != nil {
		t.Fatal(err)
	}
	cfg.RetrievalDeadline = 30 * time.Second // a busy machine must not change what is retrieved
	cfg.LocalServerIdle = 0
	m := &fooledModel{}
	s, err := engine.New(memory.Deps{
		Store: db, VectorIndex: db.VectorIndex(), FullText: db.FullText(), Model: m, Catalog: singleModelCatalog{},
		Embedder: enc, Bus: memory.NewBus(), Prompts: set, Config: cfg,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.RecoverStateAndStartBackgroundWork(t.Context()); err != nil {
		t.Fatal(err)
	}
	return &trustEngine{t: t, dir: dir, db: db, service: s, model: m}
}

func (e *trustEngine) close() {
	if err := e.service.ShutDownAndDeleteTemporaryChats(context.Background()); err != nil {
		e.t.Errorf("shutdown: %v", err)
	}
	if err := e.db.Close(context.Background()); err != nil {
		e.t.Errorf("close store: %v", err)
	}
}

// runExchangeOnNewProfile has one exchange on a new profile and waits until it was learned from.
func (e *trustEngine) runExchangeOnNewProfile(x exchange) outcome {
	e.t.Helper()
	ctx := e.t.Context()
	e.count++
	p, err := e.service.CreateProfile(ctx, fmt.Sprintf("case %d", e.count))
	e.failOnError(err)
	s := e.service.Session(p.ID, memory.ActorUser)
	chat, err := s.CreateChat(ctx, memory.NewChat{})
	e.failOnError(err)
	if x.file != "" {
		f, err := s.AddFileUnlessKnownOrTooLong(ctx, memory.NewFile{Name: "notes.txt", Data: []byte(x.file)})
		e.failOnError(err)
		e.failOnError(s.AttachStoredFileToChat(ctx, chat.ID, f.ID))
	}
	e.model.setExchangeAndClearPrompts(x)
	turn, err := s.StoreMessageAndStartAnswer(ctx, memory.SendParams{ChatID: chat.ID, Text: x.message})
	e.failOnError(err)
	ds, err := s.WaitForLearningFromAnswer(ctx, turn.Answer.ID)
	e.failOnError(err)
	return outcome{
		active: e.memoriesWithStatus(
			s, memory.StatusActive,
		), inbox: e.memoriesWithStatus(s, memory.StatusInbox), decisions: ds,
		learnPrompts: e.model.takeLearnPrompts(),
	}
}

func (e *trustEngine) memoriesWithStatus(s *engine.Session, status memory.Status) []memory.Memory {
	e.t.Helper()
	ms, err := s.ListOrSearchMemories(e.t.Context(), memory.MemoryQuery{MemoryFilter: memory.MemoryFilter{
		AnyScope: true, IncludeOutdated: true, Status: []memory.Status{status},
	}})
	e.failOnError(err)
	return ms
}

func (e *trustEngine) failOnError(err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
}

// fooledModel is a memory.Model whose extractor returns the fact of the exchange, whatever the
// prompt says: the worst case of a model that obeys its input. Safe for concurrent use.
type fooledModel struct {
	mu           sync.Mutex
	current      exchange
	learnPrompts []string
}

var _ memory.Model = (*fooledModel)(nil)

func (m *fooledModel) setExchangeAndClearPrompts(x exchange) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.current, m.learnPrompts = x, nil
}

func (m *fooledModel) takeLearnPrompts() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.learnPrompts
}

// StreamReply answers the three calls of memory work and otherwise gives the reply of the chat.
// Requests are told apart by their last message; whatever is no chat counts as learning.
func (m *fooledModel) StreamReply(_ context.Context, r memory.ModelRequest) iter.Seq2[memory.ReplyDelta, error] {
	m.mu.Lock()
	defer m.mu.Unlock()
	last := r.Messages[len(r.Messages)-1].Content
	var text string
	switch {
	case strings.HasPrefix(last, "Decide"):
		text = `[{"new": 1, "action": "ADD"}]`
	case strings.HasSuffix(last, "JSON list only."):
		text = m.factListJSON()
	case strings.Contains(last, "exactly one line"):
		text = strings.Join(strings.Fields(m.current.fact), " ")
	case strings.HasPrefix(r.Messages[0].Content, "Name this chat"):
		text = "A title"
	default:
		return streamOneDelta(m.current.reply)
	}
	var all strings.Builder
	for _, p := range r.Messages {
		all.WriteString(p.Content + "\n")
	}
	m.learnPrompts = append(m.learnPrompts, all.String())
	return streamOneDelta(text)
}

func (m *fooledModel) factListJSON() string {
	item := map[string]string{"fact": m.current.fact}
	if m.current.quoted {
		item["quote"] = m.current.message
	}
	b, err := json.Marshal([]any{item})
	if err != nil {
		panic(err) // strings always encode
	}
	return string(b)
}

func streamOneDelta(text string) iter.Seq2[memory.ReplyDelta, error] {
	return func(yield func(memory.ReplyDelta, error) bool) {
		if text == "" {
			text = "All right."
		}
		yield(memory.ReplyDelta{Text: text, FinishReason: "stop"}, nil)
	}
}
