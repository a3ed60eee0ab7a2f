package lang

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Scripts that are compared by sound with Latin.
const (
	OtherScript = iota
	LatinScript
	CyrillicScript
	HangulScript
)

// ScriptOfFirstRune returns the script of the word's first rune: LatinScript, CyrillicScript,
// HangulScript, or OtherScript for any other and for the empty word.
func ScriptOfFirstRune(word string) int {
	r, _ := utf8.DecodeRuneInString(word)
	switch {
	case unicode.Is(unicode.Latin, r):
		return LatinScript
	case unicode.Is(unicode.Cyrillic, r):
		return CyrillicScript
	case unicode.Is(unicode.Hangul, r):
		return HangulScript
	}
	return OtherScript
}

// SoundAlikeAcrossScripts reports whether two folded words, one in Latin letters and the other in
// Cyrillic or Hangul, are the same name or loanword: Ivora and Ивора, pipeline and 파이프라인을. At least
// atLeast consonants must match; the word in the other script may have two more for an ending or a
// particle.
func SoundAlikeAcrossScripts(a, b string, atLeast int) bool {
	if ScriptOfFirstRune(b) == LatinScript {
		a, b = b, a
	}
	if ScriptOfFirstRune(a) != LatinScript || ScriptOfFirstRune(b) == LatinScript || ScriptOfFirstRune(b) == OtherScript {
		return false
	}
	sa, sb := phoneticKey(a), phoneticKey(b)
	return len(sa) >= atLeast && strings.HasPrefix(sb, sa) && len(sb)-len(sa) <= 2
}

// phoneticKey is the consonants of a word in order, each as one of seven classes that languages
// preserve in loanwords: b (p, f, v), d (t), g (k), s (z and sibilants), m, n, l (r). Vowels, h and
// repeated consonants are left out.
func phoneticKey(word string) string {
	var b strings.Builder
	last := byte(0)
	add := func(kinds string) {
		for i := range len(kinds) {
			if kinds[i] != last {
				b.WriteByte(kinds[i])
			}
			last = kinds[i]
		}
	}
	for _, r := range replaceDigraphs(word) {
		// A Hangul syllable: 19 initials, 21 vowels, 28 finals (Unicode 3.12).
		if r >= 0xac00 && r <= 0xd7a3 {
			add(hangulInitialClasses()[(r-0xac00)/588])
			last = 0
			add(hangulFinalClasses()[(r-0xac00)%28])
			continue
		}
		if kind := consonantClass(r); kind != "" {
			add(kind)
			continue
		}
		last = 0
	}
	return b.String()
}

// replaceDigraphs rewrites pairs of letters that represent one consonant.
func replaceDigraphs(word string) string {
	return strings.NewReplacer("ph", "f", "sh", "s", "ch", "s", "ck", "k", "th", "t", "ce", "se", "ci", "si", "ts", "s").
		Replace(word)
}

// consonantClass returns the class of a Latin or Cyrillic letter, "" for a vowel.
func consonantClass(r rune) string {
	for kind, letters := range map[string]string{
		"b": "bpfvбпфв", "d": "dtдт", "g": "gkcqгкх", "s": "szjжзсцчшщ", "m": "mм", "n": "nн", "l": "lrлр", "gs": "x",
	} {
		if strings.ContainsRune(letters, r) {
			return kind
		}
	}
	return ""
}

var hangulInitialClasses = sync.OnceValue(func() []string {
	return strings.Split("g|g|n|d|d|l|m|b|b|s|s||s|s|s|g|d|b|", "|")
})

var hangulFinalClasses = sync.OnceValue(func() []string {
	return strings.Split("|g|g|gs|n|ns|n|d|l|lg|lm|lb|ls|ld|lb|l|m|b|bs|s|s|n|s|s|g|d|b|", "|")
})
