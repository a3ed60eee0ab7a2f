package wordindex

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang"
)

// minMisspelledRunes is how long a word is at least in which one wrong letter leaves it the same
// word. Short words that differ in a letter are other words.
const minMisspelledRunes = 7

// maxSpellingDifference is how many bytes one spelling of a word may be longer than another.
const maxSpellingDifference = 4

// areSpellingsOrTyposOfOneWord reports two folded words in one script that are the same but for a
// wrong, missing or swapped letter, for letters that are spelled either way (corinthiano,
// corintiano), or for a vowel that Russian drops in other cases (хорёк, хорька). Names are compared
// elsewhere.
func areSpellingsOrTyposOfOneWord(a, b string) bool {
	if n := len(a) - len(b); n > maxSpellingDifference || -n > maxSpellingDifference {
		return false
	}
	switch lang.ScriptOfFirstRune(b) {
	case lang.CyrillicScript:
		if areCyrillicWithSameConsonants(a, b) {
			return true
		}
	case lang.LatinScript, lang.OtherScript:
		if a[0] == b[0] && len(a) > 4 && len(b) > 4 && unifyLooseSpelling(a) == unifyLooseSpelling(b) {
			return true
		}
	}
	return len(a) >= minMisspelledRunes && len(b) >= minMisspelledRunes && isOneLetterOff([]rune(a), []rune(b))
}

// areCyrillicWithSameConsonants reports two Cyrillic words that begin alike and have the same three
// consonants or more.
func areCyrillicWithSameConsonants(a, b string) bool {
	ca, cb := withoutVowels().Replace(a), withoutVowels().Replace(b)
	return ca == cb && utf8.RuneCountInString(ca) > 2 && firstTwoRunes(a) == firstTwoRunes(b)
}

var withoutVowels = sync.OnceValue(func() *strings.Replacer {
	var pairs []string
	for _, r := range "аеёиоуыэюяйьъ" {
		pairs = append(pairs, string(r), "")
	}
	return strings.NewReplacer(pairs...)
})

// unifyLooseSpelling writes letters that sound alike in one way.
func unifyLooseSpelling(w string) string { return looseSpellings().Replace(w) }

var looseSpellings = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer("th", "t", "ph", "f", "y", "i", "ll", "l", "nn", "n", "tt", "t", "ss", "s", "mm", "m",
		"pp", "p", "rr", "r", "cc", "c", "ff", "f")
})

// isOneLetterOff reports two long words of which one has one letter more than the other, another
// one, or two neighbors in another order.
func isOneLetterOff(a, b []rune) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < minMisspelledRunes || len(b)-len(a) > 1 || !unicode.IsLetter(a[0]) {
		return false
	}
	head := lang.CommonPrefixLen(a, b)
	tail := 0
	for tail < len(a)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	switch rest := len(a) - head - tail; {
	case len(a) < len(b):
		return rest == 0
	case rest == 2:
		return a[head] == b[head+1] && a[head+1] == b[head]
	default:
		return rest <= 1 && head > 0
	}
}
