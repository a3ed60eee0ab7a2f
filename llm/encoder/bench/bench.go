// Package bench measures what users notice of the encoder: latency of a short and a long text and
// of batches, load time and memory.
package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"memoir/llm/encoder"
	"memoir/memory"
)

// Result holds the measurements. Times are medians in milliseconds; memory is in MiB, -1 if the
// system does not report it.
type Result struct {
	Kernel        string  `json:"kernel"`
	CPUs          int     `json:"cpus"`
	LoadMS        float64 `json:"load_ms"`
	ShortTextMS   float64 `json:"tokens_14_ms"`
	LongTextMS    float64 `json:"tokens_512_ms"`
	Batch32MS     float64 `json:"batch_32_ms"`
	Batch256MS    float64 `json:"batch_256_ms"`
	IdleMiB       float64 `json:"memory_at_rest_mib"`
	AfterBatchMiB float64 `json:"memory_after_batch_256_mib"`
}

// maxCaseTime bounds the time of one case, but every case runs at least minRounds times.
const (
	maxCaseTime = 2 * time.Second
	minRounds   = 3
	maxRounds   = 101
)

// MeasureAndWriteReport measures the encoder made from asset and writes a table or one JSON object
// to w. It takes about ten seconds, minutes with the plain kernel.
func MeasureAndWriteReport(ctx context.Context, w io.Writer, asset []byte, jsonOut bool) error {
	r, err := MeasureEncoder(ctx, asset)
	if err != nil {
		return err
	}
	if jsonOut {
		out := json.NewEncoder(w)
		out.SetIndent("", "  ")
		err = out.Encode(r)
	} else {
		_, err = io.WriteString(w, r.formatTable())
	}
	if err != nil {
		return fmt.Errorf("write measurements: %w", err)
	}
	return nil
}

// MeasureEncoder loads a new embedder, measures it and closes it. Memory is the growth of this
// process.
func MeasureEncoder(ctx context.Context, asset []byte) (r Result, err error) {
	before := freeAndMeasureMemoryMiB()
	e := encoder.NewLazilyLoadedEmbedder(asset, encoder.Config{})
	defer func() { err = errors.Join(err, e.Close()) }()
	from := time.Now()
	if err := e.LoadModelAndWait(ctx); err != nil {
		return r, fmt.Errorf("load the encoder: %w", err)
	}
	r = Result{Kernel: e.KernelName(), CPUs: runtime.GOMAXPROCS(0), LoadMS: toMilliseconds(time.Since(from))}
	if err := embedAndDiscardVectors(ctx, e, makeBenchmarkTexts(1, shortWords)); err != nil {
		return r, err
	}
	r.IdleMiB = freeAndMeasureMemoryGrowthMiB(before)
	for _, c := range []struct {
		into  *float64
		count int
		words int
	}{
		{&r.ShortTextMS, 1, shortWords},
		{&r.LongTextMS, 1, longWords},
		{&r.Batch32MS, 32, shortWords},
		{&r.Batch256MS, 256, shortWords},
	} {
		if *c.into, err = medianEmbedMilliseconds(ctx, e, makeBenchmarkTexts(c.count, c.words)); err != nil {
			return r, err
		}
	}
	r.AfterBatchMiB = freeAndMeasureMemoryGrowthMiB(before)
	return r, nil
}

// Lengths of the texts in words; two special tokens are added to each.
const (
	shortWords = 12
	longWords  = 510
)

// makeBenchmarkTexts returns n different texts of the given number of one-token words.
func makeBenchmarkTexts(n, words int) []string {
	list := strings.Fields("my sister moved from the old house near river to a small town in north of country last year " +
		"and now she works as teacher at local school where children learn music art history every morning")
	out := make([]string, n)
	for i := range out {
		text := make([]string, words)
		for j := range text {
			text[j] = list[(7*i+j*(1+i%5))%len(list)]
		}
		out[i] = strings.Join(text, " ")
	}
	return out
}

// medianEmbedMilliseconds returns the median time of one call in milliseconds.
func medianEmbedMilliseconds(ctx context.Context, e *encoder.Embedder, texts []string) (float64, error) {
	if err := embedAndDiscardVectors(ctx, e, texts); err != nil {
		return 0, err
	}
	var times []time.Duration
	for from := time.Now(); len(times) < minRounds || time.Since(from) < maxCaseTime && len(times) < maxRounds; {
		start := time.Now()
		if err := embedAndDiscardVectors(ctx, e, texts); err != nil {
			return 0, err
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	return toMilliseconds(times[len(times)/2]), nil
}

func embedAndDiscardVectors(ctx context.Context, e *encoder.Embedder, texts []string) error {
	_, err := e.Embed(ctx, memory.EmbedPassage, texts)
	return err
}

// freeAndMeasureMemoryGrowthMiB returns by how many MiB the process has grown since before, without
// garbage.
func freeAndMeasureMemoryGrowthMiB(before float64) float64 {
	now := freeAndMeasureMemoryMiB()
	if before < 0 || now < 0 {
		return -1
	}
	return now - before
}

// releaseUnusedMemory returns unused memory to the system, so that two measurements are comparable.
func releaseUnusedMemory() { debug.FreeOSMemory() }

func toMilliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (r Result) formatTable() string {
	var b strings.Builder
	fmt.Fprintf(&b, "kernel %s, processors: %d\n", r.Kernel, r.CPUs)
	for _, row := range []struct {
		name  string
		value float64
		unit  string
	}{
		{"load", r.LoadMS, "ms"},
		{"14 tokens", r.ShortTextMS, "ms"},
		{"512 tokens", r.LongTextMS, "ms"},
		{"batch of 32 short texts", r.Batch32MS, "ms"},
		{"batch of 256 short texts", r.Batch256MS, "ms"},
		{"memory when idle", r.IdleMiB, "MiB"},
		{"memory after the batch of 256", r.AfterBatchMiB, "MiB"},
	} {
		if row.value < 0 {
			fmt.Fprintf(&b, "%-30s %9s\n", row.name, "unknown")
			continue
		}
		fmt.Fprintf(&b, "%-30s %9.1f %s\n", row.name, row.value, row.unit)
	}
	return b.String()
}
