package lang

import (
	"strings"
	"testing"
)

// formatScopes formats the scopes of a text's negations: each in brackets, a mild one with a tilde.
func formatScopes(text string, lang Language, widen int) string {
	var out []string
	for _, d := range FindNegations(text, lang, widen) {
		var words []string
		for _, w := range d.scope {
			words = append(words, w.Folded)
		}
		mark := map[bool]string{true: "~"}[d.IsMild]
		out = append(out, mark+"["+strings.Join(words, " ")+"]")
	}
	return strings.Join(out, " ")
}

func TestNegationScopeByLanguage(t *testing.T) {
	for _, c := range []struct {
		name, text string
		lang       Language
		widen      int
		want       string
	}{
		{"English: two words behind", "The user does not like strong black tea", English, 0, "[like strong]"},
		{"four when widened", "The user does not like strong black tea", English, 2, "[like strong black tea]"},
		{"not over a comma", "I do not like tea, coffee is fine", English, 0, "[like tea]"},
		{"a mark inside a number ends nothing", "I do not drink 2.5 litres", English, 0, "[drink 2.5]"},
		{"an apostrophe", "The user doesn't smoke", English, 0, "[smoke]"},
		{
			"German: two either way", "Der Nutzer isst Fleisch nicht gern abends draußen", German, 0,
			"[isst fleisch gern abends]",
		},
		{"Korean: three before", "사용자는 매운 음식을 절대 먹지 않는다", Korean, 0, "[음식을 절대 먹지]"},
		{"Korean: the short adverb", "저는 고기를 안 먹어요", Korean, 0, "[저는 고기를]"},
		{"Hindi: two before", "उपयोगकर्ता मांस मछली नहीं खाता", Hindi, 0, "[मांस मछली]"},
		{"Chinese: three pairs behind", "我不喜欢吃鱼", Chinese, 0, "[喜欢 欢吃 吃鱼]"},
		{"Chinese: but", "我不过喜欢茶", Chinese, 0, ""},
		{"Chinese: very", "我非常喜欢茶", Chinese, 0, ""},
		{"Chinese: rather than", "我喝茶而不喝咖啡", Chinese, 0, "~[喝咖 咖啡]"},
		{"Chinese: stop", "我停止喝咖啡", Chinese, 0, "~[止喝 喝咖 咖啡]"},
		{"Russian: a dash for the verb", "Мы никогда — gRPC", Russian, 0, "[grpc]"},
		{"French: no longer", "Je ne bois plus café", French, 0, "[café]"},
		{"French: no more", "Plus de café", French, 0, "[café]"},
		{"French: only", "Je ne code que le soir", French, 0, ""},
		{"French: only, before a vowel", "Il n'a qu'un chat", French, 0, ""},
		{"French: not … that", "Je ne crois pas que Tom vienne", French, 0, "[tom vienne]"},
		{"French: more", "Je bois plus souvent", French, 0, ""},
		{"French: ne before a vowel", "Je n'y vais souvent", French, 0, "[vais souvent]"},
		{"a mild one is not widened", "I stopped smoking strong black cigars", English, 2, "~[smoking strong]"},
		{"a mild one bears on what follows", "Der Nutzer trinkt Tee statt Kaffee", German, 0, "~[kaffee]"},
	} {
		if got := formatScopes(c.text, c.lang, c.widen); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestFactContradictsTextByNegation(t *testing.T) {
	for _, c := range []struct {
		name, text, fact string
		want             bool
	}{
		{"a denial that was said", "I do not like tea", "The user does not like tea.", false},
		{"a denial nobody said", "I like tea", "The user does not like tea.", true},
		{"a denial left out", "I do not like tea", "The user likes tea.", true},
		{"one word, and nothing else is said", "I don't smoke", "The user smokes.", true},
		{"a denial of something else", "I like tea, but not coffee", "The user likes tea.", false},
		{
			"what is denied is affirmed elsewhere", "I do not like coffee. I like green tea.",
			"The user does not like green tea.", true,
		},
		{"one word affirmed elsewhere is a topic", "I do not smoke. To smoke is bad.", "The user does not smoke.", false},
		{"stopping may be told as not doing", "I stopped smoking", "The user does not smoke.", false},
		{"and as stopping", "I stopped smoking", "The user stopped smoking.", false},
		{"a mild denial needs none in the text", "Last year I gave up smoking", "The user stopped smoking last year.", false},
		{
			"told as stopping it stands for no second denial", "I stopped smoking cigars and drinking wine",
			"The user stopped smoking cigars and does not drink wine.", true,
		},
	} {
		f := ParseStatement(c.fact)
		if got := ContradictsByNegation(c.fact, c.text, f.ChooseFactOrTextNegationLanguage(ParseStatement(c.text))); got !=
			c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
