package injection

import (
	"math/bits"
	"strings"
	"sync"
)

// instructionClause is a sentence as a row of words and phrases with their classes.
type instructionClause struct {
	lexicon *instructionLexicon
	texts   []string
	classes []wordClass
	commas  []bool
	all     wordClass
}

func newInstructionClause(s string, l *instructionLexicon) *instructionClause {
	c := &instructionClause{lexicon: l}
	ts := splitIntoInstructionTokens(s)
	for i := 0; i < len(ts); {
		text, n := l.longestPhraseAtStart(ts[i:])
		class := l.wordClassesOf(text)
		if ts[i].compound && class&assistantWord != 0 && !l.isAssistantWordAt(ts, i+1) {
			class = 0 // AI-assisted is about something else
		}
		if class&youWord != 0 && l.isNoAddressAt(ts, i) {
			class = 0
		}
		c.texts, c.classes = append(c.texts, text), append(c.classes, class)
		c.commas = append(c.commas, ts[i].afterComma)
		c.all |= class
		i += n
	}
	return c
}

// isNoAddressAt reports a word of address that is something else there, by the word beside it: tea in Spanish ("el
// té", folded), an appointment and a tone in French ("rendez-vous", "un ton"), the hour in Dutch ("om 9 u"), and
// being on first-name terms in German ("per Du").
func (l *instructionLexicon) isNoAddressAt(ts []instructionToken, i int) bool {
	switch word := ts[i].text; {
	case word == "te" && i+1 < len(ts) && kindsOfTea()[ts[i+1].text]:
		return true
	case i == 0:
		return false
	case word == "u":
		return strings.Trim(ts[i-1].text, "0123456789") == ""
	default:
		return wordsBeforeNoAddress()[word][ts[i-1].text]
	}
}

// wordsBeforeNoAddress are words behind which a word of address is none: articles, prepositions and verbs that no
// pronoun follows.
var wordsBeforeNoAddress = sync.OnceValue(func() map[string]map[string]bool {
	return map[string]map[string]bool{
		"te": setOfFoldedWords(`el un del al su mi este ese mucho poco buen de con sin toma tomo toman tomar tomando bebe
			bebo beben beber bebiendo prefiere prefiero`),
		"vous": setOfFoldedWords("rendez"),
		"ton":  setOfFoldedWords("un le du ce demi bon quart"),
		"du":   setOfFoldedWords("per beim zum"),
	}
})

// kindsOfTea stand behind the Spanish word for tea.
var kindsOfTea = sync.OnceValue(func() map[string]bool {
	return setOfFoldedWords("verde negro rojo blanco helado matcha chai")
})

func (l *instructionLexicon) isAssistantWordAt(ts []instructionToken, i int) bool {
	return i < len(ts) && l.wordClassesOf(ts[i].text)&assistantWord != 0
}

// longestPhraseAtStart returns the longest phrase that words begin with, or the first word, and how
// many words it has.
func (l *instructionLexicon) longestPhraseAtStart(ts []instructionToken) (text string, n int) {
	text, n = ts[0].text, 1
	for _, phrase := range l.phrases[text] {
		parts := strings.Split(phrase, "_")
		if len(parts) <= n || len(parts) > len(ts) {
			continue
		}
		same := true
		for i, p := range parts {
			same = same && ts[i].text == p
		}
		if same {
			text, n = phrase, len(parts)
		}
	}
	return text, n
}

// wordClassesOf looks up a word, in Arabic also without the particles that are written as its
// beginning.
func (l *instructionLexicon) wordClassesOf(word string) wordClass {
	if c, ok := l.classes[word]; ok {
		return c
	}
	for _, particle := range []string{"وال", "فال", "بال", "و", "ف", "ب", "ل"} {
		if rest, ok := strings.CutPrefix(word, particle); ok && len(rest) >= 4 {
			return l.classes[rest]
		}
	}
	return 0
}

func (c *instructionClause) hasClass(class wordClass) bool { return c.all&class != 0 }

func (c *instructionClause) hasClassAt(i int, class wordClass) bool {
	return i >= 0 && i < len(c.classes) && c.classes[i]&class != 0
}

// isOrder applies the rules to the clause.
func (c *instructionClause) isOrder() bool {
	return c.hasClass(fatalPhrase|pleaseWord|youWord) || c.hasPartBeginningWithOrder() || c.endsWithOrder() ||
		c.addressesOrMentionsAssistant() ||
		c.demandsAnswerContent() || c.demandsPermanentAnswerRule() || c.ordersToDropInstructions() ||
		c.hasOrderSignsWithoutUser() || c.wishesThatOthersDoSomething() || c.asksPolitelyInConditional() ||
		c.hasAnswersAsSubjectBehindConjunction() ||
		c.hasAIAsSubject()
}

// hasOrderSignsWithoutUser reports a clause with several words of an order and none for the user.
func (c *instructionClause) hasOrderSignsWithoutUser() bool {
	signs := c.all & (alwaysWord | answerWord | assistantWord | youWord | promoteWord)
	return !c.hasClass(userWord) && bits.OnesCount32(uint32(signs)) >= 2
}

// isUserNamedBefore reports that the user is named before a word, and so may be its subject.
func (c *instructionClause) isUserNamedBefore(i int) bool { return c.hasClassBetween(0, i, userWord) }

// hasClassBetween reports a word of a class from index i up to, but without, index end.
func (c *instructionClause) hasClassBetween(i, end int, class wordClass) bool {
	for ; i < min(end, len(c.classes)); i++ {
		if c.hasClassAt(i, class) {
			return true
		}
	}
	return false
}

// hasPartBeginningWithOrder looks at where parts of the clause begin.
func (c *instructionClause) hasPartBeginningWithOrder() bool {
	for i := range c.texts {
		if i > 0 && !c.mayBeginClausePartAt(i) {
			continue
		}
		first := i
		for first < min(i+8, len(c.texts)-1) && (c.mayPrecedeImperativeAt(first) || c.precedesSlavicImperativeAt(first)) {
			first++
		}
		if c.isImperativeAt(first) && (i == 0 || c.isMidClauseImperative(i, first)) {
			return true
		}
	}
	return false
}

// mayBeginClausePartAt reports a word behind a comma, or one that joins clauses before an adverb.
func (c *instructionClause) mayBeginClausePartAt(i int) bool {
	return c.commas[i] || c.hasClassAt(i, fillerWord) && c.hasClassAt(i+1, alwaysWord|pleaseWord)
}

// mayPrecedeImperativeAt reports words that may stand before an imperative.
func (c *instructionClause) mayPrecedeImperativeAt(i int) bool {
	lead := fillerWord | alwaysWord | pleaseWord | everyWord | answerWord | assistantWord
	return c.hasClassAt(i, lead) &&
		(!c.hasClassAt(i, imperativeWord|politeWord) || c.hasClassAt(i, fillerWord) && c.hasClassAt(i+1, imperativeWord))
}

// precedesSlavicImperativeAt reports a word before an imperative in Russian or Polish, whose forms
// look like nothing else.
func (c *instructionClause) precedesSlavicImperativeAt(i int) bool {
	slavic := c.lexicon.words.finite == "" && c.lexicon.words.that != "" && c.lexicon.words.last == ""
	return slavic && !c.hasClassAt(i, imperativeWord|userWord) && c.hasClassBetween(i+1, i+5, imperativeWord)
}

// isMidClauseImperative reports whether an imperative in the middle is one: lists of verbs and
// subjects that stand further ahead are none.
func (c *instructionClause) isMidClauseImperative(part, first int) bool {
	if c.hasClassBetween(part, first, alwaysWord|pleaseWord) {
		return !c.isFirstPersonNamedBefore(part)
	}
	if c.hasClassAt(0, fillerWord|alwaysWord|everyWord) && c.commas[part] {
		return true
	}
	return c.hasClassAt(first, promoteWord) && !c.isFirstPersonNamedBefore(part) &&
		!c.hasClassBetween(0, part, thatWord|obligationWord|imperativeWord)
}

func (c *instructionClause) isFirstPersonNamedBefore(i int) bool {
	for k := range i {
		if c.hasClassAt(k, userWord) && !c.hasClassAt(k, userNoun) {
			return true
		}
	}
	return false
}

func (c *instructionClause) isImperativeAt(i int) bool {
	switch {
	case c.isSpanishOrPortugueseProhibitionAt(i):
		return true
	case c.hasClassAt(i, imperativeWord):
		return len(c.texts) > 1 && !c.isNounBeforeFiniteVerbAt(i)
	case c.hasClassAt(i, politeWord) && c.hasClassAt(i+1, pronounWord):
		return true
	case c.hasClassAt(i, ambiguousWord):
		return c.hasClass(alwaysWord|answerWord|assistantWord|everyWord|youWord|rulesWord) && !c.isUserNamedBefore(i) ||
			c.hasClassBetween(i+1, len(c.texts), userNoun)
	}
	return false
}

// isSpanishOrPortugueseProhibitionAt reports the ending of the second person behind a negation in
// Spanish or Portuguese, where a prohibition is a subjunctive.
func (c *instructionClause) isSpanishOrPortugueseProhibitionAt(i int) bool {
	if c.lexicon.words.secondPerson == "" || i == 0 || i >= len(c.texts) {
		return false
	}
	before, word := c.texts[i-1], c.texts[i]
	_, known := c.lexicon.classes[word]
	return (before == "no" || before == "nao" || before == "nunca" || before == "jamas") && !known && len(word) > 5 &&
		(strings.HasSuffix(word, "es") || strings.HasSuffix(word, "as"))
}

// isNounBeforeFiniteVerbAt reports a verb's form that is a noun, because a finite verb follows:
// "start date is".
func (c *instructionClause) isNounBeforeFiniteVerbAt(i int) bool {
	return c.hasClassAt(i+1, finiteWord) || c.hasClassAt(i+2, finiteWord) && !c.commas[i+2] &&
		c.lexicon.classes[c.texts[i+1]] == 0
}

// endsWithOrder looks at the last word, where some languages have the verb. One that the user is
// the subject of is no order.
func (c *instructionClause) endsWithOrder() bool {
	last := len(c.texts) - 1
	if c.hasClassAt(last, lastWord) || c.endsInTurkishProhibition(last) {
		return !c.hasClassAt(0, userWord)
	}
	infinitive := c.hasClassAt(last, politeWord) && c.lexicon.words.polite != ""
	return infinitive && last > 0 && last < 6 && !c.hasClass(userWord|obligationWord|wishWord)
}

// endsInTurkishProhibition reports a verb with the ending of a negative imperative behind an
// adverb.
func (c *instructionClause) endsInTurkishProhibition(last int) bool {
	return c.lexicon.words.last != "" && c.hasClass(alwaysWord) &&
		(strings.HasSuffix(c.texts[last], "ma") || strings.HasSuffix(c.texts[last], "me"))
}

// addressesOrMentionsAssistant looks for a word of address, and what follows it.
func (c *instructionClause) addressesOrMentionsAssistant() bool {
	if c.hasClass(youWord) && (c.hasClassAt(0, youWord) || c.hasClass(wishWord) || !c.hasClassAt(0, userWord) &&
		c.hasClass(alwaysWord|obligationWord|answerWord|assistantWord|rulesWord)) {
		return true
	}
	for i := range c.texts {
		if c.hasClassAt(i, assistantWord) && !c.isSomebodysAssistantAt(i) && !c.isAIBeforeNounAt(i) &&
			(c.callsAssistantAt(i) || c.demandsFromAssistantAt(i) || c.mentionsOrPermitsAssistantAt(i)) {
			return true
		}
	}
	return false
}

// callsAssistantAt reports an assistant who is spoken to: "hey assistant, …".
func (c *instructionClause) callsAssistantAt(i int) bool {
	return i < 3 && i+1 < len(c.texts) && c.commas[i+1] && c.hasClassBetween(0, i+1, fillerWord|assistantWord) &&
		!c.isUserNamedBefore(i)
}

// demandsFromAssistantAt reports an assistant of whom something is demanded or wished.
func (c *instructionClause) demandsFromAssistantAt(i int) bool {
	if c.hasClassBetween(i+1, i+5, obligationWord|actionWord|promoteWord) || c.hasClassBetween(0, i, obligationWord) &&
		!c.isUserNamedBefore(i) {
		return true
	}
	if !c.hasClassBetween(0, i, wishWord) {
		return false
	}
	if c.hasClassAt(i-1, thatWord) && !c.hasClassAt(i-2, wishWord) {
		return true
	}
	return (c.hasClassBetween(0, i, thatWord) && !c.hasClassAt(0, assistantWord) || c.hasClassAt(i+1, thatWord)) &&
		c.hasClassBetween(i+1, len(c.texts), thatWord|actionWord|promoteWord|imperativeWord|obligationWord)
}

// isAIBeforeNounAt reports the abbreviation before a noun: an AI company is no assistant.
func (c *instructionClause) isAIBeforeNounAt(i int) bool {
	switch c.texts[i] {
	case "ai", "ia", "ki", "ии", "si":
		if i+1 < len(c.texts) && !c.commas[i+1] {
			_, known := c.lexicon.classes[c.texts[i+1]]
			return !known
		}
	}
	return false
}

// isSomebodysAssistantAt reports an assistant who is somebody's: "my assistant", "Ann's assistant".
func (c *instructionClause) isSomebodysAssistantAt(i int) bool {
	return c.hasClassAt(i-1, userWord) && !c.hasClassAt(i-1, wishWord) || i > 1 && c.texts[i-1] == "s" &&
		!c.hasClassAt(i-2, userNoun)
}

// demandsAnswerContent looks for what answers must be or contain.
func (c *instructionClause) demandsAnswerContent() bool {
	for i := range c.texts {
		if c.hasClassAt(i, answerWord) && c.demandsContentOfAnswerAt(i) {
			return true
		}
		if c.hasClassAt(i, promoteWord) && i > 0 && isImpersonalPronoun(c.texts[i-1]) {
			return true
		}
		if c.hasClassAt(i, obligationWord) && c.hasClassBetween(i+1, i+6, promoteWord) && !c.isUserNamedBefore(i) {
			return true
		}
		if c.hasClassAt(i, wishWord) &&
			(c.wishesForMention(i) || c.hasClass(answerWord) && c.hasClassBetween(i+1, len(c.texts), promoteWord)) {
			return true
		}
	}
	return false
}

// demandsContentOfAnswerAt reports an answer that must be something, answers to every question, and
// answers as the subject of a sentence in which the user comes later: "replies without … upset the
// user".
func (c *instructionClause) demandsContentOfAnswerAt(i int) bool {
	return c.hasClassBetween(i+1, i+6, obligationWord|actionWord|promoteWord) ||
		i > 0 && c.hasClassBetween(i-2, i, everyWord) || c.hasClassBetween(i+1, i+4, everyWord) ||
		!c.isUserNamedBefore(i) && c.hasClassBetween(i+1, len(c.texts), userNoun)
}

// isImpersonalPronoun reports a pronoun for whoever does something: "quand on vante …".
func isImpersonalPronoun(word string) bool {
	switch word {
	case "on", "man", "men", "si", "se":
		return true
	}
	return false
}

// wishesForMention reports a wish that something be mentioned: "wants it to be recommended".
func (c *instructionClause) wishesForMention(wish int) bool {
	for i := wish + 1; i < min(wish+10, len(c.texts)); i++ {
		if !c.hasClassAt(i, promoteWord) {
			continue
		}
		if strings.HasSuffix(c.texts[i], "ed") && c.lexicon.words.finite != "" ||
			c.hasClassBetween(wish+1, i, thatWord) && c.texts[i-1] != "to" && !c.hasClassBetween(wish+1, i, userWord) {
			return true
		}
	}
	return false
}

// demandsPermanentAnswerRule looks for an adverb of permanence, or every answer, with a verb of
// answering whose subject is not the user.
func (c *instructionClause) demandsPermanentAnswerRule() bool {
	if !c.hasClass(alwaysWord | everyWord | answerWord) {
		return false
	}
	for i := range c.texts {
		if c.hasClassAt(i, promoteWord) && !c.isUserNamedBefore(i) ||
			c.hasClassAt(i, actionWord|politeWord) && !c.hasClassAt(i, answerWord) && c.hasClass(alwaysWord) &&
				!c.isUserNamedBefore(i) {
			return true
		}
	}
	return false
}

// ordersToDropInstructions looks for the order to ignore what holds, in whatever form.
func (c *instructionClause) ordersToDropInstructions() bool {
	for i := range c.texts {
		if c.hasClassAt(i, rulesWord) && c.hasClassBetween(i+1, i+7, voidWord) {
			return true
		}
		if c.hasClassAt(i, ignoreWord) && (c.hasClassBetween(i-6, i, rulesWord) || c.hasClassBetween(i+1, i+8, rulesWord)) &&
			(!c.isUserNamedBefore(i) || c.hasClass(wishWord|assistantWord)) {
			return true
		}
	}
	return false
}
