package memory

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Scripts whose words are compared by sound when the other one is Latin.
const (
	noSounds = iota
	latinSounds
	cyrillicSounds
	hangulSounds
)

func scriptOf(word string) int {
	r, _ := utf8.DecodeRuneInString(word)
	switch {
	case unicode.Is(unicode.Latin, r):
		return latinSounds
	case unicode.Is(unicode.Cyrillic, r):
		return cyrillicSounds
	case unicode.Is(unicode.Hangul, r):
		return hangulSounds
	}
	return noSounds
}

// soundAlike reports whether two folded words, one in Latin letters and the other in Cyrillic or Hangul, are the same
// name or loanword: Ivora and Ивора, pipeline and 파이프라인을. They must have at least atLeast consonants in
// common; the other script may add two of an ending or a particle.
func soundAlike(a, b string, atLeast int) bool {
	if scriptOf(b) == latinSounds {
		a, b = b, a
	}
	if scriptOf(a) != latinSounds || scriptOf(b) == latinSounds || scriptOf(b) == noSounds {
		return false
	}
	sa, sb := sounds(a), sounds(b)
	return len(sa) >= atLeast && strings.HasPrefix(sb, sa) && len(sb)-len(sa) <= 2
}

// sounds is the row of consonants of a word, each as one of seven kinds that languages keep apart when they borrow one:
// b (p, f, v), d (t), g (k), s (z and the hissing ones), m, n, l (r). Vowels, h and what is repeated are left out.
func sounds(word string) string {
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
	for _, r := range latinPairs(word) {
		if r >= 0xac00 && r <= 0xd7a3 { // a Hangul syllable: 19 initials, 21 vowels, 28 finals (Unicode 3.12)
			add(hangulInitials()[(r-0xac00)/588])
			last = 0
			add(hangulFinals()[(r-0xac00)%28])
			continue
		}
		if kind := letterSounds(r); kind != "" {
			add(kind)
			continue
		}
		last = 0
	}
	return b.String()
}

// latinPairs rewrites letters that stand for one consonant together.
func latinPairs(word string) string {
	return strings.NewReplacer("ph", "f", "sh", "s", "ch", "s", "ck", "k", "th", "t", "ce", "se", "ci", "si", "ts", "s").
		Replace(word)
}

// letterSounds is the kind of a Latin or Cyrillic letter, "" for a vowel.
func letterSounds(r rune) string {
	for kind, letters := range map[string]string{
		"b": "bpfvбпфв", "d": "dtдт", "g": "gkcqгкх", "s": "szjжзсцчшщ", "m": "mм", "n": "nн", "l": "lrлр", "gs": "x",
	} {
		if strings.ContainsRune(letters, r) {
			return kind
		}
	}
	return ""
}

var hangulInitials = sync.OnceValue(func() []string {
	return strings.Split("g|g|n|d|d|l|m|b|b|s|s||s|s|s|g|d|b|", "|")
})

var hangulFinals = sync.OnceValue(func() []string {
	return strings.Split("|g|g|gs|n|ns|n|d|l|lg|lm|lb|ls|ld|lb|l|m|b|bs|s|s|n|s|s|g|d|b|", "|")
})
