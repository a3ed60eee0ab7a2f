//go:build !checked

package ui

import "fyne.io/fyne/v2"

// dumpElementsOnSignalInCheckedBuild does nothing: only the build with the tag checked dumps
// elements.
func dumpElementsOnSignalInCheckedBuild(fyne.Window, *idler) (stop func()) { return func() {} }
