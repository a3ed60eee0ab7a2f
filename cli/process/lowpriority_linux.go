package process

import "golang.org/x/sys/unix"

// Priorities of threads (sched(7)).
const (
	backgroundNice = 10 // below the thread that it leaves: a tenth of its share of a processor when both want it
	lowestNice     = 19
)

// lowerThreadPriorityOnLinux lowers the priority of the calling thread. Linux gives each thread its
// own, and 0 is the caller (setpriority(2), "C library/kernel differences", which is also why 20 is
// what nice 0 is read as).
func lowerThreadPriorityOnLinux() {
	own, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
	if err != nil {
		return
	}
	_ = unix.Setpriority(unix.PRIO_PROCESS, 0, min(20-own+backgroundNice, lowestNice))
}
