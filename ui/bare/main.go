//go:build gallery

// Command bare opens an empty window as large as Memoir's first one: what the window's start, memory and rest are
// measured against (tools/windowbench).
package main

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
)

func main() {
	win := app.NewWithID("org.memoir.bare").NewWindow("Bare")
	win.Resize(fyne.NewSize(1440, 900))
	win.ShowAndRun()
}
