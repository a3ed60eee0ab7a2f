package claims

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang"
)

// SentencesSharingWords returns at most limit sentences of a text, of at most maxBytes, that share a
// content word with the fact: those that share most first, then in the order of the text.
func SentencesSharingWords(text, fact string, maxBytes, limit int) []string {
	type candidate struct {
		sentence string
		shared   int
	}
	want := lang.ParseStatement(fact)
	var found []candidate
	for _, s := range splitIntoSentences(joinWrappedLines(text)) {
		if len(s) > maxBytes {
			continue
		}
		if n := len(want.ContentWordsFoundIn(lang.ParseStatement(s))); n > 0 {
			found = append(found, candidate{s, n})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(b.shared, a.shared) })
	out := make([]string, 0, min(limit, len(found)))
	for _, c := range found[:min(limit, len(found))] {
		out = append(out, c.sentence)
	}
	return out
}

// splitIntoSentences returns the sentences of a text as they are written.
func splitIntoSentences(text string) []string {
	var out []string
	start := 0
	clauses := splitAtMarksAndConnectives(text, nil)
	for i, c := range clauses {
		if i+1 == len(clauses) || clauses[i+1].sentence != c.sentence {
			out = append(out, strings.TrimSpace(text[start:c.to]))
			start = c.to
		}
	}
	return out
}

// joinWrappedLines makes one line of lines that were wrapped inside a sentence: the next one begins
// with a small letter.
func joinWrappedLines(text string) string {
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		first, _ := utf8.DecodeRuneInString(line)
		switch {
		case i == 0:
		case unicode.IsLower(first):
			b.WriteByte(' ')
		default:
			b.WriteByte('\n')
		}
		b.WriteString(line)
	}
	return b.String()
}
