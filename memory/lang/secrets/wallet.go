package secrets

import (
	_ "embed" // the word list
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
	var windows []window
	start, end, count := 0, 0, 0
	distinct := map[string]bool{}
	flush := func() {
		if count == 0 {
			return
		}
		if count >= minWalletWords && len(distinct) >= minDistinctWalletWords {
			windows = append(windows, window{start, end})
		}
		count = 0
		clear(distinct)
	}
	for i := 0; i < len(s); {
		stop := wordEndAfter(s, i)
		word := strings.TrimFunc(s[i:stop], func(r rune) bool { return !unicode.IsLetter(r) })
		switch folded := strings.ToLower(word); {
		case len(folded) <= maxWalletWordBytes && walletWords()[folded]:
			if count == 0 {
				start = i
			}
			count, end = count+1, stop
			distinct[folded] = true
		case word != "": // numbers and marks stand between the words of a numbered phrase
			flush()
		}
		i = stop + 1
	}
	flush()
	return replaceInWindows(s, windows, func(string) string { return secretPlaceholder })
}
