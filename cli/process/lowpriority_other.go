//go:build !linux

package process

// lowerThreadPriority does nothing where threads have no priority of their own.
func lowerThreadPriority() {}
