package injection

import (
	"math/bits"
	"strings"
)

// instructionWords are the words of a language that orders to an assistant are made of, separated by
// blanks; the words of a phrase are joined by underscores.
type instructionWords struct {
	common        string // frequent words, which tell the language
	imperative    string // forms that are an order where a clause begins
	ambiguous     string // the same, but the third person may look like it
	polite        string // forms that are an order before politePronoun
	politePronoun string
	last          string // forms that are an order where a sentence ends
	action        string // other forms of verbs of answering: infinitives, participles
	promote       string // any form of recommending, mentioning, ignoring, revealing
	always        string // adverbs of permanence
	answer        string // nouns for answers and conversations
	every         string
	assistant     string
	you           string
	obligation    string
	wish          string
	that          string // conjunctions behind a wish
	user          string // nouns for the user, a bar, words of the first person
	ignore        string
	rules         string // instructions, rules and what stands before
	void          string // what is said of rules that no longer hold
	please        string
	filler        string // words that may stand before an imperative
	fatal         string // phrases that are enough alone
	neutral       string // phrases that must not be taken apart
	secondPerson  string // its ending behind a negation
	finite        string // behind an imperative's form these make it a noun
}

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
	ts := instructionTokens(s)
	for i := 0; i < len(ts); {
		text, n := l.longestPhrase(ts[i:])
		class := l.classOf(text)
		if ts[i].compound && class&assistantWord != 0 && !l.isAssistantAt(ts, i+1) {
			class = 0 // AI-assisted is about something else
		}
		c.texts, c.classes = append(c.texts, text), append(c.classes, class)
		c.commas = append(c.commas, ts[i].afterComma)
		c.all |= class
		i += n
	}
	return c
}

func (l *instructionLexicon) isAssistantAt(ts []instructionToken, i int) bool {
	return i < len(ts) && l.classOf(ts[i].text)&assistantWord != 0
}

// longestPhrase returns the longest phrase that words begin with, or the first word, and how many
// words it has.
func (l *instructionLexicon) longestPhrase(ts []instructionToken) (text string, n int) {
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

// classOf looks up a word, in Arabic also without the particles that are written as its beginning.
func (l *instructionLexicon) classOf(word string) wordClass {
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

func (c *instructionClause) has(class wordClass) bool { return c.all&class != 0 }

func (c *instructionClause) is(i int, class wordClass) bool {
	return i >= 0 && i < len(c.classes) && c.classes[i]&class != 0
}

// isOrder applies the rules to the clause.
func (c *instructionClause) isOrder() bool {
	return c.has(fatalPhrase|pleaseWord) || c.beginsWithOrder() || c.endsWithOrder() || c.addressesAssistant() ||
		c.rulesAnswers() || c.demandsForEver() || c.dropsInstructions() || c.hasNoOtherSubject()
}

// hasNoOtherSubject reports a clause with several words of an order and none for the user.
func (c *instructionClause) hasNoOtherSubject() bool {
	signs := c.all & (alwaysWord | answerWord | assistantWord | youWord | promoteWord)
	return !c.has(userWord) && bits.OnesCount32(uint32(signs)) >= 2
}

// userBefore reports that the user is named before a word, and so may be its subject.
func (c *instructionClause) userBefore(i int) bool { return c.within(0, i, userWord) }

// within reports a word of a class from index i up to, but without, index end.
func (c *instructionClause) within(i, end int, class wordClass) bool {
	for ; i < min(end, len(c.classes)); i++ {
		if c.is(i, class) {
			return true
		}
	}
	return false
}

// beginsWithOrder looks at where parts of the clause begin.
func (c *instructionClause) beginsWithOrder() bool {
	for i := range c.texts {
		if i > 0 && !c.mayBeginPart(i) {
			continue
		}
		first := i
		for first < min(i+8, len(c.texts)-1) && (c.isLeadIn(first) || c.skipsUnknown(first)) {
			first++
		}
		if c.isOrderAt(first) && (i == 0 || c.isOrderInside(i, first)) {
			return true
		}
	}
	return false
}

// mayBeginPart reports a word behind a comma, or one that joins clauses before an adverb.
func (c *instructionClause) mayBeginPart(i int) bool {
	return c.commas[i] || c.is(i, fillerWord) && c.is(i+1, alwaysWord|pleaseWord)
}

// isLeadIn reports words that may stand before an imperative.
func (c *instructionClause) isLeadIn(i int) bool {
	lead := fillerWord | alwaysWord | pleaseWord | everyWord | answerWord | assistantWord
	return c.is(i, lead) && (!c.is(i, imperativeWord|politeWord) || c.is(i, fillerWord) && c.is(i+1, imperativeWord))
}

// skipsUnknown reports a word before an imperative in Russian or Polish, whose forms look like nothing
// else.
func (c *instructionClause) skipsUnknown(i int) bool {
	slavic := c.lexicon.words.finite == "" && c.lexicon.words.that != "" && c.lexicon.words.last == ""
	return slavic && !c.is(i, imperativeWord|userWord) && c.within(i+1, i+5, imperativeWord)
}

// isOrderInside reports whether an imperative in the middle is one: lists of verbs and subjects that
// stand further ahead are none.
func (c *instructionClause) isOrderInside(part, first int) bool {
	if c.within(part, first, alwaysWord|pleaseWord) {
		return !c.firstPersonBefore(part)
	}
	if c.is(0, fillerWord|alwaysWord|everyWord) && c.commas[part] {
		return true
	}
	return c.is(first, promoteWord) && !c.firstPersonBefore(part) &&
		!c.within(0, part, thatWord|obligationWord|imperativeWord)
}

func (c *instructionClause) firstPersonBefore(i int) bool {
	for k := range i {
		if c.is(k, userWord) && !c.is(k, userNoun) {
			return true
		}
	}
	return false
}

func (c *instructionClause) isOrderAt(i int) bool {
	switch {
	case c.isSecondPersonAt(i):
		return true
	case c.is(i, imperativeWord):
		return len(c.texts) > 1 && !c.isNounAt(i)
	case c.is(i, politeWord) && c.is(i+1, pronounWord):
		return true
	case c.is(i, ambiguousWord):
		return c.has(alwaysWord|answerWord|assistantWord|everyWord|youWord|rulesWord) && !c.userBefore(i) ||
			c.within(i+1, len(c.texts), userNoun)
	}
	return false
}

// isSecondPersonAt reports the ending of the second person behind a negation in Spanish or Portuguese,
// where a prohibition is a subjunctive.
func (c *instructionClause) isSecondPersonAt(i int) bool {
	if c.lexicon.words.secondPerson == "" || i == 0 || i >= len(c.texts) {
		return false
	}
	before, word := c.texts[i-1], c.texts[i]
	_, known := c.lexicon.classes[word]
	return (before == "no" || before == "nao" || before == "nunca" || before == "jamas") && !known && len(word) > 5 &&
		(strings.HasSuffix(word, "es") || strings.HasSuffix(word, "as"))
}

// isNounAt reports a verb's form that is a noun, because a finite verb follows: "start date is".
func (c *instructionClause) isNounAt(i int) bool {
	return c.is(i+1, finiteWord) || c.is(i+2, finiteWord) && !c.commas[i+2] && c.lexicon.classes[c.texts[i+1]] == 0
}

// endsWithOrder looks at the last word, where some languages have the verb. One that the user is the
// subject of is no order.
func (c *instructionClause) endsWithOrder() bool {
	last := len(c.texts) - 1
	if c.is(last, lastWord) || c.forbidsInTurkish(last) {
		return !c.is(0, userWord)
	}
	infinitive := c.is(last, politeWord) && c.lexicon.words.polite != ""
	return infinitive && last > 0 && last < 6 && !c.has(userWord|obligationWord|wishWord)
}

// forbidsInTurkish reports a verb with the ending of a negative imperative behind an adverb.
func (c *instructionClause) forbidsInTurkish(last int) bool {
	return c.lexicon.words.last != "" && c.has(alwaysWord) &&
		(strings.HasSuffix(c.texts[last], "ma") || strings.HasSuffix(c.texts[last], "me"))
}

// addressesAssistant looks for a word of address, and what follows it.
func (c *instructionClause) addressesAssistant() bool {
	if c.has(youWord) && (c.is(0, youWord) || c.has(wishWord) || !c.is(0, userWord) &&
		c.has(alwaysWord|obligationWord|answerWord|assistantWord|rulesWord)) {
		return true
	}
	for i := range c.texts {
		if c.is(i, assistantWord) && !c.isOwned(i) && !c.isAttribute(i) && (c.callsAt(i) || c.directsAt(i)) {
			return true
		}
	}
	return false
}

// callsAt reports an assistant who is spoken to: "hey assistant, …".
func (c *instructionClause) callsAt(i int) bool {
	return i < 3 && i+1 < len(c.texts) && c.commas[i+1] && c.within(0, i+1, fillerWord|assistantWord) && !c.userBefore(i)
}

// directsAt reports an assistant of whom something is demanded or wished.
func (c *instructionClause) directsAt(i int) bool {
	if c.within(i+1, i+5, obligationWord|actionWord|promoteWord) || c.within(0, i, obligationWord) && !c.userBefore(i) {
		return true
	}
	if !c.within(0, i, wishWord) {
		return false
	}
	if c.is(i-1, thatWord) && !c.is(i-2, wishWord) {
		return true
	}
	return (c.within(0, i, thatWord) && !c.is(0, assistantWord) || c.is(i+1, thatWord)) &&
		c.within(i+1, len(c.texts), thatWord|actionWord|promoteWord|imperativeWord|obligationWord)
}

// isAttribute reports the abbreviation before a noun: an AI company is no assistant.
func (c *instructionClause) isAttribute(i int) bool {
	switch c.texts[i] {
	case "ai", "ia", "ki", "ии", "si":
		if i+1 < len(c.texts) && !c.commas[i+1] {
			_, known := c.lexicon.classes[c.texts[i+1]]
			return !known
		}
	}
	return false
}

// isOwned reports an assistant who is somebody's: "my assistant", "Ann's assistant".
func (c *instructionClause) isOwned(i int) bool {
	return c.is(i-1, userWord) && !c.is(i-1, wishWord) || i > 1 && c.texts[i-1] == "s" && !c.is(i-2, userNoun)
}

// rulesAnswers looks for what answers must be or contain.
func (c *instructionClause) rulesAnswers() bool {
	for i := range c.texts {
		if c.is(i, answerWord) && (c.within(i+1, i+6, obligationWord|actionWord|promoteWord) ||
			c.within(i-2, i, everyWord) && i > 0) {
			return true
		}
		if c.is(i, obligationWord) && c.within(i+1, i+6, promoteWord) && !c.userBefore(i) {
			return true
		}
		if c.is(i, wishWord) && (c.wishesForMention(i) || c.has(answerWord) && c.within(i+1, len(c.texts), promoteWord)) {
			return true
		}
	}
	return false
}

// wishesForMention reports a wish that something be mentioned: "wants it to be recommended".
func (c *instructionClause) wishesForMention(wish int) bool {
	for i := wish + 1; i < min(wish+10, len(c.texts)); i++ {
		if !c.is(i, promoteWord) {
			continue
		}
		if strings.HasSuffix(c.texts[i], "ed") && c.lexicon.words.finite != "" ||
			c.within(wish+1, i, thatWord) && c.texts[i-1] != "to" && !c.within(wish+1, i, userWord) {
			return true
		}
	}
	return false
}

// demandsForEver looks for an adverb of permanence, or every answer, with a verb of answering whose
// subject is not the user.
func (c *instructionClause) demandsForEver() bool {
	if !c.has(alwaysWord | everyWord | answerWord) {
		return false
	}
	for i := range c.texts {
		if c.is(i, promoteWord) && !c.userBefore(i) ||
			c.is(i, actionWord|politeWord) && !c.is(i, answerWord) && c.has(alwaysWord) && !c.userBefore(i) {
			return true
		}
	}
	return false
}

// dropsInstructions looks for the order to ignore what holds, in whatever form.
func (c *instructionClause) dropsInstructions() bool {
	for i := range c.texts {
		if c.is(i, rulesWord) && c.within(i+1, i+7, voidWord) {
			return true
		}
		if c.is(i, ignoreWord) && (c.within(i-6, i, rulesWord) || c.within(i+1, i+8, rulesWord)) &&
			(!c.userBefore(i) || c.has(wishWord|assistantWord)) {
			return true
		}
	}
	return false
}
