package exercise_test

import (
	"context"
	"testing"

	"memoir/assets/model"
	"memoir/llm/encoder"
	"memoir/memory"
	"memoir/memory/exercise"
	"memoir/prompts"
	"memoir/storage"
)

type oneModel struct{}

func (oneModel) Models(context.Context) ([]memory.ModelInfo, error) {
	return []memory.ModelInfo{{ID: "test/parrot", Provider: "test", Name: "parrot", Chat: true, Available: true}}, nil
}
func (oneModel) Providers(context.Context) ([]memory.ProviderInfo, error) { return nil, nil }
func (oneModel) Extractor() string                                        { return "" }
func (oneModel) Refresh()                                                 {}

func TestAThousandExchangesLeaveTheBooksInOrder(t *testing.T) {
	ctx := t.Context()
	db, err := storage.Open(ctx, storage.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	enc := encoder.New(model.BGESmall, encoder.Config{})
	if err := enc.Wait(ctx); err != nil {
		t.Fatal(err)
	}
	set, err := prompts.Load("")
	if err != nil {
		t.Fatal(err)
	}
	parrot := &exercise.Parrot{}
	s, err := memory.New(memory.Deps{
		Store: db, Index: db.Index(), Lexicon: db.Lexicon(), Model: parrot, Catalog: oneModel{}, Embedder: enc,
		Bus: memory.NewBus(), Prompts: set, Config: memory.Standard(),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(ctx); err != nil {
		t.Fatal(err)
	}
	r, err := exercise.Run(ctx, s, db, parrot, enc.ID(), exchanges, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", r)
	if r.MostCalls > 2 {
		t.Errorf("%d calls of memory work for one exchange", r.MostCalls)
	}
	if r.Unexplained+r.NoRow+r.NoVector != 0 {
		t.Errorf("%d rows unexplained, %d vectors without row, %d missing", r.Unexplained, r.NoRow, r.NoVector)
	}
	if r.Memories < exchanges/2 {
		t.Errorf("only %d memories were learned: the run proves little", r.Memories)
	}
	// A memory costs its vector in the index (384 floats, 1.5 KB) and its row there; more than ten
	// times that is a leak.
	if r.PerMemory > 20<<10 {
		t.Errorf("the heap grew by %.0f bytes a memory", r.PerMemory)
	}
	if err := s.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
	if err := enc.Close(); err != nil {
		t.Error(err)
	}
	if err := db.Close(context.Background()); err != nil {
		t.Error(err)
	}
}
