// Package storage implements the ports of memory on a data folder: SQLite (app.db) is the only
// source of truth, chromem-go is a rebuildable cache of its vectors, and FTS5 tables in the same
// database serve full-text search.
//
// Open locks the folder, migrates the schema and returns a DB, which is the core's memory.Store;
// DB.VectorIndex and DB.FullText return the other two ports. One database handle with a single
// connection writes (every transaction is BEGIN IMMEDIATE), a read-only handle with four
// connections reads; WAL lets both proceed at the same time. Inside InTx use only the transaction's
// own Store, because the outer one would wait for the writer that the transaction holds.
//
// Row types are private to this package and are mapped to the types of memory; errors are
// translated to the core's sentinels in one place (wrapErrorWithSentinel). Times are stored to the
// nanosecond in UTC, from 1678 to 2262.
package storage
