package storage

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"gorm.io/gorm"

	"memoir/memory"
)

// vectorOwnerTables maps each kind of vector owner to its table, in a fixed order.
func vectorOwnerTables() []struct {
	kind  memory.OwnerKind
	table string
} {
	return []struct {
		kind  memory.OwnerKind
		table string
	}{
		{memory.OwnerMemory, "memory"},
		{memory.OwnerFile, "contexts"},
		{memory.OwnerMessage, "messages"},
	}
}

// checkOrphanVectors finds vectors whose owner no longer exists.
func (c *checker) checkOrphanVectors(ctx context.Context) error {
	for _, o := range vectorOwnerTables() {
		where := "FROM vectors WHERE owner_kind = ? AND owner_id NOT IN (SELECT id FROM " + o.table + ")"
		var n int
		err := c.db.h.runRead(ctx, "check vectors", func(db *gorm.DB) error {
			return db.Raw("SELECT count(*) "+where, o.kind).Row().Scan(&n)
		})
		if err != nil {
			return err
		}
		if n == 0 {
			continue
		}
		err = c.reportOrRepair(fmt.Sprintf("%d vectors belong to no %s.", n, o.kind), func() error {
			return c.db.h.runAtomicWrite(ctx, "delete vectors without owner", func(tx *gorm.DB) error {
				return tx.Exec("DELETE "+where, o.kind).Error
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// checkVectorIndexAgainstStore compares the index with the stored vectors, one collection at a time. A
// difference is not damage: the index is a cache that the core synchronizes at start.
func (c *checker) checkVectorIndexAgainstStore(ctx context.Context) error {
	all, err := c.listStoredAndIndexedCollections(ctx)
	if err != nil {
		return err
	}
	for _, col := range all {
		missing, extra, err := c.compareStoredVectorsToIndex(ctx, col)
		if err != nil {
			return err
		}
		if len(missing)+len(extra) == 0 {
			continue
		}
		difference := fmt.Sprintf("The index of %s vectors (%s, profile %d) is missing %d and has %d too many.",
			col.Kind, col.Embedder, col.ProfileID, len(missing), len(extra))
		if !c.repair {
			c.report.Notes = append(c.report.Notes, difference)
			continue
		}
		if err := c.db.vectorIndex.Upsert(ctx, col, missing); err != nil {
			return err
		}
		if err := c.db.vectorIndex.Delete(ctx, col, extra); err != nil {
			return err
		}
		c.report.Repaired = append(c.report.Repaired, difference)
	}
	return nil
}

// listStoredAndIndexedCollections returns every collection that has stored vectors or is in the index.
// Those of messages are indexed only while older messages are recalled.
func (c *checker) listStoredAndIndexedCollections(ctx context.Context) ([]memory.VectorCollection, error) {
	ps, err := c.db.Profiles().List(ctx)
	if err != nil {
		return nil, err
	}
	var pairs []vectorRow
	err = c.db.h.runRead(ctx, "list collections", func(db *gorm.DB) error {
		return db.Raw("SELECT DISTINCT owner_kind, embedder FROM vectors WHERE owner_kind <> ? ORDER BY owner_kind, embedder",
			memory.OwnerMessage).Scan(&pairs).Error
	})
	if err != nil {
		return nil, err
	}
	var all []memory.VectorCollection
	for _, p := range ps {
		for _, r := range pairs {
			all = append(all, memory.VectorCollection{ProfileID: p.ID, Embedder: r.Embedder, Kind: r.Kind})
		}
	}
	for _, col := range c.db.vectorIndex.Collections() {
		if !slices.Contains(all, col) {
			all = append(all, col)
		}
	}
	return all, nil
}

// compareStoredVectorsToIndex returns the vectors that the index is missing or has with another
// hash, and the keys it should not contain.
func (c *checker) compareStoredVectorsToIndex(
	ctx context.Context, col memory.VectorCollection,
) ([]memory.Vector, []memory.VectorKey, error) {
	have, err := c.db.vectorIndex.ContentHashes(ctx, col)
	if err != nil {
		return nil, nil, err
	}
	var missing []memory.Vector
	err = c.db.Vectors().ForEach(ctx, col, func(v memory.Vector) error {
		if have[v.Key] != v.ContentHash {
			missing = append(missing, v)
		}
		delete(have, v.Key)
		return nil
	})
	return missing, slices.Collect(maps.Keys(have)), err
}
