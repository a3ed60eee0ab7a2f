//go:build !linux

package markdown

import "time"

// threadTime returns 0: the time of a thread is measured on Linux only.
func threadTime() time.Duration { return 0 }
