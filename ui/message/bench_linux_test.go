package message

import (
	"time"

	"golang.org/x/sys/unix"
)

// processCPUTime returns the CPU time of this process so far. Unlike wall time it does not include
// what other programs on a busy machine do.
func processCPUTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
