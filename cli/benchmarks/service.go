package benchmarks

import (
	"context"
	"errors"
	"os"

	"memoir/assets/model"
	"memoir/llm/encoder"
	"memoir/memory"
	"memoir/memory/engine"
	"memoir/prompts"
	"memoir/storage"
)

// benchCatalog is the model catalog of the benchmark: one model, the benchmark itself.
type benchCatalog struct{}

func (benchCatalog) ListModels(context.Context) ([]memory.ModelInfo, error) {
	return []memory.ModelInfo{{ID: "bench/parrot", Provider: "bench", Name: "parrot", CanChat: true, Available: true}}, nil
}

func (benchCatalog) ListProviders(context.Context) ([]memory.ProviderInfo, error) { return nil, nil }
func (benchCatalog) ConfiguredExtractorID() string                                { return "" }
func (benchCatalog) ClearModelAndKeyCaches()                                      {}

// withEncoder loads the embedded encoder, runs fn and closes it.
func withEncoder(ctx context.Context, fn func(*encoder.Embedder) error) (err error) {
	enc := encoder.NewLazilyLoadedEmbedder(model.BGESmall, encoder.Config{})
	defer func() { err = errors.Join(err, enc.Close()) }()
	if err := enc.LoadModelAndWait(ctx); err != nil {
		return err
	}
	return fn(enc)
}

// withDatabaseInTempFolder runs fn with a new data folder in the temporary directory, which is
// removed afterwards, also when fn fails.
func withDatabaseInTempFolder(ctx context.Context, fn func(*storage.DB) error) (err error) {
	dir, err := os.MkdirTemp("", "memoir-bench-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	db, err := storage.Open(ctx, storage.Options{Dir: dir})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close(context.WithoutCancel(ctx))) }()
	return fn(db)
}

// withService runs fn with a started service on an open data folder, and shuts it down.
func withService(
	ctx context.Context, db *storage.DB, enc *encoder.Embedder, m memory.Model, cfg memory.Config,
	fn func(*engine.Service) error,
) (err error) {
	set, err := prompts.LoadTemplatesWithOverrides("")
	if err != nil {
		return err
	}
	s, err := engine.New(memory.Deps{
		Store: db, VectorIndex: db.VectorIndex(), FullText: db.FullText(), Model: m, Catalog: benchCatalog{},
		Embedder: enc, Bus: memory.NewBus(), Prompts: set, Config: cfg,
	})
	if err != nil {
		return err
	}
	if err := s.RecoverStateAndStartBackgroundWork(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.ShutDownAndDeleteTemporaryChats(context.WithoutCancel(ctx))) }()
	return fn(s)
}
