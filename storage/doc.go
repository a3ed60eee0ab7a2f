// Package storage keeps Memoir's data folder: SQLite (app.db) is the only truth, chromem-go is a rebuildable cache of
// its vectors, FTS5 tables inside the database search words.
//
// Open takes the folder's lock, brings the schema up to date and returns a DB, which is the core's memory.Store;
// DB.Index and DB.Lexicon are the other two ports. One handle with a single connection writes (every transaction
// begins immediate), one read-only handle with four connections reads; WAL lets both go on at the same time. Inside
// InTx the only Store at hand is the transaction's own, because the outer writer would wait for itself.
//
// Rows are private to this package and are mapped to the types of memory; errors are translated to the core's
// sentinels in one place (translate). Times are kept to the nanosecond in UTC, from 1678 to 2262.
package storage
