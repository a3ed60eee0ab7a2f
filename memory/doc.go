// Package memory is the core of Memoir: the domain types, the ports to everything outside the core,
// and the engine that retrieves memories before a reply and learns from the exchange after it.
//
// The package imports only the standard library, golang.org/x/text and memoir/prompts. Storage,
// model servers, the embedder and the clock come in through the ports in ports.go; the window, the
// HTTP interface and the commands call Service and nothing else.
//
// Units are named where they appear: bytes, runes, tokens, milliseconds. A cosine is a number in
// [-1, 1]. Times are UTC. IDs are positive and never reused; 0 means absent and is null in JSON.
package memory
