package lang

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MayHaveNames reports whether a word may be a name; without one AllNamesOccurIn any text.
func (f Statement) MayHaveNames() bool {
	for i := range f.Tokens {
		if f.mayBeNameEvenIfOpeningSentenceAt(i) {
			return true
		}
	}
	return false
}

// AllNamesOccurIn reports whether every name of the fact occurs in the text. A fact with an
// invented or exchanged name is another fact.
func (f Statement) AllNamesOccurIn(t Statement) bool {
	for i, w := range f.Tokens {
		if !f.mayBeNameEvenIfOpeningSentenceAt(i) || t.containsNameInAnyForm(w) ||
			f.extendsKnownLatinNameInNonLatinFact(i, t) ||
			t.containsPolishOrTurkishNameForm(w, f.Language) {
			continue
		}
		if w.OpensSentence && !f.openingWordReplacesName(i, t) {
			continue
		}
		return false
	}
	return true
}

// mayBeNameEvenIfOpeningSentenceAt reports whether a word of the fact may be a name: it is
// capitalized and neither a function word nor a date nor, in German, clearly a noun.
func (f Statement) mayBeNameEvenIfOpeningSentenceAt(i int) bool {
	w := f.Tokens[i]
	r := []rune(w.Text)
	if len(r) < 2 || !unicode.IsUpper(r[0]) || isFunctionWord(w.Folded, f.Language) ||
		len(ExtractMonthsAndWeekdays(f.Tokens[i:i+1])) > 0 {
		return false
	}
	if w.OpensSentence && f.Language == English && (strings.HasSuffix(w.Folded, "ing") ||
		strings.HasSuffix(w.Folded, "ed")) {
		return false // "Using …", "Decided …"
	}
	return f.Language != German || !f.isCommonGermanNounAt(i)
}

// isCommonGermanNounAt reports whether a capitalized word is clearly a noun: it follows a
// determiner, a number or a declined adjective and no capitalized word follows, or it has a noun
// ending.
func (f Statement) isCommonGermanNounAt(i int) bool {
	row := i+1 < len(f.Tokens) && unicode.IsUpper([]rune(f.Tokens[i+1].Text)[0])
	fold := f.Tokens[i].Folded
	for _, end := range strings.Fields("ung ungen heit keit schaft tion tionen tät nis chen ismus") {
		if strings.HasSuffix(fold, end) {
			return true
		}
	}
	if i == 0 || row {
		return false
	}
	before := f.Tokens[i-1]
	if _, number := numberWords(German)[before.Folded]; number || unicode.IsDigit(FirstRune(before.Text)) ||
		germanDeterminers()[before.Folded] {
		return true
	}
	lower := !unicode.IsUpper([]rune(before.Text)[0])
	for _, end := range strings.Fields("e en er es em") {
		if lower && strings.HasSuffix(before.Folded, end) && !FunctionWords()[before.Folded] {
			return true
		}
	}
	return false
}

// containsNameInAnyForm reports whether a name occurs in the text, in any form.
func (f Statement) containsNameInAnyForm(w Token) bool {
	if f.FoldedWords[w.Folded] || f.containsSynonymOf(w) || slices.ContainsFunc(f.Tokens, func(o Token) bool {
		return AreNameForms(o.Folded, w.Folded)
	}) {
		return true
	}
	if f.Language == German && slices.ContainsFunc(f.Tokens, func(o Token) bool {
		return CommonPrefixLen([]rune(o.Folded), []rune(w.Folded)) >= 5 && AreWordForms(o.Folded, w.Folded)
	}) {
		return true // a noun in another case
	}
	return w.OpensSentence && f.ContainsWordFormSynonymOrSound(w) || f.containsLowerCaseForm(w)
}

// containsPolishOrTurkishNameForm reports whether the text has a name in another case of the
// language (see differByPolishOrTurkishNameEnding).
func (f Statement) containsPolishOrTurkishNameForm(w Token, language Language) bool {
	return slices.ContainsFunc(
		f.Tokens, func(o Token) bool { return differByPolishOrTurkishNameEnding(o.Folded, w.Folded, language) },
	)
}

// differByPolishOrTurkishNameEnding reports two Polish or Turkish words that may be one name in two
// cases, or with "I am" behind it: Filemon and Filemona, İzmirli and İzmirliyim. In other languages
// such words are two names: Martin and Martina.
func differByPolishOrTurkishNameEnding(a, b string, language Language) bool {
	var endings []string
	switch language {
	case Polish:
		endings = strings.Fields("a u em owi ie y i ą ę ego emu")
	case Turkish:
		endings = strings.Fields("yim yım yum yüm im ım um üm da de ta te dan den tan ten lı li lu lü")
	default:
		return false
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	if ending, ok := strings.CutSuffix(a, "y"); ok && language == Polish && strings.HasPrefix(b, ending) {
		return slices.Contains(endings, b[len(ending):]) // Bonifacy, Bonifacego
	}
	return utf8.RuneCountInString(a) >= 4 && strings.HasPrefix(b, a) && slices.Contains(endings, b[len(a):])
}

// containsLowerCaseForm reports whether a form of the word occurs in the text without a capital,
// which means that it is no name, or the name itself without capital and accents: gijon.
func (f Statement) containsLowerCaseForm(w Token) bool {
	plain := StripDiacriticsAndFoldSpellings(w.Folded)
	return slices.ContainsFunc(f.Tokens, func(o Token) bool {
		return !unicode.IsUpper(FirstRune(o.Text)) &&
			(AreWordForms(o.Folded, w.Folded) || plain != w.Folded && o.Folded == plain)
	})
}

// AreNameForms reports whether two words are forms of one name: equal, longer by an s or a Slavic
// case ending, or the same sounds in two scripts.
func AreNameForms(a, b string) bool {
	if a == b {
		return true
	}
	if script := ScriptOfFirstRune(a); script == ScriptOfFirstRune(b) && script != HangulScript &&
		FirstRune(a) != FirstRune(b) {
		return false
	}
	return soundLikeOneNameAcrossScripts(a, b) || differByFinalSOrCyrillicEnding([]rune(a), []rune(b))
}

// soundLikeOneNameAcrossScripts reports whether two words in two scripts have three sounds in
// common, or, without Hangul, the same two.
func soundLikeOneNameAcrossScripts(a, b string) bool {
	if SoundAlikeAcrossScripts(a, b, 3) {
		return true
	}
	return ScriptOfFirstRune(a) != HangulScript && ScriptOfFirstRune(b) != HangulScript &&
		SoundAlikeAcrossScripts(a, b, 2) &&
		len(phoneticKey(a)) == len(phoneticKey(b))
}

// differByFinalSOrCyrillicEnding reports whether one word is the other with an s, or whether two
// Cyrillic words differ in a case ending only.
func differByFinalSOrCyrillicEnding(ra, rb []rune) bool {
	if len(ra) > len(rb) {
		ra, rb = rb, ra
	}
	n := CommonPrefixLen(ra, rb)
	if startsWithCyrillic(ra) {
		return n >= 2 && len(ra)-n <= 1 && len(rb)-n <= 3 && len(ra) >= 3
	}
	return n >= 3 && n == len(ra) && len(rb) == n+1 && rb[n] == 's'
}

func startsWithCyrillic(r []rune) bool { return unicode.Is(unicode.Cyrillic, r[0]) }

// extendsKnownLatinNameInNonLatinFact reports whether an unknown word only extends a name of the
// text: "Wendelsea Botanic Garden" where a text in another script has the word for garden in its
// own language. If the text itself continues the name with another capitalized word, it is a
// different name.
func (f Statement) extendsKnownLatinNameInNonLatinFact(i int, t Statement) bool {
	if f.Language.UsesLatinScript() {
		return false
	}
	for i--; i >= 0 && startsWithLatinCapital(f.Tokens[i]); i-- {
		for k, o := range t.Tokens {
			if AreNameForms(o.Folded, f.Tokens[i].Folded) {
				return k+1 == len(t.Tokens) || !startsWithLatinCapital(t.Tokens[k+1])
			}
		}
	}
	return false
}

func startsWithLatinCapital(t Token) bool {
	r := []rune(t.Text)[0]
	return unicode.IsUpper(r) && unicode.Is(unicode.Latin, r)
}

// openingWordReplacesName reports whether the unknown first word of a fact replaces a name that the
// text has and the fact lacks. A first word is capitalized anyway. It replaces a name when the
// words after it occur next to another capitalized word in the text, or when it is a subject and
// the text has a name that the fact lacks.
func (f Statement) openingWordReplacesName(i int, t Statement) bool {
	after := UniqueContentTokens(f.Tokens[i+1:])
	after = after[:min(len(after), 2)]
	for k, o := range t.Tokens {
		if !unicode.IsUpper(FirstRune(o.Text)) || len([]rune(o.Text)) < 3 || isFunctionWord(o.Folded, t.Language) ||
			f.containsNameInAnyForm(o) {
			continue
		}
		if strings.HasPrefix(o.Folded, "i'") || strings.HasPrefix(o.Folded, "i’") { // I'll
			continue
		}
		before, behind := UniqueContentTokens(t.Tokens[:k]), UniqueContentTokens(t.Tokens[k+1:])
		beside := Statement{Tokens: append(before[max(0, len(before)-2):], behind[:min(len(behind), 3)]...)}
		if f.mayBeSubjectAt(i) || slices.ContainsFunc(after, beside.ContainsWordFormSynonymOrSound) {
			return true
		}
	}
	return false
}

// mayBeSubjectAt reports whether the word is the subject of a sentence: an auxiliary or a content
// word follows. A verb, a preposition or a heading is followed by an article or another
// preposition.
func (f Statement) mayBeSubjectAt(i int) bool {
	if i+1 >= len(f.Tokens) {
		return false
	}
	next := f.Tokens[i+1].Folded
	return !f.Language.UsesLatinScript() || auxiliaryVerbs()[next] || !FunctionWords()[next]
}
