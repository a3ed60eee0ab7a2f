package draw

import (
	"sync/atomic"
	"time"
)

// lastUse is when RecordUse was called last, as nanoseconds of Unix time.
var lastUse atomic.Int64 //nolint:gochecknoglobals // there is one event loop that draws frames

// RecordUse notes that frames are drawn for somebody: something was typed, or what is shown moves. It may be called
// from any goroutine.
func RecordUse() { lastUse.Store(time.Now().UnixNano()) }

// UsedWithin reports whether RecordUse was called in the time d before now. It may be called from any goroutine.
func UsedWithin(d time.Duration) bool { return time.Now().UnixNano()-lastUse.Load() < int64(d) }
