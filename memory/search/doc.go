// Package search finds what belongs in a prompt. A Searcher embeds texts (secrets removed where
// gates are on), keeps the vector index equal to the store, and retrieves memories, messages and
// chunks of files.
//
// From the outside in: searcher.go has the type, retrieve.go the lanes of a prompt, search.go the
// search by words, chunks.go the parts of attached files, vectors.go single vectors and nearest
// neighbours, sync.go the background sync and re-embedding. recall.go finds older messages
// to quote, rerank.go lets a reranker order what was found.
package search
