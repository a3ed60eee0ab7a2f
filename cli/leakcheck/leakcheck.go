//go:build checked

// Package leakcheck finds goroutines that a run of the program left behind.
package leakcheck

import (
	"fmt"
	"io"

	"go.uber.org/goleak"
)

// PrintAnyLeaksInCheckedBuild lists the goroutines that still run after everything was closed
// and reports whether there are any. Goroutines that Fyne and os/signal keep for the lifetime of
// the process are ignored.
func PrintAnyLeaksInCheckedBuild(stderr io.Writer) bool {
	var ignored []goleak.Option
	for _, f := range []string{
		"os/signal.loop",
		"fyne.io/fyne/v2/internal/animation.(*Runner).runAnimations",
		"fyne.io/fyne/v2/internal/async.(*UnboundedChan[...]).processing",
		"fyne.io/fyne/v2/app.watchFile.func1", // Fyne's settings and preferences
		"fyne.io/fyne/v2/app.watchTheme.func1",
		"github.com/fsnotify/fsnotify.(*inotify).readEvents",
		"github.com/godbus/dbus/v5.(*Conn).inWorker", // watches the desktop's theme
		"github.com/godbus/dbus/v5.newConn.func1",
	} {
		ignored = append(ignored, goleak.IgnoreAnyFunction(f))
	}
	err := goleak.Find(ignored...)
	if err == nil {
		return false
	}
	fmt.Fprintln(stderr, "left behind:", err)
	return true
}
