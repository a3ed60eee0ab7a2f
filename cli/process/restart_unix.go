//go:build unix

package process

import (
	"fmt"
	"os"
	"syscall"
)

// ReplaceProcessOrStartProgramAgain replaces this process with a new run of the program: one
// process cannot open a second window system.
func ReplaceProcessOrStartProgramAgain() error {
	path, args, err := ownCommandLine()
	if err != nil {
		return err
	}
	if err := syscall.Exec(path, args, os.Environ()); err != nil { //nolint:gosec // this program
		return fmt.Errorf("start again: %w", err)
	}
	return nil
}
