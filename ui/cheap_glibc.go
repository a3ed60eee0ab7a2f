//go:build linux && !ci

package ui

/*
#include <stddef.h>

// Only the C library of GNU has it.
extern int malloc_trim(size_t pad) __attribute__((weak));

static void trim(void) {
	if (malloc_trim) {
		malloc_trim(0);
	}
}
*/
import "C"

// trimCHeapOnLinux returns memory that the C libraries, most of all OpenGL, have freed to the system. By itself the
// C library returns only what lies at the end of its heap, and textures of all sizes leave holes in it. It
// may be called on any goroutine; other threads wait for it when they allocate.
func trimCHeapOnLinux() { C.trim() }
