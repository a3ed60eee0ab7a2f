//go:build e2e && soak

package e2e

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
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
	// soakRest is longer than the window takes to return what it does not use to the system.
	soakRest = 100 * time.Second
)

// TestHourOfUseLeavesNoMemoryBehind compares the resident memory of a window that was used for an hour,
// at the speed of a script, with that of a fresh start on the same folder.
func TestHourOfUseLeavesNoMemoryBehind(t *testing.T) {
	h := newHarness(t)
	h.skipFirstRun()
	for i := range soakMemories {
		h.runMemoir("memory", "add", fmt.Sprintf("I keep item %d on shelf %d of room %d.", i, i%17, i%5))
	}
	h.startWindow()
	switches := 0
	for turn := range soakTurns {
		chat := turn%soakChats + 1
		args := []string{"chat", "--no-wait", fmt.Sprintf("Question %d: where is item %d?", turn, turn%soakMemories)}
		if turn >= soakChats {
			args = append(args, "--thread", strconv.Itoa(chat))
		}
		h.runMemoir(args...)
		for switches*soakTurns < turn*soakSwitches {
			h.switchChatAndScroll(switches)
			switches++
		}
	}
	used := h.residentAfterRest()
	h.stopProgram()
	h.startWindow()
	h.switchChatAndScroll(0)
	fresh := h.residentAfterRest()
	messages := h.queryText("SELECT count(*) FROM messages")
	t.Logf("%s messages, %d switches, %d memories: %d MB, after a fresh start %d MB: %.2f times", messages, switches,
		soakMemories, used>>20, fresh>>20, float64(used)/float64(fresh))
	if float64(used) > maxMemoryGrowth*float64(fresh) {
		t.Errorf("%d MB are more than %.1f times %d MB", used>>20, maxMemoryGrowth, fresh>>20)
	}
}

// switchChatAndScroll opens one of the chats in the sidebar, scrolls in it and opens the palette.
func (h *harness) switchChatAndScroll(n int) {
	h.Helper()
	h.clickAt(100, 196+32*(n%15))
	h.runXdotool("mousemove", "674", "450", "click", "--repeat", "10", "--delay", "8", "4")
	if n%10 == 0 {
		h.pressKeys("ctrl+k")
		h.typeText("item")
		h.pressKeys("Escape")
	}
}

// residentAfterRest waits and returns the resident memory of the window in bytes.
func (h *harness) residentAfterRest() int {
	h.Helper()
	time.Sleep(soakRest)
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", h.cmd.Process.Pid))
	if err != nil {
		h.Fatal(err)
	}
	m := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindSubmatch(b)
	if m == nil {
		h.Fatal("the system does not say how much memory is resident")
	}
	kilobytes, err := strconv.Atoi(string(m[1]))
	if err != nil {
		h.Fatal(err)
	}
	return kilobytes << 10
}
