package process_test

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"memoir/cli/process"
)

// Work at low priority has a thread that gives way; what comes after it has not.
func TestWorkAtLowPriorityLowersItsOwnThreadOnly(t *testing.T) {
	before := niceOfThread(t)
	inside := 0
	process.CallAtLowPriority(func() { inside = niceOfThread(t) })
	if want := min(before+10, 19); inside != want {
		t.Errorf("nice %d inside, want %d below %d", inside, want, before)
	}
	for until := time.Now().Add(time.Minute); countThreadsOfLowerPriority(t, before) > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("%d threads kept a lower priority", countThreadsOfLowerPriority(t, before))
		}
	}
}

// countThreadsOfLowerPriority counts the threads whose priority is lower than nice, but for the first one: Go ends no
// process with its first thread, and lets it wait for ever instead.
func countThreadsOfLowerPriority(t *testing.T, nice int) int {
	t.Helper()
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, task := range tasks {
		if task.Name() != strconv.Itoa(os.Getpid()) && niceOfTask(t, task.Name()) > nice {
			n++
		}
	}
	return n
}

func niceOfThread(t *testing.T) int {
	t.Helper()
	return niceOfTask(t, strconv.Itoa(unix.Gettid()))
}

func niceOfTask(t *testing.T, id string) int {
	t.Helper()
	b, err := os.ReadFile("/proc/self/task/" + id + "/stat")
	if os.IsNotExist(err) {
		return 0 // it has ended
	}
	if err != nil {
		t.Error(err)
		return 0
	}
	const nice = 16 // fields after the name (proc_pid_stat(5))
	n, err := strconv.Atoi(strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+2:]))[nice])
	if err != nil {
		t.Error(err)
	}
	return n
}
