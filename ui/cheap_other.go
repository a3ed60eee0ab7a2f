//go:build !linux || ci

package ui

// trimCHeapOnLinux does nothing here.
func trimCHeapOnLinux() {}
