//go:build !headless && !unix

package cli

import (
	"fmt"
	"os"
	"os/exec"
)

// restart starts the program again and lets this process end: a second window system cannot be opened in one process.
func restart() error {
	path, args, err := self()
	if err != nil {
		return err
	}
	cmd := exec.Command(path, args[1:]...) //nolint:gosec,noctx // this program; it outlives this process
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start again: %w", err)
	}
	return cmd.Process.Release()
}
