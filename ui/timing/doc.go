// Package timing delays calls on the UI goroutine. It depends on nothing, so that widgets and panes
// share one type for it.
package timing
