package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"

	"memoir/memory"
	"memoir/memory/digest"
	"memoir/memory/learn"
	"memoir/memory/search"
	"memoir/memory/turns"
	"memoir/prompts"
)

// Service is the façade that the window, the HTTP interface and the commands call. What belongs
// to a profile is reached through For. All methods are safe for concurrent use.
type Service struct {
	store            memory.Store
	vectorIndex      memory.VectorIndex
	catalog          memory.Catalog
	forwarder        memory.Forwarder
	bus              memory.Bus
	prompts          *prompts.Set
	log              *slog.Logger
	clock            memory.Clock
	version          string
	firstDamage      func() error
	repairs          []string
	runAtLowPriority func(do func()) // see memory.Deps
	windowInUse      atomic.Pointer[func() bool]
	convertPicture   func(ctx context.Context, format string, data []byte) ([]byte, error)
	cfg              atomic.Pointer[memory.Config]
	settingMu        sync.Mutex // serializes changes of settings

	systemMemories []string // of system_memories.yaml

	search  *search.Searcher
	learner *learn.Learner
	digest  *digest.Digester
	turns   *turns.Runner

	mu               sync.Mutex
	cancelBackground context.CancelFunc
	background       sync.WaitGroup
}

// New checks the dependencies and returns a Service that is idle until Start.
func New(d memory.Deps) (*Service, error) {
	d, err := d.ValidatedWithDefaults()
	if err != nil {
		return nil, fmt.Errorf("new service: %w", err)
	}
	s := &Service{
		store: d.Store, vectorIndex: d.VectorIndex, catalog: d.Catalog, forwarder: d.Forwarder, bus: d.Bus,
		prompts: d.Prompts, log: d.Log,
		clock: d.Now, version: d.Version, systemMemories: d.SystemMemories,
		firstDamage: d.FirstDamage, repairs: d.Repairs, runAtLowPriority: d.RunAtLowPriority,
		convertPicture: d.ConvertPicture,
	}
	cfg := d.Config
	s.cfg.Store(&cfg)
	s.search = search.New(d, s.Config)
	s.learner = learn.New(d, s.search, s.Config)
	s.digest = digest.New(d, s.search, s.learner, s.Config)
	s.learner.SetRunnerOfOtherJobs(s.digest)
	s.turns = turns.New(d, s.search, s.learner, s.digest, s.Config)
	return s, nil
}

// RecoverStateAndStartBackgroundWork repairs the state after a crash (temporary chats are removed,
// streaming answers become interrupted, running jobs are queued again), gives system memories to
// profiles with few of their own, and starts the background worker and the index sync. It must be
// called once, before any other method.
func (s *Service) RecoverStateAndStartBackgroundWork(ctx context.Context) error {
	now := s.clock.NowInUTCToMillisecond()
	s.purgeExpiredChatsAndAssignExternalIDs(ctx)
	n, err := s.store.MessageStore().MarkStreamingInterrupted(ctx, now)
	switch {
	case errors.Is(err, memory.ErrReadOnly):
		s.startSearchOnlyForReadOnly(ctx)
		return nil
	case err != nil:
		return fmt.Errorf("mark interrupted answers: %w", err)
	case n > 0:
		s.log.Info("answers were interrupted", "count", n)
	}
	if _, err := s.store.JobStore().RequeueRunning(ctx, now); err != nil {
		return fmt.Errorf("queue jobs again: %w", err)
	}
	if err := s.syncSystemMemoriesOfAllProfiles(ctx); err != nil {
		s.log.Warn("system memories are not given to profiles until the next start", "err", err)
	}
	work := s.newBackgroundContext(ctx)
	s.background.Go(func() { s.search.RunSyncLoop(work) })
	s.background.Go(func() { s.search.RunMessageEmbeddingLoop(work) })
	s.background.Go(func() { s.learner.RunJobsUntilCancelled(work) })
	return nil
}

// startSearchOnlyForReadOnly starts what works on a store that cannot be written: search with the
// vectors there are.
func (s *Service) startSearchOnlyForReadOnly(ctx context.Context) {
	s.log.Warn("the data folder is read-only; nothing is learned or saved")
	work := s.newBackgroundContext(ctx)
	s.background.Go(func() { s.search.RunSyncLoop(work) })
}

// newBackgroundContext returns the context of background work, which Shutdown ends.
func (s *Service) newBackgroundContext(ctx context.Context) context.Context {
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancelBackground = cancel
	return work
}

// ShutDownAndDeleteTemporaryChats refuses new turns, stores the partial text of running answers as
// stopped, cancels background work, waits for all of it, at most until ctx ends, and deletes
// temporary chats. Jobs that were running are repeated after the next start.
func (s *Service) ShutDownAndDeleteTemporaryChats(ctx context.Context) error {
	s.learner.EndWaitsForLearningJobs()
	if err := s.turns.RefuseNewTurnsStopAllAndWait(ctx); err != nil {
		return err
	}
	s.mu.Lock()
	stop := s.cancelBackground
	s.mu.Unlock()
	if stop != nil {
		stop()
	}
	finished := make(chan struct{})
	go func() {
		s.background.Wait()
		s.search.WaitForBackgroundSearches()
		close(finished)
	}()
	select {
	case <-finished:
		s.deleteAllTemporaryChats(ctx)
		return nil
	case <-ctx.Done():
		return fmt.Errorf("shutdown: background work did not stop in time: %w", ctx.Err())
	}
}

// Config returns the current settings.
func (s *Service) Config() memory.Config { return *s.cfg.Load() }

// SetAndStoreSetting changes one setting and persists it in the store, where the config file and
// the environment override it at the next start. Concurrent changes are applied one after the
// other.
func (s *Service) SetAndStoreSetting(ctx context.Context, key, value string) error {
	s.settingMu.Lock()
	defer s.settingMu.Unlock()
	cfg := s.Config()
	if err := cfg.SetExplicitlyFromText(key, value); err != nil {
		return err
	}
	if err := s.store.SettingStore().Set(ctx, "config."+key, value); err != nil {
		return fmt.Errorf("keep setting %s: %w", key, err)
	}
	s.cfg.Store(&cfg)
	s.bus.Publish(memory.Event{Kind: memory.EventSettings})
	if key == "chats.recall" && cfg.RecallChats || key == "chats.embed" && cfg.EmbedMessages {
		s.search.RequestSyncOfAllProfiles() // embeds the messages written before
	}
	return nil
}

// SubscribeToQueuedEvents returns the events of the core; see Bus.
func (s *Service) SubscribeToQueuedEvents() (wake <-chan struct{}, drain func() []memory.Event, cancel func()) {
	return s.bus.SubscribeToQueuedEvents()
}

// ListModels lists the models of the catalog.
func (s *Service) ListModels(ctx context.Context) ([]memory.ModelInfo, error) {
	return s.catalog.ListModels(ctx)
}

// ListProviders lists the providers of the catalog with their state.
func (s *Service) ListProviders(ctx context.Context) ([]memory.ProviderInfo, error) {
	return s.catalog.ListProviders(ctx)
}
