package memory

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"memoir/prompts"
)

// Deps are what the core needs from outside. All are required but Rerank.
type Deps struct {
	Store    Store
	Index    Index
	Lexicon  Lexicon
	Model    Model
	Catalog  Catalog
	Embedder Embedder
	Bus      Bus
	Prompts  *prompts.Set
	Config   Config
	Log      *slog.Logger
	Now      func() time.Time
	Version  string // of the program, shown by Health
	Rerank   Reranker
	// SystemMemories are told to profiles that have few memories of their own (system_memories.yaml).
	SystemMemories []string
}

// Service is what the window, the HTTP interface and the commands call. All methods are safe for concurrent use and
// take the profile they act for; nothing of another profile is ever returned or changed.
type Service struct {
	store          Store
	index          Index
	lexicon        Lexicon
	model          Model
	catalog        Catalog
	embedder       Embedder // sees no secrets where the gates are on
	raw            Embedder // as it was given
	bus            Bus
	prompts        *prompts.Set
	log            *slog.Logger
	now            func() time.Time
	version        string
	rerank         Reranker
	systemMemories []string
	cfg            atomic.Pointer[Config]
	setting        sync.Mutex // held while a setting changes, so that none is lost

	mu        sync.Mutex
	closed    bool
	turns     map[ID]*turn // running answers by message id
	waiters   int          // callers of WaitLearned: background work need not wait for a quiet server
	stopWork  context.CancelFunc
	yieldJob  context.CancelCauseFunc // ends the job under way so that a reply can have the server
	lastTurn  time.Time               // when a reply last ended
	lastLocal bool                    // whether it came from this computer
	runs      map[ID]error            // error of the last attempt to learn, by answer; none when it went well
	jobsEnded int                     // attempts so far
	settled   *sync.Cond              // signalled when a job ends

	wake chan struct{} // the worker has something to do
	work sync.WaitGroup
	sync syncState

	titles titles
	heard  heard
}

// New checks the dependencies and returns a Service that does nothing until Start.
func New(d Deps) (*Service, error) {
	for name, missing := range map[string]bool{
		"store": d.Store == nil, "index": d.Index == nil, "lexicon": d.Lexicon == nil, "model": d.Model == nil,
		"catalog": d.Catalog == nil, "embedder": d.Embedder == nil, "bus": d.Bus == nil, "prompts": d.Prompts == nil,
	} {
		if missing {
			return nil, fmt.Errorf("new service: no %s given: %w", name, ErrInvalid)
		}
	}
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	if d.Now == nil {
		d.Now = time.Now
	}
	s := &Service{
		store: d.Store, index: d.Index, lexicon: d.Lexicon, model: d.Model, catalog: d.Catalog,
		raw: d.Embedder, bus: d.Bus, prompts: d.Prompts, log: d.Log, now: d.Now, version: d.Version,
		rerank: d.Rerank, systemMemories: d.SystemMemories, turns: map[ID]*turn{}, runs: map[ID]error{},
		wake: make(chan struct{}, 1),
	}
	s.embedder = discreetEmbedder{d.Embedder, s}
	s.settled = sync.NewCond(&s.mu)
	s.sync.asked, s.sync.first = make(chan struct{}, 1), make(chan struct{})
	cfg := d.Config
	s.cfg.Store(&cfg)
	return s, nil
}

// Start repairs what a crash left (answers still streaming become interrupted, jobs under way are queued again,
// temporary chats are removed) and starts the background worker and the comparison of store and index. It must be
// called once, before any other method.
func (s *Service) Start(ctx context.Context) error {
	now := s.clock()
	if n, err := s.store.Messages().Interrupt(ctx, now); err != nil {
		return fmt.Errorf("mark interrupted answers: %w", err)
	} else if n > 0 {
		s.log.Info("answers were interrupted", "count", n)
	}
	if _, err := s.store.Jobs().Requeue(ctx, now); err != nil {
		return fmt.Errorf("queue jobs again: %w", err)
	}
	s.tidy(ctx)
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s.mu.Lock()
	s.stopWork = cancel
	s.mu.Unlock()
	s.work.Go(func() { s.syncAll(work) })
	s.work.Go(func() { s.worker(work) })
	return nil
}

// Shutdown refuses new turns, stores what running answers have so far as stopped, cancels background work and waits for
// all of it, at most until ctx ends. Jobs that were under way are done again at the next start.
func (s *Service) Shutdown(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	stop := s.stopWork
	running := make([]*turn, 0, len(s.turns))
	for _, t := range s.turns {
		running = append(running, t)
	}
	s.settled.Broadcast()
	s.mu.Unlock()
	for _, t := range running {
		t.cancel(errStopped)
	}
	for _, t := range running {
		select {
		case <-t.done:
		case <-ctx.Done():
			return fmt.Errorf("shutdown: an answer did not stop in time: %w", ctx.Err())
		}
	}
	if stop != nil {
		stop()
	}
	finished := make(chan struct{})
	go func() { s.work.Wait(); close(finished) }()
	select {
	case <-finished:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("shutdown: background work did not stop in time: %w", ctx.Err())
	}
}

// Config returns the settings in force.
func (s *Service) Config() Config { return *s.cfg.Load() }

// SetConfig changes one setting and keeps it in the store, where it ranks below file and environment at the next start.
// Changes made at the same time are made one after the other.
func (s *Service) SetConfig(ctx context.Context, key, value string) error {
	s.setting.Lock()
	defer s.setting.Unlock()
	cfg := s.Config()
	if err := cfg.Set(key, value); err != nil {
		return err
	}
	if err := s.store.Settings().Set(ctx, "config."+key, value); err != nil {
		return fmt.Errorf("keep setting %s: %w", key, err)
	}
	s.cfg.Store(&cfg)
	s.bus.Publish(Event{Kind: EventSettings})
	return nil
}

// Subscribe returns the events of the core; see Bus.
func (s *Service) Subscribe() (wake <-chan struct{}, drain func() []Event, cancel func()) {
	return s.bus.Subscribe()
}

// Models lists the models of the catalogue.
func (s *Service) Models(ctx context.Context) ([]ModelInfo, error) { return s.catalog.Models(ctx) }

// Providers lists the providers of the catalogue with their state.
func (s *Service) Providers(ctx context.Context) ([]ProviderInfo, error) {
	return s.catalog.Providers(ctx)
}

// clock returns the present moment in UTC, to the millisecond as it is stored.
func (s *Service) clock() time.Time { return s.now().UTC().Truncate(time.Millisecond) }

// changed tells watchers that a profile's memories are not what they were.
func (s *Service) changed(kind EventKind, profile, thread ID) {
	s.bus.Publish(Event{Kind: kind, ProfileID: profile, ThreadID: thread})
}

// poke wakes the worker without blocking.
func (s *Service) poke() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}
