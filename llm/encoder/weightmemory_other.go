//go:build !linux

package encoder

// allocateWeights returns n zeroed bytes that start at a cache line.
func allocateWeights(n int) []int8 { return makeAlignedInt8(n) }

// freeWeights does nothing: the memory is garbage once nothing refers to it.
func freeWeights([]int8) {}
