package claims

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
)

// subject is whom a clause is about: the user when others is empty, else those words name somebody
// or something else.
type subject struct{ others []lang.Token }

// isUserOrMentionedIn reports whether a fact may be about the subject of a clause: it names it, or
// the clause is about the user. Words that were looked up are kept in known.
func (s subject) isUserOrMentionedIn(fact lang.Statement, known map[string]bool) bool {
	return len(s.others) == 0 || slices.ContainsFunc(s.others, func(w lang.Token) bool {
		has, ok := known[w.Folded]
		if !ok {
			has = fact.ContainsWordFormSynonymOrSound(w) || containsIrregularFormOf(fact, w) ||
				slices.ContainsFunc(fact.Tokens, func(o lang.Token) bool {
					return lang.AreNameForms(o.Folded, w.Folded)
				})
			known[w.Folded] = has
		}
		return has
	})
}

// hasUserAsSubject reports whether a sentence of a fact has the user as its subject, not somebody
// of theirs: "The user …", not "The user's …" or "La sœur de l'utilisateur …".
func hasUserAsSubject(sentence string) bool {
	ts := lang.Tokenize(sentence)
	for i, t := range ts[:min(len(ts), 2)] {
		if !vocabulary.UserSubjects()[t.Folded] && !strings.HasPrefix(t.Folded, "사용자") {
			continue
		}
		next := ""
		if i+1 < len(ts) {
			next = ts[i+1].Text
		}
		has := i+2 < len(ts) && ts[i+2].Text == "पास" // "has", with a possessive in Hindi
		return has || t.Folded != "사용자의" && !vocabulary.UserPossessives()[next]
	}
	if strings.HasPrefix(sentence, "У пользователя ") {
		return true // "has"
	}
	return strings.HasPrefix(sentence, "用户") && !strings.HasPrefix(sentence, "用户的")
}

// startsWithUserGenitiveInHindiOrTurkish reports a fact in Hindi or Turkish that says what the user
// has by the genitive of the user.
func startsWithUserGenitiveInHindiOrTurkish(sentence string) bool {
	return lang.HasAnyPrefix(sentence, []string{"उपयोगकर्ता के ", "Kullanıcının "})
}

// containsIrregularFormOf reports whether another word of the same group (see
// vocabulary.IrregularForms) occurs.
func containsIrregularFormOf(f lang.Statement, w lang.Token) bool {
	base, ok := vocabulary.IrregularForms()[lang.StripDiacriticsAndFoldSpellings(w.Folded)]
	return ok && slices.ContainsFunc(f.Tokens, func(o lang.Token) bool {
		return vocabulary.IrregularForms()[lang.StripDiacriticsAndFoldSpellings(o.Folded)] == base
	})
}

// namesGivenToSubject returns the names that a clause gives to its subject: "my boss is called
// Okafor".
func namesGivenToSubject(c clause) []lang.Token {
	i := slices.IndexFunc(c.tokens, func(t lang.Token) bool { return vocabulary.NamingWords()[t.Folded] })
	if i < 0 {
		return nil
	}
	var out []lang.Token
	for _, t := range c.tokens[i+1:] {
		if startsWithCapital(t) || lang.StartsWithHanKanaOrHangul(t.Text) {
			out = append(out, t)
		}
	}
	return out
}

// consistsOnlyOfName reports whether a clause is nothing but a name.
func consistsOnlyOfName(c clause) bool {
	words := lang.UniqueContentTokens(c.tokens)
	isOrdinary := func(t lang.Token) bool { return !startsWithCapital(t) }
	return len(words) > 0 && len(words) <= 3 && !slices.ContainsFunc(words, isOrdinary)
}

// otherThanUserOrExpertSaysOrThinks reports whether the subject of a clause says or thinks
// something. What a doctor says of the user counts as the user's own.
func otherThanUserOrExpertSaysOrThinks(c clause, s subject) bool {
	return len(s.others) > 0 && hasVerbOfSayingOrThinking(c) && !slices.ContainsFunc(s.others, isExpertWord) &&
		!reportsOnlyGreeting(c)
}

// nounPhraseOfMentionedOther returns somebody or something else that a clause mentions: "… my
// sister". others and found are its subjectOtherThanUser.
func nounPhraseOfMentionedOther(c clause, language lang.Language, others []lang.Token, found bool) []lang.Token {
	for i := len(c.tokens) - 2; i >= 0; i-- {
		if vocabulary.Possessives(language)[c.tokens[i].Folded] {
			words, _ := nounPhraseAtStartUnlessOwnAttribute(c.tokens[i+1:])
			return words
		}
	}
	if found {
		return others
	}
	for _, noun := range vocabulary.HanRelatives() {
		if lang.StartsWithHanKanaOrHangul(c.tokens[0].Text) && strings.Contains(c.text, noun) {
			return []lang.Token{{Text: noun, Folded: noun}}
		}
	}
	return nil
}

// lastTwoContentWords returns the last two content words of a clause.
func lastTwoContentWords(ts []lang.Token) []lang.Token {
	words := lang.UniqueContentTokens(ts)
	return words[max(0, len(words)-2):]
}

// subjectOtherThanUser returns the words of a clause's subject when it is not the user. It is found
// with no words for a pronoun of the third person.
func subjectOtherThanUser(c clause, language lang.Language) (others []lang.Token, found bool) {
	ts, others := cutPreludesToArticleSubject(c.tokens, language)
	if len(others) > 0 {
		return others, true
	}
	first := ts[0].Folded
	if words := ownerInExistentialOrArticlelessClause(c.tokens, language); len(words) > 0 {
		return words, true
	}
	switch {
	case isObjectWithPreposition(c.tokens, language):
		return nil, false // "a él lo recogimos"
	case startsWithRomanisedHindiRelative(ts):
		return ts[1:2], true
	case vocabulary.ThirdPersonPronouns(language)[first]:
		return nil, true
	case startsWithFirstPersonPossessive(ts, language):
		return nounPhraseAtStartUnlessOwnAttribute(ts[1:])
	case vocabulary.IndefiniteSubjects()[first]:
		return ts[:1], true
	case (vocabulary.Articles()[first] || vocabulary.RelativeNouns()[first]) && len(ts) > 1 &&
		vocabulary.IndefiniteSubjects()[ts[1].Folded]:
		return ts[1:2], true // "die Leute"
	case lang.StartsWithHanKanaOrHangul(ts[0].Text):
		return eastAsianSubjectOtherThanUser(c, ts, language)
	case vocabulary.OwnRelatives()[first]:
		return ts[:1], true
	case language == lang.Hindi:
		return hindiSubjectOtherThanUser(ts)
	}
	return subjectBeforeThirdPersonVerb(ts, language)
}

// isObjectWithPreposition reports a pronoun of the third person at the start of a Romance clause that the
// preposition "a" makes its object, the user being the subject. Where the verb is in the third person, it is who
// likes something: "a él le encanta".
func isObjectWithPreposition(ts []lang.Token, language lang.Language) bool {
	if language != lang.Spanish && language != lang.Italian && language != lang.Portuguese {
		return false
	}
	if len(ts) < 3 || ts[0].Folded != "a" || !vocabulary.ThirdPersonPronouns(language)[ts[1].Folded] {
		return false
	}
	return slices.ContainsFunc(ts[2:min(len(ts), 5)], func(t lang.Token) bool {
		return lang.HasAnySuffix(t.Folded, firstPersonPluralEndings())
	}) && !dativePronouns()[ts[2].Folded]
}

// dativePronouns repeat to whom something happens or appeals.
func dativePronouns() map[string]bool {
	return map[string]bool{"le": true, "les": true, "gli": true, "lhe": true}
}

// firstPersonPluralEndings end verbs whose subject is the user with others.
func firstPersonPluralEndings() []string {
	return []string{"amos", "emos", "imos", "iamo", "ammo", "emmo", "immo"}
}

// hasIberianOrItalianVerbOfWe reports a verb whose ending alone says that the user does something with others: "mi hija
// es celíaca y siempre hacemos paella". A noun that ends so has an article, a possessive or a preposition before it.
func hasIberianOrItalianVerbOfWe(c clause, language lang.Language) bool {
	if language != lang.Spanish && language != lang.Portuguese && language != lang.Italian {
		return false
	}
	endings := firstPersonPluralEndings()
	for i, t := range c.tokens {
		if len(t.Folded) > 5 && lang.HasAnySuffix(t.Folded, endings) && !startsWithCapital(t) &&
			(i == 0 || !standsBeforeNouns(c.tokens[i-1].Folded, language)) {
			return true
		}
	}
	return false
}

// standsBeforeNouns reports an article, a possessive or a preposition of Spanish, Portuguese or Italian.
func standsBeforeNouns(word string, language lang.Language) bool {
	return vocabulary.Articles()[word] || vocabulary.IndefiniteArticles()[word] || pluralArticles()[word] ||
		vocabulary.Possessives(language)[word] || romancePrepositions()[word]
}

var romancePrepositions = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("de di do da dos das del della dei en in em con com sin senza sem a per para por")
})

// startsWithRomanisedHindiRelative reports whether a clause begins with somebody of the user's family in Hindi that is
// written in Latin letters, such as "mera bhai".
func startsWithRomanisedHindiRelative(ts []lang.Token) bool {
	return len(ts) > 1 && romanisedHindiPossessives()[ts[0].Folded] && romanisedHindiRelatives()[ts[1].Folded]
}

// cutPreludesToArticleSubject cuts words such as "and" off the start of a clause, and returns the
// subject that an article begins, if any: "o", "el" and "a" are articles as well as conjunctions.
func cutPreludesToArticleSubject(ts []lang.Token, language lang.Language) (rest, others []lang.Token) {
	for ; ; ts = ts[1:] {
		if words := subjectBehindArticle(ts, language); len(words) > 0 {
			return ts, words
		}
		isPronoun := language == lang.English && ts[0].Folded == "i" || // "and" in Polish and Italian
			language == lang.French && ts[0].Folded == "il" && !isFrenchImpersonal(ts) // "the" in Italian
		if len(ts) < 2 || isPronoun || !vocabulary.SubjectPreludes()[ts[0].Folded] ||
			vocabulary.Possessives(language)[ts[0].Folded] {
			return ts, nil
		}
	}
}

// isFrenchImpersonal reports "il" that stands for nobody: "il faut", "il est vrai".
func isFrenchImpersonal(ts []lang.Token) bool {
	if len(ts) < 2 || frenchImpersonalVerbs()[ts[1].Folded] {
		return true
	}
	return (ts[1].Folded == "est" || ts[1].Folded == "était") && opensImpersonally(ts[1:])
}

var frenchImpersonalVerbs = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("faut fallait faudra faudrait y pleut neige fait faisait semble paraît reste s suffit vaut n")
})

// subjectBehindArticle returns the subject of a clause that starts with an article: the owner in
// "the wife of my brother", or the noun in "a colleague from work is …", which a verb of the third
// person follows.
func subjectBehindArticle(ts []lang.Token, language lang.Language) []lang.Token {
	if vocabulary.Articles()[ts[0].Folded] || vocabulary.RelativeNouns()[ts[0].Folded] {
		if words := ownerInGenitiveSubject(ts, language); len(words) > 0 {
			return words
		}
	}
	first := ts[0].Folded
	if !vocabulary.IndefiniteArticles()[first] && !vocabulary.Articles()[first] &&
		!vocabulary.Demonstratives()[first] && !pluralArticles()[first] ||
		vocabulary.HasFirstPersonPronoun(ts, language) {
		return nil
	}
	for i, t := range ts[:min(len(ts), 7)] {
		if i > 1 && (vocabulary.ThirdPersonVerbs()[t.Folded] || pluralVerbs()[t.Folded]) &&
			!vocabulary.Possessives(language)[t.Folded] {
			return lang.UniqueContentTokens(ts[1:i])
		}
	}
	return nil
}

// startsWithFirstPersonPossessive reports whether words start with "my" and a noun. In a text too
// short to tell its language by, the noun must be one of family, pets or neighbours.
func startsWithFirstPersonPossessive(ts []lang.Token, language lang.Language) bool {
	return len(ts) > 1 && (vocabulary.Possessives(language)[ts[0].Folded] ||
		language == lang.UnknownLanguage && vocabulary.RomancePossessives()[ts[0].Folded] &&
			vocabulary.FamilyNouns()[ts[1].Folded])
}

// subjectBeforeThirdPersonVerb returns a name or noun at the start of a clause that a verb of the
// third person follows.
func subjectBeforeThirdPersonVerb(ts []lang.Token, language lang.Language) (others []lang.Token, found bool) {
	first := ts[0].Folded
	switch {
	case vocabulary.Pointers()[first] || vocabulary.OwnAttributes()[first]:
	case len(ts) > 1 && startsWithCapital(ts[0]) && !lang.FunctionWords()[first] &&
		isVerbOfThirdPersonBehindName(ts, language):
		return append(ts[:1:1], wordsAfterFirstPersonPossessives(ts, language)...), true
	case len(ts) > 1 && vocabulary.SayVerbs()[ts[1].Folded] && !vocabulary.HasFirstPersonPronoun(ts[:1], language) &&
		!lang.FunctionWords()[first]:
		return ts[:1], true // "people think"
	case len(ts) > 2 && startsWithCapital(ts[0]) && startsWithCapital(ts[1]) &&
		vocabulary.ThirdPersonVerbs()[ts[2].Folded]:
		return ts[:2], true
	}
	return nil, false
}

// wordsAfterFirstPersonPossessives returns the nouns behind "my" anywhere in a clause.
func wordsAfterFirstPersonPossessives(ts []lang.Token, language lang.Language) []lang.Token {
	var out []lang.Token
	for i := range ts[:len(ts)-1] {
		if vocabulary.Possessives(language)[ts[i].Folded] {
			out = append(out, ts[i+1])
		}
	}
	return out
}

// ownerInGenitiveSubject returns the owner in "the wife of my brother", where a clause starts with
// it: a fact about the user's own wife rests on no such clause.
func ownerInGenitiveSubject(ts []lang.Token, language lang.Language) []lang.Token {
	for i, t := range ts[:min(len(ts), 5)] {
		if vocabulary.HasFirstPersonPronoun(ts[i:i+1], language) || vocabulary.ThirdPersonVerbs()[t.Folded] &&
			!vocabulary.Possessives(language)[t.Folded] {
			return nil // "ma" is "has" in Polish and "my" in French
		}
		genitive := i > 1 && vocabulary.GenitivePrepositions()[ts[i-1].Folded] || vocabulary.GermanGenitives()[t.Folded] ||
			i == 1 && vocabulary.RelativeNouns()[ts[0].Folded]
		if i > 0 && vocabulary.Possessives(language)[t.Folded] && genitive {
			words, _ := nounPhraseAtStartUnlessOwnAttribute(ts[i+1:])
			return words
		}
	}
	return nil
}

func startsWithCapital(t lang.Token) bool { return unicode.IsUpper(lang.FirstRune(t.Text)) }

// possibleAntecedentsOfPronoun returns what a pronoun of the third person may stand for: who was
// mentioned last, else what the sentence before speaks of, else somebody unknown.
func (p *passage) possibleAntecedentsOfPronoun(i int, mentioned subject) subject {
	words := slices.Clone(mentioned.others)
	if len(words) > 0 && (p.language == lang.English || p.language == lang.German) {
		return mentioned
	}
	for k := i - 1; k >= 0 && p.clauses[k].sentence >= p.clauses[i].sentence-1; k-- {
		for _, w := range lang.UniqueContentTokens(p.clauses[k].tokens) {
			if len(mentioned.others) == 0 || !startsWithCapital(w) && p.clauses[k].sentence == p.clauses[i].sentence {
				words = append(words, w) // where things are he and she, it may be any of them
			}
		}
	}
	if len(words) == 0 {
		words = p.clauses[i].tokens[:1]
	}
	return subject{words}
}

// nounPhraseAtStartUnlessOwnAttribute returns the noun behind "my", with a name or a second noun
// behind it: "my neighbour Tom". Nouns that say something about the user, such as name or home, are
// no other subject.
func nounPhraseAtStartUnlessOwnAttribute(ts []lang.Token) (others []lang.Token, found bool) {
	for _, t := range ts[:min(len(ts), 4)] {
		isHead := len(others) == 0 || vocabulary.NounQualifiers()[others[len(others)-1].Folded]
		if isHead && vocabulary.OwnAttributes()[t.Folded] {
			return nil, false
		}
		isNoun := len(others) == 0 && nounsLikeFunctionWords()[t.Folded]
		if !isNoun && (lang.FunctionWords()[t.Folded] || vocabulary.ThirdPersonVerbs()[t.Folded]) {
			break
		}
		if len(lang.ExtractNumbersOtherThan1WithUnits([]lang.Token{t})) > 0 {
			continue
		}
		if len(others) > 0 && !startsWithCapital(t) && !vocabulary.NounQualifiers()[others[len(others)-1].Folded] {
			break
		}
		others = append(others, t)
	}
	return others, len(others) > 0
}

// nounsLikeFunctionWords are people that are function words in another language.
var nounsLikeFunctionWords = sync.OnceValue(func() map[string]bool { return lang.WordSet("son sons ma man in") })

func cutAnyPrefix(s string, prefixes []string) (string, bool) {
	for _, p := range prefixes {
		if rest, ok := strings.CutPrefix(s, p); ok {
			return rest, true
		}
	}
	return s, false
}

func cutAnySuffix(s string, suffixes []string) (string, bool) {
	for _, p := range suffixes {
		if rest, ok := strings.CutSuffix(s, p); ok {
			return rest, true
		}
	}
	return s, false
}
