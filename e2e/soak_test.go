//go:build e2e && soak

package e2e

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// How much use an hour has.
const (
	soakMemories = 500
	soakChats    = 20
	soakTurns    = 1000 // each a question and its answer
	soakSwitches = 300
	// maxMemoryGrowth is how much more memory the window may hold after it than after a fresh start.
	maxMemoryGrowth = 1.3
	// maxNewGoroutines is how many more goroutines it may have: two for each connection to a model server that
	// is kept open for the next request.
	maxNewGoroutines = 4
	// maxDrawingGrowth is how much more processor time the last tenth of the switches may take than the first,
	// in which the chats have next to no messages yet.
	maxDrawingGrowth = 1.5
	// soakRest is longer than the window takes to return what it does not use to the system.
	soakRest = 100 * time.Second
)

// TestHourOfUseLeavesNoMemoryBehind compares the resident memory and the goroutines of a window that was used
// for an hour, at the speed of a script, with those of a fresh start on the same folder, and what it costs to
// draw another chat at the beginning and at the end. The model server and its log are in this process.
func TestHourOfUseLeavesNoMemoryBehind(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	for i := range soakMemories {
		h.runMemoir("memory", "add", fmt.Sprintf("I keep item %d on shelf %d of room %d.", i, i%17, i%5))
	}
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	var drawing []time.Duration
	for turn := range soakTurns {
		chat := turn%soakChats + 1
		args := []string{"chat", "--no-wait", fmt.Sprintf("Question %d: where is item %d?", turn, turn%soakMemories)}
		if turn >= soakChats {
			args = append(args, "--thread", strconv.Itoa(chat))
		}
		h.runMemoir(args...)
		for len(drawing)*soakTurns < turn*soakSwitches {
			drawing = append(drawing, h.cpuTimeOfChatSwitchAndScroll(len(drawing)))
		}
	}
	used, usedGoroutines := h.memoryAndGoroutinesAfterRest()
	h.stopProgram()
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	h.cpuTimeOfChatSwitchAndScroll(0)
	fresh, freshGoroutines := h.memoryAndGoroutinesAfterRest()
	t.Logf("%s messages, %d switches, %d memories: %d MB, after a fresh start %d MB: %.2f times",
		h.queryText("SELECT count(*) FROM messages"), len(drawing), soakMemories, used>>20, fresh>>20,
		float64(used)/float64(fresh))
	t.Logf("%d goroutines, after a fresh start %d", usedGoroutines, freshGoroutines)
	tenth := len(drawing) / 10
	first, last := meanDuration(drawing[:tenth]), meanDuration(drawing[len(drawing)-tenth:])
	t.Logf("a switch takes %v of the UI thread in the first tenth, %v in the last", first, last)
	if float64(used) > maxMemoryGrowth*float64(fresh) {
		t.Errorf("%d MB are more than %.1f times %d MB", used>>20, maxMemoryGrowth, fresh>>20)
	}
	if usedGoroutines > freshGoroutines+maxNewGoroutines {
		t.Errorf("%d goroutines instead of %d", usedGoroutines, freshGoroutines)
	}
	if float64(last) > maxDrawingGrowth*float64(first) {
		t.Errorf("a switch took %v at the beginning, %v at the end", first, last)
	}
}

func meanDuration(all []time.Duration) time.Duration {
	var sum time.Duration
	for _, d := range all {
		sum += d
	}
	return (sum / time.Duration(max(1, len(all)))).Round(10 * time.Microsecond)
}

// cpuTimeOfChatSwitchAndScroll opens one of the chats in the sidebar, scrolls in it, now and then opens the palette,
// and returns the processor time that the UI thread needed until nothing changed any more.
func (h *harness) cpuTimeOfChatSwitchAndScroll(n int) time.Duration {
	h.Helper()
	before := h.uiThreadTime()
	h.clickAt(100, 196+32*(n%15))
	h.runXdotool("mousemove", "674", "450", "click", "--repeat", "10", "--delay", "8", "4")
	if n%10 == 0 {
		h.pressKeys("ctrl+k")
		h.typeText("item")
		h.pressKeys("Escape")
	}
	// A busy computer, or what is learned meanwhile, may keep the thread busy for longer; then it is left at that.
	const step, calmSteps, calm, longest = 40 * time.Millisecond, 3, 1500 * time.Microsecond, 75
	now := before
	for still, steps := 0, 0; still < calmSteps && steps < longest; steps++ {
		time.Sleep(step)
		last := now
		if now = h.uiThreadTime(); now-last < calm {
			still++
		} else {
			still = 0
		}
	}
	return now - before
}

// uiThreadTime returns the processor time of the window's first thread, the only one that draws
// (Documentation/scheduler/sched-stats.rst of Linux).
func (h *harness) uiThreadTime() time.Duration {
	h.Helper()
	fields := strings.Fields(h.readProcFile(fmt.Sprintf("task/%d/schedstat", h.cmd.Process.Pid)))
	ns, err := strconv.ParseInt(fields[0], 10, 64)
	if err != nil {
		h.Fatal(err)
	}
	return time.Duration(ns)
}

func (h *harness) readProcFile(name string) string {
	h.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", h.cmd.Process.Pid, name))
	if err != nil {
		h.Fatal(err)
	}
	return string(b)
}

// memoryAndGoroutinesAfterRest waits and returns the resident memory of the window in bytes, and how many
// goroutines it has.
func (h *harness) memoryAndGoroutinesAfterRest() (resident, goroutines int) {
	h.Helper()
	time.Sleep(soakRest)
	m := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindStringSubmatch(h.readProcFile("status"))
	if m == nil {
		h.Fatal("the system does not say how much memory is resident")
	}
	kilobytes, err := strconv.Atoi(m[1])
	if err != nil {
		h.Fatal(err)
	}
	h.screenElements() // written together with the number of goroutines
	b, err := os.ReadFile(h.elementsFile() + ".goroutines")
	if err != nil {
		h.Fatal(err)
	}
	if goroutines, err = strconv.Atoi(string(b)); err != nil {
		h.Fatal(err)
	}
	return kilobytes << 10, goroutines
}
