package injection

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// HasHiddenRunes reports characters that a reader does not see: control characters, private use,
// and everything that Unicode lets a renderer ignore, such as zero-width and direction marks,
// fillers and tags. Three uses are allowed: a joiner inside a word of a script that needs it, a
// joiner in an emoji, and the selector that makes a sign an emoji or a text sign.
func HasHiddenRunes(s string) bool {
	var before rune
	for i, r := range s {
		if r >= 0x80 || r < ' ' || r == 0x7f {
			_, size := utf8.DecodeRuneInString(s[i:])
			next, _ := utf8.DecodeRuneInString(s[i+size:])
			if isHiddenRune(r) && !isUsefulJoiner(before, r, next) && !isUsefulVariationSelector(before, r) {
				return true
			}
		}
		before = r
	}
	return false
}

func isHiddenRune(r rune) bool {
	return unicode.IsControl(r) || isDefaultIgnorable(r) || unicode.In(r, unicode.Co, unicode.Zl, unicode.Zp)
}

// isDefaultIgnorable follows the derivation of Default_Ignorable_Code_Point in Unicode's
// DerivedCoreProperties.txt, plus every other format character and the blank Braille pattern.
func isDefaultIgnorable(r rune) bool {
	return r == '\u2800' || r >= 0xe0000 && r <= 0xe0fff || unicode.In(r, unicode.Cf,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// isUsefulJoiner reports a zero-width joiner or non-joiner between letters of a script that needs
// it, or a joiner between emoji.
func isUsefulJoiner(before, r, after rune) bool {
	if r != '\u200d' && r != '\u200c' {
		return false
	}
	if r == '\u200d' && (isEmojiPart(before) || before == '\ufe0f') {
		return isEmojiPart(after)
	}
	joining := func(r rune) bool {
		return unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali,
			unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada,
			unicode.Malayalam, unicode.Sinhala, unicode.Myanmar, unicode.Khmer, unicode.Tibetan)
	}
	return joining(before) && (joining(after) || after == ' ' || after == utf8.RuneError)
}

// isEmojiPart reports signs that emoji are made of: symbols and the modifiers of skin tone.
func isEmojiPart(r rune) bool {
	return unicode.Is(unicode.So, r) || r >= 0x1f3fb && r <= 0x1f3ff || r == 0x2640 || r == 0x2642
}

// isUsefulVariationSelector reports a variation selector behind a sign that has one. More than one
// in a row can carry bytes.
func isUsefulVariationSelector(before, r rune) bool {
	if r < 0xfe00 || r > 0xfe0f || unicode.Is(unicode.Variation_Selector, before) {
		return false
	}
	return unicode.In(before, unicode.S, unicode.P, unicode.Han) || before >= '0' && before <= '9'
}

// HasDisguisedWords reports words that are written so that patterns do not find them: letters
// spaced out, letters of two scripts in a word, mathematical or encircled letters, piles of marks,
// letters on their heads.
func HasDisguisedWords(s string) bool {
	ascii := true
	for i := range len(s) {
		ascii = ascii && s[i] < 0x80
	}
	rs := []rune(s)
	for i := range rs {
		if n, _ := countSpacedLettersAndFindEnd(rs, i); n > minSpacedLetters {
			return true
		}
	}
	if ascii {
		return false
	}
	return hasStyledOrTurnedLetters(rs) || hasPiledCombiningMarks(s) || hasMixedScriptWord(stripHiddenRunesAndMarks(s))
}

// hasStyledOrTurnedLetters counts mathematical, encircled and squared letters and those that stand
// on their heads.
func hasStyledOrTurnedLetters(rs []rune) bool {
	styled, turned := 0, 0
	for _, r := range rs {
		switch {
		case r >= 0x1d400 && r <= 0x1d7ff || r >= 0x24b6 && r <= 0x24e9 || r >= 0x1f110 && r <= 0x1f18f:
			styled++
		case isUpsideDownLetter(r):
			turned++
		}
	}
	return styled >= 3 || turned >= 3
}

func isUpsideDownLetter(r rune) bool {
	switch r {
	case 'ɐ', 'ɔ', 'ǝ', 'ɟ', 'ƃ', 'ɥ', 'ᴉ', 'ɾ', 'ʞ', 'ɯ', 'ɹ', 'ʇ', 'ʌ', 'ʍ', 'ʎ':
		return true
	}
	return false
}

// hasPiledCombiningMarks reports three marks on one letter; no script that is folded has more than
// two.
func hasPiledCombiningMarks(s string) bool {
	n, latin := 0, false
	for _, r := range norm.NFD.String(s) {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me):
			if n++; n >= 3 && latin {
				return true
			}
		default:
			n, latin = 0, unicode.In(r, unicode.Latin, unicode.Cyrillic, unicode.Greek)
		}
	}
	return false
}

// hasMixedScriptWord reports a word with a letter of another script between two of its own that
// looks like one of its own.
func hasMixedScriptWord(rs []rune) bool {
	latin, cyrillic := sharedLatinLookalikes(), sharedCyrillicLookalikes()
	found := false
	forEachWord(rs, func(word []rune) {
		for i := 1; i+1 < len(word) && !found; i++ {
			r, before, after := word[i], word[i-1], word[len(word)-1]
			own := unicode.Is(unicode.Latin, before) && unicode.Is(unicode.Latin, after)
			if own && latin[r] != 0 && !unicode.Is(unicode.Latin, r) {
				found = true
			}
			own = unicode.Is(unicode.Cyrillic, before) && unicode.Is(unicode.Cyrillic, after)
			if own && cyrillic[r] != 0 {
				found = true
			}
		}
	})
	return found
}
