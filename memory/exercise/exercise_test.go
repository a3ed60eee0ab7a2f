package exercise_test

import (
	"context"
	"testing"

	"memoir/assets/model"
	"memoir/llm/encoder"
	"memoir/memory"
	"memoir/memory/engine"
	"memoir/memory/exercise"
	"memoir/prompts"
	"memoir/storage/storagetest"
)

type singleModelCatalog struct{}

func (singleModelCatalog) ListModels(context.Context) ([]memory.ModelInfo, error) {
	return []memory.ModelInfo{{ID: "test/parrot", Provider: "test", Name: "parrot", CanChat: true, Available: true}}, nil
}

func (singleModelCatalog) ListProviders(context.Context) ([]memory.ProviderInfo, error) {
	return nil, nil
}
func (singleModelCatalog) ConfiguredExtractorID() string { return "" }
func (singleModelCatalog) ClearModelAndKeyCaches()       {}

func TestThousandExchangesLeaveTheStoreConsistent(t *testing.T) {
	ctx := t.Context()
	db := storagetest.OpenCreatingIfMissing(t, t.TempDir())
	enc := encoder.NewLazilyLoadedEmbedder(model.BGESmall, encoder.Config{})
	if err := enc.LoadModelAndWait(ctx); err != nil {
		t.Fatal(err)
	}
	set, err := prompts.LoadTemplatesWithOverrides("")
	if err != nil {
		t.Fatal(err)
	}
	ruleModel := &exercise.RuleModel{}
	s, err := engine.New(memory.Deps{
		Store: db, VectorIndex: db.VectorIndex(), FullText: db.FullText(), Model: ruleModel, Catalog: singleModelCatalog{},
		Embedder: enc,
		Bus:      memory.NewBus(), Prompts: set, Config: memory.StandardPreset(),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.RecoverStateAndStartBackgroundWork(ctx); err != nil {
		t.Fatal(err)
	}
	r, err := exercise.RunExchangesAndAudit(ctx, s, db, ruleModel, enc.ID(), exchangeCount, exchangeCount/25, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", r)
	mean := 3.0
	if exchangeCount < 500 { // the calls after the last exchange weigh more in a short run
		mean = 3.2
	}
	if r.MaxCallsPerExchange > 3 || r.CallsPerExchange > mean {
		t.Errorf("%d calls of memory work for one exchange, %.2f calls in the mean", r.MaxCallsPerExchange,
			r.CallsPerExchange)
	}
	if r.WrongTexts != 0 || r.MaxBaseWords > 400 || r.Summaries < exchangeCount/25 || r.BaseVersions < exchangeCount/500 {
		t.Errorf("%d texts are wrong, the base memory has up to %d words; %d summaries, %d versions", r.WrongTexts,
			r.MaxBaseWords, r.Summaries, r.BaseVersions)
	}
	if r.UnexplainedRows+r.OrphanVectors+r.MissingVectors+r.MissingMessages != 0 {
		t.Errorf("%d rows unexplained, %d vectors without row, %d missing, %d messages without vector", r.UnexplainedRows,
			r.OrphanVectors, r.MissingVectors, r.MissingMessages)
	}
	if r.EmbeddedMessages != 2*exchangeCount {
		t.Errorf("%d messages of %d exchanges are embedded", r.EmbeddedMessages, exchangeCount)
	}
	if r.Memories < exchangeCount/2 {
		t.Errorf("only %d memories were learned: the run proves little", r.Memories)
	}
	// A memory or message costs its vector in the index (384 floats, 1.5 KB) and its row there; more
	// than ten times that is a leak.
	limit := 20.0 * 1024
	if exchangeCount < 500 { // what is filled once weighs more in a short run
		limit *= 2
	}
	if r.HeapPerVector > limit {
		t.Errorf("the heap grew by %.0f bytes a vector", r.HeapPerVector)
	}
	if err := s.ShutDownAndDeleteTemporaryChats(context.Background()); err != nil {
		t.Error(err)
	}
	if err := enc.Close(); err != nil {
		t.Error(err)
	}
	if err := db.Close(context.Background()); err != nil {
		t.Error(err)
	}
}
