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

// Deps are the dependencies of the core. Rerank, Log, Now and SystemMemories are optional.
type Deps struct {
	Store       Store
	VectorIndex VectorIndex
	FullText    FullText
	Model       Model
	Catalog     Catalog
	Embedder    Embedder
	Bus         Bus
	Prompts     *prompts.Set
	Config      Config
	Log         *slog.Logger
	Now         func() time.Time
	Version     string // program version, shown by Health
	// SystemMemories are sent to profiles that have few memories of their own (system_memories.yaml).
	SystemMemories []string
}

// Service is the façade that the window, the HTTP interface and the commands call. What belongs
// to a profile is reached through For. All methods are safe for concurrent use.
type Service struct {
	store          Store
	vectorIndex    VectorIndex
	fullText       FullText
	model          Model
	catalog        Catalog
	embedder       Embedder // receives no secrets while the gates are on
	rawEmbedder    Embedder // without redaction
	bus            Bus
	prompts        *prompts.Set
	log            *slog.Logger
	now            func() time.Time
	version        string
	systemMemories []string
	cfg            atomic.Pointer[Config]
	settingMu      sync.Mutex // serializes changes of settings

	mu               sync.Mutex
	closed           bool
	turns            map[ID]*runningTurn // running answers by message ID
	learnWaiters     int                 // WaitForLearning calls; with any, jobs do not wait for an idle server
	cancelBackground context.CancelFunc
	preemptJob       context.CancelCauseFunc // preempts the running job in favour of a reply
	lastReplyAt      time.Time               // end of the last reply
	lastReplyLocal   bool                    // whether a local model sent it
	// learnErrors maps answers to the error of the last attempt to learn; nil after a success.
	learnErrors map[ID]error
	jobsEnded   int        // finished attempts, failed ones included
	jobEnded    *sync.Cond // signalled when a job ends

	workerWake chan struct{} // signals the worker that there is work
	background sync.WaitGroup
	indexSync  syncState

	titles     titleQueue
	replyCache replyCache
}

// New checks the dependencies and returns a Service that is idle until Start.
func New(d Deps) (*Service, error) {
	for name, missing := range map[string]bool{
		"store": d.Store == nil, "index": d.VectorIndex == nil, "lexicon": d.FullText == nil, "model": d.Model == nil,
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
		store: d.Store, vectorIndex: d.VectorIndex, fullText: d.FullText, model: d.Model, catalog: d.Catalog,
		rawEmbedder: d.Embedder, bus: d.Bus, prompts: d.Prompts, log: d.Log, now: d.Now, version: d.Version,
		systemMemories: d.SystemMemories, turns: map[ID]*runningTurn{}, learnErrors: map[ID]error{},
		workerWake: make(chan struct{}, 1),
	}
	s.embedder = redactingEmbedder{d.Embedder, s}
	s.jobEnded = sync.NewCond(&s.mu)
	s.indexSync.requested, s.indexSync.firstEnded = make(chan struct{}, 1), make(chan struct{})
	cfg := d.Config
	s.cfg.Store(&cfg)
	return s, nil
}

// Start repairs the state after a crash (streaming answers become interrupted, running jobs are
// queued again, temporary chats are removed) and starts the background worker and the index sync.
// It must be called once, before any other method.
func (s *Service) Start(ctx context.Context) error {
	now := s.currentTime()
	if n, err := s.store.Messages().InterruptStreaming(ctx, now); err != nil {
		return fmt.Errorf("mark interrupted answers: %w", err)
	} else if n > 0 {
		s.log.Info("answers were interrupted", "count", n)
	}
	if _, err := s.store.Jobs().RequeueRunning(ctx, now); err != nil {
		return fmt.Errorf("queue jobs again: %w", err)
	}
	s.cleanUpAfterCrash(ctx)
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s.mu.Lock()
	s.cancelBackground = cancel
	s.mu.Unlock()
	s.background.Go(func() { s.runSyncLoop(work) })
	s.background.Go(func() { s.runWorker(work) })
	return nil
}

// Shutdown refuses new turns, stores the partial text of running answers as stopped, cancels
// background work and waits for all of it, at most until ctx ends. Jobs that were running are
// repeated after the next start.
func (s *Service) Shutdown(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	stop := s.cancelBackground
	running := make([]*runningTurn, 0, len(s.turns))
	for _, t := range s.turns {
		running = append(running, t)
	}
	s.jobEnded.Broadcast()
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
	go func() { s.background.Wait(); close(finished) }()
	select {
	case <-finished:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("shutdown: background work did not stop in time: %w", ctx.Err())
	}
}

// Config returns the current settings.
func (s *Service) Config() Config { return *s.cfg.Load() }

// SetConfig changes one setting and persists it in the store, where the config file and the
// environment override it at the next start. Concurrent changes are applied one after the other.
func (s *Service) SetConfig(ctx context.Context, key, value string) error {
	s.settingMu.Lock()
	defer s.settingMu.Unlock()
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

// Models lists the models of the catalog.
func (s *Service) Models(ctx context.Context) ([]ModelInfo, error) { return s.catalog.Models(ctx) }

// Providers lists the providers of the catalog with their state.
func (s *Service) Providers(ctx context.Context) ([]ProviderInfo, error) {
	return s.catalog.Providers(ctx)
}

// currentTime returns the current time in UTC, truncated to the milliseconds that the store keeps.
func (s *Service) currentTime() time.Time { return s.now().UTC().Truncate(time.Millisecond) }

// publishChange tells subscribers that data of the given kind is stale.
func (s *Service) publishChange(kind EventKind, profile, chatID ID) {
	s.bus.Publish(Event{Kind: kind, ProfileID: profile, ChatID: chatID})
}

// wakeWorker signals the worker without blocking.
func (s *Service) wakeWorker() {
	select {
	case s.workerWake <- struct{}{}:
	default:
	}
}
