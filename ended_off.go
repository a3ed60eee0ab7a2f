//go:build !leaks

package main

// ended does nothing: only the build of the end-to-end tests looks for goroutines that are left.
func ended(code int) int { return code }
