package lang

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Token is a word of a text with its folded form.
type Token struct {
	Text          string // without surrounding punctuation
	Folded        string
	OpensSentence bool // here a capital does not indicate a name
}

// Tokenize splits a text into words and numbers. Each Han character is a word of its own, and
// Japanese words end where the script changes.
func Tokenize(s string) []Token {
	out := make([]Token, 0, strings.Count(s, " ")+2) // as many words, but in scripts without blanks
	first, start := true, -1
	add := func(text string) {
		if text = trimMarksAllowedInsideWords(text); text != "" {
			out = append(out, Token{text, FoldWord(text), first})
			first = false
		}
	}
	before := rune(0)
	for i, r := range s {
		kind := runeKindForTokenizing(s, i, r, before)
		if start >= 0 && (kind != inWord || isKana(r) != isKana(before) || isKana(r) && IsHiragana(r) != IsHiragana(before)) {
			add(s[start:i])
			start = -1
		}
		switch {
		case kind == wholeWord:
			add(string(r))
		case kind == inWord && start < 0:
			start = i
		case kind == between:
			first = first || endsSentence(r)
		}
		before = r
	}
	if start >= 0 {
		add(s[start:])
	}
	return out
}

// trimMarksAllowedInsideWords removes the marks around a word; most words have none.
func trimMarksAllowedInsideWords(word string) string {
	if isASCIILetter(word[0]) && isASCIILetter(word[len(word)-1]) {
		return word
	}
	return strings.Trim(word, "'’-.,:")
}

func endsSentence(r rune) bool {
	switch r {
	case '.', '!', '?', '。', '！', '？':
		return true
	}
	return false
}

func isASCIILetter(b byte) bool { return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' }

// Kinds of runes for tokenize.
const (
	between = iota
	inWord
	wholeWord
)

// runeKindForTokenizing returns what the rune at i is to words. Punctuation between digits belongs
// to the number.
func runeKindForTokenizing(s string, i int, r, before rune) int {
	switch {
	case isASCIIWordRune(r):
		return inWord
	case r == '.' || r == ',' || r == ':' || r == '-':
		next, _ := utf8.DecodeRuneInString(s[i+1:])
		if unicode.IsDigit(before) && unicode.IsDigit(next) {
			return inWord
		}
		return between
	case r < utf8.RuneSelf:
		return between
	case unicode.Is(unicode.Han, r):
		return wholeWord
	case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '’':
		return inWord
	}
	return between
}

// isASCIIWordRune reports whether r is an ASCII letter or digit, or the apostrophe.
func isASCIIWordRune(r rune) bool {
	return r < utf8.RuneSelf && (r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9' || r == '\'')
}

// StripCliticsInPlace removes what is attached to a word but not part of it: articles before an
// apostrophe (l'ami), but not numbers (vent'anni), the English possessive, and Korean particles
// after a word in Latin letters (Paris에서).
func StripCliticsInPlace(ts []Token) []Token {
	for i := 0; i < len(ts); i++ {
		t := ts[i]
		text := t.Text
		if strings.IndexByte(text, '\'') < 0 && isASCII(text) {
			continue
		}
		if at := strings.IndexAny(text, "'’"); at >= 0 {
			head, tail := text[:at], strings.TrimLeft(text[at:], "'’")
			switch {
			case elidedItalianTens()[strings.ToLower(head)] != "":
				tens := elidedItalianTens()[strings.ToLower(head)]
				ts = slices.Insert(ts, i, Token{tens, tens, t.OpensSentence})
				i++
				text = tail
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
		if text != t.Text {
			ts[i].Text, ts[i].Folded = text, FoldWord(text)
		}
	}
	return ts
}

// elidedItalianTens are the tens before a vowel: vent'anni, trent'anni.
var elidedItalianTens = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, w := range strings.Fields(tensWordsFromTwentyByLanguage()[Italian]) {
		out[w[:len(w)-1]] = w
	}
	return out
})

// FoldWord is FoldText for a single word.
func FoldWord(w string) string {
	if isASCII(w) {
		return strings.ToLower(w)
	}
	return FoldText(strings.ReplaceAll(w, "İ", "I")) // folded by itself it keeps a dot of its own
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// fewWords is up to how many words UniqueContentTokens needs no set.
const fewWords = 24

// UniqueContentTokens returns the words with a meaning of their own, each once. Han text is taken
// in pairs of characters, because single ones match anything; one beside Kana is a word. Hiragana
// of less than four letters are endings and particles.
func UniqueContentTokens(ts []Token) []Token {
	stop := FunctionWords()
	var out []Token
	var seen map[string]bool // of long texts; among few words it takes longer than looking through them
	if len(ts) > fewWords {
		seen = make(map[string]bool, len(ts)/2)
	}
	add := func(t Token) { out = appendUniqueToken(out, seen, t) }
	for i, t := range ts {
		if StartsWithHan(t.Text) {
			if i+1 < len(ts) && StartsWithHan(ts[i+1].Text) && !stop[t.Folded] && !stop[ts[i+1].Folded] {
				pair := t.Text + ts[i+1].Text
				add(Token{pair, pair, t.OpensSentence})
			} else if i+1 < len(ts) && isKana(FirstRune(ts[i+1].Text)) && (i == 0 || !StartsWithHan(ts[i-1].Text)) {
				add(t)
			}
			continue
		}
		if IsHiragana(FirstRune(t.Text)) && utf8.RuneCountInString(trimJapaneseCopulaOrAuxiliary(t.Text)) < 4 {
			continue
		}
		if !stop[t.Folded] {
			add(t)
		}
	}
	return out
}

// appendUniqueToken appends a word that is not there yet, by the set of those seen if there is one.
func appendUniqueToken(out []Token, seen map[string]bool, t Token) []Token {
	if seen[t.Folded] || seen == nil && slices.ContainsFunc(out, func(o Token) bool { return o.Folded == t.Folded }) {
		return out
	}
	if seen != nil {
		seen[t.Folded] = true
	}
	return append(out, t)
}

// trimJapaneseCopulaOrAuxiliary removes the copula or auxiliary at the end of a word in Hiragana:
// きである.
func trimJapaneseCopulaOrAuxiliary(kana string) string {
	for _, ending := range [...]string{"である", "でした", "です", "だった", "ている", "ています", "ていた", "ました", "ます"} {
		if rest, ok := strings.CutSuffix(kana, ending); ok {
			return rest
		}
	}
	return kana
}

// firstWideRune is the first one of the blocks with Han characters and their radicals (Unicode
// 2E80).
const firstWideRune = 0x2e80

// StartsWithHan reports whether a word begins with a Han character; the empty word does not.
func StartsWithHan(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r >= firstWideRune && unicode.Is(unicode.Han, r)
}

// StartsWithHanKanaOrHangul reports whether a word is in a script whose words are compared by
// pieces.
func StartsWithHanKanaOrHangul(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r >= 0x1100 && (unicode.In(r, unicode.Han, unicode.Hangul) || isKana(r))
}

// IsHanOrKana reports a character of Chinese or Japanese, which have no blanks between words.
func IsHanOrKana(r rune) bool {
	return r >= firstWideRune && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// IsHangulSyllable reports whether r is a Hangul syllable; single jamo are none.
func IsHangulSyllable(r rune) bool { return r >= 0xac00 && r <= 0xd7a3 }

// IsHiragana reports whether r is in the Hiragana block.
func IsHiragana(r rune) bool { return r >= 0x3041 && r <= 0x309f }

func isKana(r rune) bool { return r >= 0x3041 && r <= 0x30ff }
