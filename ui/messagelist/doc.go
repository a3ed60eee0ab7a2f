// Package messagelist shows a thread of any length as a scrolling column of rows.
//
// Only rows near the window exist as widgets. The heights of all others are estimates kept in a prefix-sum tree, so
// that finding a row by its position, or a position by its row, costs O(log n). A row is measured when it first comes
// near the window; the measured height replaces the estimate, and because the scroll position is kept as "row and
// distance into it" rather than as a number of pixels from the top, such a correction never moves what is on screen.
//
// Measured heights are remembered by row, revision and width. Everything here belongs to the UI goroutine; there are no
// locks and no goroutines.
package messagelist
