package lang

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// AddsWordsBesidesNumbersAndTime reports whether a fact has a word with a meaning of its own that a
// known one has in no form. Vectors do not show this: "likes thrillers" and "likes thrillers with
// innovative storytelling" have a cosine above .90. Numbers and dates are left to
// FirstMeaningDifference, which compares them by value.
func AddsWordsBesidesNumbersAndTime(
	fact, known string,
) bool {
	return CountWordsAddedBesidesNumbersAndTime(fact, known) > 0
}

// CountWordsAddedBesidesNumbersAndTime counts the words of AddsWordsBesidesNumbersAndTime.
func CountWordsAddedBesidesNumbersAndTime(fact, known string) int {
	k, n := ParseStatement(known), 0
	for _, w := range contentWordsExceptNumbersAndTime(ParseStatement(fact)) {
		if !k.containsWordFormOrSynonym(w) {
			n++
		}
	}
	return n
}

// ShareOfFactWordsInText is the share of a fact's words with a meaning of their own that occur in a
// text in some form, from 0 to 1; 0 for a fact without such words.
func ShareOfFactWordsInText(text, fact string) float64 {
	t, words := ParseStatement(text), contentWordsExceptNumbersAndTime(ParseStatement(fact))
	n := 0
	for _, w := range words {
		if t.containsWordFormOrSynonym(w) || residenceWords()[w.Folded] && t.containsAnyWordOf(residenceWords()) {
			n++
		}
	}
	return float64(n) / float64(max(len(words), 1))
}

func (f Statement) containsAnyWordOf(words map[string]bool) bool {
	return slices.ContainsFunc(f.Tokens, func(t Token) bool { return words[t.Folded] })
}

// contentWordsExceptNumbersAndTime returns the content words that are neither numbers nor dates nor
// words of change, which say when and not what.
func contentWordsExceptNumbersAndTime(f Statement) []Token {
	numbers := numberWords(f.Language)
	return slices.DeleteFunc(slices.Clone(f.ContentWords), func(w Token) bool {
		return unicode.IsDigit([]rune(w.Text)[0]) || numbers[w.Folded] != "" || CalendarWords()[w.Folded] != "" ||
			timelessWords()[w.Folded]
	})
}

// containsWordFormOrSynonym reports whether a form of the word occurs in the statement. Unlike
// ContainsWordFormSynonymOrSound it does not go by sound, and a name has to be the same name:
// Madrid is no form of Madras.
func (f Statement) containsWordFormOrSynonym(w Token) bool {
	if f.FoldedWords[FoldHindiAndRussianSpellings(w.Folded)] {
		return true
	}
	if StartsWithHan(w.Text) { // a pair of characters, which may lie across two words
		return !strings.ContainsFunc(w.Text, func(r rune) bool { return !strings.ContainsRune(f.UnspacedText, r) })
	}
	if StartsWithHanKanaOrHangul(w.Text) {
		return ContainsUnspacedWordPiece(f.UnspacedText, []rune(w.Text))
	}
	isEnglish := f.Language == English || f.Language == UnknownLanguage
	isName := !w.OpensSentence && unicode.IsUpper([]rune(w.Text)[0]) && f.Language != German
	return slices.ContainsFunc(f.Tokens, func(o Token) bool {
		switch {
		case StartsWithHanKanaOrHangul(o.Text):
			return false
		case isName:
			return AreNameForms(o.Folded, w.Folded)
		}
		return AreWordForms(o.Folded, FoldHindiAndRussianSpellings(w.Folded)) ||
			isEnglish && (wordnet().areFormsOrSynonyms(o.Folded, w.Folded) ||
				areEnglishSynonymsBeyondWordNet(o.Folded, w.Folded))
	})
}

// areEnglishSynonymsBeyondWordNet reports two English words that WordNet does not have as synonyms,
// of which each can stand for the other in a fact about the user. The wider groups of synonyms.txt
// would take a partner for a husband.
func areEnglishSynonymsBeyondWordNet(a, b string) bool {
	return exactSynonyms()[a] != "" && exactSynonyms()[a] == exactSynonyms()[b]
}

var exactSynonyms = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for group := range strings.SplitSeq("father dad|mother mum mom|motorcycle motorbike|bicycle bike|afraid fear fears|"+
		"leads manages|short brief|answers replies|born birthplace|lives home|grandmother grandma granny|"+
		"grandfather grandpa grandad|children kids|phone cellphone|university uni|colleague coworker|"+
		"apartment flat|vegetarian veggie|birthday bday", "|") {
		words := strings.Fields(group)
		for _, w := range words {
			out[w] = words[0]
		}
	}
	return out
})

// CapitalizedNamesUnlessGerman returns the names of a text: capitalized words inside its sentences.
// In German, which capitalizes all nouns, it returns none.
func CapitalizedNamesUnlessGerman(text string) []string {
	f := ParseStatement(text)
	var out []string
	for i, w := range f.Tokens {
		if f.Language != German && !w.OpensSentence && f.mayBeNameEvenIfOpeningSentenceAt(i) &&
			!slices.Contains(out, w.Text) {
			out = append(out, w.Text)
		}
	}
	return out
}

// SharesCapitalizedNameUnlessGerman reports whether a name of the fact occurs in the text.
func SharesCapitalizedNameUnlessGerman(text, fact string) bool {
	names := CapitalizedNamesUnlessGerman(text)
	return slices.ContainsFunc(CapitalizedNamesUnlessGerman(fact), func(n string) bool {
		return slices.ContainsFunc(names, func(o string) bool { return AreNameForms(FoldText(o), FoldText(n)) })
	})
}

// HaveSameSubjectBeforeCopula reports whether two statements give one property two values, by their
// form: "the user's laptop is a ThinkPad", "the user's laptop is a MacBook".
func HaveSameSubjectBeforeCopula(a, b string) bool {
	pa, pb := textBeforeCopula(a), textBeforeCopula(b)
	return pa != "" && pb != "" && !AddsWordsBesidesNumbersAndTime(pa, pb) && !AddsWordsBesidesNumbersAndTime(pb, pa)
}

// textBeforeCopula returns what stands before the copula, "" when that has no words of its own.
func textBeforeCopula(text string) string {
	ts := Tokenize(text)
	at := slices.IndexFunc(ts, func(t Token) bool { return copulas()[t.Folded] })
	if at < 0 || len(contentWordsExceptNumbersAndTime(NewStatementFromTokens(ts[:at]))) == 0 {
		return ""
	}
	words := make([]string, at)
	for i, t := range ts[:at] {
		words[i] = t.Text
	}
	return strings.Join(words, " ")
}
