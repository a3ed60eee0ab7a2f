package memory

import "context"

// VectorCollection identifies a set of vectors that are searched together.
type VectorCollection struct {
	ProfileID ID
	Embedder  string
	Kind      OwnerKind
}

// VectorHit is a nearest neighbour; Cosine is in [-1, 1].
type VectorHit struct {
	Key    VectorKey
	Cosine float64
}

// VectorIndex is a rebuildable cache for vector search. It can be lost without harm:
// Store.VectorStore is the source of truth. All methods are safe for concurrent use.
type VectorIndex interface {
	Upsert(ctx context.Context, c VectorCollection, vs []Vector) error
	Delete(ctx context.Context, c VectorCollection, keys []VectorKey) error // missing keys are no error
	// Search returns at most k nearest vectors, nearest first.
	Search(ctx context.Context, c VectorCollection, query []float32, k int) ([]VectorHit, error)
	// CosinesWithQuery returns the cosine of a query with each of the keys that the index has, exact to 1e-4.
	CosinesWithQuery(
		ctx context.Context, c VectorCollection, query []float32, keys []VectorKey,
	) (map[VectorKey]float64, error)
	// ContentHashes returns the content hash of every vector in the index, for comparison with the
	// store.
	ContentHashes(ctx context.Context, c VectorCollection) (map[VectorKey]string, error)
	Count(ctx context.Context, c VectorCollection) int
	// DropCollection removes all vectors of the collection.
	DropCollection(ctx context.Context, c VectorCollection) error
	// SaveSnapshotIfChanged writes a snapshot that makes the next start fast; it is called at shutdown
	// and when idle.
	SaveSnapshotIfChanged(ctx context.Context) error
}

// MessagesToEmbed selects messages without a vector by an embedder.
type MessagesToEmbed struct {
	ProfileID ID
	Embedder  string
	IDs       []ID // only these; nil = all
	BeforeID  ID   // only older ones; 0 = all
	Limit     int  // 0 = all
}

// FullTextHit is a hit of a full-text search. Score is bm25 with the sign changed, so that higher
// is better; Snippet has no markup.
type FullTextHit struct {
	Owner   ID
	ChatID  ID // of a message
	Score   float64
	Snippet string
}

// FullTextFilter limits a full-text search.
type FullTextFilter struct {
	ProfileID ID
	ChatID    ID // messages: this chat only
	Prefix    bool
	// NoSnippets leaves the snippets empty, without reading the texts.
	NoSnippets bool
}

// FullText searches by words. The query is plain user input: no character is an operator. CJK
// queries of one and two characters work too. Forgotten and erased memories and trashed chats are
// never found.
type FullText interface {
	SearchMemories(ctx context.Context, query string, k int, f FullTextFilter) ([]FullTextHit, error)
	SearchMessages(ctx context.Context, query string, k int, f FullTextFilter) ([]FullTextHit, error)
	// SearchMessageWindows scores each message by the words of a question in it and in the two messages
	// before and after it. A long window scores less than a short one with the same words.
	SearchMessageWindows(ctx context.Context, query string, k int, f FullTextFilter) ([]FullTextHit, error)
	SearchChatTitles(ctx context.Context, query string, k int, f FullTextFilter) ([]FullTextHit, error) // titles
}
