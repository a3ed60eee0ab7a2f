// Package memory is the core of Memoir: the domain types, the ports through which the core reaches the world, and
// the one engine that retrieves memories before a reply and learns from the exchange after it.
//
// The package imports nothing but the standard library, golang.org/x/text and memoir/prompts. Storage, model
// servers, the embedder and the clock come in through the ports in ports.go; the window, the HTTP interface and the
// commands call Service and nothing else.
//
// Units are named where they appear: bytes, runes, tokens, milliseconds; a cosine is a number in [-1, 1]. Times are
// UTC. Identifiers are positive and never reused; 0 means absent and is null in JSON.
package memory
