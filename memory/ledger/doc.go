// Package ledger records what was done to memories and undoes it. Its functions work on the store of
// a transaction that the caller runs: a change and its decision are written together or not at all.
//
// record.go writes decisions and the memories they are about, undo.go takes decisions back: one, a
// selection, or all that was learned in a chat. An undo is a decision itself and can be undone.
// derived_texts.go takes what a decision made untrue out of the texts that rest on memories;
// base_memory.go keeps the versions of one of them.
package ledger
