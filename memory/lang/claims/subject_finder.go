package claims

import (
	"slices"
	"sync"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
)

// findClauseSubjects returns the subject of each clause. A clause without one of its own continues
// the one before in its sentence; a pronoun of the third person stands for the last one that was
// mentioned.
func findClauseSubjects(p *passage) []subject {
	f := subjectFinder{passage: p, subjects: make([]subject, len(p.clauses))}
	for i := range p.clauses {
		f.setSubjectOfClause(i)
	}
	p.attributePrecedingClausesToSpeakers(f.subjects)
	return f.subjects
}

// subjectFinder finds the subjects of the clauses of a passage, one after the other.
type subjectFinder struct {
	*passage
	subjects  []subject // of the clauses so far
	mentioned subject   // the last other one
	named     subject   // the last other one that was the subject of a clause
	speaking  bool      // somebody else speaks up to the end of the sentence
}

// setSubjectOfClause finds the subject of the next clause: who speaks in it, else whom it is about.
func (f *subjectFinder) setSubjectOfClause(i int) {
	c := f.clauses[i]
	opens := f.clauses.firstIndexInSentenceOf(i) == i
	f.speaking = f.speaking && !opens && !startsWithContrastWord(c) && !f.userSpeaksAgain(i)
	if f.speaking {
		f.subjects[i] = f.subjects[i-1]
		return
	}
	if source := sourceNamedAtStart(c, f.language); opens && len(source) > 0 || reportsWhatUserWasTold(c) {
		f.subjects[i], f.speaking = subject{append(source, c.tokens[0])}, true
		return
	}
	if assistant := assistantPronounIfItSays(c); len(assistant) > 0 {
		f.subjects[i] = subject{assistant}
		f.speaking = i+1 < len(f.clauses) && wishConjunctions()[f.clauses[i+1].tokens[0].Folded] // "that I …"
		return
	}
	f.setSubjectOfUnreportedClause(i, opens)
	if words := nounPhraseOfMentionedOther(c, f.language); len(words) > 0 {
		f.mentioned = subject{words}
	}
	if words, found := subjectOtherThanUser(c, f.language); found && len(words) > 0 {
		f.named = subject{words}
	}
}

// userSpeaksAgain reports whether a clause says something in the first person at its start where what was
// reported before in its sentence did not: "my boss said they're closing, and I've been there nineteen years".
func (f *subjectFinder) userSpeaksAgain(i int) bool {
	ts := f.clauses[i].tokens
	if len(ts) > 1 && vocabulary.ConjunctionsAnd()[ts[0].Folded] {
		ts = ts[1:]
	} else if f.clauses[i-1].end == 0 {
		return false
	}
	if !vocabulary.HasFirstPersonPronoun(ts[:1], f.language) {
		return false
	}
	own := vocabulary.Possessives(f.language)
	isReport := false
	for k := i - 1; k >= 0 && f.clauses[k].sentence == f.clauses[i].sentence; k-- {
		reported := f.clauses[k].tokens
		if at := slices.IndexFunc(reported, func(t lang.Token) bool { return vocabulary.SayVerbs()[t.Folded] }); at >= 0 {
			reported = reported[at+1:]
			isReport = isReport || len(reported) > 1
		}
		if vocabulary.HasFirstPersonPronoun(reported, f.language) ||
			slices.ContainsFunc(reported, func(t lang.Token) bool { return own[t.Folded] }) {
			return false
		}
	}
	return isReport
}

// setSubjectOfUnreportedClause finds the subject of a clause that repeats nobody's words, and
// notes whether that subject starts to speak in it. A clause in the first person is about the user.
func (f *subjectFinder) setSubjectOfUnreportedClause(i int, opens bool) {
	c := f.clauses[i]
	s, found := f.namedOrContinuedSubject(i, opens)
	f.subjects[i] = s
	f.speaking = otherThanUserOrExpertSaysOrThinks(c, s)
	switch first := vocabulary.HasFirstPersonPronoun(c.tokens, f.language); {
	case first && !f.speaking:
		f.subjects[i] = subject{} // "Tom gave me …", "my sister and I …"
	case !first && !opens && !found && consistsOnlyOfName(c) && len(s.others) > 0 &&
		// else they name what the verb is about
		!hasAnyWord(f.clauses[f.clauses.firstIndexInSentenceOf(i)], vocabulary.ThirdPersonVerbs()):
		f.addClauseAsAppositionToSentenceSubjects(i)
	}
}

// namedOrContinuedSubject returns the subject that the words of a clause give it, else the one it
// continues. It is found if the clause has one of its own.
func (f *subjectFinder) namedOrContinuedSubject(i int, opens bool) (s subject, found bool) {
	c := f.clauses[i]
	words, found := subjectOtherThanUser(c, f.language)
	switch {
	case found && len(words) > 0:
		return subject{append(words, namesGivenToSubject(c)...)}, true
	case found: // he, she
		s := f.possibleAntecedentsOfPronoun(i, f.mentioned)
		return subject{append(s.others, f.named.others...)}, true
	case opens:
		return subject{}, false
	case vocabulary.RelativePronouns()[c.tokens[0].Folded] && endsInFirstPersonPronoun(f.clauses[i-1], f.language):
		return subject{}, false // "c'est moi qui …"
	case vocabulary.RelativePronouns()[c.tokens[0].Folded]:
		return subject{lastTwoContentWords(f.clauses[i-1].tokens)}, false
	case f.language == lang.Korean && suggestedActions()[c.tokens[0].Text]:
		return subject{}, false // what somebody suggested, the user did with them
	case !vocabulary.HasFirstPersonPronoun(c.tokens, f.language):
		return f.subjects[i-1], false
	}
	return subject{}, false
}

// suggestedActions follow a suggestion in Korean and lead over to what came of it: "남편이 귀농하자고 해서 …".
var suggestedActions = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("해서 하길래 하셔서 해가지고 하기에 하니까")
})

// endsInFirstPersonPronoun reports a clause whose last word names the user.
func endsInFirstPersonPronoun(c clause, language lang.Language) bool {
	return vocabulary.HasFirstPersonPronoun(c.tokens[len(c.tokens)-1:], language)
}

// addClauseAsAppositionToSentenceSubjects adds a name behind its noun to the subjects of the
// sentence so far: "my boys, Theo and Arlo".
func (f *subjectFinder) addClauseAsAppositionToSentenceSubjects(i int) {
	c := f.clauses[i]
	joined := subject{append(slices.Clone(f.subjects[i].others), lang.UniqueContentTokens(c.tokens)...)}
	for k := i; k >= 0 && f.clauses[k].sentence == c.sentence; k-- {
		f.subjects[k] = joined
	}
}
