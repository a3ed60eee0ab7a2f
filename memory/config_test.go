package memory

import (
	"maps"
	"testing"
	"time"
)

func TestSource000_ClassicPresetHasTheNumbersOfTheSource(t *testing.T) {
	c := ClassicPreset()
	for name, ok := range map[string]bool{
		"fact of at least 10 characters":   c.ExtractionMinLength == 10,
		"8 known memories in the prompt":   c.ExtractionExistingTopK == 8,
		"duplicate from cosine 0.90":       c.DedupThreshold == 0.90,
		"said by a file from cosine 0.90":  c.DedupContextThreshold == 0.90,
		"5 memories to an answer":          c.RetrievalTopK == 5,
		"relevant from cosine 0.50":        c.RetrievalThreshold == 0.50,
		"up to 5 memories are all sent":    c.SendAllUpTo == 5,
		"the 10 newest stand in":           c.RecentCount == 10 && c.RecentOnNoHit,
		"one fact on one line":             c.ExtractionStyle == "single",
		"learned facts are for every chat": c.LearnedScope == ScopeGlobal,
		"nothing asks or reconciles":       c.AskFirst == "never" && !c.Reconcile && !c.ExtractionGrounding,
	} {
		if !ok {
			t.Errorf("not so: %s", name)
		}
	}
}

func TestSource000_SettingsKeepTheEnvironmentNamesOfTheSource(t *testing.T) {
	env := map[string]string{}
	for _, k := range ConfigKeys() {
		env[k.Key] = k.Env
	}
	for key, want := range map[string]string{
		"retrieval.threshold": "RAG_SIMILARITY_THRESHOLD",
		"embedding":           "RAG_EMBEDDING_MODEL",
		"retrieval.top_k":     "MEMOIR_RETRIEVAL_TOP_K",
	} {
		if env[key] != want {
			t.Errorf("%s is set by %s, want %s", key, env[key], want)
		}
	}
}

func TestSettingsRejectInvalidValues(t *testing.T) {
	for _, c := range []struct{ key, value string }{
		{"retrieval.threshold", "1.1"},
		{"retrieval.threshold", "-0.1"},
		{"retrieval.threshold", "NaN"},
		{"retrieval.threshold", "half"},
		{"retrieval.top_k", "1.5"},
		{"scope", "everywhere"},
		{"retrieval.deadline", "-3s"},
		{"retrieval.recent_on_no_hit", "perhaps"},
		{"preset", "fancy"},
		{"no.such.key", "1"},
	} {
		cfg := ClassicPreset()
		if err := cfg.SetExplicitlyFromText(c.key, c.value); err == nil || cfg != ClassicPreset() {
			t.Errorf("Set(%q, %q) = %v and changed the settings: %v", c.key, c.value, err, cfg != ClassicPreset())
		}
	}
}

func TestEverySettingRoundTrips(t *testing.T) {
	cfg := ClassicPreset()
	for _, k := range ConfigKeys() {
		if err := cfg.SetExplicitlyFromText(k.Key, cfg.TextValue(k.Key)); err != nil {
			t.Errorf("%s: %v", k.Key, err)
		}
		if k.Doc == "" || k.Env == "" {
			t.Errorf("%s has no description or no environment variable", k.Key)
		}
	}
	classic := ClassicPreset()
	if !maps.Equal(cfg.AllTextValues(), classic.AllTextValues()) {
		t.Error("writing settings back changed them")
	}
	if err := cfg.SetExplicitlyFromText(
		"retrieval.deadline", "450",
	); err != nil || cfg.RetrievalDeadline != 450*time.Millisecond {
		t.Errorf("plain milliseconds: %v, %v", cfg.RetrievalDeadline, err)
	}
}

func TestConfigKeepsExplicitValuesAcrossPresets(t *testing.T) {
	cfg := ClassicPreset()
	for _, kv := range [][2]string{
		{"retrieval.top_k", "7"},
		{"reconcile", "false"},
		{"preset", "standard"},
		{"dedup.threshold", "0.8"},
		{"preset", "classic"},
		{"preset", "standard"},
	} {
		before := cfg
		if err := cfg.SetExplicitlyFromText(kv[0], kv[1]); err != nil {
			t.Fatal(err)
		}
		if kv[0] != "preset" && before.TextValue(kv[0]) == cfg.TextValue(kv[0]) && kv[0] != "reconcile" {
			t.Errorf("a copy changed with %s", kv[0])
		}
	}
	want := StandardPreset()
	// False equals classic's value but was set explicitly.
	want.RetrievalTopK, want.Reconcile, want.DedupThreshold = 7, false, 0.8
	if got := cfg.AllTextValues(); !maps.Equal(got, want.AllTextValues()) {
		t.Errorf("settings are %v\nwant %v", got, want.AllTextValues())
	}
}

// What the sources of long memory give as numbers; standard switches them on.
func TestSource002_And003_StandardPresetHasTheNumbersOfTheSources(t *testing.T) {
	c := StandardPreset()
	for key, want := range map[string]string{
		"summary.trigger": "30", "summary.unit": "messages", "summary.keep": "10", "summary.style": "bullets",
		"base.trigger": "20", "base.keep": "10", "base.max_words": "400",
		"chats.embed": "true", "chats.recall": "false", "chats.candidates": "200", "chats.widen_below": "50",
		"chats.threshold": "0.45", "chats.top_k": "8", "chats.inject": "4", "chats.chars": "200", "keys.inject": "5",
		"rerank.threshold": "0.35", "rerank.scores": "logit", "capacity.max_entries": "0", "system_memories_below": "5",
	} {
		if got := c.TextValue(key); got != want {
			t.Errorf("%s is %s, want %s", key, got, want)
		}
	}
}
