package memory

import "time"

// Config holds every setting of the engine. ClassicPreset and StandardPreset are its presets;
// docs/sources.md gives the source of each number. The zero Config is not valid. Fields are read at
// use, so a change takes effect at the next turn.
type Config struct {
	Preset string // the preset that the other fields started from

	ExtractionStyle        string // single: one line, NOTHING or the fact; structured: a JSON list
	ExtractionMinLength    int    // characters; a wide rune counts as two
	ExtractionExistingTopK int    // memories shown to the extractor
	ExtractionGrounding    bool
	ExtractionGates        bool
	AskFirst               string // never, sensitive, always

	DedupThreshold        float64 // cosine, passage to passage
	DedupContextThreshold float64 // cosine, candidate to a chunk of a file
	// DedupGuards: texts that differ in numbers, units, negation, names or dates are no duplicates.
	DedupGuards bool

	Reconcile    bool
	RuleReplace  string  // guarded, always, never: what happens when no model decides
	RuleDistance float64 // cosine distance below which the rule supersedes
	Scope        Scope   // scope of learned facts

	Always        bool   // pinned memories and accepted instructions go with every answer
	RetrievalMode string // classic (cosine) or hybrid (words and meaning)
	RetrievalTopK int    //
	// QueryInstruction prefixes queries with the embedder's instruction; source 000 does not.
	QueryInstruction bool
	Threshold        float64 // classic: cosine; hybrid: absolute relevance
	Few              int     // up to this many memories are all sent, without a search
	Recent           int     // how many of the newest replace missing search results
	RecentOnNoHit    bool    // also when the search found nothing, not only when it failed
	Expansion        string  // appended to short first-person questions
	Pool             int     // candidates per scope, as a multiple of top_k
	MMRLambda        float64 // 1 = relevance alone
	Recency          float64 // largest share by which age lowers a score; 0 = none
	Deadline         time.Duration
	SystemBelow      int // profiles with fewer memories also get the system memories
	MaxEntries       int // 0 = no limit
	CapacityOrder    string
	Embedding        string // builtin or provider/model
	ModelDefault     string // provider/model for new chats; empty = first available
	StillWaiting     time.Duration
	ReplyLimit       time.Duration // longest duration of one reply
	IdleLimit        time.Duration // longest pause between two deltas
	WindowDefault    int           // tokens, for models whose context window is unknown
	ReplyReserve     int           // tokens of the context window reserved for the answer
	LocalIdle        time.Duration // how long a local server must be idle before background work
	TokensPerDay     int           // limit for background memory work; 0 = none
	ThreadTrashKeep  time.Duration
	ChatsRecall      bool
	Titles           bool // a model titles new chats when idle
	SummaryTrigger   int
	BaseTrigger      int
	RerankURL        string
	RerankThreshold  float64

	// explicitKeys lists the keys that were set individually, each followed by a space. Changing the
	// preset keeps them.
	own string
}

// ClassicPreset follows source 000 exactly: its thresholds, counts and rules (docs/sources.md,
// source 000).
func Classic() Config {
	return Config{
		Preset:          "classic",
		ExtractionStyle: "single", ExtractionMinLength: 10, ExtractionExistingTopK: 8,
		AskFirst:       "never",
		DedupThreshold: 0.90, DedupContextThreshold: 0.90,
		RuleReplace: "never", RuleDistance: 0.15,
		Scope:         ScopeGlobal,
		RetrievalMode: "classic", RetrievalTopK: 5, Threshold: 0.50,
		Few: 5, Recent: 10, RecentOnNoHit: true, Expansion: " height weight physical attributes user facts",
		Pool: 3, MMRLambda: 1,
		Deadline:      300 * time.Millisecond,
		CapacityOrder: "value",
		StillWaiting:  30 * time.Second, ReplyLimit: 10 * time.Minute, IdleLimit: 2 * time.Minute,
		WindowDefault: 32768, ReplyReserve: 1024, LocalIdle: 5 * time.Second,
		ThreadTrashKeep: 30 * 24 * time.Hour, Titles: true,
		RerankThreshold: 0.35,
	}
}

// ConfigKey describes one setting for config.yaml, the environment and the Settings page.
type ConfigKey struct {
	Key string // dotted, as in config.yaml
	Env string // environment variable
	Doc string // one-line description
}

// StandardPreset adds safeguards to ClassicPreset: facts are extracted as a list, grounded in the
// user's own words, gated, compared with existing memories and reconciled. It differs from
// ClassicPreset in these fields only.
func Standard() Config {
	c := Classic()
	c.Preset = "standard"
	c.ExtractionStyle = "structured"
	c.ExtractionGrounding, c.ExtractionGates = true, true
	c.DedupGuards = true
	c.Reconcile, c.RuleReplace = true, "guarded"
	c.Always = true
	c.SystemBelow = 5
	return c
}
