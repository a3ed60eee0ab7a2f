package memory

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"
)

type configField struct {
	ConfigKey
	get func(*Config) string
	set func(*Config, string) error
}

// allConfigFields is the single table through which config.yaml, the environment and Settings read
// and write a Config.
func allConfigFields() []configField {
	return slices.Concat(learningConfigFields(), summaryConfigFields(), recallConfigFields(), answeringConfigFields())
}

func summaryConfigFields() []configField {
	return []configField{
		newIntConfigField("summary.trigger", "number of messages or exchanges after which a chat is summarized; 0 = never",
			func(c *Config) *int { return &c.SummaryTrigger }, 0, 10000),
		newChoiceConfigField("summary.unit",
			"whether summary.trigger counts messages or exchanges (a message and its answer)",
			func(c *Config) *SummaryUnit { return &c.SummaryUnit }, "messages", "pairs"),
		newIntConfigField("summary.keep", "how many of the newest messages a summary leaves out",
			func(c *Config) *int { return &c.SummaryKeep }, 0, 10000),
		newChoiceConfigField("summary.style", "whether a summary is a list of points or a few sentences",
			func(c *Config) *SummaryStyle { return &c.SummaryStyle }, "bullets", "sentences"),
		newIntConfigField("base.trigger", "number of new summaries after which the text about you is rewritten; 0 = never",
			func(c *Config) *int { return &c.BaseTrigger }, 0, 10000),
		newIntConfigField("base.keep", "how many of the newest summaries the text about you leaves out",
			func(c *Config) *int { return &c.BaseKeep }, 0, 10000),
		newIntConfigField("base.max_words", "maximum length of the text about you, in words",
			func(c *Config) *int { return &c.BaseMaxWords }, 50, 2000),
	}
}

func recallConfigFields() []configField {
	return []configField{
		newBoolConfigField("chats.embed", "index messages in the background, so they can be found by meaning",
			func(c *Config) *bool { return &c.EmbedMessages }),
		newBoolConfigField("chats.recall", "quote older messages that are relevant to a question",
			func(c *Config) *bool { return &c.RecallChats }),
		newIntConfigField("chats.candidates", "how many of the newest messages are compared with a question",
			func(c *Config) *int { return &c.RecallCandidates }, 0, 10000),
		newIntConfigField("chats.widen_below", "if a chat has fewer messages than this, compare other chats too",
			func(c *Config) *int { return &c.RecallWidenBelow }, 0, 10000),
		newFractionConfigField("chats.threshold", "lowest relevance at which a message is quoted",
			func(c *Config) *float64 { return &c.RecallThreshold }),
		newIntConfigField("chats.top_k", "maximum number of messages considered for quotes",
			func(c *Config) *int { return &c.RecallTopK }, 0, 100),
		newIntConfigField("chats.inject", "maximum number of messages quoted",
			func(c *Config) *int { return &c.RecallInject }, 0, 100),
		newIntConfigField("chats.chars", "maximum length of a quote, in characters",
			func(c *Config) *int { return &c.RecallChars }, 20, 10000),
	}
}

func learningConfigFields() []configField {
	return []configField{
		newChoiceConfigField("extraction.style", "whether one fact or a list of facts is learned per exchange",
			func(c *Config) *ExtractionStyle { return &c.ExtractionStyle },
			"single", "structured"),
		newIntConfigField("extraction.min_length", "minimum length of a fact, in characters",
			func(c *Config) *int { return &c.ExtractionMinLength },
			1, 1000),
		newIntConfigField("extraction.existing_top_k", "number of existing memories shown to the learning model",
			func(c *Config) *int { return &c.ExtractionExistingTopK }, 0, 100),
		newBoolConfigField("extraction.grounding", "facts must be based on your own words",
			func(c *Config) *bool { return &c.ExtractionGrounding }),
		newBoolConfigField("extraction.gates", "suspicious facts wait for your OK",
			func(c *Config) *bool { return &c.ExtractionGates }),
		newChoiceConfigField(
			"extraction.ask_first",
			"when to ask before a memory is saved",
			func(c *Config) *AskMode { return &c.AskFirst },
			"never",
			"sensitive",
			"always",
		),
		newFractionConfigField("dedup.threshold", "cosine similarity at which two memories count as the same",
			func(c *Config) *float64 { return &c.DedupThreshold }),
		newFractionConfigField("dedup.context_threshold",
			"cosine similarity at which a file counts as already stating a fact",
			func(c *Config) *float64 { return &c.DedupContextThreshold }),
		newIntConfigField("dedup.context_sentences",
			"number of sentences from files to compare with each fact; 0 = compare only larger parts of files",
			func(c *Config) *int { return &c.DedupSentences }, 0, 1000),
		newBoolConfigField("dedup.guards", "when looking for duplicates, also compare numbers, negation, names and added "+
			"words",
			func(c *Config) *bool { return &c.DedupGuards }),
		newBoolConfigField(
			"reconcile",
			"let a model decide between old and new facts",
			func(c *Config) *bool { return &c.Reconcile },
		),
		newChoiceConfigField("rule_replace", "whether a new fact replaces an old one when no model decides",
			func(c *Config) *ReplaceRule { return &c.RuleReplace },
			"never", "guarded", "always"),
		newFractionConfigField("rule_distance",
			"cosine distance below which a new fact replaces an old one when no model decides",
			func(c *Config) *float64 { return &c.RuleDistance }),
		newChoiceConfigField("scope", "where learned facts are used", func(c *Config) *Scope { return &c.LearnedScope },
			"global", "thread"),
	}
}

func answeringConfigFields() []configField {
	return append(retrievalConfigFields(), modelAndLimitConfigFields()...)
}

func retrievalConfigFields() []configField {
	return []configField{
		newBoolConfigField("retrieval.always", "send pinned memories and instructions with every message",
			func(c *Config) *bool { return &c.AlwaysLane }),
		newIntConfigField("keys.inject", "how many of the newest facts with a key, such as \"shoe size\", are sent with "+
			"every message",
			func(c *Config) *int { return &c.InjectedKeys }, 0, 50),
		newChoiceConfigField("retrieval.mode", "whether memories are found by meaning alone, or by words and meaning",
			func(c *Config) *RankingMode { return &c.Ranking }, "classic", "hybrid"),
		newIntConfigField("retrieval.top_k", "maximum number of memories sent per answer; 0 = none",
			func(c *Config) *int { return &c.RetrievalTopK }, 0, 100),
		withEnvName(newFractionConfigField("retrieval.threshold", "lowest relevance at which a memory is sent",
			func(c *Config) *float64 { return &c.RetrievalThreshold }), "RAG_SIMILARITY_THRESHOLD"),
		newChoiceConfigField("retrieval.recency", "how the age of a memory changes its score",
			func(c *Config) *RecencyMode { return &c.Recency }, "none", "multiply", "add"),
		newFractionConfigField("retrieval.recency_weight", "weight of age in the score, unless retrieval.recency is none",
			func(c *Config) *float64 { return &c.RecencyWeight }),
		newFractionConfigField("retrieval.mmr_lambda", "balance of relevance and diversity; 1 = relevance alone",
			func(c *Config) *float64 { return &c.MMRLambda }),
		newFractionConfigField("retrieval.word_weight", "weight of words shared with the question",
			func(c *Config) *float64 { return &c.WordWeight }),
		newFractionConfigField("retrieval.around_weight", "weight of words shared between the question and the messages "+
			"around a match",
			func(c *Config) *float64 { return &c.AroundWeight }),
		newFractionConfigField("retrieval.time_weight", "weight of a match with the time the question asks about",
			func(c *Config) *float64 { return &c.TimeWeight }),
		newFractionConfigField("retrieval.speaker_weight",
			"extra weight for your messages, or for the assistant's if you ask about those",
			func(c *Config) *float64 { return &c.SpeakerWeight }),
		newBoolConfigField("retrieval.query_instruction", "prefix questions with the embedding model's instruction",
			func(c *Config) *bool { return &c.QueryInstruction }),
		newIntConfigField("retrieval.few", "send all memories if there are this many or fewer",
			func(c *Config) *int { return &c.SendAllUpTo }, 0, 1000),
		newIntConfigField("retrieval.recent", "how many of the newest memories are sent when the search finds none in time",
			func(c *Config) *int { return &c.RecentCount }, 0,
			1000),
		newBoolConfigField("retrieval.recent_on_no_hit", "send the newest memories when none match",
			func(c *Config) *bool { return &c.RecentOnNoHit }),
		newTextConfigField("retrieval.expansion", "words added to the search for short questions about you",
			func(c *Config) *string { return &c.QueryExpansion }),
		newDurationConfigField("retrieval.deadline", "maximum time to search before an answer",
			func(c *Config) *time.Duration { return &c.RetrievalDeadline }),
		newURLConfigField("rerank.url", "address of a /rerank endpoint that scores what was found; empty = none",
			func(c *Config) *string { return &c.RerankURL }),
		newTextConfigField("rerank.model", "model name sent to the reranker; empty if it has only one model",
			func(c *Config) *string { return &c.RerankModel }),
		newFractionConfigField("rerank.threshold", "lowest reranker score at which a memory is sent",
			func(c *Config) *float64 { return &c.RerankThreshold }),
		newChoiceConfigField("rerank.scores", "what the reranker returns: logits, or probabilities from 0 to 1",
			func(c *Config) *RerankScores { return &c.RerankScores }, "logit", "probability"),
		newDurationConfigField("rerank.deadline", "maximum time to wait for the reranker, in addition to the search",
			func(c *Config) *time.Duration { return &c.RerankDeadline }),
	}
}

func modelAndLimitConfigFields() []configField {
	return []configField{
		newBoolConfigField("chats.titles", "let a model name new chats when it is idle",
			func(c *Config) *bool { return &c.GenerateTitles }),
		newIntConfigField("capacity.max_entries",
			"maximum number of active memories used in all chats, and in each chat or project; 0 = no limit",
			func(c *Config) *int { return &c.MaxActiveMemories }, 0, 1<<30),
		newChoiceConfigField("capacity.order", "which memories are archived first when the limit is reached",
			func(c *Config) *CapacityOrder { return &c.CapacityOrder }, "value", "oldest"),
		newIntConfigField("system_memories_below", "profiles with fewer memories than this get the system memories",
			func(c *Config) *int { return &c.SystemMemoriesBelow }, 0, 1000),
		withEnvName(
			newTextConfigField("embedding", "embedding model: builtin or provider/model",
				func(c *Config) *string { return &c.EmbeddingModel }),
			"RAG_EMBEDDING_MODEL",
		),
		newTextConfigField("instructions", "your instructions for every chat",
			func(c *Config) *string { return &c.Instructions }),
		newTextConfigField("model", "provider/model for new chats; empty = first available",
			func(c *Config) *string { return &c.DefaultModel }),
		newDurationConfigField("reply.still_waiting", "time to wait before saying that the model is slow",
			func(c *Config) *time.Duration { return &c.StillWaitingAfter }),
		newDurationConfigField("reply.limit", "maximum time for a reply",
			func(c *Config) *time.Duration { return &c.ReplyLimit }),
		newDurationConfigField("reply.idle_limit", "maximum pause within a reply",
			func(c *Config) *time.Duration { return &c.IdleLimit }),
		newIntConfigField("window.default", "context window of a model that doesn't report one, in tokens",
			func(c *Config) *int { return &c.DefaultContextWindow }, 512, 1<<24),
		newIntConfigField("window.reserve", "tokens kept free for the answer",
			func(c *Config) *int { return &c.ReplyReserve }, 0, 1<<20),
		newDurationConfigField("learn.local_idle", "how long a local server must be idle before memory work starts",
			func(c *Config) *time.Duration { return &c.LocalServerIdle }),
		newIntConfigField("learn.tokens_per_day", "daily token limit for memory work; 0 = no limit",
			func(c *Config) *int { return &c.TokensPerDay }, 0, 1<<30),
		newFolderConfigField("folder.path", "folder for your memories and chats as Markdown files; empty = none",
			func(c *Config) *string { return &c.FolderPath }),
	}
}

// ConfigKeys lists every setting in the order of docs/guide.
func ConfigKeys() []ConfigKey {
	fields := allConfigFields()
	keys := make([]ConfigKey, 0, len(fields)+1)
	keys = append(keys, ConfigKey{
		"preset", "MEMOIR_PRESET", "classic or standard; sets the default of every other setting",
	})
	for _, f := range fields {
		keys = append(keys, f.ConfigKey)
	}
	return keys
}

// IsUnusedConfigKey reports whether a key names a setting of earlier versions that nothing reads.
// Set refuses it; whoever reads a config file can warn and go on.
func IsUnusedConfigKey(key string) bool {
	switch key {
	case "retrieval.pool":
		return true
	}
	return false
}

// SetExplicitlyFromText parses one setting from text. Durations are Go durations ("300ms") or plain
// milliseconds. A *FieldError describes an invalid key or value and leaves c unchanged. Setting
// "preset" changes every field that is not set individually, before or after: the order of calls
// does not matter.
func (c *Config) SetExplicitlyFromText(key, value string) error {
	if key == "preset" {
		p, ok := presetBuildersByName()[value]
		if !ok {
			return &FieldError{key, fmt.Sprintf("%q is not one of %s", value, strings.Join(sortedPresetNames(), ", "))}
		}
		old := *c
		*c = p()
		c.presetChosen = true
		for _, k := range strings.Fields(old.explicitKeys) {
			if err := c.SetExplicitlyFromText(k, old.TextValue(k)); err != nil {
				return err
			}
		}
		return nil
	}
	for _, f := range allConfigFields() {
		if f.Key == key {
			err := f.set(c, strings.TrimSuffix(value, "\n"))
			if err == nil && !slices.Contains(strings.Fields(c.explicitKeys), key) {
				c.explicitKeys += key + " "
			}
			return err
		}
	}
	return &FieldError{key, "no such setting"}
}

// HasChosenPreset reports whether someone chose the preset; otherwise it is the one of folders made
// before there was a choice.
func (c *Config) HasChosenPreset() bool { return c.presetChosen }

// TextValue returns one setting as text, "" for an unknown key.
func (c *Config) TextValue(key string) string {
	if key == "preset" {
		return c.Preset
	}
	for _, f := range allConfigFields() {
		if f.Key == key {
			return f.get(c)
		}
	}
	return ""
}

// AllTextValues returns every setting as text, by key.
func (c *Config) AllTextValues() map[string]string {
	m := map[string]string{"preset": c.Preset}
	for _, f := range allConfigFields() {
		m[f.Key] = f.get(c)
	}
	return m
}

func presetBuildersByName() map[string]func() Config {
	return map[string]func() Config{"classic": ClassicPreset, "standard": StandardPreset}
}

func sortedPresetNames() []string {
	var names []string
	for n := range presetBuildersByName() {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}
