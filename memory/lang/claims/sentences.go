package claims

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
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
	clauses := splitAtMarksAndConnectives(text, nil, true)
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

// factSentence is a sentence of a fact prepared for grounding.
type factSentence struct {
	text      string
	from      int // byte of the fact
	statement lang.Statement
	clauses   [][]lang.Token // content words of each clause
	ends      []int          // where each clause ends in text
	opens     bool           // it is the first sentence of the fact
}

// parseFactIntoSentences splits a fact into sentences and clauses. lang is the language of the text
// that is to support it, which is longer; connectives of the fact's own count too.
func parseFactIntoSentences(fact string, language lang.Language) []factSentence {
	spoken := lang.DetectLanguage(lang.Tokenize(fact))
	own := spoken
	if own == lang.UnknownLanguage ||
		own.UsesLatinScript() && language.UsesLatinScript() && language != lang.UnknownLanguage {
		own = language
	}
	var out []factSentence
	framing, connectives := vocabulary.FramingWords(), vocabulary.ConnectiveWords(own)
	pronouns := vocabulary.ThirdPersonObjects(own)
	if own != lang.English {
		connectives = maps.Clone(connectives)
		maps.Copy(connectives, vocabulary.ConnectiveWords(spoken))
		maps.Copy(connectives, lang.WordSet("and but because")) // English is the language of most extractors
	}
	for _, c := range splitAtMarksAndConnectives(fact, connectives, true) {
		if len(out) <= c.sentence {
			out = append(out, factSentence{from: c.from, opens: len(out) == 0})
		}
		s := &out[len(out)-1]
		s.text = fact[s.from:c.to]
		s.ends = append(s.ends, c.to-s.from)
		s.clauses = append(
			s.clauses,
			slices.DeleteFunc(lang.NewStatementFromTokens(c.tokens).ContentWords, func(w lang.Token) bool {
				return framing[w.Folded] || connectives[w.Folded] || pronouns[w.Folded] || isNumberCategory(c.tokens, w)
			}),
		)
	}
	for i := range out {
		s := lang.ParseStatement(out[i].text)
		all := slices.Clone(s.Tokens)
		s.Tokens = slices.DeleteFunc(s.Tokens, func(w lang.Token) bool { return isNumberCategory(all, w) })
		out[i].statement = s
	}
	return out
}

// isNumberCategory reports a word for what a number beside it is, which people leave out and facts add: a
// postal code, a size.
func isNumberCategory(ts []lang.Token, w lang.Token) bool {
	if !vocabulary.NumberCategories()[w.Folded] {
		return false
	}
	hasDigit := func(i int) bool {
		return i >= 0 && i < len(ts) && strings.ContainsAny(ts[i].Text, "0123456789")
	}
	for i, t := range ts {
		if t.Folded == w.Folded && (hasDigit(i-1) || hasDigit(i+1)) {
			return true
		}
	}
	return false
}
