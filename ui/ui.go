// Package ui opens and closes the desktop window of Memoir: ShowWindowUntilClosed for the window
// itself, AskAndTakeOverFolder for the question that comes first when another Memoir uses the data
// folder. It starts Fyne, reads the display settings and ends every goroutine of the window. What
// the window shows is in ui/window.
package ui

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"memoir/assets/icons"
	"memoir/assets/pages"
	"memoir/assets/translations"
	"memoir/memory"
	"memoir/memory/engine"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/fyneapp"
	"memoir/ui/takeover"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/window"
)

// Types shared by the program and the window; see package app.
type (
	// Host is the program behind the window.
	Host = app.Host
	// About holds names and paths of the program.
	About = app.About
	// Provider is a model service.
	Provider = app.Provider
	// Offer is an API key found in the environment.
	Offer = app.EnvironmentKey
	// Server is a model server on this computer.
	Server = app.Server
	// PictureError is the reason an image was not loaded.
	PictureError = app.PictureError
	// Network is the state of the HTTP interface.
	Network = app.Network
	// Snapshot is a copy of the data that one can go back to.
	Snapshot = app.Snapshot
	// ServerModel is a model of a Server.
	ServerModel = app.ServerModel
)

// useLasts is how long after a key, or after what is shown has moved, the window counts as used.
const useLasts = 300 * time.Millisecond

// appID identifies the program to the desktop.
const appID = "org.memoir.Memoir"

// Options configure the main window.
type Options struct {
	Service *engine.Service
	Host    Host
	Profile memory.Profile
	Version string
	Home    string // first folder of the file picker
	Now     func() time.Time
	Log     *slog.Logger
}

// TakeOverOptions configure the window that is shown while another process holds the data folder.
// StopOther makes that process end, or returns in full sentences why it does not; it is called off
// the UI goroutine.
type TakeOverOptions struct {
	DataDir   string
	Version   string
	StopOther func() (problem string)
}

// appMetadata describes the program to Fyne and to the desktop.
func appMetadata(version string) fyne.AppMetadata {
	return fyne.AppMetadata{ID: appID, Name: "Memoir", Version: version}
}

// AskAndTakeOverFolder asks whether to end the process that holds the data folder; it returns true
// once that process has ended. It must be called on the main goroutine, and no other window can be
// opened in this process afterwards.
func AskAndTakeOverFolder(ctx context.Context, o TakeOverOptions) bool {
	a := fyneapp.NewWithoutShutdownHook(appMetadata(o.Version))
	idle := newEventLoopIdleWaiter()
	window.DisplayOptions{Mode: "system", Zoom: 1}.ApplyThemeToApp(a)
	useWindowLanguageElseEnglish("", nil)
	win := a.NewWindow("Memoir")
	win.SetMaster()
	win.SetFixedSize(true)
	win.SetPadded(false)
	win.Resize(takeover.WindowSize())
	tasks := app.NewBackgroundTasks(ctx, idle.QueueOnUIWakingLoop)
	accepted := false
	p := takeover.New(tasks, o.DataDir, o.StopOther, func(ok bool) {
		accepted = ok
		win.Close()
	})
	win.SetContent(p)
	win.Canvas().SetOnTypedKey(func(ev *fyne.KeyEvent) {
		if ev.Name == fyne.KeyEscape {
			win.Close()
		}
	})
	a.Lifecycle().SetOnStarted(p.FocusConfirmButton)
	stop := context.AfterFunc(ctx, func() { idle.QueueOnUIWakingLoop(win.Close) })
	win.ShowAndRun()
	stop()
	tasks.Close()
	return accepted
}

// ShowWindowUntilClosed shows the window until it is closed or ctx is cancelled. It must be called
// on the main goroutine. When it returns, no goroutine of the window runs any more and everything
// it had to save is saved; the core still has to be shut down.
func ShowWindowUntilClosed(ctx context.Context, o Options) {
	a := fyneapp.NewWithoutShutdownHook(appMetadata(o.Version))
	appearance := window.LoadDisplayOptions(ctx, o.Host)
	appearance.ApplyThemeToApp(a)
	fontsRead := make(chan struct{})
	go func() { // in parallel with the start of the window system, which takes as long
		theme.PreloadFonts()
		close(fontsRead)
	}()
	idle := newEventLoopIdleWaiter()
	icon := fyne.NewStaticResource("memoir.png", icons.WindowIcon)
	win := a.NewWindow("Memoir")
	win.SetMaster()
	a.SetIcon(icon)
	win.SetIcon(icon)
	win.Resize(window.LoadWindowSize(ctx, o.Host))
	<-fontsRead
	useWindowLanguageElseEnglish(appearance.Language, o.Log)
	dialogs := &fileDialogs{}
	w := window.New(ctx, win, window.Options{
		Service: o.Service, Host: o.Host, Now: o.Now,
		Profile:  window.LoadLastShownProfileUnlessGiven(ctx, o.Service, o.Host, o.Profile),
		Dispatch: idle.QueueOnUIWakingLoop, DisplayOptions: appearance,
		HomeDir: o.Home, ChooseFiles: dialogs.chooseFiles, ChooseSavePath: dialogs.chooseSavePath,
		OpenURL: func(s string) error { return openInBrowser(a, s) },
		Notify:  newDesktopNotifierOrNil(a), ReleaseMemory: ReleaseUnmanagedMemory,
	})
	o.Service.SetWindowUse(func() bool { return draw.UsedWithin(useLasts) })
	reader := startServingScreenReaders(ctx, win, idle, o.Log)
	inBackground := func(on bool) func() {
		return func() {
			w.RecordAppUnfocusedOrRecheckServer(on)
			reader.recordWindowFocus(!on)
		}
	}
	a.Lifecycle().SetOnExitedForeground(inBackground(true))
	a.Lifecycle().SetOnEnteredForeground(inBackground(false))
	idle.redraw, idle.freeMemory = func() { canvas.Refresh(win.Content()) }, w.FreeUnusedMemoryInBackground
	idle.beginFirstRestPeriod()
	a.Lifecycle().SetOnStarted(func() { // Fyne calls it when it has drawn the first frame
		dialogs.storeX11ParentHandle(win)
		w.FocusAndLoadAfterFirstFrame()
	})
	win.SetOnClosed(func() {
		reader.markWindowClosed()
		idle.StopIdling()
	})
	ended := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		closeOnCancelOrRaiseOnRequest(ctx, ended, o.Host.WindowRaiseRequests(),
			func() { idle.QueueOnUIWakingLoop(win.Close) },
			func() { idle.QueueOnUIWakingLoop(w.BringToFront) })
	})
	running.Go(func() { idle.queueInputWaitsUntilDone(ended) })
	stopDump := dumpElementsOnSignalInCheckedBuild(win, idle)
	win.ShowAndRun()
	stopDump()
	reader.stopBridgeAndWait()
	close(ended)
	running.Wait()
	w.Close()
}

// useWindowLanguageElseEnglish makes the texts of the window those of a language; "" is the
// system's. Without its texts, or without a font for them, the window is English. The app must have
// its theme.
func useWindowLanguageElseEnglish(code string, log *slog.Logger) {
	code = cmp.Or(code, translate.SupportedSystemLanguageCode())
	l, err := loadEmbeddedCatalogueOrNilForEnglish(code)
	if err == nil && !hasFontForLanguage(code) {
		l, err = nil, fmt.Errorf("no font has the characters of the language %q", code)
	}
	if err != nil && log != nil {
		log.Error("the window is in English", "error", err)
	}
	translate.UseLanguage(l)
}

func loadEmbeddedCatalogueOrNilForEnglish(code string) (*translate.Language, error) {
	files, err := zip.NewReader(bytes.NewReader(translations.Archive), int64(len(translations.Archive)))
	if err != nil {
		return nil, fmt.Errorf("texts of the program: %w", err)
	}
	return translate.LoadCatalogueOrNilForEnglish(files, code)
}

// hasFontForLanguage reports whether a font has the characters of a language's own name.
func hasFontForLanguage(code string) bool {
	return !slices.ContainsFunc(translate.LanguagesWithCatalogue(), func(c translate.Choice) bool {
		return c.Code == code && !draw.HasGlyphsFor(c.Name)
	})
}

// ReleaseUnmanagedMemory returns memory to the system that Go does not manage: what C libraries
// have freed, and what can be read from files again. It may be called on any goroutine.
func ReleaseUnmanagedMemory() {
	trimCHeapOnLinux()
	theme.ReleaseFontFileMemoryOnLinux()
	pages.ReleaseMappedFilePagesOnLinux()
}

// openInBrowser opens an address in the browser.
func openInBrowser(a fyne.App, address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("open address: %w", err)
	}
	return a.OpenURL(u)
}

// closeOnCancelOrRaiseOnRequest closes the window when ctx is cancelled, and raises it when asked
// to, until ended is closed.
func closeOnCancelOrRaiseOnRequest(
	ctx context.Context, ended <-chan struct{}, raiseRequests <-chan struct{}, closeWindow, raise func(),
) {
	for {
		select {
		case <-ended:
			return
		case <-ctx.Done():
			// Not fyne.App.Quit: it panics when no inotify instance was left for Fyne's settings watcher.
			closeWindow()
			<-ended
			return
		case <-raiseRequests:
			raise()
		}
	}
}
