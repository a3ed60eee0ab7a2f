//go:build !unix

package process

import (
	"fmt"
	"os"
	"os/exec"
)

// ReplaceProcessOrStartProgramAgain starts the program again so that this process can exit: one
// process cannot open a second window system.
func ReplaceProcessOrStartProgramAgain() error {
	path, args, err := ownCommandLine()
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
