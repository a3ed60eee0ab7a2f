//go:build !race

package exercise_test

// exchangeCount is the number of exchanges before the check.
const exchangeCount = 1000

// trustStride is the distance between the items of a corpus that are run.
const trustStride = 1
