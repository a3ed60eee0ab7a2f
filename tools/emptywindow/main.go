// Command emptywindow opens an empty window as large as Memoir's first one: the baseline for the
// start, the memory and the idle load of Memoir's window (tools/windowbench).
package main

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
)

func main() {
	win := app.NewWithID("org.memoir.emptywindow").NewWindow("Empty window")
	win.Resize(fyne.NewSize(1440, 900))
	win.ShowAndRun()
}
