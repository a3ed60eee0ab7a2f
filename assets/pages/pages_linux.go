package pages

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ReleaseEmbeddedPagesOnLinux returns the memory of bytes that are mapped from a file, such as
// embedded ones, and that nobody ever changes. Others would lose their content. The partial pages
// at both ends are kept because they are shared with neighbouring data.
func ReleaseEmbeddedPagesOnLinux(mapped []byte) {
	page := os.Getpagesize()
	from := -int(uintptr(unsafe.Pointer(unsafe.SliceData(mapped)))) & (page - 1)
	if to := len(mapped) - (len(mapped)-from)%page; from < to {
		_ = unix.Madvise(mapped[from:to], unix.MADV_DONTNEED) // a failure only costs memory
	}
}
