//go:build race

package encoder

// raceEnabled reduces what the plain kernel computes in tests, because the race detector slows it
// tenfold. Tests of pure arithmetic, which shares no memory, are in files that are not built then.
const raceEnabled = true
