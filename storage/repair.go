package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"memoir/memory"
)

// stagedName is a complete database that is to replace app.db. Once a file has this name, the next
// start (or the rest of the run that made it) finishes the replacement.
const stagedName = databaseName + ".new"

// RepairDataFolder repairs the data folder, which must not be in use (memory.ErrBusy): it rebuilds
// what can be derived (SQL indexes, full text, the vector index) and, when rows are damaged too,
// moves every row that can be read into a new database and keeps the damaged one beside it.
// memory.ErrCorrupt means that nothing of Memoir is left in the file; ErrNewerSchema,
// ErrForeignData and ErrEmptied that it is not to be repaired. Nothing has been changed then.
func RepairDataFolder(ctx context.Context, o Options) (r CheckReport, err error) {
	defer func() {
		if err == nil {
			err = removeDamageSeenMark(o.Dir)
		}
	}()
	db, err := Open(ctx, o)
	switch {
	case errors.Is(err, memory.ErrCorrupt):
	case err != nil:
		return r, err
	default:
		r, err = db.CheckOrRepairConsistency(ctx, true)
		needsSalvage := r.rowsDamaged || errors.Is(err, memory.ErrCorrupt)
		closeErr := db.Close(context.WithoutCancel(ctx))
		if !needsSalvage {
			return r, errors.Join(err, closeErr)
		}
	}
	return replaceDamagedBySalvaged(ctx, o.withDefaults())
}

// replaceDamagedBySalvaged replaces a damaged database by what can be read of it.
func replaceDamagedBySalvaged(ctx context.Context, o Options) (r CheckReport, err error) {
	lock, err := createAndLockFolder(o.Dir)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, wrapErrorWithSentinel("unlock "+o.Dir, lock.Close())) }()
	path := filepath.Join(o.Dir, databaseName)
	staged := filepath.Join(o.Dir, stagedName)
	res, err := salvageRowsIntoNewDatabase(ctx, path, staged+".part", o.InitialSettings)
	if err != nil {
		return r, err
	}
	if err := flushAndRenameFile(staged+".part", staged); err != nil {
		return r, err
	}
	kept, err := setDamagedDatabaseAside(o.Dir, sortableFileTimestamp(o.Clock()))
	if err != nil {
		return r, err
	}
	if err := installStagedDatabaseDroppingIndex(o); err != nil {
		return r, err
	}
	r.Repaired = []string{
		"The database was damaged and was rebuilt from what could be read: " + res.formatSalvagedRowCounts() + ".",
	}
	if res.restored > 0 {
		r.Repaired = append(r.Repaired, formatCountWithNoun(res.restored, "memory was", "memories were")+
			" restored from the memory history.")
	}
	r.Lost = res.sentencesAboutLostRows()
	r.Kept = []string{"The damaged database is kept as " + kept + "."}
	return r, nil
}

// installStagedDatabaseDroppingIndex puts the staged database in place of app.db, whose write-ahead
// log must not be applied to it. The old database must have been kept.
func installStagedDatabaseDroppingIndex(o Options) error {
	path := filepath.Join(o.Dir, databaseName)
	err := errors.Join(removeIfExists(path+"-wal"), removeIfExists(path+"-shm"), removeIfExists(path+"-journal"))
	if err != nil {
		return err
	}
	if err := flushAndRenameFile(filepath.Join(o.Dir, stagedName), path); err != nil {
		return err
	}
	if err := removeDamageSeenMark(o.Dir); err != nil {
		return err
	}
	if isRegularFile(vectorIndexSnapshotPath(o)) {
		return removeIfExists(vectorIndexSnapshotPath(o)) // it was built from the old data
	}
	return nil
}

// formatSalvagedRowCounts names what was salvaged: "60 memories, 2 chats, 20 messages and 1 file".
func (res salvageResult) formatSalvagedRowCounts() string {
	var parts []string
	for _, t := range [][3]string{
		{"memory", "memory", "memories"},
		{"threads", "chat", "chats"},
		{"messages", "message", "messages"},
		{"contexts", "file", "files"},
	} {
		parts = append(parts, formatCountWithNoun(res.rows[t[0]], t[1], t[2]))
	}
	return strings.Join(parts[:3], ", ") + " and " + parts[3]
}

// sentencesAboutLostRows says in sentences what could not be read.
func (res salvageResult) sentencesAboutLostRows() []string {
	var out []string
	for _, t := range [][2]string{
		{"memory", "memories"},
		{"threads", "chats"},
		{"messages", "messages"},
		{"contexts", "files"},
		{"decision", "entries of the memory history"},
	} {
		ids := slices.Compact(slices.Sorted(slices.Values(append(res.missing[t[0]], res.refused[t[0]]...))))
		if len(ids) > 0 {
			out = append(out, fmt.Sprintf("%s that couldn't be read: %s.", capitalizeFirstLetter(t[1]), formatFirstIDs(ids)))
		}
	}
	if len(out) == 0 && res.pages > 0 {
		out = append(out, fmt.Sprintf("%s of the database file couldn't be read; some data may be missing.",
			formatCountWithNoun(res.pages, "page", "pages")))
	}
	if res.changed > 0 {
		out = append(out, formatCountWithNoun(res.changed, "entry was", "entries were")+" damaged and partly recovered.")
	}
	return append(out, res.texts...)
}

func capitalizeFirstLetter(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func formatCountWithNoun(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// maxListedNumbers is how many numbers a sentence lists.
const maxListedNumbers = 20

func formatFirstIDs(ids []int64) string {
	var b strings.Builder
	for i, id := range ids {
		switch {
		case i == maxListedNumbers:
			fmt.Fprintf(&b, " and %d more", len(ids)-i)
			return b.String()
		case i > 0:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "#%d", id)
	}
	return b.String()
}

// rebuildSQLIndexesIgnoringDamage rebuilds every SQL index. It is no error when the tables are
// damaged too.
func rebuildSQLIndexesIgnoringDamage(ctx context.Context, h *sql.DB) error {
	_, err := h.ExecContext(ctx, "REINDEX")
	if err = wrapErrorWithSentinel("rebuild indexes", err); errors.Is(err, memory.ErrCorrupt) {
		return nil
	}
	return err
}

// missingSchemaObjects returns the tables, indexes, views and triggers that the schema should have
// and does not.
func missingSchemaObjects(ctx context.Context, h *sql.DB) ([]string, error) {
	fresh, err := openSQLite("file::memory:?_pragma=foreign_keys(1)", 1)
	if err != nil {
		return nil, err
	}
	db := &DB{writer: fresh}
	if err := db.backUpAndMigrateSchema(ctx, embeddedMigrationsInOrder()); err != nil {
		return nil, errors.Join(err, fresh.Close())
	}
	want, err := listSchemaObjectTypesAndNames(ctx, fresh)
	if err = errors.Join(err, fresh.Close()); err != nil {
		return nil, err
	}
	have, err := listSchemaObjectTypesAndNames(ctx, h)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(want, func(o string) bool { return slices.Contains(have, o) }), nil
}

func listSchemaObjectTypesAndNames(ctx context.Context, h *sql.DB) ([]string, error) {
	rows, err := h.QueryContext(ctx, "SELECT type || ' ' || name FROM sqlite_schema ORDER BY type, name")
	if err != nil {
		return nil, wrapErrorWithSentinel("read schema", err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var o string
		if err := rows.Scan(&o); err != nil {
			return nil, wrapErrorWithSentinel("read schema", err)
		}
		out = append(out, o)
	}
	return out, wrapErrorWithSentinel("read schema", rows.Err())
}

func isRegularFile(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular()
}
