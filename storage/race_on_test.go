//go:build race

package storage

// raceEnabled says that the race detector watches, under which laws are tried on fewer examples.
const raceEnabled = true
