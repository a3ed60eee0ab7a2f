package messagelist

import "math/bits"

// heightTree is a Fenwick tree over row heights in whole pixels: the prefix sum of the first i
// heights and its inverse in O(log n). Whole pixels keep sums exact however long the chat is;
// float32 loses pixels beyond 16 million.
type heightTree struct {
	rows []int32
	tree []int64 // tree[i] sums the lowbit(i) rows that end at row i-1; tree[0] is unused
}

// replaceAllHeights replaces all heights. The slice is retained.
func (h *heightTree) replaceAllHeights(rows []int32) {
	h.rows = rows
	n := len(rows)
	if cap(h.tree) < n+1 {
		h.tree = make([]int64, n+1)
	}
	h.tree = h.tree[:n+1]
	h.tree[0] = 0
	for i, v := range rows {
		h.tree[i+1] = int64(v)
	}
	for i := 1; i <= n; i++ {
		if up := i + i&-i; up <= n {
			h.tree[up] += h.tree[i]
		}
	}
}

// rowCount returns the number of rows.
func (h *heightTree) rowCount() int { return len(h.rows) }

// heightOfRow returns the height of row i.
func (h *heightTree) heightOfRow(i int) int { return int(h.rows[i]) }

// setRowHeight changes the height of row i.
func (h *heightTree) setRowHeight(i, height int) {
	d := int64(height) - int64(h.rows[i])
	if d == 0 {
		return
	}
	h.rows[i] = int32(height) //nolint:gosec // A row is far below 2^31 pixels high.
	for j := i + 1; j < len(h.tree); j += j & -j {
		h.tree[j] += d
	}
}

// rowTop returns the sum of the heights before row i; rowTop(len) is the total.
func (h *heightTree) rowTop(i int) int64 {
	var s int64
	for ; i > 0; i -= i & -i {
		s += h.tree[i]
	}
	return s
}

// totalHeight returns the sum of all heights.
func (h *heightTree) totalHeight() int64 { return h.rowTop(len(h.rows)) }

// rowAtPosition returns the row that covers position y: the last one whose top is at or above y,
// clamped to the first and last row. It returns 0 for an empty tree.
func (h *heightTree) rowAtPosition(y int64) int {
	n := len(h.rows)
	if n == 0 || y < 0 {
		return 0
	}
	i := 0
	for step := 1 << (bits.Len(uint(n)) - 1); step > 0; step >>= 1 {
		if j := i + step; j <= n && h.tree[j] <= y {
			i, y = j, y-h.tree[j]
		}
	}
	return min(i, n-1)
}
