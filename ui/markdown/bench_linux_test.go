package markdown

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadCPUTime returns the CPU time used by the calling thread so far.
func threadCPUTime() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}
