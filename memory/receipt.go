package memory

import (
	"time"
)

// RetrievalMode says how the memories of a prompt were found.
type RetrievalMode string

// Retrieval modes.
const (
	RetrievalFew      RetrievalMode = "few"      // few enough memories to send them all
	RetrievalRelevant RetrievalMode = "relevant" // found by search
	// RetrievalRecent: the newest, because the search failed, timed out or found nothing.
	RetrievalRecent RetrievalMode = "recent"
	// RetrievalOff: memory is off in this chat, or no memories are wanted (ReasonNoneWanted).
	RetrievalOff RetrievalMode = "off"
)

// Reasons why there are no search results.
const (
	ReasonNoHit      NullText = "no_hit"
	ReasonTimeout    NullText = "timeout"
	ReasonError      NullText = "error"
	ReasonNoEmbedder NullText = "no_embedder"
	ReasonNoneWanted NullText = "top_k" // a top_k of 0 or less
)

// Lane says why a memory is in a prompt.
type Lane string

// Lanes of memories in a prompt.
const (
	LaneAlways   Lane = "always"
	LaneKeys     Lane = "keys" // facts with a key, such as "passport name"
	LaneRelevant Lane = "relevant"
	LaneRecent   Lane = "recent"
	LaneSystem   Lane = "system"
)

// ScoreParts are the components of a score; nil for those that were not computed.
type ScoreParts struct {
	Cosine *float64 `json:"cosine"`
	Words  *float64 `json:"words"`
	// Around is BM25 of the words of the question in the message that the memory was learned from and in
	// the two before and after it.
	Around *float64 `json:"around,omitempty"`
	// InTime says that the memory is from the time that the question asks about.
	InTime  bool     `json:"in_time,omitempty"`
	Recency *float64 `json:"recency"`
	Rerank  *float64 `json:"rerank"`
}

// MemoryHit is a memory with the reason why it was chosen. Rank counts from 1 across all lanes, in
// the order sent.
type MemoryHit struct {
	Memory
	Lane       Lane       `json:"lane"`
	Rank       int        `json:"rank"`
	Score      float64    `json:"score"`
	ScoreParts ScoreParts `json:"parts"`
	// NewerID is a memory that may replace this one and that the user has not decided on; the prompt
	// then says that this one may be out of date. 0 = none.
	NewerID ID `json:"newer_id"`
}

// RetrieveParams describes a retrieval. Limits that are nil are the settings' and leave the rules of
// the preset as they are. Limits that are given hold in every mode, for everything but the always and
// system lanes, which are not searched for.
type RetrieveParams struct {
	ChatID    ID
	ProjectID ID // of a chat that is not stored yet, while ChatID is 0
	Query     string
	// TopK is the most memories that are sent; at 0 or less nothing is read or sent, in any lane.
	TopK *int
	// Threshold is the lowest cosine that is sent: neither the newest memories nor unscored ones stand
	// in for what does not reach it.
	Threshold *float64
	// RecencyWeight, from 0 to 1, mixes age into the order: (1 − w) × cosine + w × exp(−age in days
	// / 30). The threshold stays on the cosine.
	RecencyWeight *float64
}

// Retrieval is the result of a search: what is, or would be, injected into the prompt.
type Retrieval struct {
	Query         string        `json:"query"`
	ExpandedQuery string        `json:"expanded_query"`
	Mode          RetrievalMode `json:"mode"`
	Summary       NullText      `json:"summary"`
	Memories      []MemoryHit   `json:"memories"`
	NearMisses    []MemoryHit   `json:"near"` // below the threshold, not sent
	// Recalled are the older messages that were quoted, best first.
	Recalled []RecalledMessage `json:"recalled,omitempty"`
	// RecalledSummaries say what the other chats were about that the recalled messages are from, in their order.
	RecalledSummaries []RecalledSummary `json:"recalled_summaries,omitempty"`
	BaseMemory        NullText          `json:"base_memory"`
	// Reason says why there are no search results: no_hit, timeout, error, no_embedder or, in mode off,
	// top_k.
	Reason NullText `json:"reason"`
	TookMS float64  `json:"took_ms"`
}

// RecalledMessage is a part of an older message that was quoted in a prompt.
type RecalledMessage struct {
	ChatID    ID        `json:"thread_id"`
	ChatTitle string    `json:"title"` // "" for the chat of the answer
	MessageID ID        `json:"message_id"`
	Role      Role      `json:"role"`
	CreatedAt time.Time `json:"created_at"`
	Text      string    `json:"content"` // as it was quoted
	Score     float64   `json:"score"`
}

// RecalledSummary is the beginning of the summary of another chat that was sent with its messages.
type RecalledSummary struct {
	ChatID    ID        `json:"thread_id"`
	ChatTitle string    `json:"title"`
	SummaryID ID        `json:"summary_id"`
	CreatedAt time.Time `json:"created_at"`
	Text      string    `json:"content"` // as it was sent
}

// FileShare says how much of an attached file was sent.
type FileShare struct {
	FileID      ID     `json:"context_id"`
	Name        string `json:"name"`
	Tokens      int    `json:"tokens"` // sent
	TotalTokens int    `json:"total_tokens"`
	Whole       bool   `json:"whole"`
	Chunks      int    `json:"parts"` // chunks sent when not whole
	// Places are the pages, slides and sheets of a document that those chunks begin on.
	Places []string `json:"places,omitempty"`
}

// PromptSection is a part of the prompt with its size, in the order sent.
type PromptSection struct {
	// Name is system, all_instructions, project_instructions, instructions, long_term, relevant, earlier,
	// chats, files, history or pictures.
	Name   string `json:"name"`
	Tokens int    `json:"tokens"`
}

// Receipt is stored with an answer: what was injected and why. SystemMessage is the system message
// byte for byte as it was sent; HistoryIDs names the messages that followed it, whose contents are
// immutable. Session.LoadPromptSentForAnswer rebuilds the exact list of messages from it.
//
// Its JSON is part of the API. The key rerank is null but for a search with a reranker, recency but for
// one with a recency weight. Summary is the text of the summary that was sent in
// place of messages that did not fit, BaseMemory the text about the user as it was sent.
type Receipt struct {
	Retrieval
	SystemMessage string      `json:"system"`
	HistoryIDs    []ID        `json:"history"`
	OmittedCount  int         `json:"left_out"` // older messages that did not fit
	Files         []FileShare `json:"files"`
	// Pictures are those of the messages in HistoryIDs, sent or not.
	Pictures      []PictureShare  `json:"pictures,omitempty"`
	Sections      []PromptSection `json:"sections"`
	PromptTokens  int             `json:"prompt_tokens"` // estimate for the whole prompt
	ContextWindow int             `json:"window"`        // tokens the model accepts; 0 unknown
	// Continued is set when the answer was cut off and then continued: the last request sent the same
	// messages, then the part that was there and the instruction to go on.
	Continued *Continuation `json:"continued,omitempty"`
	// Excluded is what the user left out of this message, nil for nothing.
	Excluded *Exclusions `json:"excluded,omitempty"`
}

// Continuation is what a request for the rest of an answer sent behind the messages of the receipt.
type Continuation struct {
	KeptBytes   int    `json:"kept_bytes"`  // the length of the part that was sent: the answer begins with it
	Instruction string `json:"instruction"` // the user message behind it
}

// MemoryUse is an answer whose prompt contained a memory.
type MemoryUse struct {
	ChatID    ID        `json:"thread_id"`
	ChatTitle string    `json:"title"` // of the chat
	MessageID ID        `json:"message_id"`
	CreatedAt time.Time `json:"created_at"` // when the answer was started
}

// Parts of a score from which they count as a reason: a cosine that unrelated texts seldom reach
// with the embedded model, the bm25 of about one shared word, and that of one rare word around it.
const (
	meaningReason = 0.5
	wordsReason   = 1
	aroundReason  = 3
)

// MatchReasonsForDisplay says in words for people why a search found a memory: "same words", "same
// meaning", "nearby messages match", "from the time you asked about", "judged relevant" by a
// reranker, "recent". It is empty for a memory that was not searched for.
func (h MemoryHit) MatchReasonsForDisplay() []string {
	var out []string
	if w := h.ScoreParts.Words; w != nil && *w >= wordsReason {
		out = append(out, "same words")
	}
	if c := h.ScoreParts.Cosine; c != nil && *c >= meaningReason {
		out = append(out, "same meaning")
	}
	if w := h.ScoreParts.Around; w != nil && *w >= aroundReason {
		out = append(out, "nearby messages match")
	}
	if h.ScoreParts.InTime {
		out = append(out, "from the time you asked about")
	}
	if h.ScoreParts.Rerank != nil {
		out = append(out, "judged relevant")
	}
	if h.ScoreParts.Recency != nil {
		out = append(out, "recent")
	}
	return out
}

// NormalizedWordScore maps the bm25 of shared words, which has no upper end, to [0, 1) for display:
// 0.5 at 5. It is nil for none.
func NormalizedWordScore(bm25 *float64) *float64 {
	if bm25 == nil {
		return nil
	}
	share := *bm25 / (*bm25 + 5)
	return &share
}
