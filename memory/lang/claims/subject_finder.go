package claims

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
	"memoir/memory/lang/lazyregexp"
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
	mentionIn int       // the last sentence that mentions somebody else
	named     subject   // the last other one that was the subject of a clause
	namedIn   int       // the last sentence that was about somebody else
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
		f.subjects[i], f.speaking = subject{slices.Concat(source, c.tokens[:1])}, true
		return
	}
	if assistant := assistantPronounIfItSays(c); len(assistant) > 0 {
		f.subjects[i] = subject{assistant}
		f.speaking = i+1 < len(f.clauses) && wishConjunctions()[f.clauses[i+1].tokens[0].Folded] // "that I …"
		return
	}
	others, found := subjectOtherThanUser(c, f.language)
	f.setSubjectOfUnreportedClause(i, opens, others, found)
	if words := nounPhraseOfMentionedOther(c, f.language, others, found); len(words) > 0 {
		f.mentioned, f.mentionIn = subject{words}, c.sentence
	}
	if found {
		f.namedIn = c.sentence // "he" keeps the name
	}
	if found && len(others) > 0 {
		f.named = subject{others}
	}
}

// userSpeaksAgain reports whether a clause goes on with "and I" where what was reported before in its sentence is
// about others and has no word of the first person, which direct speech would have: "my boss said they're
// closing, and I've been there nineteen years".
func (f *subjectFinder) userSpeaksAgain(i int) bool {
	ts := f.clauses[i].tokens
	isAnd := vocabulary.ConjunctionsAnd()[ts[0].Folded] && !(f.language == lang.English && ts[0].Folded == "i")
	if !isAnd || len(ts) < 2 || !vocabulary.HasFirstPersonPronoun(ts[1:2], f.language) {
		return false
	}
	own, others := vocabulary.Possessives(f.language), vocabulary.ThirdPersonPronouns(f.language)
	isReport := false
	for k := i - 1; k >= 0 && f.clauses[k].sentence == f.clauses[i].sentence; k-- {
		reported := f.clauses[k].tokens
		if at := slices.IndexFunc(reported, func(t lang.Token) bool { return vocabulary.SayVerbs()[t.Folded] }); at >= 0 {
			reported = reported[at+1:]
		}
		isReport = isReport || slices.ContainsFunc(reported, func(t lang.Token) bool { return others[t.Folded] })
		if vocabulary.HasFirstPersonPronoun(reported, f.language) ||
			slices.ContainsFunc(reported, func(t lang.Token) bool { return own[t.Folded] }) {
			return false
		}
	}
	return isReport
}

// setSubjectOfUnreportedClause finds the subject of a clause that repeats nobody's words, and
// notes whether that subject starts to speak in it. A clause in the first person is about the user. others and
// hasOthers are its subjectOtherThanUser.
func (f *subjectFinder) setSubjectOfUnreportedClause(i int, opens bool, others []lang.Token, hasOthers bool) {
	c := f.clauses[i]
	s, found := f.namedOrContinuedSubject(i, opens, others, hasOthers)
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
// continues. It is found if the clause has one of its own, its subjectOtherThanUser.
func (f *subjectFinder) namedOrContinuedSubject(
	i int, opens bool, others []lang.Token, hasOthers bool,
) (s subject, found bool) {
	c := f.clauses[i]
	if words := f.ownThingAskedAbout(i, opens); len(words) > 0 {
		return subject{slices.Concat(words, namesGivenToSubject(c))}, true
	}
	switch {
	case hasOthers && len(others) > 0:
		return subject{slices.Concat(others, namesGivenToSubject(c))}, true
	case hasOthers: // he, she
		return f.antecedents(i), true
	case opens:
		return f.mentionedIfContinued(c)
	case vocabulary.RelativePronouns()[c.tokens[0].Folded] && (endsInFirstPersonPronoun(f.clauses[i-1], f.language) ||
		saysThatUserIsTheOne(f.clauses[i-1])):
		return subject{}, false // "c'est moi qui …", "I'm the one who …"
	case vocabulary.RelativePronouns()[c.tokens[0].Folded]:
		return subject{lastTwoContentWords(f.clauses[i-1].tokens)}, false
	case f.language == lang.Korean && suggestedActions()[c.tokens[0].Text] && endsInKoreanSuggestion(f.clauses[i-1]):
		return subject{}, false // what somebody suggested, the user did with them
	case !vocabulary.HasFirstPersonPronoun(c.tokens, f.language) && !hasIberianOrItalianVerbOfWe(c, f.language):
		return f.subjects[f.clauseContinuedBy(i)], false
	}
	return subject{}, false
}

// antecedents returns whom a pronoun of the third person in clause i may stand for, with who was the
// last subject if that is not long ago.
func (f *subjectFinder) antecedents(i int) subject {
	s := f.possibleAntecedentsOfPronoun(i, f.mentioned)
	if f.namedIn < f.clauses[i].sentence-1 {
		return s
	}
	return subject{slices.Concat(s.others, f.named.others)}
}

// ownThingAskedAbout returns what "mine" may stand for at the start of a sentence behind a question:
// the nouns in that, such as cat in "How much does an old cat eat? Mine is 11".
func (f *subjectFinder) ownThingAskedAbout(i int, opens bool) []lang.Token {
	if !opens || i == 0 || f.clauses[i-1].end != '?' || !startsWithOwnPronoun(f.clauses[i].tokens, f.language) {
		return nil
	}
	var nouns []lang.Token
	for k := f.clauses.firstIndexInSentenceOf(i - 1); k < i; k++ {
		nouns = append(nouns, nounsBehindArticlesAndPrepositions(f.clauses[k].tokens, f.language)...)
	}
	return nouns
}

// startsWithOwnPronoun reports "mine" as a subject, in Romance languages and Dutch behind an article.
func startsWithOwnPronoun(ts []lang.Token, language lang.Language) bool {
	behindArticle := 0
	if vocabulary.Articles()[ts[0].Folded] || pluralArticles()[ts[0].Folded] {
		behindArticle = 1
	}
	if behindArticle+1 >= len(ts) || behindArticle == 0 && language != lang.English && language != lang.German {
		return false
	}
	isAlsoMy := language == lang.German || language == lang.Italian || language == lang.Portuguese
	return vocabulary.OwnPronouns()[language][ts[behindArticle].Folded] &&
		(!isAlsoMy || isThirdPersonVerb(ts[behindArticle+1]))
}

// nounsBehindArticlesAndPrepositions returns the nouns that articles and prepositions begin. A noun stands last among
// the words behind them in English, German and Dutch, and first in Romance languages.
func nounsBehindArticlesAndPrepositions(ts []lang.Token, language lang.Language) (out []lang.Token) {
	for i, t := range ts {
		isArticle := vocabulary.IndefiniteArticles()[t.Folded] || vocabulary.Articles()[t.Folded]
		if !isArticle && !topicPrepositions()[t.Folded] {
			continue
		}
		to := i + 1
		for to < min(len(ts), i+4) && !lang.FunctionWords()[ts[to].Folded] && !isThirdPersonVerb(ts[to]) {
			to++
		}
		switch words := ts[i+1 : to]; {
		case len(words) == 0:
		case language == lang.English || language == lang.Dutch:
			out = append(out, words[len(words)-1])
		case language == lang.German:
			if at := slices.IndexFunc(words, startsWithCapital); at >= 0 {
				out = append(out, words[at])
			}
		default:
			out = append(out, words[0])
		}
	}
	return out
}

// topicPrepositions stand before what a question is about.
var topicPrepositions = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`with for of about mit für von bei con para de sobre avec pour sur per di su com met voor van
		over`)
})

// mentionedIfContinued returns who was mentioned last, and that they are found, if a sentence without a subject goes
// on about them, else the user.
func (f *subjectFinder) mentionedIfContinued(c clause) (s subject, found bool) {
	if f.continuesMentionedOther(c) {
		return f.mentioned, true
	}
	return subject{}, false
}

// continuesMentionedOther reports a sentence without a subject that goes on about somebody whom the sentence before
// mentions: it begins with a verb of the third person, in a language that needs no pronoun with it, or in Russian with
// to whom something belongs, ends with one in Turkish, or is an age in East Asian languages; and it has no word of the
// first person.
func (f *subjectFinder) continuesMentionedOther(c clause) bool {
	if len(f.mentioned.others) == 0 || f.mentionIn != c.sentence-1 ||
		vocabulary.HasFirstPersonPronoun(c.tokens, f.language) {
		return false
	}
	switch f.language {
	case lang.Chinese, lang.Japanese, lang.Korean:
		return eastAsianAgePattern.MatchString(c.text)
	case lang.Turkish:
		return lang.HasAnySuffix(c.tokens[len(c.tokens)-1].Folded, []string{"yor", "yaşında"})
	}
	ts := c.tokens
	if reflexivePronouns()[ts[0].Folded] && len(ts) > 1 {
		ts = ts[1:]
	}
	isOwn := func(t lang.Token) bool { return vocabulary.Possessives(f.language)[t.Folded] }
	return vocabulary.SubjectlessThirdPerson()[f.language][ts[0].Folded] && !opensImpersonally(ts) &&
		!slices.ContainsFunc(ts[1:], isOwn)
}

// eastAsianAgePattern matches a clause that says only how old somebody is.
var eastAsianAgePattern = lazyregexp.New(
	`^(?:今年|もう|まだ|今|才|刚|올해|이제|아직)?\s*(?:\d+|[〇一二三四五六七八九十百两]+|[가-힣]{1,3})\s*` +
		`(?:歳|才|岁|살|세)\p{Hangul}{0,4}(?:です|だよ|だ|了|半)?$`)

// reflexivePronouns stand before a verb: "se llama", "si chiama".
var reflexivePronouns = sync.OnceValue(func() map[string]bool { return lang.WordSet("se si") })

// opensImpersonally reports a verb of the third person that is about nobody: "es importante", "il est tard", "il faut".
func opensImpersonally(ts []lang.Token) bool {
	if len(ts) < 2 {
		return true
	}
	next := ts[1].Folded
	isTime := unicode.IsDigit(lang.FirstRune(next)) && impersonalOfTime()[ts[0].Folded]
	return vocabulary.ImpersonalComplements()[next] || isTime
}

// impersonalOfTime are verbs before the time of day.
var impersonalOfTime = sync.OnceValue(func() map[string]bool { return lang.WordSet("est es son è sono é são jest") })

// clauseContinuedBy returns the clause that clause i of a sentence goes on from: the one before, and behind a
// bracket the one before the bracket.
func (f *subjectFinder) clauseContinuedBy(i int) int {
	if f.clauses[i-1].end != ')' {
		return i - 1
	}
	for k := i - 2; k >= 0 && f.clauses[k].sentence == f.clauses[i].sentence; k-- {
		if f.clauses[k].end == '(' {
			return k
		}
	}
	return i - 1
}

// suggestedActions follow a suggestion in Korean and lead over to what came of it: "남편이 귀농하자고 해서 …".
var suggestedActions = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("해서 하길래 하셔서 해가지고 하기에 하니까")
})

// endsInKoreanSuggestion reports a clause that ends in what somebody proposed to do.
func endsInKoreanSuggestion(c clause) bool {
	return strings.HasSuffix(c.tokens[len(c.tokens)-1].Text, "자고")
}

// endsInFirstPersonPronoun reports a short clause whose last word names the user: "it's me".
func endsInFirstPersonPronoun(c clause, language lang.Language) bool {
	return len(c.tokens) <= 3 && vocabulary.HasFirstPersonPronoun(c.tokens[len(c.tokens)-1:], language)
}

// saysThatUserIsTheOne reports a short clause by which the user is whom the relative clause behind it tells of.
func saysThatUserIsTheOne(c clause) bool {
	return len(c.tokens) <= 4 && hasAnyWord(c, firstPersonCopulas()) && theOne()[c.tokens[len(c.tokens)-1].Folded]
}

var theOne = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("one guy person der die derjenige diejenige el la quien quello quella celui celle degene o a")
})

// addClauseAsAppositionToSentenceSubjects adds a name behind its noun to the subjects of the
// sentence so far: "my boys, Theo and Arlo".
func (f *subjectFinder) addClauseAsAppositionToSentenceSubjects(i int) {
	c := f.clauses[i]
	joined := subject{append(slices.Clone(f.subjects[i].others), lang.UniqueContentTokens(c.tokens)...)}
	for k := i; k >= 0 && f.clauses[k].sentence == c.sentence; k-- {
		f.subjects[k] = joined
	}
}
