// Package sourcecode finds the passwords in pasted source code, configuration and command lines.
// Such a value need not look like a secret, and no sentence names it: the syntax tells which part
// is the password, as in mysql -u root -pVALUE, define('DB_PASSWORD', 'VALUE') or
// login("anna", "VALUE").
package sourcecode

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang"
)

// Span is a part of a text in bytes; End is behind its last byte.
type Span struct{ Start, End int }

// maxStatementBytes is how far behind a name its value is looked for.
const maxStatementBytes = 200

// FindPasswords returns the passwords, keys and tokens that are assigned to a name, handed to a
// program or passed to a function in a text. They may overlap and are in no order. Values that only
// stand for another one, such as $PASSWORD or <password>, are none.
func FindPasswords(s string) []Span {
	lower := lowerASCII(s)
	var trigrams lang.Trigrams
	trigrams.AddText(s)
	var spans []Span
	for _, name := range assignedNames() {
		if trigrams.MayContain(name.stem) {
			spans = append(spans, name.findValues(s, lower)...)
		}
	}
	for _, f := range commandForms() {
		if trigrams.MayContain(f.literal) {
			spans = append(spans, f.findInLines(s, lower)...)
		}
	}
	return append(spans, findRandomValues(s)...)
}

// findRandomValues finds quoted values that are assigned or passed, and values of header lines, that look random,
// under whatever name: vendors have headers of their own, and people names in their language.
func findRandomValues(s string) []Span {
	var out []Span
	for start, end := range lang.RunsOfBytes(s, isValueByte) {
		if end-start >= minRandomValue && end-start <= maxRandomValue && looksRandom(s[start:end]) &&
			(isQuotedArgument(s[:start]) || isHeader(s, start, end)) &&
			!namesIdentifier(s[lang.StartOfRune(s, max(0, start-maxHeaderName)):start]) {
			out = append(out, Span{start, end})
		}
	}
	return out
}

// namesIdentifier reports whether the text before a value ends with the name of something that only looks random. The
// identifier of a session is a secret.
func namesIdentifier(before string) bool {
	at := identifierName.FindStringIndex(before)
	return at != nil && !sessionName.MatchString(before)
}

// How long a random value is, in bytes, and at most the name of a header with what stands around it.
const (
	maxHeaderName  = 64
	minRandomValue = 20
	maxRandomValue = 120
)

// isValueByte reports a character of ASCII that is neither blank nor a quotation mark.
func isValueByte(b byte) bool { return b > ' ' && b <= '~' && b != '"' && b != '\'' && b != '`' }

// isQuotedArgument reports whether a text ends with a quotation mark behind what assigns or passes a value.
func isQuotedArgument(before string) bool {
	unquoted := strings.TrimRight(before, "\"'`")
	assigning := strings.TrimRight(unquoted, " \t")
	return len(unquoted) < len(before) && assigning != "" && strings.ContainsAny(assigning[len(assigning)-1:], "=:,([")
}

// isHeader reports whether a value stands alone behind the name of a header, in its line or in quotes.
func isHeader(s string, start, end int) bool {
	behind, _, _ := strings.Cut(s[end:min(len(s), end+maxHeaderName)], "\n")
	if strings.Trim(behind, "\"'`,; \t\r") != "" {
		return false
	}
	line := s[max(0, start-maxHeaderName):start]
	return headerName.MatchString(line[1+strings.LastIndexByte(line, '\n'):])
}

// minRandomLetters and minRandomDigits are how many of both a random value has: a hash of 32 hexadecimal digits
// has about 12 and 20.
const (
	minRandomLetters = 5
	minRandomDigits  = 4
)

// looksRandom reports letters and digits that change as often as in no name, path or address.
func looksRandom(value string) bool {
	letters, digits, changes := 0, 0, 0
	before := false
	for i := range len(value) {
		isDigit := '0' <= value[i] && value[i] <= '9'
		switch {
		case isDigit:
			digits++
		case 'a' <= value[i]|0x20 && value[i]|0x20 <= 'z':
			letters++
		}
		if i > 0 && isDigit != before {
			changes++
		}
		before = isDigit
	}
	return letters >= minRandomLetters && digits >= minRandomDigits && changes*4 >= len(value) &&
		!strings.ContainsAny(value, "%[{,<") && !strings.Contains(value, "://") &&
		strings.Count(value, "/") <= len(value)/16 &&
		!uuidForm.MatchString(value)
}

// findValues finds the values of names such as DB_PASSWORD, wherever the name begins.
func (name assignedName) findValues(s, lower string) []Span {
	var out []Span
	for at := range lang.OffsetsOf(lower, name.stem) {
		if name.isWord && continuesWord(s, at) {
			continue
		}
		rest := s[at:lang.StartOfRune(s, min(len(s), at+maxStatementBytes))]
		for _, p := range name.forms {
			m := p.FindStringSubmatchIndex(rest)
			if m == nil {
				continue
			}
			value := firstGroup(m)
			if isLiteralValue(rest[value.Start:value.End]) && isProgramSyntax(s, at, rest[:value.Start]) {
				out = append(out, Span{at + value.Start, at + value.End})
				break
			}
		}
	}
	return out
}

// continuesWord reports whether the letter at a byte goes on with a word: the p of compass, not
// that of db_pass, PASS or userPass.
func continuesWord(s string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	first, _ := utf8.DecodeRuneInString(s[at:])
	if !unicode.IsLetter(before) {
		return false
	}
	return unicode.IsLower(first) || unicode.IsUpper(before)
}

// firstGroup returns the first group that is set.
func firstGroup(match []int) Span {
	for i := 2; i < len(match); i += 2 {
		if match[i] >= 0 {
			return Span{match[i], match[i+1]}
		}
	}
	return Span{}
}

// isProgramSyntax reports whether a name and what stands up to its value are of a program and not of a
// sentence ("the mountain pass: 'Furka'", "words such as 'password', 'meeting'"). What assigns with
// an equals sign is; a colon needs a name in quotes, of several parts or at the beginning of a line,
// and a comma an opening bracket before the name. at is in the name, and upToValue begins there.
func isProgramSyntax(s string, at int, upToValue string) bool {
	if strings.Contains(upToValue, "=") {
		return true
	}
	start := at
	for start > 0 && isNameByte(s[start-1]) {
		start--
	}
	before := strings.TrimRight(s[1+strings.LastIndexByte(s[:start], '\n'):start], "\"'`")
	isQuoted := len(before) < start-1-strings.LastIndexByte(s[:start], '\n')
	if strings.Contains(upToValue, ",") {
		return isQuoted && strings.HasSuffix(strings.TrimRight(before, " \t"), "(")
	}
	return isQuoted || start < at || strings.Trim(before, " \t-*{,") == ""
}

func isNameByte(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || strings.IndexByte("_.-$", b) >= 0
}

// isLiteralValue reports whether a value is written out instead of being the name of a variable, a
// place to fill in, stars, or what has replaced a secret.
func isLiteralValue(value string) bool {
	if value == "" || strings.ContainsAny(value[:1], "$%<{[*") {
		return false
	}
	return strings.Trim(value, "*.xX•…") != ""
}

// findInLines runs the expression on each line that has the literal.
func (f commandForm) findInLines(s, lower string) []Span {
	var out []Span
	end := 0
	for at := range lang.OffsetsOf(lower, f.literal) {
		if at < end {
			continue // in a line that was looked at
		}
		start := 1 + strings.LastIndexByte(s[:at], '\n')
		end = len(s)
		if n := strings.IndexByte(s[at:], '\n'); n >= 0 {
			end = at + n
		}
		for _, m := range f.pattern.FindAllStringSubmatchIndex(s[start:end], -1) {
			value := firstGroup(m)
			if text := s[start+value.Start : start+value.End]; isLiteralValue(text) && !isPort(text) {
				out = append(out, Span{start + value.Start, start + value.End})
			}
		}
	}
	return out
}

// isPort reports a port or a pair of them, which some programs have behind the same option: 8080:80.
func isPort(value string) bool {
	return len(value) <= 11 && strings.Trim(value, "0123456789:") == "" &&
		(len(value) <= 5 || strings.Contains(value, ":"))
}

// lowerASCII lowers the letters of ASCII, which is all that these names have, and keeps the length
// in bytes.
func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
