package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"memoir/memory"
	"memoir/storage/pagefile"
)

// salvageResult counts what a salvage found.
type salvageResult struct {
	rows     map[string]int     // stored rows by table
	changed  int                // rows stored with a default in place of a damaged value, or cut short
	texts    []string           // sentences about texts that damage changed
	restored int                // memories that could be read from the ledger only
	refused  map[string][]int64 // ids of rows that could not be stored
	missing  map[string][]int64 // ids that an index names and that were not found
	pages    int                // pages that could not be read
}

// salvageRowsIntoNewDatabase reads every row that is left of the database at path, which nobody
// uses, and stores them in a new database at out. SQL indexes and full text are built anew. Chats,
// profiles and links that rows refer to and that are gone are made again. memory.ErrCorrupt means
// that no row of Memoir is left; out does not exist then. A database whose settings are all gone
// gets those of a new one.
func salvageRowsIntoNewDatabase(
	ctx context.Context, path, out string, initialSettings map[string]string,
) (res salvageResult, err error) {
	pages, err := pagefile.Open(path)
	if err != nil {
		return res, wrapErrorWithSentinel("salvage", err)
	}
	defer func() { err = errors.Join(err, pages.Close()) }()
	if err := removeDatabaseFiles(out); err != nil {
		return res, err
	}
	if err := ensurePrivateDatabaseFiles(out); err != nil {
		return res, err
	}
	h, err := openSQLite(salvageTargetDSN(out), 1)
	if err != nil {
		return res, err
	}
	db := &DB{writer: h}
	if err = db.backUpAndMigrateSchema(ctx, embeddedMigrationsInOrder()); err == nil {
		res, err = salvageRowsAndRestoreConsistency(ctx, h, pages)
	}
	if err == nil && res.rows["settings"] == 0 {
		err = insertSettings(ctx, h, initialSettings)
	}
	if err = errors.Join(err, h.Close()); err == nil {
		err = verifyDatabaseFile(ctx, out)
	}
	if err != nil {
		return res, errors.Join(err, removeDatabaseFiles(out))
	}
	return res, nil
}

// salvageTargetDSN opens the new database without a write-ahead log, so that it is one file, and
// without foreign keys, because a row may come before what it refers to.
func salvageTargetDSN(path string) string {
	return sqliteFileURI(path) + "?_txlock=immediate&_pragma=journal_mode(DELETE)&_pragma=foreign_keys(0)" +
		"&_pragma=secure_delete(1)"
}

func removeDatabaseFiles(path string) error {
	return errors.Join(removeIfExists(path), removeIfExists(path+"-wal"), removeIfExists(path+"-shm"),
		removeIfExists(path+"-journal"))
}

func salvageRowsAndRestoreConsistency(ctx context.Context, h *sql.DB, pages *pagefile.File) (salvageResult, error) {
	tables, err := loadAllSalvageTableSchemas(ctx, h)
	if err != nil {
		return salvageResult{}, err
	}
	tx, err := h.BeginTx(ctx, nil)
	if err != nil {
		return salvageResult{}, wrapErrorWithSentinel("salvage", err)
	}
	w := salvageWriter{ctx: ctx, tx: tx, res: salvageResult{
		rows: map[string]int{}, refused: map[string][]int64{}, missing: map[string][]int64{},
	}, seen: map[string]map[int64]bool{}}
	s := rowSalvager{
		pages: pages, tables: tables, visited: map[uint32]bool{}, emit: w.storeRowWithFallbacks,
		indexed:   map[string][]int64{},
		sequences: map[string]int64{},
	}
	s.salvageRowsIndexedIDsAndSequences()
	w.res.pages = s.unreadable
	err = w.err
	left := w.res.rows
	if err == nil && left["messages"]+left["memory"]+left["threads"]+left["contexts"]+left["decision"] == 0 {
		err = fmt.Errorf("salvage: %w: no row is left", memory.ErrCorrupt)
	}
	if err == nil {
		err = w.restoreConsistencyAfterSalvage(s.sequences)
	}
	w.recordIndexedButMissingIDs(s.indexed)
	if err != nil {
		return w.res, errors.Join(err, ignoreAlreadyRolledBackError(tx.Rollback()))
	}
	return w.res, wrapErrorWithSentinel("salvage", tx.Commit())
}

// salvageWriter stores rows in the new database. It keeps the first error and ignores later rows.
type salvageWriter struct {
	ctx  context.Context //nolint:containedctx // lives as long as one salvage
	tx   *sql.Tx
	res  salvageResult
	seen map[string]map[int64]bool
	err  error
}

// defaultsForDamagedColumns are values for columns that accept only some, in place of one that is
// damaged. A memory whose status is lost waits for its user.
func defaultsForDamagedColumns(table string) map[string]any {
	switch table {
	case "threads":
		return map[string]any{
			"memory": "off", "title_by_user": 0, "max_tokens": 0, "pinned": 0, "temporary": 0, "unread": 0,
		}
	case "projects":
		return map[string]any{"learned_scope": "project", "position": 0, "collapsed": 0, "system_prompt": "", "model": ""}
	case "messages":
		return map[string]any{
			"role": "user", "status": "interrupted", "usage": nil, "error": nil, "receipt": nil, "parent_id": nil,
		}
	case "memory":
		return map[string]any{
			"tags": "[]", "kind": "fact", "type": "other", "scope": "global", "origin": "manual",
		}
	case "memory_links":
		return map[string]any{"status": "inbox", "pinned": 0, "use_count": 0, "valid_from": "", "valid_to": ""}
	case "contexts":
		return map[string]any{"never_learn": 1}
	case "decision":
		return map[string]any{
			"before": nil, "after": nil, "changes": nil, "scores": nil, "actor": "system", "action": "update",
		}
	}
	return nil
}

// storeRowWithFallbacks inserts a row; when a value is refused it tries again with a default in its
// place, and last with every default.
func (w *salvageWriter) storeRowWithFallbacks(t salvageTable, r pagefile.Row) {
	if w.err != nil || t.idAt >= 0 && w.seen[t.name][r.RowID] {
		return
	}
	values := rowValuesForTable(t, r)
	if values == nil {
		return
	}
	stored := w.insertRowOrAcceptTakenKey(t, values)
	whole := stored && !r.Cut
	if !stored {
		stored = w.insertReplacingDamagedValues(t, values, defaultsForDamagedColumns(t.name))
	}
	if !stored {
		w.res.refused[t.name] = append(w.res.refused[t.name], r.RowID)
		return
	}
	if !whole {
		w.res.changed++
	}
	w.res.rows[t.name]++
	if w.seen[t.name] == nil {
		w.seen[t.name] = map[int64]bool{}
	}
	w.seen[t.name][r.RowID] = true
}

func (w *salvageWriter) insertReplacingDamagedValues(t salvageTable, values []any, defaults map[string]any) bool {
	all := slices.Clone(values)
	for i, c := range t.columns {
		value, ok := defaults[c.name]
		if !ok {
			continue
		}
		all[i] = value
		one := slices.Clone(values)
		one[i] = value
		if w.insertRowOrAcceptTakenKey(t, one) {
			return true
		}
	}
	return w.insertRowOrAcceptTakenKey(t, all)
}

// rowValuesForTable puts the row's id into its column, makes texts valid UTF-8 and fills the
// columns that a row cut short lacks. It returns nil for a row that cannot be one of the table.
func rowValuesForTable(t salvageTable, r pagefile.Row) []any {
	if len(r.Values) > len(t.columns) || len(r.Values) == 0 || !r.Cut && !t.mayLackColumnsFrom(len(r.Values)) {
		return nil
	}
	values := slices.Clone(r.Values)
	defaults := defaultsForDamagedColumns(t.name)
	for i := len(values); i < len(t.columns); i++ {
		c := t.columns[i]
		value, known := defaults[c.name]
		switch {
		case c.byDefault != "" && !r.Cut:
			value = parseSQLDefaultValue(c.byDefault)
		case !known && c.notNull:
			value = map[string]any{"TEXT": "", "INTEGER": 0, "REAL": 0.0}[c.kind]
		}
		values = append(values, value)
	}
	for i, v := range values {
		if s, ok := v.(string); ok {
			values[i] = strings.ToValidUTF8(s, "\uFFFD")
		}
	}
	if t.idAt >= 0 {
		values[t.idAt] = r.RowID
	}
	return values
}

// parseSQLDefaultValue is the value of a column's default, which is a text in quotes or a whole
// number.
func parseSQLDefaultValue(sql string) any {
	if n, err := strconv.ParseInt(sql, 10, 64); err == nil {
		return n
	}
	return strings.ReplaceAll(strings.Trim(sql, "'"), "''", "'")
}

// insertRowOrAcceptTakenKey reports whether the row was stored, or another under its key. Rows that
// break a constraint are refused; every other error ends the salvage.
func (w *salvageWriter) insertRowOrAcceptTakenKey(t salvageTable, values []any) bool {
	verb := "INSERT"
	if t.name == "profiles" { // the migration has made profile 1
		verb = "INSERT OR REPLACE"
	}
	_, err := w.tx.ExecContext(w.ctx, verb+" INTO "+t.name+" VALUES (?"+strings.Repeat(",?", len(values)-1)+")",
		values...)
	if err == nil {
		return true
	}
	err = wrapErrorWithSentinel("salvage "+t.name, err)
	switch {
	case errors.Is(err, memory.ErrConflict):
		return true
	case errors.Is(err, memory.ErrDiskFull), errors.Is(err, memory.ErrDiskIO), errors.Is(err, memory.ErrReadOnly),
		errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		w.err = err
	}
	return false
}

// recordIndexedButMissingIDs lists the ids that an index has and no salvaged row.
func (w *salvageWriter) recordIndexedButMissingIDs(indexed map[string][]int64) {
	for table, ids := range indexed {
		slices.Sort(ids)
		for _, id := range slices.Compact(ids) {
			if !w.seen[table][id] {
				w.res.missing[table] = append(w.res.missing[table], id)
			}
		}
	}
}

// restoreConsistencyAfterSalvage makes the rows agree with each other again: rows that are needed
// and gone are made, rows that mean nothing without one that is gone are removed, and no id is
// given out twice.
func (w *salvageWriter) restoreConsistencyAfterSalvage(sequences map[string]int64) error {
	restored, err := restoreLostMemoriesFromLedger(w.ctx, w.tx)
	if err != nil {
		return err
	}
	w.res.restored = restored
	if _, err := w.tx.ExecContext(w.ctx, salvageRepairs); err != nil {
		return wrapErrorWithSentinel("salvage", err)
	}
	if err := w.recountSalvagedMemories(); err != nil {
		return err
	}
	for _, t := range tablesWithTextHash() {
		changed, err := listTextsDifferingFromHash(w.ctx, w.tx, t[0])
		if err != nil {
			return err
		}
		if len(changed) > 0 {
			w.res.texts = append(w.res.texts, sentenceAboutChangedTexts(t[1], changed))
		}
		if err := rehashChangedTexts(w.ctx, w.tx, t[0], changed); err != nil {
			return err
		}
	}
	for table, n := range sequences {
		_, err := w.tx.ExecContext(w.ctx, "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", n, table)
		if err != nil {
			return wrapErrorWithSentinel("salvage", err)
		}
	}
	return nil
}

// recountSalvagedMemories counts those that came from the ledger too.
func (w *salvageWriter) recountSalvagedMemories() error {
	rows, err := w.tx.QueryContext(w.ctx, "SELECT id FROM memory")
	if err != nil {
		return wrapErrorWithSentinel("salvage", err)
	}
	defer rows.Close()
	seen := map[int64]bool{}
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return wrapErrorWithSentinel("salvage", err)
		}
		seen[id] = true
	}
	w.seen["memory"], w.res.rows["memory"] = seen, len(seen)
	return wrapErrorWithSentinel("salvage", rows.Err())
}

// salvageRepairs keeps every text: messages without a chat get one called Recovered chat, a message
// without its predecessor follows the one before it, a memory without a link waits in the inbox.
const salvageRepairs = `
INSERT OR IGNORE INTO profiles(id, name, created_at)
  SELECT DISTINCT profile_id, 'Recovered profile ' || profile_id, NULL FROM (SELECT profile_id FROM threads
    UNION SELECT profile_id FROM memory_links UNION SELECT profile_id FROM contexts
     UNION SELECT profile_id FROM decision UNION SELECT profile_id FROM projects)
  WHERE profile_id NOT IN (SELECT id FROM profiles);
INSERT OR IGNORE INTO projects(id, profile_id, name, system_prompt, model, learned_scope, position, collapsed)
  SELECT project_id, min(profile_id), 'Recovered project ' || project_id, '', '', 'project', project_id, 0 FROM (
    SELECT project_id, profile_id FROM threads UNION
    SELECT m.project_id, l.profile_id FROM memory m JOIN memory_links l ON l.memory_id = m.id
      WHERE l.status <> 'forgotten')
  WHERE project_id IS NOT NULL GROUP BY project_id;
INSERT INTO threads(id, profile_id, title, title_by_user, model, memory, system_prompt, max_tokens, pinned, temporary,
    unread, draft, source, created_at, updated_at)
  SELECT thread_id, 1, 'Recovered chat', 1, '', 'off', '', 0, 0, 0, 0, '', '', min(created_at), max(created_at)
  FROM messages WHERE thread_id NOT IN (SELECT id FROM threads) GROUP BY thread_id;
UPDATE messages SET parent_id = (SELECT max(p.id) FROM messages p WHERE p.thread_id = messages.thread_id
    AND p.id < messages.id)
  WHERE parent_id IS NOT NULL AND parent_id NOT IN (SELECT id FROM messages);
UPDATE threads SET head_id = (SELECT max(id) FROM messages WHERE thread_id = threads.id)
  WHERE head_id IS NULL OR head_id NOT IN (SELECT id FROM messages WHERE thread_id = threads.id);
DELETE FROM memory_links WHERE memory_id NOT IN (SELECT id FROM memory);
INSERT INTO memory_links(profile_id, memory_id, status, pinned, valid_from, valid_to, use_count)
  SELECT 1, id, 'inbox', 0, '', '', 0 FROM memory WHERE id NOT IN (SELECT memory_id FROM memory_links);
DELETE FROM thread_contexts WHERE thread_id NOT IN (SELECT id FROM threads)
  OR context_id NOT IN (SELECT id FROM contexts);
DELETE FROM message_pictures WHERE message_id NOT IN (SELECT id FROM messages)
  OR picture_id NOT IN (SELECT id FROM pictures);
DELETE FROM thread_pictures WHERE thread_id NOT IN (SELECT id FROM threads)
  OR picture_id NOT IN (SELECT id FROM pictures);
DELETE FROM pictures WHERE profile_id NOT IN (SELECT id FROM profiles);
DELETE FROM project_contexts WHERE project_id NOT IN (SELECT id FROM projects)
  OR context_id NOT IN (SELECT id FROM contexts);
DELETE FROM thread_recall WHERE thread_id NOT IN (SELECT id FROM threads);
DELETE FROM imported_chats WHERE thread_id NOT IN (SELECT id FROM threads);
DELETE FROM decision_memories WHERE decision_id NOT IN (SELECT id FROM decision);
INSERT OR IGNORE INTO decision_memories(memory_id, decision_id)
  SELECT memory_id, id FROM decision WHERE memory_id IS NOT NULL
  UNION SELECT old_id, id FROM decision WHERE old_id IS NOT NULL;
DELETE FROM summaries WHERE thread_id NOT IN (SELECT id FROM threads)
  OR profile_id NOT IN (SELECT id FROM profiles);
DELETE FROM base_memory WHERE profile_id NOT IN (SELECT id FROM profiles);
DELETE FROM jobs WHERE thread_id NOT IN (SELECT id FROM threads) OR profile_id NOT IN (SELECT id FROM profiles);
DELETE FROM vectors WHERE owner_kind = 'memory' AND owner_id NOT IN (SELECT id FROM memory)
  OR owner_kind = 'context' AND owner_id NOT IN (SELECT id FROM contexts);
DELETE FROM memory_words;
DELETE FROM memory_grams;
INSERT INTO memory_words(rowid, content, tags) SELECT id, content, tags FROM memory_text;
INSERT INTO memory_grams(rowid, content, tags) SELECT id, content, tags FROM memory_text;
`

// setDamagedDatabaseAside moves a damaged database with its log to damaged-TIME.db in the same
// folder and returns that path, empty when there is none.
func setDamagedDatabaseAside(dir, stamp string) (string, error) {
	path, kept := filepath.Join(dir, databaseName), filepath.Join(dir, damagedPrefix+stamp+".db")
	if isNonEmptyFile(path + "-wal") {
		if err := os.Rename(path+"-wal", kept+"-wal"); err != nil {
			return "", wrapErrorWithSentinel("keep "+path, err)
		}
	}
	if err := os.Rename(path, kept); err != nil {
		if os.IsNotExist(err) {
			return "", nil
		}
		return "", wrapErrorWithSentinel("keep "+path, err)
	}
	return kept, flushFolderToDisk(dir)
}

// damagedPrefix starts the name of a database that was kept because it is damaged.
const damagedPrefix = "damaged-"
