//go:build !linux

package encoder

// allocateWeightsOffHeapOnLinux returns n zeroed bytes that start at a cache line.
func allocateWeightsOffHeapOnLinux(n int) []int8 { return makeAlignedInt8(n) }

// freeOffHeapWeightsOnLinux does nothing: the memory is garbage once nothing refers to it.
func freeOffHeapWeightsOnLinux([]int8) {}
