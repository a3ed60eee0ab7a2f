//go:build !linux

package bench

import "runtime"

// freeAndMeasureMemoryMiB returns the memory held by the Go runtime in MiB after unused memory was
// returned to the system.
func freeAndMeasureMemoryMiB() float64 {
	releaseUnusedMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.Sys-m.HeapReleased) / (1 << 20)
}
