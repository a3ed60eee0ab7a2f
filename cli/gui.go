//go:build !headless

package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"memoir/cli/process"
	"memoir/ui"
)

// windowSystem opens the windows of the program. Its functions return when the window is closed.
type windowSystem struct {
	run      func(ctx context.Context, o ui.Options)
	takeOver func(ctx context.Context, o ui.TakeOverOptions) bool
	// restart starts the program again; it returns only if that fails or leaves this process running.
	restart func() error
}

// openOrRaiseWindowIfBuiltWithUI opens the window on the data folder. When another window owns the
// folder, that window is raised.
func openOrRaiseWindowIfBuiltWithUI(ctx context.Context, e *env) error {
	return e.openOrRaiseWindowUsingWindowSystem(
		ctx,
		windowSystem{
			run: ui.ShowWindowUntilClosed, takeOver: ui.AskAndTakeOverFolder,
			restart: process.ReplaceProcessOrStartProgramAgain,
		},
	)
}

func (e *env) openOrRaiseWindowUsingWindowSystem(ctx context.Context, windows windowSystem) error {
	if e.getenv("DISPLAY") == "" && e.getenv("WAYLAND_DISPLAY") == "" && osNeedsDisplayServer() {
		return &failure{
			code: exitFailed, title: "There's no display to open a window on.",
			hint: "Use “memoir chat” in the terminal, or “memoir serve” for other apps; “memoir --help” lists everything.",
		}
	}
	e.isWindow, e.showWindow = true, make(chan struct{}, 1)
	debug.SetGCPercent(gcPercentAtStart)
	s, err := e.ownFolderOrConnectToOwner(ctx)
	if err != nil {
		return err
	}
	if s.app == nil {
		return e.raiseOwnerWindowOrOfferTakeover(ctx, s, windows)
	}
	restart, err := e.showWindowUntilClosed(ctx, s.app, windows)
	if err = errors.Join(err, s.close(ctx)); err != nil || !restart {
		return err
	}
	return windows.restart()
}

// raiseOwnerWindowOrOfferTakeover raises the window of the folder's owner. When the owner has none,
// it offers to take the folder over.
func (e *env) raiseOwnerWindowOrOfferTakeover(ctx context.Context, s *session, windows windowSystem) error {
	shown, err := askOwnerToRaiseWindow(ctx, s)
	if err = errors.Join(err, s.close(ctx)); err != nil || shown {
		return err
	}
	dir, err := e.resolveDataFolderPath()
	if err != nil {
		return err
	}
	return e.offerFolderTakeoverAndRestart(ctx, dir, windows)
}

// showWindowUntilClosed shows the window until it is closed. restart means that the program is to
// be started again then.
func (e *env) showWindowUntilClosed(ctx context.Context, a *app, windows windowSystem) (restart bool, err error) {
	dir, err := e.resolveDataFolderPath()
	if err != nil {
		return false, err
	}
	profile, err := a.service.FindProfileByIDOrNameElseCreate(ctx, e.profile)
	if err != nil {
		return false, err
	}
	if cache, err := os.UserCacheDir(); err == nil {
		_ = os.MkdirAll(cache, 0o700) // fyne creates its subfolder, but not this one, and then warns
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = "/"
	}
	run, err := process.DetectCrashAndMarkRun(a.logFile.Path, time.Now())
	if err != nil {
		return false, err
	}
	if f, err := os.OpenFile(run.CrashFile, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600); err == nil {
		if err := debug.SetCrashOutput(f, debug.CrashOptions{}); err != nil {
			a.log.Warn("crashes cannot be recorded", "err", err)
		}
		_ = f.Close()
	}
	var wantsRestart atomic.Bool
	windowCtx, closeWindow := context.WithCancel(ctx)
	defer closeWindow()
	h := &host{env: e, app: a, runMarker: run, network: &networkServer{app: a, dir: dir}, requestRestart: func() {
		wantsRestart.Store(true)
		closeWindow()
	}}
	h.network.resumeListeningIfEnabled(ctx)
	loadCtx, started := context.WithCancel(ctx)
	var loading sync.WaitGroup
	loading.Go(func() { a.loadEncoderLaterThenFreeMemory(loadCtx) })
	windows.run(windowCtx, ui.Options{
		Service: a.service, Host: h, Profile: profile, Version: Version, Home: home, Now: time.Now, Log: a.log,
	})
	h.network.handServerOverToAppShutdown()
	started()
	loading.Wait()
	if err := run.RemoveMarkerAfterCleanExit(); err != nil {
		return false, fmt.Errorf("end the run: %w", err)
	}
	return wantsRestart.Load(), nil
}

// Work that is delayed so that the first frame appears sooner.
const (
	encoderLoadDelay = time.Second
	freeMemoryDelay  = 3 * time.Second
)

// Collections of garbage while the window opens only delay it.
const (
	gcPercentAtStart = 1000
	gcPercent        = 100
)

// loadEncoderLaterThenFreeMemory loads the encoder, unless the first message already did, and then
// returns memory that only the start needed to the system.
func (a *app) loadEncoderLaterThenFreeMemory(ctx context.Context) {
	if !sleepUnlessCancelled(ctx, encoderLoadDelay) {
		return
	}
	debug.SetGCPercent(gcPercent)
	a.models.loadEmbedder()
	if a.service.WaitForEmbedderAndFirstSync(ctx) == nil && sleepUnlessCancelled(ctx, freeMemoryDelay) {
		debug.FreeOSMemory()
		ui.ReleaseUnmanagedMemory()
	}
}

// sleepUnlessCancelled waits for d; it returns false when ctx ends first.
func sleepUnlessCancelled(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}
