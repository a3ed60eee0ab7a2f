package learn

import (
	"strings"
	"testing"
	"unicode/utf8"

	"memoir/memory"
	"memoir/memory/lang/claims"
	"memoir/memory/lang/injection"
	"memoir/memory/lang/secrets"
)

func FuzzGrounding(f *testing.F) {
	for _, s := range [][3]string{
		{"I like tea", "The user likes tea.", "I like tea"},
		{"See:\n> I moved to Faro\n```\ncode", "The user moved to Faro.", "moved"},
		{"저는 Paris에서 일해요", "사용자는 Paris에서 일한다.", ""},
		{"我喜欢绿茶", "用户喜欢绿茶。", "绿茶"},
		{"From: a@b\nl'ami d'Ana n'a plus de café", "L'utilisateur n'a plus de café.", "l'ami"},
		{"\xff\xfe", "\xff", "\xff"},
		{"''’’ .,:- 1,2:3-4", "’s n't", "1"},
	} {
		f.Add(s[0], s[1], s[2])
	}
	f.Fuzz(func(t *testing.T, message, fact, quote string) {
		own, foreign := claims.SplitOwnFromQuotedText(message)
		for _, line := range strings.Split(own, "\n") {
			if bare := strings.TrimSpace(line); strings.HasPrefix(bare, ">") && !strings.Contains(message, "\"") &&
				!strings.ContainsAny(message, "“„«「") {
				t.Errorf("a block quote counts as the user's own: %q of %q", line, message)
			}
		}
		if len(own)+len(foreign) < len(message)-strings.Count(message, "\"") && !strings.ContainsAny(message, "\"“„«「") {
			t.Errorf("%d and %d bytes are left of %d", len(own), len(foreign), len(message))
		}
		c := candidate{fact: fact, quote: memory.NullText(quote)}
		groundCandidateInExchange(exchange{userMessage: memory.Message{Content: message}}, &c)
		if c.quote != "" && !strings.HasPrefix(message[c.quoteStart:], string(c.quote)) {
			t.Errorf("quote %q does not stand at %d of %q", c.quote, c.quoteStart, message)
		}
		if c.quote != "" && (c.inboxReason != "" || c.dropReason != "") {
			t.Errorf("a fact that is not the user's has the quote %q", c.quote)
		}
		if c.dropReason == "" && c.inboxReason == "" && !claims.SupportsFact(own, fact) {
			t.Errorf("%q passes without the user's words %q", fact, own)
		}
		dropCandidateOrFieldsWithSecrets(&c)
		markSuspectCandidateForInbox(&c, "sensitive")
		if c.dropReason == "" && c.inboxReason == "" && (secrets.ContainsSecret(fact) || injection.HasHiddenRunes(fact) ||
			utf8.RuneCountInString(fact) > 400) {
			t.Errorf("%q passes the gate", fact)
		}
	})
}

func FuzzParseVerdicts(f *testing.F) {
	for _, s := range []string{
		`[{"new":1,"action":"ADD"}]`, `{"new":"1","action":"delete","known":2,"reason":"x"}`, `[1,{"new":1e99}]`, "[[", "{",
		`[{"new":1,"action":"NONE","known":null},]`, `prose [{"new":1,"action":"UPDATE","known":1}] and more`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		got, err := parseValidVerdicts(reply, 2, 3)
		if (err == nil) == (len(got) == 0) {
			t.Errorf("%d decisions, %v", len(got), err)
		}
		for n, v := range got {
			if n < 0 || n > 1 || v.knownIndex < -1 || v.knownIndex > 2 || (v.knownIndex < 0) != (v.action == "ADD") {
				t.Errorf("decision %d: %+v", n, v)
			}
		}
	})
}
