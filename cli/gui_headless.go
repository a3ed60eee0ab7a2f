//go:build headless

package cli

import "context"

// runWindow says what there is instead of a window in this build.
func runWindow(context.Context, *env) error {
	return failf("This Memoir was built without a window. Use memoir chat, or memoir serve for programs; " +
		"memoir --help lists everything.")
}
