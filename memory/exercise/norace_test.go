//go:build !race

package exercise_test

// exchanges is how many the books are checked after.
const exchanges = 1000
