//go:build race

package storage

// raceEnabled reports whether the race detector is on; property tests then run fewer examples.
const raceEnabled = true
