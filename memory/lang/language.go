package lang

import (
	"slices"
	"unicode"
)

// Language is the detected language of a text.
type Language string

// The languages with word lists for guards and grounding. Any other is unknown, and then the words
// of all lists count.
const (
	UnknownLanguage Language = ""
	English         Language = "en"
	German          Language = "de"
	Spanish         Language = "es"
	French          Language = "fr"
	Italian         Language = "it"
	Portuguese      Language = "pt"
	Russian         Language = "ru"
	Hindi           Language = "hi"
	Korean          Language = "ko"
	Chinese         Language = "zh"
	Japanese        Language = "ja"
	Arabic          Language = "ar"
	Turkish         Language = "tr"
	Polish          Language = "pl"
	Dutch           Language = "nl"
)

// DetectLanguage detects the language by script, and among those in Latin script by the commonest
// words. It only needs to be good enough to choose a word list.
func DetectLanguage(ts []Token) Language {
	if lang, n := uniqueMostFrequentLanguage(countLettersByScriptLanguage(ts)); n >= 2 {
		return lang
	}
	lang, _ := uniqueMostFrequentLanguage(scoreLanguagesByMarkerWords(ts))
	return lang
}

// countLettersByScriptLanguage counts the letters of each language that has a script of its own.
func countLettersByScriptLanguage(ts []Token) map[Language]int {
	count := map[Language]int{}
	for _, t := range ts {
		for _, r := range t.Text {
			if r < 0x400 {
				continue
			}
			switch {
			case unicode.Is(unicode.Hangul, r):
				count[Korean]++
			case unicode.Is(unicode.Devanagari, r):
				count[Hindi]++
			case unicode.Is(unicode.Cyrillic, r):
				count[Russian]++
			case unicode.Is(unicode.Han, r):
				count[Chinese]++
			case isKana(r):
				count[Japanese] += 2 // beside Han
			case unicode.Is(unicode.Arabic, r):
				count[Arabic]++
			}
		}
	}
	return count
}

// scoreLanguagesByMarkerWords counts the commonest words of each language, and its word for the
// user threefold.
func scoreLanguagesByMarkerWords(ts []Token) map[Language]int {
	count := map[Language]int{}
	for lang, words := range languageMarkerWords() {
		for _, t := range ts {
			if words[t.Folded] {
				count[lang]++
			}
		}
	}
	for _, t := range ts {
		if lang, ok := userNouns()[t.Folded]; ok {
			count[lang] += 3 // every fact has one
		}
	}
	return count
}

// uniqueMostFrequentLanguage returns the language with the highest count, or unknownLanguage when
// two share it.
func uniqueMostFrequentLanguage(count map[Language]int) (Language, int) {
	best, top := UnknownLanguage, 0
	for t, n := range count {
		switch {
		case n > top:
			best, top = t, n
		case n == top:
			best = UnknownLanguage
		}
	}
	return best, top
}

// UsesLatinScript reports whether a language is written in Latin script; the unknown language
// counts as such.
func (t Language) UsesLatinScript() bool {
	return !slices.Contains([]Language{Russian, Hindi, Korean, Chinese, Japanese, Arabic}, t)
}
