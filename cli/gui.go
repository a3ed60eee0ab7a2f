//go:build !headless

package cli

import "context"

// runWindow opens the window; package ui is its place.
func runWindow(context.Context, *env) error {
	return failf("This Memoir has no window yet. Use memoir chat, or memoir serve for programs; " +
		"memoir --help lists everything.")
}
