package lang

import (
	"strings"
	"unicode/utf8"
)

// Reasons why an extractor's reply is no fact. They are written to the log.
const (
	dropEmpty        = "empty"
	dropShort        = "too_short"
	dropNothing      = "nothing"
	dropYesNo        = "yes_or_no"
	dropQuestion     = "question"
	dropSeveralLines = "several_lines"
)

// MaxFactRunes is the length above which a fact is a passage and goes to the inbox.
const MaxFactRunes = 400

// FilterSingleFactReply applies the rules of source 000 to a single-line reply: it drops what is empty,
// shorter than minLength characters (a wide rune counts two), contains NOTHING in any case, is
// exactly Yes or No, or ends with a question mark (Latin, full-width or Arabic). It returns the
// trimmed fact, or "" with the reason. Several lines are joined when together they are as short as
// a fact, and dropped otherwise.
func FilterSingleFactReply(raw string, minLength int) (fact, drop string) {
	fact = strings.TrimSpace(raw)
	if strings.Contains(strings.ToUpper(fact), "NOTHING") {
		return "", dropNothing
	}
	if strings.ContainsAny(fact, "\n\r") {
		if fact = joinLinesWithoutListMarkers(fact); utf8.RuneCountInString(fact) > MaxFactRunes {
			return "", dropSeveralLines
		}
	}
	return FilterFactListItem(fact, minLength)
}

// joinLinesWithoutListMarkers joins lines into one and removes list markers.
func joinLinesWithoutListMarkers(s string) string {
	var out []string
	for line := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if line = strings.TrimLeft(line, "-*• \t"); line != "" {
			out = append(out, line)
		}
	}
	return ToSafePromptLine(strings.Join(out, " "))
}

// FilterFactListItem is FilterSingleFactReply for an item of a list, where NOTHING counts only as the whole item:
// a fact in a list may contain the word.
func FilterFactListItem(raw string, minLength int) (fact, drop string) {
	fact = strings.TrimSpace(raw)
	bare := strings.ToLower(strings.TrimRight(fact, ".!"))
	switch {
	case fact == "":
		return "", dropEmpty
	case bare == "nothing":
		return "", dropNothing
	case bare == "yes" || bare == "no":
		return "", dropYesNo
	case factLengthCountingWideTwice(fact) < minLength:
		return "", dropShort
	case strings.HasSuffix(fact, "?") || strings.HasSuffix(fact, "？") || strings.HasSuffix(fact, "؟"):
		return "", dropQuestion
	}
	return fact, ""
}
