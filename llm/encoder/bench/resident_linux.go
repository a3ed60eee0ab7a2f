package bench

import (
	"fmt"
	"os"
)

// resident returns the memory this process holds, in MiB, after unused memory went back to the system; -1 when the
// system does not tell.
func resident() float64 {
	settled()
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return -1
	}
	var total, pages float64
	if _, err := fmt.Sscan(string(b), &total, &pages); err != nil {
		return -1
	}
	return pages * float64(os.Getpagesize()) / (1 << 20)
}
