package cli

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"

	"memoir/assets/model"
	"memoir/llm/encoder"
	"memoir/memory"
	"memoir/memory/engine"
	"memoir/memory/exercise"
	"memoir/prompts"
	"memoir/storage"
)

// benchCatalog is the model catalog of the benchmark: one model, the benchmark itself.
type benchCatalog struct{}

func (benchCatalog) Models(context.Context) ([]memory.ModelInfo, error) {
	return []memory.ModelInfo{{ID: "bench/parrot", Provider: "bench", Name: "parrot", CanChat: true, Available: true}}, nil
}
func (benchCatalog) Providers(context.Context) ([]memory.ProviderInfo, error) { return nil, nil }
func (benchCatalog) ExtractorID() string                                      { return "" }
func (benchCatalog) ClearModelAndKeyCaches()                                  {}

func benchExchangesCommand() *command {
	return &command{
		name: "exchanges", usage: "[--count N] [--json]",
		summary:  "the whole engine over many exchanges made by rule: time, memory, and whether ledger and vectors agree",
		examples: []string{"memoir bench exchanges", "memoir bench exchanges --count 1000 --json"},
		setupFlags: func(fs *flag.FlagSet) action {
			count := fs.Int("count", 10000, "how many exchanges")
			asJSON := fs.Bool("json", false, "one JSON object")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				if *count < 10 {
					return usageErrorf("--count must be at least 10.")
				}
				r, err := e.benchmarkEngineInTempFolder(ctx, *count)
				if err != nil {
					return fmt.Errorf("bench exchanges: %w", err)
				}
				if *asJSON {
					return json.NewEncoder(e.out).Encode(r)
				}
				fmt.Fprintf(e.out, "%d exchanges in %.0f s (%.1f ms each), at most %d calls of memory work in one\n"+
					"%d memories, %d decisions: %d rows unexplained, %d vectors without row, %d missing\n"+
					"live heap %.1f MB after a tenth, %.1f MB at the end: %.0f bytes a memory (its vector has 1,536)\n",
					r.Exchanges, r.Seconds, 1000*r.Seconds/float64(r.Exchanges), r.MaxCallsPerExchange, r.Memories, r.Decisions,
					r.UnexplainedRows, r.OrphanVectors, r.MissingVectors, float64(r.HeapAfterTenth)/1e6, float64(r.HeapAtEnd)/1e6,
					r.HeapPerMemory)
				return nil
			}
		},
	}
}

// benchmarkEngineInTempFolder runs the exchanges in a temporary folder that is removed afterwards.
func (e *env) benchmarkEngineInTempFolder(ctx context.Context, count int) (r exercise.Report, err error) {
	dir, err := os.MkdirTemp("", "memoir-bench-*")
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	db, err := storage.Open(ctx, storage.Options{Dir: dir})
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, db.Close(context.WithoutCancel(ctx))) }()
	enc := encoder.New(model.BGESmall, encoder.Config{})
	defer func() { err = errors.Join(err, enc.Close()) }()
	if err := enc.LoadModelAndWait(ctx); err != nil {
		return r, err
	}
	set, err := prompts.LoadTemplatesWithOverrides("")
	if err != nil {
		return r, err
	}
	parrot := &exercise.RuleModel{}
	s, err := engine.New(memory.Deps{
		Store: db, VectorIndex: db.VectorIndex(), FullText: db.FullText(), Model: parrot, Catalog: benchCatalog{},
		Embedder: enc,
		Bus:      memory.NewBus(), Prompts: set, Config: memory.StandardPreset(),
	})
	if err != nil {
		return r, err
	}
	if err := s.Start(ctx); err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, s.Shutdown(context.WithoutCancel(ctx))) }()
	return exercise.Run(ctx, s, db, parrot, enc.ID(), count, func(done int) {
		if e.isTerminal && done%100 == 0 {
			fmt.Fprintf(e.err, "\r%d of %d", done, count)
		}
	})
}
