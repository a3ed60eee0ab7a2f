package search

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxExpandedRunes is the length up to which a first-person question is expanded (source 000).
const maxExpandedRunes = 100

// stripSlashCommand removes a leading slash command, which controls the app and says nothing about
// the user.
func stripSlashCommand(s string) string {
	s = strings.TrimSpace(s)
	if len(s) < 2 || s[0] != '/' || !unicode.IsLetter(rune(s[1])) {
		return s
	}
	word, rest, _ := strings.Cut(s, " ")
	if strings.ContainsAny(word[1:], "/.\\") { // a path, not a command
		return s
	}
	return strings.TrimSpace(rest)
}

// expandShortQueryWithIMyMe appends the expansion to a short question about the user (source 000):
// at most 100 characters and containing one of the words i, my, me. The phrases of the source (am
// i, do i, what's my, what is my) all contain one of them.
func expandShortQueryWithIMyMe(q, expansion string) string {
	if q == "" || expansion == "" || utf8.RuneCountInString(q) > maxExpandedRunes {
		return q
	}
	words := strings.FieldsFunc(strings.ToLower(q), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
	})
	for _, w := range words {
		if w == "i" || w == "my" || w == "me" {
			return q + expansion
		}
	}
	return q
}
