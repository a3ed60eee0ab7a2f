package lang

import (
	"regexp"
	"strings"
	"unicode"
)

// secretInClause finds what looks like a password or a code in the clause of a label, behind it or
// before it: languages put verbs between them in more ways than expressions know.
func secretInClause(s string, at, last int, label string) (window, bool) {
	if isOrdinaryLabel(label) {
		return window{}, false
	}
	end := at + len(label)
	stop := min(end+clauseStop(s[end:]), len(s))
	numeric := isCodeLabel(label)
	if w, ok := findTypedSecret(s, end, stop, numeric); ok {
		return w, true
	}
	start := max(strings.LastIndexAny(s[:at], ";!?\n")+1, strings.LastIndex(s[:at], ". ")+1, last)
	if at-start > maxLabelledBytes {
		return window{}, false
	}
	return findTypedSecret(s, start, at, numeric)
}

// isOrdinaryLabel reports labels that are ordinary words too, and the postal code of India.
func isOrdinaryLabel(label string) bool {
	l := strings.ToLower(label)
	return strings.HasPrefix(l, "log") || l == "clave" || l == "credentials" || l == "secret" || postalLabel.MatchString(l)
}

// isCodeLabel reports labels of codes and numbers, which digits alone may follow.
func isCodeLabel(label string) bool {
	return namesNumber(label) || codeLabelPattern.MatchString(label)
}

var codeLabelPattern = regexp.MustCompile(`(?i)pin|code|kod|código|codice|код|combination|رقم|رمز|码|碼|番号|번호|otp|` +
	`cv[vc]|nip|पिन|कोड`)

// clauseStop returns the offset of what ends a clause: a sign before a blank, or the end.
func clauseStop(s string) int {
	for i := range len(s) {
		switch s[i] {
		case '\n', ';':
			return i
		case '.', '!', '?', ',':
			if i+1 == len(s) || s[i+1] == ' ' {
				return i
			}
		}
	}
	return len(s)
}

// findTypedSecret returns the first token between two bytes that nobody would write in a sentence but
// as a password, or, where numeric is set, as a code.
func findTypedSecret(s string, start, end int, numeric bool) (window, bool) {
	for _, m := range typedTokenPattern.FindAllStringIndex(s[start:end], -1) {
		w := window{start + m[0], start + m[1]}
		if t := s[w.start:w.end]; looksTyped(t) || numeric && looksLikeCode(t) {
			return w, true
		}
	}
	return window{}, false
}

// typedTokenPattern matches words of ASCII and groups of digits.
var typedTokenPattern = regexp.MustCompile(`\d(?:[ -]?\d){3,}|[!-~]*[A-Za-z0-9#*$%&_!]`)

// looksTyped reports letters mixed with digits or signs, but for measures, versions, products and
// addresses.
func looksTyped(t string) bool {
	if len(t) < 6 || strings.Contains(t, "@") && strings.Contains(t, ".") || productPattern.MatchString(t) {
		return false
	}
	letters, digits, signs := 0, 0, 0
	for _, r := range t {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		case strings.ContainsRune("!#$%^&*+=~_@", r):
			signs++
		}
	}
	return letters >= 2 && digits+signs >= 1 && !strings.ContainsAny(t, "()[]{}<>\"")
}

// productPattern matches names and measures with digits: WPA2, SHA256, 1Password, Office365, 12-digit.
var productPattern = regexp.MustCompile(`^(?:[A-Z]{2,5}-?\d{1,3}|1Password|[A-Z][a-z]+-?\d{1,3}|i[A-Z][a-z]+\d*|` +
	`\d+(?:st|nd|rd|th|er|cm|mm|km|kg|gb|tb|ghz|GB|TB)|\d+-\p{L}+|https?:.*|www\..*|[\w-]+\.(?:com|org|net|de|io))$`)

// looksLikeCode reports four digits and more that are no year and no date, or a letter with three.
func looksLikeCode(t string) bool {
	bare := strings.NewReplacer(" ", "", "-", "").Replace(t)
	digits := 0
	for _, r := range bare {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	if yearPattern.MatchString(t) || digits < 3 || len(bare) > digits+2 {
		return false
	}
	return digits >= 4 || len(bare) > digits
}

var yearPattern = regexp.MustCompile(`^(?:(?:19|20)\d\d|\d{4}-\d\d?-\d\d?)$`)
