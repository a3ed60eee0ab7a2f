package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"

	"gorm.io/gorm"

	"memoir/memory"
	"memoir/memory/lang"
)

// changedText is a text that does not match the checksum beside it: damage changed one of the two.
type changedText struct {
	id            int64
	content, hash string
}

// contentHashLength is the length of a lang.ContentHash. Other checksums are not ours to judge.
const contentHashLength = 32

// tablesWithTextHash are the tables with a text and its lang.ContentHash, and their names for
// users.
func tablesWithTextHash() [][2]string {
	return [][2]string{{"memory", "memories"}, {"messages", "messages"}, {"contexts", "files"}}
}

// querier is a database handle or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// listTextsDifferingFromHash returns the rows of a table whose text was changed by damage. SQLite
// does not notice a flipped bit inside a text.
func listTextsDifferingFromHash(ctx context.Context, q querier, table string) ([]changedText, error) {
	rows, err := q.QueryContext(ctx, "SELECT id, content, hash FROM "+table+" ORDER BY id")
	if err != nil {
		return nil, wrapErrorWithSentinel("check texts of "+table, err)
	}
	defer rows.Close()
	var out []changedText
	for rows.Next() {
		var c changedText
		if err := rows.Scan(&c.id, &c.content, &c.hash); err != nil {
			return nil, wrapErrorWithSentinel("check texts of "+table, err)
		}
		if len(c.hash) == contentHashLength && lang.ContentHash(c.content) != c.hash {
			out = append(out, c)
		}
	}
	return out, wrapErrorWithSentinel("check texts of "+table, rows.Err())
}

// rehashChangedTexts gives texts that damage changed the checksum they have now.
func rehashChangedTexts(ctx context.Context, q querier, table string, changed []changedText) error {
	for _, c := range changed {
		query, args := "UPDATE "+table+" SET hash = ? WHERE id = ?", []any{lang.ContentHash(c.content), c.id}
		if table == "memory" {
			query = "UPDATE memory SET hash = ?, folded = ? WHERE id = ?"
			args = []any{lang.ContentHash(c.content), lang.FoldText(c.content), c.id}
		}
		if _, err := q.ExecContext(ctx, query, args...); err != nil {
			return wrapErrorWithSentinel("update checksums of "+table, err)
		}
	}
	return nil
}

// sentenceAboutChangedTexts is the sentence about changed texts.
func sentenceAboutChangedTexts(what string, changed []changedText) string {
	ids := make([]int64, len(changed))
	for i, c := range changed {
		ids[i] = c.id
	}
	return fmt.Sprintf("%s whose text was changed by damage: %s.", capitalizeFirstLetter(what), formatFirstIDs(ids))
}

// checkOrRehashTexts compares texts with their checksums. With repair the changed texts stay as
// they are.
func (c *checker) checkOrRehashTexts(ctx context.Context) error {
	for _, t := range tablesWithTextHash() {
		changed, err := listTextsDifferingFromHash(ctx, c.db.reader, t[0])
		if err != nil {
			return err
		}
		switch {
		case len(changed) == 0:
		case !c.repair:
			c.report.Problems = append(c.report.Problems, sentenceAboutChangedTexts(t[1], changed))
		default:
			c.report.Lost = append(c.report.Lost, sentenceAboutChangedTexts(t[1], changed))
			if err := c.rehashChangedTextsInOwnTx(ctx, t[0], changed); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *checker) rehashChangedTextsInOwnTx(ctx context.Context, table string, changed []changedText) error {
	if err := c.db.h.acquireWriterSlot(ctx); err != nil {
		return err
	}
	defer func() { <-c.db.h.writerSlot }()
	tx, err := c.db.writer.BeginTx(ctx, nil)
	if err != nil {
		return wrapErrorWithSentinel("update checksums", err)
	}
	if err := rehashChangedTexts(ctx, tx, table, changed); err != nil {
		return errors.Join(err, ignoreAlreadyRolledBackError(tx.Rollback()))
	}
	return wrapErrorWithSentinel("update checksums", tx.Commit())
}

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

// checkOrDeleteOrphanVectors finds vectors whose owner no longer exists.
func (c *checker) checkOrDeleteOrphanVectors(ctx context.Context) error {
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
		err = c.reportOrRepairProblem(fmt.Sprintf("%d vectors no longer belong to any %s.", n, o.kind), func() error {
			return c.db.h.runAtomicWrite(ctx, "delete vectors without an owner", func(tx *gorm.DB) error {
				return tx.Exec("DELETE "+where, o.kind).Error
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// checkOrRepairVectorIndex compares the index with the stored vectors, one collection at a time. A
// difference is not damage: the index is a cache that the core synchronizes at start.
func (c *checker) checkOrRepairVectorIndex(ctx context.Context) error {
	all, err := c.listStoredAndIndexedCollections(ctx)
	if err != nil {
		return err
	}
	for _, col := range all {
		missing, extra, err := c.vectorsMissingAndExtraInIndex(ctx, col)
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

// listStoredAndIndexedCollections returns every collection that has stored vectors or is in the
// index. Those of messages are indexed only while older messages are recalled.
func (c *checker) listStoredAndIndexedCollections(ctx context.Context) ([]memory.VectorCollection, error) {
	ps, err := c.db.ProfileStore().List(ctx)
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
	for _, col := range c.db.vectorIndex.Collections(ctx) {
		if !slices.Contains(all, col) {
			all = append(all, col)
		}
	}
	return all, nil
}

// vectorsMissingAndExtraInIndex returns the vectors that the index is missing or has with another
// hash, and the keys it should not contain.
func (c *checker) vectorsMissingAndExtraInIndex(
	ctx context.Context, col memory.VectorCollection,
) ([]memory.Vector, []memory.VectorKey, error) {
	have, err := c.db.vectorIndex.ContentHashes(ctx, col)
	if err != nil {
		return nil, nil, err
	}
	var missing []memory.Vector
	err = c.db.VectorStore().ForEachWithLiveOwner(ctx, col, func(v memory.Vector) error {
		if have[v.Key] != v.ContentHash {
			missing = append(missing, v)
		}
		delete(have, v.Key)
		return nil
	})
	return missing, slices.Collect(maps.Keys(have)), err
}
