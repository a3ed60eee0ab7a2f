package memory

import "time"

// The JSON names of the types in this file are the REST shapes of docs/api.md and the format of
// ledger snapshots.

// Status is the state of a memory for one profile.
type Status string

// The four states of a memory.
const (
	StatusActive    Status = "active"    // used in answers
	StatusInbox     Status = "inbox"     // waits for the user's decision, never used in answers
	StatusArchived  Status = "archived"  // kept, not used
	StatusForgotten Status = "forgotten" // deleted, kept only for undo
)

// Scope says in which chats a memory is used.
type Scope string

// Scopes of a memory.
const (
	ScopeGlobal  Scope = "global"  // in every chat of the profile
	ScopeProject Scope = "project" // in the chats of its project only
	ScopeChat    Scope = "thread"  // in its own chat only
)

// Origin says where a memory comes from.
type Origin string

// Origins of a memory.
const (
	OriginExtracted Origin = "extracted"
	OriginManual    Origin = "manual"
	OriginImport    Origin = "import"
	OriginAPI       Origin = "api"
	OriginFolder    Origin = "folder"
	OriginSystem    Origin = "system"
)

// Kind distinguishes facts about the user from standing instructions to the model.
type Kind string

// Kinds of a memory.
const (
	KindFact        Kind = "fact"
	KindInstruction Kind = "instruction"
)

// Type is the subject of a memory (source 003).
type Type string

// Types of a memory.
const (
	TypePersonal   Type = "personal"
	TypePreference Type = "preference"
	TypeKnowledge  Type = "knowledge"
	TypeEvent      Type = "event"
	TypeOther      Type = "other"
)

// IsValid reports whether t is one of the types.
func (t Type) IsValid() bool {
	switch t {
	case TypePersonal, TypePreference, TypeKnowledge, TypeEvent, TypeOther:
		return true
	default:
		return false
	}
}

// Memory is one fact as one profile sees it: the shared row and the profile's link to it.
type Memory struct {
	ID           ID        `json:"id"`
	ProfileID    ID        `json:"-"`
	Content      string    `json:"content"` // one or two short sentences; stored = shown = sent
	Tags         []string  `json:"tags"`    // never nil once stored
	Kind         Kind      `json:"kind"`
	Type         Type      `json:"type"`
	Key          NullText  `json:"key"`
	Scope        Scope     `json:"scope"`
	ChatID       ID        `json:"thread_id"`
	ProjectID    ID        `json:"project_id"` // of ScopeProject
	Status       Status    `json:"status"`
	Origin       Origin    `json:"origin"`
	Pinned       bool      `json:"pinned"`
	CreatedAt    time.Time `json:"created_at"`
	UpdatedAt    time.Time `json:"updated_at"`
	ValidFrom    NullText  `json:"valid_from"` // partial RFC 3339 date: 2026, 2026-05 or 2026-05-03
	ValidTo      NullText  `json:"valid_to"`
	SupersededBy ID        `json:"superseded_by"`
	// Proposes is the memory that this one supersedes once the user accepts.
	Proposes        ID       `json:"proposes"`
	Quote           NullText `json:"quote"`
	QuoteStart      *int     `json:"quote_start"` // bytes in the source message; nil without a quote
	QuoteEnd        *int     `json:"quote_end"`
	SourceMessageID ID       `json:"source_message_id"`
	UseCount        int      `json:"use_count"`
	LastUsedAt      NullTime `json:"last_used_at"`
	// SourceChat is filled in by the methods of Session that read memories (LoadMemory,
	// ListOrSearchMemories, FindSimilarMemoriesBesidesFound, SearchChatsMessagesMemories); the
	// store ignores it.
	SourceChat SourceChat `json:"-"`
}

// SourceChat is the chat of a memory's source message or, without one, the chat that the memory is
// scoped to. ID is 0 when there is none, or when the chat no longer exists.
type SourceChat struct {
	ID      ID
	Title   string
	InTrash bool
}

// MemoryOverview counts the memories of one profile, in all scopes.
type MemoryOverview struct {
	// ByStatus counts by status. Active ones that are superseded or whose ValidTo has passed count as
	// Outdated instead.
	ByStatus map[Status]int
	Outdated int
	ByType   map[Type]int // of the active, current ones
	Tags     []TagCount   // of the active, current ones: most frequent first, then latest use first
	NewestID ID           // the highest ID of any status, 0 without memories
}

// TagCount is a tag and how many memories have it.
type TagCount struct {
	Tag   string
	Count int
}

// Profile is the separate memory of one person or program.
type Profile struct {
	ID         ID        `json:"id"`
	Name       string    `json:"name"`
	ExternalID NullText  `json:"external_id"`
	CreatedAt  time.Time `json:"created_at"`
}

// RecallMode says whether earlier messages are quoted in the prompts of a chat.
type RecallMode string

// Recall modes of a chat.
const (
	RecallDefault RecallMode = "default" // as the setting chats.recall says
	RecallOn      RecallMode = "on"
	RecallOff     RecallMode = "off"
)

// MemoryMode says whether a chat uses memories and is learned from.
type MemoryMode string

// Memory modes of a chat.
const (
	MemoryOn       MemoryMode = "on"   // use and learn
	MemoryReadOnly MemoryMode = "read" // use, do not learn
	MemoryOff      MemoryMode = "off"  // neither
)

// Chat is one conversation with a model.
type Chat struct {
	ID           ID         `json:"id"`
	ProfileID    ID         `json:"-"`
	Title        string     `json:"title"`
	TitleByUser  bool       `json:"-"`     // a title the user wrote is never replaced
	Model        NullText   `json:"model"` // provider/model; empty = the default model
	Memory       MemoryMode `json:"memory"`
	Recall       RecallMode `json:"recall"`        // RecallDefault once stored unless it was chosen
	SystemPrompt NullText   `json:"system_prompt"` // the chat's own instructions
	Temperature  *float64   `json:"temperature"`
	MaxTokens    int        `json:"max_tokens"` // 0 = the model's own limit
	FileIDs      []ID       `json:"contexts"`   // attached files in order; never nil once stored
	Pinned       bool       `json:"pinned"`
	Temporary    bool       `json:"temporary"` // memory off; deleted when closed
	Unread       bool       `json:"unread"`
	Draft        string     `json:"draft"` // unsent text of the composer
	HeadID       ID         `json:"head_id"`
	Source       NullText   `json:"source"` // where an imported chat came from
	ProjectID    ID         `json:"project_id"`
	// Project is the project of ProjectID as it is stored; nil without one. It is read with the chat
	// and never written.
	Project *Project `json:"-"`
	// BranchedFrom is the last message that the chat was copied up to from another one; that may be
	// gone.
	BranchedFrom ID `json:"branched_from"`
	// ExternalID is what another program calls this conversation (memory_id), empty for chats of
	// Memoir itself; at most one chat of a profile has it. Source is then empty.
	ExternalID NullText  `json:"memory_id"`
	CreatedAt  time.Time `json:"created_at"`
	UpdatedAt  time.Time `json:"updated_at"`
	ArchivedAt time.Time `json:"archived_at,omitzero"`
	DeletedAt  time.Time `json:"deleted_at,omitzero"` // in the trash since
}

// ChatWithAttachments is a chat with what is shown of it beside its messages.
type ChatWithAttachments struct {
	Chat
	Files           []File     // attached, in order, without Content
	WaitingPictures []Picture  // that wait to be sent, in order, without Data
	Origin          ChatOrigin // zero unless the chat was branched and its origin is still there
}

// ChatOrigin is the message that a chat was branched at, in the chat that has it.
type ChatOrigin struct {
	ChatID, MessageID ID
	Title             string // of the chat
}

// GlobalConversation is the ExternalID of the chat in which only global memories are read and
// learned.
const GlobalConversation NullText = "global"

// DefaultConversation is the conversation of programs that name none.
const DefaultConversation = "default"

// Role is the author of a message.
type Role string

// Roles of messages.
const (
	RoleSystem    Role = "system"
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
)

// MessageStatus is the state of a message. User messages are complete from the start.
type MessageStatus string

// States of a message.
const (
	MessageStreaming MessageStatus = "streaming"
	MessageComplete  MessageStatus = "complete"
	MessageStopped   MessageStatus = "stopped" // by the user
	// MessageInterrupted: by a crash or a broken connection; the partial text is kept.
	MessageInterrupted MessageStatus = "interrupted"
	MessageFailed      MessageStatus = "failed" // no text was received
)

// FinishReason is why a model server ended a reply (OpenAI's finish_reason). Empty, and null in
// JSON, when the server gave none of these.
type FinishReason string

// The finish reasons that are known; FinishLength and FinishFilter leave a text without its end.
const (
	FinishStop      FinishReason = "stop"
	FinishLength    FinishReason = "length"         // a limit of tokens was reached
	FinishFilter    FinishReason = "content_filter" // the provider's filter withheld the rest
	FinishToolCalls FinishReason = "tool_calls"     // the model called a tool; Memoir offers none
)

// IndicatesTruncatedText reports whether the text of the reply lacks its end.
func (r FinishReason) IndicatesTruncatedText() bool { return r == FinishLength || r == FinishFilter }

// ErrorIfIncomplete returns an *UnusableReplyError when a reply that ended so is not the whole
// text.
func (r FinishReason) ErrorIfIncomplete() error {
	switch r {
	case FinishLength:
		return &UnusableReplyError{Problem: "it reached the length limit and was cut off"}
	case FinishFilter:
		return &UnusableReplyError{Problem: "the provider's content filter cut it off"}
	case FinishToolCalls:
		return &UnusableReplyError{Problem: "it calls a tool instead of answering"}
	}
	return nil
}

// MarshalJSON writes an empty reason as null.
func (r FinishReason) MarshalJSON() ([]byte, error) { return NullText(r).MarshalJSON() }

// UnmarshalJSON reads null as an empty reason.
func (r *FinishReason) UnmarshalJSON(b []byte) error { return (*NullText)(r).UnmarshalJSON(b) }

// Message is a node in the tree of a chat. Siblings (same parent, same role) are versions of each
// other; the chat's HeadID is the leaf of the selected branch. Content never changes once the
// status is final.
type Message struct {
	ID        ID            `json:"id"`
	ChatID    ID            `json:"thread_id"`
	ParentID  ID            `json:"parent_id"`
	Role      Role          `json:"role"`
	Content   string        `json:"content"`
	Reasoning NullText      `json:"reasoning"`
	Status    MessageStatus `json:"status"`
	Model     NullText      `json:"model"`
	// FinishReason is why the server ended a complete answer, empty when it did not say.
	FinishReason FinishReason `json:"finish_reason"`
	Usage        *Usage       `json:"usage"`
	Error        *Fault       `json:"error"` // why an answer failed or was interrupted
	// Pictures are those of a user message, in order, without Data.
	Pictures   []Picture `json:"pictures,omitempty"`
	CreatedAt  time.Time `json:"created_at"`
	FinishedAt time.Time `json:"finished_at,omitzero"`
	Receipt    *Receipt  `json:"receipt"` // of an answer: what was injected and why
	// Learned lists what was learned from the exchange of an answer; Service fills it in.
	Learned []Decision `json:"learned"`
	// Versions lists the message and its siblings, oldest first; MessageStore.ListBranch and
	// Session.LoadMessage fill it in.
	Versions []ID `json:"-"`
}

// Usage counts tokens as reported by the server.
type Usage struct {
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
}

// ModelUsage is what the answers of one model used, as its server counted it.
type ModelUsage struct {
	Model   NullText `json:"model"`
	Answers int      `json:"answers"`
	Usage
}

// Fault is an error described for users.
type Fault struct {
	Code  string `json:"code"`    // stable: offline, unauthorized, rate_limited, …
	Title string `json:"message"` // what happened
	Hint  string `json:"hint"`    // what to do next
	// RetryAfter is the delay that the server asked for, in seconds; 0 without one.
	RetryAfter int `json:"retry_after,omitempty"`
	// Field names the invalid input field, if there is one.
	Field string `json:"field,omitempty"`
}

// File is a text file given to Memoir. When it is attached to a chat, its text is sent whole or in
// chunks. Nothing that a file says is ever learned, attached or not.
type File struct {
	ID         ID        `json:"id"`
	ProfileID  ID        `json:"-"`
	Name       string    `json:"name"`
	MIME       string    `json:"mime"`
	Bytes      int       `json:"bytes"`
	Tokens     int       `json:"tokens"` // estimate, see EstimateTokens
	SHA256     string    `json:"sha256"` // hex, of the original bytes
	CreatedAt  time.Time `json:"created_at"`
	NeverLearn bool      `json:"never_learn"` // exchanges that use it are not learned from
	Content    string    `json:"-"`           // UTF-8; filled by Get, not by List
}

// OwnerKind is the type of row that a vector or a search hit belongs to.
type OwnerKind string

// Owners of vectors.
const (
	OwnerMemory  OwnerKind = "memory"
	OwnerFile    OwnerKind = "context"
	OwnerMessage OwnerKind = "message"
)

// VectorKey identifies a stored vector by its owner. Part numbers the chunks of a file from 0 and
// is 0 for everything else.
type VectorKey struct {
	Kind  OwnerKind
	Owner ID
	Part  int
}

// Vector is a stored embedding of unit length, made by Embedder from text with the hash
// ContentHash.
type Vector struct {
	Key      VectorKey
	Embedder string
	// ContentHash is the hash of the owner's whole text: a memory's Content, a message's Content and,
	// for every chunk of a file, the file's Content.
	ContentHash string
	Values      []float32
}

// IsNeitherSupersededNorEnded reports whether a memory still holds: it is not superseded and has
// not ended.
func (m Memory) IsNeitherSupersededNorEnded(now time.Time) bool {
	return m.SupersededBy == 0 && !m.HasValidityEnded(now)
}

// HasValidityEnded reports whether the memory's last day is over. A partial date lasts to the end
// of its year, month or day (UTC).
func (m Memory) HasValidityEnded(now time.Time) bool {
	today := FormatUTCDate(now)
	return m.ValidTo != "" && string(m.ValidTo) < today[:min(len(m.ValidTo), len(today))]
}

// FormatUTCDate formats a time as the date of a memory, in UTC.
func FormatUTCDate(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// IsPartialDateOrEmpty accepts the partial dates of RFC 3339 (year, month or day) and "", which
// means no date.
func IsPartialDateOrEmpty(s string) bool {
	if s == "" {
		return true
	}
	for _, layout := range []string{"2006", "2006-01", "2006-01-02"} {
		if _, err := time.Parse(layout, s); err == nil {
			return true
		}
	}
	return false
}
