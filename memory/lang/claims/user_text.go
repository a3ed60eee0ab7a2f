package claims

import (
	"slices"
	"strings"
	"time"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/calendar"
	"memoir/memory/lang/claims/quoted"
	"memoir/memory/lang/claims/vocabulary"
	"memoir/memory/lang/lazyregexp"
)

// UserText is a message of the user prepared for grounding: their own words clause by clause, each
// with its mood and subject, apart from what they quoted or pasted. It must not be used by several
// goroutines.
type UserText struct {
	own, foreign *passage
	moods        []mood    // of each clause of own
	subjects     []subject // of each clause of own
	mocking      []bool    // of each clause of own: it may mean the opposite of the delight it tells
	dates        calendar.DatesSaid

	probabilities map[string]float64 // of contexts of facts, see isProbablyNotMeant
}

// Support says how a message supports a fact.
type Support struct {
	Basis Basis
	Fact  string // the fact, without the sentences that nobody said
	Cut   string // those sentences
}

// Basis is the kind of words that a fact rests on.
type Basis int

// The kinds of words: only Stated ones make a fact about the user.
const (
	Unsaid   Basis = iota // nowhere in the message
	Stated                // the user states it
	Asked                 // in a question, or as something the user does not know
	Supposed              // in a condition or a thought experiment
	Joked                 // in a joke that is marked as such
	Invented              // in a role, a story or a task
	OfOthers              // said about, or by, another person
	Quoted                // in quoted or pasted text
	Denied                // the user says that it is not true
	Over                  // the user says that it was so once, or is so no longer
	Unmeant               // the user states it, but in words by which people mean something else
	Partly                // a part of a sentence is in none of the user's words
)

// ParseUserMessage prepares a message that was written at the given time.
func ParseUserMessage(message string, written time.Time) *UserText {
	own, foreign := SplitOwnFromQuotedText(message)
	u := &UserText{
		own: splitAndIndexPassage(own), foreign: splitAndIndexPassage(foreign), probabilities: map[string]float64{},
	}
	u.moods = findClauseMoods(u.own)
	u.subjects = findClauseSubjects(u.own)
	u.own.markClausesBehindReports(u.moods, u.subjects)
	u.indexAntecedentsInQuestions()
	u.mocking = u.own.clausesThatMayMockDelight()
	u.dates = calendar.NewDatesSaid(u.own.text, u.own.tokensByClause(), written)
	return u
}

// indexAntecedentsInQuestions notes for clauses about somebody whom only a question names that they
// have the name, for which a pronoun or the form of the verb stands: in "What do I get my boss? He is
// a notary" the boss is a notary.
func (u *UserText) indexAntecedentsInQuestions() {
	for i, s := range u.subjects {
		if u.moods[i] != moodClaim {
			continue
		}
		for _, t := range s.others {
			word := lang.StripDiacriticsAndFoldSpellings(t.Folded)
			in := u.own.words.Clauses[word]
			isAsked := func(k int) bool { return k < i && u.moods[k] == moodAsked }
			if !slices.Contains(in, i) && slices.ContainsFunc(in, isAsked) {
				u.own.words.AddOccurrence(word, i)
			}
		}
	}
}

// SplitOwnFromQuotedText separates the user's own text from what they quoted or pasted (see
// quoted.SplitOwnFromForeignText).
func SplitOwnFromQuotedText(message string) (own, foreign string) {
	return quoted.SplitOwnFromForeignText(message, isAboutOthers)
}

// isAboutOthers reports whether a paragraph is about somebody of the user's, to whom "her" may
// refer.
func isAboutOthers(text string) bool {
	ts := lang.Tokenize(text)
	language := lang.DetectLanguage(ts)
	return slices.ContainsFunc(splitIntoClauses(text, language), func(c clause) bool {
		words, _ := subjectOtherThanUser(c, language)
		return len(words) > 0
	})
}

// OwnText returns the user's own text, without what they quoted or pasted.
func (u *UserText) OwnText() string { return u.own.text }

// SupportForFact tells whether the user states a fact: each sentence and clause of it, by itself.
// Sentences at the end that nobody said are cut off; anything else that the user did not state
// keeps the fact whole and tells what it rests on.
func (u *UserText) SupportForFact(fact string) Support {
	s := u.SupportForFactByRules(fact)
	if s.Basis == Stated && u.isProbablyNotMeant(s.Fact) {
		return Support{Unmeant, fact, ""}
	}
	return s
}

// SupportForFactByRules tells what SupportForFact does by the rules alone, without the classifier.
func (u *UserText) SupportForFactByRules(fact string) Support {
	said := u.own.language
	if len(u.own.clauses) == 0 {
		said = u.foreign.language
	}
	sentences := parseFactIntoSentences(fact, said)
	if len(sentences) == 0 {
		return Support{Unsaid, fact, ""}
	}
	stated := 0
	for stated < len(sentences) && u.statesSentence(sentences[stated], fact) {
		stated++
	}
	if stated == len(sentences) {
		return Support{Stated, fact, ""}
	}
	if basis := u.basisOfUnstatedSentences(sentences[stated:], fact); basis != Unsaid {
		return Support{basis, fact, ""}
	}
	if stated > 0 {
		at := sentences[stated].from
		return Support{Stated, strings.TrimSpace(fact[:at]), strings.TrimSpace(fact[at:])}
	}
	if len(sentences) == 1 {
		chosen := u.own.selectAllowedClauses(u.supportingClauseFilter(sentences[0], fact))
		switch {
		case chosen.statesFactByOtherRelationWord(sentences[0], &u.dates):
			return Support{Stated, fact, ""}
		case chosen.factMayRewordClauses(sentences[0], &u.dates):
			return Support{Partly, fact, ""}
		}
	}
	if u.statesBeginningOfSentence(sentences[0], fact) {
		return Support{Partly, fact, ""}
	}
	return Support{Unsaid, fact, ""}
}

// statesSentence reports whether the user states a sentence of the fact.
func (u *UserText) statesSentence(s factSentence, fact string) bool {
	return u.own.selectAllowedClauses(u.supportingClauseFilter(s, fact)).supportsFactSentence(s, &u.dates)
}

// supportingClauseFilter tells which clauses can make a sentence of a fact: the user's statements,
// and for a fact about the user not those about somebody else whom it does not mention. A
// conditional fact may rest on a condition, a negated one on a denial, one about a wish or the past
// on such a clause.
func (u *UserText) supportingClauseFilter(s factSentence, fact string) func(clause int) bool {
	conditional, negated := u.isConditionalFactSentence(s), hasFullNegation(s.statement, s.text) || factTellsDroppedPlan(s)
	wished, former := factSpeaksOfWishOrPlan(s), factSpeaksOfPastOrNegates(s)
	about := make([]bool, len(u.subjects))
	words := lang.ParseStatement(fact)
	named := map[string]bool{} // words of subjects that the fact has
	limited := hasUserAsSubject(s.text) || s.from > 0 && hasUserAsSubject(fact) ||
		len(wordsOfPossessedSubject(s.text)) > 0 ||
		startsWithUserGenitiveInHindiOrTurkish(s.text)
	owns := factStatesOwnership(s)
	for i := range u.subjects {
		about[i] = !limited || u.subjects[i].isUserOrMentionedIn(words, named) || owns && u.saysWhatThingOfOnesOwnIs(i)
	}
	likes := factStatesLikingOrDelight(s)
	supports := map[mood]bool{
		moodClaim: true, moodSupposed: conditional, moodDenied: negated, moodWished: wished, moodFormer: former,
	}
	return func(i int) bool {
		return about[i] && supports[u.moods[i]] && !(likes && u.mocking[i] && u.moods[i] == moodClaim)
	}
}

// isConditionalFactSentence reports whether a sentence of a fact is a condition itself.
func (u *UserText) isConditionalFactSentence(s factSentence) bool {
	language := s.statement.Language
	if language == lang.UnknownLanguage {
		language = u.own.language
	}
	conditions := vocabulary.ConditionWords(language)
	return slices.ContainsFunc(s.statement.Tokens, func(t lang.Token) bool { return conditions[t.Folded] }) ||
		conditionalFactPattern.MatchString(s.text) ||
		hasTurkishOrKoreanConditionEnding(clause{tokens: s.statement.Tokens}, language)
}

// conditionalFactPattern matches conditions in Korean, Japanese and Chinese, whose verbs carry them.
var conditionalFactPattern = lazyregexp.New(`\p{Hangul}면\s|(?:たら|れば|なら|と、)|如果|要是|一旦|只要|的话`)

// basisOfUnstatedSentences tells what sentences of a fact rest on that the user's words contain but
// do not state.
func (u *UserText) basisOfUnstatedSentences(sentences []factSentence, fact string) Basis {
	contained := func(p *passage, allowed func(int) bool) bool {
		chosen := p.selectAllowedClauses(allowed)
		return !slices.ContainsFunc(sentences, func(s factSentence) bool { return !chosen.supportsFactSentence(s, &u.dates) })
	}
	if !contained(u.own, allowAnyClause) {
		if contained(u.foreign, allowAnyClause) {
			return Quoted
		}
		return Unsaid
	}
	for _, m := range []mood{
		moodSupposed, moodAsked, moodInvented, moodJoked, moodDenied, moodWished, moodFormer,
	} {
		with := func(i int) bool { return u.moods[i] == moodClaim || u.moods[i] == m }
		if slices.Contains(u.moods, m) && contained(u.own, with) && !contained(u.own, u.clauseMoodFilter(moodClaim)) {
			return m.basisIfNotStated()
		}
	}
	if contained(u.own, u.clauseMoodFilter(moodClaim)) {
		earnest := func(i int) bool { return u.moods[i] == moodClaim && !u.mocking[i] }
		if slices.ContainsFunc(sentences, factStatesLikingOrDelight) && !contained(u.own, earnest) {
			return Joked
		}
		return OfOthers
	}
	return u.mostFrequentNonClaimMood().basisIfNotStated()
}

func (u *UserText) clauseMoodFilter(m mood) func(int) bool {
	return func(i int) bool { return u.moods[i] == m }
}

// mostFrequentNonClaimMood is the mood that most clauses have which are no claims.
func (u *UserText) mostFrequentNonClaimMood() mood {
	count := map[mood]int{}
	best := moodAsked
	for _, m := range u.moods {
		if count[m]++; m != moodClaim && count[m] > count[best] {
			best = m
		}
	}
	return best
}

// statesBeginningOfSentence reports whether the user states a beginning of a sentence: one or more
// of its clauses, but not all.
func (u *UserText) statesBeginningOfSentence(s factSentence, fact string) bool {
	first := s
	for n := len(s.clauses) - 1; n > 0; n-- {
		first.clauses = s.clauses[:n]
		first.text = s.text[:s.ends[n-1]]
		first.statement = lang.ParseStatement(first.text)
		if u.statesSentence(first, fact) {
			return true
		}
	}
	return false
}

// SentenceWhoseClaimsMatchBest returns the sentence of the user's own text, of at most maxBytes,
// that shares most words with the fact; "" when there is none.
func (u *UserText) SentenceWhoseClaimsMatchBest(fact string, maxBytes int) string {
	return u.own.bestMatchingSentence(lang.ParseStatement(fact), maxBytes, u.clauseMoodFilter(moodClaim))
}
