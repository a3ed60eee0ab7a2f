package memory

import (
	"context"
	"time"
)

// Store is the source of truth on disk. Every method takes a context, is atomic and returns
// ErrNotFound, ErrConflict or ErrInvalid (wrapped) where they apply, and ErrDiskFull, ErrReadOnly
// and ErrCorrupt for disk failures. All methods are safe for concurrent use. A Store passed to
// InTx's function reads and writes inside that transaction only and must not be used after the
// function has returned.
type Store interface {
	ProfileStore() ProfileStore
	ChatStore() ChatStore
	ProjectStore() ProjectStore
	MessageStore() MessageStore
	MemoryStore() MemoryStore
	FileStore() FileStore
	PictureStore() PictureStore
	DecisionStore() DecisionStore
	VectorStore() VectorStore
	JobStore() JobStore
	SummaryStore() SummaryStore
	BaseMemoryStore() BaseMemoryStore
	ImportStore() ImportStore
	SettingStore() SettingStore

	// InTx runs fn in one write transaction, which is committed when fn returns nil and rolled back
	// otherwise. Transactions do not nest: InTx on a transaction's Store runs fn in the same
	// transaction.
	InTx(ctx context.Context, fn func(tx Store) error) error

	// CheckpointWAL moves the write-ahead log into the database file and truncates it, so that deleted
	// data is in neither. Inside a transaction it is ErrBusy.
	CheckpointWAL(ctx context.Context) error

	// EraseDeletedFromSnapshots removes from the snapshots of the database what was deleted for good
	// since they were made. What an earlier call could not do, because the disk was full or the
	// process ended, is done as well.
	EraseDeletedFromSnapshots(ctx context.Context) error
}

// ProfileStore keeps the profiles of a data folder. Profile 1 exists from the first migration on.
type ProfileStore interface {
	Get(ctx context.Context, id ID) (Profile, error)
	GetByExternalID(ctx context.Context, external string) (Profile, error)
	List(ctx context.Context) ([]Profile, error) // by ID
	Create(ctx context.Context, p Profile) (ID, error)
	Rename(ctx context.Context, id ID, name string) error
	SetExternalID(ctx context.Context, id ID, external string) error
	// Delete removes the profile with its chats, links, files, summaries and jobs, and the memories
	// that no other profile holds.
	Delete(ctx context.Context, id ID) error
}

// ChatFilter selects chats. The zero filter of a profile selects every chat that is neither
// archived nor in the trash.
type ChatFilter struct {
	ProfileID   ID
	InTrash     bool // chats in the trash, archived or not, instead of the others
	Archived    bool // archived chats instead of the others
	AnyArchived bool // archived chats and the others
	Temporary   bool // only temporary chats
	ProjectID   ID   // only those of the project; 0 = no condition
	Limit       int  // 0 = all
	BeforeID    ID
}

// ProjectStore keeps projects.
type ProjectStore interface {
	// Create stores p; with p.ID 0 it gets a new ID, else it is restored under its own.
	Create(ctx context.Context, p Project) (ID, error)
	Get(ctx context.Context, profile, id ID) (Project, error)
	List(ctx context.Context, profile ID) ([]Project, error) // by Position, then ID
	// Update writes every field of p except ID, ProfileID, CreatedAt and FileIDs.
	Update(ctx context.Context, p Project) error
	// Delete removes the project; its chats are then in none. Memories of the project stay as they are.
	Delete(ctx context.Context, profile, id ID) error
	AttachFile(ctx context.Context, profile, project, file ID) error // idempotent
	DetachFile(ctx context.Context, profile, project, file ID) error // idempotent
	// ListProjectMemoriesLearnedIn returns the memories of projects, in any status, that were
	// learned in one of the chats while it was in the project that it is in, in no particular
	// order.
	ListProjectMemoriesLearnedIn(ctx context.Context, profile ID, chats []ID) ([]Memory, error)
}

// ChatStore keeps chats. Lists have pinned chats first, then the others by UpdatedAt, newest first.
type ChatStore interface {
	Create(ctx context.Context, t Chat) (ID, error)
	Get(ctx context.Context, profile, id ID) (Chat, error)
	// GetWithAttachments is Get with what is shown of the chat beside its messages.
	GetWithAttachments(ctx context.Context, profile, id ID) (ChatWithAttachments, error)
	// GetByExternalID returns the newest chat that holds a conversation of another program, even if it
	// is in the trash.
	GetByExternalID(ctx context.Context, profile ID, external string) (Chat, error)
	List(ctx context.Context, f ChatFilter) ([]Chat, error)
	// Update writes every field of t except ID, ProfileID, CreatedAt, FileIDs and Project.
	Update(ctx context.Context, t Chat) error
	// Delete removes the chat for good with its messages, the links of memories scoped to it, and its
	// jobs. With a temporary chat go its files that were not there before it and are in no other chat
	// and no project.
	Delete(ctx context.Context, profile, id ID) error
	// HasChatWithRecallOn reports whether recall is on in a chat of the profile by its own choice.
	// Temporary chats, those with memory off and those in the trash do not count.
	HasChatWithRecallOn(ctx context.Context, profile ID) (bool, error)
	AttachFile(ctx context.Context, profile, chatID, fileID ID) error // idempotent
	DetachFile(ctx context.Context, profile, chatID, fileID ID) error // idempotent
}

// MessageStore keeps the message tree of every chat.
type MessageStore interface {
	// InsertAsHeadUpdatingChatTime appends m and makes it the head of its chat.
	InsertAsHeadUpdatingChatTime(ctx context.Context, m Message) (ID, error)
	// InsertReplyReparentingNewerTurns appends m, the reply to its parent, as
	// InsertAsHeadUpdatingChatTime does. When messages of the user follow the parent already, they
	// follow m from then on, and the head stays.
	InsertReplyReparentingNewerTurns(ctx context.Context, m Message) (ID, error)
	// InsertTreeMakingLastMessageHead stores messages of one chat at once, with new IDs, which it
	// returns, and makes the last one the head. parents[i] is the index of the parent of ms[i] among
	// those before it, or -1: then ms[i].ParentID is.
	InsertTreeMakingLastMessageHead(ctx context.Context, ms []Message, parents []int) ([]ID, error)
	Get(ctx context.Context, profile, id ID) (Message, error)
	// ListBranch returns the branch that ends at leaf, oldest first; leaf 0 = the head of the chat.
	// With limit > 0 it returns the last limit messages only. Versions is filled in.
	ListBranch(ctx context.Context, profile, chatID, leaf ID, limit int) ([]Message, error)
	// ListBranchWithoutReceiptsAndVersions is ListBranch for callers that need neither Versions nor
	// Receipt, which takes longer to read than all else of a message.
	ListBranchWithoutReceiptsAndVersions(ctx context.Context, profile, chatID, leaf ID, limit int) ([]Message, error)
	// ListMessagesOfAllBranches returns every message of a chat, of all branches, by ID; parents come
	// before children.
	ListMessagesOfAllBranches(ctx context.Context, profile, chatID ID) ([]Message, error)
	// ListSiblingVersions returns the siblings of the message, including itself, oldest first.
	ListSiblingVersions(ctx context.Context, profile, id ID) ([]Message, error)
	// VersionIDsByMessage returns the ids that ListSiblingVersions would return for each of the given
	// messages, oldest first. Messages that the profile does not have are left out.
	VersionIDsByMessage(ctx context.Context, profile ID, ids []ID) (map[ID][]ID, error)
	// CountMessagesBytesSkippingTrashAndTemp counts the messages with text in the profile's chats,
	// those in the trash and temporary ones excepted.
	CountMessagesBytesSkippingTrashAndTemp(ctx context.Context, profile ID) (LogSize, error)
	// SumUsageByModel sums the tokens of the profile's answers by model, the largest sum first: of one
	// chat, or of all if chat is 0, those in the trash included, that were started at since or later.
	// Answers whose tokens the server did not count are left out.
	SumUsageByModel(ctx context.Context, profile, chat ID, since time.Time) ([]ModelUsage, error)
	// AnswersUsingMemory returns the answers whose receipt contains the memory, newest first, at most
	// limit (0 = all). Answers in trashed chats are left out.
	AnswersUsingMemory(ctx context.Context, profile, memory ID, limit int) ([]MemoryUse, error)
	// NewestLeafBelow returns the leaf reached from id by following the newest child.
	NewestLeafBelow(ctx context.Context, profile, id ID) (ID, error)
	// ListRecallableAmongIDs returns those of the messages that may be quoted in other prompts, in no
	// particular order: texts of the user and of answers on the selected branch of a chat that is
	// neither in the trash nor temporary and whose memory is not off. With f.Reader, only those that
	// may be quoted there.
	ListRecallableAmongIDs(ctx context.Context, f RecallFilter) ([]Message, error)
	// SaveStreamingAnswerDraft stores the text received so far of a streaming answer; it has no effect
	// once the status is final.
	SaveStreamingAnswerDraft(ctx context.Context, id ID, content, reasoning string) error
	// FinishStreamingAnswer writes content, reasoning, status, model, finish reason, usage, error,
	// receipt and FinishedAt of a streaming answer.
	FinishStreamingAnswer(ctx context.Context, m Message) error
	// MakeFinalLeafAnswerStreaming makes a final answer a streaming one again, with the receipt of m;
	// error and finish reason are cleared. It returns ErrConflict when the answer is not final or
	// messages follow it.
	MakeFinalLeafAnswerStreaming(ctx context.Context, m Message) error
	// MarkStreamingInterrupted marks every answer that is still streaming as interrupted (at start
	// after a crash) and returns how many there were.
	MarkStreamingInterrupted(ctx context.Context, at time.Time) (int, error)
}

// RecallFilter selects messages by ID.
type RecallFilter struct {
	ProfileID ID
	IDs       []ID
	// Reader is the chat whose prompt quotes the messages; ID 0 stands for one that is not stored yet.
	// It reads all of its own, and of a chat in a project whose facts stay there (see
	// Project.LearnedScope) only what is in its own project, if facts are used in the whole project.
	// nil = the person, who may read all.
	Reader *Chat
}

// MemoryStore keeps memories with their links to profiles. Lists are newest first (CreatedAt, then
// ID, descending).
type MemoryStore interface {
	// Insert stores the memory row and the link of m.ProfileID. With m.ID 0 the memory
	// gets a new ID, otherwise it is restored under its own.
	Insert(ctx context.Context, m Memory) (ID, error)
	Get(ctx context.Context, profile, id ID) (Memory, error)
	List(ctx context.Context, f MemoryFilter) ([]Memory, error)
	Count(ctx context.Context, f MemoryFilter) (int, error)
	// FindLanesWithMemories tells which lists of memories that go with every prompt may have any.
	FindLanesWithMemories(ctx context.Context, profile ID) (MemoryLanes, error)
	// Overview counts the profile's memories; ValidTo is compared with now.
	CountByStatusTypeTag(ctx context.Context, profile ID, now time.Time) (MemoryOverview, error)
	// SourceChatByMemory returns the source chats of the given memories by memory ID. Memories without
	// one, or whose chat belongs to another profile, are left out.
	SourceChatByMemory(ctx context.Context, profile ID, ids []ID) (map[ID]SourceChat, error)
	// UpsertCopyingRowOtherProfilesShare upserts row and link as m has them (undo writes snapshots so).
	// Content that other profiles share is copied first: the returned ID is the row that now holds m.
	UpsertCopyingRowOtherProfilesShare(ctx context.Context, m Memory) (ID, error)
	// UnlinkFromProfile deletes the profile's link and, when no profile holds the memory any more, the
	// row, its vectors and its full-text entry.
	UnlinkFromProfile(ctx context.Context, profile, id ID) error
	// FindByFoldedText returns memories in any of the given states (none = all) whose FoldText equals
	// folded, including superseded and ended ones.
	FindByFoldedText(ctx context.Context, profile ID, folded string, status ...Status) ([]Memory, error)
	// IncrementUseCountsAndSetLastUsed adds one use at the given time to each memory.
	IncrementUseCountsAndSetLastUsed(ctx context.Context, profile ID, at time.Time, ids []ID) error
}

// FileStore keeps files.
type FileStore interface {
	Insert(ctx context.Context, c File) (ID, error)
	Get(ctx context.Context, profile, id ID) (File, error)
	ListWithoutContent(ctx context.Context, profile ID) ([]File, error)       // newest first, without Content
	UpdateNameAndNeverLearn(ctx context.Context, c File) error                // Name and NeverLearn
	DeleteRecordingSnapshotErasure(ctx context.Context, profile, id ID) error // detaches everywhere, deletes vectors
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
	Messages  []ID // about one of these messages; nil = no condition
	FileID    ID   // names this file, or was learned from an answer that used it
	RunID     string
	Actor     Actor
	SummaryID ID   // concerns this summary
	AboutBase bool // only those about the base memory
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
	// ForEach calls fn with every row of the profile, oldest first. fn may write.
	ForEach(ctx context.Context, profile ID, fn func(Decision) error) error
	// NewestByActorPerMemory returns the newest decision of the actor about each of the given
	// memories: the first that List returns with that MemoryID and Actor. Others are left out.
	NewestByActorPerMemory(ctx context.Context, profile ID, actor Actor, ids []ID) (map[ID]Decision, error)
	// ChatsFilesTimesInLedger lists the chats, files and times of the profile's decisions.
	ChatsFilesTimesInLedger(ctx context.Context, profile ID) (DecisionOrigins, error)
	// SetUndoneBy marks id as undone by the decision by; by 0 clears the mark.
	SetUndoneBy(ctx context.Context, id, by ID) error
	// ScrubMemoryTextFromLedgerAndDerivedTexts removes every trace of the memory's text from before,
	// after, changes, candidate, reason and quotes, and from receipts of answers; it returns the
	// number of rows changed.
	ScrubMemoryTextFromLedgerAndDerivedTexts(ctx context.Context, profile, memoryID ID) (int, error)
	// FindCopiesOfMemoryText returns where the memory's text, in every version the ledger has, also
	// stands.
	FindCopiesOfMemoryText(ctx context.Context, profile, memoryID ID) (TextCopies, error)
	// CountUnrevertedMemoryDecisionsByAction counts the decisions about memories that are not undone,
	// per action, since a time (zero = ever). Those with one of the given reasons are left out.
	CountUnrevertedMemoryDecisionsByAction(
		ctx context.Context, profile ID, since time.Time, withoutReasons []string,
	) (map[Action]int, error)
}

// VectorStore keeps embeddings next to their owners. A vector is identified by (key, embedder,
// hash).
type VectorStore interface {
	UpsertAll(ctx context.Context, vs []Vector) error // upsert by (key, embedder)
	// GetByOwners returns all vectors (every part) of these owners, in no particular order; owners
	// without vectors are left out.
	GetByOwners(ctx context.Context, profile ID, kind OwnerKind, embedder string, owners []ID) ([]Vector, error)
	// ForEachWithLiveOwner calls fn with every vector of the collection whose owner exists and is not
	// forgotten, in no particular order.
	ForEachWithLiveOwner(ctx context.Context, c VectorCollection, fn func(Vector) error) error
	// ContentHashByKey returns the content hash of each vector that ForEach visits, without reading
	// the vectors.
	ContentHashByKey(ctx context.Context, c VectorCollection) (map[VectorKey]string, error)
	// ListOwnersNeedingVectors returns owners that are not forgotten and whose vector is missing or
	// was made from different text, oldest first.
	ListOwnersNeedingVectors(ctx context.Context, profile ID, kind OwnerKind, embedder string, limit int) ([]ID, error)
	// ListMessagesNeedingVectors returns messages that may be recalled and whose vector is missing or
	// was made from different text, newest first.
	ListMessagesNeedingVectors(ctx context.Context, f MessagesToEmbed) ([]ID, error)
	// CountRecallableMessages counts the messages of a profile that may have a vector.
	CountRecallableMessages(ctx context.Context, profile ID) (int, error)
	DeleteVectorsOfOwner(ctx context.Context, kind OwnerKind, owner ID) error // of every embedder
	// NewestRecallableMessageVectors returns the vectors of the newest messages that may be recalled,
	// newest first: of one chat, or of all others when f.OtherChats is set.
	NewestRecallableMessageVectors(ctx context.Context, f MessageVectorFilter) ([]Vector, error)
	// DeleteOtherEmbeddersVectors deletes the profile's vectors of all other embedders and returns how
	// many there were.
	DeleteOtherEmbeddersVectors(ctx context.Context, profile ID, keepEmbedder string) (int, error)
}

// MessageVectorFilter selects vectors of messages by the current embedder.
type MessageVectorFilter struct {
	ProfileID  ID
	Embedder   string
	ChatID     ID
	OtherChats bool // all chats of the profile but ChatID, as far as they may be quoted in it
	// ProjectID is the project of ChatID; see RecallFilter.
	ProjectID ID
	Limit     int
}

// JobStore is the durable queue of background jobs.
type JobStore interface {
	// EnqueueIfNew stores the job as queued unless (kind, message, version) exists; it reports whether
	// the job was new.
	EnqueueIfNew(ctx context.Context, j Job) (bool, error)
	// HasJobForMessage reports whether a job of one of the kinds, in any state, names the message.
	HasJobForMessage(ctx context.Context, message ID, kinds ...JobKind) (bool, error)
	// NewestOfKind returns the newest job of a kind in any state; ErrNotFound when there is none.
	NewestOfKind(ctx context.Context, profile ID, kind JobKind) (Job, error)
	// ClaimNextDue marks the oldest queued job that is due at now as running and returns it;
	// ErrNotFound when none is due.
	ClaimNextDue(ctx context.Context, now time.Time) (Job, error)
	MarkDone(ctx context.Context, id ID) error // done
	// RequeueOrMarkDead records the error and queues the job again for retry; a zero retry makes it
	// dead.
	RequeueOrMarkDead(ctx context.Context, id ID, cause string, retry time.Time) error
	// PostponeWithoutAttempt queues a running job again for the given time without counting an
	// attempt, because nothing was tried.
	PostponeWithoutAttempt(ctx context.Context, id ID, cause string, at time.Time) error
	// RequeueRunning turns running jobs into queued ones (at start after a crash) and returns how
	// many.
	RequeueRunning(ctx context.Context, now time.Time) (int, error)
	// RequeueDeadResettingAttempts queues a dead job again.
	RequeueDeadResettingAttempts(ctx context.Context, profile, id ID, now time.Time) error
	List(ctx context.Context, profile ID, states ...JobState) ([]Job, error) // oldest first
	// NextDueTime returns when the earliest queued job is due; ErrNotFound when none is queued.
	NextDueTime(ctx context.Context) (time.Time, error)
}

// SettingStore keeps small values by key (JSON text), per data folder.
type SettingStore interface {
	Get(ctx context.Context, key string) (string, error) // ErrNotFound
	Set(ctx context.Context, key, value string) error
	GetAll(ctx context.Context) (map[string]string, error)
}

// ImportStore keeps where imported chats came from. What it knows of a chat goes with the chat.
type ImportStore interface {
	// RecordImportedChat stores or replaces what is known of a chat; its program and name stay
	// those of the first time.
	RecordImportedChat(ctx context.Context, c ImportedChat) error
	// GetOriginOfChat returns what is known of a chat; ErrNotFound for one that was not imported.
	GetOriginOfChat(ctx context.Context, profile, chatID ID) (ImportedChat, error)
	// FindByOrigin returns the newest chat that a program calls by this name, one in the trash
	// included.
	FindByOrigin(ctx context.Context, profile ID, program ArchiveProgram, externalID string) (ImportedChat, error)
	// CountChatsNotLearnedFrom counts the imported chats that may be learned from and were not,
	// their answers, and the characters of all their messages.
	CountChatsNotLearnedFrom(ctx context.Context, profile ID) (chats, exchanges, characters int, err error)
	// CountWaitingForLearning counts the chats that wait to be learned from, and the unfinished
	// jobs of others.
	CountWaitingForLearning(ctx context.Context, profile ID) (chats, jobs int, err error)
	// RequestLearningFromImports makes all that CountChatsNotLearnedFrom counts wait to be learned from.
	RequestLearningFromImports(ctx context.Context, profile ID) error
	// CancelLearningAndDeleteJobs undoes RequestLearningFromImports: chats that wait do so no
	// longer, and unfinished jobs of imported messages are removed. What was learned stays.
	CancelLearningAndDeleteJobs(ctx context.Context, profile ID) error
	// NextChatToLearnFrom returns a chat of any profile that waits; ErrNotFound when there is none.
	NextChatToLearnFrom(ctx context.Context) (Chat, error)
}
