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
	Kernel     string  `json:"kernel"`
	CPUs       int     `json:"cpus"`
	LoadMS     float64 `json:"load_ms"`
	Short      float64 `json:"tokens_14_ms"`
	Long       float64 `json:"tokens_512_ms"`
	Batch32    float64 `json:"batch_32_ms"`
	Batch256   float64 `json:"batch_256_ms"`
	AtRestMiB  float64 `json:"memory_at_rest_mib"`
	AfterBatch float64 `json:"memory_after_batch_256_mib"`
}

// maxCaseTime bounds the time of one case, but every case runs at least minRounds times.
const (
	patience  = 2 * time.Second
	minRounds = 3
	maxRounds = 101
)

// WriteReport measures the encoder made from asset and writes a table or one JSON object to w. It
// takes about ten seconds, minutes with the plain kernel.
func Run(ctx context.Context, w io.Writer, asset []byte, jsonOut bool) error {
	r, err := Measure(ctx, asset)
	if err != nil {
		return err
	}
	if jsonOut {
		out := json.NewEncoder(w)
		out.SetIndent("", "  ")
		err = out.Encode(r)
	} else {
		_, err = io.WriteString(w, r.table())
	}
	if err != nil {
		return fmt.Errorf("write measurements: %w", err)
	}
	return nil
}

// Measure loads a new embedder, measures it and closes it. Memory is the growth of this process.
func Measure(ctx context.Context, asset []byte) (r Result, err error) {
	before := resident()
	e := encoder.New(asset, encoder.Config{})
	defer func() { err = errors.Join(err, e.Close()) }()
	from := time.Now()
	if err := e.Wait(ctx); err != nil {
		return r, fmt.Errorf("load the encoder: %w", err)
	}
	r = Result{Kernel: e.Kernel(), CPUs: runtime.GOMAXPROCS(0), LoadMS: milliseconds(time.Since(from))}
	if err := embed(ctx, e, texts(1, shortWords)); err != nil {
		return r, err
	}
	r.AtRestMiB = growth(before)
	for _, c := range []struct {
		into  *float64
		count int
		words int
	}{{&r.Short, 1, shortWords}, {&r.Long, 1, longWords}, {&r.Batch32, 32, shortWords}, {&r.Batch256, 256, shortWords}} {
		if *c.into, err = median(ctx, e, texts(c.count, c.words)); err != nil {
			return r, err
		}
	}
	r.AfterBatch = growth(before)
	return r, nil
}

// Lengths of the texts in words; two special tokens are added to each.
const (
	shortWords = 12
	longWords  = 510
)

// makeTexts returns n different texts of the given number of one-token words.
func texts(n, words int) []string {
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

// medianTime returns the median time of one call in milliseconds.
func median(ctx context.Context, e *encoder.Embedder, texts []string) (float64, error) {
	if err := embed(ctx, e, texts); err != nil {
		return 0, err
	}
	var times []time.Duration
	for from := time.Now(); len(times) < minRounds || time.Since(from) < patience && len(times) < maxRounds; {
		start := time.Now()
		if err := embed(ctx, e, texts); err != nil {
			return 0, err
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	return milliseconds(times[len(times)/2]), nil
}

func embed(ctx context.Context, e *encoder.Embedder, texts []string) error {
	_, err := e.Embed(ctx, memory.EmbedPassage, texts)
	return err
}

// memoryGrowth returns by how many MiB the process has grown since before, without garbage.
func growth(before float64) float64 {
	now := resident()
	if before < 0 || now < 0 {
		return -1
	}
	return now - before
}

// releaseMemory returns unused memory to the system, so that two measurements are comparable.
func settled() { debug.FreeOSMemory() }

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (r Result) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "kernel %s, %d processors\n", r.Kernel, r.CPUs)
	for _, row := range []struct {
		name  string
		value float64
		unit  string
	}{
		{"load", r.LoadMS, "ms"},
		{"14 tokens", r.Short, "ms"},
		{"512 tokens", r.Long, "ms"},
		{"batch of 32 short texts", r.Batch32, "ms"},
		{"batch of 256 short texts", r.Batch256, "ms"},
		{"memory at rest", r.AtRestMiB, "MiB"},
		{"memory after the batch of 256", r.AfterBatch, "MiB"},
	} {
		if row.value < 0 {
			fmt.Fprintf(&b, "%-30s %9s\n", row.name, "unknown")
			continue
		}
		fmt.Fprintf(&b, "%-30s %9.1f %s\n", row.name, row.value, row.unit)
	}
	return b.String()
}
