package secrets

import (
	_ "embed" // the word list
	"slices"
	"strings"
	"sync"
	"unicode"

	"memoir/memory/lang"
)

// walletWordList holds the 2,048 English words that recovery phrases of wallets are made of, one a
// line (BIP-39, english.txt of github.com/bitcoin/bips), as tools/packtexts packs wallet_words.txt.
//
//go:embed zz_wallet_words.txt.gz
var walletWordList string

// A recovery phrase has 12, 15, 18, 21 or 24 words of the list, chosen at random (BIP-39).
const (
	minWalletWords         = 12
	maxWalletWordBytes     = 8 // of a word of the list
	minDistinctWalletWords = 9 // of the shortest phrase; a repeated word is no phrase
)

// walletWords is the list as a set.
var walletWords = sync.OnceValue(func() map[string]bool {
	words := make(map[string]bool, 2048)
	for w := range strings.FieldsSeq(lang.UnpackText(walletWordList)) {
		words[w] = true
	}
	return words
})

// redactWalletRecoveryPhrases replaces runs of at least twelve words that are all on the list of
// recovery phrases, with or without numbers and commas between them. The list lacks the articles
// and prepositions that sentences are made of, so no sentence goes on for so long within it.
func redactWalletRecoveryPhrases(t *indexedText) string {
	s := t.text
	if len(s) < minWalletWords*4 {
		return s
	}
	runs := findWordRuns(s, t.wordSpansWithLetters(), minWalletWords, func(word string) bool {
		return len(word) <= maxWalletWordBytes && walletWords()[strings.ToLower(word)]
	})
	windows := slices.DeleteFunc(runs, func(w window) bool {
		distinct := map[string]bool{}
		for word := range strings.FieldsFuncSeq(s[w.start:w.end], func(r rune) bool { return !unicode.IsLetter(r) }) {
			distinct[strings.ToLower(word)] = true
		}
		return len(distinct) < minDistinctWalletWords
	})
	return replaceInWindows(s, windows, func(string) string { return secretPlaceholder })
}

// findWordRuns returns the runs of at least minWords words of a text that are each a part. Like Boyer and
// Moore's search it looks at the last word first that a run would need, so it skips most words.
func findWordRuns(s string, words []window, minWords int, isPart func(word string) bool) []window {
	isPartAt := func(i int) bool { return isPart(s[words[i].start:words[i].end]) }
	var out []window
	for first := 0; first+minWords <= len(words); {
		last := first + minWords - 1
		for last >= first && isPartAt(last) {
			last--
		}
		if last >= first {
			first = last + 1
			continue
		}
		end := first + minWords
		for end < len(words) && isPartAt(end) {
			end++
		}
		out = append(out, window{words[first].start, words[end-1].end})
		first = end + 1
	}
	return out
}

// wordSpansWithLetters returns the words of the text, as wordsWithLetters.
func (t *indexedText) wordSpansWithLetters() []window {
	if t.textWords == nil {
		t.textWords = wordsWithLetters(t.text)
	}
	return t.textWords
}

// wordsWithLetters returns the words of a text without the numbers and marks around them, and leaves out
// those that have no letter: numbers and marks may stand between the words of a numbered phrase.
func wordsWithLetters(s string) []window {
	out := make([]window, 0, len(s)/5)
	for i := 0; i < len(s); {
		stop := wordEndAfter(s, i)
		if end := i + endOfUniformWriting(s[i:stop]); end > i {
			stop = end
		}
		if word := trimToLetters(s, window{i, stop}); word.start < word.end {
			out = append(out, word)
		}
		if i = stop; i < len(s) && wordEndAfter(s, i) == i {
			i++ // the blank
		}
	}
	return out
}

// trimToLetters returns a part of a text without what is no letter at both ends of it.
func trimToLetters(s string, w window) window {
	isNoLetter := func(r rune) bool { return !unicode.IsLetter(r) }
	w.start = w.end - len(strings.TrimLeftFunc(s[w.start:w.end], isNoLetter))
	w.end = w.start + len(strings.TrimRightFunc(s[w.start:w.end], isNoLetter))
	return w
}

// endOfUniformWriting returns the end of the part of a word that is all in Chinese or Japanese letters,
// or that has none of them: such writing has no blank beside a word in Latin letters. Marks and
// digits belong to what is before them.
func endOfUniformWriting(word string) int {
	letters, isWide := false, false
	for i, r := range word {
		if !unicode.IsLetter(r) {
			continue
		}
		wide := r >= 0x2e80 && r < 0xac00 || r >= 0xff00
		if letters && wide != isWide {
			return i
		}
		letters, isWide = true, wide
	}
	return len(word)
}
