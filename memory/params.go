package memory

import (
	"cmp"
	"time"
)

// MemoryQuery selects memories. With Query, only those that contain its words are returned, best
// first.
type MemoryQuery struct {
	MemoryFilter
	Query string
}

// NewMemory is a memory written by a user or an API client. Content is required; the dates are
// partial dates of RFC 3339 (2026, 2026-05 or 2026-05-03).
type NewMemory struct {
	Content   string   `json:"content"`
	Tags      []string `json:"tags"`
	Type      Type     `json:"type"`
	Key       NullText `json:"key"`
	Pinned    bool     `json:"pinned"`
	ValidFrom NullText `json:"valid_from"`
	ValidTo   NullText `json:"valid_to"`
	Scope     Scope    `json:"scope"`
	ChatID    ID       `json:"thread_id"`
	ProjectID ID       `json:"project_id"`
}

// AddedMemory is a stored memory and the one that it duplicates, if any: memories written by hand
// are never refused as duplicates. Decision is the ledger row that UndoDecision takes.
type AddedMemory struct {
	Memory
	DuplicateOf ID       `json:"duplicate_of"`
	Decision    Decision `json:"-"`
}

// Changed is a memory after a change and the ledger row of the change, the one that UndoDecision
// takes. Decision is zero when the patch changed nothing, because then no row was written.
type Changed struct {
	Memory   Memory
	Decision Decision
}

// MemoryPatch changes the fields that are not nil.
type MemoryPatch struct {
	Content *string   `json:"content"`
	Tags    *[]string `json:"tags"`
	Type    *Type     `json:"type"`
	Key     *NullText `json:"key"`
	Pinned  *bool     `json:"pinned"`
	Status  *Status   `json:"status"`
	// Replace decides on a proposal: true = supersede the other memory, false = keep both.
	Replace   *bool     `json:"replace"`
	ValidFrom *NullText `json:"valid_from"`
	ValidTo   *NullText `json:"valid_to"`
	// Scope, ChatID and ProjectID decide where the memory is used: everywhere, in the chats of a project, or
	// in one chat. Without the ID it becomes one of the chat, or of the project of the chat, that it was
	// learned in.
	Scope     *Scope `json:"scope"`
	ChatID    *ID    `json:"thread_id"`
	ProjectID *ID    `json:"project_id"`
}

// EraseResult lists where the text of an erased memory still exists.
type EraseResult struct {
	RemainingCopies []string `json:"copies"`
}

// TextCopies are the messages, chats (by their title) and files that contain a text, by ID, and the
// paths of damaged databases that may contain it.
type TextCopies struct {
	Messages, Chats, Files []ID
	Databases              []string
}

// NewChat is the input of CreateChat. Memory defaults to on; it is always off in a temporary chat.
type NewChat struct {
	Title        string     `json:"title"`
	Model        NullText   `json:"model"`
	Memory       MemoryMode `json:"memory"`
	SystemPrompt NullText   `json:"system_prompt"`
	Temperature  *float64   `json:"temperature"` // nil = the server's default
	MaxTokens    int        `json:"max_tokens"`  // 0 = the model's own limit
	Temporary    bool       `json:"temporary"`
	Recall       RecallMode `json:"recall"`     // empty = RecallDefault
	ProjectID    ID         `json:"project_id"` // 0 = in none
}

// ChatPatch changes the fields that are not nil.
type ChatPatch struct {
	Title        *string     `json:"title"`
	Model        *NullText   `json:"model"`
	Memory       *MemoryMode `json:"memory"`
	Recall       *RecallMode `json:"recall"`
	SystemPrompt *NullText   `json:"system_prompt"`
	Temperature  **float64   `json:"temperature"`
	MaxTokens    *int        `json:"max_tokens"`
	Pinned       *bool       `json:"pinned"`
	Unread       *bool       `json:"unread"`
	Draft        *string     `json:"draft"`
	Archived     *bool       `json:"archived"`
}

// DeleteChatOptions are the options of TrashOrEraseChat.
type DeleteChatOptions struct {
	Unlearn bool // also undo what was learned in the chat
	Purge   bool // delete for good instead of moving to the trash
}

// NewFile is the input of AddFileUnlessKnownOrTooLong: a file name and the original bytes.
type NewFile struct {
	Name string
	Data []byte
	// MaxTokens, if positive, is the length of text above which the file is not stored;
	// AddFileUnlessKnownOrTooLong then returns it without an ID.
	MaxTokens int
}

// FilePatch changes the fields that are not nil.
type FilePatch struct {
	Name       *string `json:"name"`
	NeverLearn *bool   `json:"never_learn"`
}

// SendParams is a message to be answered. Model overrides the chat's model for this answer.
// ParentID, when not nil, starts a new branch below that message (0 = at the root), for edit and
// resend.
type SendParams struct {
	ChatID    ID
	Text      string
	Model     NullText
	ParentID  *ID
	FromDraft bool // the text comes from the chat's draft, which is cleared
	// Without is left out of this message's prompt, also when its answer is regenerated.
	Without Exclusions
	// Pictures go with the message, in order. With pictures, Text may be blank.
	Pictures []ID
}

// Exclusions are the memories and files that the user left out of one message.
type Exclusions struct {
	Memories []ID `json:"memories,omitempty"`
	Files    []ID `json:"files,omitempty"`
}

// Count is how many memories and files there are.
func (e Exclusions) Count() int { return len(e.Memories) + len(e.Files) }

// PreviewParams are a message that is being written. Chat may be one that is not stored yet; of a
// stored one only ID and the fields that are not saved matter.
type PreviewParams struct {
	Chat     Chat
	Text     string
	ParentID *ID // as in SendParams
	Without  Exclusions
	Pictures []ID // as in SendParams
}

// PromptPreview is what would be sent for a message now. The receipt is that of its answer, but for
// the message's own ID.
type PromptPreview struct {
	Model    string // the name of the model; empty when there is none
	Receipt  Receipt
	Messages []PromptMessage
}

// Turn is a stored user message and the answer that is being streamed. Chat is their chat as it is
// stored now; it is not part of the JSON form.
type Turn struct {
	Chat   Chat    `json:"-"`
	User   Message `json:"user"`
	Answer Message `json:"answer"`
}

// LearnParams is text to learn from without a chat call.
type LearnParams struct {
	ChatID ID // provides files and model, 0 for none
	Text   string
}

// SearchMatch is a search hit in the chats: a chat whose title matched, or a message.
type SearchMatch struct {
	ChatID    ID
	ChatTitle string
	MessageID ID // 0 when the chat's title matched
	Snippet   string
	Archived  bool // the chat is archived
}

// MessageHit is a message found by a question, with the parts of its score.
type MessageHit struct {
	Message
	Score      float64
	ScoreParts ScoreParts
}

// SearchResults holds the matches of SearchChatsMessagesMemories, best first in each list.
type SearchResults struct {
	Chats    []SearchMatch
	Messages []SearchMatch
	Memories []Memory
}

// ProgramUse is another program that sent requests, and when the last one came, to the minute.
type ProgramUse struct {
	Name       string
	LastUsedAt time.Time
}

// FileChangeKind is what happened to the file of a memory outside Memoir.
type FileChangeKind int

// Kinds of changes to files.
const (
	FileAdded    FileChangeKind = iota // a file that belongs to no memory
	FileEdited                         // the file of a memory that is as it was written there
	FileDeleted                        // so is this one
	FileConflict                       // the file was edited, and the memory changed in Memoir as well
	FileReturned                       // a file came back whose memory is no longer used
	FileImported                       // a file of another database, or of this one before it was lost
)

// FileChange is a change to the file of a memory.
type FileChange struct {
	Kind     FileChangeKind
	MemoryID ID        // 0 for FileAdded
	Was      string    // the memory's text when the file was written; of FileEdited and FileDeleted
	File     NewMemory // what the file says now; without a type the memory keeps its own
	// CreatedAt and AsWritten are of FileImported: when the memory was made, and whether the file is as
	// Memoir wrote it.
	CreatedAt time.Time
	AsWritten bool
}

// FileChangeResult is what became of a FileChange.
type FileChangeResult struct {
	MemoryID ID    // the memory that has the file's text; 0 when none was changed or stored
	Waits    bool  // the memory is in the inbox
	Known    bool  // of FileImported: the memory was there before
	Err      error // why the change was refused; the other changes were made
}

// FolderState is the state of the folder of Markdown files.
type FolderState string

// States of the folder.
const (
	FolderOff      FolderState = "off"
	FolderUpToDate FolderState = "up_to_date"
	FolderAsks     FolderState = "asks"    // many files are gone; nothing is forgotten until someone answers
	FolderMissing  FolderState = "missing" // it was there and is not now
	FolderOfOther  FolderState = "other"   // it holds the files of another database; nothing is read or written
	FolderFailed   FolderState = "failed"  // it cannot be read or written
)

// FolderAnswer decides about files that are gone.
type FolderAnswer string

// Answers while the state is FolderAsks.
const (
	FolderForget  FolderAnswer = "forget"  // forget their memories
	FolderRestore FolderAnswer = "restore" // write the files again
)

// FolderStatus is the state of the folder of Markdown files for one profile. Paths of files begin at the
// folder.
type FolderStatus struct {
	Path      string        `json:"path"` // empty = there is none
	State     FolderState   `json:"state"`
	Problem   NullText      `json:"problem"` // of FolderMissing, FolderOfOther and FolderFailed
	Files     int           `json:"files"`   // written by Memoir
	Gone      []GoneFile    `json:"gone"`    // of FolderAsks; never nil
	Attention []FileProblem `json:"attention"`
}

// GoneFile is a file that is gone and the memory that it was of.
type GoneFile struct {
	File     string `json:"file"`
	MemoryID ID     `json:"memory_id"`
	Content  string `json:"content"`
}

// FileProblem is a file that was not taken in, and why.
type FileProblem struct {
	File   string `json:"file"`
	Reason string `json:"reason"`
}

// FolderContent is what a folder of Markdown files holds of one profile.
type FolderContent struct {
	Profile  string // external id; empty = the profile that imports
	Chats    []FolderChat
	Memories []FolderMemory
	Base     string // the text about the user
	BaseAt   time.Time
}

// FolderChat is a conversation in a folder of Markdown files.
type FolderChat struct {
	ConversationID string
	Own            bool // of Memoir itself and not of another program
	Title          string
	ProjectName    string    // "" = in none
	Messages       []Message // Role, Content and CreatedAt, oldest first
	Summary        string
	SummaryKind    string
	SummaryAt      time.Time
}

// FolderMemory is the file of a memory.
type FolderMemory struct {
	NewMemory
	File           string // its path, for people
	ConversationID string // GlobalConversation = in every chat
	ProjectName    string // of a memory that only a project's chats use
	CreatedAt      time.Time
	AsWritten      bool // the file is as Memoir wrote it
}

// ImportResult counts what was imported, or what would be.
type ImportResult struct {
	Program   string        `json:"program"` // that wrote it, for people
	DryRun    bool          `json:"dry_run"` // nothing was stored
	Chats     int           `json:"chats"`   // new ones
	Updated   int           `json:"updated"` // chats that were there and got new messages
	Files     int           `json:"files"`
	Messages  int           `json:"messages"`
	Memories  int           `json:"memories"`
	Waiting   int           `json:"waiting"` // of the memories, in the inbox
	Summaries int           `json:"summaries"`
	Known     int           `json:"known"` // chats and memories that were there before
	Attention []FileProblem `json:"attention"`
	LeftOut   []LeftOut     `json:"left_out"` // of an archive
}

// Plus returns the sum of two results.
func (r ImportResult) Plus(o ImportResult) ImportResult {
	return ImportResult{
		Program: cmp.Or(r.Program, o.Program), DryRun: r.DryRun || o.DryRun, Updated: r.Updated + o.Updated,
		Files: r.Files + o.Files, LeftOut: append(r.LeftOut, o.LeftOut...),
		Chats: r.Chats + o.Chats, Messages: r.Messages + o.Messages, Memories: r.Memories + o.Memories,
		Waiting: r.Waiting + o.Waiting, Summaries: r.Summaries + o.Summaries, Known: r.Known + o.Known,
		Attention: append(r.Attention, o.Attention...),
	}
}

// MemoryFilter selects memories of one profile. The zero filter of a profile selects active,
// current, global memories.
type MemoryFilter struct {
	ProfileID       ID
	Status          []Status // empty = active
	IncludeOutdated bool     // also superseded memories and those whose ValidTo has passed
	OnlySuperseded  bool     // only those that another one replaced; then IncludeOutdated has no effect
	// ChatID limits the result to what a chat reads: global memories, those of its project and its
	// own. Without it, ProjectID limits it to what a new chat of the project reads, and AnyScope to
	// nothing; otherwise only global memories are selected.
	ChatID    ID
	ProjectID ID
	AnyScope  bool
	Scope     Scope // only those of this scope, beside the other conditions; "" = no condition
	IDs       []ID  // only these
	// IDsOrSources selects only memories with one of its IDs and those learned from one of its
	// messages; nil = no condition. Without a Limit they come in no particular order.
	IDsOrSources *IDsOrSources
	Tag          string
	Type         Type
	Key          string
	HasKey       bool // only those with any key
	Sources      []ID // only those learned from one of these messages; nil = no condition
	Proposes     []ID // only those that may replace one of these; nil = no condition
	IsProposal   bool // leaves out the memories that may not replace another one
	Pinned       *bool
	Kind         Kind
	Origin       Origin
	NotOrigin    Origin    // leaves out the memories of one origin
	Since        time.Time // CreatedAt at or after
	Until        time.Time // CreatedAt before
	Limit        int       // 0 = all
	BeforeID     ID
	Now          time.Time // ValidTo is compared with it; zero = only SupersededBy is checked
}

// MemoryLanes tells whether a profile has, in any status and scope, memories that are pinned, that are
// instructions, that have a key, and that may replace another one.
type MemoryLanes struct{ Pinned, Instructions, Keyed, Proposals bool }

// IDsOrSources are memories by their IDs, and by the messages from which they were learned.
type IDsOrSources struct{ IDs, Sources []ID }
