package message

import (
	"time"

	"golang.org/x/sys/unix"
)

// cpuTime is the processor time of this process so far. Unlike the clock on the wall it does not count what other
// programs of a busy machine do.
func cpuTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
