package lang

import (
	"strings"
	"unicode/utf8"
)

// BestMatchingSentence returns the sentence of a text, of at most maxBytes, that shares most words
// with the fact; "" when there is none.
func BestMatchingSentence(text, fact string, maxBytes int) string {
	want := parseStatement(fact)
	best, most := "", -1
	for _, s := range splitSentences(text) {
		n := len(want.contentWordsFoundIn(parseStatement(s)))
		if n > most && len(s) <= maxBytes {
			best, most = s, n
		}
	}
	return best
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
