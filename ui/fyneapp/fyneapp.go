// Package fyneapp creates Fyne's application for everything that opens a window: the program, the
// question before a takeover, and the tools. It works around a shutdown that can hang, see
// NewWithoutShutdownHook, and around fonts that are loaded without need.
package fyneapp

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
)

// NewWithoutShutdownHook returns Fyne's application without its shutdown hook, which only saves
// preferences; Memoir has none. The hook is called from another goroutine and waits for the event
// loop, which may have ended (fyne 2.8.1, glfw/loop.go: a call queued between the last check of the
// queue and its closing is lost); the program would never exit. It is called once in a process.
func NewWithoutShutdownHook(m fyne.AppMetadata) fyne.App {
	app.SetMetadata(m)
	a := app.NewWithID(m.ID)
	if l, ok := a.Lifecycle().(interface{ SetOnStoppedHookExecuted(f func()) }); ok {
		l.SetOnStoppedHookExecuted(nil)
	}
	return wrapAndSetAppMeasuringFewestFonts(a)
}
