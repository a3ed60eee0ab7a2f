//go:build headless

package cli

import "context"

// openOrRaiseWindowIfBuiltWithUI returns an error that names the alternatives to the window in this
// build.
func openOrRaiseWindowIfBuiltWithUI(context.Context, *env) error {
	return newFailuref("This build of Memoir has no window. Use memoir chat, or memoir serve for other apps; memoir " +
		"--help lists all commands.")
}
