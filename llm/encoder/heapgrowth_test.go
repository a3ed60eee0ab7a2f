//go:build !race

package encoder

import (
	"flag"
	"runtime"
	"testing"

	"memoir/memory"
)

// growthCalls is the number of calls in TestManyCallsDoNotGrowTheHeap: go test -run Grow
// ./llm/encoder -calls 100000.
var growthCalls = flag.Int("calls", 1000, "calls of the growth test")

func TestManyCallsDoNotGrowTheHeap(t *testing.T) {
	e := openEmbedder(t, Config{})
	if e.KernelName() == (plainKernel{}).name() {
		*growthCalls = min(*growthCalls, 100)
	}
	heap := func() (bytes uint64, goroutines int) {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc, runtime.NumGoroutine()
	}
	call := func() {
		if _, err := e.Embed(t.Context(), memory.EmbedQuery, []string{"tea"}); err != nil {
			t.Fatal(err)
		}
	}
	for range 10 {
		call()
	}
	bytes, goroutines := heap()
	for range *growthCalls {
		call()
	}
	after, running := heap()
	t.Logf("%d calls: heap %+d bytes, goroutines %+d", *growthCalls, int64(after)-int64(bytes), running-goroutines)
	if after > bytes+1<<20 || running > goroutines {
		t.Errorf("the heap grew by %d bytes, goroutines by %d", int64(after)-int64(bytes), running-goroutines)
	}
}
