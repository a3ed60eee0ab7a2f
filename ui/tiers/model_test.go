package tiers

import (
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

func TestTiersSayWhatComesNextAndWhatTheyCost(t *testing.T) {
	sent := memory.WorkingTier{Messages: 4, LeftOut: 2, Window: 8192, Tokens: 700}
	for name, c := range map[string]struct {
		tiers memory.Tiers
		row   int // of the page
		want  string
	}{
		"nothing sent yet": {
			memory.Tiers{}, 0, "The newest messages in a chat, as many as fit in the model's context window.",
		},
		"all fits": {
			memory.Tiers{Working: memory.WorkingTier{Messages: 4, Window: 8192, Tokens: 700}},
			0,
			"4 messages from this chat, word for word. The whole chat fits in the model's context window of 8,192 tokens. " +
				"Costs 700 tokens.",
		},
		"an unknown window": {
			memory.Tiers{Working: memory.WorkingTier{Messages: 4, LeftOut: 2, Tokens: 700}},
			0,
			"4 messages from this chat, word for word. 2 older messages don't fit. Costs 700 tokens.",
		},
		"quotes": {
			memory.Tiers{Log: memory.LogTier{Messages: 9, Bytes: 40, Quoted: 3, Tokens: 60}},
			1,
			"9 messages in your chats, 40 bytes. 3 older messages were quoted. Costs 60 tokens.",
		},
		"summaries without a chat": {
			memory.Tiers{Summaries: memory.SummaryTier{Count: 2, Bytes: 50}},
			2,
			"2 summaries, 50 bytes. Costs nothing right now.",
		},
		"a chat that isn't summed up": {
			memory.Tiers{ChatID: 3, Summaries: memory.SummaryTier{NextSummaryIn: -1}},
			2,
			"0 summaries, 0 bytes. This chat isn't summarized. Costs nothing right now.",
		},
		"a summary that is due": {
			memory.Tiers{ChatID: 3, Summaries: memory.SummaryTier{Tokens: 44}},
			2,
			"0 summaries, 0 bytes. This chat will be summarized after the next answer. Costs 44 tokens.",
		},
		"a summary to come": {
			memory.Tiers{ChatID: 3, Summaries: memory.SummaryTier{NextSummaryIn: 1}},
			2,
			"0 summaries, 0 bytes. This chat will be summarized after 1 more message. Costs nothing right now.",
		},
		"a text that is stale": {
			memory.Tiers{Base: memory.BaseTier{Words: 5, Bytes: 30, Stale: true, Tokens: 12}},
			4,
			"5 words, 30 bytes. The text is out of date and will be updated after the next answer. Costs 12 tokens.",
		},
		"a text of a person alone": {
			memory.Tiers{Base: memory.BaseTier{NextTextIn: -1, Stale: true}},
			4,
			"0 words, 0 bytes. The text isn't updated automatically. Costs nothing right now.",
		},
		"a text that is due": {
			memory.Tiers{Working: sent}, 4, "0 words, 0 bytes. The text will be updated after the next answer. Costs nothing " +
				"right now.",
		},
	} {
		m := model{tiers: c.tiers}
		if got := m.buildTierRows()[c.row].text; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	m := model{tiers: memory.Tiers{ChatID: 3, Working: sent}}
	if got := m.introText(); !strings.HasSuffix(got, "the last answer in “New chat”.") {
		t.Errorf("of a chat without a title: %q", got)
	}
}

func TestSummariesSayWhatTheyCoverAndWhoWroteThem(t *testing.T) {
	now := time.Date(2026, 5, 3, 12, 0, 0, 0, time.UTC)
	for want, s := range map[string]memory.Summary{
		"20 messages · by llama3 · just now":               {MessageCount: 20, Model: "ollama/llama3"},
		"1 message · without a model · just now":           {MessageCount: 1, Model: memory.RuleBasedModel},
		"texts Memoir learned from · by llama3 · just now": {Model: "ollama/llama3"},
		"2 messages · edited by you · just now":            {MessageCount: 2, Model: memory.EditedByPerson},
	} {
		s.CreatedAt = now
		if got := summaryOriginText(memory.ChatSummary{Summary: s}, false, now); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := chatTitleText(memory.ChatSummary{}); got != "New chat" {
		t.Errorf("a chat without a title is called %q", got)
	}
	m := model{summaries: []memory.ChatSummary{
		{Summary: memory.Summary{ChatID: 1}}, {Summary: memory.Summary{ChatID: 2}}, {Summary: memory.Summary{ChatID: 1}},
	}}
	for i, want := range []bool{false, false, true} {
		if m.isContinuedByNewerSummary(i) != want {
			t.Errorf("summary %d is carried on: %t", i, !want)
		}
	}
}
