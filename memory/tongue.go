package memory

import (
	"strings"
	"unicode"
)

// language is the detected language of a text.
type tongue string

// The languages with word lists for guards and grounding. Any other is unknown, and then the words
// of all lists count.
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

// detectLanguage detects the language by script, and among those in Latin script by the commonest
// words. It only needs to be good enough to choose a word list.
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

// mostFrequent returns the language with the highest count, or unknownLanguage when two share it.
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

// usesLatinScript reports whether a language is written in Latin script; the unknown language
// counts as such.
func (t tongue) latin() bool { return t != russian && t != hindi && t != korean && t != chinese }
