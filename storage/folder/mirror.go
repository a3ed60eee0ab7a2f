package folder

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"memoir/memory"
)

const (
	// DefaultDelay gathers the changes that come together before they are written.
	DefaultDelay = 300 * time.Millisecond
	// createdSetting holds the path of the folder that was made last. A folder that was made and is
	// missing is not made again: its disk may be absent.
	createdSetting = "folder.created"
)

// ErrMissing means that the folder was there before and is not now. Nothing is written until it is
// back.
var ErrMissing = errors.New("the folder of Markdown files is missing")

// Options are what a Mirror needs.
type Options struct {
	Store memory.Store
	// Path returns the absolute path of the folder, "" while there is to be none. It is asked at every
	// write.
	Path func() string
	// Subscribe returns the events of the core; see memory.Bus.
	Subscribe func() (wake <-chan struct{}, drain func() []memory.Event, cancel func())
	// Edit changes a memory of a profile as its file was changed, with a row in the ledger.
	Edit  func(ctx context.Context, profile, id memory.ID, p memory.MemoryPatch) error
	Log   *slog.Logger
	Delay time.Duration // from a change to its writing; DefaultDelay in the program
}

// Mirror keeps a folder in step with the store from one goroutine. What changed while it did not run is
// written when it starts.
type Mirror struct {
	o       Options
	missing bool // said in the log
	watch   *watchedDirs
	cancel  context.CancelFunc
	done    chan struct{}
	first   chan struct{} // closed after the first round

	readMu sync.Mutex // held while a file is read and its memory changed
	noRead bool       // StopReading was called
}

// Start writes what differs and goes on until Close.
func Start(ctx context.Context, o Options) *Mirror {
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	m := &Mirror{o: o, cancel: cancel, done: make(chan struct{}), first: make(chan struct{})}
	wake, drain, unsubscribe := o.Subscribe()
	go func() {
		defer close(m.done)
		defer unsubscribe()
		m.watch = newWatchedDirs(o.Log)
		defer m.watch.close()
		m.runUntilCancelled(work, wake, drain)
	}()
	return m
}

// StopReading waits for the first round, at most until ctx ends, and for the edit that is being taken
// in. Later edits are taken in after the next start. It is called before the core shuts down.
func (m *Mirror) StopReading(ctx context.Context) {
	select {
	case <-m.first:
	case <-ctx.Done():
	}
	m.readMu.Lock()
	defer m.readMu.Unlock()
	m.noRead = true
}

// Close writes what has changed until now and ends the goroutine. It waits for it at most until ctx
// ends; what is not written then is at the next start. The store must stay open until Close returns.
func (m *Mirror) Close(ctx context.Context) error {
	m.cancel()
	select {
	case <-m.done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("write the folder: %w", ctx.Err())
	}
}

func (m *Mirror) runUntilCancelled(ctx context.Context, wake <-chan struct{}, drain func() []memory.Event) {
	// A round that has begun is finished also after Close, with what came until then.
	work := context.WithoutCancel(ctx)
	pending := staleParts{all: true}
	m.writeAndLog(work, &pending)
	close(m.first)
	timer := time.NewTimer(m.o.Delay)
	timer.Stop()
	waiting := false
	for {
		if !pending.isEmpty() && !waiting {
			timer.Reset(m.o.Delay)
			waiting = true
		}
		select {
		case <-wake:
			for _, e := range drain() {
				pending.add(e)
			}
		case e := <-m.watch.events():
			if isFactFile(e.Name) {
				pending.addFile(e.Name)
			}
		case err := <-m.watch.errors():
			m.o.Log.Warn("changes of the folder were missed; all files are compared", "err", err)
			pending.all = true
		case <-timer.C:
			waiting = false
			m.writeAndLog(work, &pending)
		case <-ctx.Done():
			timer.Stop()
			for _, e := range drain() {
				pending.add(e)
			}
			m.writeAndLog(work, &pending)
			return
		}
	}
}

// writeAndLog writes the stale parts. After an error everything is compared at the next change.
func (m *Mirror) writeAndLog(ctx context.Context, pending *staleParts) {
	if m.o.Path() == "" || pending.isEmpty() {
		*pending = staleParts{}
		return
	}
	err := m.writeStale(ctx, *pending)
	*pending = staleParts{}
	if err == nil {
		m.missing = false
		return
	}
	pending.failed = true
	if errors.Is(err, ErrMissing) {
		if m.missing {
			return
		}
		m.missing = true
	}
	m.o.Log.Warn("the folder of Markdown files is not up to date", "folder", m.o.Path(), "err", err)
}

// writeStale writes the stale parts of every profile, and removes the files of profiles that are gone.
func (m *Mirror) writeStale(ctx context.Context, stale staleParts) error {
	root, err := m.openFolder(ctx)
	if err != nil {
		return err
	}
	defer root.Close()
	profiles, err := m.o.Store.Profiles().List(ctx)
	if err != nil {
		return fmt.Errorf("list profiles: %w", err)
	}
	var errs []error
	m.watch.watchOnly(m.o.Path()) // before files are read, so that no edit falls between both
	defer m.watch.watchOnly(m.o.Path())
	for _, p := range profiles {
		part, ok := stale.ofProfile(p.ID)
		if !ok {
			continue
		}
		if err := m.writeProfile(ctx, root, p, part, stale.isTouched); err != nil {
			errs = append(errs, fmt.Errorf("profile %d: %w", p.ID, err))
		}
	}
	if stale.isWhole() {
		errs = append(errs, removeOtherProfiles(root, profiles))
	}
	return errors.Join(errs...)
}

// openFolder opens the folder, which is made when its path is new.
func (m *Mirror) openFolder(ctx context.Context) (*os.Root, error) {
	path := m.o.Path()
	made, err := m.o.Store.Settings().Get(ctx, createdSetting)
	if err != nil && !errors.Is(err, memory.ErrNotFound) {
		return nil, fmt.Errorf("read where the folder was: %w", err)
	}
	if made != path {
		if err := os.MkdirAll(path, 0o700); err != nil {
			return nil, fmt.Errorf("make the folder: %w", err)
		}
		if err := m.o.Store.Settings().Set(ctx, createdSetting, path); err != nil {
			return nil, fmt.Errorf("remember the folder: %w", err)
		}
	}
	root, err := os.OpenRoot(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%w: %w", ErrMissing, err)
	}
	if err != nil {
		return nil, fmt.Errorf("open the folder: %w", err)
	}
	return root, nil
}
