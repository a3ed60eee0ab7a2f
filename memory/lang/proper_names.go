package lang

import (
	"slices"
	"strings"
	"unicode"
)

// namesOccurIn reports whether every name of the fact occurs in the text. A fact with an invented
// or exchanged name is another fact.
func (f statement) namesOccurIn(t statement) bool {
	for i, w := range f.tokens {
		if !f.isNameAt(i) || t.containsName(w) || f.extendsKnownName(i, t) {
			continue
		}
		if w.opensSentence && !f.substitutesName(i, t) {
			continue
		}
		return false
	}
	return true
}

// isNameAt reports whether a word of the fact may be a name: it is capitalized and neither a
// function word nor a date nor, in German, clearly a noun.
func (f statement) isNameAt(i int) bool {
	w := f.tokens[i]
	r := []rune(w.text)
	if len(r) < 2 || !unicode.IsUpper(r[0]) || isFunctionWord(w.folded, f.language) ||
		len(extractCalendarNames(f.tokens[i:i+1])) > 0 {
		return false
	}
	if w.opensSentence && f.language == english && (strings.HasSuffix(w.folded, "ing") ||
		strings.HasSuffix(w.folded, "ed")) {
		return false // "Using …", "Decided …"
	}
	return f.language != german || !f.isGermanNounAt(i)
}

// isGermanNounAt reports whether a capitalized word is clearly a noun: it follows a determiner, a
// number or a declined adjective and no capitalized word follows, or it has a noun ending.
func (f statement) isGermanNounAt(i int) bool {
	row := i+1 < len(f.tokens) && unicode.IsUpper([]rune(f.tokens[i+1].text)[0])
	fold := f.tokens[i].folded
	for _, end := range strings.Fields("ung ungen heit keit schaft tion tionen tät nis chen ismus") {
		if strings.HasSuffix(fold, end) {
			return true
		}
	}
	if i == 0 || row {
		return false
	}
	before := f.tokens[i-1]
	if _, number := numberWords(german)[before.folded]; number || unicode.IsDigit(firstRune(before.text)) ||
		germanDeterminers()[before.folded] {
		return true
	}
	lower := !unicode.IsUpper([]rune(before.text)[0])
	for _, end := range strings.Fields("e en er es em") {
		if lower && strings.HasSuffix(before.folded, end) && !functionWords()[before.folded] {
			return true
		}
	}
	return false
}

// containsName reports whether a name occurs in the text, in any form.
func (f statement) containsName(w token) bool {
	if f.foldedWords[w.folded] || slices.ContainsFunc(f.tokens, func(o token) bool {
		return areNameForms(o.folded, w.folded)
	}) {
		return true
	}
	if f.language == german && slices.ContainsFunc(f.tokens, func(o token) bool {
		return commonPrefixLen([]rune(o.folded), []rune(w.folded)) >= 5 && areWordForms(o.folded, w.folded)
	}) {
		return true // a noun in another case
	}
	return w.opensSentence && f.containsWord(w) || f.occursInLowerCase(w)
}

// occursInLowerCase reports whether a form of the word occurs in the text without a capital, which
// means that it is no name.
func (f statement) occursInLowerCase(w token) bool {
	return slices.ContainsFunc(f.tokens, func(o token) bool {
		return !unicode.IsUpper(firstRune(o.text)) && areWordForms(o.folded, w.folded)
	})
}

// areNameForms reports whether two words are forms of one name: equal, longer by an s or a Slavic
// case ending, or the same sounds in two scripts.
func areNameForms(a, b string) bool {
	if a == b {
		return true
	}
	if script := scriptOf(a); script == scriptOf(b) && script != hangulScript && firstRune(a) != firstRune(b) {
		return false
	}
	ra, rb := []rune(a), []rune(b)
	if len(ra) > len(rb) {
		ra, rb = rb, ra
	}
	if soundAlike(a, b, 3) || scriptOf(a) != hangulScript && scriptOf(b) != hangulScript && soundAlike(a, b, 2) &&
		len(phoneticKey(a)) == len(phoneticKey(b)) {
		return true
	}
	n := commonPrefixLen(ra, rb)
	if isCyrillic(ra) {
		return n >= 2 && len(ra)-n <= 1 && len(rb)-n <= 3 && len(ra) >= 3
	}
	return n >= 3 && n == len(ra) && len(rb) == n+1 && rb[n] == 's'
}

func isCyrillic(r []rune) bool { return unicode.Is(unicode.Cyrillic, r[0]) }

// extendsKnownName reports whether an unknown word only extends a name of the text: "Wendelsea
// Botanic Garden" where a text in another script has the word for garden in its own language. If
// the text itself continues the name with another capitalized word, it is a different name.
func (f statement) extendsKnownName(i int, t statement) bool {
	if f.language.usesLatinScript() {
		return false
	}
	for i--; i >= 0 && startsWithLatinCapital(f.tokens[i]); i-- {
		for k, o := range t.tokens {
			if areNameForms(o.folded, f.tokens[i].folded) {
				return k+1 == len(t.tokens) || !startsWithLatinCapital(t.tokens[k+1])
			}
		}
	}
	return false
}

func startsWithLatinCapital(t token) bool {
	r := []rune(t.text)[0]
	return unicode.IsUpper(r) && unicode.Is(unicode.Latin, r)
}

// substitutesName reports whether the unknown first word of a fact replaces a name that the text
// has and the fact lacks. A first word is capitalized anyway. It replaces a name when the words
// after it occur next to another capitalized word in the text, or when it is a subject and the text
// has a name that the fact lacks.
func (f statement) substitutesName(i int, t statement) bool {
	after := contentTokens(f.tokens[i+1:])
	after = after[:min(len(after), 2)]
	for k, o := range t.tokens {
		if !unicode.IsUpper(firstRune(o.text)) || len([]rune(o.text)) < 3 || isFunctionWord(o.folded, t.language) ||
			f.containsName(o) {
			continue
		}
		if strings.HasPrefix(o.folded, "i'") || strings.HasPrefix(o.folded, "i’") { // I'll
			continue
		}
		before, behind := contentTokens(t.tokens[:k]), contentTokens(t.tokens[k+1:])
		beside := statement{tokens: append(before[max(0, len(before)-2):], behind[:min(len(behind), 3)]...)}
		if f.isSubjectAt(i) || slices.ContainsFunc(after, beside.containsWord) {
			return true
		}
	}
	return false
}

// isSubjectAt reports whether the word is the subject of a sentence: an auxiliary or a content word
// follows. A verb, a preposition or a heading is followed by an article or another preposition.
func (f statement) isSubjectAt(i int) bool {
	if i+1 >= len(f.tokens) {
		return false
	}
	next := f.tokens[i+1].folded
	return !f.language.usesLatinScript() || auxiliaryVerbs()[next] || !functionWords()[next]
}
