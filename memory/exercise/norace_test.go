//go:build !race

package exercise_test

// exchangeCount is the number of exchanges before the check.
const exchangeCount = 1000
