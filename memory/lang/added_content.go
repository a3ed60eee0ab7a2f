package lang

import (
	"slices"
	"strings"
	"unicode"
)

// AddsContent reports whether a fact has a word with a meaning of its own that a known one has in
// no form. Vectors do not show this: "likes thrillers" and "likes thrillers with innovative
// storytelling" have a cosine above .90. Numbers and dates are left to GuardDifference, which
// compares them by value.
func AddsContent(fact, known string) bool { return CountAddedContent(fact, known) > 0 }

// CountAddedContent counts the words of AddsContent.
func CountAddedContent(fact, known string) int {
	k, n := parseStatement(known), 0
	for _, w := range comparedWords(parseStatement(fact)) {
		if !k.containsFormOf(w) {
			n++
		}
	}
	return n
}

// CoveredShare is the share of a fact's words with a meaning of their own that occur in a text in
// some form, from 0 to 1; 0 for a fact without such words.
func CoveredShare(text, fact string) float64 {
	t, words := parseStatement(text), comparedWords(parseStatement(fact))
	n := 0
	for _, w := range words {
		if t.containsFormOf(w) || residenceWords()[w.folded] && t.containsAnyOf(residenceWords()) {
			n++
		}
	}
	return float64(n) / float64(max(len(words), 1))
}

func (f statement) containsAnyOf(words map[string]bool) bool {
	return slices.ContainsFunc(f.tokens, func(t token) bool { return words[t.folded] })
}

// comparedWords returns the content words that are neither numbers nor dates nor words of change,
// which say when and not what.
func comparedWords(f statement) []token {
	numbers := numberWords(f.language)
	return slices.DeleteFunc(slices.Clone(f.contentWords), func(w token) bool {
		return unicode.IsDigit([]rune(w.text)[0]) || numbers[w.folded] != "" || calendarWords()[w.folded] != "" ||
			timelessWords()[w.folded]
	})
}

// containsFormOf reports whether a form of the word occurs in the statement. Unlike containsWord it
// does not go by sound, and a name has to be the same name: Madrid is no form of Madras.
func (f statement) containsFormOf(w token) bool {
	if f.foldedWords[foldSpellingVariants(w.folded)] {
		return true
	}
	if isHan(w.text) { // a pair of characters, which may lie across two words
		return !strings.ContainsFunc(w.text, func(r rune) bool { return !strings.ContainsRune(f.unspacedText, r) })
	}
	if isUnspaced(w.text) {
		return containsWordPiece(f.unspacedText, []rune(w.text))
	}
	isEnglish := f.language == english || f.language == unknownLanguage
	isName := !w.opensSentence && unicode.IsUpper([]rune(w.text)[0]) && f.language != german
	return slices.ContainsFunc(f.tokens, func(o token) bool {
		switch {
		case isUnspaced(o.text):
			return false
		case isName:
			return areNameForms(o.folded, w.folded)
		}
		return areWordForms(o.folded, foldSpellingVariants(w.folded)) ||
			isEnglish && wordnet().areSynonyms(o.folded, w.folded)
	})
}

// NamesIn returns the names of a text: capitalized words inside its sentences. In German, which
// capitalizes all nouns, it returns none.
func NamesIn(text string) []string {
	f := parseStatement(text)
	var out []string
	for i, w := range f.tokens {
		if f.language != german && !w.opensSentence && f.isNameAt(i) && !slices.Contains(out, w.text) {
			out = append(out, w.text)
		}
	}
	return out
}

// SharesName reports whether a name of the fact occurs in the text.
func SharesName(text, fact string) bool {
	names := NamesIn(text)
	return slices.ContainsFunc(NamesIn(fact), func(n string) bool {
		return slices.ContainsFunc(names, func(o string) bool { return areNameForms(FoldText(o), FoldText(n)) })
	})
}

// SameProperty reports whether two statements give one property two values, by their form: "the
// user's laptop is a ThinkPad", "the user's laptop is a MacBook".
func SameProperty(a, b string) bool {
	pa, pb := propertyOf(a), propertyOf(b)
	return pa != "" && pb != "" && !AddsContent(pa, pb) && !AddsContent(pb, pa)
}

// propertyOf returns what stands before the copula, "" when that has no words of its own.
func propertyOf(text string) string {
	ts := tokenize(text)
	at := slices.IndexFunc(ts, func(t token) bool { return copulas()[t.folded] })
	if at < 0 || len(comparedWords(newStatement(ts[:at]))) == 0 {
		return ""
	}
	words := make([]string, at)
	for i, t := range ts[:at] {
		words[i] = t.text
	}
	return strings.Join(words, " ")
}
