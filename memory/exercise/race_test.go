//go:build race

package exercise_test

// exchangeCount is smaller under the race detector, where pure-Go SQLite is about ten times slower.
const exchangeCount = 60
