//go:build spots

package ui

import (
	"encoding/json"
	"os"
	"os/signal"
	"syscall"

	"fyne.io/fyne/v2"

	"memoir/ui/spots"
)

// watch writes what stands where in the window as JSON into the file MEMOIR_SPOTS at every SIGUSR1, for those who take
// the pictures. The file is whole whenever it is there.
func watch(win fyne.Window, loop *rest) (stop func()) {
	file := os.Getenv("MEMOIR_SPOTS")
	asked, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(asked, syscall.SIGUSR1)
	go func() {
		defer close(done)
		for range asked {
			loop.Do(func() {
				b, err := json.Marshal(spots.Of(win.Canvas()))
				if err == nil && os.WriteFile(file+".new", b, 0o600) == nil { //nolint:gosec // who asks names the file
					_ = os.Rename(file+".new", file) //nolint:gosec // the same; when it fails, they ask again
				}
			})
		}
	}()
	return func() {
		signal.Stop(asked)
		close(asked)
		<-done
	}
}
