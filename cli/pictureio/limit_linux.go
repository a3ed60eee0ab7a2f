package pictureio

import "golang.org/x/sys/unix"

// limitMemory limits the address space of a process that has just started, in bytes.
func limitMemory(pid int, bytes uint64) {
	_ = unix.Prlimit(pid, unix.RLIMIT_AS, &unix.Rlimit{Cur: bytes, Max: bytes}, nil)
}
