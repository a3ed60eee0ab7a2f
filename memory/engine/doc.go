// Package engine is what the window, the HTTP interface and the commands talk to. A Service owns the
// lifecycle, settings and profiles of one data folder. A Session is the Service for one profile and one
// actor; its methods are all that can be done with chats, memories, files and the ledger.
//
// service.go has the lifecycle, session.go the binding; every other file is the façade of one subject.
// What takes more than a transaction is done by the packages below: turns, learn, digest, search.
package engine
