package formula

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenKind is the kind of a token.
type tokenKind int8

const (
	endToken tokenKind = iota
	charToken
	commandToken // text is its name without the backslash
	openToken
	closeToken
	superToken
	subToken
	cellToken // &
)

// token is what the parser looks at next.
type token struct {
	kind tokenKind
	text string
	char rune
	end  int // offset after it
}

// isCommand reports whether the token is the command of that name.
func (t token) isCommand(name string) bool { return t.kind == commandToken && t.text == name }

// scanner cuts a source into tokens.
type scanner struct {
	src string
	pos int
}

// peekToken returns the next token without moving; spaces before it are skipped, as they mean
// nothing.
func (s *scanner) peekToken() token {
	pos := s.pos
	for pos < len(s.src) {
		r, n := utf8.DecodeRuneInString(s.src[pos:])
		if !unicode.IsSpace(r) && r != '\u200b' && r != '\u2061' {
			break
		}
		pos += n
	}
	if pos >= len(s.src) {
		return token{kind: endToken, end: len(s.src)}
	}
	r, n := utf8.DecodeRuneInString(s.src[pos:])
	end := pos + n
	switch r {
	case '\\':
		name := commandName(s.src[end:])
		return token{kind: commandToken, text: name, end: end + len(name)}
	case '{':
		return token{kind: openToken, char: r, end: end}
	case '}':
		return token{kind: closeToken, char: r, end: end}
	case '^':
		return token{kind: superToken, char: r, end: end}
	case '_':
		return token{kind: subToken, char: r, end: end}
	case '&':
		return token{kind: cellToken, char: r, end: end}
	}
	return token{kind: charToken, char: r, end: end}
}

// nextToken returns the next token and moves behind it.
func (s *scanner) nextToken() token {
	t := s.peekToken()
	s.pos = t.end
	return t
}

// commandName returns the name at the start of s: letters, or one other character.
func commandName(s string) string {
	n := 0
	for n < len(s) && (s[n] >= 'a' && s[n] <= 'z' || s[n] >= 'A' && s[n] <= 'Z') {
		n++
	}
	if n == 0 && s != "" {
		_, n = utf8.DecodeRuneInString(s)
	}
	return s[:n]
}

// acceptRune moves behind the next token if it is that character.
func (s *scanner) acceptRune(r rune) bool {
	if t := s.peekToken(); t.kind == charToken && t.char == r {
		s.pos = t.end
		return true
	}
	return false
}

// readRawGroupOrCharacter returns the source of a group in braces, without them, and moves behind
// it. Without a brace it is one character.
func (s *scanner) readRawGroupOrCharacter() (string, bool) {
	if t := s.nextToken(); t.kind != openToken {
		if t.kind != charToken {
			return "", false
		}
		return string(t.char), true
	}
	depth, start := 1, s.pos
	for i := s.pos; i < len(s.src); i++ {
		switch s.src[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				s.pos = i + 1
				return s.src[start:i], true
			}
		}
	}
	return "", false
}

// readRawOption returns the source of an option in brackets, without them; ok is false without one.
func (s *scanner) readRawOption() (string, bool) {
	save := s.pos
	if !s.acceptRune('[') {
		return "", false
	}
	depth, start := 0, s.pos
	for i := s.pos; i < len(s.src); i++ {
		switch s.src[i] {
		case '{', '[':
			depth++
		case '}':
			depth--
		case ']':
			if depth == 0 {
				s.pos = i + 1
				return s.src[start:i], true
			}
			depth--
		}
	}
	s.pos = save
	return "", false
}

// parseLengthInEm parses a length of TeX, in em of a text of ten points; ok is false when it is
// none.
func parseLengthInEm(text string) (em float64, ok bool) {
	text = strings.TrimSpace(strings.ReplaceAll(text, " ", ""))
	n := 0
	for n < len(text) && strings.IndexByte("+-.0123456789", text[n]) >= 0 {
		n++
	}
	value, ok := parseDecimal(text[:n])
	if !ok || len(text) < n+2 {
		return 0, false
	}
	perEm := map[string]float64{
		"em": 1, "ex": 0.431, "pt": 0.1, "mu": mu, "cm": 2.845, "mm": 0.2845, "in": 7.227, "px": 0.075, "bp": 0.1, "pc": 1.2,
	}[text[n:n+2]]
	if perEm == 0 {
		return 0, false
	}
	return min(max(value*perEm, -maxLength), maxLength), true
}

// maxLength bounds the lengths that a source can ask for, in em.
const maxLength = 20
