//go:build race

package exercise_test

// exchanges is smaller under the race detector, where pure-Go SQLite is some ten times slower.
const exchanges = 60
