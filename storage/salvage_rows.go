package storage

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"sync/atomic"

	"github.com/glebarez/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"memoir/memory"
	"memoir/storage/pagefile"
)

// salvageTable is a table as the newest migration makes it.
type salvageTable struct {
	name    string
	columns []salvageColumn
	idAt    int  // column that is the row's id, -1 when none is
	isIndex bool // WITHOUT ROWID: stored like an index
	// byShape is set when a row can be told from rows of other tables and of indexes by its values.
	byShape bool
}

type salvageColumn struct {
	name, kind string
	notNull    bool
	// byDefault is the value in rows that were written before the column was added, as SQL; empty =
	// NULL.
	byDefault string
}

// mayLackColumnsFrom reports whether the columns from n on may have been added after a row was
// written: SQLite leaves such rows as they are and reads the missing values as the columns'
// defaults.
func (t salvageTable) mayLackColumnsFrom(n int) bool {
	return !slices.ContainsFunc(t.columns[min(n, len(t.columns)):], func(c salvageColumn) bool {
		return c.notNull && c.byDefault == ""
	})
}

// fitsColumnCountAndTypes reports whether values can be a whole row of the table, by their number
// and types.
func (t salvageTable) fitsColumnCountAndTypes(values []any) bool {
	return len(values) == len(t.columns) && t.fitsFirstValueTypes(values)
}

// fitsAsRowBeforeAddedColumns reports whether values can be a row that was written before the table
// got its last columns.
func (t salvageTable) fitsAsRowBeforeAddedColumns(values []any) bool {
	return len(values) < len(t.columns) && t.mayLackColumnsFrom(len(values)) && t.fitsFirstValueTypes(values)
}

// fitsFirstValueTypes reports whether values can be those of the first columns, by their types.
func (t salvageTable) fitsFirstValueTypes(values []any) bool {
	for i, v := range values {
		c := t.columns[i]
		ok := false
		switch v.(type) {
		case nil:
			ok = !c.notNull || i == t.idAt
		case int64:
			ok = c.kind == "INTEGER" || c.kind == "REAL"
		case float64:
			ok = c.kind == "REAL"
		case string:
			ok = c.kind == "TEXT"
		case []byte:
			ok = c.kind == "BLOB"
		}
		if !ok {
			return false
		}
	}
	return true
}

// salvagedTableNames returns the tables that are not derived from others, in the order in which
// their triggers can run.
func salvagedTableNames() []string {
	return []string{
		"profiles", "projects", "threads", "messages", "memory", "memory_links", "contexts", "thread_contexts",
		"thread_recall", "imported_chats", "project_contexts", "pictures", "message_pictures", "thread_pictures",
		"decision",
		"decision_memories", "summaries", "base_memory", "vectors", "jobs", "settings",
	}
}

func loadAllSalvageTableSchemas(ctx context.Context, h *sql.DB) ([]salvageTable, error) {
	var out []salvageTable
	for _, name := range salvagedTableNames() {
		t, err := loadSalvageTableSchema(ctx, h, name)
		if err != nil {
			return nil, wrapErrorWithSentinel("salvage", err)
		}
		out = append(out, t)
	}
	return out, nil
}

// loadSalvageTableSchema reads the columns of a table from the schema of the new database.
func loadSalvageTableSchema(ctx context.Context, h *sql.DB, name string) (salvageTable, error) {
	t := salvageTable{name: name, idAt: -1}
	// Rows of two or three short values look like those of an index.
	t.byShape = !slices.Contains([]string{
		"decision_memories", "thread_contexts", "thread_recall", "project_contexts", "message_pictures",
		"thread_pictures",
	}, name)
	rows, err := h.QueryContext(ctx, `SELECT c.name, c.type, c."notnull", coalesce(c.dflt_value, ''),
          c.pk > 0 AND c.type = 'INTEGER' AND NOT l.wr AND
            (SELECT count(*) FROM pragma_table_info(l.name) WHERE pk > 0) = 1, l.wr
        FROM pragma_table_info(?) c, pragma_table_list(?) l ORDER BY c.cid`, name, name)
	if err != nil {
		return t, err
	}
	defer rows.Close()
	for rows.Next() {
		var c salvageColumn
		var isID bool
		if err := rows.Scan(&c.name, &c.kind, &c.notNull, &c.byDefault, &isID, &t.isIndex); err != nil {
			return t, err
		}
		if isID {
			t.idAt = len(t.columns)
		}
		t.columns = append(t.columns, c)
	}
	return t, rows.Err()
}

// rowSalvager finds the rows of a damaged database: first those that their table's b-tree still
// leads to, then those on pages that nothing leads to any more. Such pages are not free ones: those
// are filled with zeros, because Memoir's databases have secure_delete on.
type rowSalvager struct {
	pages   *pagefile.File
	tables  []salvageTable
	visited map[uint32]bool
	emit    func(t salvageTable, r pagefile.Row)
	// unreadable is the number of pages that a tree points to and that are no pages of a tree.
	unreadable int
	indexed    map[string][]int64 // row ids by table, as the table's widest index has them
	sequences  map[string]int64   // highest id ever given out, by table
}

// tableByIndexThatListsRowIDs returns for each table an index that has every row's id as its last
// value.
func tableByIndexThatListsRowIDs() map[string]string {
	return map[string]string{
		"threads_by_age": "threads", "messages_by_thread": "messages", "memory_by_age": "memory",
		"contexts_by_sum": "contexts", "decision_by_profile": "decision",
	}
}

func (s *rowSalvager) salvageRowsIndexedIDsAndSequences() {
	byName := map[string]salvageTable{}
	for _, t := range s.tables {
		byName[t.name] = t
	}
	roots := s.rootPagesByName()
	for _, t := range s.tables {
		s.visitRowsOfTree(roots[t.name], func(r pagefile.Row) { s.emit(t, r) })
	}
	for index, table := range tableByIndexThatListsRowIDs() {
		s.visitRowsOfTree(roots[index], func(r pagefile.Row) {
			if id, ok := r.Values[len(r.Values)-1].(int64); ok {
				s.indexed[table] = append(s.indexed[table], id)
			}
		})
	}
	s.visitRowsOfTree(roots["sqlite_sequence"], func(r pagefile.Row) {
		if len(r.Values) == 2 {
			name, _ := r.Values[0].(string)
			n, _ := r.Values[1].(int64)
			s.sequences[name] = max(s.sequences[name], n)
		}
	})
	s.markDerivedTreesVisited(roots, byName)
	s.salvageRowsOfOrphanPages()
}

// markDerivedTreesVisited marks the pages of full text and indexes, whose rows are derived.
func (s *rowSalvager) markDerivedTreesVisited(roots map[string]uint32, ours map[string]salvageTable) {
	for name, root := range roots {
		if _, ok := ours[name]; !ok {
			s.visitRowsOfTree(root, func(pagefile.Row) {})
		}
	}
}

// rootPagesByName returns the root page of every table and index that the schema on page 1 names.
func (s *rowSalvager) rootPagesByName() map[string]uint32 {
	roots := map[string]uint32{}
	s.visitRowsOfTree(1, func(r pagefile.Row) {
		if len(r.Values) < 4 {
			return
		}
		name, ok := r.Values[1].(string)
		root, isPage := r.Values[3].(int64)
		if ok && isPage && root > 1 && root <= int64(s.pages.Count) {
			roots[name] = uint32(root)
		}
	})
	return roots
}

// visitRowsOfTree visits a b-tree from its root; what leads out of the file or back is left out.
func (s *rowSalvager) visitRowsOfTree(page uint32, fn func(pagefile.Row)) {
	if page == 0 || s.visited[page] {
		return
	}
	s.visited[page] = true
	b, ok := s.pages.BTreePage(page)
	if !ok {
		s.unreadable++
		return
	}
	children := b.ChildPages()
	for _, c := range children {
		s.visitRowsOfTree(c, fn)
	}
	b.ForEachRow(fn)
}

// salvageRowsOfOrphanPages looks at the pages that no tree leads to. What a row belongs to is told
// by the number and types of its values, and decided by the constraints of the table when it is
// stored.
func (s *rowSalvager) salvageRowsOfOrphanPages() {
	for n := uint32(2); n <= s.pages.Count; n++ {
		if s.visited[n] {
			continue
		}
		b, ok := s.pages.BTreePage(n)
		if !ok || b.Kind == pagefile.InteriorTable {
			continue
		}
		b.ForEachRow(func(r pagefile.Row) {
			mayBeOf := func(fits func(salvageTable, []any) bool) int {
				return slices.IndexFunc(s.tables, func(t salvageTable) bool {
					return t.byShape && t.isIndex == (b.Kind != pagefile.LeafTable) && fits(t, r.Values)
				})
			}
			i := mayBeOf(salvageTable.fitsColumnCountAndTypes)
			if i < 0 {
				i = mayBeOf(salvageTable.fitsAsRowBeforeAddedColumns)
			}
			if i >= 0 && !r.Cut {
				s.emit(s.tables[i], r)
			}
		})
	}
}

// insertSettings stores the settings of a new database.
func insertSettings(ctx context.Context, h *sql.DB, settings map[string]string) error {
	for key, value := range settings {
		if _, err := h.ExecContext(ctx, "INSERT INTO settings (key, value) VALUES (?, ?)", key, value); err != nil {
			return wrapErrorWithSentinel("salvage settings", err)
		}
	}
	return nil
}

// memoryOfProfile is a memory as one profile has it.
type memoryOfProfile struct{ profile, id memory.ID }

// restoreLostMemoriesFromLedger puts memories back whose row or link could not be read, as the
// newest change in the ledger left them. What was erased has no text there, and what was removed
// has no state.
func restoreLostMemoriesFromLedger(ctx context.Context, tx *sql.Tx) (int, error) {
	g, err := gorm.Open(sqlite.Dialector{Conn: tx}, &gorm.Config{
		SkipDefaultTransaction: true, Logger: logger.Discard, DisableAutomaticPing: true,
	})
	if err != nil {
		return 0, wrapErrorWithSentinel("salvage", err)
	}
	g = g.WithContext(ctx)
	newest, err := newestMemoryStatesInLedger(g)
	if err == nil { // a link without its memory would be taken for the memory
		err = g.Exec("DELETE FROM memory_links WHERE memory_id NOT IN (SELECT id FROM memory)").Error
	}
	if err != nil {
		return 0, wrapErrorWithSentinel("salvage", err)
	}
	store := memoryStore{&handle{readDB: g, writeDB: g, ended: new(atomic.Bool)}}
	restored := 0
	for at, m := range newest {
		if m == nil || m.Content == "" {
			continue
		}
		_, err := store.Get(ctx, at.profile, at.id)
		if !isNotFound(err) {
			continue
		}
		m.ProfileID = at.profile
		if _, err := store.UpsertCopyingRowOtherProfilesShare(ctx, *m); err == nil {
			restored++
		} else if errors.Is(err, memory.ErrDiskFull) || ctx.Err() != nil {
			return restored, err
		}
	}
	return restored, nil
}

// newestMemoryStatesInLedger returns what the newest change of each memory left, nil when that
// removed it. A decision that cannot be read is left out.
func newestMemoryStatesInLedger(g *gorm.DB) (map[memoryOfProfile]*memory.Memory, error) {
	var rows []decisionRow
	if err := g.Raw("SELECT * FROM decision ORDER BY id").Scan(&rows).Error; err != nil {
		return nil, err
	}
	newest := map[memoryOfProfile]*memory.Memory{}
	for _, r := range rows {
		d, err := r.toDecision()
		if err != nil {
			continue
		}
		if d.Action == memory.ActionErase {
			newest[memoryOfProfile{d.ProfileID, d.MemoryID}] = nil
		}
		for _, c := range d.Changes {
			newest[memoryOfProfile{d.ProfileID, c.MemoryID}] = c.After
		}
	}
	return newest, nil
}
