package memory

import (
	"context"
	"time"
)

// RetrievalMode says how the memories of a prompt were found.
type RetrievalMode string

// Modes of retrieval.
const (
	ModeFew          RetrievalMode = "few"      // so few memories that all are sent
	ModeRelevant     RetrievalMode = "relevant" // found by search
	ModeRecent       RetrievalMode = "recent"   // the newest, because search failed, timed out or found nothing
	ModeRetrievalOff RetrievalMode = "off"      // memory is off in this chat
)

// Lane says why a memory is in a prompt.
type Lane string

// Lanes.
const (
	LaneAlways   Lane = "always"
	LaneRelevant Lane = "relevant"
	LaneRecent   Lane = "recent"
	LaneSystem   Lane = "system"
	LaneChats    Lane = "chats"
)

// Parts are the components of a score; nil where one was not computed.
type Parts struct {
	Cosine  *float64 `json:"cosine"`
	Words   *float64 `json:"words"`
	Recency *float64 `json:"recency"`
	Rerank  *float64 `json:"rerank"`
}

// Hit is a memory with the reason it was chosen. Rank counts from 1 across all lanes in the order sent.
type Hit struct {
	Memory
	Lane  Lane    `json:"lane"`
	Rank  int     `json:"rank"`
	Score float64 `json:"score"`
	Parts Parts   `json:"parts"`
}

// Retrieval is the answer of a search: what is, or would be, injected.
type Retrieval struct {
	Query         string        `json:"query"`
	ExpandedQuery string        `json:"expanded_query"`
	Mode          RetrievalMode `json:"mode"`
	Summary       Text          `json:"summary"`
	Memories      []Hit         `json:"memories"`
	Near          []Hit         `json:"near"` // close to the threshold, not sent
	BaseMemory    Text          `json:"base_memory"`
	Reason        Text          `json:"reason"` // why mode is recent: no_hit, timeout, error, no_embedder
	TookMS        float64       `json:"took_ms"`
}

// FileShare says how much of an attached file was sent.
type FileShare struct {
	ContextID  ID     `json:"context_id"`
	Name       string `json:"name"`
	Tokens     int    `json:"tokens"` // sent
	TotalToken int    `json:"total_tokens"`
	Whole      bool   `json:"whole"`
	Parts      int    `json:"parts"` // chunks sent when not whole
}

// Section is a part of the prompt with its size, in the order sent.
type Section struct {
	Name   string `json:"name"` // system, instructions, long_term, relevant, earlier, chats, files, history
	Tokens int    `json:"tokens"`
}

// Receipt is stored with an answer: what was injected and why. System is the system message byte for byte as it was
// sent; History names the messages that followed it, whose contents are immutable. Service.Prompt rebuilds the exact
// list of messages from it.
type Receipt struct {
	Retrieval
	System       string      `json:"system"`
	History      []ID        `json:"history"`
	Left         int         `json:"left_out"` // older messages that did not fit
	Files        []FileShare `json:"files"`
	Sections     []Section   `json:"sections"`
	PromptTokens int         `json:"prompt_tokens"` // our estimate of the whole prompt
	Window       int         `json:"window"`        // tokens the model takes; 0 unknown
}

// Use is an answer that was given a memory.
type Use struct {
	ThreadID  ID        `json:"thread_id"`
	Title     string    `json:"title"` // of the chat
	MessageID ID        `json:"message_id"`
	CreatedAt time.Time `json:"created_at"` // when the answer began
}

// AnswersUsing returns the answers whose receipt holds the memory, in whatever lane, newest first and at most limit
// (0 = all). Answers in trashed chats are left out. A memory the profile does not hold is ErrNotFound.
func (s *Service) AnswersUsing(ctx context.Context, profile, memoryID ID, limit int) ([]Use, error) {
	if _, err := s.store.Memories().Get(ctx, profile, memoryID); err != nil {
		return nil, err
	}
	return s.store.Messages().Using(ctx, profile, memoryID, limit)
}
