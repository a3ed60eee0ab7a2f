package memory

import "time"

// Config holds every setting of the engine. Classic and Standard are its presets; docs/sources.md names the source of
// each number. The zero Config is not valid; fields are read at use, so a change takes effect at the next turn.
type Config struct {
	Preset string // the preset the other fields departed from

	ExtractionStyle        string // single: one line, NOTHING or the fact; structured: a JSON list
	ExtractionMinLength    int    // characters, a wide rune counts two
	ExtractionExistingTopK int    // memories shown to the extractor
	ExtractionGrounding    bool
	ExtractionGates        bool
	AskFirst               string // never, sensitive, always

	DedupThreshold        float64 // cosine, passage to passage
	DedupContextThreshold float64 // cosine, candidate to a chunk of a file
	DedupGuards           bool    // differing numbers, units, negation, names or dates are no duplicates

	Reconcile    bool
	RuleReplace  string  // guarded, always, never: what happens without a model's answer
	RuleDistance float64 // cosine distance below which the rule replaces
	Scope        Scope   // of learned facts

	Always           bool    // pinned memories and accepted instructions go with every answer
	RetrievalMode    string  // classic (cosine) or hybrid (words and meaning)
	RetrievalTopK    int     //
	QueryInstruction bool    // queries carry the embedder's instruction; source 000 embeds them as they are
	Threshold        float64 // cosine for classic; for hybrid an absolute relevance
	Few              int     // at most so many memories are all sent
	Recent           int     // how many of the newest stand in
	RecentOnNoHit    bool    // also when the search found nothing, not only when it failed
	Expansion        string  // appended to short first-person questions
	Pool             int     // candidates per scope and top_k
	MMRLambda        float64 // 1 = relevance alone
	Recency          float64 // share by which age may lower a score; 0 = none
	Deadline         time.Duration
	SystemBelow      int // profiles with fewer memories also get the system memories
	MaxEntries       int // 0 = no limit
	CapacityOrder    string
	Embedding        string // builtin or provider/model
	ModelDefault     string // provider/model for new chats; empty = first available
	StillWaiting     time.Duration
	ReplyLimit       time.Duration // hard limit of one reply
	IdleLimit        time.Duration // longest silence inside a reply
	WindowDefault    int           // tokens, for models whose context is not known
	ReplyReserve     int           // tokens of the window kept free for the answer
	LocalIdle        time.Duration // a local server rests so long before background work
	TokensPerDay     int           // limit for memory work; 0 = none
	ThreadTrashKeep  time.Duration
	ChatsRecall      bool
	Titles           bool // a model names new chats when nothing else is to do
	SummaryTrigger   int
	BaseTrigger      int
	RerankURL        string
	RerankThreshold  float64

	own string // the keys that were set on their own, each with a blank behind: kept when the preset changes
}

// Classic is source 000 to the letter: its thresholds, counts and rules (docs/sources.md, source 000).
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
	Doc string // one line for people
}

// Standard is the engine that can be trusted: facts as a list, grounded in the user's own words, gated, compared with
// what is known and reconciled. It departs from Classic only in these fields.
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
