package claims

import (
	"slices"
	"sync"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
	"memoir/memory/lang/lazyregexp"
)

// sourceNamedAtStart returns whom a sentence names as its source at its start: "According to Tom,
// …". Nothing is returned for the user and for doctors and documents, whose word counts as the
// user's own.
func sourceNamedAtStart(c clause, language lang.Language) []lang.Token {
	if m := hanSourcePattern.FindStringSubmatch(c.text); m != nil {
		return []lang.Token{{Text: m[1], Folded: m[1]}}
	}
	ts := c.tokens
	if len(ts) > 2 && sourcePairs()[ts[0].Folded+" "+ts[1].Folded] {
		ts = ts[2:]
	} else if len(ts) > 1 && sourceWords()[ts[0].Folded] {
		ts = ts[1:]
	} else {
		return nil
	}
	for len(ts) > 1 && vocabulary.Articles()[ts[0].Folded] {
		ts = ts[1:]
	}
	var words []lang.Token
	switch {
	case vocabulary.Possessives(language)[ts[0].Folded]:
		words, _ = nounPhraseAtStartUnlessOwnAttribute(ts[1:])
	case startsWithCapital(ts[0]), sourcePronouns()[ts[0].Folded]:
		words = ts[:1]
	}
	if slices.ContainsFunc(words, isExpertWord) {
		return nil
	}
	return words
}

func isExpertWord(t lang.Token) bool { return vocabulary.ExpertWords()[t.Folded] }

// reportsWhatUserWasTold reports whether a clause without a subject says that somebody told the
// user something: "Mi ha detto che …".
func reportsWhatUserWasTold(c clause) bool {
	ts := c.tokens[:min(len(c.tokens), 4)]
	if len(ts) > 2 && datives()[ts[0].Folded] && vocabulary.SayVerbs()[ts[1].Folded] && startsWithCapital(ts[2]) {
		return false // "me dicen Nacho" gives a name
	}
	if rumours()[ts[0].Folded] || ts[0].Folded == "on" && hasSayVerbToken(clause{tokens: ts}) {
		return true
	}
	return datives()[ts[0].Folded] &&
		slices.ContainsFunc(ts, func(t lang.Token) bool { return vocabulary.SayVerbs()[t.Folded] }) &&
		!slices.ContainsFunc(c.tokens, isExpertWord)
}

// assistantPronounIfItSays returns the word for the assistant in a clause that repeats what it said
// about the user: "Your last answer claimed I prefer …". A question of the assistant's is answered
// by the user, so that asking does not count.
func assistantPronounIfItSays(c clause) []lang.Token {
	if !assistantPronouns()[c.tokens[0].Folded] {
		return nil
	}
	for i, t := range c.tokens[:min(len(c.tokens), 6)] {
		if vocabulary.Nominatives()[t.Folded] {
			return nil
		}
		if i > 0 && i+1 < len(c.tokens) && vocabulary.SayVerbs()[t.Folded] && !askVerbs()[t.Folded] {
			return c.tokens[:1]
		}
	}
	return nil
}

// assistantPronouns are the words for "you" and "your" at the start of a sentence.
var assistantPronouns = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`you your du dein deine tu tú ton ta votre vous tus você tua tuas tuo ты твой твоя вы ваш ваша
		jij jouw je twój twoja`)
})

// askVerbs are the verbs of saying that ask.
var askVerbs = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("asks asked fragt fragte gefragt pregunta demande demandé спросил спросила think thinks denkst")
})

// rumours are verbs of saying whose subject is nobody in particular.
var rumours = sync.OnceValue(func() map[string]bool { return lang.WordSet("dicen dizem dicono говорят mówią") })

// attributePrecedingClausesToSpeakers gives what comes before a clause such as "she told me" or
// "says my aunt" to the speaker.
func (p *passage) attributePrecedingClausesToSpeakers(subjects []subject) {
	for i, c := range p.clauses {
		speaker := speakerOfPureSayingClause(c, p.language)
		if len(speaker) == 0 || i == 0 || p.clauses[i-1].sentence != c.sentence {
			continue
		}
		for k := i; k >= 0 && p.clauses[k].sentence == c.sentence; k-- {
			subjects[k] = subject{speaker}
		}
	}
}

// maxSpeakerWords bounds a clause that is nothing but somebody who says it.
const maxSpeakerWords = 5

// speakerOfPureSayingClause returns who speaks in a clause that says nothing else: a verb of saying
// with a subject of the third person beside it.
func speakerOfPureSayingClause(c clause, language lang.Language) []lang.Token {
	ts := c.tokens
	verb := slices.IndexFunc(ts, func(t lang.Token) bool { return vocabulary.SayVerbs()[t.Folded] })
	if verb < 0 || len(ts) > maxSpeakerWords || slices.ContainsFunc(ts, isExpertWord) {
		return nil
	}
	who := slices.Concat(ts[:verb], ts[verb+1:])
	who = slices.DeleteFunc(who, func(t lang.Token) bool { return datives()[t.Folded] })
	isThird := func(t lang.Token) bool {
		return vocabulary.ThirdPersonPronouns(language)[t.Folded] || vocabulary.Possessives(language)[t.Folded] ||
			startsWithCapital(t)
	}
	if len(who) == 0 || !isThird(who[0]) || vocabulary.Nominatives()[who[0].Folded] {
		return nil
	}
	if len(who) > 1 && !vocabulary.Possessives(language)[who[0].Folded] && !startsWithCapital(who[1]) {
		return nil // "Tom told me a joke"
	}
	if len(who) > 1 && vocabulary.Possessives(language)[who[0].Folded] {
		return who[1:]
	}
	return who
}

// reportsOnlyGreeting reports whether what is said is only a greeting or a request: "my sister says
// hi".
func reportsOnlyGreeting(c clause) bool {
	if hanGreetingPattern.MatchString(c.text) {
		return true
	}
	verb := slices.IndexFunc(c.tokens, func(t lang.Token) bool { return vocabulary.SayVerbs()[t.Folded] })
	for _, t := range c.tokens[verb+1:] {
		if !datives()[t.Folded] {
			return greetingWords()[t.Folded]
		}
	}
	return false
}

// markClausesBehindReports marks what a clause behind a verb of saying or thinking in the third
// person repeats about the user: "the neighbour tells everyone | that I …". What experts say counts
// as the user's own.
func (p *passage) markClausesBehindReports(moods []mood, subjects []subject) {
	for i, c := range p.clauses[:max(0, len(p.clauses)-1)] {
		next := p.clauses[i+1]
		if moods[i] != moodClaim || next.sentence != c.sentence || !complementizers()[next.tokens[0].Folded] ||
			!hasSayVerbToken(c) || slices.ContainsFunc(c.tokens, isExpertWord) || hasAnyWord(c, vocabulary.Nominatives()) {
			continue
		}
		for k := i + 1; k < len(p.clauses) && p.clauses[k].sentence == c.sentence &&
			!startsWithContrastWord(p.clauses[k]); k++ {
			if moods[k] == moodClaim && len(subjects[k].others) == 0 {
				moods[k] = moodReported
			}
		}
	}
}

// complementizers begin what is said or thought.
var complementizers = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("that dass daß que qu' qu che что że dat कि")
})

// othersTakeUserForSomething reports whether a clause says what others take the user for, in
// languages whose verbs of believing have "me" as their object: "mahalleli beni milyoner sanıyor".
func othersTakeUserForSomething(c clause) bool {
	return hasAnyWord(c, accusatives()) && hasAnyWord(c, verbsOfBelieving()) &&
		!slices.ContainsFunc(c.tokens, isExpertWord)
}

var (
	accusatives = sync.OnceValue(func() map[string]bool {
		return lang.WordSet("me mi m' m меня нас mnie nas beni bizi मुझे मुझको हमें")
	})
	// verbsOfBelieving are forms of the third person.
	verbsOfBelieving = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`considers considered considera consideran considère considèrent considerano consideram
			считает считают принимает принимают uważa uważają posądza posądzają sanıyor sanıyorlar zannediyor zannediyorlar
			समझता समझती समझते मानता मानती मानते`)
	})
)

// hasVerbOfSayingOrThinking reports whether a clause has a verb of saying or thinking.
func hasVerbOfSayingOrThinking(c clause) bool {
	return hasSayVerbToken(c) || lang.StartsWithHan(string(lang.FirstRune(c.text))) && hanSayPattern.MatchString(c.text)
}

var (
	hanSourcePattern   = lazyregexp.New(`^(?:根据|据|按照?|照)(\p{Han}{1,8}?)(?:所说|说|的说法|讲|称|的话)`)
	hanSayPattern      = lazyregexp.New(`告诉|说|認為|认为|觉得|以为|提到|表示`)
	hanGreetingPattern = lazyregexp.New(`(说|问)(你好|好|嗨|谢谢)`)
)

// sourceWords come before the source of what a sentence says.
var sourceWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("laut según selon d'après après secondo segundo conforme volgens według gemäß zufolge")
})

// sourcePairs are such phrases of two words.
var sourcePairs = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"according to": true,
		"по словам":    true, "по мнению": true, "de acuerdo": true, "d après": true, "nach aussage": true,
	}
})

// sourcePronouns are pronouns of the third person behind such words.
var sourcePronouns = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`him her them ihm ihr ihnen él ella ellos lui elle eux lei loro ele ela eles него неё
		нее его её ее hem haar`)
})

// datives are the words for "to me" and "to us" beside a verb of saying.
var datives = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("me us mir uns nos mi ci m' m’ m мне нам mij ons mnie nam")
})

// greetingWords follow a verb of saying that reports no claim: greetings and "to" before a request.
var greetingWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`hi hello hey thanks to a an goodbye bye hallo grüß danke hola adiós gracias bonjour salut
			merci
		ciao
		grazie oi olá obrigado obrigada привет спасибо`)
})
