package claims

import (
	"slices"
	"strings"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
)

// StatementsNearestToFact returns, word for word, what the user states about themself or their own
// people that shares most content words with a fact: first the clauses of one sentence that follow
// each other and are neither asked, supposed, denied, invented nor said in jest, then those of them
// from the first to the last that shares a word. It leaves out what is longer than maxBytes, speaks
// of "the user", as only a pasted list of facts does, or is probably not meant, and returns nothing
// when no statement shares as many words as the basis of the fact asks for.
func (u *UserText) StatementsNearestToFact(fact string, basis Basis, maxBytes int) []string {
	need, ok := wordsNeededByBasis()[basis]
	if !ok {
		return nil
	}
	var out []string
	for _, span := range u.clauseSpansSharingMostWords(lang.ParseStatement(fact), need) {
		text := strings.Trim(u.own.text[u.own.clauses[span[0]].from:u.own.clauses[span[1]].to], " \t\r\n,;:–—-")
		if len(text) <= maxBytes && !strings.Contains(text, "\n") && !slices.Contains(out, text) &&
			!hasUserAsSubject(text) && !u.isProbablyNotMeant(text) {
			out = append(out, text)
		}
	}
	return out
}

// wordsNeeded is what a statement of the user must share with a fact to be kept instead of it.
type wordsNeeded struct {
	min   int  // content words
	plain bool // they count only in claims about the user or somebody whom the fact names
	end   bool // the end of a statement will do, where its beginning must not be kept
}

// wordsNeededByBasis is what is needed, by what the fact rests on. A fact that is asked about, supposed
// or told of somebody else in one sentence may be stated in another, of which a single word is no sign; a wish
// in that sentence is no statement of it either. A fact that is stated is one that reads like an order or has no
// subject, which the end of an order must not replace.
func wordsNeededByBasis() map[Basis]wordsNeeded {
	return map[Basis]wordsNeeded{
		Unsaid: {min: 1, end: true}, Partly: {min: 1, end: true}, Asked: {min: 2, end: true}, Stated: {min: 2},
		Supposed: {min: 2, plain: true}, OfOthers: {min: 2, plain: true},
	}
}

// clauseSpansSharingMostWords returns the first and the last clause of the statement that shares most
// words with a fact, and of the part of it that does; nothing when none shares what is needed.
func (u *UserText) clauseSpansSharingMostWords(fact lang.Statement, need wordsNeeded) (spans [][2]int) {
	shared := u.clausesSharingEachWord(fact)
	subjectsOfFact := map[string]bool{} // words that were looked up
	most := need.min - 1
	for from := 0; from < len(u.own.clauses); {
		to := u.lastClauseOfStatementFrom(from, fact, subjectsOfFact)
		var sharing []int // clauses
		n := 0            // words
		for _, clauses := range shared {
			within := slices.DeleteFunc(slices.Clone(clauses), func(c int) bool {
				return c < from || c > to || need.plain && !u.clauseIsPlainClaim(c, fact, subjectsOfFact)
			})
			sharing, n = append(sharing, within...), n+min(len(within), 1)
		}
		if n > most {
			most = n
			spans = [][2]int{{from, to}, {slices.Min(sharing), slices.Max(sharing)}}
		}
		from = max(from, to) + 1
	}
	if len(spans) > 0 && need.end {
		spans = append(spans, u.spansWithoutBeginning(spans[1], shared, need)...)
	}
	return spans
}

// spansWithoutBeginning returns a span of clauses without its first ones, up to a mark, as long as what is left
// shares two words or more with the fact: "always in grams, no cups: I have scales and use them" begins with an order.
func (u *UserText) spansWithoutBeginning(span [2]int, shared [][]int, need wordsNeeded) (spans [][2]int) {
	for from := span[0] + 1; from <= span[1]; from++ {
		if u.own.clauses[from-1].end == 0 {
			continue
		}
		n := 0
		for _, clauses := range shared {
			if slices.ContainsFunc(clauses, func(c int) bool { return c >= from && c <= span[1] }) {
				n++
			}
		}
		if n >= max(need.min, minWordsWithoutBeginning) {
			spans = append(spans, [2]int{from, span[1]})
		}
	}
	return spans
}

// minWordsWithoutBeginning is how many words the rest of a statement must share with a fact.
const minWordsWithoutBeginning = 2

// lastClauseOfStatementFrom returns the last of the clauses of a sentence that follow a clause and
// state something with it, or the one before it when it states nothing itself.
func (u *UserText) lastClauseOfStatementFrom(from int, fact lang.Statement, known map[string]bool) int {
	to := from - 1
	for to+1 < len(u.own.clauses) && u.own.clauses[to+1].sentence == u.own.clauses[from].sentence &&
		u.clauseIsOwnStatement(to+1, fact, known) {
		to++
	}
	return to
}

// clausesSharingEachWord returns, for each content word of a fact that the user's own text has, the
// clauses that have it.
func (u *UserText) clausesSharingEachWord(fact lang.Statement) [][]int {
	var out [][]int
	framing := vocabulary.FramingWords()
	for _, w := range fact.ContentWords {
		if framing[w.Folded] {
			continue
		}
		if found := u.own.words.FindClausesWithWordInAnyForm(w); len(found) > 0 {
			out = append(out, found)
		}
	}
	return out
}

// clauseIsOwnStatement reports a clause that states, wishes or remembers something of the user or of
// somebody of theirs. Words that were looked up in the fact are kept in known.
func (u *UserText) clauseIsOwnStatement(i int, fact lang.Statement, known map[string]bool) bool {
	switch u.moods[i] {
	case moodClaim, moodWished, moodFormer:
	default:
		return false
	}
	if u.mocking[i] {
		return false
	}
	own := vocabulary.Possessives(u.own.language)
	return u.subjects[i].isUserOrMentionedIn(fact, known) || u.isAboutThingOfOnesOwn(i) ||
		slices.ContainsFunc(u.own.clauses[i].tokens, func(t lang.Token) bool { return own[t.Folded] })
}

// isAboutThingOfOnesOwn reports a clause about a thing that people have one of and call by its article alone: "the
// car is a diesel".
func (u *UserText) isAboutThingOfOnesOwn(i int) bool {
	ts := u.own.clauses[u.own.clauses.firstIndexInSentenceOf(i)].tokens
	others := u.subjects[i].others
	return len(others) == 1 && vocabulary.ThingsOfOnesOwn()[others[0].Folded] &&
		slices.ContainsFunc(ts[:min(len(ts), 2)], func(t lang.Token) bool { return vocabulary.Articles()[t.Folded] })
}

// clauseIsPlainClaim reports a claim about the user or somebody whom a fact names.
func (u *UserText) clauseIsPlainClaim(i int, fact lang.Statement, known map[string]bool) bool {
	return u.moods[i] == moodClaim && u.subjects[i].isUserOrMentionedIn(fact, known)
}
