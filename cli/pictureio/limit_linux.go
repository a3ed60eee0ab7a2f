package pictureio

import (
	"errors"

	"golang.org/x/sys/unix"
)

// limitProcessAddressSpaceOnLinux limits the address space of a process that has just started, in
// bytes. One that has ended already needs no limit.
func limitProcessAddressSpaceOnLinux(pid int, bytes uint64) error {
	err := unix.Prlimit(pid, unix.RLIMIT_AS, &unix.Rlimit{Cur: bytes, Max: bytes}, nil)
	if errors.Is(err, unix.ESRCH) {
		return nil
	}
	return err
}
