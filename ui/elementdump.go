//go:build checked

package ui

import (
	"encoding/json"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"

	"fyne.io/fyne/v2"

	"memoir/ui/inspect"
)

// dumpElementsOnSignalInCheckedBuild writes the visible elements of the window as JSON to the file
// MEMOIR_ELEMENTS at every SIGUSR1, for the tests that take screenshots, and before that the number
// of goroutines to a file whose name ends in .goroutines. The first file is replaced atomically, so
// a reader never sees part of it.
func dumpElementsOnSignalInCheckedBuild(win fyne.Window, idle *idler) (stop func()) {
	file := os.Getenv("MEMOIR_ELEMENTS")
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, syscall.SIGUSR1)
	go func() {
		defer close(done)
		for range signals {
			count := []byte(strconv.Itoa(runtime.NumGoroutine()))
			_ = os.WriteFile(file+".goroutines", count, 0o600) //nolint:gosec // the test names the file
			idle.QueueOnUIWakingLoop(func() {
				b, err := json.Marshal(inspect.TopmostVisibleElements(win.Canvas()))
				if err == nil && os.WriteFile(file+".new", b, 0o600) == nil { //nolint:gosec // the test names the file
					_ = os.Rename(file+".new", file) //nolint:gosec // the test retries after a failure
				}
			})
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
		<-done
	}
}
