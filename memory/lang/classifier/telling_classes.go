package classifier

import (
	_ "embed" // the vocabulary
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang"
)

// Classes of words in passages (tellingVocabulary), of other words and of numbers.
const (
	classOfOtherWords = 'o' // that the training texts have
	classOfUnknown    = 'w'
	classOfNames      = 'W' // with a capital, not known
	classOfNumbers    = '0'
	classOfCharacters = 'c' // of Chinese and Japanese
)

// tellingVocabulary has the beginnings of words by what they do in a passage that gives something away; see
// telling_vocabulary.txt, from which tools/packtexts packs it.
//
//go:embed zz_telling_vocabulary.txt.gz
var tellingVocabulary string

// maxStemRunes is how long the longest beginning in the vocabulary is that is looked up.
const maxStemRunes = 14

// tellingClasses are the beginnings of words and the whole words of the vocabulary with their classes.
var tellingClasses = sync.OnceValue(func() map[string]byte {
	classes := map[string]byte{}
	class := byte(0)
	for line := range strings.Lines(lang.UnpackText(tellingVocabulary)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for f := range strings.FieldsSeq(line) {
			if len(f) == 1 && f[0] >= 'A' && f[0] <= 'Z' {
				class = f[0]
				continue
			}
			if _, isTaken := classes[f]; !isTaken {
				classes[f] = class
			}
		}
	}
	return classes
})

// StemsOfAskedThings returns what begins the words for what only the owner of an account or a family knows, and
// StemsOfAsking those for who asks for it, asks, enters or agrees, in small letters.
func StemsOfAskedThings() []string { return stemsOfClasses(thingClasses) }

// StemsOfAsking is described with StemsOfAskedThings.
func StemsOfAsking() []string { return stemsOfClasses(askingClasses) }

// AsksForKnownThing reports a passage with a word for what only the owner of an account or a family knows, one for who
// asks, for asking, entering or agreeing, and minEvidence.
func AsksForKnownThing(passage string) bool {
	hasThing, hasAsking := false, false
	tokens := classTokens(passage, func(string) bool { return false })
	for _, t := range tokens {
		hasThing = hasThing || strings.IndexByte(thingClasses, t.class) >= 0
		hasAsking = hasAsking || strings.IndexByte(askingClasses, t.class) >= 0
	}
	return hasThing && hasAsking && countEvidence(tokens) >= minEvidence
}

// Classes of words for what is asked, and for who asks and what is done then.
const (
	thingClasses    = "KLZT"
	evidenceClasses = "AQEZNSRU"
	minEvidence     = 2
	maxEvidence     = 6
	askingClasses   = "AQEZNSU"
)

func stemsOfClasses(classes string) []string {
	var out []string
	for stem, class := range tellingClasses() {
		if strings.IndexByte(classes, class) >= 0 {
			out = append(out, strings.TrimSuffix(stem, "."))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// classToken is a word or a mark of a passage with its class.
type classToken struct {
	class      byte
	start, end int // bytes
}

// className returns the class as a feature has it.
func (t classToken) className() string { return classNames()[t.class : t.class+1] }

// classNames has each class at its own place.
var classNames = sync.OnceValue(func() string {
	all := make([]byte, utf8.RuneSelf)
	for i := range all {
		all[i] = byte(i)
	}
	return string(all)
})

// isWithoutClass reports a word that the vocabulary does not have.
func (t classToken) isWithoutClass() bool {
	switch t.class {
	case classOfOtherWords, classOfUnknown, classOfNames, classOfCharacters:
		return true
	}
	return false
}

// classTokens returns the words, characters of Chinese and Japanese, and marks of a text with their classes.
func classTokens(text string, isKnown func(word string) bool) []classToken {
	lower := lang.LowerKeepingByteLength(text)
	var out []classToken
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(lower[i:])
		switch {
		case unicode.IsSpace(r):
		case lang.IsHanOrKana(r):
			class, n := classAtCharacter(lower[i:])
			if n == 0 {
				class, n = classOfCharacters, size
			}
			out = append(out, classToken{class, i, i + n})
			size = n
		case isWordRune(r):
			size = byteLengthOfWordAtStart(lower[i:])
			out = append(out, classToken{classOfWord(text[i:i+size], lower[i:i+size], isKnown), i, i + size})
		default:
			if mark := markVariants().Replace(string(r)); len(mark) == 1 {
				out = append(out, classToken{mark[0], i, i + size})
			}
		}
		i += size
	}
	return out
}

// classAtCharacter returns the class of the longest entry of the vocabulary at the start of a Chinese or Japanese text,
// and its length in bytes, or 0.
func classAtCharacter(lower string) (class byte, n int) {
	at := 0
	for range 5 {
		_, size := utf8.DecodeRuneInString(lower[at:])
		if at += size; size == 0 {
			break
		}
		if c, ok := tellingClasses()[lower[:at]]; ok {
			class, n = c, at
		}
	}
	return class, n
}

// classOfWord returns the class of a word by its longest beginning in the vocabulary.
func classOfWord(written, lower string, isKnown func(word string) bool) byte {
	if c, ok := tellingClasses()[lower+"."]; ok {
		return c
	}
	class, at := byte(0), 0
	for range maxStemRunes {
		_, size := utf8.DecodeRuneInString(lower[at:])
		if at += size; size == 0 {
			break
		}
		if c, ok := tellingClasses()[lower[:at]]; ok {
			class = c
		}
	}
	first, _ := utf8.DecodeRuneInString(written)
	switch {
	case class != 0:
		return class
	case unicode.IsDigit(first):
		return classOfNumbers
	case isKnownWord(lower, isKnown):
		return classOfOtherWords
	case unicode.IsUpper(first):
		return classOfNames
	default:
		return classOfUnknown
	}
}

// isKnownWord reports a word that is known in the form that Tokenize gives it.
func isKnownWord(word string, isKnown func(word string) bool) bool {
	for _, w := range Tokenize(word) {
		if !isKnown(w) {
			return false
		}
	}
	return true
}

// countEvidence counts the classes of a passage that tell who asks, and what was entered and came of it, up to
// maxEvidence.
func countEvidence(tokens []classToken) int {
	seen, hasWord := map[byte]bool{}, false
	for _, t := range tokens {
		hasWord = hasWord || t.class == 'L'
		if strings.IndexByte(evidenceClasses, t.class) >= 0 {
			seen[t.class] = true
		}
	}
	if hasWord && seen['N'] { // a word, and who agreed on it
		return min(len(seen)+1, maxEvidence)
	}
	return min(len(seen), maxEvidence)
}
