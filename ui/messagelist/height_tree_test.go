package messagelist

import (
	"testing"

	"pgregory.net/rapid"
)

// naiveRowAt is the reference implementation of heightTree.rowAtPosition.
func naiveRowAt(rows []int32, y int64) int {
	at := 0
	var top int64
	for i, h := range rows {
		if top <= y {
			at = i
		}
		top += int64(h)
	}
	return at
}

func TestHeightTreeMatchesNaiveSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOfN(rapid.Int32Range(1, 40_000), 0, 70).Draw(t, "rows")
		want := append([]int32(nil), rows...)
		var h heightTree
		h.replaceAllHeights(rows)
		t.Repeat(map[string]func(*rapid.T){
			"set": func(t *rapid.T) {
				if len(want) == 0 {
					return
				}
				i := rapid.IntRange(0, len(want)-1).Draw(t, "i")
				v := rapid.Int32Range(1, 2_000_000_000).Draw(t, "v")
				h.setRowHeight(i, int(v))
				want[i] = v
			},
			"": func(t *rapid.T) {
				var sum int64
				for i, v := range want {
					if got := h.rowTop(i); got != sum {
						t.Fatalf("top(%d) = %d, want %d", i, got, sum)
					}
					sum += int64(v)
				}
				if got := h.totalHeight(); got != sum {
					t.Fatalf("total = %d, want %d", got, sum)
				}
				y := rapid.Int64Range(-10, sum+10).Draw(t, "y")
				if got := h.rowAtPosition(y); got != naiveRowAt(want, y) {
					t.Fatalf("find(%d) = %d, want %d", y, got, naiveRowAt(want, y))
				}
			},
		})
	})
}

func TestHeightTreeStaysExactFor100000Rows(t *testing.T) {
	rows := make([]int32, 100_000)
	for i := range rows {
		rows[i] = 40_001
	}
	var h heightTree
	h.replaceAllHeights(rows)
	for _, i := range []int{0, 1, 77_777, 99_999} {
		top := int64(i) * 40_001
		if h.rowTop(i) != top || h.rowAtPosition(top) != i || h.rowAtPosition(top+40_000) != i {
			t.Errorf("row %d: top %d find %d %d", i, h.rowTop(i), h.rowAtPosition(top), h.rowAtPosition(top+40_000))
		}
	}
}
