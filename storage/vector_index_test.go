package storage

import (
	"os"
	"strings"
	"testing"

	"memoir/memory"
	"memoir/storage/vectorindex"
)

func memoryCollection() memory.VectorCollection {
	return memory.VectorCollection{ProfileID: 1, Embedder: "model@2@1", Kind: memory.OwnerMemory}
}

func newVector(owner memory.ID, hash string, values ...float32) memory.Vector {
	return memory.Vector{Key: memory.VectorKey{Kind: memory.OwnerMemory, Owner: owner}, ContentHash: hash, Values: values}
}

func TestDataFoldersCanShareIndexFolder(t *testing.T) {
	shared := t.TempDir()
	for range 2 {
		db := openDB(t, func(o *Options) { o.IndexDir = shared })
		failOnError(t, db.VectorIndex().Upsert(t.Context(), memoryCollection(), []memory.Vector{newVector(1, "a", 1)}))
		failOnError(t, db.Close(t.Context()))
	}
	files := must(os.ReadDir(shared))(t)
	if len(files) != 2 || files[0].Name() == files[1].Name() {
		t.Errorf("%d files for two data folders", len(files))
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), indexSnapshotName) {
			t.Errorf("the index is called %s", f.Name())
		}
	}
}

// In a large collection the index reads the vectors that it compares from the database.
func TestLargeCollectionIsSearchedOnStoredVectors(t *testing.T) {
	db, ctx, c := openDB(t), t.Context(), memoryCollection()
	vs := make([]memory.Vector, vectorindex.DefaultMaxChromem+1)
	for i := range vs {
		vs[i] = newVector(memory.ID(i+1), "h", float32(i%97)-48, float32(i%89)-44, float32(i%83)-41, 1)
		vs[i].Embedder = c.Embedder
	}
	failOnError(t, db.VectorStore().UpsertAll(ctx, vs))
	failOnError(t, db.VectorIndex().Upsert(ctx, c, vs))
	query := []float32{1500%97 - 48, 1500%89 - 44, 1500%83 - 41, 1} // the vector of owner 1501
	hits := must(db.VectorIndex().Search(ctx, c, query, 3))(t)
	if len(hits) != 3 || hits[0].Key.Owner != 1501 || hits[0].Cosine < 0.999999 {
		t.Errorf("got %v for %v", hits, query)
	}
}
