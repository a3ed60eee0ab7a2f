//go:build race

package exercise_test

// exchangeCount is smaller under the race detector, where pure-Go SQLite is about ten times slower.
const exchangeCount = 60

// trustStride is the distance between the items of a corpus that are run.
const trustStride = 24
