//go:build !linux

package markdown

import "time"

// threadCPUTime returns 0: thread CPU time is measured on Linux only.
func threadCPUTime() time.Duration { return 0 }
