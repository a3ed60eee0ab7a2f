package memory

import (
	"time"

	"memoir/memory/lang/secrets"
)

// ExtractionStyle is the form in which the extractor replies.
type ExtractionStyle string

// Extraction styles.
const (
	StyleSingle     ExtractionStyle = "single"     // one line: NOTHING or the fact
	StyleStructured ExtractionStyle = "structured" // a JSON list
)

// AskMode says which learned facts wait for the user's OK.
type AskMode string

// Ask modes.
const (
	AskNever     AskMode = "never"
	AskSensitive AskMode = "sensitive" // facts about sensitive topics
	AskAlways    AskMode = "always"
)

// ReplaceRule says whether a new fact replaces a near memory when no model decides.
type ReplaceRule string

// Rules of replacing.
const (
	ReplaceNever   ReplaceRule = "never"
	ReplaceGuarded ReplaceRule = "guarded" // unless a guard finds a difference
	ReplaceAlways  ReplaceRule = "always"
)

// CapacityOrder says which memories are archived first.
type CapacityOrder string

// Orders of archiving.
const (
	LowestValueFirst CapacityOrder = "value"
	OldestFirst      CapacityOrder = "oldest"
)

// RankingMode says how a search ranks memories.
type RankingMode string

// Ranking modes; memory/search describes them.
const (
	RankByCosine RankingMode = "classic" // cosine against a fixed threshold (source 000)
	RankByHybrid RankingMode = "hybrid"  // cosine and words, against thresholds calibrated for the embedder
)

// RecencyMode says how the age of a memory changes its score.
type RecencyMode string

// Recency modes; memory/search has the formulas.
const (
	RecencyNone     RecencyMode = "none"
	RecencyMultiply RecencyMode = "multiply" // source 004
	RecencyAdd      RecencyMode = "add"      // source 001
)

// SummaryUnit says what SummaryTrigger counts.
type SummaryUnit string

// Units of SummaryTrigger.
const (
	UnitMessages SummaryUnit = "messages" // source 003
	UnitPairs    SummaryUnit = "pairs"    // a message and its answer; sources 001 and 002
)

// SummaryStyle is the form of a summary.
type SummaryStyle string

// Styles of summaries.
const (
	SummaryBullets   SummaryStyle = "bullets"   // source 002
	SummarySentences SummaryStyle = "sentences" // source 003
)

// Config holds every setting of the engine. ClassicPreset and StandardPreset are its presets;
// docs/sources.md gives the source of each number. The zero Config is not valid. Fields are read at
// use, so a change takes effect at the next turn.
type Config struct {
	Preset string // the preset that the other fields started from

	ExtractionStyle        ExtractionStyle
	ExtractionMinLength    int // characters; a wide rune counts as two
	ExtractionExistingTopK int // memories shown to the extractor
	ExtractionGrounding    bool
	ExtractionGates        bool
	AskFirst               AskMode

	DedupThreshold        float64 // cosine, passage to passage
	DedupContextThreshold float64 // cosine, candidate to a chunk of a file
	DedupSentences        int     // sentences of files that a candidate is compared with; 0 = chunks only
	// DedupGuards: texts that differ in numbers, units, negation, names, dates or opposites are no
	// duplicates, nor is one that adds a word.
	DedupGuards bool

	Reconcile    bool
	RuleReplace  ReplaceRule
	RuleDistance float64 // cosine distance below which the rule supersedes
	LearnedScope Scope   // scope of learned facts

	AlwaysLane    bool // pinned memories and accepted instructions go with every answer
	InjectedKeys  int  // how many of the newest facts with a key go with every answer
	Ranking       RankingMode
	RetrievalTopK int //
	// QueryInstruction prefixes queries with the embedder's instruction; source 000 does not.
	QueryInstruction   bool
	RetrievalThreshold float64 // cosine
	Recency            RecencyMode
	RecencyWeight      float64 // share of age in the score, when Recency is not none
	MMRLambda          float64 // share of relevance against diversity; 1 = the order of relevance
	// Weights of the parts of a score in the hybrid ranking, beside the cosine with weight 1; 0 = without.
	WordWeight           float64 // of bm25 of the text
	AroundWeight         float64 // of BM25 of the message it was said in, with two before and two after
	TimeWeight           float64 // when it is from the time that the question asks about
	SpeakerWeight        float64 // when it is a message of the one whose words are asked for
	SendAllUpTo          int     // up to this many memories are all sent, without a search
	RecentCount          int     // how many of the newest replace missing search results
	RecentOnNoHit        bool    // also when the search found nothing, not only when it failed
	QueryExpansion       string  // appended to short first-person questions
	RetrievalDeadline    time.Duration
	RerankURL            string // of a /rerank endpoint; empty = no reranker
	RerankModel          string
	RerankThreshold      float64 // lowest relevance by the reranker
	RerankScores         RerankScores
	RerankDeadline       time.Duration // added to RetrievalDeadline
	SystemMemoriesBelow  int           // profiles with fewer memories also get the system memories
	MaxActiveMemories    int           // 0 = no limit
	CapacityOrder        CapacityOrder
	EmbeddingModel       string // builtin or provider/model
	Instructions         string // of the user, for every chat; they precede those of a chat
	DefaultModel         string // provider/model for new chats; empty = first available
	StillWaitingAfter    time.Duration
	ReplyLimit           time.Duration // longest duration of one reply
	IdleLimit            time.Duration // longest pause between two deltas
	DefaultContextWindow int           // tokens, for models whose context window is unknown
	ReplyReserve         int           // tokens of the context window reserved for the answer
	LocalServerIdle      time.Duration // how long a local server must be idle before background work
	TokensPerDay         int           // limit for background memory work; 0 = none
	TrashRetention       time.Duration
	GenerateTitles       bool // a model titles new chats when idle
	// FolderPath is the absolute path of the folder of Markdown files that mirrors everything; empty = none.
	FolderPath string

	// SummaryTrigger is how many messages or pairs without a summary a chat has when it is summed up;
	// 0 = no summaries are made or sent.
	SummaryTrigger int
	SummaryUnit    SummaryUnit
	SummaryKeep    int // number of newest messages that a summary leaves out
	SummaryStyle   SummaryStyle

	// EmbedMessages: every message that may be recalled is embedded in the background, so that it is found
	// by meaning (source 002). With an embedder on another computer it is, where recall is on or this was
	// set individually.
	EmbedMessages bool
	// RecallChats: parts of older messages that concern a question go with it, from this chat and, while
	// few of those have a vector, from others (source 002).
	RecallChats      bool
	RecallCandidates int     // newest messages that are compared
	RecallWidenBelow int     // with fewer of this chat, other chats are searched as well
	RecallThreshold  float64 // cosine
	RecallTopK       int     // messages that are looked at more closely
	RecallInject     int     // messages that are quoted
	RecallChars      int     // longest quote, in runes

	// BaseTrigger is from how many summaries that it does not hold the base memory is written anew; 0 =
	// never.
	BaseTrigger  int
	BaseKeep     int // newest summaries that it leaves out
	BaseMaxWords int

	// presetChosen is set when someone named the preset: in the window, in config.yaml, or by the
	// environment.
	presetChosen bool
	// explicitKeys lists the keys that were set individually, each followed by a space. Changing the
	// preset keeps them.
	explicitKeys string
}

// RerankScores says what a reranker answers. Relevance is the sigmoid of a logit; a probability is
// relevance already (servers differ, docs/sources.md).
type RerankScores string

// The kinds of scores.
const (
	RerankLogits        RerankScores = "logit"
	RerankProbabilities RerankScores = "probability"
)

// ClassicPreset follows source 000 exactly: its thresholds, counts and rules (docs/sources.md,
// source 000).
func ClassicPreset() Config {
	return Config{
		Preset:          "classic",
		ExtractionStyle: StyleSingle, ExtractionMinLength: 10, ExtractionExistingTopK: 8,
		AskFirst:       AskNever,
		DedupThreshold: 0.90, DedupContextThreshold: 0.90,
		RuleReplace: ReplaceNever, RuleDistance: 0.15,
		LearnedScope: ScopeGlobal,
		Ranking:      RankByCosine, Recency: RecencyNone, RecencyWeight: 0.2, MMRLambda: 1,
		RetrievalTopK: 5, RetrievalThreshold: 0.50,
		WordWeight: 0.005, AroundWeight: 0.015, TimeWeight: 0.08, SpeakerWeight: 0.06,
		SendAllUpTo: 5, RecentCount: 10, RecentOnNoHit: true, QueryExpansion: " height weight physical attributes user facts",
		RetrievalDeadline: 300 * time.Millisecond,
		RecallCandidates:  200, RecallWidenBelow: 50, RecallThreshold: 0.45, RecallTopK: 8, RecallInject: 4, RecallChars: 200,
		RerankThreshold: 0.35, RerankScores: RerankLogits, RerankDeadline: time.Second,
		CapacityOrder:     LowestValueFirst,
		StillWaitingAfter: 30 * time.Second, ReplyLimit: 10 * time.Minute, IdleLimit: 2 * time.Minute,
		DefaultContextWindow: 32768, ReplyReserve: 1024, LocalServerIdle: 5 * time.Second,
		TrashRetention: 30 * 24 * time.Hour, GenerateTitles: true,
		SummaryUnit: UnitMessages, SummaryKeep: 10, SummaryStyle: SummaryBullets,
		BaseKeep: 10, BaseMaxWords: 400,
	}
}

// ConfigKey describes one setting for config.yaml, the environment and the Settings page.
type ConfigKey struct {
	Key string // dotted, as in config.yaml
	Env string // environment variable
	Doc string // one-line description
}

// StandardPreset adds safeguards to ClassicPreset: facts are extracted as a list, grounded in the
// user's own words, gated, compared with existing memories and reconciled; long chats are summed
// up, and the summaries become a text about the user; messages are found by meaning. It differs from
// ClassicPreset in these fields only.
func StandardPreset() Config {
	c := ClassicPreset()
	c.Preset = "standard"
	c.ExtractionStyle = StyleStructured
	c.ExtractionGrounding, c.ExtractionGates = true, true
	c.DedupGuards, c.DedupSentences = true, 24
	c.Reconcile, c.RuleReplace = true, ReplaceGuarded
	c.AlwaysLane, c.InjectedKeys = true, 5
	c.Ranking, c.QueryExpansion = RankByHybrid, ""
	c.SystemMemoriesBelow = 5
	c.SummaryTrigger, c.BaseTrigger = 30, 20
	c.EmbedMessages = true
	return c
}

// RedactSecretsForModel removes secrets from a text before a model or embedder gets it for memory
// work. No setting and no preset switches it off.
func (Config) RedactSecretsForModel(text string) string { return secrets.RedactSecrets(text) }
