package atspi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/godbus/dbus/v5"
)

// pollInterval is how often the screen is read while a screen reader is there: a change is heard at
// once, and reading takes less than a millisecond.
const pollInterval = 120 * time.Millisecond

// Names of the session bus and of the accessibility bus.
const (
	launcherName  = "org.a11y.Bus"
	launcherPath  = dbus.ObjectPath("/org/a11y/bus")
	statusIface   = "org.a11y.Status"
	registryName  = "org.a11y.atspi.Registry"
	rootPath      = dbus.ObjectPath("/org/a11y/atspi/accessible/root")
	framePath     = dbus.ObjectPath("/org/a11y/atspi/accessible/frame")
	elementPrefix = "/org/a11y/atspi/accessible/e"
	nullPath      = dbus.ObjectPath("/org/a11y/atspi/null")
)

// Window is the window that screen readers read.
type Window struct {
	Program string // its name
	// Read reads the screen and delivers it once, later and on any goroutine, or never when the window
	// has closed.
	Read func(deliver func(Screen))
	// Press does what a click on the element does; Focus gives it the keyboard focus. Both return at
	// once; a key that is no longer on the screen is ignored.
	Press func(key string)
	Focus func(key string)
	// Edit gives an entry the text that change makes of the one it holds, later and on any goroutine.
	Edit func(key string, change func(text []rune) []rune)
	// MoveCaret puts the caret of an entry before the rune at an offset, later and on any goroutine.
	MoveCaret func(key string, offset int)
}

// Bridge offers a window to screen readers. It owns a goroutine, which Stop waits for.
type Bridge struct {
	window Window
	log    *slog.Logger
	cancel context.CancelFunc
	done   chan struct{}

	mu     sync.Mutex
	screen Screen
}

// StartBridge starts to wait for screen readers on the session bus, which must exist. It returns at
// once. What fails is logged at level debug, because most desktops have no screen reader and miss
// nothing.
func StartBridge(ctx context.Context, w Window, log *slog.Logger) *Bridge {
	ctx, cancel := context.WithCancel(ctx)
	b := &Bridge{window: w, log: log, cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(b.done)
		if err := b.serveWhileReadersAreThere(ctx); err != nil && ctx.Err() == nil {
			log.Debug("screen readers cannot read the window", "err", err)
		}
	}()
	return b
}

// LeaveBusAndWait leaves the accessibility bus and waits until nothing runs any more.
func (b *Bridge) LeaveBusAndWait() {
	b.cancel()
	<-b.done
}

// serveWhileReadersAreThere serves the window whenever a screen reader is there, until ctx ends.
func (b *Bridge) serveWhileReadersAreThere(ctx context.Context) error {
	session, err := dbus.ConnectSessionBus(dbus.WithContext(ctx))
	if err != nil {
		return fmt.Errorf("connect to the session bus: %w", err)
	}
	defer func() { _ = session.Close() }() // what was read of it stays valid
	changes := make(chan *dbus.Signal, 16)
	session.Signal(changes)
	err = session.AddMatchSignalContext(ctx, dbus.WithMatchObjectPath(launcherPath),
		dbus.WithMatchInterface("org.freedesktop.DBus.Properties"))
	if err != nil {
		return fmt.Errorf("watch for screen readers: %w", err)
	}
	for {
		if isReaderThere(ctx, session) {
			if err := b.serveUntilReaderLeaves(ctx, session, changes); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case _, ok := <-changes:
			if !ok {
				return errors.New("the session bus closed the connection")
			}
		}
	}
}

// isReaderThere reports whether a program that reads the screen has said so. It starts no service.
func isReaderThere(ctx context.Context, session *dbus.Conn) bool {
	var owned bool
	err := session.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.NameHasOwner", 0, launcherName).Store(&owned)
	if err != nil || !owned {
		return false
	}
	for _, property := range []string{"IsEnabled", "ScreenReaderEnabled"} {
		var v dbus.Variant
		err := session.Object(launcherName, launcherPath).CallWithContext(ctx,
			"org.freedesktop.DBus.Properties.Get", 0, statusIface, property).Store(&v)
		if on, ok := v.Value().(bool); err == nil && ok && on {
			return true
		}
	}
	return false
}

// serveUntilReaderLeaves offers the window until no reader is there any more or ctx ends.
func (b *Bridge) serveUntilReaderLeaves(ctx context.Context, session *dbus.Conn, changes <-chan *dbus.Signal) error {
	var address string
	err := session.Object(launcherName, launcherPath).
		CallWithContext(ctx, launcherName+".GetAddress", 0).Store(&address)
	if err != nil {
		return fmt.Errorf("ask for the accessibility bus: %w", err)
	}
	bus, err := dbus.Connect(address, dbus.WithContext(ctx))
	if err != nil {
		return fmt.Errorf("connect to the accessibility bus: %w", err)
	}
	defer func() { _ = bus.Close() }()
	screens := make(chan Screen, 1)
	b.window.Read(func(s Screen) { screens <- s })
	select { // readers ask as soon as the program is known
	case s := <-screens:
		b.setScreen(s)
	case <-ctx.Done():
		return nil
	}
	if err := b.exportAndRegister(ctx, bus); err != nil {
		return err
	}
	return b.pollScreenAndAnnounceChanges(ctx, bus, session, changes)
}

// exportAndRegister offers the objects and makes the program known to the registry.
func (b *Bridge) exportAndRegister(ctx context.Context, bus *dbus.Conn) error {
	if err := b.exportAllObjects(bus); err != nil {
		return fmt.Errorf("offer the window: %w", err)
	}
	var desktop reference
	own := reference{Bus: bus.Names()[0], Path: rootPath}
	err := bus.Object(registryName, rootPath).
		CallWithContext(ctx, "org.a11y.atspi.Socket.Embed", 0, own).Store(&desktop)
	if err != nil {
		return fmt.Errorf("register with the accessibility bus: %w", err)
	}
	return nil
}

// pollScreenAndAnnounceChanges reads the screen again and again and announces what changed.
func (b *Bridge) pollScreenAndAnnounceChanges(
	ctx context.Context, bus, session *dbus.Conn, changes <-chan *dbus.Signal,
) error {
	announcer := announcer{bus: bus}
	announcer.announceWindowAndFocus(b.currentScreen())
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	screens := make(chan Screen, 1)
	waiting := false
	for {
		select {
		case <-ctx.Done():
			return nil
		case _, ok := <-changes:
			if !ok || !isReaderThere(ctx, session) {
				return nil
			}
		case <-tick.C:
			if !waiting {
				waiting = true
				b.window.Read(func(s Screen) { screens <- s })
			}
		case s := <-screens:
			waiting = false
			before := b.currentScreen()
			b.setScreen(s)
			if err := announcer.announceChanges(before, s); err != nil {
				return fmt.Errorf("announce changes: %w", err)
			}
		}
	}
}

func (b *Bridge) currentScreen() Screen {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.screen
}

func (b *Bridge) setScreen(s Screen) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.screen = s
}
