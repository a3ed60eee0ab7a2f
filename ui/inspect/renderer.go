package inspect

import (
	_ "unsafe" // for go:linkname

	"fyne.io/fyne/v2"
)

// rendererOf returns the renderer that draws a widget. Fyne gives it to tests only, in a package that
// brings a test framework into the program; a build fails when the function is gone (fyne 2.8.1).
//
//go:linkname rendererOf fyne.io/fyne/v2/internal/cache.Renderer
func rendererOf(w fyne.Widget) fyne.WidgetRenderer
