package humanize

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ClauseToSentence turns a clause such as the text of an error into a sentence: a capital at its
// beginning and a full stop at its end. An empty one stays empty.
func ClauseToSentence(clause string) string {
	r, n := utf8.DecodeRuneInString(clause)
	if n == 0 {
		return ""
	}
	return string(unicode.ToUpper(r)) + clause[n:] + "."
}

// ModelName returns a model id (provider/model) as people read it: without the provider's name in
// models.yaml, which is a key and spelled otherwise in lists.
func ModelName(id string) string {
	if _, name, ok := strings.Cut(id, "/"); ok {
		return name
	}
	return id
}

// OneLine replaces every run of white space, line breaks included, by one space and trims the ends.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
