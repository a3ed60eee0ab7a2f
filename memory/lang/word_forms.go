package lang

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// FoldHindiAndRussianSpellings unifies spellings that are used interchangeably: in Hindi the dot
// below and the two signs for a nasal vowel, in Russian ё.
func FoldHindiAndRussianSpellings(s string) string {
	if isASCII(s) {
		return s
	}
	return spellingVariants().Replace(s)
}

var spellingVariants = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer("\u093c", "", "\u0901", "\u0902", "ё", "е")
})

// StripLowerCaseLatinDiacritics removes the accents from Latin letters: people who type fast leave
// them out.
func StripLowerCaseLatinDiacritics(s string) string {
	if isASCII(s) {
		return s
	}
	return latinDiacritics().Replace(s)
}

var latinDiacritics = sync.OnceValue(func() *strings.Replacer {
	var pairs []string
	for base, letters := range map[string]string{
		"a": "àáâãäåą", "c": "çćč", "e": "èéêëęě", "g": "ğ", "i": "ìíîïı", "l": "ł", "n": "ñńň", "o": "òóôõöőø",
		"s": "śšş", "u": "ùúûüűů", "y": "ýÿ", "z": "źżž", "ss": "ß", "oe": "œ", "ae": "æ",
	} {
		for _, r := range letters {
			pairs = append(pairs, string(r), base)
		}
	}
	return strings.NewReplacer(pairs...)
})

// AreWordForms reports whether two words are forms of one word: they have the same stem (see
// haveSameStemOrLongPrefix), share a prefix that leaves only endings, or one is a compound that
// contains the other.
func AreWordForms(a, b string) bool {
	if a != "" && b != "" && a[0] != b[0] { // no common prefix, and no common stem, which is one
		return areWordAndCompound(a, b) || areWordAndCompound(b, a)
	}
	if haveSameStemOrLongPrefix(a, b) {
		return true
	}
	return areFormsByPrefix(a, b)
}

// areFormsByPrefix reports whether two words share a prefix that leaves only endings, or one is a
// compound that begins with the other.
func areFormsByPrefix(a, b string) bool {
	ra, rb := []rune(a), []rune(b)
	if len(ra) > len(rb) {
		ra, rb, a, b = rb, ra, b, a
	}
	n := CommonPrefixLen(ra, rb)
	if unicode.Is(unicode.Devanagari, rb[0]) {
		return n >= 3 && len(ra)-n <= 2
	}
	if startsWithCyrillic(ra) && differOnlyByShortEndings(ra, rb, 2) { // люблю, любит
		return true
	}
	if len(rb) <= 4 && startsWithCyrillic(ra) { // short verbs change their vowel: пью, пьёт
		return n >= 2 && len(ra) >= 3
	}
	if differOnlyByShortEndings(ra, rb, 1) { // bebo, bebe
		return true
	}
	return len(ra) >= 5 && strings.Contains(b, a) || n >= 5 && n*3 >= len(rb)*2
}

// areWordAndCompound reports whether a word of at least five runes is part of a longer one, which Hindi does not
// build.
func areWordAndCompound(word, compound string) bool {
	return len(word) >= 5 && len(word) < len(compound) && strings.Contains(compound, word) &&
		utf8.RuneCountInString(word) >= 5 && !unicode.Is(unicode.Devanagari, FirstRune(compound))
}

// differOnlyByShortEndings reports whether two words share a prefix of three runes or more that
// leaves at most maxEnding runes of each.
func differOnlyByShortEndings(a, b []rune, maxEnding int) bool {
	n := CommonPrefixLen(a, b)
	return n >= 3 && len(a)-n <= maxEnding && len(b)-n <= maxEnding
}

// CommonPrefixLen returns how many runes a and b have in common at their beginning.
func CommonPrefixLen(a, b []rune) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// stemEnglishWord cuts the commonest English endings; words of other languages lose at most a
// plural s. Stems are only compared, never shown.
func stemEnglishWord(w string) string {
	for _, end := range []string{"ingly", "ing", "edly", "ed", "ies", "es", "ly", "s"} {
		if cut, ok := strings.CutSuffix(w, end); ok && len(cut) >= 3 {
			w = trimDoubledLetter(cut)
			break
		}
	}
	if len(w) > 3 {
		w = strings.TrimSuffix(w, "e")
	}
	return w
}

// trimDoubledLetter removes the letter that English doubles before an ending: running, run.
func trimDoubledLetter(w string) string {
	n := len(w)
	if n > 3 && w[n-1] == w[n-2] && w[n-1] != 'l' && w[n-1] != 's' {
		return w[:n-1]
	}
	return w
}

// haveSameStemOrLongPrefix reports whether two folded words are forms of one word: they have equal
// stems, or a common prefix of at least four runes that leaves endings of at most three.
func haveSameStemOrLongPrefix(a, b string) bool {
	if a == b || stemEnglishWord(a) == stemEnglishWord(b) {
		return true
	}
	ra, rb := []rune(a), []rune(b)
	n := 0
	for n < len(ra) && n < len(rb) && ra[n] == rb[n] {
		n++
	}
	return n >= 4 && len(ra)-n <= 3 && len(rb)-n <= 3
}
