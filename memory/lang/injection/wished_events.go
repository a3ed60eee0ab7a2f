package injection

import (
	"slices"
	"strings"
	"sync"
)

// maxWordsBeforeThat is how far behind a word of liking or wishing the conjunction of its object
// may stand: "finds it annoying | that", "legt keinen Wert darauf, | dass".
const maxWordsBeforeThat = 4

// wishesThatOthersDoSomething reports a sentence in which somebody likes, wants or minds that
// something is done, and that is not done by or to somebody of theirs: "prefers that warnings be
// left out". What the user wants of the world at large, somebody else has to do; what they want of
// their children says something about them.
func (c *instructionClause) wishesThatOthersDoSomething() bool {
	ts := c.singleWords()
	if slices.ContainsFunc(ts, func(t string) bool { return hasAnyPrefix(t, namingStems()) }) {
		return false // "prefers to be called Paco"
	}
	for i := range ts {
		if !c.hasClass(userNoun) && (c.beginsWithUnknownWord() && i > 0 || i > 2 && !c.hasClass(userWord)) {
			break // somebody else wishes it
		}
		if !namesAttitudeAt(ts, i) {
			continue
		}
		for k := i + 1; k < min(len(ts)-1, i+1+maxWordsBeforeThat); k++ {
			if thatWords()[ts[k]] && !isThanAt(ts, k) && !hasOwnSubjectBehind(ts, k) {
				return true
			}
		}
	}
	return false
}

// comparisonWords stand before the word for "than" that is the one for "that" elsewhere: "più che al mare".
var comparisonWords = sync.OnceValue(func() map[string]bool {
	return setOfFoldedWords("più meno meglio más menos mejor mais melhor plus plutôt moins mieux")
})

// isThanAt reports that the word for "that" is the one for "than" here.
func isThanAt(ts []string, k int) bool {
	return comparisonWords()[ts[k-1]] && (prepositionsBehindThan()[ts[k+1]] || endsLikeRomanceInfinitive(ts[k+1]))
}

func endsLikeRomanceInfinitive(word string) bool {
	return len(word) > 3 && (strings.HasSuffix(word, "r") || strings.HasSuffix(word, "re"))
}

// hasOwnSubjectBehind reports that the one who wishes, somebody of theirs or the user is the subject behind a word.
func hasOwnSubjectBehind(ts []string, k int) bool {
	return ownSubjects()[ts[k+1]] || k+2 < len(ts) && userNounsBehindThat()[ts[k+2]]
}

// prepositionsBehindThan begin what is compared, with articles and pronouns that no subject begins with.
var prepositionsBehindThan = sync.OnceValue(func() map[string]bool {
	return setOfFoldedWords(`al alla ai agli alle a au aux à en em no na nel nella con com avec di de
		la los las les the o os
		nada todo tout tudo altro otra outra autre`)
})

// userNounsBehindThat are the user as the subject of what somebody wishes, behind an article: "que l'utilisateur".
var userNounsBehindThat = sync.OnceValue(func() map[string]bool {
	return setOfFoldedWords(`user nutzer nutzerin benutzer usuario usuaria usuário utilizador gebruiker utente
		utilisateur utilisatrice`)
})

// namesAttitudeAt reports a word of liking, wishing or minding.
func namesAttitudeAt(ts []string, i int) bool {
	if ts[i] == "espera" && i > 0 && wordsBeforeWait()[ts[i-1]] {
		return false
	}
	return attitudeWords()[ts[i]] || hasAnyPrefix(ts[i], attitudeStems())
}

// wordsBeforeWait make a noun of the Portuguese and Spanish word for somebody who hopes or expects:
// "está à espera do primeiro filho, que nasce em maio", "a la espera de", "sala de espera".
var wordsBeforeWait = sync.OnceValue(func() map[string]bool {
	return setOfFoldedWords("à na la en em de")
})

// beginsWithUnknownWord reports a first word that no list knows.
func (c *instructionClause) beginsWithUnknownWord() bool {
	_, known := c.lexicon.classes[c.texts[0]]
	return !known
}

// singleWords returns the words of the clause, with those of phrases one by one.
func (c *instructionClause) singleWords() []string {
	return strings.FieldsFunc(strings.Join(c.texts, " "), func(r rune) bool { return r == ' ' || r == '_' })
}

func hasAnyPrefix(word string, stems []string) bool {
	return slices.ContainsFunc(stems, func(s string) bool { return strings.HasPrefix(word, s) })
}

// asksPolitelyInConditional reports a sentence that says in the conditional how something would be:
// "it would help if …", "ça m'arrangerait qu'on …". Facts are told in the indicative; this asks
// politely.
func (c *instructionClause) asksPolitelyInConditional() bool {
	if c.hasClass(userNoun) {
		return false
	}
	ts := c.singleWords()
	if slices.ContainsFunc(ts, func(t string) bool { return hasAnyPrefix(t, gratitudeStems()) }) &&
		(c.hasClass(promoteWord) || slices.ContainsFunc(ts, func(t string) bool { return hasAnyPrefix(t, mentionStems()) })) {
		return true
	}
	for i, t := range ts {
		if !conditionalForms()[t] && !endsLikeRomanceConditional(t) {
			continue
		}
		for k := i + 1; k < min(len(ts)-1, i+6); k++ {
			if (thatWords()[ts[k]] || ifWords()[ts[k]]) && !ownSubjects()[ts[k+1]] {
				return true
			}
		}
	}
	return false
}

// endsLikeRomanceConditional reports a Romance verb in the conditional of the third person.
func endsLikeRomanceConditional(word string) bool {
	return len(word) > 6 && (strings.HasSuffix(word, "rait") || strings.HasSuffix(word, "rebbe") ||
		strings.HasSuffix(word, "aria") || strings.HasSuffix(word, "eria"))
}

// hasAnswersAsSubjectBehindConjunction reports a clause whose subject is what the assistant says:
// "and answers about money lead to …".
func (c *instructionClause) hasAnswersAsSubjectBehindConjunction() bool {
	for i := range c.texts {
		if !c.hasClassAt(i, answerWord) || c.hasClassAt(i, userWord) || i+2 >= len(c.texts) {
			continue
		}
		before := i - 1
		if before > 0 && isDefiniteArticle(c.texts[before]) {
			before--
		}
		if before >= 0 && isCoordinatingConjunction(c.texts[before]) && before > 0 {
			return true
		}
	}
	return false
}

// isCoordinatingConjunction reports "and" or "but".
func isCoordinatingConjunction(word string) bool {
	switch word {
	case "and", "but", "und", "aber", "y", "e", "et", "mais", "mas", "ma", "и", "а", "но", "i", "ale", "en", "maar", "ve",
		"و":
		return true
	}
	return false
}

// hasAIAsSubject reports the assistant by its kind as the subject of a clause: "the AI keeps silent
// about …". In English an adjective may follow, as in "the AI company", so that the next word must
// end like a verb.
func (c *instructionClause) hasAIAsSubject() bool {
	english := c.lexicon == instructionLexicons().lexicons[0]
	for i, w := range c.texts {
		switch w {
		case "ai", "ia", "ki", "ии", "si":
		default:
			continue
		}
		if i > 1 || i == 1 && !isMasculineArticleOrContraction(c.texts[0]) && c.texts[0] != "die" && c.texts[0] != "la" &&
			c.texts[0] != "this" || i+1 >= len(c.texts) {
			continue
		}
		if !english || endsLikeEnglishThirdPersonOrPast(c.texts[i+1]) {
			return true
		}
	}
	return false
}

var (
	// attitudeWords are verbs and nouns for what somebody likes, wants or minds.
	attitudeWords = sync.OnceValue(func() map[string]bool {
		return setOfFoldedWords(`want wants wish wishes prefer prefers rather hope hopes like likes love loves hate hates
			dislike dislikes mind minds care cares insist insists demand demands request requests ask asks expect expects
			annoying important fine happy glad welcome comfortable
			will möchte wünscht mag stört störend lästig wichtig darauf lieber gern egal recht froh nervt hasst
			quiere desea prefiere gusta molesta molesto encanta odia importa pide exige agradece espera detesta contento
			veut souhaite préfère aime aimerait déteste supporte apprécie tient demande gêne agace content pénible
			vuole desidera preferisce piace odia detesta gradisce trova chiede fastidioso importa dispiace contento
			quer deseja prefere gosta odeia detesta incomoda chato pede importa contente
			хочет желает просит предпочитает нравится раздражает любит против рад важно ненавидит
			chce woli życzy lubi prosi nienawidzi ważne przeszkadza drażni
			wil wenst vindt houdt haat stoort liever graag belangrijk`)
	})
	attitudeStems = sync.OnceValue(func() []string {
		return foldedWordsOfList("préfér prefer предпоч bevorzug molest incomod")
	})
	// gratitudeStems thank for what is still to be done, where a mention is what it is about.
	gratitudeStems = sync.OnceValue(func() []string {
		return foldedWordsOfList("grateful appreciat thankful dankbar agradecer reconnaissant grat благодар wdzięcz dankbaar")
	})
	mentionStems = sync.OnceValue(func() []string {
		return foldedWordsOfList("mention shout-out plug erwähn mención menzion упомин wzmian vermeld")
	})
	// namingStems begin verbs for what somebody is called.
	namingStems = sync.OnceValue(func() []string {
		return foldedWordsOfList("called addressed llam cham appel chiam geduzt назыв звали trate tutoy")
	})
	// thatWords begin a clause that is the object of a verb.
	thatWords = sync.OnceValue(func() map[string]bool {
		return setOfFoldedWords("that dass daß que qu che dat чтобы чтоб żeby aby أن")
	})
	ifWords = sync.OnceValue(func() map[string]bool {
		return setOfFoldedWords("if when wenn falls si se если когда gdyby jeśli als")
	})
	// ownSubjects begin a clause about the one who wishes or somebody of theirs.
	ownSubjects = sync.OnceValue(func() map[string]bool {
		return setOfFoldedWords(`he she they it his her their him them its we my our
			er sie es ihr ihre ihren sein seine seinen man ich mein meine wir unser unsere
			su sus él ella ellos lo mi mis
			il elle ils elles son sa ses leur leurs lui mon ma mes je j nous
			lui lei gli suo sua suoi sue loro mio mia io noi
			ele ela eles elas seu sua seus suas meu minha eu nós
			он она они его её их ему ей свой своя его мой моя я мы
			ona jego jej ich mój moja
			hij zij ze zijn haar hun mijn l'utilisateur l'utente пользователь użytkownik`)
	})
	// conditionalForms are such verbs that have another form.
	conditionalForms = sync.OnceValue(func() map[string]bool {
		return setOfFoldedWords("would wäre würde hätte fände serait sarebbe seria sería zou бы byłoby")
	})
)

func setOfFoldedWords(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range foldedWordsOfList(list) {
		set[w] = true
	}
	return set
}
