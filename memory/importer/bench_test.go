package importer_test

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"memoir/memory"
	"memoir/memory/archive"
	"memoir/memory/archive/archivetest"
	"memoir/memory/importer"
	"memoir/storage"
)

// timedStore measures how long each write transaction holds the database.
type timedStore struct {
	memory.Store
	took []time.Duration
}

func (s *timedStore) InTx(ctx context.Context, fn func(tx memory.Store) error) error {
	var from time.Time
	err := s.Store.InTx(ctx, func(tx memory.Store) error {
		from = time.Now() // the writer is ours from here on
		return fn(tx)
	})
	s.took = append(s.took, time.Since(from))
	return err
}

// writeArchiveOfManyChats writes an archive of n chats one by one.
func writeArchiveOfManyChats(b *testing.B, n, messages int) *os.File {
	b.Helper()
	f, err := os.Create(filepath.Join(b.TempDir(), "conversations.json"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = f.Close() })
	w := bufio.NewWriter(f)
	_ = w.WriteByte('[')
	for i := range n {
		if i > 0 {
			_ = w.WriteByte(',')
		}
		text, err := json.Marshal(archivetest.NumberedChatGPTConversation(i, messages))
		if err != nil {
			b.Fatal(err)
		}
		_, _ = w.Write(text)
	}
	_ = w.WriteByte(']')
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	return f
}

// BenchmarkImport imports 10,000 chats with 200,000 messages into an empty data folder, and once more. It
// reports the time of each, how long write transactions hold the database, and the live heap. With -short there are
// just enough chats to see that it runs.
func BenchmarkImport(b *testing.B) {
	chats, messages := 10_000, 20
	if testing.Short() {
		chats = 20
	}
	for b.Loop() {
		f := writeArchiveOfManyChats(b, chats, messages)
		db, err := storage.Open(b.Context(), storage.Options{Dir: b.TempDir()})
		if err != nil {
			b.Fatal(err)
		}
		store := &timedStore{Store: db}
		im := importer.Importer{Store: store, Profile: 1, Now: time.Now}
		runtime.GC()
		var before, now runtime.MemStats
		runtime.ReadMemStats(&before)
		highest := uint64(0)
		for _, run := range []string{"first", "again"} {
			from := time.Now()
			archive := openArchiveFile(b, f)
			r, err := im.ImportNewPartsOfArchive(b.Context(), archive, memory.ImportOptions{}, func(p memory.Progress) {
				if p.Done%500 == 0 {
					runtime.ReadMemStats(&now)
					highest = max(highest, now.HeapAlloc-min(now.HeapAlloc, before.HeapAlloc))
				}
			})
			if err != nil || run == "first" && r.Messages != chats*messages || run == "again" && r.Messages != 0 {
				b.Fatalf("%s: %+v, %v", run, r, err)
			}
			b.ReportMetric(time.Since(from).Seconds(), "s-"+run)
		}
		slices.Sort(store.took)
		b.ReportMetric(float64(store.took[len(store.took)/2].Microseconds())/1e3, "ms-tx-p50")
		b.ReportMetric(float64(store.took[len(store.took)*99/100].Microseconds())/1e3, "ms-tx-p99")
		b.ReportMetric(float64(store.took[len(store.took)-1].Microseconds())/1e3, "ms-tx-max")
		b.ReportMetric(float64(highest)/1e6, "MB-heap")
		if err := db.Close(context.WithoutCancel(b.Context())); err != nil {
			b.Fatal(err)
		}
	}
}

func openArchiveFile(b *testing.B, f *os.File) *archive.Archive {
	b.Helper()
	info, err := f.Stat()
	if err != nil {
		b.Fatal(err)
	}
	a, err := archive.OpenAndDetectProgram(f, info.Size())
	if err != nil {
		b.Fatal(err)
	}
	return a
}
