package claims

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/calendar"
	"memoir/memory/lang/claims/wordindex"
)

// passage is a text prepared for grounding: its clauses with an index of their words.
type passage struct {
	text     string
	clauses  clauseList
	language lang.Language
	words    *wordindex.Index
	faces    presence // of mockingFaces
	aversion presence // of words with aversionStems

	selections     map[string]*selection
	sentenceRanges [][2]int // once clauseRangesOfSentences was called
}

// detectionBytes is how much of a text is read to detect its language.
const detectionBytes = 2000

func splitAndIndexPassage(text string) *passage {
	language := lang.DetectLanguage(lang.Tokenize(strings.ToValidUTF8(text[:min(len(text), detectionBytes)], "")))
	p := &passage{
		text: text, clauses: splitIntoClauses(text, language), language: language,
		selections: map[string]*selection{},
	}
	p.words = wordindex.New(p.tokensByClause())
	return p
}

// tokensByClause returns the words of each clause, and with those of a relative clause whom it is about.
func (p *passage) tokensByClause() [][]lang.Token {
	out := make([][]lang.Token, len(p.clauses))
	for i, c := range p.clauses {
		out[i] = c.tokens
		if i > 0 {
			out[i] = append(c.tokens[:len(c.tokens):len(c.tokens)], wordsOfUsersOwnBefore(p.clauses[i-1], c)...)
		}
	}
	return out
}

// Text is a text by anybody, prepared for grounding. It must not be used by several goroutines.
type Text struct{ passage *passage }

// ParseText prepares a text.
func ParseText(text string) *Text { return &Text{splitAndIndexPassage(text)} }

// SupportsFact reports whether the text states a fact: every sentence and clause of it, by itself.
// Most content words of a clause must occur in two sentences of the text, in any form; all
// numbers, dates, names and addresses must occur; and the text must negate what the fact negates
// and nothing else. A fact of one sentence may state its relation by another word.
func (t *Text) SupportsFact(fact string) bool {
	sentences := parseFactIntoSentences(fact, t.passage.language)
	all := t.passage.selectAllowedClauses(allowAnyClause)
	if len(sentences) == 1 && all.statesFactByOtherRelationWord(sentences[0], nil) {
		return true
	}
	return len(sentences) > 0 && !slices.ContainsFunc(sentences, func(s factSentence) bool {
		return !all.supportsFactSentence(s, nil)
	})
}

// SupportsFact reports whether a text states a fact (see Text.SupportsFact).
func SupportsFact(text, fact string) bool { return ParseText(text).SupportsFact(fact) }

// selection is the clauses of a passage that may support a fact.
type selection struct {
	passage *passage
	allowed []bool
	said    lang.Statement // their words, once wordsSaid was called
	numbers []string       // numbers among them, without units, once numbersSaid was called
	days    []string       // months and weekdays among them, once daysSaid was called
	hasRead struct{ words, numbers, days bool }
}

// selectAllowedClauses returns the selection of the allowed clauses. Equal ones are prepared once.
func (p *passage) selectAllowedClauses(allowed func(clause int) bool) *selection {
	key := make([]byte, len(p.clauses))
	which := make([]bool, len(p.clauses))
	for i := range p.clauses {
		if which[i] = allowed(i); which[i] {
			key[i] = 1
		}
	}
	if kept := p.selections[string(key)]; kept != nil {
		return kept
	}
	x := &selection{passage: p, allowed: which}
	p.selections[string(key)] = x
	return x
}

// wordsSaid returns the words of the clauses, with the names of those that only ask about a topic.
func (x *selection) wordsSaid() lang.Statement {
	if x.hasRead.words {
		return x.said
	}
	x.hasRead.words = true
	x.said = lang.Statement{Language: x.passage.language, Tokens: x.tokensAsSaid()}
	x.said.FoldedWords = make(map[string]bool, len(x.said.Tokens)/2)
	for i, t := range x.said.Tokens {
		x.said.Tokens[i].Folded = lang.FoldHindiAndRussianSpellings(t.Folded)
		x.said.FoldedWords[x.said.Tokens[i].Folded] = true
	}
	var unspaced strings.Builder
	for i := range x.passage.clauses {
		if x.allowed[i] {
			unspaced.WriteString(x.passage.words.Unspaced[i])
		}
	}
	x.said.UnspacedText = unspaced.String()
	return x.said
}

// minSharedWords is how many words of a sentence the text must contain at least, or all when the
// sentence has fewer: one word in common is only a topic.
const minSharedWords = 2

// supportsFactSentence reports whether the clauses state a sentence of a fact.
func (x *selection) supportsFactSentence(s factSentence, dates *calendar.DatesSaid) bool {
	covered, total := x.countFactWordsCoveredByClauses(s, dates)
	return total > 0 && covered >= min(minSharedWords, total)
}

// factMayRewordClauses reports whether a sentence of two content words may be the clauses in other
// words: they have one of the two and every name, number and address, and negate alike. "Lives in
// Porto" may be what "moved to Porto" says, or a guess about it.
func (x *selection) factMayRewordClauses(s factSentence, dates *calendar.DatesSaid) bool {
	covered, total := x.countFactWordsCoveredByClauses(s, dates)
	return total == minSharedWords && covered == 1
}

// countFactWordsCoveredByClauses returns how many content words a sentence of a fact has, and how
// many of them the clauses have; 0 of 0 when a clause of it has too few, or a name, number, address
// or negation differs.
func (x *selection) countFactWordsCoveredByClauses(s factSentence, dates *calendar.DatesSaid) (covered, total int) {
	shared := map[int]int{} // words by sentence
	f := s.statement
	f.Language = f.ChooseFactOrTextNegationLanguage(lang.Statement{Language: x.passage.language})
	if s.opens && !x.hasPredicateWordOfPossessedSubject(s, f.Language, dates) ||
		x.addsUnsaidReason(s) || x.makesEastAsianVisitOrOriginAHome(s) {
		return 0, 0
	}
	for i, words := range s.clauses {
		n := x.countCoveredClauseWords(words, s.opens && i == 0, f.Language, shared, dates)
		if n < 0 {
			return 0, 0
		}
		covered, total = covered+n, total+len(words)
	}
	if hasFullNegation(f, s.text) {
		covered++ // a negation, which the text must share, counts as a word
		total++
	} else if x.deniesFact(s, f.Language) {
		return 0, 0
	}
	if covered == 0 || !x.containsAllNumbersAndDates(f, dates) || !x.containsAllNames(f) ||
		!x.containsAllWebAndMailAddresses(s.text) ||
		lang.ContradictsByNegation(s.text, x.bestMatchingSentencesText(shared), f.Language) {
		return 0, 0
	}
	return covered, total
}

// containsAllNames reports whether each name of a fact is said. The words are not gathered for a fact
// without names.
func (x *selection) containsAllNames(f lang.Statement) bool {
	return !f.MayHaveNames() || f.AllNamesOccurIn(x.wordsSaid())
}

// maxEvidence is how many sentences are looked at for negations.
const maxEvidence = 12

// bestMatchingSentencesText returns the text of the clauses in the sentences that share most words
// with a fact.
func (x *selection) bestMatchingSentencesText(shared map[int]int) string {
	best := slices.SortedFunc(maps.Keys(shared), func(a, b int) int {
		return cmp.Or(shared[b]-shared[a], a-b)
	})
	chosen := map[int]bool{}
	for _, s := range best[:min(len(best), maxEvidence)] {
		chosen[s] = true
	}
	isChosen := func(i int) bool { return x.allowed[i] && chosen[x.passage.clauses[i].sentence] }
	return x.passage.joinClausesWithoutExclusionPrefixes(isChosen)
}

// hasFullNegation reports whether a text with the statement f negates by more than a mild word.
func hasFullNegation(f lang.Statement, text string) bool {
	return slices.ContainsFunc(lang.FindNegations(text, f.Language, 0), func(d lang.Negation) bool { return !d.IsMild })
}

// countCoveredClauseWords returns how many words of a fact's clause occur in the two sentences that
// have most of them, or that are known numbers, or -1 when that is too few. It counts the words of
// each sentence in shared.
func (x *selection) countCoveredClauseWords(
	words []lang.Token, opens bool, language lang.Language, shared map[int]int, dates *calendar.DatesSaid,
) int {
	found := make([][]int, len(words)) // sentences by word
	missing, longest, known := 0, 0, 0
	for i, w := range words {
		for _, c := range x.passage.words.FindClausesWithWordInAnyForm(w) {
			if x.allowed[c] {
				found[i] = append(found[i], x.passage.clauses[c].sentence)
			}
		}
		if len(found[i]) == 0 {
			found[i] = x.sentenceNumbersRestatingRelation(w, words)
		}
		slices.Sort(found[i])
		found[i] = slices.Compact(found[i])
		for _, s := range found[i] {
			shared[s]++
		}
		missing++
		switch {
		case x.isKnownNumberOrDate(w, language, dates):
			known++
			found[i], missing = nil, 0
		case len(found[i]) > 0:
			missing = 0
		}
		longest = max(longest, missing)
	}
	n := known + countWordsInBestTwoSentences(found)
	if n < requiredSharedWordCount(language, len(words), opens) || longest > maxUnsupportedWordRun(language) {
		return -1
	}
	return n
}

// countWordsInBestTwoSentences returns how many words occur in the sentence that has most of them,
// or in the one that adds most to it: details that were said apart are often joined.
func countWordsInBestTwoSentences(found [][]int) int {
	first, n := sentenceWithMostWords(found)
	if n == 0 {
		return 0
	}
	var rest [][]int
	for _, f := range found {
		if !slices.Contains(f, first) {
			rest = append(rest, f)
		}
	}
	_, m := sentenceWithMostWords(rest)
	return n + m
}

// sentenceWithMostWords returns the first sentence that has most of the words, and how many.
func sentenceWithMostWords(found [][]int) (sentence, n int) {
	count := map[int]int{}
	for _, f := range found {
		for _, s := range f {
			count[s]++
		}
	}
	for s, c := range count {
		if c > n || c == n && s < sentence {
			sentence, n = s, c
		}
	}
	return sentence, n
}

// requiredSharedWordCount returns how many of n content words of a fact's clause must occur in the
// text. A half is enough because facts rephrase: an inflected or reordered word counts, a synonym
// does not. Korean endings and compounds hide more. A clause of two words behind the first needs
// both: there the second one is all that it adds (docs/decisions/0003-one-engine-two-presets.md).
func requiredSharedWordCount(t lang.Language, n int, opens bool) int {
	switch {
	case n <= 2 && !opens:
		return n
	case t == lang.Korean && opens:
		return (3*n + 9) / 10
	case t == lang.Korean:
		return max(2, (3*n+9)/10)
	}
	return (n + 1) / 2
}

// maxUnsupportedWordRun returns how many content words in a row may be the extractor's own. Chinese
// and Japanese words give several overlapping pairs.
func maxUnsupportedWordRun(t lang.Language) int {
	switch t {
	case lang.Korean, lang.Chinese, lang.Japanese:
		return 4
	}
	return 2
}

// joinClausesWithoutExclusionPrefixes returns the text of some clauses as it stands, with a line
// break where others are left out. Words that only exclude what the user has an aversion to are
// left out as well.
func (p *passage) joinClausesWithoutExclusionPrefixes(which func(clause int) bool) string {
	var b strings.Builder
	last := -1
	for i, c := range p.clauses {
		if !which(i) {
			continue
		}
		if last >= 0 && last != i-1 {
			b.WriteByte('\n')
		}
		b.WriteString(p.text[c.from+p.exclusionPrefixByteLength(i) : c.to])
		last = i
	}
	return b.String()
}

// bestMatchingSentence returns the sentence of at most maxBytes whose allowed clauses have most
// words of the fact; "" when there is none.
func (p *passage) bestMatchingSentence(fact lang.Statement, maxBytes int, allowed func(int) bool) string {
	count := map[int]int{}
	for _, w := range fact.ContentWords {
		seen := map[int]bool{}
		for _, c := range p.words.FindClausesWithWordInAnyForm(w) {
			if s := p.clauses[c].sentence; allowed(c) && !seen[s] {
				seen[s] = true
				count[s]++
			}
		}
	}
	best, most := "", -1
	for from := 0; from < len(p.clauses); {
		to := from
		for to+1 < len(p.clauses) && p.clauses[to+1].sentence == p.clauses[from].sentence {
			to++
		}
		text := strings.TrimSpace(p.text[p.clauses[from].from:p.clauses[to].to])
		if n := count[p.clauses[from].sentence]; n > most && len(text) <= maxBytes {
			best, most = text, n
		}
		from = to + 1
	}
	return best
}
