//go:build !race

package storage

// raceEnabled says that the race detector does not watch.
const raceEnabled = false
