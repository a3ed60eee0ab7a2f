package memory

import (
	"context"
	"iter"
	"time"
)

// Store is the source of truth on disk. Every method takes a context, is atomic and returns
// ErrNotFound, ErrConflict or ErrInvalid (wrapped) where they apply, and ErrDiskFull, ErrReadOnly
// and ErrCorrupt for disk failures. All methods are safe for concurrent use. A Store passed to
// InTx's function reads and writes inside that transaction only and must not be used after the
// function has returned.
type Store interface {
	Profiles() ProfileStore
	Chats() ChatStore
	Messages() MessageStore
	Memories() MemoryStore
	Files() FileStore
	Decisions() DecisionStore
	Vectors() VectorStore
	Jobs() JobStore
	Settings() SettingStore

	// InTx runs fn in one write transaction, which is committed when fn returns nil and rolled back
	// otherwise. Transactions do not nest: InTx on a transaction's Store runs fn in the same
	// transaction.
	InTx(ctx context.Context, fn func(tx Store) error) error

	// CheckpointWAL moves the write-ahead log into the database file and truncates it, so that deleted
	// data is in neither. Inside a transaction it is ErrBusy.
	CheckpointWAL(ctx context.Context) error
}

// ProfileStore keeps the profiles of a data folder. Profile 1 exists from the first migration on.
type ProfileStore interface {
	Get(ctx context.Context, id ID) (Profile, error)
	GetByExternalID(ctx context.Context, external string) (Profile, error)
	List(ctx context.Context) ([]Profile, error) // by ID
	Create(ctx context.Context, p Profile) (ID, error)
	Rename(ctx context.Context, id ID, name string) error
	// Delete removes the profile with its chats, links, files, summaries and jobs, and the memories
	// that no other profile holds.
	Delete(ctx context.Context, id ID) error
}

// ChatFilter selects chats. The zero filter of a profile selects every chat outside the trash.
type ChatFilter struct {
	ProfileID ID
	InTrash   bool // chats in the trash instead of the others
	Limit     int  // 0 = all
	BeforeID  ID
}

// ChatStore keeps chats. Lists have pinned chats first, then the others by UpdatedAt, newest first.
type ChatStore interface {
	Create(ctx context.Context, t Chat) (ID, error)
	Get(ctx context.Context, profile, id ID) (Chat, error)
	List(ctx context.Context, f ChatFilter) ([]Chat, error)
	// Update writes every field of t except ID, ProfileID, CreatedAt and FileIDs.
	Update(ctx context.Context, t Chat) error
	// Delete removes the chat for good with its messages, the links of memories scoped to it, and its
	// jobs.
	Delete(ctx context.Context, profile, id ID) error
	AttachFile(ctx context.Context, profile, chatID, fileID ID) error // idempotent
	DetachFile(ctx context.Context, profile, chatID, fileID ID) error // idempotent
}

// MessageStore keeps the message tree of every chat.
type MessageStore interface {
	// Insert appends m and makes it the head of its chat.
	Insert(ctx context.Context, m Message) (ID, error)
	Get(ctx context.Context, profile, id ID) (Message, error)
	// ListBranch returns the branch that ends at leaf, oldest first; leaf 0 = the head of the chat.
	// With limit > 0 it returns the last limit messages only.
	ListBranch(ctx context.Context, profile, chatID, leaf ID, limit int) ([]Message, error)
	// ListVersions returns the siblings of the message, including itself, oldest first.
	ListVersions(ctx context.Context, profile, id ID) ([]Message, error)
	// VersionIDs returns the ids that ListVersions would return for each of the given messages, oldest
	// first. Messages that the profile does not have are left out.
	VersionIDs(ctx context.Context, profile ID, ids []ID) (map[ID][]ID, error)
	// AnswersUsing returns the answers whose receipt contains the memory, newest first, at most limit
	// (0 = all). Answers in trashed chats are left out.
	AnswersUsing(ctx context.Context, profile, memory ID, limit int) ([]MemoryUse, error)
	// LatestLeaf returns the leaf reached from id by following the newest child.
	LatestLeaf(ctx context.Context, profile, id ID) (ID, error)
	// SaveDraft stores the text received so far of a streaming answer; it has no effect once the
	// status is final.
	SaveDraft(ctx context.Context, id ID, content, reasoning string) error
	// FinishAnswer writes content, reasoning, status, model, usage, error, receipt and FinishedAt of a
	// streaming answer.
	FinishAnswer(ctx context.Context, m Message) error
	// InterruptStreaming marks every answer that is still streaming as interrupted (at start after a
	// crash) and returns how many there were.
	InterruptStreaming(ctx context.Context, at time.Time) (int, error)
}

// MemoryFilter selects memories of one profile. The zero filter of a profile selects active,
// current, global memories.
type MemoryFilter struct {
	ProfileID       ID
	Status          []Status // empty = active
	IncludeOutdated bool     // also superseded memories and those whose ValidTo has passed
	// ChatID limits the result to what a chat reads: global memories and those of this chat. 0 = all
	// scopes with AnyScope, otherwise global only.
	ChatID   ID
	AnyScope bool
	IDs      []ID // only these
	Tag      string
	Type     Type
	Key      string
	Pinned   *bool
	Kind     Kind
	Origin   Origin
	Since    time.Time // CreatedAt at or after
	Until    time.Time // CreatedAt before
	Limit    int       // 0 = all
	BeforeID ID
	Now      time.Time // ValidTo is compared with it; zero = only SupersededBy is checked
}

// MemoryStore keeps memories with their links to profiles. Lists are newest first (CreatedAt, then
// ID, descending).
type MemoryStore interface {
	// Insert stores the memory row and the link of m.ProfileID. With m.ID 0 the memory gets a new ID,
	// otherwise it is restored under its own.
	Insert(ctx context.Context, m Memory) (ID, error)
	Get(ctx context.Context, profile, id ID) (Memory, error)
	List(ctx context.Context, f MemoryFilter) ([]Memory, error)
	Count(ctx context.Context, f MemoryFilter) (int, error)
	// Overview counts the profile's memories; ValidTo is compared with now.
	Overview(ctx context.Context, profile ID, now time.Time) (MemoryOverview, error)
	// SourceChats returns the source chats of the given memories by memory ID. Memories without one, or
	// whose chat belongs to another profile, are left out.
	SourceChats(ctx context.Context, profile ID, ids []ID) (map[ID]SourceChat, error)
	// PutSnapshot upserts row and link exactly as m has them (undo writes snapshots back with it).
	// Content that other profiles share is copied first: the returned ID is the row that now holds m.
	PutSnapshot(ctx context.Context, m Memory) (ID, error)
	// RemoveLink deletes the profile's link and, when no profile holds the memory any more, the row,
	// its vectors and its full-text entry.
	RemoveLink(ctx context.Context, profile, id ID) error
	// FindByFoldedText returns memories in any of the given states (none = all) whose FoldText equals
	// folded, including superseded and ended ones.
	FindByFoldedText(ctx context.Context, profile ID, folded string, status ...Status) ([]Memory, error)
	// RecordUse adds one use at the given time to each memory.
	RecordUse(ctx context.Context, profile ID, at time.Time, ids []ID) error
}

// FileStore keeps files.
type FileStore interface {
	Insert(ctx context.Context, c File) (ID, error)
	Get(ctx context.Context, profile, id ID) (File, error)
	List(ctx context.Context, profile ID) ([]File, error) // newest first, without Content
	Update(ctx context.Context, c File) error             // Name and NeverLearn
	Delete(ctx context.Context, profile, id ID) error     // detaches everywhere, deletes vectors
	GetBySHA256(ctx context.Context, profile ID, sum string) (File, error)
	// ForEach calls fn with every file of the profile, one by one, Content included.
	ForEach(ctx context.Context, profile ID, fn func(File) error) error
}

// DecisionFilter selects ledger rows of one profile, newest first.
type DecisionFilter struct {
	ProfileID ID
	MemoryID  ID // concerns this memory (as memory_id, old_id or in a change)
	ChatID    ID
	MessageID ID
	FileID    ID // names this file, or was learned from an answer that used it
	RunID     string
	Actor     Actor
	Actions   []Action
	Since     time.Time
	Until     time.Time
	Limit     int // 0 = all
	BeforeID  ID
	AfterID   ID
}

// DecisionStore keeps the ledger. Rows are only ever appended, marked undone, or scrubbed when a
// memory is erased.
type DecisionStore interface {
	Append(ctx context.Context, d Decision) (ID, error)
	Get(ctx context.Context, profile, id ID) (Decision, error)
	List(ctx context.Context, f DecisionFilter) ([]Decision, error)
	// NewestOfMemories returns the newest decision of the actor about each of the given memories: the
	// first that List returns with that MemoryID and Actor. Memories without one are left out.
	NewestOfMemories(ctx context.Context, profile ID, actor Actor, ids []ID) (map[ID]Decision, error)
	// SetUndone marks id as undone by the decision by; by 0 clears the mark.
	SetUndone(ctx context.Context, id, by ID) error
	// ScrubText removes every trace of the memory's text from before, after, changes, candidate,
	// reason and quotes, and from receipts of answers; it returns the number of rows changed.
	ScrubText(ctx context.Context, profile, memoryID ID) (int, error)
	// CountByAction counts the decisions that are not undone, per action, since a time (zero = ever).
	CountByAction(ctx context.Context, profile ID, since time.Time) (map[Action]int, error)
}

// VectorStore keeps embeddings next to their owners. A vector is identified by (key, embedder,
// hash).
type VectorStore interface {
	UpsertAll(ctx context.Context, vs []Vector) error // upsert by (key, embedder)
	// GetByOwners returns all vectors (every part) of these owners, in no particular order; owners
	// without vectors are left out.
	GetByOwners(ctx context.Context, profile ID, kind OwnerKind, embedder string, owners []ID) ([]Vector, error)
	// ForEach calls fn with every vector of the collection whose owner exists and is not forgotten, in
	// no particular order.
	ForEach(ctx context.Context, c VectorCollection, fn func(Vector) error) error
	// ListStaleOwners returns owners that are not forgotten and whose vector is missing or was made
	// from different text, oldest first.
	ListStaleOwners(ctx context.Context, profile ID, kind OwnerKind, embedder string, limit int) ([]ID, error)
	DeleteOwner(ctx context.Context, kind OwnerKind, owner ID) error // of every embedder
	// PruneOtherEmbedders deletes the profile's vectors of all other embedders and returns how many
	// there were.
	PruneOtherEmbedders(ctx context.Context, profile ID, keepEmbedder string) (int, error)
}

// JobStore is the durable queue of background jobs.
type JobStore interface {
	// Enqueue stores the job unless (kind, message, version) exists; it reports whether the job was
	// new.
	Enqueue(ctx context.Context, j Job) (bool, error)
	// ClaimNext marks the oldest queued job that is due at now as running and returns it; ErrNotFound
	// when none is due.
	ClaimNext(ctx context.Context, now time.Time) (Job, error)
	MarkDone(ctx context.Context, id ID) error // done
	// MarkFailed records the error and queues the job again for retry; a zero retry makes it dead.
	MarkFailed(ctx context.Context, id ID, cause string, retry time.Time) error
	// Postpone queues a running job again for the given time without counting an attempt, because
	// nothing was tried.
	Postpone(ctx context.Context, id ID, cause string, at time.Time) error
	// RequeueRunning turns running jobs into queued ones (at start after a crash) and returns how
	// many.
	RequeueRunning(ctx context.Context, now time.Time) (int, error)
	// RetryDead queues a dead job again.
	RetryDead(ctx context.Context, profile, id ID, now time.Time) error
	List(ctx context.Context, profile ID, states ...JobState) ([]Job, error) // oldest first
	// NextDue returns when the earliest queued job is due; ErrNotFound when none is queued.
	NextDue(ctx context.Context) (time.Time, error)
}

// SettingStore keeps small values by key (JSON text), per data folder.
type SettingStore interface {
	Get(ctx context.Context, key string) (string, error) // ErrNotFound
	Set(ctx context.Context, key, value string) error
	GetAll(ctx context.Context) (map[string]string, error)
}

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

// VectorIndex is a rebuildable cache for vector search. It can be lost without harm: Store.Vectors
// is the source of truth. All methods are safe for concurrent use.
type VectorIndex interface {
	Upsert(ctx context.Context, c VectorCollection, vs []Vector) error
	Delete(ctx context.Context, c VectorCollection, keys []VectorKey) error // missing keys are no error
	// Search returns at most k nearest vectors, nearest first.
	Search(ctx context.Context, c VectorCollection, query []float32, k int) ([]VectorHit, error)
	// ContentHashes returns the content hash of every vector in the index, for comparison with the
	// store.
	ContentHashes(ctx context.Context, c VectorCollection) (map[VectorKey]string, error)
	Count(c VectorCollection) int
	// DropCollection removes all vectors of the collection.
	DropCollection(ctx context.Context, c VectorCollection) error
	// SaveSnapshot writes a snapshot that makes the next start fast; it is called at shutdown and when
	// idle.
	SaveSnapshot(ctx context.Context) error
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
}

// FullText searches by words. The query is plain user input: no character is an operator. CJK
// queries of one and two characters work too. Forgotten and erased memories and trashed chats are
// never found.
type FullText interface {
	SearchMemories(ctx context.Context, query string, k int, f FullTextFilter) ([]FullTextHit, error)
	SearchMessages(ctx context.Context, query string, k int, f FullTextFilter) ([]FullTextHit, error)
	SearchChats(ctx context.Context, query string, k int, f FullTextFilter) ([]FullTextHit, error) // titles
}

// PromptMessage is one message as it is sent to a model.
type PromptMessage struct {
	Role    Role   `json:"role"`
	Content string `json:"content"`
}

// ModelRequest is one call of a model.
type ModelRequest struct {
	Model       string // provider/model as in the catalog
	Messages    []PromptMessage
	Temperature *float64 // nil = the server's default; omitted for models that refuse it
	MaxTokens   int      // 0 = no limit from Memoir
}

// ReplyDelta is a piece of a reply. The last one carries Usage (when the server reports it) and
// FinishReason.
type ReplyDelta struct {
	Text         string
	Reasoning    string
	Usage        *Usage
	FinishReason string // stop, length, …
}

// Model streams replies. Stream yields deltas and ends after the first error; it stops promptly and
// closes the connection when ctx ends or the consumer stops. Errors unwrap to the package's
// sentinels (ErrOffline, ErrUnauthorized, ErrNoCredit, ErrRateLimited, ErrPromptTooLong,
// ErrModelNotFound, ErrEmptyReply, ErrTimeout, ErrInterrupted after the first delta, ErrServer),
// usually inside a ProviderError. Nothing is retried after the first delta. Safe for concurrent
// use.
type Model interface {
	Stream(ctx context.Context, r ModelRequest) iter.Seq2[ReplyDelta, error]
}

// ModelInfo is one model of the catalog.
type ModelInfo struct {
	ID            string  `json:"id"`       // provider/model
	Provider      string  `json:"provider"` // name in models.yaml
	Name          string  `json:"name"`     // model id as the server knows it
	Local         bool    `json:"local"`    // runs on this computer
	Size          float64 `json:"size"`     // billions of parameters or the preset's rank; 0 unknown
	ContextWindow int     `json:"context"`  // tokens; 0 unknown
	CanChat       bool    `json:"chat"`     // false: embedding, reranking, audio and image models
	Loaded        bool    `json:"loaded"`   // already loaded by a local server
	Available     bool    `json:"available"`
}

// ProviderInfo is one provider of the catalog and its state.
type ProviderInfo struct {
	Name      string `json:"name"`
	Title     string `json:"title"` // display name
	BaseURL   string `json:"base_url"`
	Local     bool   `json:"local"`
	HasKey    bool   `json:"has_key"`
	KeySource string `json:"key_where"` // keychain, env:NAME, file, none
	Reachable bool   `json:"reachable"`
	Fault     *Fault `json:"error"`
	Models    int    `json:"models"`
}

// Catalog lists the providers of models.yaml, in file order, and their models.
type Catalog interface {
	// Models lists the known models and queries servers whose list is older than a minute. Unreachable
	// servers contribute the models named in the file, with Available false. Safe for concurrent use.
	Models(ctx context.Context) ([]ModelInfo, error)
	Providers(ctx context.Context) ([]ProviderInfo, error)
	// ExtractorID is memory_extractor of models.yaml, empty when not set.
	ExtractorID() string
	// InvalidateCache discards what is known about the servers, so that the next call queries them.
	InvalidateCache()
}

// EmbedKind is the role of a text for the embedder; some models prefix queries with an instruction.
// Queries of either kind are interactive and take precedence over passages.
type EmbedKind int

// Roles of embedded texts.
const (
	EmbedPassage EmbedKind = iota
	EmbedQuery
	EmbedPlainQuery // a query without the model's instruction: the same vector as a passage
)

// Span is a range of bytes.
type Span struct{ Start, End int }

// Embedder turns texts into unit vectors. Safe for concurrent use.
type Embedder interface {
	// Embed returns one vector with Dimensions values per text; texts longer than MaxTokens are
	// truncated. An empty text is ErrInvalid.
	Embed(ctx context.Context, kind EmbedKind, texts []string) ([][]float32, error)
	// ChunkText splits text into spans of at most MaxTokens by the model's own tokenizer, preferably
	// at sentence ends. The spans are in order, do not overlap and cover the text.
	ChunkText(ctx context.Context, text string) ([]Span, error)
	// ID is model@dim@version: part of every stored vector's key.
	ID() string
	Dimensions() int
	MaxTokens() int
	// IsReady reports whether Embed can answer immediately.
	IsReady() bool
}

// Bus delivers events from the core to its subscribers. Publish never blocks. Of the deltas of one
// message only the latest is kept; terminal events are never dropped. Safe for concurrent use.
type Bus interface {
	Publish(e Event)
	// Subscribe returns a channel that is signalled when events are pending, a function that takes
	// them, and one that ends the subscription.
	Subscribe() (wake <-chan struct{}, drain func() []Event, cancel func())
}
