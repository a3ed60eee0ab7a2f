//go:build !linux

package markdown

import "time"

// threadCPUTime returns 0: thread CPU time is measured on Linux only.
func threadTime() time.Duration { return 0 }
