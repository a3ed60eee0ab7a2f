package memory

import "time"

// Health is the state of the whole program, for /health and Settings. It contains no user content.
type Health struct {
	// Status is ok; limited when memory search is limited; damaged when the database is, which the next
	// start repairs. Figures that cannot be read then are zero.
	Status          string            `json:"status"`
	Version         string            `json:"version"`
	AvailableModels int               `json:"models"` // available ones
	Embedder        EmbedderHealth    `json:"embedder"`
	Index           IndexHealth       `json:"index"`
	QueueLength     int               `json:"queue_length"`
	JobsByState     map[JobState]int  `json:"jobs"`
	ActiveMemories  int               `json:"memories"` // active
	Counters        Counters          `json:"counters"`
	PromptProblems  []string          `json:"prompt_problems"`
	Repairs         []string          `json:"repairs"` // what was repaired before this start, in sentences
	Config          map[string]string `json:"config"`
}

// EmbedderHealth names the current embedder and says whether it is ready.
type EmbedderHealth struct {
	ID    string `json:"id"`
	Ready bool   `json:"ready"`
}

// IndexState says whether the vector index answers as it should.
type IndexState string

// States of the vector index.
const (
	IndexReady   IndexState = "ready"
	IndexSyncing IndexState = "syncing"
	IndexLimited IndexState = "limited" // the last sync failed
)

// IndexHealth is the state of the vector index compared with the store.
type IndexHealth struct {
	State   IndexState `json:"state"`
	Vectors int        `json:"vectors"`
	Error   string     `json:"error,omitempty"`
}

// Counters are the figures on the Health page and in /metrics. Rates are in [0, 1], 0 without data.
type Counters struct {
	Total           int            `json:"memory_total_count"`      // active and current
	Inbox           int            `json:"inbox"`                   // waiting in the inbox
	Duplicates      int            `json:"duplicates"`              // repetitions that were not stored
	NeverUsed       int            `json:"never_used"`              // active and never sent
	ReplacementRate float64        `json:"memory_replacement_rate"` // replacements per learned fact
	DedupRate       float64        `json:"memory_dedup_rate"`       // repetitions per candidate
	HitRate         float64        `json:"retrieval_hit_rate"`      // answers that got memories found by search
	TokensByDay     map[string]int `json:"tokens_by_day"`
	TokenLimit      int            `json:"tokens_per_day_limit"`
}

// ReembedOptions are the options of ReembedMemoriesFilesMessages.
type ReembedOptions struct {
	DryRun bool `json:"dry_run"` // only count
}

// ReembedReport counts what was, or would be, embedded.
type ReembedReport struct {
	Memories int    `json:"memories"`
	Files    int    `json:"contexts"`
	Messages int    `json:"messages"`
	Embedded int    `json:"embedded"`
	Embedder string `json:"embedder"`
}

// Tiers says what each tier of a profile's memory holds (source 003), what it costs in the prompt of the
// newest answer of one chat, in tokens, and when it changes next. Counts are of the whole profile, but for
// Working and NextSummaryIn, which are of the chat.
type Tiers struct {
	ChatID    ID          `json:"thread_id"` // 0 when the profile has no chat
	ChatTitle string      `json:"title"`
	Working   WorkingTier `json:"working"`
	Log       LogTier     `json:"log"`
	Summaries SummaryTier `json:"summaries"`
	Facts     FactTier    `json:"facts"`
	Base      BaseTier    `json:"base"`
}

// WorkingTier is what the model sees word for word.
type WorkingTier struct {
	Messages int `json:"messages"`
	LeftOut  int `json:"left_out"` // older messages that did not fit
	Tokens   int `json:"tokens"`
	Window   int `json:"window"` // tokens that the model accepts, 0 = unknown
}

// LogTier is every message of the profile's chats, those in the trash and temporary ones excepted.
type LogTier struct {
	Messages int `json:"messages"`
	Bytes    int `json:"bytes"`
	Quoted   int `json:"quoted"` // older messages in the prompt
	Tokens   int `json:"tokens"`
}

// SummaryTier is what the chats were about.
type SummaryTier struct {
	Count         int `json:"count"`           // in use
	Bytes         int `json:"bytes"`           //
	Tokens        int `json:"tokens"`          //
	NextSummaryIn int `json:"next_summary_in"` // messages of the chat until its next one; -1 = never
}

// FactTier is what is known about the user in single facts.
type FactTier struct {
	Count  int `json:"count"` // active
	Bytes  int `json:"bytes"`
	Sent   int `json:"sent"` // in the prompt
	Tokens int `json:"tokens"`
}

// BaseTier is the text about the user.
type BaseTier struct {
	Words      int       `json:"words"`
	Bytes      int       `json:"bytes"`
	Tokens     int       `json:"tokens"`
	NextTextIn int       `json:"next_text_in"` // summaries until it is written anew; -1 = never
	Stale      bool      `json:"stale"`
	WrittenAt  time.Time `json:"written_at,omitzero"`
}

// LogSize counts the messages with text.
type LogSize struct{ Messages, Bytes int }

// ChatSummary is a summary with its chat.
type ChatSummary struct {
	Summary
	ChatTitle string `json:"title"`
}

// ChangedSummary is a summary after a change and the decision that made it, which can be undone.
type ChangedSummary struct {
	Summary  Summary  `json:"summary"`
	Decision Decision `json:"decision"`
}
