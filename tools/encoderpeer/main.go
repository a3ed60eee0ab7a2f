// Command encoderpeer lets another program drive the encoder for side-by-side measurements. It
// reads one JSON object per line, {"texts": [...]}, embeds the texts as passages and responds with
// {"ms": ..., "vectors": [...]}; the time covers tokenizing and embedding. Vectors are included
// only if the request says "vectors": true. tools/bench_encoder.py uses it.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"memoir/assets/model"
	"memoir/llm/encoder"
	"memoir/memory"
)

type request struct {
	Texts   []string `json:"texts"`
	Vectors bool     `json:"vectors"`
}

type response struct {
	Milliseconds float64     `json:"ms"`
	Kernel       string      `json:"kernel"`
	Vectors      [][]float32 `json:"vectors,omitempty"`
}

func main() {
	kernel := flag.String("kernel", "", "kernel to force")
	workers := flag.Int("workers", 0, "workers, 0 for GOMAXPROCS")
	flag.Parse()
	e := encoder.NewLazilyLoadedEmbedder(model.BGESmall, encoder.Config{Kernel: *kernel, Workers: *workers})
	err := serveEmbeddingTimesAndOptionalVectors(context.Background(), e, os.Stdin, os.Stdout)
	if err = errors.Join(err, e.Close()); err != nil {
		fmt.Fprintln(os.Stderr, "encoderpeer:", err)
		os.Exit(1)
	}
}

func serveEmbeddingTimesAndOptionalVectors(ctx context.Context, e *encoder.Embedder, r io.Reader, w io.Writer) error {
	if err := e.LoadModelAndWait(ctx); err != nil {
		return err
	}
	in, out := json.NewDecoder(bufio.NewReader(r)), json.NewEncoder(w)
	for {
		var q request
		if err := in.Decode(&q); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("read request: %w", err)
		}
		from := time.Now()
		vectors, err := e.Embed(ctx, memory.EmbedPassage, q.Texts)
		if err != nil {
			return err
		}
		a := response{Milliseconds: float64(time.Since(from)) / float64(time.Millisecond), Kernel: e.KernelName()}
		if q.Vectors {
			a.Vectors = vectors
		}
		if err := out.Encode(a); err != nil {
			return fmt.Errorf("write answer: %w", err)
		}
	}
}
