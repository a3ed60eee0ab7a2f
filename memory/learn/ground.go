package learn

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"memoir/memory"
	"memoir/memory/lang"
)

// Reasons of the grounding stage.
const (
	dropUngrounded     = "nobody said this"
	inboxForeignText   = "it is based on words that aren't yours"
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
	own, foreign := lang.SplitForeignText(x.userMessage.Content)
	if !locateQuote(x.userMessage.Content, own, c) {
		c.quote, c.quoteStart = "", 0
	}
	if !isDatePlausible(own, x.userMessage.CreatedAt, string(c.validFrom)) {
		c.validFrom = ""
	}
	if lang.SupportsFact(own, c.fact) {
		if c.quote == "" {
			c.quote, c.quoteStart = quoteBestSentence(x.userMessage.Content, own, c.fact)
		}
		return
	}
	c.quote, c.quoteStart = "", 0
	switch {
	case lang.SupportsFact(foreign, c.fact):
		c.inboxReason = inboxForeignText
	case lang.SupportsFact(x.answer.Content, c.fact):
		c.inboxReason = inboxAssistantOnly
	case findStatingFile(x, c):
		c.inboxReason = inboxFileOnly
	default:
		c.dropReason = dropUngrounded
	}
}

// findStatingFile finds the first file of the chat that states the fact and records its ID.
func findStatingFile(x exchange, c *candidate) bool {
	i := slices.IndexFunc(x.files, func(f memory.File) bool { return lang.SupportsFact(f.Content, c.fact) })
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
	return years <= 1 || strings.Contains(lang.FoldText(own), date[:4])
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

// quoteBestSentence returns the sentence of the user's own text that shares most words with the
// fact, and its offset in the message.
func quoteBestSentence(message, own, fact string) (memory.NullText, int) {
	best := lang.BestMatchingSentence(own, fact, maxQuoteBytes)
	at := strings.Index(message, best)
	if best == "" || at < 0 {
		return "", 0
	}
	return memory.NullText(best), at
}
