package pages

import (
	"bufio"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// ReleaseMappedFilePagesOnLinux returns the memory of all files that are mapped for reading and
// shared, such as the database, whose readers map it. The next access maps what it needs again. It
// may be called on any goroutine.
//
// The program itself stays: a kernel that maps whole folios maps nearly all of it again at the next
// few calls.
func ReleaseMappedFilePagesOnLinux() {
	f, err := os.Open("/proc/self/maps")
	if err != nil {
		return // only memory is lost
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if from, to, ok := parseSharedReadOnlyFileMapping(lines.Text()); ok {
			_, _, _ = unix.Syscall(unix.SYS_MADVISE, from, to-from, unix.MADV_DONTNEED)
		}
	}
}

// parseSharedReadOnlyFileMapping reads a line of /proc/self/maps, such as "55d0-55e0 r--s 0001000
// 08:01 1234 /path"; see proc_pid_maps(5). ok is false for memory that is private, written to, or
// of no file, which could lose something.
func parseSharedReadOnlyFileMapping(line string) (from, to uintptr, ok bool) {
	fields := strings.Fields(line)
	if len(fields) < 6 || fields[1] != "r--s" || !strings.HasPrefix(fields[5], "/") {
		return 0, 0, false
	}
	low, high, _ := strings.Cut(fields[0], "-")
	begin, err1 := strconv.ParseUint(low, 16, strconv.IntSize)
	end, err2 := strconv.ParseUint(high, 16, strconv.IntSize)
	return uintptr(begin), uintptr(end), err1 == nil && err2 == nil && begin < end
}
