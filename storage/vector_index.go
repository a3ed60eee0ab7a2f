package storage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/philippgille/chromem-go"

	"memoir/memory"
)

// hashMetadataKey is the metadata key of the content hash.
const hashMetadataKey = "hash"

// vectorIndex is the memory.VectorIndex on chromem-go, with one collection per profile, embedder
// and kind of owner. Its mutex covers what chromem does not synchronize: a query for more results
// than there are documents is an error there, and another goroutine may delete documents between
// the count and the query.
type vectorIndex struct {
	path   string
	logger *slog.Logger

	// readOnly is set when the snapshot cannot be written.
	readOnly bool

	mu          sync.RWMutex
	dirty       bool
	chromemDB   *chromem.DB
	collections map[memory.VectorCollection]*indexedCollection
}

// indexedCollection is a chromem collection with the data that chromem does not expose.
type indexedCollection struct {
	documents *chromem.Collection
	dim       int
	hashes    map[memory.VectorKey]string
}

var _ memory.VectorIndex = (*vectorIndex)(nil)

func newVectorIndex(path string, log *slog.Logger) *vectorIndex {
	return &vectorIndex{
		path: path, logger: log, chromemDB: chromem.NewDB(),
		collections: map[memory.VectorCollection]*indexedCollection{},
	}
}

// chromemCollectionName is unique: the embedder's id comes last, so it may contain any characters.
func chromemCollectionName(c memory.VectorCollection) string {
	return fmt.Sprintf("memory-%d-%s-%s", c.ProfileID, c.Kind, c.Embedder)
}

// chromemDocumentID is the owner's id, followed by a slash and the chunk number for the chunks of a
// file.
func chromemDocumentID(k memory.VectorKey) string {
	if k.Kind == memory.OwnerFile {
		return k.Owner.String() + "/" + strconv.Itoa(k.Part)
	}
	return k.Owner.String()
}

func parseChromemDocumentID(kind memory.OwnerKind, id string) (memory.VectorKey, error) {
	owner, chunk, _ := strings.Cut(id, "/")
	n, err := strconv.ParseInt(owner, 10, 64)
	k := memory.VectorKey{Kind: kind, Owner: memory.ID(n)}
	if err == nil && chunk != "" {
		k.Part, err = strconv.Atoi(chunk)
	}
	if err != nil {
		return k, fmt.Errorf("document id %q: %w", id, err)
	}
	return k, nil
}

// Upsert returns memory.ErrInvalid for a zero vector and for one whose length differs from the
// collection's; in that case nothing is changed.
func (x *vectorIndex) Upsert(ctx context.Context, c memory.VectorCollection, vs []memory.Vector) error {
	if len(vs) == 0 {
		return nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.upsertLocked(ctx, c, vs)
}

func (x *vectorIndex) upsertLocked(ctx context.Context, c memory.VectorCollection, vs []memory.Vector) error {
	dim := len(vs[0].Values)
	if p := x.collections[c]; p != nil && len(p.hashes) > 0 {
		dim = p.dim
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
	p, err := x.ensureCollection(c, dim)
	if err != nil {
		return err
	}
	x.dirty = true
	for _, v := range vs {
		doc := chromem.Document{
			ID: chromemDocumentID(v.Key), Embedding: slices.Clone(v.Values),
			Metadata: map[string]string{hashMetadataKey: v.ContentHash},
		}
		if err := p.documents.AddDocument(ctx, doc); err != nil {
			return fmt.Errorf("index %s %s: %w", c.Kind, doc.ID, err)
		}
		p.hashes[v.Key] = v.ContentHash
	}
	return nil
}

// validateVector returns an error if a vector cannot be used for cosine similarity: wrong length,
// zero, NaN or infinite norm.
func validateVector(v []float32, dim int) error {
	if len(v) != dim || dim == 0 {
		return &memory.FieldError{Field: "vector", Problem: fmt.Sprintf("has %d values instead of %d", len(v), dim)}
	}
	var norm float64
	for _, f := range v {
		norm += float64(f) * float64(f)
	}
	if norm == 0 || math.IsNaN(norm) || math.IsInf(norm, 0) {
		return &memory.FieldError{Field: "vector", Problem: "has no direction"}
	}
	return nil
}

// rejectEmbedding replaces chromem's default embedding function, which would call a remote service.
func rejectEmbedding(context.Context, string) ([]float32, error) {
	return nil, errors.New("the index does not embed")
}

// ensureCollection returns the collection, creating it if it is missing, and sets its dimension.
func (x *vectorIndex) ensureCollection(c memory.VectorCollection, dim int) (*indexedCollection, error) {
	p := x.collections[c]
	if p == nil {
		docs, err := x.chromemDB.GetOrCreateCollection(chromemCollectionName(c), nil,
			rejectEmbedding)
		if err != nil {
			return nil, fmt.Errorf("make collection %s: %w", chromemCollectionName(c), err)
		}
		p = &indexedCollection{documents: docs, hashes: map[memory.VectorKey]string{}}
		x.collections[c] = p
	}
	p.dim = dim
	return p, nil
}

func (x *vectorIndex) Delete(ctx context.Context, c memory.VectorCollection, keys []memory.VectorKey) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	p := x.collections[c]
	if p == nil {
		return nil
	}
	for _, k := range keys {
		if _, ok := p.hashes[k]; !ok {
			continue
		}
		if err := p.documents.Delete(ctx, nil, nil, chromemDocumentID(k)); err != nil {
			return fmt.Errorf("take %s %s out of the index: %w", c.Kind, chromemDocumentID(k), err)
		}
		delete(p.hashes, k)
		x.dirty = true
	}
	return nil
}

// Search orders vectors of equal similarity by their owner. A query whose length differs from the
// collection's vectors is memory.ErrInvalid.
func (x *vectorIndex) Search(
	ctx context.Context, c memory.VectorCollection, query []float32, k int,
) ([]memory.VectorHit, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	p := x.collections[c]
	if p == nil || len(p.hashes) == 0 || k <= 0 {
		return nil, nil
	}
	if err := validateVector(query, p.dim); err != nil {
		return nil, fmt.Errorf("search %s: %w", c.Kind, err)
	}
	found, err := p.documents.QueryEmbedding(ctx, query, min(k, len(p.hashes)), nil, nil)
	if ctx.Err() != nil {
		err = context.Cause(ctx) // chromem returns partial results without an error
	}
	if err != nil {
		return nil, fmt.Errorf("search %s: %w", c.Kind, err)
	}
	hits := make([]memory.VectorHit, len(found))
	for i, f := range found {
		key, err := parseChromemDocumentID(c.Kind, f.ID)
		if err != nil {
			return nil, fmt.Errorf("search %s: %w", c.Kind, err)
		}
		hits[i] = memory.VectorHit{Key: key, Cosine: max(-1, min(1, float64(f.Similarity)))}
	}
	slices.SortFunc(hits, func(a, b memory.VectorHit) int {
		return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), cmp.Compare(a.Key.Owner, b.Key.Owner),
			cmp.Compare(a.Key.Part, b.Key.Part))
	})
	return hits, nil
}

func (x *vectorIndex) ContentHashes(_ context.Context, c memory.VectorCollection) (map[memory.VectorKey]string, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	out := map[memory.VectorKey]string{}
	if p := x.collections[c]; p != nil {
		for k, h := range p.hashes {
			out[k] = h
		}
	}
	return out, nil
}

func (x *vectorIndex) Count(c memory.VectorCollection) int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if p := x.collections[c]; p != nil {
		return len(p.hashes)
	}
	return 0
}

func (x *vectorIndex) DropCollection(_ context.Context, c memory.VectorCollection) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.collections[c] == nil {
		return nil
	}
	if err := x.chromemDB.DeleteCollection(chromemCollectionName(c)); err != nil {
		return fmt.Errorf("drop collection %s: %w", chromemCollectionName(c), err)
	}
	delete(x.collections, c)
	x.dirty = true
	return nil
}
