// Package messagelist shows a chat of any length as a scrolling column of rows.
//
// Only rows near the viewport exist as widgets. The heights of all others are estimates kept in a
// prefix-sum tree, so that finding a row by its position, or a position by its row, costs O(log n).
// A row is measured when it first comes near the viewport; the measured height replaces the
// estimate. Because the scroll position is kept as "row and offset into it" rather than as a number
// of pixels from the top, such a correction never moves what is on screen.
//
// Measured heights are cached by row, revision and width. Everything here belongs to the UI
// goroutine; there are no locks and no goroutines.
package messagelist
