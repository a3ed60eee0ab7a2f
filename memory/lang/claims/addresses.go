package claims

import (
	"strings"
	"unicode"
)

// containsWebAndMailAddresses reports whether every web and mail address of a fact occurs in the
// clauses as it stands.
func (x *selection) containsWebAndMailAddresses(fact string) bool {
	for word := range strings.FieldsSeq(fact) {
		word = strings.Trim(strings.ToLower(word), ".,;:!?()[]<>\"'“”„«»。，")
		if !isWebOrMailAddress(word) {
			continue
		}
		if !x.containsText(word) {
			return false
		}
	}
	return true
}

// containsText reports whether a text in lower case occurs in one of the clauses.
func (x *selection) containsText(lower string) bool {
	for i, c := range x.passage.clauses {
		if x.allowed[i] && strings.Contains(strings.ToLower(c.text), lower) {
			return true
		}
	}
	return false
}

// isWebOrMailAddress reports whether a word is a mail address, a web address or a domain.
func isWebOrMailAddress(word string) bool {
	if strings.Contains(word, "@") || strings.Contains(word, "//") || strings.HasPrefix(word, "www.") {
		return true
	}
	at := strings.LastIndexByte(word, '.')
	isNoLetter := func(r rune) bool { return !unicode.IsLetter(r) }
	return at > 0 && at+2 < len(word) && strings.IndexFunc(word[at+1:], isNoLetter) < 0
}
