package process

import (
	"fmt"
	"os"
)

// ownCommandLine returns this program's path and arguments.
func ownCommandLine() (path string, args []string, err error) {
	if path, err = os.Executable(); err != nil {
		return "", nil, fmt.Errorf("find the program: %w", err)
	}
	return path, os.Args, nil
}
