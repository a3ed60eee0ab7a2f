package claims

import (
	"strings"

	"memoir/memory/lang"
	"memoir/memory/lang/classifier"
)

// maxContextBytes bounds the text that is judged: the classifier learned from short ones.
const maxContextBytes = 400

// isProbablyNotMeant reports whether the user probably didn't mean as a plain statement what states
// a fact. A fact that says itself what is not, was or is wished for may rest on such words.
func (u *UserText) isProbablyNotMeant(fact string) bool {
	s := lang.ParseStatement(fact)
	whole := factSentence{text: fact, statement: s}
	if hasFullNegation(s, fact) || factSpeaksOfWishOrPlan(whole) || factSpeaksOfPastOrNegates(whole) {
		return false
	}
	context := u.ContextOfFact(fact)
	if len(context) > maxContextBytes {
		return false
	}
	p, ok := u.probabilities[context]
	if !ok {
		p = classifier.ProbabilityOfNonclaim(context)
		u.probabilities[context] = p
	}
	return p > classifier.NonclaimThreshold
}

// ContextOfFact returns the user's sentence that has most words of a fact, with the ones before and
// behind it, but for clauses that ask. Without a fact it returns all sentences.
func (u *UserText) ContextOfFact(fact string) string {
	sentences := u.own.clauseRangesOfSentences()
	first, last := 0, len(sentences)
	if fact != "" && len(sentences) > 3 {
		best := u.sentenceNumberWithMostWordsOf(lang.ParseStatement(fact))
		first, last = max(0, best-1), min(len(sentences), best+2)
	}
	var kept strings.Builder
	for _, s := range sentences[first:last] {
		for i := s[0]; i <= s[1]; i++ {
			if u.moods[i] != moodAsked {
				kept.WriteString(u.own.text[u.own.clauses[i].from:u.own.clauses[i].to])
			}
		}
	}
	if context := strings.TrimSpace(kept.String()); context != "" {
		return context
	}
	return u.own.text
}

// clauseRangesOfSentences returns the first and the last clause of each sentence.
func (p *passage) clauseRangesOfSentences() (out [][2]int) {
	for from := 0; from < len(p.clauses); {
		to := p.clauses.lastIndexInSentenceOf(from)
		out = append(out, [2]int{from, to})
		from = to + 1
	}
	return out
}

// sentenceNumberWithMostWordsOf returns the number of the sentence whose claims have most words of
// a fact.
func (u *UserText) sentenceNumberWithMostWordsOf(fact lang.Statement) int {
	count := map[int]int{}
	best := 0
	for _, w := range fact.ContentWords {
		seen := map[int]bool{}
		for _, c := range u.own.words.FindClausesWithWord(w) {
			s := u.own.clauses[c].sentence
			if u.moods[c] == moodClaim && !seen[s] {
				seen[s] = true
				count[s]++
			}
		}
	}
	for s, n := range count {
		if n > count[best] || n == count[best] && s < best {
			best = s
		}
	}
	return best
}
