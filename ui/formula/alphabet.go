package formula

// alphabet is a style of letters and digits.
type alphabet int8

// The alphabets. In italics letters are slanted and digits and capital Greek letters upright, as
// TeX sets variables.
const (
	italics alphabet = iota
	upright
	bold
	boldItalic
	slanted // all letters
	script
	fraktur
	doubleStruck
	sansSerif
	sansBold
	typewriter
)

// Starts of the mathematical alphabets in Unicode (UTR #25): capitals, small letters, digits.
func latinAndDigitStartsOfAlphabet(a alphabet) (upper, lower, digits rune) {
	switch a {
	case bold:
		return 0x1D400, 0x1D41A, 0x1D7CE
	case italics, slanted:
		return 0x1D434, 0x1D44E, 0
	case boldItalic:
		return 0x1D468, 0x1D482, 0x1D7CE
	case script:
		return 0x1D49C, 0x1D4B6, 0
	case fraktur:
		return 0x1D504, 0x1D51E, 0
	case doubleStruck:
		return 0x1D538, 0x1D552, 0x1D7D8
	case sansSerif:
		return 0x1D5A0, 0x1D5BA, 0x1D7E2
	case sansBold:
		return 0x1D5D4, 0x1D5EE, 0x1D7EC
	case typewriter:
		return 0x1D670, 0x1D68A, 0x1D7F6
	}
	return 0, 0, 0
}

// Letters that Unicode had before its mathematical alphabets, which leave holes for them.
func letterFillingAlphabetHole(r rune) rune {
	switch r {
	case 0x1D455:
		return 'ℎ'
	case 0x1D49D:
		return 'ℬ'
	case 0x1D4A0:
		return 'ℰ'
	case 0x1D4A1:
		return 'ℱ'
	case 0x1D4A3:
		return 'ℋ'
	case 0x1D4A4:
		return 'ℐ'
	case 0x1D4A7:
		return 'ℒ'
	case 0x1D4A8:
		return 'ℳ'
	case 0x1D4AD:
		return 'ℛ'
	case 0x1D4BA:
		return 'ℯ'
	case 0x1D4BC:
		return 'ℊ'
	case 0x1D4C4:
		return 'ℴ'
	}
	return letterFillingFrakturOrDoubleStruckHole(r)
}

func letterFillingFrakturOrDoubleStruckHole(r rune) rune {
	switch r {
	case 0x1D506:
		return 'ℭ'
	case 0x1D50B:
		return 'ℌ'
	case 0x1D50C:
		return 'ℑ'
	case 0x1D515:
		return 'ℜ'
	case 0x1D51D:
		return 'ℨ'
	case 0x1D53A:
		return 'ℂ'
	case 0x1D53F:
		return 'ℍ'
	case 0x1D545:
		return 'ℕ'
	case 0x1D547:
		return 'ℙ'
	case 0x1D548:
		return 'ℚ'
	case 0x1D549:
		return 'ℝ'
	case 0x1D551:
		return 'ℤ'
	}
	return r
}

// greekAlphabetStart returns where the Greek letters of an alphabet start, or 0: 25 capitals, ∇, 25
// small letters, ∂ and six variants.
func greekAlphabetStart(a alphabet) rune {
	switch a {
	case bold, sansBold:
		return 0x1D6A8
	case italics, slanted:
		return 0x1D6E2
	case boldItalic:
		return 0x1D71C
	}
	return 0
}

// letterInAlphabet returns a letter or digit in an alphabet; other characters stay.
func letterInAlphabet(r rune, a alphabet) rune {
	upper, lower, digits := latinAndDigitStartsOfAlphabet(a)
	switch {
	case r >= 'A' && r <= 'Z' && upper != 0:
		return letterFillingAlphabetHole(upper + r - 'A')
	case r >= 'a' && r <= 'z' && lower != 0:
		return letterFillingAlphabetHole(lower + r - 'a')
	case r >= '0' && r <= '9' && digits != 0:
		return digits + r - '0'
	case r == 'ı' && a == italics:
		return 0x1D6A4
	case r == 'ȷ' && a == italics:
		return 0x1D6A5
	}
	if start := greekAlphabetStart(a); start != 0 {
		return greekInAlphabet(r, a, start)
	}
	return r
}

func greekInAlphabet(r rune, a alphabet, start rune) rune {
	switch {
	case r >= 'Α' && r <= 'Ω':
		if a == italics {
			return r
		}
		if a == boldItalic {
			start = greekAlphabetStart(bold)
		}
		return start + r - 'Α'
	case r >= 'α' && r <= 'ω':
		return start + 26 + r - 'α'
	case r == '∂' || r == '∇' && a == italics:
		return r
	case r == '∇':
		return start + 25
	}
	for i, v := range []rune("ϵϑϰϕϱϖ") {
		if r == v {
			return start + 52 + rune(i)
		}
	}
	return r
}

// isSlantedRune reports whether a character of an alphabet leans to the right.
func isSlantedRune(r rune) bool {
	return r >= 0x1D434 && r <= 0x1D503 || r >= 0x1D6E2 && r <= 0x1D755 || r == 'ℎ' || r == 0x1D6A4 || r == 0x1D6A5
}

// italicForSmallScript returns a small script letter in italics, for fonts that have only capitals
// of the script; 0 for other characters.
func italicForSmallScript(r rune) rune {
	switch {
	case r >= 0x1D4B6 && r <= 0x1D4CF:
		return letterInAlphabet('a'+r-0x1D4B6, italics)
	case r == 'ℯ', r == 'ℊ', r == 'ℴ':
		return letterInAlphabet(map[rune]rune{'ℯ': 'e', 'ℊ': 'g', 'ℴ': 'o'}[r], italics)
	}
	return 0
}
