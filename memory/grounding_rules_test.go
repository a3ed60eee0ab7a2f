package memory

import (
	"strings"
	"testing"
)

func TestQuotedAndPastedTextIsForeign(t *testing.T) {
	const flat = "I bought a flat in Lyon."
	for _, c := range []struct {
		name, message string
		own           bool
	}{
		{"a statement", flat, true},
		{"a block quote", "Is this right?\n> " + flat, false},
		{"a block quote that ends", "> What did you buy?\n" + flat, true},
		{"a fence", "Translate:\n```\n" + flat + "\n```\nplease", false},
		{"behind a fence", "```\ncode\n```\n" + flat, true},
		{"a fence of tildes", "Translate:\n~~~\n" + flat + "\n~~~", false},
		{"an original message", "Reply:\n-----Original Message-----\n" + flat, false},
		{"a forwarded message", "Reply:\n---------- Forwarded message ---------\n" + flat, false},
		{"begin forwarded", "Reply:\nBegin forwarded message:\n" + flat, false},
		{"a signed message", "Reply:\n-----BEGIN PGP SIGNED MESSAGE-----\n" + flat, false},
		{"an English head", "Reply:\nFrom: Ann <ann@example.org>\n" + flat, false},
		{"a German head", "Antworte:\nVon: ann@example.org\n" + flat, false},
		{"a French head", "Réponds:\nDe: Ann <ann@example.org>\n" + flat, false},
		{"an Italian head", "Rispondi:\nDa: ann@example.org\n" + flat, false},
		{"a Russian head", "Ответь:\nОт: ann@example.org\n" + flat, false},
		{"a head without an address", "From: Monday on I am free.\n" + flat, true},
		{"long quotation marks", "Shorten “Dear all, last week " + flat + " It is by the river and I like it.”", false},
		{"straight ones", `Shorten "Dear all, last week ` + flat + ` It is by the river and I like it."`, false},
		{"German ones", "Kürze „Dear all, last week " + flat + " It is by the river and I like it.“", false},
		{"French ones", "Résume «Dear all, last week " + flat + " It is by the river and I like it.»", false},
		{"corner brackets", "缩短「" + flat + "我住在河边」", false},
		{"a short quotation", `My house is called "` + flat + `" by my son`, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			own, foreign := splitForeignText(c.message)
			if strings.Contains(own, flat) != c.own || strings.Contains(foreign, flat) == c.own {
				t.Errorf("own %q\nforeign %q", own, foreign)
			}
		})
	}
}

func TestGroundingAttributesFactsToTheirSpeaker(t *testing.T) {
	const fact = "The user bought a small flat in Lyon."
	x := func(user, answer, file string) exchange {
		return exchange{userMessage: Message{Content: user}, answer: Message{Content: answer}, files: []File{{Content: file}}}
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
			groundCandidate(c.x, &got)
			if got.inboxReason != c.inbox || got.dropReason != c.drop || (got.quote != "") != (c.inbox == "" && c.drop == "") {
				t.Errorf("inbox %q, drop %q, quote %q", got.inboxReason, got.dropReason, got.quote)
			}
		})
	}
}

func TestSupportsFactComparesNumbersDatesNamesAndNegation(t *testing.T) {
	for _, c := range []struct {
		text, fact string
		want       bool
	}{
		{"My history exam is on Monday", "The user's history exam is on Monday.", true},
		{"My history exam is on Monday", "The user's history exam is on Friday.", false},
		{"My history exam is in May", "The user's history exam is in June.", false},
		{"Meine Prüfung in Geschichte ist am Montag", "Die Prüfung des Nutzers in Geschichte ist am Freitag.", false},
		{"I have two big dogs", "The user has 2 big dogs.", true},
		{"I have two big dogs", "The user has three big dogs.", false},
		{"I have a big dog", "The user has one big dog.", true},
		{"My brother Ben works in Faro", "The user's brother Ben works in Faro.", true},
		{"My brother Ben works in Faro", "The user's brother Tom works in Faro.", false},
		{"Ben is my brother and works in Faro", "Tom is the user's brother and works in Faro.", false},
		{"I like green tea and figs", "The user does not like green tea and figs.", false},
		{"I do not like green tea", "The user likes green tea.", false},
		{"I do not like green tea", "The user does not like green tea.", true},
		{"I like green tea. I do not like black coffee", "The user does not like green tea.", false},
		{"I stopped smoking cigars", "The user does not smoke cigars.", true},
	} {
		if got := supportsFact(c.text, c.fact); got != c.want {
			t.Errorf("%q supports %q: %v", c.text, c.fact, got)
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
		got := candidate{fact: fact, quote: NullText(c.given)}
		groundCandidate(exchange{userMessage: Message{Content: c.said}}, &got)
		if got.dropReason != "" || got.inboxReason != "" || string(got.quote) != c.quote {
			t.Errorf("%s: quote %q, drop %q, inbox %q", c.name, got.quote, got.dropReason, got.inboxReason)
		}
		if end := got.quoteStart + len(got.quote); c.said[got.quoteStart:end] != c.quote {
			t.Errorf("%s: at %d stands %q", c.name, got.quoteStart, c.said[got.quoteStart:end])
		}
	}
}
