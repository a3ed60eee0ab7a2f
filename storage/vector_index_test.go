package storage

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"memoir/memory"
)

// newTestIndex returns an index without logging, in its own temporary folder.
func newTestIndex(t testing.TB) *vectorIndex {
	return newVectorIndex(filepath.Join(t.TempDir(), indexSnapshotName), slog.New(slog.DiscardHandler))
}

func memoryCollection() memory.VectorCollection {
	return memory.VectorCollection{ProfileID: 1, Embedder: "model@2@1", Kind: memory.OwnerMemory}
}

func newVector(owner memory.ID, hash string, values ...float32) memory.Vector {
	return memory.Vector{Key: memory.VectorKey{Kind: memory.OwnerMemory, Owner: owner}, ContentHash: hash, Values: values}
}

func TestVectorIndexSearch(t *testing.T) {
	x, ctx, c := newTestIndex(t), t.Context(), memoryCollection()
	noErr(t, x.Upsert(ctx, c, []memory.Vector{
		newVector(1, "a", 1, 0), newVector(2, "b", 0, 1), newVector(3, "c", 30, 40), newVector(4, "d", 1, 0),
		newVector(5, "e", -1, 0),
	}))
	want := []memory.VectorHit{
		{Key: memory.VectorKey{Kind: memory.OwnerMemory, Owner: 1}, Cosine: 1},
		{Key: memory.VectorKey{Kind: memory.OwnerMemory, Owner: 4}, Cosine: 1},
		{Key: memory.VectorKey{Kind: memory.OwnerMemory, Owner: 3}, Cosine: 0.6},
		{Key: memory.VectorKey{Kind: memory.OwnerMemory, Owner: 2}, Cosine: 0},
		{Key: memory.VectorKey{Kind: memory.OwnerMemory, Owner: 5}, Cosine: -1},
	}
	for _, k := range []int{0, 1, 3, 5, 100} {
		for _, query := range [][]float32{{1, 0}, {7, 0}} { // unit length and not
			got := must(x.Search(ctx, c, query, k))(t)
			n := min(k, len(want))
			if len(got) != n {
				t.Fatalf("%d hits for k %d", len(got), k)
			}
			for i := range got {
				if k > 1 && got[i].Key != want[i].Key || math.Abs(got[i].Cosine-want[i].Cosine) > 1e-6 {
					t.Errorf("k %d, place %d: %+v, want %+v", k, i, got[i], want[i])
				}
			}
		}
	}
	other := c
	other.ProfileID = 2
	if got := must(x.Search(ctx, other, []float32{1, 0}, 5))(t); got != nil {
		t.Errorf("another profile finds %v", got)
	}
}

func TestVectorIndexRejectsUnusableVectors(t *testing.T) {
	x, ctx, c := newTestIndex(t), t.Context(), memoryCollection()
	noErr(t, x.Upsert(ctx, c, []memory.Vector{newVector(1, "a", 1, 0)}))
	nan := float32(math.NaN())
	for name, err := range map[string]error{
		"another length": x.Upsert(ctx, c, []memory.Vector{newVector(2, "b", 1, 0), newVector(3, "b", 1, 0, 0)}),
		"no direction":   x.Upsert(ctx, c, []memory.Vector{newVector(2, "b", 0, 0)}),
		"not a number":   x.Upsert(ctx, c, []memory.Vector{newVector(2, "b", nan, 0)}),
		"empty":          x.Upsert(ctx, c, []memory.Vector{newVector(2, "b")}),
		"another's chunk": x.Upsert(ctx, c, []memory.Vector{{
			Key:    memory.VectorKey{Kind: memory.OwnerFile},
			Values: []float32{1, 0},
		}}),
		"a short query":    errorOf(x.Search(ctx, c, []float32{1}, 1)),
		"a query of zeros": errorOf(x.Search(ctx, c, []float32{0, 0}, 1)),
	} {
		if !errors.Is(err, memory.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := x.Count(c); n != 1 {
		t.Errorf("%d vectors after refused ones", n)
	}
	noErr(t, x.DropCollection(ctx, c))
	noErr(t, x.Upsert(ctx, c, []memory.Vector{newVector(1, "a", 1, 0, 0)})) // empty: any length is accepted
}

func errorOf[T any](_ T, err error) error { return err }

func TestVectorIndexCopiesAndReplacesVectors(t *testing.T) {
	x, ctx, c := newTestIndex(t), t.Context(), memoryCollection()
	values := []float32{1, 0}
	noErr(t, x.Upsert(ctx, c, []memory.Vector{newVector(1, "a", values...)}))
	noErr(t, x.Upsert(ctx, c, []memory.Vector{{
		Key: memory.VectorKey{Kind: memory.OwnerMemory, Owner: 2}, ContentHash: "b",
		Values: values,
	}}))
	values[0], values[1] = 0, 1
	if got := must(x.Search(ctx, c, []float32{1, 0}, 2))(t); got[1].Cosine < 0.99 {
		t.Errorf("the caller's array reaches into the index: %v", got)
	}
	noErr(t, x.Upsert(ctx, c, []memory.Vector{newVector(1, "a2", 0, 1)}))
	want := map[memory.VectorKey]string{{Kind: memory.OwnerMemory, Owner: 1}: "a2", {
		Kind:  memory.OwnerMemory,
		Owner: 2,
	}: "b"}
	if got := must(x.ContentHashes(ctx, c))(t); !reflect.DeepEqual(got, want) {
		t.Errorf("hashes %v", got)
	}
	noErr(t, x.Delete(ctx, c, []memory.VectorKey{
		{Kind: memory.OwnerMemory, Owner: 2},
		{Kind: memory.OwnerMemory, Owner: 9},
	}))
	if got := must(x.Search(ctx, c, []float32{0, 1},
		9))(t); len(got) != 1 || got[0].Key.Owner != 1 || got[0].Cosine < 0.99 {
		t.Errorf("after delete: %v", got)
	}
	name := chromemCollectionName(c)
	doc := must(x.chromemDB.GetCollection(name, rejectEmbedding).GetByID(ctx, "1"))(t)
	if !strings.HasPrefix(name, "memory-") || doc.Metadata[hashMetadataKey] != "a2" {
		t.Errorf("collection %s, document %+v", name, doc)
	}
}

func TestFileChunksAreSeparateDocuments(t *testing.T) {
	x, ctx := newTestIndex(t), t.Context()
	c := memory.VectorCollection{ProfileID: 1, Embedder: "e", Kind: memory.OwnerFile}
	var vs []memory.Vector
	for part := range 3 {
		vs = append(vs, memory.Vector{Key: memory.VectorKey{Kind: c.Kind, Owner: 7, Part: part}, Values: []float32{
			1,
			float32(part),
		}})
	}
	noErr(t, x.Upsert(ctx, c, vs))
	got := must(x.Search(ctx, c, []float32{1, 2}, 1))(t)
	if len(got) != 1 || got[0].Key != vs[2].Key {
		t.Errorf("got %v", got)
	}
	must(x.chromemDB.GetCollection(chromemCollectionName(c), rejectEmbedding).GetByID(ctx, "7/2"))(t)
}

func TestCancelledVectorSearchReturnsError(t *testing.T) {
	x, c := newTestIndex(t), memoryCollection()
	noErr(t, x.Upsert(t.Context(), c, []memory.Vector{newVector(1, "a", 1, 0), newVector(2, "a", 1, 0)}))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := x.Search(ctx, c, []float32{1, 0}, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", got, err)
	}
}

// Concurrent deletes and drops never trigger chromem's error of more results than documents.
func TestVectorIndexIsSafeForConcurrentUse(t *testing.T) {
	x, ctx, c := newTestIndex(t), t.Context(), memoryCollection()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for n := range 100 {
				id := memory.ID(i*1000 + n + 1)
				err := errors.Join(x.Upsert(ctx, c, []memory.Vector{newVector(id, "h", 1, float32(n))}),
					errorOf(x.Search(ctx, c, []float32{1, 1}, 50)), x.Delete(ctx, c, []memory.VectorKey{{Kind: c.Kind, Owner: id}}))
				if n%40 == 0 {
					err = errors.Join(err, x.DropCollection(ctx, c), x.SaveSnapshotIfChanged(ctx))
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	if n := x.Count(c); n != 0 {
		t.Errorf("%d left", n)
	}
}

// newSavedIndex returns an index with two collections and a written snapshot.
func newSavedIndex(t testing.TB) *vectorIndex {
	x, ctx := newTestIndex(t), t.Context()
	noErr(t, x.Upsert(ctx, memoryCollection(), []memory.Vector{newVector(1, "a", 1, 0), newVector(2, "b", 0.6, 0.8)}))
	files := memory.VectorCollection{ProfileID: 2, Embedder: "e", Kind: memory.OwnerFile}
	noErr(t, x.Upsert(ctx, files, []memory.Vector{{
		Key: memory.VectorKey{Kind: files.Kind, Owner: 3, Part: 4}, ContentHash: "f",
		Values: []float32{1, 2, 3},
	}}))
	noErr(t, x.SaveSnapshotIfChanged(ctx))
	return x
}

// loadIndex returns an index read from the snapshot at path.
func loadIndex(t testing.TB, path string) *vectorIndex {
	x := newVectorIndex(path, slog.New(slog.DiscardHandler))
	x.loadSnapshotOrStayEmpty(t.Context())
	return x
}

func TestSnapshotRestoresVectorIndex(t *testing.T) {
	x := newSavedIndex(t)
	y := loadIndex(t, x.path)
	for _, c := range x.listIndexedCollections() {
		want, got := must(x.ContentHashes(t.Context(), c))(t), must(y.ContentHashes(t.Context(), c))(t)
		if !reflect.DeepEqual(got, want) || y.collections[c].dim != x.collections[c].dim {
			t.Errorf("%v: got %v want %v", c, got, want)
		}
	}
	got := must(y.Search(t.Context(), memoryCollection(), []float32{0.6, 0.8}, 1))(t)
	if len(got) != 1 || got[0].Key.Owner != 2 || got[0].Cosine < 0.9999 {
		t.Errorf("search: %v", got)
	}
	before := must(os.Stat(x.path))(t).ModTime()
	noErr(t, os.Remove(x.path))
	noErr(t, y.SaveSnapshotIfChanged(t.Context()))
	if isNonEmptyFile(x.path) {
		t.Errorf("an index that did not change since %v was written again", before)
	}
}

// However the file is damaged, the index is loaded empty, and the next save replaces the file.
func TestDamagedSnapshotIsDiscarded(t *testing.T) {
	x := newSavedIndex(t)
	good := must(os.ReadFile(x.path))(t)
	whole := func(y *vectorIndex) bool { return y.Count(memoryCollection()) == 2 }
	rapid.Check(t, func(t1 *rapid.T) {
		bad := bytes.Clone(good)
		switch rapid.IntRange(0, 2).Draw(t1, "damage") {
		case 0:
			bad = bad[:rapid.IntRange(0, len(bad)-1).Draw(t1, "length")]
		case 1:
			i := rapid.IntRange(0, len(bad)-1).Draw(t1, "at")
			bad[i] ^= byte(rapid.IntRange(1, 255).Draw(t1, "bits"))
		case 2:
			bad = append(bad, rapid.SliceOfN(rapid.Byte(), 1, 50).Draw(t1, "more")...)
		}
		if err := os.WriteFile(x.path, bad, fileMode); err != nil {
			t1.Fatal(err)
		}
		y := loadIndex(t, x.path)
		if len(y.collections) != 0 || !y.dirty {
			t1.Errorf("a damaged snapshot was used: %v", y.collections)
		}
	})
	y := loadIndex(t, x.path)
	noErr(t, y.SaveSnapshotIfChanged(t.Context()))
	if z := loadIndex(t, x.path); whole(z) || z.dirty {
		t.Error("the damaged snapshot was not replaced")
	}
}

func TestFailedSaveKeepsOldSnapshot(t *testing.T) {
	x := newSavedIndex(t)
	good := must(os.ReadFile(x.path))(t)
	noErr(t, x.Upsert(t.Context(), memoryCollection(), []memory.Vector{newVector(3, "c", 1, 1)}))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := x.SaveSnapshotIfChanged(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if !bytes.Equal(must(os.ReadFile(x.path))(t), good) || isNonEmptyFile(x.path+".part") {
		t.Error("the old snapshot was touched")
	}
	noErr(t, x.SaveSnapshotIfChanged(t.Context()))
	if y := loadIndex(t, x.path); y.Count(memoryCollection()) != 3 {
		t.Error("the next save did not write")
	}
}

func FuzzSnapshot(f *testing.F) {
	file := must(os.ReadFile(newSavedIndex(f).path))(f)
	f.Add(file[len(snapshotMagic) : len(file)-sha256.Size])
	f.Fuzz(func(t *testing.T, data []byte) {
		x := newTestIndex(t)
		_ = x.readSnapshotCollections(t.Context(), data) // on any input it neither panics nor allocates without bound
	})
}

func TestDataFoldersCanShareIndexFolder(t *testing.T) {
	shared := t.TempDir()
	paths := map[string]bool{}
	for range 2 {
		db := openDB(t, func(o *Options) { o.IndexDir = shared })
		noErr(t, db.VectorIndex().Upsert(t.Context(), memoryCollection(), []memory.Vector{newVector(1, "a", 1)}))
		noErr(t, db.Close(t.Context()))
		paths[db.vectorIndex.path] = true
	}
	if files := must(os.ReadDir(shared))(t); len(paths) != 2 || len(files) != 2 {
		t.Errorf("%d files for %v", len(files), paths)
	}
}
