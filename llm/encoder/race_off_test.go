//go:build !race

package encoder

// raceEnabled shrinks what the plain kernel computes in tests: the race detector slows it tenfold. Tests of arithmetic
// alone, which shares nothing, are in files that it does not build.
const raceEnabled = false
