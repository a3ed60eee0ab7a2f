//go:build linux || darwin

// Package diskspace asks the system how much room a disk has left.
package diskspace

import "syscall"

// FreeBytes returns the bytes that the user may still write to the disk of a folder; false when the
// system does not say.
func FreeBytes(dir string) (int64, bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true //nolint:unconvert // the type differs between systems
}
