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
	// TakeIn makes changes of files in one transaction, with rows in the ledger; see
	// learn.Learner.TakeInFileChanges.
	TakeIn func(
		ctx context.Context, profile memory.ID, run string, changes []memory.FileChange,
	) ([]memory.FileChangeResult, error)
	Log    *slog.Logger
	Now    memory.Clock
	Delay  time.Duration // from a change to its writing; DefaultDelay in the program
	Settle time.Duration // from the last change in a folder to a deletion; DefaultSettle in the program
}

// Mirror keeps a folder in step with the store from one goroutine. What changed while it did not
// run is written when it starts.
type Mirror struct {
	o        Options
	missing  bool // said in the log
	watch    *watchedDirs
	status   status
	hasAside bool // files were put aside in this round
	// database is the name of the database, once the folder was opened.
	database string
	cancel   context.CancelFunc
	done     chan struct{}
	first    chan struct{}      // closed after the first round
	rounds   chan chan struct{} // asks for a round; the channel that is sent is closed after it

	readMu sync.Mutex // held while a file is read and its memory changed
	noRead bool       // StopTakingInEditsAfterFirstRound was called
}

// StartMirror writes what differs and goes on until Close.
func StartMirror(ctx context.Context, o Options) *Mirror {
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	m := &Mirror{
		o: o, cancel: cancel, done: make(chan struct{}), first: make(chan struct{}), rounds: make(chan chan struct{}),
	}
	wake, drain, unsubscribe := o.Subscribe()
	go func() {
		defer close(m.done)
		defer unsubscribe()
		m.watch = newFolderWatcher(o.Log)
		defer m.watch.close()
		m.runRoundsUntilCancelledThenCleanUp(work, wake, drain)
	}()
	return m
}

// StopTakingInEditsAfterFirstRound waits for the first round, at most until ctx ends, and for the
// edit that is being taken in. Later edits are taken in after the next start. It is called before
// the core shuts down.
func (m *Mirror) StopTakingInEditsAfterFirstRound(ctx context.Context) {
	select {
	case <-m.first:
	case <-ctx.Done():
	}
	m.readMu.Lock()
	defer m.readMu.Unlock()
	m.noRead = true
}

// Close writes what has changed until now and ends the goroutine. It waits for it at most until ctx
// ends; what is not written then is at the next start. The store must stay open until Close
// returns.
func (m *Mirror) Close(ctx context.Context) error {
	m.cancel()
	select {
	case <-m.done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("write the folder: %w", ctx.Err())
	}
}

func (m *Mirror) runRoundsUntilCancelledThenCleanUp(
	ctx context.Context, wake <-chan struct{}, drain func() []memory.Event,
) {
	// A round that has begun is finished also after Close, with what came until then.
	work := context.WithoutCancel(ctx)
	pending := staleParts{all: true}
	m.syncUntilFolderSettles(ctx, &pending)
	close(m.first)
	timer := newStoppedRoundTimer(m.o.Delay)
	defer timer.stop()
	timer.scheduleNoLaterThan(pending.timeUntilNextLook())
	for {
		select {
		case <-wake:
			for _, e := range drain() {
				pending.markStaleByEvent(e)
			}
			if !pending.isNothingToDo() {
				timer.scheduleNoLaterThan(m.o.Delay)
			}
		case e := <-m.watch.events():
			if m.markStaleByFileEvent(&pending, e.Name) {
				timer.debounceRound()
			}
		case err := <-m.watch.errors():
			m.o.Log.Warn("changes in the folder were missed; comparing all files", "err", err)
			pending.all = true
			timer.scheduleNoLaterThan(m.o.Delay)
		case <-timer.dueSignal():
			timer.clearScheduleAtRoundStart()
			m.syncSetStateAndLogError(work, &pending)
			timer.scheduleNoLaterThan(pending.timeUntilNextLook())
		case done := <-m.rounds:
			for _, e := range drain() {
				pending.markStaleByEvent(e)
			}
			pending.files, pending.reread = true, true
			m.syncSetStateAndLogError(work, &pending)
			timer.scheduleNoLaterThan(pending.timeUntilNextLook())
			close(done)
		case <-ctx.Done():
			for _, e := range drain() {
				pending.markStaleByEvent(e)
			}
			m.syncSetStateAndLogError(work, &pending)
			if err := m.removeAllAsideFilesKeepingEdits(work); m.hasAside && err != nil {
				m.o.Log.Warn("replaced files will stay in the folder until the next start", "err", err)
			}
			return
		}
	}
}

// syncUntilFolderSettles compares everything. While files are gone that an editor may be
// about to write anew it looks again, so that a short command takes in deletions, too.
func (m *Mirror) syncUntilFolderSettles(ctx context.Context, pending *staleParts) {
	for range 3 {
		m.syncSetStateAndLogError(context.WithoutCancel(ctx), pending)
		if pending.again == 0 {
			return
		}
		select {
		case <-time.After(pending.again):
			pending.files = true
		case <-ctx.Done():
			return
		}
	}
}

// markStaleByFileEvent notes a change on the disk and reports whether it concerns the mirror.
func (m *Mirror) markStaleByFileEvent(pending *staleParts, name string) bool {
	switch {
	case isFactOrKeptEditPath(name):
		pending.markFileTouched(name)
	case mayBeFactFolderPath(name):
		pending.files = true
	default:
		return false
	}
	return true
}

// syncSetStateAndLogError writes the stale parts. After an error everything is compared at the next
// change.
func (m *Mirror) syncSetStateAndLogError(ctx context.Context, pending *staleParts) {
	if m.o.Path() == "" || pending.isNothingToDo() {
		*pending = staleParts{}
		return
	}
	m.hasAside = false
	again, err := m.syncStaleParts(ctx, *pending)
	*pending = staleParts{again: again, sweep: m.hasAside}
	m.setStateAfterRound(err)
	if err == nil {
		m.missing = false
		return
	}
	pending.failed = true
	if errors.Is(err, ErrMissing) || errors.Is(err, errOtherDatabase) {
		if m.missing {
			return
		}
		m.missing = true
	}
	m.o.Log.Warn("the folder of Markdown files is not up to date", "folder", m.o.Path(), "err", err)
}

// setStateAfterRound notes what a round that ended with err says of the folder.
func (m *Mirror) setStateAfterRound(err error) {
	switch {
	case err == nil:
		m.status.setState(memory.FolderUpToDate, "")
	case errors.Is(err, ErrMissing):
		m.status.setState(memory.FolderMissing, "The folder is missing. Nothing was forgotten. Put the folder back, create "+
			"an empty one in its place, or choose another.")
	case errors.Is(err, errOtherDatabase):
		m.status.setState(
			memory.FolderOfOther, "The folder contains files from another Memoir database, which were left unchanged. "+
				"Choose an empty folder, or move those files elsewhere.",
		)
	default:
		title, _ := memory.ErrorTitleAndHintForUser(err)
		m.status.setState(memory.FolderFailed, title)
	}
}

// syncStaleParts takes in what was changed on the disk, writes the stale parts of every profile and
// removes the files of profiles that are gone. It returns after how long to look again, 0 for not
// at all.
func (m *Mirror) syncStaleParts(ctx context.Context, stale staleParts) (again time.Duration, err error) {
	root, err := m.openCreatingNewPathAndClaimFolder(ctx)
	if err != nil {
		return 0, err
	}
	defer root.Close()
	profiles, err := m.o.Store.ProfileStore().List(ctx)
	if err != nil {
		return 0, fmt.Errorf("list profiles: %w", err)
	}
	m.watch.watchFactFoldersBelow(m.o.Path()) // before files are read, so that no edit falls between both
	again, err = m.syncStaleProfiles(ctx, root, profiles, stale)
	// A folder that was made meanwhile may hold a file from before it was watched, of which nothing
	// tells.
	for range folderDepth {
		if !m.watch.watchFactFoldersBelow(m.o.Path()) || err != nil {
			break
		}
		var wait time.Duration
		wait, err = m.syncStaleProfiles(ctx, root, profiles, staleParts{files: true})
		again = max(again, wait)
	}
	if stale.comparesEverything() {
		err = errors.Join(err, removeFilesOfGoneProfiles(root, profiles))
	}
	return again, err
}

// syncStaleProfiles compares what is stale of each profile. One that fails does not stop the
// others.
func (m *Mirror) syncStaleProfiles(
	ctx context.Context, root *os.Root, profiles []memory.Profile, stale staleParts,
) (again time.Duration, err error) {
	var errs []error
	for _, p := range profiles {
		part, ok := stale.stalePartOfProfile(p.ID)
		if !ok {
			continue
		}
		wait, err := m.syncProfileFolderWithStore(ctx, root, p, part, stale.mustReadFile)
		again = max(again, wait)
		if err != nil {
			errs = append(errs, fmt.Errorf("profile %d: %w", p.ID, err))
		}
	}
	return again, errors.Join(errs...)
}

// openCreatingNewPathAndClaimFolder opens the folder, which is made when its path is new. One that
// holds the files of another database is errOtherDatabase: they are its only copy, maybe.
func (m *Mirror) openCreatingNewPathAndClaimFolder(ctx context.Context) (*os.Root, error) {
	path := m.o.Path()
	made, err := m.readSettingOrEmpty(ctx, createdSetting)
	if err != nil {
		return nil, err
	}
	isNew := false
	if made != path {
		_, err := os.Lstat(path)
		isNew = errors.Is(err, os.ErrNotExist)
		if err := os.MkdirAll(path, 0o700); err != nil {
			return nil, fmt.Errorf("make the folder: %w", err)
		}
	}
	root, err := os.OpenRoot(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%w: %w", ErrMissing, err)
	}
	if err != nil {
		return nil, fmt.Errorf("open the folder: %w", err)
	}
	if err := m.checkFolderOwnerAndRememberFolder(ctx, root, made == path, isNew); err != nil {
		root.Close()
		return nil, err
	}
	return root, nil
}

func (m *Mirror) readSettingOrEmpty(ctx context.Context, key string) (string, error) {
	v, err := m.o.Store.SettingStore().Get(ctx, key)
	if err != nil && !errors.Is(err, memory.ErrNotFound) {
		return "", fmt.Errorf("read where the folder was: %w", err)
	}
	return v, nil
}
