//go:build !linux

package pictureio

// limitMemory does nothing where a process cannot be limited once it runs.
func limitMemory(int, uint64) error { return nil }
