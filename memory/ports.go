package memory

import (
	"context"
	"iter"
	"time"
)

// Store is the durable truth. Every method takes a context, is atomic and returns ErrNotFound, ErrConflict or
// ErrInvalid (wrapped) where they fit; ErrDiskFull, ErrReadOnly and ErrCorrupt for what the disk did. All methods are
// safe for concurrent use. A Store handed to InTx's function reads and writes inside that transaction only and must
// not be used after the function returned.
type Store interface {
	Profiles() ProfileStore
	Threads() ThreadStore
	Messages() MessageStore
	Memories() MemoryStore
	Contexts() ContextStore
	Decisions() DecisionStore
	Summaries() SummaryStore
	Vectors() VectorStore
	Jobs() JobStore
	Settings() SettingStore

	// InTx runs fn in one write transaction: committed when fn returns nil, rolled back otherwise. Transactions do not
	// nest: InTx on a transaction's Store runs fn in the same transaction.
	InTx(ctx context.Context, fn func(tx Store) error) error

	// Flush empties the log of changes into the data itself, so that what was removed stands in neither. Inside a
	// transaction it is ErrBusy.
	Flush(ctx context.Context) error
}

// ProfileStore keeps the people a folder serves. Profile 1 exists from the first migration.
type ProfileStore interface {
	Get(ctx context.Context, id ID) (Profile, error)
	ByExternalID(ctx context.Context, external string) (Profile, error)
	List(ctx context.Context) ([]Profile, error) // by id
	Create(ctx context.Context, p Profile) (ID, error)
	Rename(ctx context.Context, id ID, name string) error
	// Delete removes the profile with its threads, links, files, summaries and jobs, and memories no one else holds.
	Delete(ctx context.Context, id ID) error
}

// ThreadFilter selects chats. The zero filter of a profile is every chat outside the trash.
type ThreadFilter struct {
	ProfileID ID
	Trash     bool // only chats in the trash instead
	Limit     int  // 0 = all
	BeforeID  ID
}

// ThreadStore keeps chats. Lists are pinned first, then by UpdatedAt, newest first.
type ThreadStore interface {
	Create(ctx context.Context, t Thread) (ID, error)
	Get(ctx context.Context, profile, id ID) (Thread, error)
	List(ctx context.Context, f ThreadFilter) ([]Thread, error)
	// Update writes every field of t but ID, ProfileID, CreatedAt and Contexts.
	Update(ctx context.Context, t Thread) error
	// Delete removes the chat for good with its messages, thread-scoped memories' links and jobs.
	Delete(ctx context.Context, profile, id ID) error
	Attach(ctx context.Context, profile, thread, contextID ID) error // idempotent
	Detach(ctx context.Context, profile, thread, contextID ID) error // idempotent
}

// MessageStore keeps the tree of every chat.
type MessageStore interface {
	// Insert appends m and makes it the thread's head.
	Insert(ctx context.Context, m Message) (ID, error)
	Get(ctx context.Context, profile, id ID) (Message, error)
	// Path returns the branch that ends at leaf, oldest first; leaf 0 = the thread's head. limit > 0 keeps the last
	// limit messages only.
	Path(ctx context.Context, profile, thread, leaf ID, limit int) ([]Message, error)
	// Versions returns the siblings of the message, itself included, oldest first.
	Versions(ctx context.Context, profile, id ID) ([]Message, error)
	// Using returns the answers whose receipt holds the memory, newest first, at most limit (0 = all). Those in trashed
	// chats are left out.
	Using(ctx context.Context, profile, memory ID, limit int) ([]Use, error)
	// Latest returns the leaf reached from id by taking the newest child each time.
	Latest(ctx context.Context, profile, id ID) (ID, error)
	// SaveDraft stores what has come so far of a streaming answer; no effect once the status is final.
	SaveDraft(ctx context.Context, id ID, content, reasoning string) error
	// Finish writes content, reasoning, status, model, usage, error, receipt and FinishedAt of a streaming answer.
	Finish(ctx context.Context, m Message) error
	// Interrupt marks every answer still streaming as interrupted (start after a crash) and returns how many.
	Interrupt(ctx context.Context, at time.Time) (int, error)
}

// MemoryFilter selects memories of one profile. The zero filter of a profile is: active, open, global.
type MemoryFilter struct {
	ProfileID ID
	Status    []Status // empty = active
	Closed    bool     // also superseded ones and those whose ValidTo has passed
	// Thread limits what is visible from a chat: global memories and those of this chat. 0 = every scope when AnyScope,
	// else global only.
	Thread   ID
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
	Now      time.Time // what "open" is measured against; zero = no validity check but SupersededBy
}

// MemoryStore keeps memories with their links. Lists are newest first (CreatedAt, then ID, descending).
type MemoryStore interface {
	// Insert stores the memory row and the link of m.ProfileID; m.ID 0 takes a new number, another is restored under
	// its own.
	Insert(ctx context.Context, m Memory) (ID, error)
	Get(ctx context.Context, profile, id ID) (Memory, error)
	List(ctx context.Context, f MemoryFilter) ([]Memory, error)
	Count(ctx context.Context, f MemoryFilter) (int, error)
	// Put writes row and link as they stand in m, exactly, creating them where they are missing (undo writes snapshots
	// back with it). A content shared with other profiles is copied first: the returned ID is the row that now holds m.
	Put(ctx context.Context, m Memory) (ID, error)
	// Remove deletes the profile's link and, when no profile holds it any more, the row, its vectors and full text.
	Remove(ctx context.Context, profile, id ID) error
	// ByFold returns memories in any of the given states (none = all) whose FoldText equals folded, closed ones too.
	ByFold(ctx context.Context, profile ID, folded string, status ...Status) ([]Memory, error)
	// Touch adds one use at the given time to each memory.
	Touch(ctx context.Context, profile ID, at time.Time, ids []ID) error
}

// ContextStore keeps files.
type ContextStore interface {
	Insert(ctx context.Context, c Context) (ID, error)
	Get(ctx context.Context, profile, id ID) (Context, error)
	List(ctx context.Context, profile ID) ([]Context, error) // newest first, without Content
	Update(ctx context.Context, c Context) error             // Name and NeverLearn
	Delete(ctx context.Context, profile, id ID) error        // detaches everywhere, deletes vectors
	BySHA256(ctx context.Context, profile ID, sum string) (Context, error)
	// Each calls fn with every file of the profile, Content included, one at a time.
	Each(ctx context.Context, profile ID, fn func(Context) error) error
}

// DecisionFilter selects ledger rows of one profile, newest first.
type DecisionFilter struct {
	ProfileID ID
	MemoryID  ID // touched this memory (as memory_id, old_id or in a change)
	ThreadID  ID
	MessageID ID
	ContextID ID // names this file, or was learned from an answer that was given it
	RunID     string
	Actor     Actor
	Actions   []Action
	Since     time.Time
	Until     time.Time
	Limit     int // 0 = all
	BeforeID  ID
	AfterID   ID
}

// DecisionStore keeps the ledger. Rows are only ever appended, marked undone, or scrubbed by an erasure.
type DecisionStore interface {
	Append(ctx context.Context, d Decision) (ID, error)
	Get(ctx context.Context, profile, id ID) (Decision, error)
	List(ctx context.Context, f DecisionFilter) ([]Decision, error)
	// SetUndone marks id as undone by the decision by; by 0 makes it live again.
	SetUndone(ctx context.Context, id, by ID) error
	// Scrub removes every trace of the memory's text from before, after, changes, candidate, reason and quotes, and from
	// receipts of answers; it returns how many rows changed.
	Scrub(ctx context.Context, profile, memoryID ID) (int, error)
	// Tally counts live decisions per action since a time (zero = ever).
	Tally(ctx context.Context, profile ID, since time.Time) (map[Action]int, error)
}

// SummaryStore keeps summaries and base memory.
type SummaryStore interface {
	Insert(ctx context.Context, s Summary) (ID, error)
	Latest(ctx context.Context, profile, thread ID) (Summary, error)
	List(ctx context.Context, profile ID, limit int) ([]Summary, error) // newest first
	Base(ctx context.Context, profile ID) (BaseMemory, error)           // newest version
	SetBase(ctx context.Context, b BaseMemory) (ID, error)
}

// VectorStore keeps embeddings beside their owners; a vector belongs to (key, embedder, hash).
type VectorStore interface {
	Put(ctx context.Context, vs []Vector) error // upsert by (key, embedder)
	// Get returns the vectors of these owners (every part), in no order; owners without one are left out.
	Get(ctx context.Context, profile ID, kind OwnerKind, embedder string, owners []ID) ([]Vector, error)
	// Each calls fn with every vector of the collection whose owner exists and is not forgotten, without order.
	Each(ctx context.Context, c Collection, fn func(Vector) error) error
	// Stale returns owners that are not forgotten and whose vector is missing or made from other text, oldest first.
	Stale(ctx context.Context, profile ID, kind OwnerKind, embedder string, limit int) ([]ID, error)
	Delete(ctx context.Context, kind OwnerKind, owner ID) error // of every embedder
	// Prune deletes vectors of other embedders of the profile and returns how many.
	Prune(ctx context.Context, profile ID, keepEmbedder string) (int, error)
}

// JobStore keeps durable background work.
type JobStore interface {
	// Enqueue stores the job unless (kind, message, version) exists; it reports whether it was new.
	Enqueue(ctx context.Context, j Job) (bool, error)
	// Claim marks the oldest queued job due at now as running and returns it; ErrNotFound when none is due.
	Claim(ctx context.Context, now time.Time) (Job, error)
	Finish(ctx context.Context, id ID) error // done
	// Fail records the error and queues the job again at retry; a zero retry makes it dead.
	Fail(ctx context.Context, id ID, cause string, retry time.Time) error
	// Postpone queues a running job again at a time and does not count the attempt: nothing was tried.
	Postpone(ctx context.Context, id ID, cause string, at time.Time) error
	// Requeue turns running jobs into queued ones (start after a crash) and returns how many.
	Requeue(ctx context.Context, now time.Time) (int, error)
	// Retry queues a dead job again.
	Retry(ctx context.Context, profile, id ID, now time.Time) error
	List(ctx context.Context, profile ID, states ...JobState) ([]Job, error) // oldest first
	// Next returns when the earliest queued job is due; ErrNotFound when none is queued.
	Next(ctx context.Context) (time.Time, error)
}

// SettingStore keeps small values by key (JSON text), per folder.
type SettingStore interface {
	Get(ctx context.Context, key string) (string, error) // ErrNotFound
	Set(ctx context.Context, key, value string) error
	All(ctx context.Context) (map[string]string, error)
}

// Collection names a set of vectors that are searched together.
type Collection struct {
	ProfileID ID
	Embedder  string
	Kind      OwnerKind
}

// VectorHit is a nearest neighbour; Cosine is in [-1, 1].
type VectorHit struct {
	Key    VectorKey
	Cosine float64
}

// Index is the rebuildable cache that searches vectors. Its loss loses nothing: Store.Vectors holds the truth. All
// methods are safe for concurrent use.
type Index interface {
	Upsert(ctx context.Context, c Collection, vs []Vector) error
	Delete(ctx context.Context, c Collection, keys []VectorKey) error // missing keys are no error
	// Search returns at most k nearest vectors, most similar first.
	Search(ctx context.Context, c Collection, query []float32, k int) ([]VectorHit, error)
	// Hashes returns what the index holds, for comparison with the store.
	Hashes(ctx context.Context, c Collection) (map[VectorKey]string, error)
	Count(c Collection) int
	// Drop empties the collection.
	Drop(ctx context.Context, c Collection) error
	// Save writes the snapshot for a fast start; called at shutdown and when idle.
	Save(ctx context.Context) error
}

// LexHit is a full-text hit. Score is bm25 turned so that more is better; Snippet marks nothing.
type LexHit struct {
	Owner    ID
	ThreadID ID // of a message
	Score    float64
	Snippet  string
}

// LexFilter limits a full-text search.
type LexFilter struct {
	ProfileID ID
	ThreadID  ID // messages: this chat only
	Prefix    bool
}

// Lexicon searches words. The query is a person's text: every character is data, none is an operator. CJK text of one
// and two characters is found too. Forgotten and erased memories and trashed chats are never found.
type Lexicon interface {
	SearchMemories(ctx context.Context, query string, k int, f LexFilter) ([]LexHit, error)
	SearchMessages(ctx context.Context, query string, k int, f LexFilter) ([]LexHit, error)
	SearchThreads(ctx context.Context, query string, k int, f LexFilter) ([]LexHit, error) // titles
}

// ChatMessage is one message as it is sent to a model.
type ChatMessage struct {
	Role    Role   `json:"role"`
	Content string `json:"content"`
}

// Request is one model call.
type Request struct {
	Model       string // provider/model as in the catalogue
	Messages    []ChatMessage
	Temperature *float64 // nil = the server's default; dropped where the model refuses it
	MaxTokens   int      // 0 = no limit of ours
}

// Delta is a piece of a reply. The last one carries Usage (when the server reports it) and FinishReason.
type Delta struct {
	Text         string
	Reasoning    string
	Usage        *Usage
	FinishReason string // stop, length, …
}

// Model streams replies. Stream yields deltas and ends after the first error; it stops promptly and closes the
// connection when ctx ends or the consumer stops. Errors unwrap to the package's sentinels (ErrOffline,
// ErrUnauthorized, ErrNoCredit, ErrRateLimited, ErrContextTooLong, ErrModelNotFound, ErrEmptyReply, ErrTimeout,
// ErrInterrupted after the first delta, ErrServer), usually inside a ProviderError. Nothing is retried after the first
// delta. Safe for concurrent use.
type Model interface {
	Stream(ctx context.Context, r Request) iter.Seq2[Delta, error]
}

// ModelInfo is one model of the catalogue.
type ModelInfo struct {
	ID        string  `json:"id"`       // provider/model
	Provider  string  `json:"provider"` // name in models.yaml
	Name      string  `json:"name"`     // model id as the server knows it
	Local     bool    `json:"local"`    // runs on this computer
	Size      float64 `json:"size"`     // billions of parameters or the preset's rank; 0 unknown
	Context   int     `json:"context"`  // tokens; 0 unknown
	Chat      bool    `json:"chat"`     // false: embedding, rerank, audio, image models
	Loaded    bool    `json:"loaded"`   // already in the memory of a local server
	Available bool    `json:"available"`
}

// ProviderInfo is one provider of the catalogue and its state.
type ProviderInfo struct {
	Name      string `json:"name"`
	Title     string `json:"title"` // as people write it
	BaseURL   string `json:"base_url"`
	Local     bool   `json:"local"`
	HasKey    bool   `json:"has_key"`
	KeyWhere  string `json:"key_where"` // keychain, env:NAME, file, none
	Reachable bool   `json:"reachable"`
	Fault     *Fault `json:"error"`
	Models    int    `json:"models"`
}

// Catalog knows the providers of models.yaml, in file order, and their models.
type Catalog interface {
	// Models lists what is known now, asking servers whose list is older than a minute; unreachable servers contribute
	// what the file says with Available false. Safe for concurrent use.
	Models(ctx context.Context) ([]ModelInfo, error)
	Providers(ctx context.Context) ([]ProviderInfo, error)
	// Extractor is memory_extractor of models.yaml, empty when not set.
	Extractor() string
	// Refresh forgets what was learned about servers, so that the next call asks again.
	Refresh()
}

// EmbedKind says what a text is to the embedder; some models prefix queries with an instruction. Queries of either kind
// are interactive and go before passages.
type EmbedKind int

// Kinds of text.
const (
	EmbedPassage EmbedKind = iota
	EmbedQuery
	EmbedPlainQuery // a query without the model's instruction: the same vector as a passage
)

// Span is a range of bytes.
type Span struct{ Start, End int }

// Embedder turns texts into unit vectors. Safe for concurrent use.
type Embedder interface {
	// Embed returns one vector of Dim values per text; texts over MaxTokens are cut. An empty text is ErrInvalid.
	Embed(ctx context.Context, kind EmbedKind, texts []string) ([][]float32, error)
	// Chunk cuts text into spans of at most MaxTokens by the model's own tokenizer, preferring sentence ends. The spans
	// are in order, do not overlap and cover the text.
	Chunk(ctx context.Context, text string) ([]Span, error)
	// ID is model@dim@version: part of every stored vector's key.
	ID() string
	Dim() int
	MaxTokens() int
	// Ready reports whether Embed answers at once.
	Ready() bool
}

// Reranker scores documents against a query; raw logits, one per document.
type Reranker interface {
	Score(ctx context.Context, query string, docs []string) ([]float64, error)
}

// Bus carries events from the core to whoever watches. Publish never blocks; deltas are latest-wins per message,
// terminal events are never dropped. Safe for concurrent use.
type Bus interface {
	Publish(e Event)
	// Subscribe returns a channel that is signalled when events wait, a function that takes them, and one that ends the
	// subscription.
	Subscribe() (wake <-chan struct{}, drain func() []Event, cancel func())
}
