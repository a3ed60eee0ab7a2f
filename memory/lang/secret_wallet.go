package lang

import (
	"strings"
	"sync"
	"unicode"
)

// minWalletWords is the length of the shortest list of words that opens a wallet (BIP 39).
const minWalletWords = 12

// redactWalletWords replaces lists of at least twelve words in small letters, of three to eight letters
// each, without a word that sentences are made of: no sentence goes on for so long without one.
func redactWalletWords(s string) string {
	if len(s) < minWalletWords*4 {
		return s
	}
	var windows []window
	start, words := -1, 0
	flush := func(end int) {
		if words >= minWalletWords {
			windows = append(windows, window{start, end})
		}
		start, words = -1, 0
	}
	for i := 0; i <= len(s); {
		end := spaceAfter(s, i)
		if isWalletWord(s[i:end]) {
			if start < 0 {
				start = i
			}
			words++
		} else {
			flush(max(i-1, 0))
		}
		i = end + 1
	}
	flush(len(s))
	return inWindows(s, windows, func(string) string { return secretPlaceholder })
}

func isWalletWord(w string) bool {
	letters := 0
	for _, r := range w {
		if !unicode.IsLower(r) {
			return false
		}
		letters++
	}
	return letters >= 3 && letters <= 8 && !sentenceWords()[w]
}

// sentenceWords are frequent words of many languages, as they are written.
var sentenceWords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	lists := otherLanguages()
	for _, l := range instructionLexicons().lexicons {
		lists = append(lists, l.words.common)
	}
	for _, list := range lists {
		for _, w := range strings.Fields(list) {
			words[w] = true
		}
	}
	return words
})
