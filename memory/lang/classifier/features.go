package classifier

import (
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang"
)

// bag collects the buckets of features.
type bag struct{ buckets []uint32 }

// Constants of the FNV-1a hash for 32 bits.
const (
	fnvOffset = 2166136261
	fnvPrime  = 16777619
)

// hashTokens hashes a kind of feature and some tokens.
func hashTokens(kind byte, tokens ...string) uint32 {
	h := (uint32(fnvOffset) ^ uint32(kind)) * fnvPrime
	for _, t := range tokens {
		for i := range len(t) {
			h = (h ^ uint32(t[i])) * fnvPrime
		}
		h = (h ^ 1) * fnvPrime
	}
	return h ^ h>>15
}

func (b *bag) addFeature(kind byte, tokens ...string) {
	b.buckets = append(b.buckets, hashTokens(kind, tokens...)%Buckets)
}

// KnownWordBitIndex returns the number of a word's bit among those of the known words.
func KnownWordBitIndex(w string) uint32 { return hashTokens('k', w) % knownBits }

// unknownToken stands for a word that the training texts have only once: what it is about tells
// nothing.
const unknownToken = "<w>"

// FeatureBucketsReplacingUnknownTokens returns the buckets of a text's features, with repetitions:
// those of words and those of characters. A text without tokens has none.
func FeatureBucketsReplacingUnknownTokens(tokens []string, isKnown func(word string) bool) [groups][]uint32 {
	if len(tokens) == 0 {
		return [groups][]uint32{}
	}
	characters := characterNGramBuckets(tokens) // first: wordBucketsReplacingUnknownTokens replaces tokens
	return [groups][]uint32{wordBucketsReplacingUnknownTokens(tokens, isKnown), characters}
}

// wordBucketsReplacingUnknownTokens returns the buckets of words, two and three of them in a row,
// two with one between them, those at the start and the end, and beginnings and ends of words. It
// replaces unknown ones.
func wordBucketsReplacingUnknownTokens(ts []string, isKnown func(word string) bool) []uint32 {
	n := len(ts)
	b := &bag{buckets: make([]uint32, 0, 8*n)}
	for i, t := range ts {
		b.addAffixFeatures(t)
		if !isKnown(t) {
			ts[i] = unknownToken
		}
	}
	b.addFeature('b')
	b.addFeature('#', string(rune('0'+min(n/4, 9))))
	for i, t := range ts {
		b.addFeature('u', t)
		if i > 0 {
			b.addFeature('2', ts[i-1], t)
		}
		if i > 1 {
			b.addFeature('s', ts[i-2], t)
			b.addFeature('3', ts[i-2], ts[i-1], t)
		}
	}
	b.addFeature('^', ts[0])
	b.addFeature('$', ts[n-1])
	if n > 1 {
		b.addFeature('^', ts[0], ts[1])
		b.addFeature('$', ts[n-2], ts[n-1])
	}
	return b.buckets
}

// addAffixFeatures adds the beginning and the end of a word, which inflection leaves alone or
// tells.
func (b *bag) addAffixFeatures(w string) {
	r := []rune(w)
	if len(r) < 5 || !unicode.IsLetter(r[0]) {
		return
	}
	b.addFeature('p', string(r[:4]))
	b.addFeature('e', string(r[len(r)-3:]))
	if len(r) > 6 {
		b.addFeature('p', string(r[:6]))
	}
}

// Lengths of the rows of characters that are features.
const (
	minRow = 2
	maxRow = 5
)

// characterNGramBuckets returns the buckets of rows of characters, within words and across their
// borders: they tell the forms of words in languages with many, and the words of languages without
// blanks.
func characterNGramBuckets(tokens []string) []uint32 {
	text := joinTokensWithBoundaryMarks(tokens)
	out := make([]uint32, 0, 1+len(text)*(maxRow-minRow+1))
	out = append(out, hashTokens('b')%Buckets)
	for start := range text {
		hash := uint32(fnvOffset)
		for n := 1; n <= maxRow && start+n <= len(text); n++ {
			hash = (hash ^ uint32(text[start+n-1])) * fnvPrime
			if n >= minRow {
				out = append(out, (hash^hash>>15)%Buckets)
			}
		}
	}
	return out
}

// joinTokensWithBoundaryMarks writes tokens with a blank between words, none between characters of
// scripts without blanks, and marks at the start and the end.
func joinTokensWithBoundaryMarks(tokens []string) []rune {
	out := []rune("^ ")
	for _, t := range tokens {
		out = append(out, []rune(t)...)
		if r, size := utf8.DecodeRuneInString(t); size < len(t) || !lang.IsHanOrKana(r) {
			out = append(out, ' ')
		}
	}
	return append(out, '$')
}
