//go:build !headless && unix

package cli

import (
	"fmt"
	"os"
	"syscall"
)

// restart runs the program again in this process's place: a second window system cannot be opened in one process.
func restart() error {
	path, args, err := self()
	if err != nil {
		return err
	}
	if err := syscall.Exec(path, args, os.Environ()); err != nil { //nolint:gosec // this program
		return fmt.Errorf("start again: %w", err)
	}
	return nil
}
