package learn

import (
	"strings"
	"testing"

	"memoir/memory"
)

func TestGroundingAttributesFactsToTheirSpeaker(t *testing.T) {
	const fact = "The user bought a small flat in Lyon."
	x := func(user, answer, file string) exchange {
		return exchange{
			userMessage: memory.Message{Content: user}, answer: memory.Message{Content: answer},
			files: []memory.File{{Content: file}},
		}
	}
	const said = "I bought a small flat in Lyon"
	for _, c := range []struct {
		name        string
		x           exchange
		inbox, drop string
	}{
		{"the user", x(said, "Nice.", ""), "", ""},
		{"somebody the user quotes", x("See:\n> "+said, "Nice.", ""), inboxForeignText, ""},
		{"the assistant", x("Hello", "So you bought a small flat in Lyon.", ""), inboxAssistantOnly, ""},
		{"a file", x("Sum it up", "Done.", said), inboxFileOnly, ""},
		{"nobody", x("Hello", "Hi.", "Plants need water."), "", dropUngrounded},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := candidate{fact: fact, quote: said}
			groundCandidateInExchange(c.x, &got)
			if got.inboxReason != c.inbox || got.dropReason != c.drop || (got.quote != "") != (c.inbox == "" && c.drop == "") {
				t.Errorf("inbox %q, drop %q, quote %q", got.inboxReason, got.dropReason, got.quote)
			}
		})
	}
}

func TestWhatIsOverIsNotCalledUntrue(t *testing.T) {
	for _, c := range []struct{ said, fact, drop string }{
		{"I used to smoke a pipe.", "The user smokes a pipe.", dropOver},
		{"Bis Mai hab ich Geige unterrichtet, jetzt nicht mehr.", "Der Nutzer unterrichtet Geige.", dropOver},
		{"J'avais un voilier.", "L'utilisateur a un voilier.", dropOver},
		{"It's not true that I smoke a pipe.", "The user smokes a pipe.", dropDenied},
		{"I almost bought a boat.", "The user bought a boat.", dropDenied},
	} {
		got := candidate{fact: c.fact}
		groundCandidateInExchange(exchange{userMessage: memory.Message{Content: c.said}}, &got)
		if got.dropReason != c.drop {
			t.Errorf("%q: %q, want %q", c.said, got.dropReason, c.drop)
		}
		if recordRefusedFactAsIgnored(&got); got.action != memory.ActionIgnore || got.reason != c.drop {
			t.Errorf("%q: action %q, reason %q", c.said, got.action, got.reason)
		}
	}
}

func TestQuoteIsTheUsersOwnSentence(t *testing.T) {
	long := "I like tea, " + strings.Repeat("and so on, ", 40)
	for _, c := range []struct{ name, said, given, quote string }{
		{"as it was given", "Well. I like tea. Bye.", "I like tea", "I like tea"},
		{"a letter is no quote", "Well, I like tea. Bye.", "I", "Well, I like tea."},
		{"not there", "Well. I like tea. Bye.", "I love tea", "I like tea."},
		{"only in somebody else's text", "> I like strong tea\nI like tea", "I like strong tea", "I like tea"},
		{"the first of two that say it", "I like tea. Yes, I like tea.", "", "I like tea."},
		{"the one that says most", "Tea! I like tea. Bye.", "", "I like tea."},
		{"a passage is no quote", long, "", ""},
		{"the sentence beside a passage", long + "\nTea is what I like", "", "Tea is what I like"},
		{"a full stop inside a number", "I like 2.5 litres of tea. Bye.", "", "I like 2.5 litres of tea."},
		{"a Chinese sentence", "你好。我喜欢绿茶。再见。", "", "我喜欢绿茶。"},
		{"a Hindi sentence", "नमस्ते। मैं चाय पसंद करता हूँ। फिर मिलेंगे।", "", "मैं चाय पसंद करता हूँ।"},
	} {
		fact := map[bool]string{true: "The user likes tea.", false: "用户喜欢绿茶。"}[!strings.Contains(c.said, "绿茶")]
		if strings.Contains(c.said, "चाय") {
			fact = "उपयोगकर्ता चाय पसंद करता है।"
		}
		got := candidate{fact: fact, quote: memory.NullText(c.given)}
		groundCandidateInExchange(exchange{userMessage: memory.Message{Content: c.said}}, &got)
		if got.dropReason != "" || got.inboxReason != "" || string(got.quote) != c.quote {
			t.Errorf("%s: quote %q, drop %q, inbox %q", c.name, got.quote, got.dropReason, got.inboxReason)
		}
		if end := got.quoteStart + len(got.quote); c.said[got.quoteStart:end] != c.quote {
			t.Errorf("%s: at %d stands %q", c.name, got.quoteStart, c.said[got.quoteStart:end])
		}
	}
}
