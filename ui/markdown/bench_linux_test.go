package markdown

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadTime returns how long the thread of the caller has run.
func threadTime() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}
