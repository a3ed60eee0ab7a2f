package claims

import (
	"slices"
	"strings"
	"unicode/utf8"

	"memoir/memory/lang"
	"memoir/memory/lang/classifier"
	"memoir/memory/lang/lazyregexp"
)

// maxContextBytes bounds the text that is judged: the classifier learned from short ones.
const maxContextBytes = 400

// requestToRememberPattern matches what asks to remember the rest of a text. What people want remembered is meant; the
// classifier takes an imperative before a colon for a task.
var requestToRememberPattern = lazyregexp.New(`(?i)^\s*` +
	`(?:note(?: to self| down)?|remember|keep in mind|for the record|fyi|merke?|merk dir|notiere?|notier dir|` +
	`recuerda|anota|apunta|toma nota|notez|retiens|retenez|ricorda|ricordati|annota|prendi nota|lembra|lembre-se|` +
	`anote|запомни|запомните|запиши|запишите|记住|记下|覚えておいて|覚えて|メモ|기억해|기억해 줘|याद रखो|याद रखना)` +
	`(?:\s+(?:this|that|it|das|dies|es|esto|ceci|ça|cela|questo|isto|isso|это))?\s*[:：]\s*`)

// isProbablyNotMeant reports whether the user probably didn't mean as a plain statement what states
// a fact. One that says itself what is not, was or is wished for may rest on a clause that tells
// such things, and is not judged then; one that negates looks like a denial, and is doubted less.
func (u *UserText) isProbablyNotMeant(fact string) bool {
	s := lang.ParseStatement(fact)
	negates := hasFullNegation(s, fact)
	if u.hasClauseOfMoodTheFactNames(factSentence{text: fact, statement: s}, negates) {
		return false
	}
	context := requestToRememberPattern.ReplaceAllString(u.ContextOfFact(fact), "")
	context = rememberingPattern.ReplaceAllString(context, "")
	if len(context) > maxContextBytes {
		return false
	}
	p, ok := u.probabilities[context]
	if !ok {
		p = classifier.ProbabilityOfNonclaim(context)
		u.probabilities[context] = p
	}
	switch {
	case u.ownTextIsLong():
		return p > classifier.LongTextNonclaimThreshold
	case negates:
		return p > classifier.NegatedNonclaimThreshold
	}
	return p > classifier.NonclaimThreshold ||
		p > classifier.EmbellishedNonclaimThreshold && u.isOnlySentenceMostlyBeyondFact(s)
}

// A text of more words or sentences is long. Characters of the scripts without blanks count as a third of a word.
const (
	maxWordsOfShortText     = 18
	maxSentencesOfShortText = 2
)

// ownTextIsLong reports whether the user's own text is longer than jokes and the like are: it tells somebody a
// matter of theirs and what to do about it.
func (u *UserText) ownTextIsLong() bool {
	if len(u.own.clauseRangesOfSentences()) > maxSentencesOfShortText {
		return true
	}
	words, characters := 0, 0
	for _, c := range u.own.clauses {
		for _, t := range c.tokens {
			if lang.StartsWithHanKanaOrHangul(t.Text) && !lang.IsHangulSyllable(lang.FirstRune(t.Text)) {
				characters += utf8.RuneCountInString(t.Text)
			} else {
				words++
			}
		}
	}
	return words+characters/3 > maxWordsOfShortText
}

// hasClauseOfMoodTheFactNames reports whether a fact negates and a clause denies, or the fact is
// about a wish or the past and so is a clause.
func (u *UserText) hasClauseOfMoodTheFactNames(fact factSentence, negates bool) bool {
	has := func(m mood) bool { return slices.Contains(u.moods, m) }
	return negates && has(moodDenied) || has(moodWished) && factSpeaksOfWishOrPlan(fact) ||
		has(moodFormer) && factSpeaksOfPastOrNegates(fact)
}

// Of a sentence that goes beyond a fact, at least so many content words, and this share of them, are
// not in the fact.
const (
	minWordsBeyondFact = 5
	shareBeyondFact    = 0.65
)

// isOnlySentenceMostlyBeyondFact reports whether the user's own text is one sentence whose claims
// say much more than the fact: who states something is repeated almost whole, and of a joke the
// fact is only the beginning. In longer messages a fact stands beside others.
func (u *UserText) isOnlySentenceMostlyBeyondFact(fact lang.Statement) bool {
	if len(u.own.clauseRangesOfSentences()) != 1 {
		return false
	}
	words, beyond := 0, 0
	for i, c := range u.own.clauses {
		if startsWithContrastWord(c) && words == beyond {
			words, beyond = 0, 0 // the fact is what stands against the words before
		}
		if u.moods[i] != moodClaim {
			continue
		}
		for _, w := range lang.NewStatementFromTokens(c.tokens).ContentWords {
			words++
			if !fact.ContainsWordFormSynonymOrSound(w) {
				beyond++
			}
		}
	}
	return beyond >= minWordsBeyondFact && float64(beyond) >= shareBeyondFact*float64(words)
}

// ContextOfFact returns the user's sentence that has most words of a fact, with the ones before and
// behind it, but for clauses that ask, the conditions of what is asked, and quoted ones. Without a
// fact it returns all sentences.
func (u *UserText) ContextOfFact(fact string) string {
	sentences := u.own.clauseRangesOfSentences()
	first, last := 0, len(sentences)
	if fact != "" && len(sentences) > 3 {
		best := u.sentenceNumberWithMostWordsOf(lang.ParseStatement(fact))
		first, last = max(0, best-1), min(len(sentences), best+2)
	}
	var kept strings.Builder
	for _, s := range sentences[first:last] {
		asks := u.own.clauses[s[1]].end == '?' || slices.Contains(u.moods[s[0]:s[1]+1], moodAsked)
		for i := s[0]; i <= s[1]; i++ {
			if u.moods[i] != moodAsked && u.moods[i] != moodReported && !(asks && u.moods[i] == moodSupposed) {
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
func (p *passage) clauseRangesOfSentences() [][2]int {
	if p.sentenceRanges != nil {
		return p.sentenceRanges
	}
	for from := 0; from < len(p.clauses); {
		to := p.clauses.lastIndexInSentenceOf(from)
		p.sentenceRanges = append(p.sentenceRanges, [2]int{from, to})
		from = to + 1
	}
	return p.sentenceRanges
}

// sentenceNumberWithMostWordsOf returns the number of the sentence whose claims have most words of
// a fact.
func (u *UserText) sentenceNumberWithMostWordsOf(fact lang.Statement) int {
	count := map[int]int{}
	best := 0
	for _, w := range fact.ContentWords {
		seen := map[int]bool{}
		for _, c := range u.own.words.FindClausesWithWordInAnyForm(w) {
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

// allowAnyClause lets every clause of a passage support a fact.
func allowAnyClause(int) bool { return true }
