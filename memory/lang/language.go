package lang

import (
	"math/bits"
	"slices"
	"sync"
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

// scoreLanguagesByMarkerWords counts the commonest words of each language and the words in letters that
// only it has, and its word for the user threefold.
func scoreLanguagesByMarkerWords(ts []Token) map[Language]int {
	var score, letters [latinLanguageCount]int
	for _, t := range ts {
		for in := languagesOfMarkerWord()[t.Folded]; in != 0; in &= in - 1 {
			score[bits.TrailingZeros16(in)]++
		}
		if in := languageOfOwnLetters(t); in >= 0 {
			letters[in]++
		}
	}
	best := slices.Max(score[:])
	for i, n := range letters {
		if n >= minWordsInOwnLetters && score[i]+n > best { // else they may be names of things in a text of another one
			score[i] += n
		}
	}
	count := map[Language]int{}
	for i, n := range score {
		if n > 0 {
			count[latinLanguages()[i]] = n
		}
	}
	for _, t := range ts {
		if lang, ok := userNouns()[t.Folded]; ok {
			count[lang] += 3 // every fact has one
		}
	}
	return count
}

// latinLanguages are the languages that are told apart by their commonest words.
func latinLanguages() [latinLanguageCount]Language {
	return [...]Language{English, German, Spanish, French, Italian, Portuguese, Dutch, Polish, Turkish}
}

const latinLanguageCount = 9

// minWordsInOwnLetters is how many words in letters of its own count for a language.
const minWordsInOwnLetters = 2

// languageOfOwnLetters returns which of latinLanguages has a word in letters that no other of them has, -1 for
// none. Words with a capital may be names in any language.
func languageOfOwnLetters(t Token) int {
	if isASCII(t.Text) || unicode.IsUpper(FirstRune(t.Text)) && !t.OpensSentence {
		return -1
	}
	for _, r := range t.Text {
		switch r {
		case 'ğ', 'ı', 'ş':
			return turkishIndex
		case 'ą', 'ę', 'ł', 'ż', 'ź':
			return polishIndex
		}
	}
	return -1
}

// Indices in latinLanguages.
const (
	polishIndex  = 7
	turkishIndex = 8
)

// languagesOfMarkerWord maps each word of languageMarkerWords to its languages, one bit for each of latinLanguages, so
// that every word of a text is looked up once.
var languagesOfMarkerWord = sync.OnceValue(func() map[string]uint16 {
	out := map[string]uint16{}
	for i, lang := range latinLanguages() {
		for w := range languageMarkerWords()[lang] {
			out[w] |= 1 << i
		}
	}
	return out
})

// uniqueMostFrequentLanguage returns the language with the highest count, or UnknownLanguage when
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
