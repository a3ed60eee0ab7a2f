package encoder

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// maxSpins is how often a helper polls for work before it parks: about ten microseconds, longer
// than the serial sections between two parallel ones.
const maxSpins = 20_000

// workerTeam runs the parallel sections of one forward pass. Its helpers live from startWorkerTeam
// to stopHelpers.
type workerTeam struct {
	helpers []*helper
	job     atomic.Pointer[job]
	done    sync.WaitGroup
}

// helper is a goroutine of a team. asleep is set while it waits on wake.
type helper struct {
	asleep atomic.Bool
	wake   chan struct{}
}

// job is one parallel section. A helper that comes late finds no task left and does nothing.
type job struct {
	fn       func(worker, task int)
	tasks    int32
	next     atomic.Int32
	finished atomic.Int32
	stop     bool
}

// startWorkerTeam returns a team of size workers, including the caller, who must call stopHelpers.
func startWorkerTeam(size int) *workerTeam {
	t := &workerTeam{}
	t.job.Store(&job{})
	idle := t.job.Load()
	for i := 1; i < size; i++ {
		h := &helper{wake: make(chan struct{}, 1)}
		t.helpers = append(t.helpers, h)
		t.done.Go(func() { t.runHelperLoop(h, i, idle) })
	}
	return t
}

// workerCount returns the number of workers.
func (t *workerTeam) workerCount() int { return len(t.helpers) + 1 }

// stopHelpers stops the helpers and waits for them.
func (t *workerTeam) stopHelpers() {
	t.publishJobAndWakeHelpers(&job{stop: true})
	t.done.Wait()
}

// runTasksInParallel calls fn once for each task and returns when all are done. worker is below
// workerCount, and no two concurrent calls have the same one.
func (t *workerTeam) runTasksInParallel(tasks int, fn func(worker, task int)) {
	if len(t.helpers) == 0 || tasks == 1 {
		for i := range tasks {
			fn(0, i)
		}
		return
	}
	j := &job{fn: fn, tasks: int32(tasks)}
	t.publishJobAndWakeHelpers(j)
	j.runRemainingTasks(0)
	for s := 0; j.finished.Load() < j.tasks; s++ {
		if s > maxSpins {
			runtime.Gosched()
		}
	}
}

func (t *workerTeam) publishJobAndWakeHelpers(j *job) {
	t.job.Store(j)
	for _, h := range t.helpers {
		if h.asleep.CompareAndSwap(true, false) {
			h.wake <- struct{}{}
		}
	}
}

func (t *workerTeam) runHelperLoop(h *helper, worker int, seen *job) {
	for {
		j := t.job.Load()
		for s := 0; j == seen; s++ {
			if s == maxSpins {
				h.sleepUntilNewJob(t, seen)
				s = 0
			}
			j = t.job.Load()
		}
		if j.stop {
			return
		}
		j.runRemainingTasks(worker)
		seen = j
	}
}

// sleepUntilNewJob sleeps until a job other than seen is published.
func (h *helper) sleepUntilNewJob(t *workerTeam, seen *job) {
	h.asleep.Store(true)
	if t.job.Load() != seen && h.asleep.CompareAndSwap(true, false) {
		return
	}
	<-h.wake
}

func (j *job) runRemainingTasks(worker int) {
	for {
		task := j.next.Add(1) - 1
		if task >= j.tasks {
			return
		}
		j.fn(worker, int(task))
		j.finished.Add(1)
	}
}
