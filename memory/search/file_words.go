package search

import (
	"math"

	"memoir/memory/lang"
)

// bm25Saturation and bm25Length are k1 and b of Okapi BM25, as FTS5 has them.
const bm25Saturation, bm25Length = 1.2, 0.75

// scorePartsByWords returns the Okapi BM25 of each part of a file for a question, without its words
// that say nothing about what is looked for. A word that more than half of the parts have counts
// almost nothing.
func scorePartsByWords(question string, parts []string) []float64 {
	wanted := searchedQuestionTerms(question)
	counts, lengths := make([]map[string]int, len(parts)), make([]float64, len(parts))
	with, mean := map[string]float64{}, 0.0
	for i, part := range parts {
		counts[i] = map[string]int{}
		for _, t := range lang.StripCliticsInPlace(lang.Tokenize(part)) {
			lengths[i]++
			if wanted[t.Folded] {
				counts[i][t.Folded]++
			}
		}
		for term := range counts[i] {
			with[term]++
		}
		mean += lengths[i] / float64(len(parts))
	}
	scores := make([]float64, len(parts))
	for i := range parts {
		norm := bm25Saturation * (1 - bm25Length + bm25Length*lengths[i]/mean)
		for term, n := range counts[i] {
			inverse := max(1e-6, math.Log((float64(len(parts))-with[term]+0.5)/(with[term]+0.5)))
			scores[i] += inverse * float64(n) * (bm25Saturation + 1) / (float64(n) + norm)
		}
	}
	return scores
}

// searchedQuestionTerms returns the words of a question that are looked for, folded; all of them
// when none says what is looked for.
func searchedQuestionTerms(question string) map[string]bool {
	tokens := lang.StripCliticsInPlace(lang.Tokenize(question))
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = t.Folded
	}
	ignored := lang.StopWordsOfQuestionLanguage(words)
	terms, all := map[string]bool{}, map[string]bool{}
	for _, w := range words {
		all[w] = true
		if !ignored[w] {
			terms[w] = true
		}
	}
	if len(terms) == 0 {
		return all
	}
	return terms
}
