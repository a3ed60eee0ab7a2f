package classifier

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang"
)

// maxTokens bounds how much of a text is read.
const maxTokens = 80

// Tokens that stand for what is written in many ways.
const (
	laughToken   = "<laugh>"
	emojiToken   = "<emoji>"
	stretchToken = "<stretch>" // a letter three times or more: "sooo"
	capsToken    = "<caps>"
	numberToken  = "0"
)

// Tokenize splits a text into folded words, single characters of scripts without spaces, and marks.
// It reads maxTokens of them.
func Tokenize(text string) []string {
	out := make([]string, 0, 32)
	for i := 0; i < len(text) && len(out) < maxTokens; {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case unicode.IsSpace(r):
			i += size
		case isWordRune(r) && !lang.IsHanOrKana(r):
			n := byteLengthOfWordAtStart(text[i:])
			out = appendNormalizedWordTokens(out, text[i:i+n])
			i += n
		default:
			n := countRepetitionsAtStart(text[i:], size)
			if lang.IsHanOrKana(r) {
				out = appendRepeatedCharacterOrLaugh(out, r, n)
			} else {
				out = appendTokensOfRepeatedMark(out, r, n)
			}
			i += n * size
		}
	}
	return out
}

// byteLengthOfWordAtStart returns how many bytes a word at the start of a text has.
func byteLengthOfWordAtStart(text string) int {
	for i, r := range text {
		if !isWordRune(r) || lang.IsHanOrKana(r) {
			return i
		}
	}
	return len(text)
}

// countRepetitionsAtStart returns how often the first size bytes of a text stand at its start.
func countRepetitionsAtStart(text string, size int) int {
	n := 1
	for strings.HasPrefix(text[n*size:], text[:size]) {
		n++
	}
	return n
}

// appendRepeatedCharacterOrLaugh appends a character that is written n times in a row.
func appendRepeatedCharacterOrLaugh(out []string, r rune, n int) []string {
	if isLaughingCharacter(r) && n > 1 {
		return append(out, laughToken)
	}
	for range min(n, maxTokens-len(out)) {
		out = append(out, string(r))
	}
	return out
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) && r != 0xfe0f || unicode.IsDigit(r) || r == '\'' || r == '’'
}

func isLaughingCharacter(r rune) bool { return strings.ContainsRune("哈呵嘿嘻笑草", r) }

// appendNormalizedWordTokens appends a word, or what it stands for.
func appendNormalizedWordTokens(out []string, word string) []string {
	if utf8.RuneCountInString(word) > 3 && strings.ToUpper(word) == word && strings.ToLower(word) != word {
		out = append(out, capsToken)
	}
	w := strings.Trim(strings.ReplaceAll(lang.FoldWord(word), "’", "'"), "'")
	short, stretched := collapseTripledLetters(w)
	switch {
	case w == "":
		return out
	case isLaughter(short):
		return append(out, laughToken)
	case strings.Trim(w, "0123456789") == "":
		return append(out, numberToken)
	case stretched:
		out = append(out, stretchToken)
	}
	return append(out, short)
}

// collapseTripledLetters writes a letter that stands three times or more once.
func collapseTripledLetters(w string) (short string, collapsed bool) {
	var b strings.Builder
	runes := []rune(w)
	for i := 0; i < len(runes); {
		j := i
		for j < len(runes) && runes[j] == runes[i] {
			j++
		}
		if n := j - i; n < 3 || unicode.IsDigit(runes[i]) {
			for range n {
				b.WriteRune(runes[i])
			}
		} else {
			b.WriteRune(runes[i])
			collapsed = true
		}
		i = j
	}
	return b.String(), collapsed
}

// isLaughter reports a word that spells laughter. Hangul is folded into its letters.
func isLaughter(w string) bool {
	switch w {
	case "lol", "lmao", "rofl", "lmfao", "mdr", "ptdr", "xd", "k", "kk", "rs", "rsrs", "ha", "lel", "jk", "kek",
		"www", "w", "lul", "хд", "ahah", "\u110f", "\u110f\u110f", "\u1112", "\u1112\u1112":
		return true
	}
	return utf8.RuneCountInString(w) >= 4 && slices.ContainsFunc(laughterSyllables(), func(syllable string) bool {
		first := string(lang.FirstRune(syllable))
		return strings.HasPrefix(w, first) && strings.ReplaceAll(strings.ReplaceAll(w, syllable, ""), first, "") == ""
	})
}

// laughterSyllables are the syllables of laughter.
func laughterSyllables() []string {
	return []string{"ha", "ah", "ja", "aj", "he", "hi", "ха", "ах", "хе", "hue", "kk", "rs", "हा"}
}

// appendTokensOfRepeatedMark appends a mark that is written n times in a row.
func appendTokensOfRepeatedMark(out []string, r rune, n int) []string {
	switch {
	case strings.ContainsRune("😂🤣😹😆😅🙃", r):
		return append(out, laughToken, string(r))
	case unicode.In(r, unicode.So) || r >= 0x1f000:
		return append(out, emojiToken, string(r))
	case r == ')' && n > 1:
		return append(out, laughToken)
	case r == '…' || r == '.' && n > 1:
		return append(out, "...")
	}
	mark := markVariants().Replace(string(r))
	if n > 1 && (mark == "!" || mark == "?") {
		mark += mark
	}
	return append(out, mark)
}

// markVariants writes marks of other scripts as the usual ones.
var markVariants = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer("！", "!", "？", "?", "؟", "?", "，", ",", "、", ",", "،", ",", "。", ".", "।", ".",
		"“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "「", `"`, "」", `"`)
})
