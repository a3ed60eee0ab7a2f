// Package benchmarks measures the figures that Memoir publishes: the dedup rules
// (MeasureDedupRulesOnSICKPairs), the engine over many exchanges
// (MeasureEngineOverGeneratedExchanges), what the proxy adds to a call (MeasureProxyLatencyAndHeap)
// and how well memories are found (MeasureRetrievalOnBenchmarkChats; its protocol is
// docs/benchmarks.md). The commands of memoir bench print them.
package benchmarks

import "fmt"

// DataError says what is wrong with the data that a benchmark was given, in words for its user.
type DataError struct{ Problem string }

func (e *DataError) Error() string { return e.Problem }

func newDataErrorf(format string, args ...any) error {
	return &DataError{fmt.Sprintf(format, args...)}
}
