package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"memoir/memory"
	"memoir/storage"
)

const (
	// snapshotInterval is how often a long run looks whether a new day needs a snapshot.
	snapshotInterval = time.Hour
	// windowSnapshotDelay keeps the first snapshot from competing with the first frames of a window.
	windowSnapshotDelay = 10 * time.Second
	// snapshotTimeout is how long a command that has ended waits for the day's first snapshot.
	snapshotTimeout = 3 * time.Second
)

// snapshotKeeper makes the daily snapshots in the background and removes from them what was deleted
// for good.
type snapshotKeeper struct {
	db     *storage.DB
	log    *slog.Logger
	cancel context.CancelFunc
	first  chan struct{} // closed when the first round is done, or at once when it is delayed
	done   chan struct{} // closed when the goroutine has ended
}

// startDailySnapshots starts the first round after delay.
func startDailySnapshots(ctx context.Context, db *storage.DB, log *slog.Logger, delay time.Duration) *snapshotKeeper {
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	k := &snapshotKeeper{db: db, log: log, cancel: cancel, first: make(chan struct{}), done: make(chan struct{})}
	go k.makeSnapshotsUntilCancelled(work, delay)
	return k
}

func (k *snapshotKeeper) makeSnapshotsUntilCancelled(ctx context.Context, delay time.Duration) {
	defer close(k.done)
	if delay > 0 {
		close(k.first)
		select {
		case <-time.After(delay):
		case <-ctx.Done():
			return
		}
		k.eraseDeletedFromSnapshotsAndMakeDaily(ctx)
	} else {
		k.eraseDeletedFromSnapshotsAndMakeDaily(ctx)
		close(k.first)
	}
	tick := time.NewTicker(snapshotInterval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			k.eraseDeletedFromSnapshotsAndMakeDaily(ctx)
		case <-ctx.Done():
			return
		}
	}
}

func (k *snapshotKeeper) eraseDeletedFromSnapshotsAndMakeDaily(ctx context.Context) {
	if err := k.db.EraseDeletedFromSnapshots(ctx); err != nil && ctx.Err() == nil {
		k.log.Warn("snapshots still contain deleted data; Memoir will try again at the next start", "err", err)
	}
	made, err := k.db.MakeDailySnapshotIfDueAndPrune(ctx)
	switch {
	case err != nil && ctx.Err() == nil:
		k.log.Warn("the daily snapshot was not made", "err", err)
	case made:
		k.log.Info("made the daily snapshot")
	}
}

// waitForFirstRoundOrTimeoutAndStop waits a moment for the first round, unless it was delayed, and
// ends the goroutine. A snapshot that is not finished leaves nothing behind and is made at the next
// start.
func (k *snapshotKeeper) waitForFirstRoundOrTimeoutAndStop() {
	select {
	case <-k.first:
	case <-time.After(snapshotTimeout):
	}
	k.cancel()
	<-k.done
}

// snapshotJSON is a snapshot as memoir backup list --json prints it.
type snapshotJSON struct {
	Name      string    `json:"name"`
	Kind      string    `json:"kind"`
	CreatedAt time.Time `json:"created_at"`
	Bytes     int64     `json:"bytes"`
	Path      string    `json:"path"`
}

// printSnapshotList prints the snapshots. It opens no database, so that it works when that is
// damaged.
func (e *env) printSnapshotList(asJSON bool) error {
	dir, err := e.resolveDataFolderPath()
	if err != nil {
		return err
	}
	all, err := storage.ListSnapshots(dir)
	if err != nil {
		return err
	}
	if asJSON {
		list := make([]snapshotJSON, len(all))
		for i, s := range all {
			list[i] = snapshotJSON{s.Name, snapshotReason(s.Kind), s.CreatedAt.UTC(), s.Bytes, s.Path}
		}
		return e.printJSON(list)
	}
	if len(all) == 0 {
		fmt.Fprintln(e.err, "No snapshots yet. Memoir makes one each day it is used; memoir backup makes one now.")
	}
	printSnapshotLines(e.out, all)
	return nil
}

func printSnapshotLines(w io.Writer, all []storage.Snapshot) {
	for _, s := range all {
		fmt.Fprintf(w, "%-34s  %s  %6.1f MB  %s\n", s.Name, s.CreatedAt.Local().Format("2006-01-02 15:04"),
			float64(s.Bytes)/1e6, snapshotReason(s.Kind))
	}
}

// snapshotReason says why a snapshot was made.
func snapshotReason(k storage.SnapshotKind) string {
	switch k {
	case storage.SnapshotDaily:
		return "daily"
	case storage.SnapshotUpdate:
		return "before an update"
	case storage.SnapshotReplaced:
		return "before a restore"
	default:
		return "made by you"
	}
}

// snapshotPathByNameOrFailure returns the file of a snapshot in the data folder.
func snapshotPathByNameOrFailure(dir, name string) (string, error) {
	if path, err := storage.SnapshotPathByName(dir, name); err == nil || !errors.Is(err, memory.ErrNotFound) {
		return path, err
	}
	return "", &failure{
		code: exitNotFound, title: "There's no file or snapshot named " + name + ".",
		hint: "Run “memoir backup list” to see the snapshots.",
	}
}

// restoreHintForNewestSnapshot says how to go back to a snapshot, if there is one.
func restoreHintForNewestSnapshot(dir string) string {
	all, err := storage.ListSnapshots(dir)
	if err != nil || len(all) == 0 {
		return "There is no snapshot to go back to. If you have a backup, memoir restore FILE restores it."
	}
	return fmt.Sprintf("Restore the newest snapshot with memoir restore %s; memoir backup list shows all snapshots.",
		all[0].Name)
}
