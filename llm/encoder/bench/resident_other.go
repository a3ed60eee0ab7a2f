//go:build !linux

package bench

import "runtime"

// resident returns the memory the Go runtime holds, in MiB, after unused memory went back to the system.
func resident() float64 {
	settled()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.Sys-m.HeapReleased) / (1 << 20)
}
