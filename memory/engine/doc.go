// Package engine is what the window, the HTTP interface and the commands talk to. A Service owns the
// lifecycle, settings and profiles of one data folder; For binds it to a profile and an actor as a
// Session, whose methods are all that can be done with chats, memories, files and the ledger.
//
// turns.go, answer.go, assemble.go and prompt_files.go run an answer from the message to the stored
// receipt; the other files are the façade, one subject each.
package engine
