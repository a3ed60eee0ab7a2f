//go:build !checked

package ui

import "fyne.io/fyne/v2"

// dumpElementsOnSignalIfChecked does nothing: only the build with the tag checked dumps elements.
func dumpElementsOnSignalIfChecked(fyne.Window, *idler) (stop func()) { return func() {} }
