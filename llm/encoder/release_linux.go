package encoder

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// release gives the memory of bytes that are mapped from a file back to the system; touching them reads them again. Of
// other bytes it would lose the content. The pages at the ends stay: they are shared with what lies beside.
func release(mapped []byte) {
	page := os.Getpagesize()
	from := -int(uintptr(unsafe.Pointer(unsafe.SliceData(mapped)))) & (page - 1)
	if to := len(mapped) - (len(mapped)-from)%page; from < to {
		_ = unix.Madvise(mapped[from:to], unix.MADV_DONTNEED) // refused, it only costs memory
	}
}
