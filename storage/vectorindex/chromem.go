package vectorindex

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/philippgille/chromem-go"

	"memoir/memory"
)

// hashMetadataKey is the metadata key of the content hash.
const hashMetadataKey = "hash"

// chromemPart is a collection of chromem-go. The Index's lock covers what chromem does not synchronize:
// a query for more results than there are documents is an error there.
type chromemPart struct {
	kind      memory.OwnerKind
	documents *chromem.Collection
}

func newChromemPart(c memory.VectorCollection) (*chromemPart, error) {
	docs, err := chromem.NewDB().CreateCollection(chromemCollectionName(c), nil, rejectEmbedding)
	if err != nil {
		return nil, fmt.Errorf("make collection %s: %w", chromemCollectionName(c), err)
	}
	return &chromemPart{c.Kind, docs}, nil
}

// chromemCollectionName is unique: the embedder's id comes last, so it may contain any characters.
func chromemCollectionName(c memory.VectorCollection) string {
	return fmt.Sprintf("memory-%d-%s-%s", c.ProfileID, c.Kind, c.Embedder)
}

// rejectEmbedding replaces chromem's default embedding function, which would call a remote service.
func rejectEmbedding(context.Context, string) ([]float32, error) { return nil, errNotEmbedding }

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

func (p *chromemPart) upsert(ctx context.Context, v memory.Vector) error {
	doc := chromem.Document{
		ID: chromemDocumentID(v.Key), Embedding: slices.Clone(v.Values),
		Metadata: map[string]string{hashMetadataKey: v.ContentHash},
	}
	if err := p.documents.AddDocument(ctx, doc); err != nil {
		return fmt.Errorf("index %s %s: %w", p.kind, doc.ID, err)
	}
	return nil
}

func (p *chromemPart) remove(ctx context.Context, k memory.VectorKey) error {
	if err := p.documents.Delete(ctx, nil, nil, chromemDocumentID(k)); err != nil {
		return fmt.Errorf("take %s %s out of the index: %w", p.kind, chromemDocumentID(k), err)
	}
	return nil
}

// unitVectorOf returns the vector of a key, with length 1.
func (p *chromemPart) unitVectorOf(ctx context.Context, k memory.VectorKey) ([]float32, error) {
	doc, err := p.documents.GetByID(ctx, chromemDocumentID(k))
	return doc.Embedding, err
}

// nearestDocuments returns the k nearest of at least k documents.
func (p *chromemPart) nearestDocuments(ctx context.Context, query []float32, k int) ([]memory.VectorHit, error) {
	found, err := p.documents.QueryEmbedding(ctx, query, k, nil, nil)
	if ctx.Err() != nil {
		err = context.Cause(ctx) // chromem returns partial results without an error
	}
	if err != nil {
		return nil, err
	}
	hits := make([]memory.VectorHit, len(found))
	for i, f := range found {
		key, err := parseChromemDocumentID(p.kind, f.ID)
		if err != nil {
			return nil, err
		}
		hits[i] = memory.VectorHit{Key: key, Cosine: max(-1, min(1, float64(f.Similarity)))}
	}
	return hits, nil
}
