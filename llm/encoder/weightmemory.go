package encoder

import (
	"unsafe"

	"memoir/llm/encoder/asset"
)

// makeAlignedInt8 returns zeroed bytes of the Go heap that start at a cache line.
func makeAlignedInt8(n int) []int8 {
	b := make([]int8, n+asset.Align)
	off := -int(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) & (asset.Align - 1)
	return b[off : off+n : off+n]
}
