package lang

import (
	"slices"
	"unicode"
)

// language is the detected language of a text.
type language string

// The languages with word lists for guards and grounding. Any other is unknown, and then the words
// of all lists count.
const (
	unknownLanguage language = ""
	english         language = "en"
	german          language = "de"
	spanish         language = "es"
	french          language = "fr"
	italian         language = "it"
	portuguese      language = "pt"
	russian         language = "ru"
	hindi           language = "hi"
	korean          language = "ko"
	chinese         language = "zh"
	japanese        language = "ja"
	arabic          language = "ar"
	turkish         language = "tr"
	polish          language = "pl"
	dutch           language = "nl"
)

// detectLanguage detects the language by script, and among those in Latin script by the commonest
// words. It only needs to be good enough to choose a word list.
func detectLanguage(ts []token) language {
	count := map[language]int{}
	for _, t := range ts {
		for _, r := range t.text {
			if r < 0x400 {
				continue
			}
			switch {
			case unicode.Is(unicode.Hangul, r):
				count[korean]++
			case unicode.Is(unicode.Devanagari, r):
				count[hindi]++
			case unicode.Is(unicode.Cyrillic, r):
				count[russian]++
			case unicode.Is(unicode.Han, r):
				count[chinese]++
			case isKana(r):
				count[japanese] += 2 // beside Han
			case unicode.Is(unicode.Arabic, r):
				count[arabic]++
			}
		}
	}
	if t, n := mostFrequent(count); n >= 2 {
		return t
	}
	count = map[language]int{}
	for lang, words := range languageMarkerWords() {
		for _, t := range ts {
			if words[t.folded] {
				count[lang]++
			}
		}
	}
	for _, t := range ts {
		if lang, ok := userNouns()[t.folded]; ok {
			count[lang] += 3 // every fact has one
		}
	}
	t, _ := mostFrequent(count)
	return t
}

// mostFrequent returns the language with the highest count, or unknownLanguage when two share it.
func mostFrequent(count map[language]int) (language, int) {
	best, top := unknownLanguage, 0
	for t, n := range count {
		switch {
		case n > top:
			best, top = t, n
		case n == top:
			best = unknownLanguage
		}
	}
	return best, top
}

// usesLatinScript reports whether a language is written in Latin script; the unknown language
// counts as such.
func (t language) usesLatinScript() bool {
	return !slices.Contains([]language{russian, hindi, korean, chinese, japanese, arabic}, t)
}
