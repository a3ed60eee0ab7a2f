package process

import "runtime"

// CallAtLowPriority runs do, which may take minutes, behind everything else that this program and
// others have to do, and returns when it has ended. On Linux its thread gives way to others;
// elsewhere do runs as usual.
func CallAtLowPriority(do func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		// The thread is never unlocked, so it ends with the goroutine: an ordinary user may lower the
		// priority of a thread but not raise it again.
		runtime.LockOSThread()
		lowerThreadPriorityOnLinux()
		do()
	}()
	<-done
}
