package injection

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// FoldDisguisedText returns the text as a reader sees it, for patterns that a writer may want to
// evade: compatibility forms (NFKC), hidden characters and accents removed, letters that only look
// Latin or Cyrillic replaced (Unicode Technical Standard 39), digits inside words read as letters,
// spaced-out letters joined, white space collapsed, in lower case. It is for matching only, never
// for storing.
func FoldDisguisedText(s string) string {
	rs := []rune(foldDisguisedTextKeepingCase(s))
	replaceDigitsStandingForLetters(rs)
	return strings.ToLower(string(rs))
}

// foldDisguisedTextKeepingCase is FoldDisguisedText with capitals and digits as they are.
func foldDisguisedTextKeepingCase(s string) string {
	rs := stripHiddenRunesAndMarks(s)
	rs = joinSpacedLetters(rs)
	replaceLookalikes(rs)
	return strings.Join(strings.Fields(norm.NFC.String(string(rs))), " ")
}

// stripHiddenRunesAndMarks decomposes a text and removes what is not seen: hidden characters, and
// the marks over letters of scripts that are read without them.
func stripHiddenRunesAndMarks(s string) []rune {
	out := make([]rune, 0, len(s))
	base := false // the marks that follow may go
	for _, r := range norm.NFKD.String(s) {
		switch {
		case r < 0x80:
			base = true
			out = append(out, r)
		case isDefaultIgnorable(r):
			if r == '\u1160' || r == '\u2800' {
				out = append(out, ' ')
			}
		case unicode.In(r, unicode.Mn, unicode.Me):
			if !base {
				out = append(out, r)
			}
		case r == 'ß':
			out = append(out, 's', 's')
		default:
			base = unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Arabic, unicode.Hebrew, unicode.Common)
			out = append(out, r)
		}
	}
	return out
}

// minSpacedLetters is how many single letters in a row count as a word that is spaced out.
const minSpacedLetters = 4

// joinSpacedLetters joins letters that are spaced out, as in "I g n o r e"; a longer gap is the end
// of a word.
func joinSpacedLetters(rs []rune) []rune {
	out := rs[:0]
	for i := 0; i < len(rs); {
		n, end := countSpacedLettersAndFindEnd(rs, i)
		if n < minSpacedLetters {
			out = append(out, rs[i])
			i++
			continue
		}
		for ; i < end; i++ {
			switch {
			case unicode.IsLetter(rs[i]) || unicode.IsDigit(rs[i]):
				out = append(out, rs[i])
			case isLetterGap(rs[i]) && isLetterGap(rs[i+1]):
				out = append(out, ' ')
			}
		}
	}
	return out
}

// countSpacedLettersAndFindEnd counts the single letters from rs[i] that only blanks or one kind of
// sign part, and returns where they end.
func countSpacedLettersAndFindEnd(rs []rune, i int) (n, end int) {
	if i > 0 && (unicode.IsLetter(rs[i-1]) || unicode.IsDigit(rs[i-1])) {
		return 0, i
	}
	end = i
	for i < len(rs) && unicode.IsLetter(rs[i]) {
		gap := i + 1
		for gap < len(rs) && gap-i <= 4 && isLetterGap(rs[gap]) {
			gap++
		}
		if gap < len(rs) && gap == i+1 && (unicode.IsLetter(rs[gap]) || unicode.IsDigit(rs[gap])) {
			return n, end // a word begins here
		}
		n, end = n+1, i+1
		if gap == i+1 {
			break
		}
		i = gap
	}
	return n, end
}

func isLetterGap(r rune) bool {
	switch r {
	case ' ', '\u00a0', '.', '-', '_', '*', '·', '|', '~', '\u2009', '\u200a', '\u3000':
		return true
	}
	return false
}

// replaceLookalikes replaces letters that look like one of the word's script. A word whose letters
// all exist in both scripts follows the text.
func replaceLookalikes(rs []rune) {
	latin, cyrillic := sharedLatinLookalikes(), sharedCyrillicLookalikes()
	text := scriptOfUnambiguousLetters(rs, latin, cyrillic)
	forEachWord(rs, func(word []rune) {
		script := scriptOfUnambiguousLetters(word, latin, cyrillic)
		if script == nil {
			script = text
		}
		for i, r := range word {
			if script == unicode.Latin && r >= 0x80 {
				if l, ok := latin[r]; ok {
					word[i] = l
				}
			} else if script == unicode.Cyrillic && r < 0x80 {
				if c, ok := cyrillic[r]; ok {
					word[i] = c
				}
			}
		}
	})
}

// scriptOfUnambiguousLetters returns the script that most of the letters prove that look like no
// letter of the other one, or nil without such letters.
func scriptOfUnambiguousLetters(rs []rune, latin, cyrillic map[rune]rune) *unicode.RangeTable {
	var latins, cyrillics, others int
	for _, r := range rs {
		switch {
		case r < 0x80:
			if _, shared := cyrillic[r]; !shared && unicode.IsLetter(r) {
				latins++
			}
		case !unicode.IsLetter(r):
		case latin[r] != 0:
		case unicode.Is(unicode.Cyrillic, r):
			cyrillics++
		case unicode.Is(unicode.Latin, r):
			latins++
		default:
			others++
		}
	}
	switch {
	case others > latins && others > cyrillics:
		return unicode.Common
	case cyrillics > latins:
		return unicode.Cyrillic
	case latins > 0:
		return unicode.Latin
	}
	return nil
}

// forEachWord calls f with each run of letters.
func forEachWord(rs []rune, f func(word []rune)) {
	start := -1
	for i, r := range rs {
		switch {
		case unicode.IsLetter(r):
			if start < 0 {
				start = i
			}
		case start >= 0:
			f(rs[start:i])
			start = -1
		}
	}
	if start >= 0 {
		f(rs[start:])
	}
}

// replaceDigitsStandingForLetters replaces digits and signs that stand for letters: between two
// letters, or at the beginning of a word.
func replaceDigitsStandingForLetters(rs []rune) {
	for i, r := range rs {
		letter := letterForLookalikeDigitOrSign(r)
		if letter == 0 || i+2 >= len(rs) || !isASCIILetter(rs[i+1]) {
			continue
		}
		if i > 0 && isASCIILetter(rs[i-1]) || (i == 0 || rs[i-1] == ' ') && isASCIILetter(rs[i+2]) {
			rs[i] = letter
		}
	}
}

func letterForLookalikeDigitOrSign(r rune) rune {
	switch r {
	case '0':
		return 'o'
	case '1', '!':
		return 'i'
	case '3':
		return 'e'
	case '4', '@':
		return 'a'
	case '5', '$':
		return 's'
	case '7':
		return 't'
	}
	return 0
}

func isASCIILetter(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }

var (
	sharedLatinLookalikes    = sync.OnceValue(latinLookalikes)
	sharedCyrillicLookalikes = sync.OnceValue(cyrillicLookalikes)
)
