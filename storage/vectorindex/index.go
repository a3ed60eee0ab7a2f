// Package vectorindex finds the nearest vectors. An Index is a cache in memory of what SQLite
// stores: small collections are searched by chromem-go, large ones by a scan of 8-bit codes whose
// best candidates are scored again, on what the codes lose or on the stored vectors, so that both give
// the same result. Start with Index.Search.
package vectorindex

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"slices"
	"sync"

	"memoir/memory"
)

// DefaultMaxChromem is the number of vectors up to which a collection stays in chromem-go. There
// its search takes about as long as embedding the question; above, the scan of codes is faster and
// needs a quarter of the memory (BenchmarkSearch).
const DefaultMaxChromem = 2000

// defaultMaxRemainders is the number of vectors up to which a collection keeps what its codes lose, so that its
// candidates are scored without reading 1.5 KB for each from SQLite. Memories are seldom more; for messages, which
// often are, another 384 bytes each would be too much.
const defaultMaxRemainders = 20_000

// LoadVectors returns the stored vectors of some keys of a collection, in any order; those that no
// longer exist are left out.
type LoadVectors func(ctx context.Context, c memory.VectorCollection, keys []memory.VectorKey) ([]memory.Vector, error)

// Options say where the index is kept and how it reads vectors.
type Options struct {
	Path     string // of the snapshot
	ReadOnly bool   // the snapshot cannot be written
	Logger   *slog.Logger
	Load     LoadVectors
	// MaxChromem replaces DefaultMaxChromem when it is not 0.
	MaxChromem int
	// MaxRemainders replaces defaultMaxRemainders when it is not 0; below 0 there are none.
	MaxRemainders int
}

// Index is the memory.VectorIndex with one collection per profile, embedder and kind of owner. It
// is safe for concurrent use.
type Index struct {
	o    Options
	load sync.Once // reads the snapshot

	mu          sync.RWMutex
	isDirty     bool
	collections map[memory.VectorCollection]*collection
}

// collection is a set of vectors of one length. Exactly one of the two parts holds them: vectors
// (chromem-go) until there are too many, codes from then on.
type collection struct {
	dimensions int
	hashes     map[memory.VectorKey]string
	vectors    *chromemPart
	codes      *codedPart
}

var _ memory.VectorIndex = (*Index)(nil)

// New returns the index with the content of its snapshot, which the first use reads: the window
// opens sooner without it. It is empty when the snapshot is missing, damaged or of an older format;
// what SQLite stores then fills it.
func New(o Options) *Index {
	if o.MaxChromem == 0 {
		o.MaxChromem = DefaultMaxChromem
	}
	if o.MaxRemainders == 0 {
		o.MaxRemainders = defaultMaxRemainders
	}
	return &Index{o: o, collections: map[memory.VectorCollection]*collection{}}
}

// loadSnapshotOnFirstUse is called by each method before it locks the index. The end of the first
// user's context does not leave the index without its content.
func (x *Index) loadSnapshotOnFirstUse(ctx context.Context) {
	x.load.Do(func() { x.loadSnapshotOrStayEmpty(context.WithoutCancel(ctx)) })
}

// Upsert returns memory.ErrInvalid for a zero vector and for one whose length differs from the
// collection's; in that case nothing is changed.
func (x *Index) Upsert(ctx context.Context, c memory.VectorCollection, vs []memory.Vector) error {
	if len(vs) == 0 {
		return nil
	}
	x.loadSnapshotOnFirstUse(ctx)
	x.mu.Lock()
	defer x.mu.Unlock()
	col := x.collections[c]
	dim := len(vs[0].Values)
	if col != nil && len(col.hashes) > 0 {
		dim = col.dimensions
	}
	for _, v := range vs {
		if err := validateVector(v.Values, dim); err != nil {
			return fmt.Errorf("index %s %d: %w", c.Kind, v.Key.Owner, err)
		}
		if v.Key.Kind != c.Kind || (c.Kind != memory.OwnerFile && v.Key.Part != 0) {
			return fmt.Errorf("index %s %d: %w", c.Kind, v.Key.Owner,
				&memory.FieldError{Field: "key", Problem: "does not belong to the collection"})
		}
	}
	if col == nil || len(col.hashes) == 0 {
		part, err := newChromemPart(c)
		if err != nil {
			return err
		}
		col = &collection{dimensions: dim, hashes: map[memory.VectorKey]string{}, vectors: part}
		x.collections[c] = col
	}
	x.isDirty = true
	if err := col.moveToCodesIfLarge(ctx, len(vs), x.o); err != nil {
		return err
	}
	return col.upsert(ctx, vs)
}

// validateVector returns an error if a vector cannot be used for cosine similarity: wrong length,
// zero, NaN or infinite norm.
func validateVector(v []float32, dim int) error {
	if len(v) != dim || dim == 0 {
		return &memory.FieldError{Field: "vector", Problem: fmt.Sprintf("has %d values instead of %d", len(v), dim)}
	}
	if n := euclideanNorm(v); n == 0 || math.IsNaN(n) || math.IsInf(n, 0) {
		return &memory.FieldError{Field: "vector", Problem: "has no direction"}
	}
	return nil
}

// euclideanNorm is the Euclidean length of a vector.
func euclideanNorm(v []float32) float64 {
	var sum float64
	for _, f := range v {
		sum += float64(f) * float64(f)
	}
	return math.Sqrt(sum)
}

// moveToCodesIfLarge replaces the chromem part by codes when more vectors would be too many for it.
func (c *collection) moveToCodesIfLarge(ctx context.Context, more int, o Options) error {
	if c.codes != nil || len(c.hashes)+more <= o.MaxChromem {
		return nil
	}
	codes := newCodedPart(c.dimensions, o.MaxRemainders)
	for k := range c.hashes {
		values, err := c.vectors.unitVectorOf(ctx, k)
		if err != nil {
			return err
		}
		codes.upsert(k, values)
	}
	c.vectors, c.codes = nil, codes
	return nil
}

func (c *collection) upsert(ctx context.Context, vs []memory.Vector) error {
	for _, v := range vs {
		if c.codes != nil {
			c.codes.upsert(v.Key, v.Values)
		} else if err := c.vectors.upsert(ctx, v); err != nil {
			return err
		}
		c.hashes[v.Key] = v.ContentHash
	}
	return nil
}

// Delete takes keys out of a collection; missing ones are no error.
func (x *Index) Delete(ctx context.Context, c memory.VectorCollection, keys []memory.VectorKey) error {
	x.loadSnapshotOnFirstUse(ctx)
	x.mu.Lock()
	defer x.mu.Unlock()
	col := x.collections[c]
	if col == nil {
		return nil
	}
	for _, k := range keys {
		if _, ok := col.hashes[k]; !ok {
			continue
		}
		if col.codes != nil {
			col.codes.removeRowBySwap(k)
		} else if err := col.vectors.remove(ctx, k); err != nil {
			return err
		}
		delete(col.hashes, k)
		x.isDirty = true
	}
	return nil
}

// Search returns at most k nearest vectors, nearest first, those of equal cosine by their owner. A
// query whose length differs from the collection's vectors is memory.ErrInvalid.
func (x *Index) Search(
	ctx context.Context, c memory.VectorCollection, query []float32, k int,
) ([]memory.VectorHit, error) {
	x.loadSnapshotOnFirstUse(ctx)
	x.mu.RLock()
	defer x.mu.RUnlock()
	col := x.collections[c]
	if col == nil || len(col.hashes) == 0 || k <= 0 {
		return nil, nil
	}
	if err := validateVector(query, col.dimensions); err != nil {
		return nil, fmt.Errorf("search %s: %w", c.Kind, err)
	}
	var hits []memory.VectorHit
	var err error
	if col.codes != nil {
		hits, err = x.rescoredCandidatesForNearest(ctx, c, col.codes, query, min(k, len(col.hashes)))
	} else {
		hits, err = col.vectors.nearestDocuments(ctx, query, min(k, len(col.hashes)))
	}
	if err != nil {
		return nil, fmt.Errorf("search %s: %w", c.Kind, err)
	}
	slices.SortFunc(hits, compareByCosineThenOwner)
	return hits[:min(k, len(hits))], nil
}

// compareByCosineThenOwner puts the nearer vector first, and of equals the one of the older owner.
func compareByCosineThenOwner(a, b memory.VectorHit) int {
	return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), cmp.Compare(a.Key.Owner, b.Key.Owner),
		cmp.Compare(a.Key.Part, b.Key.Part))
}

// CosinesWithQuery returns the cosine of a query with each of the keys that the index has. A query whose length differs
// from the collection's vectors is memory.ErrInvalid.
func (x *Index) CosinesWithQuery(
	ctx context.Context, c memory.VectorCollection, query []float32, keys []memory.VectorKey,
) (map[memory.VectorKey]float64, error) {
	x.loadSnapshotOnFirstUse(ctx)
	x.mu.RLock()
	defer x.mu.RUnlock()
	col := x.collections[c]
	if col == nil || len(col.hashes) == 0 || len(keys) == 0 {
		return nil, nil
	}
	if err := validateVector(query, col.dimensions); err != nil {
		return nil, fmt.Errorf("compare with %s: %w", c.Kind, err)
	}
	keys = slices.DeleteFunc(slices.Clone(keys), func(k memory.VectorKey) bool {
		_, ok := col.hashes[k]
		return !ok
	})
	if col.codes != nil {
		return x.cosinesOfCoded(ctx, c, col.codes, query, keys)
	}
	length := euclideanNorm(query)
	cosines := make(map[memory.VectorKey]float64, len(keys))
	for _, k := range keys {
		values, err := col.vectors.unitVectorOf(ctx, k)
		if err != nil {
			return nil, err
		}
		cosines[k] = limitToCosine(dotProduct(query, values) / length)
	}
	return cosines, nil
}

// rescoredCandidatesForNearest scores the candidates of the coded scan exactly. One that the part has without a
// remainder, and that is not stored any more or not yet visible, keeps the cosine of its code, whose error is
// below 0.02.
func (x *Index) rescoredCandidatesForNearest(
	ctx context.Context, c memory.VectorCollection, codes *codedPart, query []float32, k int,
) ([]memory.VectorHit, error) {
	candidates := codes.candidatesForNearest(query, k)
	keys := make([]memory.VectorKey, len(candidates))
	for i, h := range candidates {
		keys[i] = h.Key
	}
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	exact, err := x.cosinesOfCoded(ctx, c, codes, query, keys)
	if err != nil {
		return nil, err
	}
	for i, h := range candidates {
		if cos, ok := exact[h.Key]; ok {
			candidates[i].Cosine = cos
		}
		candidates[i].Cosine = limitToCosine(candidates[i].Cosine)
	}
	return candidates, nil
}

// cosinesOfCoded returns the cosine of a query with each of the keys whose remainder the part has, or, when it
// has none, whose vector is stored.
func (x *Index) cosinesOfCoded(
	ctx context.Context, c memory.VectorCollection, codes *codedPart, query []float32, keys []memory.VectorKey,
) (map[memory.VectorKey]float64, error) {
	if codes.remainders != nil {
		return codes.cosinesByRemainders(query, keys), nil
	}
	stored, err := x.o.Load(ctx, c, keys)
	if err != nil {
		return nil, err
	}
	length := euclideanNorm(query)
	cosines := make(map[memory.VectorKey]float64, len(stored))
	for _, v := range stored {
		if n := euclideanNorm(v.Values); len(v.Values) == len(query) && n > 0 {
			cosines[v.Key] = limitToCosine(dotProduct(query, v.Values) / (length * n))
		}
	}
	return cosines, nil
}

// limitToCosine takes away what rounding adds to a cosine.
func limitToCosine(c float64) float64 { return max(-1, min(1, c)) }

func dotProduct(a, b []float32) float64 {
	var sum float64
	for i, f := range a {
		sum += float64(f) * float64(b[i])
	}
	return sum
}

// ContentHashes returns the content hash of every vector of a collection.
func (x *Index) ContentHashes(ctx context.Context, c memory.VectorCollection) (map[memory.VectorKey]string, error) {
	x.loadSnapshotOnFirstUse(ctx)
	x.mu.RLock()
	defer x.mu.RUnlock()
	if col := x.collections[c]; col != nil {
		return maps.Clone(col.hashes), nil
	}
	return map[memory.VectorKey]string{}, nil
}

// Count returns how many vectors a collection has.
func (x *Index) Count(ctx context.Context, c memory.VectorCollection) int {
	x.loadSnapshotOnFirstUse(ctx)
	x.mu.RLock()
	defer x.mu.RUnlock()
	if col := x.collections[c]; col != nil {
		return len(col.hashes)
	}
	return 0
}

// DropCollection removes all vectors of a collection.
func (x *Index) DropCollection(ctx context.Context, c memory.VectorCollection) error {
	x.loadSnapshotOnFirstUse(ctx)
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.collections[c] != nil {
		delete(x.collections, c)
		x.isDirty = true
	}
	return nil
}

// Collections lists the collections in the index.
func (x *Index) Collections(ctx context.Context) []memory.VectorCollection {
	x.loadSnapshotOnFirstUse(ctx)
	x.mu.RLock()
	defer x.mu.RUnlock()
	return slices.Collect(maps.Keys(x.collections))
}

var errNotEmbedding = errors.New("the index does not embed")
