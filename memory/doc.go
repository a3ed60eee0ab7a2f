// Package memory is the domain of Memoir: its types, settings, errors and events, and the ports to
// everything outside the core. It has no access to a store of its own.
//
// The folders below it are the rest of the core; imports go downwards only:
//
//	engine             Service and Session, what everything outside talks to
//	turns              from a message to a stored answer
//	learn, digest      from exchanges to memories, summaries and the text about the user, in the background
//	importer, export   archives and Markdown, in and out; archive reads and writes their formats
//	search             embedding, vector index, retrieval
//	ledger             record and undo of decisions
//	memory             this package
//	lang               rules of language, pure functions on strings
//	documents          from documents to Markdown, pure functions on bytes
//	pictures           pictures as they are stored and sent, pure functions on bytes
//
// The core imports only the standard library, golang.org/x/text and memoir/prompts; documents, pictures
// and export use the few libraries that docs/architecture.md names. Storage, model servers, the embedder
// and the clock come in through the ports. Units are named where they appear: bytes, runes, tokens,
// milliseconds. A cosine is a number in [-1, 1]. Times are UTC. IDs are positive and never reused; 0
// means absent and is null in JSON.
package memory
