package secrets

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang/lazyregexp"
)

// findSecretInLabelClause finds what looks like a password or a code in the clause of a label,
// behind it or before it: languages put verbs between them in more ways than expressions know.
func findSecretInLabelClause(s string, at, last int, label classifiedLabel) (window, bool) {
	if label.isOrdinary {
		return window{}, false
	}
	end := at + len(label.name)
	stop := min(end+offsetOfClauseEnd(s[end:]), len(s))
	if m := quotedPattern.FindStringSubmatchIndex(s[end:stop]); m != nil && !label.isNumeric {
		return window{end + m[2], end + m[3]}, true
	}
	if w, ok := findPasswordOrCodeToken(s, end, stop, label.isNumeric); ok {
		return w, true
	}
	return findPasswordOrCodeToken(s, sentenceStartBefore(s, at, last), at, label.isNumeric)
}

// findUnseparatedSecretAfterLabel finds the one word behind a label that begins a clause, as in
// "login bob, password otter", and the words before the verb in Hindi and behind the label in
// Turkish.
func findUnseparatedSecretAfterLabel(s string, at int, label classifiedLabel) (window, bool) {
	if label.isOrdinary || label.isNumeric {
		return window{}, false
	}
	end := at + len(label.name)
	pattern := verbFinalPattern
	before := strings.TrimRight(s[:at], " ")
	if last, _ := utf8.DecodeLastRuneInString(before); before == "" || strings.ContainsRune(",;:(.!?—/\n", last) {
		pattern = barePattern
	}
	for _, p := range []*lazyregexp.Regexp{pattern, verbFinalPattern} {
		m := p.FindStringSubmatchIndex(s[end:min(len(s), end+maxLabelledBytes)])
		if m == nil || m[2] < 0 {
			continue
		}
		if value := s[end+m[2] : end+m[3]]; !describesInsteadOfNamingSecret(value) &&
			!strings.Contains(value, secretPlaceholder) {
			return window{end + m[2], end + m[3]}, true
		}
	}
	return window{}, false
}

// barePattern matches a single word up to the end of a clause; verbFinalPattern what stands before
// the Hindi verb. Both match behind a label.
var (
	barePattern      = lazyregexp.New(`^\s+([^\s.,;!?()]{5,40})\s*(?:$|[.,;!?)\n])`)
	verbFinalPattern = lazyregexp.New(`^(?:\s(?:का|की|के|में)\s\S+)?\s+(\S+(?:\s\S+){0,3}?)\s+(?:है|हैं|था|` +
		`रखा)(?:$|[\s।.,])`)
)

// isOrdinaryWordLabel reports labels that are ordinary words too, and the postal code of India.
func isOrdinaryWordLabel(label string) bool {
	l := strings.ToLower(label)
	return strings.HasPrefix(l, "log") || l == "clave" || l == "credentials" || l == "secret" || postalLabel.MatchString(l)
}

// isNumericCodeLabel reports labels of codes and numbers, which digits alone may follow.
func isNumericCodeLabel(label string) bool {
	return isNumberLabel(label) || codeLabelPattern.MatchString(label)
}

var codeLabelPattern = lazyregexp.New(`(?i)pin|code|unlock|kod|código|codice|код|combination|رقم|رمز|码|碼|番号|` +
	`번호|otp|` +
	`cv[vc]|nip|senha d|пин|पिन|कोड`)

// offsetOfClauseEnd returns the offset of what ends a clause: a sign before a blank, or the end.
func offsetOfClauseEnd(s string) int {
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

// findPasswordOrCodeToken returns the first token between two bytes that nobody would write in a
// sentence but as a password, or, where numeric is set, as a code.
func findPasswordOrCodeToken(s string, start, end int, numeric bool) (window, bool) {
	for _, m := range typedTokenPattern.FindAllStringIndex(s[start:end], -1) {
		w := window{start + m[0], start + m[1]}
		if m[1]-m[0] < 4 {
			continue
		}
		if t := s[w.start:w.end]; looksLikeTypedPassword(t) || numeric && looksLikeNumericCode(t) {
			return w, true
		}
	}
	return window{}, false
}

// quotedPattern matches one to three words in quotation marks. typedTokenPattern matches groups of
// digits, and words with what is written in them.
var (
	quotedPattern = lazyregexp.New(`(?:^|` +
		`\s)["“„«‚‘'` + "`" + `]([^\s"”“»«’'` + "`" + `]{4,40}(?:\s[^\s"”“»«’'` + "`" +
		`]{1,20}){0,2})["”“»’'` + "`" + `](?:$|[\s.,;!?])`)
	typedTokenPattern = lazyregexp.New(`\d(?:[ -]?\d){3,}|[\p{L}\p{N}!-~]*[\p{L}\p{N}#*$%&_!]`)
)

// looksLikeTypedPassword reports letters mixed with digits or signs, or words run together, but for
// measures, versions, products and addresses.
func looksLikeTypedPassword(t string) bool {
	if isCamelCased(t) {
		return !brandPattern.MatchString(t)
	}
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

// isCamelCased reports two words in one, the second with a capital: girasoleStorto.
func isCamelCased(t string) bool {
	changes, small := 0, 0
	for _, r := range t {
		switch {
		case unicode.IsLower(r):
			small++
		case unicode.IsUpper(r):
			if small >= 3 {
				changes++
			}
			small = 0
		default:
			return false
		}
	}
	return changes > 0 && small >= 3
}

// brandPattern matches names of products that are written as two words in one.
var brandPattern = lazyregexp.New(`(?i)^(?:keepass\w*|lastpass|bitwarden|dashlane|protonpass|protonmail|` +
	`youtube|github|gitlab|` +
	`paypal|linkedin|whatsapp|facebook|onedrive|macbook|wordpress|facetime|openvpn|truecrypt|veracrypt|playstation|` +
	`javascript|` +
	`typescript|sharepoint|postgresql|mongodb|doordash|tiktok|snapchat|airbnb|mastercard|nordvpn|netflix|fritzbox|` +
	`dropbox)$`)

// productPattern matches names and measures with digits: WPA2, SHA256, 1Password, Office365,
// 12-digit.
var productPattern = lazyregexp.New(`^(?:[A-Z]{2,5}-?\d{1,3}|1Password|[A-Z][a-z]+-?\d{1,3}|i[A-Z][a-z]+\d*|` +
	`\d+(?:st|nd|rd|th|er|cm|mm|km|kg|gb|tb|ghz|GB|TB)|\d+-\p{L}+|https?:.*|www\..*|[\w-]+\.(?:com|org|net|de|io))$`)

// looksLikeNumericCode reports four digits and more that are no year and no date, or a letter with
// three.
func looksLikeNumericCode(t string) bool {
	digits, others := 0, 0
	for _, r := range t {
		if unicode.IsDigit(r) {
			digits++
		} else if r != ' ' && r != '-' {
			others++
		}
	}
	if digits < 3 || others > 2 || yearPattern.MatchString(t) {
		return false
	}
	return digits >= 4 || others > 0
}

var yearPattern = lazyregexp.New(`^(?:(?:19|20)\d\d|\d{4}-\d\d?-\d\d?)$`)
