package vectorindex

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"log/slog"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"memoir/memory"
)

// storedVectors stands for the database that an index is a cache of.
type storedVectors struct {
	mu     sync.Mutex
	values map[memory.VectorKey][]float32
	loaded int
}

func (s *storedVectors) loadAndCount(
	_ context.Context, _ memory.VectorCollection, keys []memory.VectorKey,
) ([]memory.Vector, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loaded += len(keys)
	var out []memory.Vector
	for _, k := range keys {
		if v, ok := s.values[k]; ok {
			out = append(out, memory.Vector{Key: k, Values: v})
		}
	}
	return out, nil
}

// testIndex stores vectors before it indexes them, as the program does.
type testIndex struct {
	*Index
	stored *storedVectors
}

func (x testIndex) Upsert(ctx context.Context, c memory.VectorCollection, vs []memory.Vector) error {
	x.stored.mu.Lock()
	for _, v := range vs {
		x.stored.values[v.Key] = append([]float32(nil), v.Values...)
	}
	x.stored.mu.Unlock()
	return x.Index.Upsert(ctx, c, vs)
}

// Values of Options.MaxChromem with which no vector is in chromem-go.
const (
	codesWithRemainders    = -1
	codesWithoutRemainders = -2
)

// openIndex returns an index that holds at most maxChromem vectors of a collection in chromem-go.
func openIndex(t testing.TB, path string, maxChromem int, stored *storedVectors) testIndex {
	o := Options{Path: path, Logger: slog.New(slog.DiscardHandler), Load: stored.loadAndCount, MaxChromem: maxChromem}
	if maxChromem == codesWithoutRemainders {
		o.MaxRemainders = -1
	}
	return testIndex{New(o), stored}
}

func newTestIndex(t testing.TB, maxChromem int) testIndex {
	return openIndex(t, filepath.Join(t.TempDir(), "index"), maxChromem,
		&storedVectors{values: map[memory.VectorKey][]float32{}})
}

// runWithChromemAndWithCodes runs a test with every vector in chromem-go, and with every vector as codes.
func runWithChromemAndWithCodes(t *testing.T, test func(t *testing.T, maxChromem int)) {
	t.Run("chromem", func(t *testing.T) { test(t, DefaultMaxChromem) })
	t.Run("codes", func(t *testing.T) { test(t, codesWithoutRemainders) })
	t.Run("codes with remainders", func(t *testing.T) { test(t, codesWithRemainders) })
}

// largestCosineError is how far the cosine of an index may be from that of the vectors.
func largestCosineError(maxChromem int) float64 {
	if maxChromem == codesWithRemainders {
		return 1e-4
	}
	return 1e-5
}

func memoryCollection() memory.VectorCollection {
	return memory.VectorCollection{ProfileID: 1, Embedder: "model@2@1", Kind: memory.OwnerMemory}
}

func newVector(owner memory.ID, hash string, values ...float32) memory.Vector {
	return memory.Vector{Key: memory.VectorKey{Kind: memory.OwnerMemory, Owner: owner}, ContentHash: hash, Values: values}
}

func failOnError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		failOnError(t, err)
		return v
	}
}

func errorOf[T any](_ T, err error) error { return err }

func TestSearchReturnsTheNearestFirst(t *testing.T) {
	runWithChromemAndWithCodes(t, func(t *testing.T, maxChromem int) {
		x, ctx, c := newTestIndex(t, maxChromem), t.Context(), memoryCollection()
		failOnError(t, x.Upsert(ctx, c, []memory.Vector{
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
					if k > 1 && got[i].Key != want[i].Key || math.Abs(got[i].Cosine-want[i].Cosine) > largestCosineError(maxChromem) {
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
	})
}

// clusteredVectors returns vectors around centers, so that many cosines are close to each other.
func clusteredVectors(r *rand.Rand, n, dim int) []memory.Vector {
	centers := make([][]float32, n/50+1)
	for i := range centers {
		centers[i] = make([]float32, dim)
		for j := range centers[i] {
			centers[i][j] = float32(r.NormFloat64())
		}
	}
	vs := make([]memory.Vector, n)
	for i := range vs {
		values := make([]float32, dim)
		for j, f := range centers[r.IntN(len(centers))] {
			values[j] = f + float32(r.NormFloat64())*0.5
		}
		vs[i] = newVector(memory.ID(i+1), "0123456789abcdef0123456789abcdef", values...)
	}
	return vs
}

// The scan of codes finds what comparing every vector finds, for a thousand queries, and the cosines of given
// vectors are theirs too. With remainders it reads none of the stored vectors.
func TestCodesFindTheSameAsAnExactSearch(t *testing.T) {
	const n, dim, queries, k = 3000, 96, 1000, 10
	for _, form := range []int{codesWithoutRemainders, codesWithRemainders} {
		r := rand.New(rand.NewPCG(3, 4))
		vs := clusteredVectors(r, n, dim)
		codes, exact := newTestIndex(t, form), newTestIndex(t, n)
		ctx, c := t.Context(), memoryCollection()
		failOnError(t, codes.Upsert(ctx, c, vs))
		failOnError(t, exact.Upsert(ctx, c, vs))
		for i := range queries {
			query := clusteredVectors(r, 1, dim)[0].Values
			if i%2 == 0 { // near a stored one
				for j, f := range vs[r.IntN(n)].Values {
					query[j] = f + query[j]*0.1
				}
			}
			got, want := must(codes.Search(ctx, c, query, k))(t), must(exact.Search(ctx, c, query, k))(t)
			for j := range want {
				if math.Abs(got[j].Cosine-want[j].Cosine) > largestCosineError(form) {
					t.Fatalf("form %d, query %d, place %d: %+v, want %+v", form, i, j, got[j], want[j])
				}
			}
		}
		share := float64(codes.stored.loaded) / queries / n
		if share > 0.1 || form == codesWithRemainders && share > 0 {
			t.Errorf("form %d: %.0f %% of the vectors were read for a query", form, 100*share)
		}
	}
}

// The cosines of given vectors are those of a search, also behind one that was taken out, and without those that
// the index does not have.
func TestCosinesOfGivenVectors(t *testing.T) {
	runWithChromemAndWithCodes(t, func(t *testing.T, maxChromem int) {
		const n = 50
		x, ctx, c := newTestIndex(t, maxChromem), t.Context(), memoryCollection()
		vs := clusteredVectors(rand.New(rand.NewPCG(7, 8)), n, 40)
		failOnError(t, x.Upsert(ctx, c, vs))
		failOnError(t, x.Delete(ctx, c, []memory.VectorKey{vs[3].Key})) // the last one takes its row
		failOnError(t, x.SaveSnapshotIfChanged(ctx))
		var keys []memory.VectorKey
		for _, v := range vs {
			keys = append(keys, v.Key)
		}
		for _, x := range []testIndex{x, x.openAgainFromSnapshot(t)} {
			got := must(x.CosinesWithQuery(ctx, c, vs[9].Values, keys))(t)
			if _, ok := got[vs[3].Key]; ok || len(got) != n-1 {
				t.Errorf("%d cosines", len(got))
			}
			for _, v := range vs {
				want := dotProduct(vs[9].Values, v.Values) / euclideanNorm(vs[9].Values) / euclideanNorm(v.Values)
				if cos, ok := got[v.Key]; ok && math.Abs(cos-want) > largestCosineError(maxChromem) {
					t.Errorf("vector %d: %f, want %f", v.Key.Owner, cos, want)
				}
			}
			if err := errorOf(x.CosinesWithQuery(ctx, c, []float32{1}, keys)); !errors.Is(err, memory.ErrInvalid) {
				t.Errorf("a short query: %v", err)
			}
		}
	})
}

// With too many vectors for remainders there are none, also for those that had one, and the stored vectors are
// compared instead.
func TestTooManyVectorsHaveNoRemainders(t *testing.T) {
	x, ctx, c := newTestIndex(t, codesWithRemainders), t.Context(), memoryCollection()
	x.o.MaxRemainders = 3
	vs := clusteredVectors(rand.New(rand.NewPCG(9, 9)), 4, 40)
	failOnError(t, x.Upsert(ctx, c, vs[:3]))
	must(x.Search(ctx, c, vs[0].Values, 1))(t)
	if x.stored.loaded > 0 || x.collections[c].codes.remainders == nil {
		t.Errorf("%d stored vectors were read for three", x.stored.loaded)
	}
	failOnError(t, x.Upsert(ctx, c, vs[3:]))
	failOnError(t, x.Delete(ctx, c, []memory.VectorKey{vs[1].Key}))
	failOnError(t, x.SaveSnapshotIfChanged(ctx))
	for _, x := range []testIndex{x, x.openAgainFromSnapshot(t)} {
		x.stored.loaded = 0
		got := must(x.CosinesWithQuery(ctx, c, vs[3].Values, []memory.VectorKey{vs[3].Key}))(t)
		if math.Abs(got[vs[3].Key]-1) > 1e-6 || x.stored.loaded != 1 || x.collections[c].codes.remainders != nil {
			t.Errorf("got %v, %d stored vectors read", got, x.stored.loaded)
		}
	}
}

func TestKernelAddsLikeThePlainLoop(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, width := range []int{32, 64, 384, 1536, 8192} {
		codes, query := make([]int8, 7*width), make([]int16, width)
		for _, largest := range []bool{false, true} {
			for i := range codes {
				codes[i] = int8(r.IntN(2*maxCode+1) - maxCode)
				if largest {
					codes[i] = -maxCode
				}
			}
			for i := range query {
				query[i] = int16(r.IntN(2*maxQueryCode+1) - maxQueryCode)
				if largest {
					query[i] = maxQueryCode
				}
			}
			got, want := make([]int32, 7), make([]int32, 7)
			multiplyRowsByQuery(codes, query, got)
			multiplyRowsByQueryPlain(codes, query, want)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("width %d: %v, want %v", width, got, want)
			}
			if largest && int64(want[0]) != -int64(maxCode)*int64(maxQueryCode)*int64(width) {
				t.Errorf("width %d: the sum overflows", width)
			}
		}
	}
}

func TestVectorIndexRejectsUnusableVectors(t *testing.T) {
	runWithChromemAndWithCodes(t, func(t *testing.T, maxChromem int) {
		x, ctx, c := newTestIndex(t, maxChromem), t.Context(), memoryCollection()
		failOnError(t, x.Upsert(ctx, c, []memory.Vector{newVector(1, "a", 1, 0)}))
		nan := float32(math.NaN())
		for name, err := range map[string]error{
			"another length": x.Upsert(ctx, c, []memory.Vector{newVector(2, "b", 1, 0), newVector(3, "b", 1, 0, 0)}),
			"no direction":   x.Upsert(ctx, c, []memory.Vector{newVector(2, "b", 0, 0)}),
			"not a number":   x.Upsert(ctx, c, []memory.Vector{newVector(2, "b", nan, 0)}),
			"empty":          x.Upsert(ctx, c, []memory.Vector{newVector(2, "b")}),
			"another's chunk": x.Upsert(ctx, c, []memory.Vector{{
				Key: memory.VectorKey{Kind: memory.OwnerFile}, Values: []float32{1, 0},
			}}),
			"a short query":    errorOf(x.Search(ctx, c, []float32{1}, 1)),
			"a query of zeros": errorOf(x.Search(ctx, c, []float32{0, 0}, 1)),
		} {
			if !errors.Is(err, memory.ErrInvalid) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if n := x.Count(t.Context(), c); n != 1 {
			t.Errorf("%d vectors after refused ones", n)
		}
		failOnError(t, x.DropCollection(ctx, c))
		failOnError(t, x.Upsert(ctx, c, []memory.Vector{newVector(1, "a", 1, 0, 0)})) // empty: any length is accepted
	})
}

func TestVectorIndexCopiesAndReplacesVectors(t *testing.T) {
	runWithChromemAndWithCodes(t, func(t *testing.T, maxChromem int) {
		x, ctx, c := newTestIndex(t, maxChromem), t.Context(), memoryCollection()
		values := []float32{1, 0}
		failOnError(t, x.Upsert(ctx, c, []memory.Vector{newVector(1, "a", values...), newVector(2, "b", values...)}))
		values[0], values[1] = 0, 1
		if got := must(x.Search(ctx, c, []float32{1, 0}, 2))(t); got[1].Cosine < 0.99 {
			t.Errorf("the caller's array reaches into the index: %v", got)
		}
		failOnError(t, x.Upsert(ctx, c, []memory.Vector{newVector(1, "a2", 0, 1)}))
		one, two := memory.VectorKey{Kind: memory.OwnerMemory, Owner: 1}, memory.VectorKey{Kind: memory.OwnerMemory, Owner: 2}
		want := map[memory.VectorKey]string{one: "a2", two: "b"}
		if got := must(x.ContentHashes(ctx, c))(t); !reflect.DeepEqual(got, want) {
			t.Errorf("hashes %v", got)
		}
		failOnError(t, x.Delete(ctx, c, []memory.VectorKey{two, {Kind: memory.OwnerMemory, Owner: 9}}))
		got := must(x.Search(ctx, c, []float32{0, 1}, 9))(t)
		if len(got) != 1 || got[0].Key != one || got[0].Cosine < 0.99 {
			t.Errorf("after delete: %v", got)
		}
	})
}

func TestSmallCollectionsAreInChromem(t *testing.T) {
	x, ctx := newTestIndex(t, 2), t.Context()
	c := memory.VectorCollection{ProfileID: 1, Embedder: "e", Kind: memory.OwnerFile}
	var vs []memory.Vector
	for part := range 3 {
		key := memory.VectorKey{Kind: c.Kind, Owner: 7, Part: part}
		vs = append(vs, memory.Vector{Key: key, ContentHash: "h", Values: []float32{1, float32(part)}})
	}
	failOnError(t, x.Upsert(ctx, c, vs[:2]))
	part := x.collections[c].vectors
	if part == nil || !strings.HasPrefix(part.documents.Name, "memory-") {
		t.Fatal("two vectors are not in chromem-go")
	}
	if doc := must(part.documents.GetByID(ctx, "7/1"))(t); doc.Metadata[hashMetadataKey] != "h" {
		t.Errorf("document %+v", doc)
	}
	failOnError(t, x.Upsert(ctx, c, vs[2:]))
	if x.collections[c].codes == nil || x.collections[c].vectors != nil || x.Count(t.Context(), c) != 3 {
		t.Error("three vectors did not become codes")
	}
	for i, v := range vs {
		got := must(x.Search(ctx, c, v.Values, 1))(t)
		if len(got) != 1 || got[0].Key != v.Key {
			t.Errorf("chunk %d: got %v", i, got)
		}
	}
}

// A vector that SQLite does not show yet, or any more, is found by its code.
func TestVectorThatCannotBeLoadedKeepsTheCosineOfItsCode(t *testing.T) {
	x, c := newTestIndex(t, codesWithoutRemainders), memoryCollection()
	failOnError(t, x.Index.Upsert(t.Context(), c, []memory.Vector{newVector(1, "a", 3, 4), newVector(2, "a", 4, -3)}))
	got := must(x.Search(t.Context(), c, []float32{3, 4}, 2))(t)
	if len(got) != 2 || got[0].Key.Owner != 1 || math.Abs(got[0].Cosine-1) > 0.02 || math.Abs(got[1].Cosine) > 0.02 {
		t.Errorf("got %v", got)
	}
}

func TestCancelledVectorSearchReturnsError(t *testing.T) {
	runWithChromemAndWithCodes(t, func(t *testing.T, maxChromem int) {
		x, c := newTestIndex(t, maxChromem), memoryCollection()
		failOnError(t, x.Upsert(t.Context(), c, []memory.Vector{newVector(1, "a", 1, 0), newVector(2, "a", 1, 0)}))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if got, err := x.Search(ctx, c, []float32{1, 0}, 2); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, %v", got, err)
		}
	})
}

// Concurrent deletes and drops never trigger chromem's error of more results than documents.
func TestVectorIndexIsSafeForConcurrentUse(t *testing.T) {
	x, ctx, c := newTestIndex(t, 5), t.Context(), memoryCollection()
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
	if n := x.Count(t.Context(), c); n != 0 {
		t.Errorf("%d left", n)
	}
}

// newSavedIndex returns an index with two collections and a written snapshot.
func newSavedIndex(t testing.TB, maxChromem int) testIndex {
	x, ctx := newTestIndex(t, maxChromem), t.Context()
	failOnError(
		t, x.Upsert(ctx, memoryCollection(), []memory.Vector{newVector(1, "a", 1, 0), newVector(2, "b", 0.6, 0.8)}),
	)
	files := memory.VectorCollection{ProfileID: 2, Embedder: "e", Kind: memory.OwnerFile}
	failOnError(t, x.Upsert(ctx, files, []memory.Vector{{
		Key: memory.VectorKey{Kind: files.Kind, Owner: 3, Part: 4}, ContentHash: "f", Values: []float32{1, 2, 3},
	}}))
	failOnError(t, x.SaveSnapshotIfChanged(ctx))
	return x
}

func (x testIndex) openAgainFromSnapshot(t testing.TB) testIndex {
	y := openIndex(t, x.o.Path, x.o.MaxChromem, x.stored)
	y.loadSnapshotOnFirstUse(t.Context())
	return y
}

// The window opens sooner when the snapshot is read later.
func TestSnapshotIsReadByFirstUse(t *testing.T) {
	x := newSavedIndex(t, DefaultMaxChromem)
	y := openIndex(t, x.o.Path, x.o.MaxChromem, x.stored)
	if len(y.collections) > 0 {
		t.Error("the snapshot was read before it was needed")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // the first user has gone away; later ones need the content
	_, _ = y.ContentHashes(ctx, memoryCollection())
	if n := y.Count(t.Context(), memoryCollection()); n != 2 {
		t.Errorf("%d vectors instead of 2", n)
	}
}

func TestSnapshotRestoresVectorIndex(t *testing.T) {
	runWithChromemAndWithCodes(t, func(t *testing.T, maxChromem int) {
		x := newSavedIndex(t, maxChromem)
		y := x.openAgainFromSnapshot(t)
		for _, c := range x.Collections(t.Context()) {
			want, got := must(x.ContentHashes(t.Context(), c))(t), must(y.ContentHashes(t.Context(), c))(t)
			if !reflect.DeepEqual(got, want) || y.collections[c].dimensions != x.collections[c].dimensions {
				t.Errorf("%v: got %v want %v", c, got, want)
			}
			if (y.collections[c].codes == nil) != (x.collections[c].codes == nil) {
				t.Errorf("%v is in the other part", c)
			}
		}
		got := must(y.Search(t.Context(), memoryCollection(), []float32{0.6, 0.8}, 1))(t)
		if len(got) != 1 || got[0].Key.Owner != 2 || got[0].Cosine < 0.9999 {
			t.Errorf("search: %v", got)
		}
		failOnError(t, os.Remove(x.o.Path))
		failOnError(t, y.SaveSnapshotIfChanged(t.Context()))
		if _, err := os.Stat(x.o.Path); err == nil {
			t.Error("an index that did not change was written again")
		}
		failOnError(t, y.Upsert(t.Context(), memoryCollection(), []memory.Vector{newVector(3, "c", 0, 1)}))
		failOnError(t, y.SaveSnapshotIfChanged(t.Context()))
		if n := y.openAgainFromSnapshot(t).Count(t.Context(), memoryCollection()); n != 3 {
			t.Errorf("%d vectors after a change", n)
		}
	})
}

// However the file is damaged, the index is loaded empty, and the next save replaces the file.
func TestDamagedSnapshotIsDiscarded(t *testing.T) {
	runWithChromemAndWithCodes(t, func(t *testing.T, maxChromem int) {
		x := newSavedIndex(t, maxChromem)
		good := must(os.ReadFile(x.o.Path))(t)
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
			if err := os.WriteFile(x.o.Path, bad, fileMode); err != nil {
				t1.Fatal(err)
			}
			if y := x.openAgainFromSnapshot(t); len(y.collections) != 0 || !y.isDirty {
				t1.Errorf("a damaged snapshot was used: %v", y.collections)
			}
		})
		y := x.openAgainFromSnapshot(t)
		failOnError(t, y.SaveSnapshotIfChanged(t.Context()))
		if z := y.openAgainFromSnapshot(t); z.Count(t.Context(), memoryCollection()) != 0 || z.isDirty {
			t.Error("the damaged snapshot was not replaced")
		}
	})
}

// The snapshot of an older version is replaced without a word: nothing is wrong with it.
func TestSnapshotOfOlderVersionIsReplaced(t *testing.T) {
	x := newTestIndex(t, 0)
	failOnError(t, os.WriteFile(x.o.Path, append([]byte("memoir index 2\n"), make([]byte, 40)...), fileMode))
	var log bytes.Buffer
	o := x.o
	o.Logger = slog.New(slog.NewTextHandler(&log, nil))
	y := New(o)
	y.loadSnapshotOnFirstUse(t.Context())
	if log.Len() > 0 || !y.isDirty || len(y.collections) > 0 {
		t.Errorf("log %q, %d collections", log.String(), len(y.collections))
	}
}

func TestFailedSaveKeepsOldSnapshot(t *testing.T) {
	x := newSavedIndex(t, DefaultMaxChromem)
	good := must(os.ReadFile(x.o.Path))(t)
	failOnError(t, x.Upsert(t.Context(), memoryCollection(), []memory.Vector{newVector(3, "c", 1, 1)}))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := x.SaveSnapshotIfChanged(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(x.o.Path + ".part"); err == nil || !bytes.Equal(must(os.ReadFile(x.o.Path))(t), good) {
		t.Error("the old snapshot was touched")
	}
	failOnError(t, x.SaveSnapshotIfChanged(t.Context()))
	if y := x.openAgainFromSnapshot(t); y.Count(t.Context(), memoryCollection()) != 3 {
		t.Error("the next save did not write")
	}
}

func FuzzSnapshot(f *testing.F) {
	for _, maxChromem := range []int{DefaultMaxChromem, codesWithoutRemainders, codesWithRemainders} {
		file := must(os.ReadFile(newSavedIndex(f, maxChromem).o.Path))(f)
		f.Add(file[len(snapshotMagic) : len(file)-sha256.Size])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		x := newTestIndex(t, 0)
		_ = x.readSnapshotCollections(t.Context(), data) // on any input it neither panics nor allocates without bound
	})
}
