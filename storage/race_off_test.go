//go:build !race

package storage

// raceEnabled reports whether the race detector is on.
const raceEnabled = false
