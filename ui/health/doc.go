// Package health is the page about how the memory is doing: how much there is, how well learning and searching go, what
// waits, what memory work cost by day and may cost, and whether search is ready.
package health
