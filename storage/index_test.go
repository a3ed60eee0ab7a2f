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

// quiet returns an index without logging, in its own temporary folder.
func quiet(t testing.TB) *index {
	return newIndex(filepath.Join(t.TempDir(), indexName), slog.New(slog.DiscardHandler))
}

func memoryCollection() memory.Collection {
	return memory.Collection{ProfileID: 1, Embedder: "model@2@1", Kind: memory.OwnerMemory}
}

func vector(owner memory.ID, hash string, values ...float32) memory.Vector {
	return memory.Vector{Key: memory.VectorKey{Kind: memory.OwnerMemory, Owner: owner}, Hash: hash, Values: values}
}

func TestIndexSearch(t *testing.T) {
	x, ctx, c := quiet(t), t.Context(), memoryCollection()
	do(t, x.Upsert(ctx, c, []memory.Vector{
		vector(1, "a", 1, 0), vector(2, "b", 0, 1), vector(3, "c", 30, 40), vector(4, "d", 1, 0), vector(5, "e", -1, 0),
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

func TestIndexRefusesWhatHasNoCosine(t *testing.T) {
	x, ctx, c := quiet(t), t.Context(), memoryCollection()
	do(t, x.Upsert(ctx, c, []memory.Vector{vector(1, "a", 1, 0)}))
	nan := float32(math.NaN())
	for name, err := range map[string]error{
		"another length": x.Upsert(ctx, c, []memory.Vector{vector(2, "b", 1, 0), vector(3, "b", 1, 0, 0)}),
		"no direction":   x.Upsert(ctx, c, []memory.Vector{vector(2, "b", 0, 0)}),
		"not a number":   x.Upsert(ctx, c, []memory.Vector{vector(2, "b", nan, 0)}),
		"empty":          x.Upsert(ctx, c, []memory.Vector{vector(2, "b")}),
		"another's chunk": x.Upsert(ctx, c, []memory.Vector{{
			Key:    memory.VectorKey{Kind: memory.OwnerContext},
			Values: []float32{1, 0},
		}}),
		"a short query":    second2(x.Search(ctx, c, []float32{1}, 1)),
		"a query of zeros": second2(x.Search(ctx, c, []float32{0, 0}, 1)),
	} {
		if !errors.Is(err, memory.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := x.Count(c); n != 1 {
		t.Errorf("%d vectors after refused ones", n)
	}
	do(t, x.Drop(ctx, c))
	do(t, x.Upsert(ctx, c, []memory.Vector{vector(1, "a", 1, 0, 0)})) // empty: any length is accepted
}

func second2[T any](_ T, err error) error { return err }

func TestIndexKeepsWhatItWasGiven(t *testing.T) {
	x, ctx, c := quiet(t), t.Context(), memoryCollection()
	values := []float32{1, 0}
	do(t, x.Upsert(ctx, c, []memory.Vector{vector(1, "a", values...)}))
	do(t, x.Upsert(ctx, c, []memory.Vector{{
		Key: memory.VectorKey{Kind: memory.OwnerMemory, Owner: 2}, Hash: "b",
		Values: values,
	}}))
	values[0], values[1] = 0, 1
	if got := must(x.Search(ctx, c, []float32{1, 0}, 2))(t); got[1].Cosine < 0.99 {
		t.Errorf("the caller's array reaches into the index: %v", got)
	}
	do(t, x.Upsert(ctx, c, []memory.Vector{vector(1, "a2", 0, 1)}))
	want := map[memory.VectorKey]string{{Kind: memory.OwnerMemory, Owner: 1}: "a2", {
		Kind:  memory.OwnerMemory,
		Owner: 2,
	}: "b"}
	if got := must(x.Hashes(ctx, c))(t); !reflect.DeepEqual(got, want) {
		t.Errorf("hashes %v", got)
	}
	do(t, x.Delete(ctx, c, []memory.VectorKey{{Kind: memory.OwnerMemory, Owner: 2}, {Kind: memory.OwnerMemory, Owner: 9}}))
	if got := must(x.Search(ctx, c, []float32{0, 1},
		9))(t); len(got) != 1 || got[0].Key.Owner != 1 || got[0].Cosine < 0.99 {
		t.Errorf("after delete: %v", got)
	}
	name := collectionName(c)
	doc := must(x.db.GetCollection(name, neverEmbeds).GetByID(ctx, "1"))(t)
	if !strings.HasPrefix(name, "memory-") || doc.Metadata[hashKey] != "a2" {
		t.Errorf("collection %s, document %+v", name, doc)
	}
}

func TestChunksOfFilesAreTheirOwnDocuments(t *testing.T) {
	x, ctx := quiet(t), t.Context()
	c := memory.Collection{ProfileID: 1, Embedder: "e", Kind: memory.OwnerContext}
	var vs []memory.Vector
	for part := range 3 {
		vs = append(vs, memory.Vector{Key: memory.VectorKey{Kind: c.Kind, Owner: 7, Part: part}, Values: []float32{
			1,
			float32(part),
		}})
	}
	do(t, x.Upsert(ctx, c, vs))
	got := must(x.Search(ctx, c, []float32{1, 2}, 1))(t)
	if len(got) != 1 || got[0].Key != vs[2].Key {
		t.Errorf("got %v", got)
	}
	must(x.db.GetCollection(collectionName(c), neverEmbeds).GetByID(ctx, "7/2"))(t)
}

func TestACancelledSearchIsAnErrorNotHalfAnAnswer(t *testing.T) {
	x, c := quiet(t), memoryCollection()
	do(t, x.Upsert(t.Context(), c, []memory.Vector{vector(1, "a", 1, 0), vector(2, "a", 1, 0)}))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := x.Search(ctx, c, []float32{1, 0}, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", got, err)
	}
}

// Concurrent deletes and drops never trigger chromem's error of more results than documents.
func TestIndexIsSafeForConcurrentUse(t *testing.T) {
	x, ctx, c := quiet(t), t.Context(), memoryCollection()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for n := range 100 {
				id := memory.ID(i*1000 + n + 1)
				err := errors.Join(x.Upsert(ctx, c, []memory.Vector{vector(id, "h", 1, float32(n))}),
					second2(x.Search(ctx, c, []float32{1, 1}, 50)), x.Delete(ctx, c, []memory.VectorKey{{Kind: c.Kind, Owner: id}}))
				if n%40 == 0 {
					err = errors.Join(err, x.Drop(ctx, c), x.Save(ctx))
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

// saved returns an index with two collections and a written snapshot.
func saved(t testing.TB) *index {
	x, ctx := quiet(t), t.Context()
	do(t, x.Upsert(ctx, memoryCollection(), []memory.Vector{vector(1, "a", 1, 0), vector(2, "b", 0.6, 0.8)}))
	files := memory.Collection{ProfileID: 2, Embedder: "e", Kind: memory.OwnerContext}
	do(t, x.Upsert(ctx, files, []memory.Vector{{
		Key: memory.VectorKey{Kind: files.Kind, Owner: 3, Part: 4}, Hash: "f",
		Values: []float32{1, 2, 3},
	}}))
	do(t, x.Save(ctx))
	return x
}

// loaded returns an index read from the snapshot at path.
func loaded(t testing.TB, path string) *index {
	x := newIndex(path, slog.New(slog.DiscardHandler))
	x.load(t.Context())
	return x
}

func TestTheSnapshotBringsTheIndexBack(t *testing.T) {
	x := saved(t)
	y := loaded(t, x.path)
	for _, c := range x.collections() {
		want, got := must(x.Hashes(t.Context(), c))(t), must(y.Hashes(t.Context(), c))(t)
		if !reflect.DeepEqual(got, want) || y.parts[c].dim != x.parts[c].dim {
			t.Errorf("%v: got %v want %v", c, got, want)
		}
	}
	got := must(y.Search(t.Context(), memoryCollection(), []float32{0.6, 0.8}, 1))(t)
	if len(got) != 1 || got[0].Key.Owner != 2 || got[0].Cosine < 0.9999 {
		t.Errorf("search: %v", got)
	}
	before := must(os.Stat(x.path))(t).ModTime()
	do(t, os.Remove(x.path))
	do(t, y.Save(t.Context()))
	if exists(x.path) {
		t.Errorf("an index that did not change since %v was written again", before)
	}
}

// However the file is damaged, the index is loaded empty, and the next save replaces the file.
func TestADamagedSnapshotIsDiscarded(t *testing.T) {
	x := saved(t)
	good := must(os.ReadFile(x.path))(t)
	whole := func(y *index) bool { return y.Count(memoryCollection()) == 2 }
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
		y := loaded(t, x.path)
		if len(y.parts) != 0 || !y.dirty {
			t1.Errorf("a damaged snapshot was used: %v", y.parts)
		}
	})
	y := loaded(t, x.path)
	do(t, y.Save(t.Context()))
	if z := loaded(t, x.path); whole(z) || z.dirty {
		t.Error("the damaged snapshot was not replaced")
	}
}

func TestAFailedSaveLeavesTheOldSnapshot(t *testing.T) {
	x := saved(t)
	good := must(os.ReadFile(x.path))(t)
	do(t, x.Upsert(t.Context(), memoryCollection(), []memory.Vector{vector(3, "c", 1, 1)}))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := x.Save(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if !bytes.Equal(must(os.ReadFile(x.path))(t), good) || exists(x.path+".part") {
		t.Error("the old snapshot was touched")
	}
	do(t, x.Save(t.Context()))
	if y := loaded(t, x.path); y.Count(memoryCollection()) != 3 {
		t.Error("the next save did not write")
	}
}

func FuzzSnapshot(f *testing.F) {
	file := must(os.ReadFile(saved(f).path))(f)
	f.Add(file[len(snapshotMagic) : len(file)-sha256.Size])
	f.Fuzz(func(t *testing.T, data []byte) {
		x := quiet(t)
		_ = x.readBody(t.Context(), data) // on any input it neither panics nor allocates without bound
	})
}

func TestIndexesOfSeveralFoldersShareOneFolder(t *testing.T) {
	shared := t.TempDir()
	paths := map[string]bool{}
	for range 2 {
		db := open(t, func(o *Options) { o.IndexDir = shared })
		do(t, db.Index().Upsert(t.Context(), memoryCollection(), []memory.Vector{vector(1, "a", 1)}))
		do(t, db.Close(t.Context()))
		paths[db.index.path] = true
	}
	if files := must(os.ReadDir(shared))(t); len(paths) != 2 || len(files) != 2 {
		t.Errorf("%d files for %v", len(files), paths)
	}
}
