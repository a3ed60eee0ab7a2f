package lang

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// redactNumbers replaces payment cards, bank accounts and national numbers. They are told from
// other numbers by their check digits, whatever separates the digits and whatever script they are in.
func redactNumbers(s string) string { return inWindows(s, numberWindows(s), redactNumbersIn) }

func redactNumbersIn(s string) string {
	ascii := foldDigits(s)
	var b strings.Builder
	last := 0
	replace := func(start, end int) {
		if start >= last {
			b.WriteString(s[last:start])
			b.WriteString(secretPlaceholder)
			last = end
		}
	}
	for _, m := range longNumberPattern.FindAllStringIndex(ascii.text, -1) {
		for end := m[1]; end > m[0]; end = strings.LastIndexAny(ascii.text[m[0]:end], " .-") + m[0] {
			if isSecretNumber(ascii.text[m[0]:end]) {
				replace(ascii.sourceOffset(m[0]), ascii.sourceOffset(end))
				break
			}
		}
	}
	b.WriteString(s[last:])
	return b.String()
}

// longNumberPattern matches runs of digits and letters in groups, with up to two separators between
// them. Words may follow an account number in groups, so shorter runs are tried too.
var longNumberPattern = regexp.MustCompile(`\b(?:\d{3}-\d{2}-\d{4}|` +
	`[A-Za-z]{2}\d{2}(?:[ .-]{0,2}[A-Za-z0-9]{1,4}){3,9}|` +
	`\d(?:[ .-]{0,2}\d){10,18}|[A-Za-z]{2}(?: ?\d{2}){3} ?[A-Da-d])\b`)

func isSecretNumber(s string) bool {
	bare := strings.ToUpper(strings.Map(func(r rune) rune {
		if r == ' ' || r == '.' || r == '-' {
			return -1
		}
		return r
	}, s))
	switch {
	case bare == "":
		return false
	case socialSecurityPattern.MatchString(s):
		return true
	case bare[0] < '0' || bare[0] > '9':
		return passesIBANCheck(bare) || ninoPattern.MatchString(bare)
	case len(bare) == 11:
		return cpfPattern.MatchString(s) && passesCPFCheck(bare)
	default:
		return len(bare) >= 13 && passesLuhnCheck(bare)
	}
}

// ninoPattern is the British national insurance number. cpfPattern is the Brazilian tax number as it is
// written; without its points any number of eleven digits would do.
var (
	socialSecurityPattern = regexp.MustCompile(`^\d{3}-\d{2}-\d{4}$`) // of the United States
	ninoPattern           = regexp.MustCompile(`^[A-CEGHJ-PR-TW-Z]{2}\d{6}[A-D]$`)
	cpfPattern            = regexp.MustCompile(`^\d{3}\.\d{3}\.\d{3}-\d{2}$`)
)

// passesIBANCheck checks the length and the check digits of an account number (ISO 13616).
func passesIBANCheck(s string) bool {
	if len(s) < 15 || len(s) > 34 {
		return false
	}
	rest := 0
	for _, r := range s[4:] + s[:4] {
		switch {
		case r >= '0' && r <= '9':
			rest = (rest*10 + int(r-'0')) % 97
		case r >= 'A' && r <= 'Z':
			rest = (rest*100 + int(r-'A') + 10) % 97
		default:
			return false
		}
	}
	return rest == 1
}

// passesCPFCheck checks the two check digits of a Brazilian tax number.
func passesCPFCheck(s string) bool {
	for n := 9; n <= 10; n++ {
		sum := 0
		for i := range n {
			sum += int(s[i]-'0') * (n + 1 - i)
		}
		if sum*10%11%10 != int(s[n]-'0') {
			return false
		}
	}
	return strings.Trim(s, s[:1]) != ""
}

// foldedDigits is a text with digits of every script as ASCII, all blanks as one byte and every
// other character beyond ASCII as one byte too, with the offsets of its bytes in the original.
type foldedDigits struct {
	text    string
	offsets []int
}

func (f foldedDigits) sourceOffset(at int) int { return f.offsets[at] }

func foldDigits(s string) foldedDigits {
	f := foldedDigits{offsets: make([]int, 0, len(s)+1)}
	var b strings.Builder
	b.Grow(len(s))
	for i, r := range s {
		f.offsets = append(f.offsets, i)
		switch {
		case r < utf8.RuneSelf:
			b.WriteByte(byte(r))
		case unicode.Is(unicode.Nd, r):
			b.WriteByte(byte('0' + digitValue(r)))
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case r == '‐' || r == '‑' || r == '–' || r == '—' || r == '−':
			b.WriteByte('-')
		case r == '·' || r == '．':
			b.WriteByte('.')
		default:
			b.WriteByte(';') // neither letter nor digit, so that a number may stand beside it
		}
	}
	f.offsets = append(f.offsets, len(s))
	f.text = b.String()
	return f
}

// digitValue returns the value of a decimal digit: Unicode orders the ten digits of a script from a
// code point on whose predecessor is no digit.
func digitValue(r rune) int {
	n := 0
	for unicode.Is(unicode.Nd, r-1) && n < 9 {
		r--
		n++
	}
	return n
}

// passesLuhnCheck checks the check digit of a payment card (ISO/IEC 7812-1).
func passesLuhnCheck(s string) bool {
	sum, n := 0, 0
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] < '0' || s[i] > '9' {
			continue
		}
		d := int(s[i] - '0')
		if n%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
		n++
	}
	return sum%10 == 0 && strings.Trim(s, "0 -") != ""
}
