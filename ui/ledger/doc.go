// Package ledger is the page of all decisions about the memory: what was learned, replaced, ignored
// and changed, by whom and why, newest first. Each row can be undone, and so can everything of one
// run, answer, chat, file or day at once. An undo has no row of its own while the decision it undid
// is listed: that row is struck through and offers Redo.
package ledger
