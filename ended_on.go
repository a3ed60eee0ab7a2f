//go:build leaks

package main

import (
	"fmt"
	"os"

	"go.uber.org/goleak"
)

// ended looks for goroutines that are left when everything was closed; each is one that nothing waits for. What Fyne
// and Go's signals keep for as long as the process lives is theirs.
func ended(code int) int {
	var theirs []goleak.Option
	for _, f := range []string{
		"os/signal.loop",
		"fyne.io/fyne/v2/internal/animation.(*Runner).runAnimations",
		"fyne.io/fyne/v2/internal/async.(*UnboundedChan[...]).processing",
		"fyne.io/fyne/v2/app.watchFile.func1", // its settings and preferences
		"fyne.io/fyne/v2/app.watchTheme.func1",
		"github.com/fsnotify/fsnotify.(*inotify).readEvents",
		"github.com/godbus/dbus/v5.(*Conn).inWorker", // the bus that tells of the theme of the desktop
		"github.com/godbus/dbus/v5.newConn.func1",
	} {
		theirs = append(theirs, goleak.IgnoreAnyFunction(f))
	}
	err := goleak.Find(theirs...)
	if err == nil {
		return code
	}
	fmt.Fprintln(os.Stderr, "left behind:", err)
	return 1
}
