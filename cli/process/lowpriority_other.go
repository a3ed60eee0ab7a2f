//go:build !linux

package process

// lowerThreadPriorityOnLinux does nothing where threads have no priority of their own.
func lowerThreadPriorityOnLinux() {}
