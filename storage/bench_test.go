package storage

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"memoir/memory"
)

// memoryCountsToBenchmark is how many memories the benchmarks run over; with -short just enough to show that
// they run.
func memoryCountsToBenchmark() []int {
	if testing.Short() {
		return []int{100}
	}
	return []int{1000, 10000}
}

// newStoreWithMadeUpMemories fills a store with n memories of made-up words, some of them frequent.
func newStoreWithMadeUpMemories(b *testing.B, n int) *DB {
	db, ctx, r := openDB(b), b.Context(), rand.New(rand.NewPCG(1, 2))
	failOnError(b, db.InTx(ctx, func(tx memory.Store) error {
		for i := range n {
			text := "The user"
			for range 10 {
				text += fmt.Sprintf(" w%d", int(r.ExpFloat64()*300))
			}
			must(tx.MemoryStore().Insert(ctx, newFact(fmt.Sprintf("%s %d.", text, i))))(b)
		}
		return nil
	}))
	return db
}

func BenchmarkSearchMemories(b *testing.B) {
	for _, n := range memoryCountsToBenchmark() {
		for _, query := range []string{"what does the user think of w7 and w901?", "w90 w4"} {
			b.Run(fmt.Sprintf("%d/%s", n, query), func(b *testing.B) {
				db := newStoreWithMadeUpMemories(b, n)
				for b.Loop() {
					must(db.FullText().SearchMemories(b.Context(), query, 15, memory.FullTextFilter{ProfileID: 1}))(b)
				}
			})
		}
	}
}

func BenchmarkStore(b *testing.B) {
	db, ctx := newStoreWithMadeUpMemories(b, slices.Max(memoryCountsToBenchmark())), b.Context()
	b.Run("insert", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			must(db.MemoryStore().Insert(ctx, newFact(fmt.Sprintf("The user said number %d.", i))))(b)
		}
	})
	b.Run("newest 10", func(b *testing.B) {
		for b.Loop() {
			must(db.MemoryStore().List(ctx, memory.MemoryFilter{ProfileID: 1, Limit: 10, Now: noon}))(b)
		}
	})
	b.Run("count", func(b *testing.B) {
		for b.Loop() {
			must(db.MemoryStore().Count(ctx, memory.MemoryFilter{ProfileID: 1, Now: noon}))(b)
		}
	})
	b.Run("by fold", func(b *testing.B) {
		for b.Loop() {
			must(db.MemoryStore().FindByFoldedText(ctx, 1, "the user said number 0."))(b)
		}
	})
	b.Run("15 by number", func(b *testing.B) {
		ids := []memory.ID{1, 99, 3000, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
		for b.Loop() {
			must(db.MemoryStore().List(ctx, memory.MemoryFilter{ProfileID: 1, IDs: ids, AnyScope: true}))(b)
		}
	})
	th := must(db.ChatStore().Create(ctx, newChat("c")))(b)
	for range 1000 {
		addMessage(b, db, th, memory.RoleUser, "hello, this is a message of ordinary length, or nearly so")
	}
	b.Run("path of 1000 messages", func(b *testing.B) {
		for b.Loop() {
			must(db.MessageStore().ListBranch(ctx, 1, th, 0, 0))(b)
		}
	})
	m := memory.Message{ChatID: th, Role: memory.RoleAssistant, Status: memory.MessageStreaming}
	m.ID = must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, m))(b)
	b.Run("save draft", func(b *testing.B) {
		for b.Loop() {
			failOnError(b, db.MessageStore().SaveStreamingAnswerDraft(ctx, m.ID, "what has come so far", ""))
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	for b.Loop() {
		db := must(Open(b.Context(), Options{Dir: dir}))(b)
		failOnError(b, db.Close(b.Context()))
	}
}
