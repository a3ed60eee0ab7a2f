package storage

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"gorm.io/gorm"

	"memoir/memory"
)

// CheckReport lists what a check found, in sentences for users.
type CheckReport struct {
	Problems []string // not repaired
	Repaired []string // found and repaired
	Notes    []string // fixed automatically at the next start
}

// OK reports whether no problem is left.
func (r CheckReport) OK() bool { return len(r.Problems) == 0 }

// CheckConsistency verifies the database pages, foreign keys, the full-text tables, the stored
// vectors and the vector index. With repair it rebuilds what can be derived from the rows: full
// text, vectors without an owner, the index. Damaged pages cannot be repaired, only restored from a
// backup. A database too damaged to read is an error, memory.ErrCorrupt.
func (db *DB) CheckConsistency(ctx context.Context, repair bool) (CheckReport, error) {
	c := checker{db: db, repair: repair}
	for _, step := range []func(context.Context) error{
		c.checkPages, c.checkForeignKeys, c.checkMemoryFullText, c.checkChatFullText, c.checkOrphanVectors,
		c.checkVectorIndex,
	} {
		if err := step(ctx); err != nil {
			return c.report, fmt.Errorf("check: %w", err)
		}
	}
	return c.report, nil
}

type checker struct {
	db     *DB
	repair bool
	report CheckReport
}

// reportOrRepair records a problem, or repairs it when the caller asked for that and a repair
// exists.
func (c *checker) reportOrRepair(problem string, fix func() error) error {
	if !c.repair || fix == nil {
		c.report.Problems = append(c.report.Problems, problem)
		return nil
	}
	if err := fix(); err != nil {
		return err
	}
	c.report.Repaired = append(c.report.Repaired, problem)
	return nil
}

// checkPages runs integrity_check on its own connection: on a connection that has searched before,
// FTS5 checks its cached segments, and reports segments as corrupt that another connection has
// emptied in the meantime (SQLite 3.53.3).
func (c *checker) checkPages(ctx context.Context) error {
	h, err := openSQLite(readerDSN(filepath.Join(c.db.dir, databaseName)), 1)
	if err != nil {
		return err
	}
	problems, err := integrityProblems(ctx, h)
	for _, p := range problems {
		c.report.Problems = append(c.report.Problems, "The database is damaged: "+p)
	}
	return errors.Join(err, translateError("check integrity", h.Close()))
}

func (c *checker) checkForeignKeys(ctx context.Context) error {
	rows, err := c.db.reader.QueryContext(ctx, `SELECT "table", parent, count(*) FROM pragma_foreign_key_check
      GROUP BY "table", parent`)
	if err != nil {
		return translateError("check references", err)
	}
	defer rows.Close()
	for rows.Next() {
		var table, parent string
		var n int
		if err := rows.Scan(&table, &parent, &n); err != nil {
			return translateError("check references", err)
		}
		c.report.Problems = append(c.report.Problems,
			fmt.Sprintf("%d rows of %s refer to a missing row of %s.", n, table, parent))
	}
	return translateError("check references", rows.Err())
}

// checkMemoryFullText compares the memory texts stored in the full-text tables with the searchable
// memories.
func (c *checker) checkMemoryFullText(ctx context.Context) error {
	for _, t := range []string{"memory_words", "memory_grams"} {
		var n int
		err := c.db.h.runRead(ctx, "check "+t, func(db *gorm.DB) error {
			return db.Raw(`SELECT (SELECT count(*) FROM memory_text m LEFT JOIN ` + t + ` f ON f.rowid = m.id
              WHERE f.rowid IS NULL OR f.content <> m.content OR f.tags <> m.tags)
            + (SELECT count(*) FROM ` + t + ` WHERE rowid NOT IN (SELECT id FROM memory_text))`).Row().Scan(&n)
		})
		if err == nil {
			err = c.checkFullTextTable(ctx, t)
		}
		if err != nil && !errors.Is(err, memory.ErrCorrupt) {
			return err
		}
		if n == 0 && err == nil {
			continue
		}
		problem := fmt.Sprintf("The full-text index of memories (%s) doesn't match the memories.", t)
		err = c.reportOrRepair(problem, func() error {
			return c.db.h.runWrite(ctx, "rebuild "+t, func(tx *gorm.DB) error {
				// 'rebuild' makes the index match the stored texts again; only then can rows be deleted.
				return tx.Exec("INSERT INTO " + t + "(" + t + ") VALUES ('rebuild'); DELETE FROM " + t +
					"; INSERT INTO " + t + "(rowid, content, tags) SELECT id, content, tags FROM memory_text").Error
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// checkChatFullText checks the external-content tables of messages and titles, which FTS5 can
// rebuild.
func (c *checker) checkChatFullText(ctx context.Context) error {
	for _, t := range []string{"message_words", "message_grams", "thread_words", "thread_grams"} {
		err := c.checkFullTextTable(ctx, t)
		if err == nil {
			continue
		}
		if !errors.Is(err, memory.ErrCorrupt) {
			return err
		}
		err = c.reportOrRepair(fmt.Sprintf("The full-text index of chats (%s) doesn't match the chats.", t), func() error {
			return c.db.h.runWrite(ctx, "rebuild "+t, func(tx *gorm.DB) error {
				return tx.Exec("INSERT INTO " + t + "(" + t + ") VALUES ('rebuild')").Error
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// checkFullTextTable runs FTS5's own integrity check, including against the content table; it
// returns memory.ErrCorrupt when they differ.
func (c *checker) checkFullTextTable(ctx context.Context, table string) error {
	return c.db.h.runWrite(ctx, "check "+table, func(tx *gorm.DB) error {
		return tx.Exec("INSERT INTO " + table + "(" + table + ", rank) VALUES ('integrity-check', 1)").Error
	})
}
