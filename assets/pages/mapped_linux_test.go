package pages

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// countResidentPages counts the pages of b that are in memory for this process (bit 63 of /proc/self/pagemap).
func countResidentPages(t *testing.T, b []byte) int {
	t.Helper()
	f, err := os.Open("/proc/self/pagemap")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	page := os.Getpagesize()
	entries := make([]byte, 8*len(b)/page)
	first := int64(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) / int64(page)
	if _, err := f.ReadAt(entries, 8*first); err != nil {
		t.Fatal(err)
	}
	n := 0
	for i := 0; i < len(entries); i += 8 {
		n += int(binary.LittleEndian.Uint64(entries[i:]) >> 63)
	}
	return n
}

func TestFilesMappedForReadingAreReleasedAndReadAgain(t *testing.T) {
	content := bytes.Repeat([]byte("0123456789abcdef"), 1<<14)
	path := filepath.Join(t.TempDir(), "a b")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	mapped := func(protection, flags int) []byte {
		b, err := unix.Mmap(int(f.Fd()), 0, len(content), protection, flags)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = unix.Munmap(b) })
		return b
	}
	shared := mapped(unix.PROT_READ, unix.MAP_SHARED)
	private := mapped(unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE)
	copy(private, "changed")
	if !bytes.Equal(shared, content) || countResidentPages(t, shared) == 0 {
		t.Fatal("the file is not mapped")
	}
	ReleaseMappedFilePagesOnLinux()
	if n := countResidentPages(t, shared); n != 0 {
		t.Errorf("%d pages are still in memory", n)
	}
	if !bytes.Equal(shared, content) {
		t.Error("the file is read in another way")
	}
	if string(private[:7]) != "changed" {
		t.Errorf("a change that is not in the file was lost: %q", private[:7])
	}
}

func TestOnlySharedReadOnlyFilesAreReleased(t *testing.T) {
	for line, want := range map[string]bool{
		"7f020000-7f030000 r--s 00000000 08:01 44         /home/a b/app.db":     true,
		"7f030000-7f040000 rw-s 00000000 08:01 45         /home/a b/app.db-shm": false,
		"00400000-00402000 r-xp 00000000 08:01 42         /usr/bin/memoir":      false,
		"00408000-00409000 r--p 00008000 08:01 42         /usr/bin/memoir":      false, // relocated, then protected
		"7ffc0000-7ffc1000 r--s 00000000 00:00 0          [vvar]":               false,
		"7ffc2000-7ffc3000 r--s 00000000 00:00 0 ":                              false,
		"x-y r--s 00000000 08:01 44 /a":                                         false,
		"":                                                                      false,
	} {
		if from, to, ok := parseSharedReadOnlyFileMapping(line); ok != want || ok &&
			(from != 0x7f020000 || to != 0x7f030000) {
			t.Errorf("%q: %x-%x %v, want %v", line, from, to, ok, want)
		}
	}
}
