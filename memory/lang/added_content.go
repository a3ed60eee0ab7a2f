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
	k, n := ParseStatement(known), 0
	for _, w := range comparedWords(ParseStatement(fact)) {
		if !k.containsFormOf(w) {
			n++
		}
	}
	return n
}

// CoveredShare is the share of a fact's words with a meaning of their own that occur in a text in
// some form, from 0 to 1; 0 for a fact without such words.
func CoveredShare(text, fact string) float64 {
	t, words := ParseStatement(text), comparedWords(ParseStatement(fact))
	n := 0
	for _, w := range words {
		if t.containsFormOf(w) || residenceWords()[w.Folded] && t.containsAnyOf(residenceWords()) {
			n++
		}
	}
	return float64(n) / float64(max(len(words), 1))
}

func (f Statement) containsAnyOf(words map[string]bool) bool {
	return slices.ContainsFunc(f.Tokens, func(t Token) bool { return words[t.Folded] })
}

// comparedWords returns the content words that are neither numbers nor dates nor words of change,
// which say when and not what.
func comparedWords(f Statement) []Token {
	numbers := numberWords(f.Language)
	return slices.DeleteFunc(slices.Clone(f.ContentWords), func(w Token) bool {
		return unicode.IsDigit([]rune(w.Text)[0]) || numbers[w.Folded] != "" || CalendarWords()[w.Folded] != "" ||
			timelessWords()[w.Folded]
	})
}

// containsFormOf reports whether a form of the word occurs in the statement. Unlike containsWord it
// does not go by sound, and a name has to be the same name: Madrid is no form of Madras.
func (f Statement) containsFormOf(w Token) bool {
	if f.FoldedWords[FoldSpellingVariants(w.Folded)] {
		return true
	}
	if IsHan(w.Text) { // a pair of characters, which may lie across two words
		return !strings.ContainsFunc(w.Text, func(r rune) bool { return !strings.ContainsRune(f.UnspacedText, r) })
	}
	if IsUnspaced(w.Text) {
		return ContainsWordPiece(f.UnspacedText, []rune(w.Text))
	}
	isEnglish := f.Language == English || f.Language == UnknownLanguage
	isName := !w.OpensSentence && unicode.IsUpper([]rune(w.Text)[0]) && f.Language != German
	return slices.ContainsFunc(f.Tokens, func(o Token) bool {
		switch {
		case IsUnspaced(o.Text):
			return false
		case isName:
			return AreNameForms(o.Folded, w.Folded)
		}
		return AreWordForms(o.Folded, FoldSpellingVariants(w.Folded)) ||
			isEnglish && wordnet().areSynonyms(o.Folded, w.Folded)
	})
}

// NamesIn returns the names of a text: capitalized words inside its sentences. In German, which
// capitalizes all nouns, it returns none.
func NamesIn(text string) []string {
	f := ParseStatement(text)
	var out []string
	for i, w := range f.Tokens {
		if f.Language != German && !w.OpensSentence && f.isNameAt(i) && !slices.Contains(out, w.Text) {
			out = append(out, w.Text)
		}
	}
	return out
}

// SharesName reports whether a name of the fact occurs in the text.
func SharesName(text, fact string) bool {
	names := NamesIn(text)
	return slices.ContainsFunc(NamesIn(fact), func(n string) bool {
		return slices.ContainsFunc(names, func(o string) bool { return AreNameForms(FoldText(o), FoldText(n)) })
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
	ts := Tokenize(text)
	at := slices.IndexFunc(ts, func(t Token) bool { return copulas()[t.Folded] })
	if at < 0 || len(comparedWords(NewStatement(ts[:at]))) == 0 {
		return ""
	}
	words := make([]string, at)
	for i, t := range ts[:at] {
		words[i] = t.Text
	}
	return strings.Join(words, " ")
}
