package encoder

import (
	"encoding/binary"
	"os"
	"testing"
	"unsafe"

	bge "memoir/assets/model"
	"memoir/memory"
)

// residentShare returns the share of b's pages that are in memory for this process (bit 63 of
// /proc/self/pagemap).
func residentShare(t *testing.T, b []byte) float64 {
	t.Helper()
	f, err := os.Open("/proc/self/pagemap")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	page := uintptr(os.Getpagesize())
	first := uintptr(unsafe.Pointer(unsafe.SliceData(b))) / page
	entries := make([]byte, 8*(uintptr(len(b))/page-1))
	if _, err := f.ReadAt(entries, int64(8*(first+1))); err != nil {
		t.Fatal(err)
	}
	n := 0
	for i := 0; i < len(entries); i += 8 {
		if binary.LittleEndian.Uint64(entries[i:])>>63 != 0 {
			n++
		}
	}
	return float64(n) / float64(len(entries)/8)
}

func TestEmbeddedAssetPagesAreReleasedAndReread(t *testing.T) {
	vector := func(cfg Config) []float32 {
		e := NewLazilyLoadedEmbedder(bge.BGESmall, cfg)
		defer e.Close()
		if err := e.LoadModelAndWait(t.Context()); err != nil {
			t.Fatal(err)
		}
		if cfg.Embedded {
			if p := residentShare(t, bge.BGESmall); p > 0.1 {
				t.Errorf("%.0f %% of the asset are in memory", 100*p)
			}
		}
		vs, err := e.Embed(t.Context(), memory.EmbedPassage, []string{"The user is allergic to peanuts and lives in Lisbon."})
		if err != nil {
			t.Fatal(err)
		}
		return vs[0]
	}
	want, got := vector(Config{}), vector(Config{Embedded: true})
	for i := range want {
		if want[i] != got[i] {
			t.Fatalf("value %d is %v instead of %v", i, got[i], want[i])
		}
	}
}
