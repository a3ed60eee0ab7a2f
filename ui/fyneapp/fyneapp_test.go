package fyneapp

import (
	"testing"

	"fyne.io/fyne/v2"
)

func TestNothingWaitsForTheEventLoopAfterItHasEnded(t *testing.T) {
	a := NewWithoutShutdownHook(fyne.AppMetadata{ID: "org.memoir.test"})
	l, ok := a.Lifecycle().(interface{ OnStopped() func() })
	if !ok {
		t.Fatal("Fyne's lifecycle has no OnStopped any more: look for what replaced it")
	}
	if l.OnStopped() != nil {
		t.Error("Fyne calls a hook when the loop has ended")
	}
}
