package secrets

import (
	_ "embed" // the word list
	"slices"
	"strings"
	"sync"
	"unicode"
)

// walletWordList holds the 2,048 English words that recovery phrases of wallets are made of, one a
// line (BIP-39, english.txt of github.com/bitcoin/bips).
//
//go:embed wallet_words.txt
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
	for w := range strings.FieldsSeq(walletWordList) {
		words[w] = true
	}
	return words
})

// redactWalletRecoveryPhrases replaces runs of at least twelve words that are all on the list of
// recovery phrases, with or without numbers and commas between them. The list lacks the articles
// and prepositions that sentences are made of, so no sentence goes on for so long within it.
func redactWalletRecoveryPhrases(s string) string {
	if len(s) < minWalletWords*4 {
		return s
	}
	runs := wordRuns{s: s, minWords: minWalletWords, isPart: func(word string) bool {
		return len(word) <= maxWalletWordBytes && walletWords()[strings.ToLower(word)]
	}}
	windows := slices.DeleteFunc(runs.findRuns(), func(w window) bool {
		distinct := map[string]bool{}
		for word := range strings.FieldsFuncSeq(s[w.start:w.end], func(r rune) bool { return !unicode.IsLetter(r) }) {
			distinct[strings.ToLower(word)] = true
		}
		return len(distinct) < minDistinctWalletWords
	})
	return replaceInWindows(s, windows, func(string) string { return secretPlaceholder })
}

// wordRuns finds runs of words in a text.
type wordRuns struct {
	s        string
	minWords int
	isPart   func(word string) bool // without the marks and numbers around it
}

// findRuns returns the runs of at least minWords words that are each a part. Numbers and marks may stand
// between them, as in a numbered phrase.
func (w wordRuns) findRuns() []window {
	var out []window
	var run window
	count := 0
	endRun := func() {
		if count >= w.minWords {
			out = append(out, run)
		}
		count = 0
	}
	for i := 0; i < len(w.s); {
		stop := wordEndAfter(w.s, i)
		if end := i + endOfUniformWriting(w.s[i:stop]); end > i {
			stop = end
		}
		word := strings.TrimFunc(w.s[i:stop], func(r rune) bool { return !unicode.IsLetter(r) })
		at := i + strings.Index(w.s[i:stop], word)
		switch {
		case word == "":
		case w.isPart(word):
			if count == 0 {
				run.start = at
			}
			count, run.end = count+1, at+len(word)
		default:
			endRun()
		}
		if i = stop; i < len(w.s) && wordEndAfter(w.s, i) == i {
			i++ // the blank
		}
	}
	endRun()
	return out
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
