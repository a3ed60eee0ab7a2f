//go:build leaks

package main

import (
	"fmt"
	"os"

	"go.uber.org/goleak"
)

// ended looks for goroutines that are left when everything was closed; each is one that nothing waits for. What Fyne
// and Go's signals keep for as long as the process lives is theirs.
func ended(code int) int {
	err := goleak.Find(
		goleak.IgnoreAnyFunction("os/signal.loop"),
		goleak.IgnoreAnyFunction("fyne.io/fyne/v2/internal/animation.(*Runner).runAnimations"),
	)
	if err == nil {
		return code
	}
	fmt.Fprintln(os.Stderr, "left behind:", err)
	return 1
}
