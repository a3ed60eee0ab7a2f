package memory

import "time"

// Action is what a decision did.
type Action string

// Actions of the ledger.
const (
	ActionAdd     Action = "add"
	ActionUpdate  Action = "update"
	ActionReplace Action = "replace"
	ActionIgnore  Action = "ignore"
	ActionForget  Action = "delete" // the memory becomes forgotten
	ActionRestore Action = "restore"
	ActionArchive Action = "archive"
	ActionAccept  Action = "accept"
	ActionReject  Action = "reject"
	ActionPin     Action = "pin"
	ActionErase   Action = "erase" // keeps no content
)

// Actor is who made a change.
type Actor string

// Actors of the ledger.
const (
	ActorExtractor Actor = "extractor"
	ActorUser      Actor = "user"
	ActorAPI       Actor = "api"
	ActorFolder    Actor = "folder"
	ActorImport    Actor = "import"
	ActorSystem    Actor = "system"
)

// IsHuman reports whether the actor is the user: in the window, the shell or their folder.
func (a Actor) IsHuman() bool { return a == ActorUser || a == ActorFolder }

// Change is what one decision did to one memory: its whole row and link before and after. A nil
// side means that the memory did not exist for that profile. Undo writes Before back.
type Change struct {
	MemoryID ID      `json:"memory_id"`
	Before   *Memory `json:"before"`
	After    *Memory `json:"after"`
}

// Decision is a row of the ledger: a change to a memory, by whatever actor, a candidate that was
// not stored, a summary, or a version of the base memory. It is written in the same transaction as
// the change. Before and After summarise Changes. Retrieval never reads it.
type Decision struct {
	ID            ID                 `json:"id"`
	CreatedAt     time.Time          `json:"created_at"`
	RunID         NullText           `json:"run_id"` // one per background run or user action
	ProfileID     ID                 `json:"-"`
	ChatID        ID                 `json:"thread_id"`
	MessageID     ID                 `json:"message_id"` // the answer that was learned from
	FileID        ID                 `json:"context_id"` // stating the fact, else the first
	Action        Action             `json:"action"`
	Actor         Actor              `json:"actor"`
	MemoryID      ID                 `json:"memory_id"` // 0 when the candidate was ignored
	OldID         ID                 `json:"old_id"`    // replaced, or repeated by a candidate
	Before        *Memory            `json:"before"`
	After         *Memory            `json:"after"`
	Changes       []Change           `json:"-"` // every row touched, in order
	Candidate     NullText           `json:"candidate,omitempty"`
	Reason        NullText           `json:"reason"`
	Scores        map[string]float64 `json:"scores"`
	Model         NullText           `json:"model"`
	PromptVersion NullText           `json:"prompt_version"`
	// SummaryID is the summary of a chat that the decision is about instead of a memory.
	SummaryID ID `json:"summary_id,omitempty"`
	// BaseID is the version of the base memory that the decision made, instead of a memory.
	BaseID   ID `json:"base_id,omitempty"`
	UndoOf   ID `json:"undo_of"`
	UndoneBy ID `json:"undone_by"`
}

// DecisionOrigins are the chats and files that a profile's decisions name, and when decisions were
// made; each newest first.
type DecisionOrigins struct {
	Chats, Files []DecisionOrigin
	// Times has the newest decision of every quarter of an hour that has one. Time zones differ by
	// whole quarters, so every local day with a decision is among them.
	Times []time.Time
}

// DecisionOrigin is a chat with its title, or a file with its name.
type DecisionOrigin struct {
	ID    ID
	Title string
	Gone  bool // deleted for good; Title is ""
}

// JobKind names a kind of durable background work.
type JobKind string

// Kinds of jobs.
const (
	JobExtract   JobKind = "extract"
	JobDistil    JobKind = "distil"    // the base memory is written anew; MessageID is the exchange that pays for it
	JobSummarise JobKind = "summarise" // a chat is summed up; MessageID is the exchange that pays for it
)

// JobState is the state of a job row.
type JobState string

// States of a job.
const (
	JobQueued  JobState = "queued"
	JobRunning JobState = "running"
	JobDone    JobState = "done"
	JobDead    JobState = "dead" // failed too often or for good; listed, can be retried
)

// Job is a durable unit of background work. (Kind, MessageID, PromptVersion) is unique: a job runs
// at least once and its effect is written once.
type Job struct {
	ID            ID        `json:"id"`
	ProfileID     ID        `json:"-"`
	Kind          JobKind   `json:"kind"`
	ChatID        ID        `json:"thread_id"`
	MessageID     ID        `json:"message_id"`
	PromptVersion string    `json:"version"` // of the extraction prompt
	State         JobState  `json:"state"`
	Attempts      int       `json:"attempts"`
	RunAt         time.Time `json:"run_at"`
	LastError     NullText  `json:"last_error"`
	CreatedAt     time.Time `json:"created_at"`
}
