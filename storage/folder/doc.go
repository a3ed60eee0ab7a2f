// Package folder mirrors memories, chats, summaries and base memory in a folder of Markdown files,
// for editors, git and other programs. The database stays the source of truth.
//
// Start with Mirror: it listens to the events of the core and writes what changed, and to those of
// the file system and takes in what someone did to the files of memories (intake.go, deletions.go); the
// gates and the ledger are the core's. Below it, entries.go says which files the store asks for, file.go
// how one looks, names.go how it is called, index.go what was written last (memory_index.json), and
// tree.go writes to the disk.
package folder
