// Package ledger is the page of everything that happened to the memory: what was learned, replaced, ignored and
// changed, by whom and why, newest first. Each row takes itself back, and so does everything of one run, answer, chat,
// file or day. An undo is no row of its own while what it undid is listed: that row is struck through and offers Redo.
package ledger
