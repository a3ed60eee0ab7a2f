package process

import "golang.org/x/sys/unix"

// backgroundNice is a tenth of the usual share of a processor when others want it, too (sched(7)).
const backgroundNice = 10

// lowerThreadPriority lowers the priority of the calling thread. Linux gives each thread its own, and 0 is
// the caller (setpriority(2), "C library/kernel differences").
func lowerThreadPriority() { _ = unix.Setpriority(unix.PRIO_PROCESS, 0, backgroundNice) }
