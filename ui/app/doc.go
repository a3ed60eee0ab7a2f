// Package app connects the panes of the window to the core: a bridge that delivers events to the UI
// goroutine, tasks that keep work off it, and Host, the interface through which the window uses the
// parts of the program that the core does not provide.
//
// Panes reach the core only through Tasks: the work runs on a goroutine that Tasks owns, and the
// result returns to the UI goroutine through Dispatch. Nothing in this package draws.
package app
