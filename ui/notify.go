package ui

import (
	"os"
	"path/filepath"
	"runtime"

	"fyne.io/fyne/v2"
)

// newDesktopNotifierOrNil returns what shows desktop notifications, nil where there is no session
// bus to send them on: Fyne would try to start one then.
func newDesktopNotifierOrNil(a fyne.App) func(title, text string) {
	if runtime.GOOS != "darwin" && runtime.GOOS != "windows" && !hasSessionBus() {
		return nil
	}
	return func(title, text string) { a.SendNotification(fyne.NewNotification(title, text)) }
}

// hasSessionBus reports whether the session has a D-Bus, by its address or at its usual place.
func hasSessionBus() bool {
	if os.Getenv("DBUS_SESSION_BUS_ADDRESS") != "" {
		return true
	}
	dir := os.Getenv("XDG_RUNTIME_DIR")
	if dir == "" {
		return false
	}
	_, err := os.Stat(filepath.Join(dir, "bus")) //nolint:gosec // the session names its own folder
	return err == nil
}
