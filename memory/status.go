package memory

// Health is the state of the whole program, for /health and Settings. It contains no user content.
type Health struct {
	Status          string            `json:"status"` // ok, or limited when memory search is limited
	Version         string            `json:"version"`
	AvailableModels int               `json:"models"` // available ones
	Embedder        EmbedderHealth    `json:"embedder"`
	Index           IndexHealth       `json:"index"`
	QueueLength     int               `json:"queue_length"`
	JobsByState     map[JobState]int  `json:"jobs"`
	ActiveMemories  int               `json:"memories"` // active
	Counters        Counters          `json:"counters"`
	PromptProblems  []string          `json:"prompt_problems"`
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

// ReembedOptions are the options of ReembedAll.
type ReembedOptions struct {
	DryRun bool `json:"dry_run"` // only count
}

// ReembedReport counts what was, or would be, embedded.
type ReembedReport struct {
	Memories int    `json:"memories"`
	Files    int    `json:"contexts"`
	Embedded int    `json:"embedded"`
	Embedder string `json:"embedder"`
}
