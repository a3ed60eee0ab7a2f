package memory

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Reasons of the grounding stage.
const (
	dropUngrounded     = "nobody said this"
	inboxForeignText   = "this rests on words that are not yours"
	inboxAssistantOnly = "only the assistant said this"
	inboxFileOnly      = "only a file says this"
	minQuoteRunes      = 2
	maxQuoteBytes      = 400 // bytes, of a sentence used as the quote when none was given
)

// groundCandidate decides whether the user said what the fact states. Its content words, numbers
// and negation must occur in the user's own text, outside what they quoted or pasted. A quote from
// the extractor is kept when it occurs there verbatim; otherwise the sentence that covers the fact
// best replaces it. Facts that only quoted text, the assistant or a file supports go to the inbox;
// facts that nobody stated are dropped.
func groundCandidate(x exchange, c *candidate) {
	own, foreign := splitForeignText(x.userMessage.Content)
	if !locateQuote(x.userMessage.Content, own, c) {
		c.quote, c.quoteStart = "", 0
	}
	if !isDatePlausible(own, x.userMessage.CreatedAt, string(c.validFrom)) {
		c.validFrom = ""
	}
	if supportsFact(own, c.fact) {
		if c.quote == "" {
			c.quote, c.quoteStart = bestMatchingSentence(x.userMessage.Content, own, c.fact)
		}
		return
	}
	c.quote, c.quoteStart = "", 0
	switch {
	case supportsFact(foreign, c.fact):
		c.inboxReason = inboxForeignText
	case supportsFact(x.answer.Content, c.fact):
		c.inboxReason = inboxAssistantOnly
	case findStatingFile(x, c):
		c.inboxReason = inboxFileOnly
	default:
		c.dropReason = dropUngrounded
	}
}

// findStatingFile finds the first file of the chat that states the fact and records its ID.
func findStatingFile(x exchange, c *candidate) bool {
	i := slices.IndexFunc(x.files, func(f File) bool { return supportsFact(f.Content, c.fact) })
	if i >= 0 {
		c.file.ID = x.files[i].ID
	}
	return i >= 0
}

// isDatePlausible reports whether a date can come from the user: its year occurs in their text, or
// is at most one year from the message's, as in "since March" or "from next year".
func isDatePlausible(own string, said time.Time, date string) bool {
	if date == "" {
		return true
	}
	d, err := time.Parse("2006", date[:4])
	if err != nil {
		return false
	}
	years := max(d.Year()-said.Year(), said.Year()-d.Year())
	return years <= 1 || strings.Contains(FoldText(own), date[:4])
}

// locateQuote finds the given quote verbatim in the message, inside the user's own text, and
// records its offset.
func locateQuote(message, own string, c *candidate) bool {
	q := string(c.quote)
	if utf8.RuneCountInString(q) < minQuoteRunes || !strings.Contains(own, q) {
		return false
	}
	c.quoteStart = strings.Index(message, q)
	return c.quoteStart >= 0
}

// bestMatchingSentence returns the sentence of the user's own text that shares most words with the
// fact, and its offset in the message.
func bestMatchingSentence(message, own, fact string) (NullText, int) {
	want := parseStatement(fact)
	best, most := "", -1
	for _, s := range splitSentences(own) {
		n := len(want.contentWordsFoundIn(parseStatement(s)))
		if n > most && len(s) <= maxQuoteBytes {
			best, most = s, n
		}
	}
	at := strings.Index(message, best)
	if best == "" || at < 0 {
		return "", 0
	}
	return NullText(best), at
}

// splitSentences splits a text at full stops, question and exclamation marks of several scripts,
// and at line ends.
func splitSentences(s string) []string {
	var out []string
	start := 0
	keep := func(end int) {
		if t := strings.TrimSpace(s[start:end]); t != "" {
			out = append(out, t)
		}
		start = end
	}
	for i, r := range s {
		next := i + utf8.RuneLen(r)
		switch r {
		case '\n', '。', '！', '？', '।':
			keep(next)
		case '.', '!', '?':
			if next >= len(s) || s[next] == ' ' || s[next] == '\n' {
				keep(next)
			}
		}
	}
	keep(len(s))
	return out
}

// splitForeignText separates the user's own text from what they quoted or pasted: block quotes,
// fenced code, forwarded mail, long text in quotation marks, and everything after a line that
// announces pasted text.
func splitForeignText(message string) (own, foreign string) {
	var mine, theirs strings.Builder
	inFence, pasted := false, false
	for line := range strings.Lines(message) {
		bare := strings.TrimSpace(line)
		fence := strings.HasPrefix(bare, "```") || strings.HasPrefix(bare, "~~~")
		if fence {
			inFence = !inFence
		}
		pasted = pasted || startsPastedText(bare)
		if inFence || fence || pasted || strings.HasPrefix(bare, ">") {
			theirs.WriteString(line)
			continue
		}
		kept := longQuotePattern.ReplaceAllStringFunc(line, func(q string) string {
			theirs.WriteString(q + "\n")
			return " "
		})
		mine.WriteString(kept)
	}
	return mine.String(), theirs.String()
}

// longQuotePattern matches text in quotation marks of at least 60 characters (20 in corner
// brackets). Shorter ones are titles, names and sayings that belong to the sentence.
var longQuotePattern = regexp.MustCompile(`"[^"\n]{60,}"|“[^”\n]{60,}”|„[^“\n]{60,}“|«[^»\n]{60,}»|「[^」\n]{20,}」`)

// startsPastedText reports whether a line starts somebody else's text that runs to the end of the
// message.
func startsPastedText(line string) bool {
	l := strings.ToLower(line)
	for _, head := range []string{
		"-----original message", "---------- forwarded message", "begin forwarded message", "-----begin",
	} {
		if strings.HasPrefix(l, head) {
			return true
		}
	}
	mail := []string{"from:", "von:", "de:", "da:", "от:"}
	return slices.ContainsFunc(mail, func(h string) bool {
		return strings.HasPrefix(l, h) && (strings.Contains(l, "@") || strings.Contains(l, "<"))
	})
}
