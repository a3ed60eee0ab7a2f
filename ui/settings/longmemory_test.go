package settings

import (
	"strings"
	"testing"
)

func TestSummaryBaseKeysAndRecallSettingsAreAppliedAtOnce(t *testing.T) {
	d := newHarnessWithModelsPage(t)
	for _, c := range []struct{ menu, item, key, want string }{
		{"Summarize a chat after", "60 messages", "summary.trigger", "60"},
		{"", "Exchanges", "summary.unit", "pairs"},
		{"Summarize a chat after", "10 exchanges", "summary.trigger", "10"},
		{"Summarize a chat after", "Never", "summary.trigger", "0"},
		{"Leave out of summaries", "20 messages", "summary.keep", "20"},
		{"Leave out of summaries", "Nothing", "summary.keep", "0"},
		{"", "Sentences", "summary.style", "sentences"},
		{"", "Bullet points", "summary.style", "bullets"},
		{"Update the text about you after", "40 summaries", "base.trigger", "40"},
		{"Leave out of the text about you", "5 summaries", "base.keep", "5"},
		{"Maximum length of the text about you", "200 words", "base.max_words", "200"},
		{"Facts with a key", "8 facts", "keys.inject", "8"},
		{"Facts with a key", "None", "keys.inject", "0"},
		{"Messages compared", "1,000 messages", "chats.candidates", "1000"},
		{"Also search other chats", "Never", "chats.widen_below", "0"},
		{"Messages considered", "16 messages", "chats.top_k", "16"},
		{"Minimum similarity", "60%", "chats.threshold", "0.6"},
		{"Quotes per answer", "2 quotes", "chats.inject", "2"},
		{"Maximum quote length", "400 characters", "chats.chars", "400"},
		{"", "Quote earlier messages", "chats.recall", "true"},
		{"", "Find messages by meaning", "chats.embed", "false"},
	} {
		if c.menu != "" {
			d.TapControlNamed(c.menu, nil)
		}
		d.TapControlNamed(c.item, nil)
		d.RunUICallsUntil(c.key+" "+c.want, func() bool {
			cfg := d.Service.Config()
			return cfg.TextValue(c.key) == c.want
		})
		d.WaitForLoad("the page after "+c.key, &d.dialog.models.loadRequest)
		if c.key == "summary.unit" {
			d.WaitForText("60 exchanges")
		}
	}
	if len(d.Toasts) != 0 {
		t.Errorf("said %+v", d.Toasts)
	}
}

func TestNumberWithoutALabelForZeroOffersNoZero(t *testing.T) {
	var got []string
	for _, o := range numberDropdownOptions(50, "", formatWordCount, []int{100}) {
		got = append(got, o.Label)
	}
	if strings.Join(got, ", ") != "50 words, 100 words" {
		t.Errorf("got %q", got)
	}
}
