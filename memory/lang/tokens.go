package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word of a text with its folded form.
type token struct {
	text          string // without surrounding punctuation
	folded        string
	opensSentence bool // here a capital does not indicate a name
}

// tokenize splits a text into words and numbers. Each Han character is a word of its own.
func tokenize(s string) []token {
	var out []token
	first := true
	var b strings.Builder
	flush := func() {
		if text := strings.Trim(b.String(), "'’-.,:"); text != "" {
			out = append(out, token{text, FoldText(text), first})
			first = false
		}
		b.Reset()
	}
	runes := []rune(s)
	for i, r := range runes {
		switch {
		case unicode.Is(unicode.Han, r):
			flush()
			out = append(out, token{string(r), string(r), first})
			first = false
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '\'' || r == '’':
			b.WriteRune(r)
		case strings.ContainsRune(".,:-", r) && i > 0 && i+1 < len(runes) && unicode.IsDigit(runes[i-1]) &&
			unicode.IsDigit(runes[i+1]):
			b.WriteRune(r)
		default:
			flush()
			first = first || strings.ContainsRune(".!?。！？", r)
		}
	}
	flush()
	return out
}

// stripClitics removes what is attached to a word but not part of it: articles before an apostrophe
// (l'ami), the English possessive, and Korean particles after a word in Latin letters (Paris에서).
func stripClitics(ts []token) []token {
	for i, t := range ts {
		text := t.text
		if at := strings.IndexAny(text, "'’"); at >= 0 {
			head, tail := text[:at], strings.TrimLeft(text[at:], "'’")
			switch {
			case utf8.RuneCountInString(tail) >= 3:
				text = tail
			case tail == "s" && head != "":
				text = head
			}
		}
		if r, _ := utf8.DecodeRuneInString(text); unicode.Is(unicode.Latin, r) {
			if at := strings.IndexFunc(text, func(r rune) bool { return unicode.Is(unicode.Hangul, r) }); at > 0 {
				text = text[:at]
			}
		}
		if text != t.text {
			ts[i].text, ts[i].folded = text, FoldText(text)
		}
	}
	return ts
}

// contentTokens returns the words with a meaning of their own, each once. Han text is taken in
// pairs of characters, because single ones match anything.
func contentTokens(ts []token) []token {
	stop, seen := functionWords(), map[string]bool{}
	var out []token
	add := func(t token) {
		if !seen[t.folded] {
			seen[t.folded] = true
			out = append(out, t)
		}
	}
	for i, t := range ts {
		if isHan(t.text) {
			if i+1 < len(ts) && isHan(ts[i+1].text) && !stop[t.folded] && !stop[ts[i+1].folded] {
				pair := t.text + ts[i+1].text
				add(token{pair, pair, t.opensSentence})
			}
			continue
		}
		if !stop[t.folded] {
			add(t)
		}
	}
	return out
}

func isHan(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.Is(unicode.Han, r)
}

// isHanOrHangul reports whether a word is in a script whose words are compared by pieces.
func isHanOrHangul(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.In(r, unicode.Han, unicode.Hangul)
}
