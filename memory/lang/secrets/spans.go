package secrets

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang"
	"memoir/memory/lang/lazyregexp"
)

// secretPlaceholder replaces a secret in a text.
const secretPlaceholder = "[secret left out]"

// secretPattern is a regexp with a literal that every match contains.
type secretPattern struct {
	literal string
	pattern *lazyregexp.Regexp
}

func compileSecretPatterns(forms [][2]string) []secretPattern {
	out := make([]secretPattern, len(forms))
	for i, f := range forms {
		out[i] = secretPattern{f[0], lazyregexp.New(f[1])}
	}
	return out
}

// indexedText is a text with what tells quickly that a rule finds nothing in it. It is not for
// concurrent use.
type indexedText struct {
	text     string
	lower    string        // by lang.LowerKeepingByteLength
	trigrams lang.Trigrams // of lower

	promptParts []string // the parts of prompts in lower, once partsOfPrompts was called
	hasPrompts  bool
	textWords   []window // once words was called
}

func newIndexedText(s string) *indexedText {
	lower := lang.LowerKeepingByteLength(s)
	t := &indexedText{text: s, lower: lower}
	t.trigrams.AddText(lower)
	return t
}

// redactedBy applies rules one after another, each to what the one before has left.
func (t *indexedText) redactedBy(rules ...func(*indexedText) string) *indexedText {
	for _, redact := range rules {
		if out := redact(t); out != t.text {
			t = newIndexedText(out)
		}
	}
	return t
}

// redactedByText applies rules that need the text alone.
func (t *indexedText) redactedByText(rules ...func(string) string) *indexedText {
	for _, redact := range rules {
		if out := redact(t.text); out != t.text {
			t = newIndexedText(out)
		}
	}
	return t
}

// containsAsWritten reports whether the text contains a part as it is written; containsLower whether the text in
// small letters does.
func (t *indexedText) containsAsWritten(part string) bool {
	return t.trigrams.MayContain(part) && strings.Contains(t.text, part)
}

func (t *indexedText) containsLower(part string) bool {
	return t.trigrams.MayContain(part) && strings.Contains(t.lower, part)
}

// wordParts are parts of words to look for where one of their first bytes stands.
type wordParts struct {
	parts   []string
	isFirst [256]bool
}

// partsPossibleAt returns the parts that may stand at a byte of a text in small letters.
func (p *wordParts) partsPossibleAt(lower string, at int) []string {
	if !p.isFirst[lower[at]] {
		return nil
	}
	return p.parts
}

// possibleParts returns those of the parts that the text in small letters may contain.
func (t *indexedText) possibleParts(parts []string) *wordParts {
	out := &wordParts{}
	for _, part := range parts {
		if t.trigrams.MayContain(part) {
			out.parts = append(out.parts, part)
			out.isFirst[part[0]] = true
		}
	}
	return out
}

// window is a part of a text, as byte offsets, that an expression is run on.
type window struct{ start, end int }

// replaceInWindows replaces each window, in any order, by what f makes of it. Windows that overlap
// count as one. It sorts the windows.
func replaceInWindows(s string, windows []window, f func(string) string) string {
	if len(windows) == 0 {
		return s
	}
	slices.SortFunc(windows, func(a, b window) int { return a.start - b.start })
	var b strings.Builder
	last := 0
	for i, w := range windows {
		if i+1 < len(windows) && windows[i+1].start < w.end {
			windows[i+1] = window{w.start, max(w.end, windows[i+1].end)}
			continue
		}
		b.WriteString(s[last:w.start])
		b.WriteString(f(s[w.start:w.end]))
		last = w.end
	}
	b.WriteString(s[last:])
	return b.String()
}

// Sizes of token windows, in bytes: the shortest run that holds a key, and how far before it the name
// of its vendor may stand.
const (
	minTokenRun   = 15
	tokenContext  = 100
	numberContext = 8 // between the digits of an account number that has letters
	minDigits     = 6
)

// findKeyCandidateWindows finds runs of the characters of keys that have a digit or are longer than
// words, with what stands before them.
func findKeyCandidateWindows(s string) []window {
	var out []window
	for i := 0; i < len(s); {
		start, digits := i, 0
		for i < len(s) && isTokenByte(s[i]) {
			if s[i] >= '0' && s[i] <= '9' {
				digits++
			}
			i++
		}
		if i-start >= minTokenRun && digits > 0 || i-start >= minRandomRun {
			out = addOrMergeWindow(out, window{wordStartBefore(s, max(start-tokenContext, 0)), wordEndAfter(s, i)})
		}
		for i < len(s) && !isTokenByte(s[i]) {
			i++
		}
	}
	return out
}

func isTokenByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || strings.IndexByte("+/_=.:~%-?&", c) >= 0
}

// findDigitClusterWindows finds clusters of digits of any script that are many enough for a number
// with check digits.
func findDigitClusterWindows(s string) []window {
	var out []window
	first, last, digits := -1, -1, 0
	flush := func() {
		if digits >= minDigits {
			start, end := max(first-numberContext, 0), min(last+numberContext, len(s))
			out = addOrMergeWindow(out, window{wordStartBefore(s, start), wordEndAfter(s, end)})
		}
		first, digits = -1, 0
	}
	for i, r := range s {
		if r < utf8.RuneSelf && (r < '0' || r > '9') || r >= utf8.RuneSelf && !unicode.Is(unicode.Nd, r) {
			continue
		}
		if first >= 0 && i-last > numberContext {
			flush()
		}
		if first < 0 {
			first = i
		}
		last = i
		digits++
	}
	flush()
	return out
}

// addOrMergeWindow appends a window, or joins it with the last one when they overlap.
func addOrMergeWindow(ws []window, w window) []window {
	if n := len(ws); n > 0 && ws[n-1].end >= w.start {
		ws[n-1].end = max(ws[n-1].end, w.end)
		return ws
	}
	return append(ws, w)
}

// wordStartBefore returns the offset of the beginning of the word at a byte; wordEndAfter that of
// its end.
func wordStartBefore(s string, at int) int {
	for at > 0 && s[at-1] != ' ' && s[at-1] != '\n' && s[at-1] != '\t' {
		at--
	}
	return at
}

func wordEndAfter(s string, at int) int {
	for at < len(s) && s[at] != ' ' && s[at] != '\n' && s[at] != '\t' {
		at++
	}
	return at
}
