// Package memory is the domain of Memoir: its types, settings, errors and events, and the ports to
// everything outside the core. It has no access to a store of its own.
//
// The folders below it are the core's rooms; imports go downwards only:
//
//	engine   Service and Session, what everything outside talks to; the turns of a chat
//	learn    from an exchange to memories, in the background
//	search   embedding, vector index, retrieval
//	ledger   record and undo of decisions
//	memory   this package
//	lang     rules of language, pure functions on strings
//
// Room is kept for what comes next: an OpenAI proxy in api, a folder of Markdown files in
// storage/folder.
//
// The core imports only the standard library, golang.org/x/text and memoir/prompts. Storage, model
// servers, the embedder and the clock come in through the ports. Units are named where they appear:
// bytes, runes, tokens, milliseconds. A cosine is a number in [-1, 1]. Times are UTC. IDs are positive
// and never reused; 0 means absent and is null in JSON.
package memory
