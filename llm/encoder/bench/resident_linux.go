package bench

import (
	"fmt"
	"os"
)

// freeAndMeasureMemoryMiB returns the resident memory of this process in MiB after unused memory was
// returned to the system; -1 if the system does not report it.
func freeAndMeasureMemoryMiB() float64 {
	releaseUnusedMemory()
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
