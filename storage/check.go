package storage

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"gorm.io/gorm"

	"memoir/memory"
)

// CheckReport lists what a check found, in sentences for users.
type CheckReport struct {
	Problems []string // not repaired
	Repaired []string // found and repaired
	Lost     []string // what a repair could not read
	Kept     []string // where the damaged data is kept
	Notes    []string // fixed automatically at the next start

	// rowsDamaged is set when more is damaged than what can be derived from the rows.
	rowsDamaged bool
}

// HasNoProblems reports whether no problem is left.
func (r CheckReport) HasNoProblems() bool { return len(r.Problems) == 0 }

// CheckOrRepairConsistency verifies the database pages, foreign keys, the full-text tables, the
// stored vectors and the vector index. With repair it rebuilds what can be derived from the rows:
// SQL indexes, full text, vectors without an owner, the vector index. Damaged rows are a matter of
// RepairDataFolder. A database too damaged to read is an error, memory.ErrCorrupt.
func (db *DB) CheckOrRepairConsistency(ctx context.Context, repair bool) (CheckReport, error) {
	c := checker{db: db, repair: repair}
	for _, step := range []func(context.Context) error{
		c.reportMissingSchemaObjects, c.checkOrRepairPages, c.checkOrRehashTexts, c.reportForeignKeyViolations,
		c.checkOrRepairMemoryFullText,
		c.checkOrRepairChatFullText,
		c.checkOrDeleteOrphanVectors,
		c.checkOrRepairVectorIndex,
	} {
		if err := runCatchingMappedReadFaults(func() error { return step(ctx) }); err != nil {
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

// reportOrRepairProblem records a problem, or repairs it when the caller asked for that and a
// repair exists.
func (c *checker) reportOrRepairProblem(problem string, fix func() error) error {
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

// reportMissingSchemaObjects finds tables, indexes, views and triggers that are missing.
func (c *checker) reportMissingSchemaObjects(ctx context.Context) error {
	missing, err := missingSchemaObjects(ctx, c.db.reader)
	if err != nil || len(missing) == 0 {
		return err
	}
	c.report.rowsDamaged = true
	for _, o := range missing {
		c.report.Problems = append(c.report.Problems, "The database is damaged: "+o+" is missing")
	}
	return nil
}

// checkOrRepairPages runs integrity_check. With repair it first rebuilds what is derived: the SQL
// indexes and the full text that the check names.
func (c *checker) checkOrRepairPages(ctx context.Context) error {
	problems, err := c.checkIntegrityOnOwnConnection(ctx)
	if err != nil || len(problems) == 0 {
		return err
	}
	found := problems
	if c.repair {
		if problems, err = c.rebuildIndexesAndRecheckIntegrity(ctx, problems); err != nil {
			return err
		}
	}
	for _, p := range problems {
		c.report.rowsDamaged = true
		c.report.Problems = append(c.report.Problems, "The database is damaged: "+p)
	}
	if len(problems) == 0 {
		for _, p := range found {
			c.report.Repaired = append(c.report.Repaired, "The database was damaged: "+p)
		}
	}
	return nil
}

// checkIntegrityOnOwnConnection runs integrity_check on its own connection: on a connection that
// has searched before, FTS5 checks its cached segments, and reports segments as corrupt that
// another connection has emptied in the meantime (SQLite 3.53.3).
func (c *checker) checkIntegrityOnOwnConnection(ctx context.Context) ([]string, error) {
	if c.db.readOnly {
		return integrityProblems(ctx, c.db.reader)
	}
	h, err := openSQLite(readerDSN(filepath.Join(c.db.dir, databaseName)), 1)
	if err != nil {
		return nil, err
	}
	problems, err := integrityProblems(ctx, h)
	return problems, errors.Join(err, wrapErrorWithSentinel("check integrity", h.Close()))
}

// rebuildIndexesAndRecheckIntegrity rebuilds SQL indexes and the full-text tables named in
// problems, and returns the problems that are left.
func (c *checker) rebuildIndexesAndRecheckIntegrity(ctx context.Context, problems []string) ([]string, error) {
	for _, t := range fullTextTables() {
		if !strings.Contains(strings.Join(problems, "\n"), t) {
			continue
		}
		if err := c.recreateFullTextTable(ctx, t); err != nil && !errors.Is(err, memory.ErrCorrupt) {
			return nil, err
		}
	}
	if err := rebuildSQLIndexesIgnoringDamage(ctx, c.db.writer); err != nil {
		return nil, err
	}
	return c.checkIntegrityOnOwnConnection(ctx)
}

func fullTextTables() []string {
	return []string{
		"memory_words", "memory_grams", "message_words", "message_grams", "thread_words", "thread_grams",
	}
}

// recreateFullTextTable drops a full-text table and builds it again from the rows.
func (c *checker) recreateFullTextTable(ctx context.Context, t string) error {
	return c.db.h.runAtomicWrite(ctx, "rebuild "+t, func(tx *gorm.DB) error {
		var create string
		if err := tx.Raw("SELECT sql FROM sqlite_schema WHERE name = ?", t).Row().Scan(&create); err != nil {
			return err
		}
		fill := "INSERT INTO " + t + "(" + t + ") VALUES ('rebuild')"
		if strings.HasPrefix(t, "memory_") {
			fill = "INSERT INTO " + t + "(rowid, content, tags) SELECT id, content, tags FROM memory_text"
		}
		return tx.Exec("DROP TABLE " + t + "; " + create + "; INSERT INTO " + t + "(" + t +
			", rank) VALUES ('secure-delete', 1); " + fill).Error
	})
}

func (c *checker) reportForeignKeyViolations(ctx context.Context) error {
	rows, err := c.db.reader.QueryContext(ctx, `SELECT "table", parent, count(*) FROM pragma_foreign_key_check
      GROUP BY "table", parent`)
	if err != nil {
		return wrapErrorWithSentinel("check references", err)
	}
	defer rows.Close()
	for rows.Next() {
		var table, parent string
		var n int
		if err := rows.Scan(&table, &parent, &n); err != nil {
			return wrapErrorWithSentinel("check references", err)
		}
		c.report.rowsDamaged = true
		c.report.Problems = append(c.report.Problems,
			fmt.Sprintf("%d rows of %s refer to missing rows of %s.", n, table, parent))
	}
	return wrapErrorWithSentinel("check references", rows.Err())
}

// checkOrRepairMemoryFullText compares the memory texts stored in the full-text tables with the
// searchable memories.
func (c *checker) checkOrRepairMemoryFullText(ctx context.Context) error {
	for _, t := range []string{"memory_words", "memory_grams"} {
		var n int
		err := c.db.h.runRead(ctx, "check "+t, func(db *gorm.DB) error {
			return db.Raw(`SELECT (SELECT count(*) FROM memory_text m LEFT JOIN ` + t + ` f ON f.rowid = m.id
              WHERE f.rowid IS NULL OR f.content <> m.content OR f.tags <> m.tags)
            + (SELECT count(*) FROM ` + t + ` WHERE rowid NOT IN (SELECT id FROM memory_text))`).Row().Scan(&n)
		})
		if err == nil {
			err = c.runFullTextCheckUnlessReadOnly(ctx, t)
		}
		if err != nil && !errors.Is(err, memory.ErrCorrupt) {
			return err
		}
		if n == 0 && err == nil {
			continue
		}
		problem := fmt.Sprintf("The full-text index of memories (%s) doesn't match the memories.", t)
		err = c.reportOrRepairProblem(problem, func() error {
			return c.recreateFullTextTable(ctx, t)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// checkOrRepairChatFullText checks the external-content tables of messages and titles, which FTS5
// can rebuild.
func (c *checker) checkOrRepairChatFullText(ctx context.Context) error {
	for _, t := range []string{"message_words", "message_grams", "thread_words", "thread_grams"} {
		err := c.runFullTextCheckUnlessReadOnly(ctx, t)
		if err == nil {
			continue
		}
		if !errors.Is(err, memory.ErrCorrupt) {
			return err
		}
		err = c.reportOrRepairProblem(fmt.Sprintf("The full-text index of chats (%s) doesn't match the chats.", t),
			func() error {
				return c.recreateFullTextTable(ctx, t)
			})
		if err != nil {
			return err
		}
	}
	return nil
}

// runFullTextCheckUnlessReadOnly runs FTS5's own integrity check, including against the content
// table; it returns memory.ErrCorrupt when they differ.
func (c *checker) runFullTextCheckUnlessReadOnly(ctx context.Context, table string) error {
	if c.db.readOnly {
		return nil // FTS5's own check is a write; integrity_check has looked at the table
	}
	return c.db.h.runAtomicWrite(ctx, "check "+table, func(tx *gorm.DB) error {
		return tx.Exec("INSERT INTO " + table + "(" + table + ", rank) VALUES ('integrity-check', 1)").Error
	})
}

// damageSeenName is an empty file that a run leaves when it met damage, so that the next start
// repairs the folder.
const damageSeenName = "damage-seen"

// damageLog keeps the first damage that an operation met. Safe for concurrent use; nil keeps
// nothing.
type damageLog struct {
	dir    string
	logger *slog.Logger

	mu    sync.Mutex
	first error
}

// markFirstDamageForRepairReturningError keeps err if it is the first that says that the database
// is damaged, and returns err.
func (d *damageLog) markFirstDamageForRepairReturningError(err error) error {
	if d == nil || !errors.Is(err, memory.ErrCorrupt) {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.first != nil {
		return err
	}
	d.first = err
	d.logger.Error("the database is damaged and will be repaired at the next start", "err", err)
	mark := filepath.Join(d.dir, damageSeenName)
	if cause := os.WriteFile(mark, nil, fileMode); cause != nil {
		d.logger.Warn("the damage could not be recorded for repair at the next start", "err", cause)
	}
	return err
}

// FirstDamage returns the first error of this run that says that the database is damaged, nil when
// none did.
func (db *DB) FirstDamage() error {
	db.h.damage.mu.Lock()
	defer db.h.damage.mu.Unlock()
	return db.h.damage.first
}

// HasUnrepairedDamage reports whether a run in the folder met damage after the last repair.
func HasUnrepairedDamage(dir string) bool { return isRegularFile(filepath.Join(dir, damageSeenName)) }

// removeDamageSeenMark is called when the folder was repaired or its database replaced.
func removeDamageSeenMark(dir string) error {
	return removeIfExists(filepath.Join(dir, damageSeenName))
}
