package encoder

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// allocateWeightsOffHeapOnLinux returns n zeroed bytes that start at a page, for
// freeOffHeapWeightsOnLinux to free. They lie outside the Go heap: so they go back to the system at
// once, and the collector, which lets the heap grow in proportion to what lives in it, does not
// count them. Huge pages, where the system has some to spare, halve the time of packing, most of
// which the system takes to provide small ones.
func allocateWeightsOffHeapOnLinux(n int) []int8 {
	b, err := unix.Mmap(-1, 0, n, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return makeAlignedInt8(n)
	}
	_ = unix.Madvise(b, unix.MADV_HUGEPAGE) // small pages do as well
	return unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

// freeOffHeapWeightsOnLinux returns memory of allocateWeightsOffHeapOnLinux to the system. It does
// nothing for nil.
func freeOffHeapWeightsOnLinux(b []int8) {
	if b != nil {
		mapped := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(b))), cap(b))
		_ = unix.Munmap(mapped) // refused for memory of the Go heap, which is garbage by now
	}
}
