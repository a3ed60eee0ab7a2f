package encoder

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// releaseMappedPages returns the memory of file-mapped bytes to the system; the next access reads
// them from the file again. Bytes that are not mapped from a file would lose their content. The
// partial pages at both ends are kept because they are shared with neighbouring data.
func releaseMappedPages(mapped []byte) {
	page := os.Getpagesize()
	from := -int(uintptr(unsafe.Pointer(unsafe.SliceData(mapped)))) & (page - 1)
	if to := len(mapped) - (len(mapped)-from)%page; from < to {
		_ = unix.Madvise(mapped[from:to], unix.MADV_DONTNEED) // a failure only costs memory
	}
}
