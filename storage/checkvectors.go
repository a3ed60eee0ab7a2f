package storage

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"gorm.io/gorm"

	"memoir/memory"
)

// ownerTables maps each kind of vector owner to its table, in a fixed order.
func ownerTables() []struct {
	kind  memory.OwnerKind
	table string
} {
	return []struct {
		kind  memory.OwnerKind
		table string
	}{
		{memory.OwnerMemory, "memory"},
		{memory.OwnerContext, "contexts"},
		{memory.OwnerMessage, "messages"},
		{memory.OwnerSummary, "summaries"},
	}
}

// orphans finds vectors whose owner no longer exists.
func (c *checker) orphans(ctx context.Context) error {
	for _, o := range ownerTables() {
		where := "FROM vectors WHERE owner_kind = ? AND owner_id NOT IN (SELECT id FROM " + o.table + ")"
		var n int
		err := c.db.h.look(ctx, "check vectors", func(db *gorm.DB) error {
			return db.Raw("SELECT count(*) "+where, o.kind).Row().Scan(&n)
		})
		if err != nil {
			return err
		}
		if n == 0 {
			continue
		}
		err = c.found(fmt.Sprintf("%d vectors belong to no %s.", n, o.kind), func() error {
			return c.db.h.change(ctx, "delete vectors without owner", func(tx *gorm.DB) error {
				return tx.Exec("DELETE "+where, o.kind).Error
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// index compares the index with the stored vectors, one collection at a time. A
// difference is not damage: the index is a cache that the core synchronizes at start.
func (c *checker) index(ctx context.Context) error {
	all, err := c.collections(ctx)
	if err != nil {
		return err
	}
	for _, col := range all {
		missing, extra, err := c.compare(ctx, col)
		if err != nil {
			return err
		}
		if len(missing)+len(extra) == 0 {
			continue
		}
		difference := fmt.Sprintf("The index of %s vectors (%s, profile %d) misses %d and has %d too many.",
			col.Kind, col.Embedder, col.ProfileID, len(missing), len(extra))
		if !c.repair {
			c.report.Notes = append(c.report.Notes, difference)
			continue
		}
		if err := c.db.index.Upsert(ctx, col, missing); err != nil {
			return err
		}
		if err := c.db.index.Delete(ctx, col, extra); err != nil {
			return err
		}
		c.report.Repaired = append(c.report.Repaired, difference)
	}
	return nil
}

// collections returns every collection that has stored vectors or is in the index.
func (c *checker) collections(ctx context.Context) ([]memory.Collection, error) {
	ps, err := c.db.Profiles().List(ctx)
	if err != nil {
		return nil, err
	}
	var pairs []vectorRow
	err = c.db.h.look(ctx, "list collections", func(db *gorm.DB) error {
		return db.Raw("SELECT DISTINCT owner_kind, embedder FROM vectors ORDER BY owner_kind, embedder").Scan(&pairs).Error
	})
	if err != nil {
		return nil, err
	}
	var all []memory.Collection
	for _, p := range ps {
		for _, r := range pairs {
			all = append(all, memory.Collection{ProfileID: p.ID, Embedder: r.Embedder, Kind: r.Kind})
		}
	}
	for _, col := range c.db.index.collections() {
		if !slices.Contains(all, col) {
			all = append(all, col)
		}
	}
	return all, nil
}

// compare returns the vectors that the index is missing or has with another hash, and the
// keys it should not contain.
func (c *checker) compare(ctx context.Context, col memory.Collection) ([]memory.Vector, []memory.VectorKey, error) {
	have, err := c.db.index.Hashes(ctx, col)
	if err != nil {
		return nil, nil, err
	}
	var missing []memory.Vector
	err = c.db.Vectors().Each(ctx, col, func(v memory.Vector) error {
		if have[v.Key] != v.Hash {
			missing = append(missing, v)
		}
		delete(have, v.Key)
		return nil
	})
	return missing, slices.Collect(maps.Keys(have)), err
}

// collections lists the collections in the index.
func (x *index) collections() []memory.Collection {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return slices.Collect(maps.Keys(x.parts))
}
