// Package app is what stands between the panes of the window and the core: one bridge that carries events to the UI
// goroutine, tasks that keep work off it, and the Host through which the window asks the program for what the core does
// not have.
//
// Everything a pane does with the core goes through Tasks: the work runs on a goroutine that Tasks owns, the result
// comes back on the UI goroutine through Dispatch. Nothing here draws.
package app
