package memory

import (
	"strings"
	"unicode"
)

// tongue is the language a text is taken to be in.
type tongue string

// The languages whose word lists the guards and grounding hold. A text in another one is unknown, and then every list
// counts.
const (
	unknownTongue tongue = ""
	english       tongue = "en"
	german        tongue = "de"
	spanish       tongue = "es"
	french        tongue = "fr"
	italian       tongue = "it"
	portuguese    tongue = "pt"
	russian       tongue = "ru"
	hindi         tongue = "hi"
	korean        tongue = "ko"
	chinese       tongue = "zh"
)

// tongueOf tells the language by script, and among those with Latin letters by the commonest words. It needs no more
// certainty than choosing between word lists does.
func tongueOf(ts []token) tongue {
	count := map[tongue]int{}
	for _, t := range ts {
		for _, r := range t.text {
			switch {
			case unicode.Is(unicode.Hangul, r):
				count[korean]++
			case unicode.Is(unicode.Devanagari, r):
				count[hindi]++
			case unicode.Is(unicode.Cyrillic, r):
				count[russian]++
			case unicode.Is(unicode.Han, r):
				count[chinese]++
			}
		}
	}
	if t, n := most(count); n >= 2 {
		return t
	}
	count = map[tongue]int{}
	for lang, words := range commonWords() {
		for _, t := range ts {
			if words[strings.ReplaceAll(t.fold, "’", "'")] {
				count[lang]++
			}
		}
	}
	t, _ := most(count)
	return t
}

// most returns the language with the highest count; none when two share it.
func most(count map[tongue]int) (tongue, int) {
	best, top := unknownTongue, 0
	for t, n := range count {
		switch {
		case n > top:
			best, top = t, n
		case n == top:
			best = unknownTongue
		}
	}
	return best, top
}

// latin reports whether a language is written in Latin letters; one that is not known counts as such.
func (t tongue) latin() bool { return t != russian && t != hindi && t != korean && t != chinese }
