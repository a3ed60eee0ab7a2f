//go:build race

package encoder

// raceEnabled shrinks what the plain kernel computes in tests: the race detector slows it tenfold.
const raceEnabled = true
