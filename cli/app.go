package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"time"

	"github.com/adrg/xdg"

	"memoir/api"
	"memoir/cli/logfile"
	"memoir/cli/pictureio"
	"memoir/cli/process"
	"memoir/llm"
	"memoir/memory"
	"memoir/memory/engine"
	"memoir/memory/lang"
	"memoir/prompts"
	"memoir/storage"
	"memoir/storage/folder"
)

// How long running answers and jobs may take to be stored at exit: after a signal, and after a
// command that is done, which must not fail because the computer is busy.
const (
	shutdownTimeout      = 5 * time.Second
	quietShutdownTimeout = time.Minute
)

// shutdownTimeoutShortIfCancelled returns the limit by whether ctx has ended, which means a signal.
func shutdownTimeoutShortIfCancelled(ctx context.Context) time.Duration {
	if ctx.Err() != nil {
		return shutdownTimeout
	}
	return quietShutdownTimeout
}

// streamEndTimeout is how long clients may take to read the end of their streams after a signal.
const streamEndTimeout = time.Second

// app is an owned data folder with the services that run on it.
type app struct {
	env     *env
	log     *slog.Logger
	db      *storage.DB
	models  *modelAccess
	service *engine.Service
	api     *api.API
	servers []*api.Server
	logFile *logfile.RotatingFile
	// snapshots is nil while nothing can be written.
	snapshots *snapshotKeeper
	// mirror is nil while nothing can be written.
	mirror *folder.Mirror
}

// checkLogLevelFlag validates the flags that every command has.
func (e *env) checkLogLevelFlag() error {
	if _, err := e.parseLogLevel(); err != nil {
		return usageErrorf("--log-level must be debug, info, warn or error, not %q.", e.logLevel)
	}
	return nil
}

func (e *env) parseLogLevel() (*slog.Level, error) {
	if e.logLevel == "" {
		return nil, nil
	}
	var l slog.Level
	if err := l.UnmarshalText([]byte(e.logLevel)); err != nil {
		return nil, err
	}
	return &l, nil
}

// resolveDataFolderPath returns the data folder, absolute and free of symbolic links.
func (e *env) resolveDataFolderPath() (string, error) {
	if e.demo && e.dataDir == "" {
		return resolveSymlinks(filepath.Join(xdg.DataHome, demoFolderName)), nil
	}
	dir, err := storage.ResolveDataFolder(e.dataDir, e.getenv)
	if err != nil {
		return "", err
	}
	return resolveSymlinks(dir), nil
}

// logFilePathForDataFolder returns the log of a data folder: memoir.log in the state folder for the
// default data folder, a distinct name for others, so that two owners never rotate the same file.
func (e *env) logFilePathForDataFolder(dir string) string {
	name := "memoir.log"
	if usual, err := storage.ResolveDataFolder("", func(string) string { return "" }); err != nil ||
		resolveSymlinks(usual) != dir {
		name = "memoir-" + lang.ContentHash(dir)[:8] + ".log"
	}
	state := e.getenv("XDG_STATE_HOME")
	if state == "" {
		state = xdg.StateHome
	}
	return filepath.Join(state, "memoir", name)
}

// lockFolderAndStartServices takes ownership of the folder and starts the core in it.
// memory.ErrBusy means that another process owns it; nothing was touched then.
func (e *env) lockFolderAndStartServices(ctx context.Context, dir string) (*app, error) {
	level, err := e.parseLogLevel()
	if err != nil {
		return nil, err
	}
	file := &logfile.RotatingFile{Path: e.logFilePathForDataFolder(dir), MaxBytes: logfile.DefaultMaxBytes}
	a := &app{env: e, logFile: file, log: logfile.NewFileAndConsoleLogger(file, e.err, level)}
	if err := a.openDatabaseAndStartServices(ctx, dir); err != nil {
		if !errors.Is(err, memory.ErrBusy) {
			a.log.Error("could not open the data folder", "dir", dir, "err", err)
		}
		return nil, errors.Join(err, a.closeAllResourcesAndUnlockFolder(ctx))
	}
	return a, nil
}

// openDatabaseAndStartServices opens the store, the models and the core, in this order.
func (a *app) openDatabaseAndStartServices(ctx context.Context, dir string) error {
	e := a.env
	repairs, err := a.openDatabaseRepairingOrReadOnly(ctx, dir)
	if err != nil {
		return err
	}
	db := a.db
	stored, err := db.SettingStore().GetAll(ctx)
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	cfg, err := loadConfigFromAllSources(dir, stored, e.getenv, func(text string) {
		a.log.Warn(text)
		fmt.Fprintln(e.err, text)
	})
	if err != nil {
		return err
	}
	system, err := readSystemMemoriesFile(dir)
	if err != nil {
		return err
	}
	if a.models, err = e.openModelClientAndEmbedder(ctx, dir, cfg, a.log); err != nil {
		return err
	}
	set, err := prompts.LoadTemplatesWithOverrides(filepath.Join(dir, "prompts"))
	if err != nil {
		return fmt.Errorf("read prompts: %w", err)
	}
	a.service, err = engine.New(memory.Deps{
		Store: db, VectorIndex: db.VectorIndex(), FullText: db.FullText(), Model: a.models.client, Catalog: a.models.client,
		Forwarder: a.models.client, Embedder: a.models.embedder, Reranker: llm.NewReranker(), Bus: memory.NewBus(),
		Prompts: set, Config: cfg, Log: a.log, Now: time.Now, Version: Version, SystemMemories: system,
		FirstDamage: db.FirstDamage, Repairs: repairs, RunAtLowPriority: process.CallAtLowPriority,
		ConvertPicture: pictureio.NewConverter().ConvertToJPEGByExternalProgram,
	})
	if err != nil {
		return err
	}
	a.models.currentConfig = a.service.Config
	a.api = api.New(api.Options{
		Service: a.service, DataFolder: &dataFolder{db: db, models: a.models}, MarkdownFolder: markdownFolder{a},
		Version: Version, Log: a.log, RequireUser: e.requireUser,
	})
	if err := a.service.RecoverStateAndStartBackgroundWork(ctx); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	if !db.IsReadOnly() {
		a.startSnapshotsAndMarkdownMirror(ctx)
	}
	return nil
}

// openDatabaseRepairingOrReadOnly opens the store and returns in sentences what was repaired
// before.
func (a *app) openDatabaseRepairingOrReadOnly(ctx context.Context, dir string) (repairs []string, err error) {
	if repairs, err = a.repairFolderIfDamagedAndReport(ctx, dir); err != nil {
		return nil, err
	}
	db, err := storage.Open(ctx, storage.Options{
		Dir: dir, IndexDir: storage.ResolveIndexSnapshotFolder(dir, a.env.getenv), Logger: a.log,
		InitialSettings: initialSettingsOfNewDataFolder(),
	})
	if errors.Is(err, memory.ErrReadOnly) {
		db, err = a.openUnwritableFolderReadOnlyAndPrintNotice(ctx, dir, err)
	}
	if err != nil {
		return nil, err
	}
	a.db = db
	return repairs, nil
}

// repairFolderIfDamagedAndReport repairs the folder when the last run met damage in it, and returns
// in sentences what was done. A database of which nothing can be read is left to Open, which says
// so.
func (a *app) repairFolderIfDamagedAndReport(ctx context.Context, dir string) ([]string, error) {
	if !storage.HasUnrepairedDamage(dir) {
		return nil, nil
	}
	report, err := a.env.repairDataFolder(ctx)
	if err != nil {
		if !errors.Is(err, memory.ErrBusy) {
			a.log.Warn("the damaged data folder could not be repaired", "err", err)
			err = nil
		}
		return nil, err
	}
	said := slices.Concat(report.Repaired, report.Lost, report.Kept, report.Problems, report.Notes)
	for _, text := range said {
		a.log.Warn(text)
		fmt.Fprintln(a.env.err, text)
	}
	return said, nil
}

// startSnapshotsAndMarkdownMirror starts the daily snapshots and the folder of Markdown files.
func (a *app) startSnapshotsAndMarkdownMirror(ctx context.Context) {
	var delay time.Duration
	if a.env.isWindow {
		delay = windowSnapshotDelay
	}
	a.snapshots = startDailySnapshots(ctx, a.db, a.log, delay)
	a.mirror = folder.StartMirror(ctx, folder.Options{
		Store: a.db, Path: func() string { return a.service.Config().FolderPath },
		Subscribe: a.service.SubscribeToQueuedEvents, Log: a.log, Now: time.Now,
		Delay: folder.DefaultDelay, Settle: folder.DefaultSettle,
		TakeIn: func(
			ctx context.Context, profile memory.ID, run string, changes []memory.FileChange,
		) ([]memory.FileChangeResult, error) {
			return a.service.Session(profile, memory.ActorFolder).ApplyMemoryFileChanges(ctx, run, changes)
		},
	})
}

// openUnwritableFolderReadOnlyAndPrintNotice opens a folder that Open could not write to, so that
// what is in it can be read. A folder without a database keeps the error of Open.
func (a *app) openUnwritableFolderReadOnlyAndPrintNotice(
	ctx context.Context, dir string, cause error,
) (*storage.DB, error) {
	db, err := storage.OpenReadOnly(ctx, storage.Options{
		Dir: dir, IndexDir: storage.ResolveIndexSnapshotFolder(dir, a.env.getenv), Logger: a.log,
	})
	if errors.Is(err, memory.ErrReadOnly) {
		return nil, cause
	}
	if err == nil {
		fmt.Fprintln(a.env.err, "The data folder is read-only. You can read everything in it, but nothing can be saved.")
	}
	return db, err
}

// startSocketServerForOtherCommands lets other commands work through this process. Without a socket
// they wait until this process ends.
func (a *app) startSocketServerForOtherCommands(ctx context.Context, path string) {
	ln, err := api.ListenReplacingStaleSocket(ctx, path)
	if err != nil {
		a.log.Warn("could not open the socket for other commands", "path", path, "err", err)
		return
	}
	a.startHTTPServerOnListener(ctx, ln, a.env.handlerAddingWindowShowAndStopRoutes(a.api.HandlerTrustingLocalOwner()))
}

// startHTTPServerOnListener serves h until shutDownAndUnlockFolder. Requests outlive ctx:
// shutDownAndUnlockFolder lets them finish.
func (a *app) startHTTPServerOnListener(ctx context.Context, ln net.Listener, h http.Handler) {
	a.servers = append(a.servers, api.StartServer(context.WithoutCancel(ctx), ln, h, a.log))
}

// shutDownAndUnlockFolder ends everything in order: endless streams, other commands' requests
// (unless ctx has ended, which means a signal), turns and background work, servers, index and
// store, lock.
func (a *app) shutDownAndUnlockFolder(ctx context.Context) error {
	a.api.EndProfileEventStreams()
	if ctx.Err() == nil {
		a.drainServersAndPrintWaitNotice(ctx)
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeoutShortIfCancelled(ctx))
	defer cancel()
	if a.mirror != nil {
		a.mirror.StopTakingInEditsAfterFirstRound(stop)
	}
	err := a.service.ShutDownAndDeleteTemporaryChats(stop)
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), streamEndTimeout)
	defer cancel()
	a.drainServersAndPrintWaitNotice(last)
	for _, s := range a.servers {
		s.Close()
	}
	return errors.Join(err, a.closeAllResourcesAndUnlockFolder(ctx))
}

func (a *app) drainServersAndPrintWaitNotice(ctx context.Context) {
	for _, s := range a.servers {
		s.StopAcceptingAndWaitForClients(ctx, func(int) {
			fmt.Fprintln(a.env.err, "Waiting for other Memoir commands to finish.")
		})
	}
}

// closeAllResourcesAndUnlockFolder closes what was opened, in reverse order, and releases the
// folder's lock.
func (a *app) closeAllResourcesAndUnlockFolder(ctx context.Context) error {
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeoutShortIfCancelled(ctx))
	defer cancel()
	var err error
	if a.models != nil {
		err = a.models.closeAll(closing)
	}
	if a.mirror != nil {
		err = errors.Join(err, a.mirror.Close(closing))
	}
	if a.snapshots != nil {
		a.snapshots.waitForFirstRoundOrTimeoutAndStop()
	}
	if a.db != nil {
		err = errors.Join(err, a.db.Close(closing))
	}
	return errors.Join(err, a.logFile.Close())
}
