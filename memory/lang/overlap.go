package lang

import (
	"slices"
	"strings"
	"unicode"
)

// statement is a text prepared for grounding.
type statement struct {
	tokens       []token
	language     language
	contentWords []token // words with a meaning of their own
	foldedWords  map[string]bool
	unspacedText string // Han and Hangul text without spaces, compared by pieces of words
}

// parseStatement tokenizes a text and prepares it for grounding.
func parseStatement(s string) statement { return newStatement(stripClitics(tokenize(s))) }

func newStatement(ts []token) statement {
	st := statement{tokens: slices.Clone(ts), foldedWords: map[string]bool{}}
	st.language = detectLanguage(st.tokens)
	denying, function := negationWords(st.language), moreFunctionWords(st.language)
	st.contentWords = slices.DeleteFunc(contentTokens(st.tokens), func(w token) bool {
		return denying[w.folded] || function[w.folded]
	})
	var b strings.Builder
	for i, t := range st.tokens {
		st.tokens[i].folded = foldSpellingVariants(t.folded)
		st.foldedWords[st.tokens[i].folded] = true
		if isUnspaced(t.text) {
			b.WriteString(t.text)
			continue
		}
		b.WriteByte('|')
	}
	st.unspacedText = b.String()
	return st
}

// negationLanguage is the language whose negation words count. Where both are in Latin script it is
// the language of the text, which is longer and easier to detect, unless the text is too short to
// detect any.
func (f statement) negationLanguage(t statement) language {
	if f.language.usesLatinScript() && t.language != unknownLanguage {
		return t.language
	}
	return f.language
}

// contentWordsFoundIn returns the content words of the fact that occur in a text, in any form.
func (f statement) contentWordsFoundIn(t statement) []token {
	var out []token
	for _, w := range f.contentWords {
		if t.containsWord(w) {
			out = append(out, w)
		}
	}
	return out
}

// containsWord reports whether the word, or a form of it, occurs in the text.
func (f statement) containsWord(w token) bool {
	fold := foldSpellingVariants(w.folded)
	if f.foldedWords[fold] {
		return true
	}
	if slices.ContainsFunc(f.tokens, func(o token) bool { return soundAlike(o.folded, fold, 3) }) {
		return true // three consonants: two match by chance
	}
	if isUnspaced(w.text) {
		return containsWordPiece(f.unspacedText, []rune(w.text))
	}
	return slices.ContainsFunc(f.tokens, func(o token) bool {
		return !isUnspaced(o.text) && areWordForms(o.folded, fold)
	})
}

// containsWordPiece looks for the stem of a word in a text without spaces: both characters of a
// Chinese pair; of a Korean or Japanese word, whose particles and endings come last, the first two
// syllables, or any three in a row inside a compound.
func containsWordPiece(unspaced string, w []rune) bool {
	if len(w) < 2 {
		return false
	}
	if strings.Contains(unspaced, string(w[:2])) {
		return true
	}
	for i := 1; i+3 <= len(w); i++ {
		if strings.Contains(unspaced, string(w[i:i+3])) {
			return true
		}
	}
	return false
}

// extractBareNumbers returns the numbers of a text without units: digits as written, the number words
// of a language by value. One is left out, because most languages use it as an article.
func extractBareNumbers(ts []token, lang language) []string {
	words := numberWords(lang)
	var out []string
	for _, t := range ts {
		n, ok := words[t.folded]
		if strings.ContainsAny(t.text, "0123456789") {
			n, ok = numberWithoutUnit(strings.ReplaceAll(t.text, ",", ".")), true
		}
		if ok && n != "1" {
			out = append(out, n)
		}
	}
	return out
}

// numberWithoutUnit returns the number without its unit.
func numberWithoutUnit(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return !unicode.IsDigit(r) })
}
