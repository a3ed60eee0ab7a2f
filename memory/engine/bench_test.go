package engine_test

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/philippgille/chromem-go"

	"memoir/assets/model"
	"memoir/llm/encoder"
	"memoir/memory"
	"memoir/memory/engine"
	"memoir/memory/lang"
	"memoir/prompts"
	"memoir/storage"
)

// memoryCountsToBenchmark are the numbers of memories in the benchmarks; with -short just enough to see that
// they run.
func memoryCountsToBenchmark() []int {
	if testing.Short() {
		return []int{100}
	}
	return []int{1000, 10000}
}

// newBenchServiceWithMemories returns a service with n memories and the embedded encoder; its model answers at
// once.
func newBenchServiceWithMemories(b *testing.B, n int) (*engine.Service, *storage.DB, [][]float32) {
	b.Helper()
	ctx := b.Context()
	db, err := storage.Open(ctx, storage.Options{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	enc := encoder.NewLazilyLoadedEmbedder(model.BGESmall, encoder.Config{})
	if err := enc.LoadModelAndWait(ctx); err != nil {
		b.Fatal(err)
	}
	vecs := storePerturbedMemoriesWithVectors(b, db, enc, n)
	set, err := prompts.LoadTemplatesWithOverrides("")
	if err != nil {
		b.Fatal(err)
	}
	cfg := memory.ClassicPreset()
	cfg.RetrievalDeadline = 10 * time.Second // measure the search, not the fallback
	s, err := engine.New(memory.Deps{
		Store: db, VectorIndex: db.VectorIndex(), FullText: db.FullText(), Model: &scriptedModel{}, Catalog: newFakeCatalog(),
		Embedder: enc,
		Bus:      memory.NewBus(), Prompts: set, Config: cfg, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		b.Fatal(err)
	}
	if err := s.RecoverStateAndStartBackgroundWork(ctx); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		for _, err := range []error{
			s.ShutDownAndDeleteTemporaryChats(context.Background()), enc.Close(), db.Close(context.Background()),
		} {
			if err != nil {
				b.Error(err)
			}
		}
	})
	return s, db, vecs
}

// storePerturbedMemoriesWithVectors writes n memories with vectors: a few hundred real embeddings, each perturbed
// slightly, so that filling takes seconds and the angles stay realistic.
func storePerturbedMemoriesWithVectors(b *testing.B, db *storage.DB, enc *encoder.Embedder, n int) [][]float32 {
	b.Helper()
	ctx := b.Context()
	const real = 200
	texts := make([]string, min(real, n))
	for i := range texts {
		texts[i] = fmt.Sprintf("The user keeps %d %s in the %s.", i, []string{"books", "plants", "tools", "coins"}[i%4],
			[]string{"kitchen", "cellar", "office", "garden", "car"}[i%5])
	}
	seeds, err := enc.Embed(ctx, memory.EmbedPassage, texts)
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	vecs := make([][]float32, n)
	err = db.InTx(ctx, func(tx memory.Store) error {
		for i := range n {
			content := fmt.Sprintf("%s It is number %d.", texts[i%len(texts)], i)
			id, err := tx.MemoryStore().Insert(ctx, memory.Memory{
				ProfileID: 1, Content: content, Kind: memory.KindFact, Type: memory.TypeOther, Scope: memory.ScopeGlobal,
				Status: memory.StatusActive, Origin: memory.OriginManual, CreatedAt: time.Unix(int64(i), 0),
				UpdatedAt: time.Unix(int64(i), 0),
			})
			if err != nil {
				return err
			}
			vecs[i] = perturbVector(seeds[i%len(seeds)], r)
			err = tx.VectorStore().UpsertAll(ctx, []memory.Vector{{
				Key: memory.VectorKey{Kind: memory.OwnerMemory, Owner: id}, Embedder: enc.ID(),
				ContentHash: lang.ContentHash(content), Values: vecs[i],
			}})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return vecs
}

// perturbVector returns a unit vector close to v.
func perturbVector(v []float32, r *rand.Rand) []float32 {
	out := make([]float32, len(v))
	var sum float64
	for i, x := range v {
		out[i] = x + float32(r.NormFloat64())*0.01
		sum += float64(out[i]) * float64(out[i])
	}
	scale := float32(1 / math.Sqrt(sum))
	for i := range out {
		out[i] *= scale
	}
	return out
}

// waitForFullIndex waits until the index holds n vectors.
func waitForFullIndex(b *testing.B, s *engine.Service, db *storage.DB, n int) {
	b.Helper()
	wake, drain, cancel := s.SubscribeToQueuedEvents()
	defer cancel()
	c := memory.VectorCollection{ProfileID: 1, Embedder: encoder.ID, Kind: memory.OwnerMemory}
	for db.VectorIndex().Count(b.Context(), c) < n {
		select {
		case <-wake:
			drain()
		case <-time.After(time.Minute):
			b.Fatalf("index holds %d of %d", db.VectorIndex().Count(b.Context(), c), n)
		}
	}
}

// BenchmarkRetrieve measures the delay before the model is called: embedding the query, searching,
// loading the hits. "bare" is chromem-go's own query over the same vectors with the same embedding
// step, in the same run; the ratio of the two is the cost of our code.
func BenchmarkRetrieve(b *testing.B) {
	for _, n := range memoryCountsToBenchmark() {
		s, db, vecs := newBenchServiceWithMemories(b, n)
		waitForFullIndex(b, s, db, n)
		query := "Where does the user keep the plants?"
		b.Run(fmt.Sprintf("memoir/%d", n), func(b *testing.B) {
			for b.Loop() {
				r, err := s.Session(1, memory.ActorUser).RetrieveMemories(b.Context(), memory.RetrieveParams{Query: query})
				if err != nil || r.Mode != memory.RetrievalRelevant {
					b.Fatalf("mode %s, %v", r.Mode, err)
				}
			}
		})
		bare := newChromemCollectionOfVectors(b, vecs)
		b.Run(fmt.Sprintf("bare/%d", n), func(b *testing.B) {
			for b.Loop() {
				q, err := s.WaitAndEmbedTextsUnredacted(b.Context(), memory.EmbedQuery, []string{query})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := bare.QueryEmbedding(b.Context(), q[0], 5, nil, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func newChromemCollectionOfVectors(b *testing.B, vecs [][]float32) *chromem.Collection {
	b.Helper()
	c, err := chromem.NewDB().CreateCollection("bare", nil, func(context.Context, string) ([]float32, error) {
		return nil, memory.ErrNoEmbedder
	})
	if err != nil {
		b.Fatal(err)
	}
	docs := make([]chromem.Document, len(vecs))
	for i, v := range vecs {
		docs[i] = chromem.Document{ID: strconv.Itoa(i), Content: "-", Embedding: v}
	}
	if err := c.AddDocuments(b.Context(), docs, runtime.NumCPU()); err != nil {
		b.Fatal(err)
	}
	return c
}

// BenchmarkTurn measures a whole turn without the model's time: storing the message, retrieval, the
// prompt, storing the answer with its receipt.
func BenchmarkTurn(b *testing.B) {
	for _, n := range memoryCountsToBenchmark() {
		s, db, _ := newBenchServiceWithMemories(b, n)
		waitForFullIndex(b, s, db, n)
		chat, err := s.Session(1, memory.ActorUser).CreateChat(b.Context(), memory.NewChat{Memory: memory.MemoryReadOnly})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				turn, err := s.Session(1, memory.ActorUser).StoreMessageAndStartAnswer(b.Context(), memory.SendParams{
					ChatID: chat.ID, Text: "Where are my plants? " + strings.Repeat("x", 20),
				})
				if err != nil {
					b.Fatal(err)
				}
				if m, err := s.Session(1, memory.ActorUser).WaitForAnswer(b.Context(), turn.Answer.ID); err != nil ||
					m.Status != memory.MessageComplete {
					b.Fatalf("answer %s, %v", m.Status, err)
				}
			}
		})
	}
}
