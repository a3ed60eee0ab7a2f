package storage

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"memoir/memory"
)

// embeddingDim is the length of the embedded encoder's vectors.
const embeddingDim = 384

// randomVectors returns normally distributed vectors from a fixed seed.
func randomVectors(n int) []memory.Vector {
	r := rand.New(rand.NewPCG(1, 2))
	vs := make([]memory.Vector, n)
	for i := range vs {
		values := make([]float32, embeddingDim)
		for j := range values {
			values[j] = float32(r.NormFloat64())
		}
		vs[i] = newVector(memory.ID(i+1), "0123456789abcdef0123456789abcdef", values...)
	}
	return vs
}

func filledIndex(b *testing.B, n int) *vectorIndex {
	x := newTestIndex(b)
	noErr(b, x.Upsert(b.Context(), memoryCollection(), randomVectors(n)))
	return x
}

// benchSizes is how many memories the benchmarks run over; with -short just enough to show that
// they run.
func benchSizes() []int {
	if testing.Short() {
		return []int{100}
	}
	return []int{1000, 10000}
}

// BenchmarkIndexSearch is to be compared with BenchmarkChromemQuery: the difference is the cost of
// our lock, checks and mapping.
func BenchmarkIndexSearch(b *testing.B) {
	for _, n := range benchSizes() {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			x, query := filledIndex(b, n), randomVectors(1)[0].Values
			for b.Loop() {
				must(x.Search(b.Context(), memoryCollection(), query, 15))(b)
			}
		})
	}
}

func BenchmarkChromemQuery(b *testing.B) {
	for _, n := range benchSizes() {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c, query := filledIndex(b, n).collections[memoryCollection()].documents, randomVectors(1)[0].Values
			for b.Loop() {
				must(c.QueryEmbedding(b.Context(), query, 15, nil, nil))(b)
			}
		})
	}
}

func BenchmarkSnapshotLoad(b *testing.B) {
	x := filledIndex(b, slices.Max(benchSizes()))
	noErr(b, x.SaveSnapshotIfChanged(b.Context()))
	for b.Loop() {
		loadIndex(b, x.path)
	}
}

func BenchmarkSnapshotSave(b *testing.B) {
	x := filledIndex(b, slices.Max(benchSizes()))
	for b.Loop() {
		x.dirty = true
		noErr(b, x.SaveSnapshotIfChanged(b.Context()))
	}
}

// newFilledStore fills a store with n memories of made-up words, some of them frequent.
func newFilledStore(b *testing.B, n int) *DB {
	db, ctx, r := openDB(b), b.Context(), rand.New(rand.NewPCG(1, 2))
	noErr(b, db.InTx(ctx, func(tx memory.Store) error {
		for i := range n {
			text := "The user"
			for range 10 {
				text += fmt.Sprintf(" w%d", int(r.ExpFloat64()*300))
			}
			must(tx.Memories().Insert(ctx, newFact(fmt.Sprintf("%s %d.", text, i))))(b)
		}
		return nil
	}))
	return db
}

func BenchmarkSearchMemories(b *testing.B) {
	for _, n := range benchSizes() {
		for _, query := range []string{"what does the user think of w7 and w901?", "w90 w4"} {
			b.Run(fmt.Sprintf("%d/%s", n, query), func(b *testing.B) {
				db := newFilledStore(b, n)
				for b.Loop() {
					must(db.FullText().SearchMemories(b.Context(), query, 15, memory.FullTextFilter{ProfileID: 1}))(b)
				}
			})
		}
	}
}

func BenchmarkStore(b *testing.B) {
	db, ctx := newFilledStore(b, slices.Max(benchSizes())), b.Context()
	b.Run("insert", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			must(db.Memories().Insert(ctx, newFact(fmt.Sprintf("The user said number %d.", i))))(b)
		}
	})
	b.Run("newest 10", func(b *testing.B) {
		for b.Loop() {
			must(db.Memories().List(ctx, memory.MemoryFilter{ProfileID: 1, Limit: 10, Now: noon}))(b)
		}
	})
	b.Run("count", func(b *testing.B) {
		for b.Loop() {
			must(db.Memories().Count(ctx, memory.MemoryFilter{ProfileID: 1, Now: noon}))(b)
		}
	})
	b.Run("by fold", func(b *testing.B) {
		for b.Loop() {
			must(db.Memories().FindByFoldedText(ctx, 1, "the user said number 0."))(b)
		}
	})
	b.Run("15 by number", func(b *testing.B) {
		ids := []memory.ID{1, 99, 3000, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
		for b.Loop() {
			must(db.Memories().List(ctx, memory.MemoryFilter{ProfileID: 1, IDs: ids, AnyScope: true}))(b)
		}
	})
	th := must(db.Chats().Create(ctx, newChat("c")))(b)
	for range 1000 {
		addMessage(b, db, th, memory.RoleUser, "hello, this is a message of ordinary length, or nearly so")
	}
	b.Run("path of 1000 messages", func(b *testing.B) {
		for b.Loop() {
			must(db.Messages().ListBranch(ctx, 1, th, 0, 0))(b)
		}
	})
	m := memory.Message{ChatID: th, Role: memory.RoleAssistant, Status: memory.MessageStreaming}
	m.ID = must(db.Messages().InsertAndMakeHead(ctx, m))(b)
	b.Run("save draft", func(b *testing.B) {
		for b.Loop() {
			noErr(b, db.Messages().SaveStreamingAnswerDraft(ctx, m.ID, "what has come so far", ""))
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	for b.Loop() {
		db := must(Open(b.Context(), Options{Dir: dir}))(b)
		noErr(b, db.Close(b.Context()))
	}
}
