package secrets

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang/lazyregexp"
)

// redactCardsAccountsAndNationalNumbers replaces payment cards, bank accounts and national numbers.
// They are told from other numbers by their check digits, whatever separates the digits and
// whatever script they are in.
func redactCardsAccountsAndNationalNumbers(s string) string {
	return replaceInWindows(s, findDigitClusterWindows(s), redactCardAndNationalNumbersInWindow)
}

func redactCardAndNationalNumbersInWindow(s string) string {
	for _, f := range nationalFormats() {
		s = f.pattern.ReplaceAllStringFunc(s, func(m string) string {
			if f.check == nil || f.check(strings.Map(keepAlphanumericRune, m)) {
				return secretPlaceholder
			}
			return m
		})
	}
	ascii := foldDigitsMaskingOtherNonASCII(s)
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
			if isCardAccountOrNationalNumber(ascii.text[m[0]:end]) {
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
var longNumberPattern = lazyregexp.New(`\b(?:\d{3}-\d{2}-\d{4}|` +
	`[A-Za-z]{2}\d{2}(?:[ .-]{0,2}[A-Za-z0-9]{1,4}){3,9}|` +
	`\d{4}(?: ?\n ?\d{4}){3}|\d{8} ?\n ?\d{8}|` +
	`\d(?:[ .-]{0,2}\d){10,18}|[A-Za-z]{2}(?: ?\d{2}){3} ?[A-Da-d])\b`)

func isCardAccountOrNationalNumber(s string) bool {
	bare := strings.ToUpper(strings.Map(func(r rune) rune {
		if strings.ContainsRune(" .-\n", r) {
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
		return passesIBANCheck(bare) || hasIBANForm(bare) || ninoPattern.MatchString(bare)
	case len(bare) == 11:
		return cpfPattern.MatchString(s) && passesCPFCheck(bare)
	default:
		isBook := len(bare) == 13 && (strings.HasPrefix(bare, "978") || strings.HasPrefix(bare, "979")) // ISBN
		return len(bare) >= 13 && !isBook && passesLuhnCheck(bare)
	}
}

// ninoPattern is the British national insurance number. cpfPattern is the Brazilian tax number as
// it is written; without its points any number of eleven digits would do.
var (
	socialSecurityPattern = lazyregexp.New(`^\d{3}-\d{2}-\d{4}$`) // of the United States
	ninoPattern           = lazyregexp.New(`^[A-CEGHJ-PR-TW-Z]{2}\d{6}[A-D]$`)
	cpfPattern            = lazyregexp.New(`^\d{3}\.\d{3}\.\d{3}-\d{2}$`)
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

func foldDigitsMaskingOtherNonASCII(s string) foldedDigits {
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

// nationalFormat is the form of a number that a state gives a person, with its check, if it has
// one.
type nationalFormat struct {
	pattern *regexp.Regexp
	check   func(string) bool
}

// nationalFormats are, in order: Italy's codice fiscale, Mexico's CURP, Korea's resident number,
// Russia's SNILS, Spain's DNI and NIE, China's resident number (GB 11643), France's NIR,
// Switzerland's AHV number, Belgium's national number, Chile's RUT and India's PAN of a person.
var nationalFormats = sync.OnceValue(func() []nationalFormat {
	return []nationalFormat{
		{regexp.MustCompile(`\b[A-Z]{6}\d{2}[A-EHLMPR-T]\d{2}[A-Z]\d{3}[A-Z]\b`), nil},
		{regexp.MustCompile(`\b[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z0-9]\d\b`), nil},
		{regexp.MustCompile(`\b\d{2}[01]\d[0-3]\d-[1-8]\d{6}\b`), nil},
		{regexp.MustCompile(`\b\d{3}-\d{3}-\d{3}[ -]\d{2}\b`), passesSNILSCheck},
		{regexp.MustCompile(`\b(?:\d{8}|[XYZ][ -]?\d{7})[ -]?[A-HJ-NP-TV-Z]\b`), passesDNICheck},
		{regexp.MustCompile(`\b[1-9]\d{16}[\dXx]\b`), passesChineseIDCheck},
		{regexp.MustCompile(`\b\d{6}(?: ?[-– ] ?\d{6}){7}\b`), nil}, // recovery key of BitLocker
		{regexp.MustCompile(`\b[12] ?\d{2} ?[01]\d ?\d{2} ?\d{3} ?\d{3} ?\d{2}\b`), passesNIRCheck},
		{regexp.MustCompile(`\b756[. ]\d{4}[. ]\d{4}[. ]\d{2}\b`), passesEANCheck},
		{regexp.MustCompile(`\b\d{2}\.[01]\d\.[0-3]\d-\d{3}\.\d{2}\b`), nil},
		{regexp.MustCompile(`\b\d{1,2}\.\d{3}\.\d{3}-[\dkK]\b`), passesRUTCheck},
		{regexp.MustCompile(`\b[A-Z]{3}P[A-Z]\d{4}[A-Z]\b`), nil},
		{regexp.MustCompile(`\b[A-Z]{1,2}\d{6} ?[(（][\dA][)）]`), nil}, // identity card of Hong Kong
	}
})

func keepAlphanumericRune(r rune) rune {
	if unicode.IsLetter(r) || unicode.IsDigit(r) {
		return r
	}
	return -1
}

// passesSNILSCheck checks the last two digits, a sum with weights from nine down by 101.
func passesSNILSCheck(s string) bool {
	sum := 0
	for i := range 9 {
		sum += int(s[i]-'0') * (9 - i)
	}
	key, err := strconv.Atoi(s[9:])
	return err == nil && sum%101%100 == key
}

// passesDNICheck checks the letter behind a Spanish number, which is its remainder by 23.
func passesDNICheck(s string) bool {
	digits := strings.NewReplacer("X", "0", "Y", "1", "Z", "2").Replace(s[:1]) + s[1:len(s)-1]
	n, err := strconv.Atoi(digits)
	return err == nil && "TRWAGMYFPDXBNJZSQVHLCKE"[n%23] == s[len(s)-1]
}

// passesChineseIDCheck checks the last sign, a sum with weights of powers of two by 11.
func passesChineseIDCheck(s string) bool {
	sum, weight := 0, 1
	for i := len(s) - 1; i >= 0; i-- {
		value := 10
		if s[i] != 'X' && s[i] != 'x' {
			value = int(s[i] - '0')
		}
		sum += value * weight
		weight = weight * 2 % 11
	}
	return sum%11 == 1
}

// passesNIRCheck checks the last two digits, which make the first thirteen a multiple of 97.
func passesNIRCheck(s string) bool {
	n, err := strconv.Atoi(s[:13])
	key, err2 := strconv.Atoi(s[13:])
	return err == nil && err2 == nil && 97-n%97 == key
}

// passesEANCheck checks the last digit of thirteen, with weights of one and three in turn.
func passesEANCheck(s string) bool {
	return weightedSum(s, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1)%10 == 0
}

// passesRUTCheck checks the sign behind a number of Chile: weights from two to seven from the right, by 11.
func passesRUTCheck(s string) bool {
	sum, n := 0, len(s)-1
	for i := range n {
		sum += int(s[n-1-i]-'0') * (2 + i%6)
	}
	return strings.ToUpper(s[n:]) == string("0K987654321"[sum%11])
}

// findSpacedPairs finds three or four groups of one or two digits with blanks between them, as dials show
// them: 18 49 07. Longer rows are telephone numbers.
func findSpacedPairs(s string) []window {
	var out []window
	for i := 0; i < len(s); i++ {
		if !isASCIIDigit(s, i) {
			continue
		}
		w, groups, isPairs := rowOfDigitGroups(s, i)
		if isPairs && groups >= 3 && groups <= 4 && standsAlone(s, w) {
			out = append(out, w)
		}
		i = w.end
	}
	return out
}

// rowOfDigitGroups returns the row of groups of digits with single blanks between them that begins at a byte,
// how many they are, and whether none has more than two digits.
func rowOfDigitGroups(s string, at int) (row window, groups int, isPairs bool) {
	row, isPairs = window{at, at}, true
	for start := at; isASCIIDigit(s, start); groups++ {
		row.end = start
		for isASCIIDigit(s, row.end) {
			row.end++
		}
		isPairs = isPairs && row.end-start <= 2
		if start = row.end; start < len(s) && s[start] == ' ' {
			start++
		}
	}
	return row, groups, isPairs
}

func isASCIIDigit(s string, at int) bool { return at < len(s) && s[at] >= '0' && s[at] <= '9' }

func countASCIIDigits(s string) (n int) {
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			n++
		}
	}
	return n
}
