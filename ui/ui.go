// Package ui is the window of Memoir.
package ui

import (
	"context"
	"net/url"
	"time"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"

	"memoir/assets/icons"
	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/takeover"
	"memoir/ui/theme"
	"memoir/ui/window"
)

// The types through which the program and the window know each other; see package app.
type (
	// Host is what the window needs of the program.
	Host = app.Host
	// About tells names and places.
	About = app.About
	// Provider is a model service.
	Provider = app.Provider
	// Offer is a key found in the environment.
	Offer = app.Offer
	// Server is a model server on this computer.
	Server = app.Server
	// PictureError says why a picture was not loaded.
	PictureError = app.PictureError
	// Network is the HTTP interface of the window.
	Network = app.Network
	// ServerModel is a model of one.
	ServerModel = app.ServerModel
)

// appID names the program to the desktop.
const appID = "org.memoir.Memoir"

// Options are what a window needs.
type Options struct {
	Service *memory.Service
	Host    Host
	Profile memory.Profile
	Version string
	Home    string // where choosing a file begins
	Now     func() time.Time
}

// TakeOverOptions are what the question about a taken data folder needs. Leave makes the one that has it end, or says
// in sentences why it does not; it is called away from the UI goroutine.
type TakeOverOptions struct {
	Folder  string
	Version string
	Leave   func() (problem string)
}

// newApp returns fyne's app without what it does at its end, which is to save preferences; there are none. It would
// wait for its loop to do so, and for ever when the loop has just ended (fyne 2.8.1, glfw/loop.go: what is queued
// between the last look at the queue and its closing is lost).
func newApp() fyne.App {
	a := fyneapp.NewWithID(appID)
	if l, ok := a.Lifecycle().(interface{ SetOnStoppedHookExecuted(f func()) }); ok {
		l.SetOnStoppedHookExecuted(nil)
	}
	return a
}

// TakeOver asks whether the one that has the data folder is to end; it reports true once it does. It must be called on
// the main goroutine, and no window can be opened in this process afterwards.
func TakeOver(ctx context.Context, o TakeOverOptions) bool {
	fyneapp.SetMetadata(fyne.AppMetadata{ID: appID, Name: "Memoir", Version: o.Version})
	a := newApp()
	loop := newRest()
	window.Look{Mode: "system", Zoom: 1}.Apply(a)
	win := a.NewWindow("Memoir")
	win.SetMaster()
	win.SetFixedSize(true)
	win.SetPadded(false)
	win.Resize(takeover.Size())
	tasks := app.NewTasks(ctx, loop.Do)
	yes := false
	p := takeover.New(tasks, o.Folder, o.Leave, func(ok bool) {
		yes = ok
		win.Close()
	})
	win.SetContent(p)
	win.Canvas().SetOnTypedKey(func(ev *fyne.KeyEvent) {
		if ev.Name == fyne.KeyEscape {
			win.Close()
		}
	})
	a.Lifecycle().SetOnStarted(p.Start)
	stop := context.AfterFunc(ctx, func() { loop.Do(win.Close) })
	win.ShowAndRun()
	stop()
	tasks.Close()
	return yes
}

// Run shows the window until it is closed or ctx ends. It must be called on the main goroutine. When it returns,
// nothing of the window runs any more and all it was given to keep is kept; the core is still to be shut down.
func Run(ctx context.Context, o Options) {
	fyneapp.SetMetadata(fyne.AppMetadata{ID: appID, Name: "Memoir", Version: o.Version})
	a := newApp()
	look := window.LoadLook(ctx, o.Host)
	look.Apply(a)
	fontsRead := make(chan struct{})
	go func() { // beside the start of the window system, which takes as long
		theme.ReadFonts()
		close(fontsRead)
	}()
	loop := newRest()
	icon := fyne.NewStaticResource("memoir.png", icons.Window)
	win := a.NewWindow("Memoir")
	win.SetMaster()
	a.SetIcon(icon)
	win.SetIcon(icon)
	win.Resize(window.LoadSize(ctx, o.Host))
	<-fontsRead
	w := window.New(ctx, win, window.Options{
		Service: o.Service, Host: o.Host, Profile: window.LoadProfile(ctx, o.Service, o.Host, o.Profile), Now: o.Now,
		Dispatch: loop.Do, Look: look,
		Home: o.Home,
		OpenURL: func(s string) {
			if u, err := url.Parse(s); err == nil {
				_ = a.OpenURL(u) // a desktop without a browser has nothing to show it with
			}
		},
	})
	a.Lifecycle().SetOnStarted(w.Started)
	win.SetOnClosed(loop.End)
	ended := make(chan struct{})
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		for {
			select {
			case <-ended:
				return
			case <-ctx.Done():
				// Not a.Quit: it panics where no inotify instance was left for Fyne's watch over its settings.
				loop.Do(win.Close)
				<-ended
				return
			case <-o.Host.Shows():
				loop.Do(w.Show)
			}
		}
	}()
	resting := make(chan struct{})
	go func() {
		defer close(resting)
		loop.run(ended)
	}()
	unwatch := watch(win, loop)
	win.ShowAndRun()
	unwatch()
	close(ended)
	<-watched
	<-resting
	w.Close()
}
