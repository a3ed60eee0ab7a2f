package claims

import (
	"slices"
	"strings"
	"sync"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/calendar"
	"memoir/memory/lang/claims/vocabulary"
	"memoir/memory/lang/lazyregexp"
)

// relationOf returns the relation that a word of a fact states, "" for none.
func relationOf(w lang.Token) vocabulary.Relation {
	if r, ok := vocabulary.RelationWords()[w.Folded]; ok || !lang.StartsWithHanKanaOrHangul(w.Text) {
		return r
	}
	for _, r := range relationsInMatchingOrder() {
		for _, part := range vocabulary.UnspacedRelationWords()[r] {
			if strings.Contains(w.Text, part) {
				return r
			}
		}
	}
	return ""
}

// relationsInMatchingOrder are the relations in the order in which parts of a text are taken for
// them.
func relationsInMatchingOrder() []vocabulary.Relation {
	return []vocabulary.Relation{
		vocabulary.Dislike, vocabulary.Residence, vocabulary.Employment, vocabulary.Naming, vocabulary.Liking,
		vocabulary.Origin, vocabulary.Fandom, vocabulary.Learning, vocabulary.Practice, vocabulary.Using, vocabulary.Keeping,
	}
}

// statesFactByOtherRelationWord reports whether one clause states a sentence by another word for
// its relation: the clause has every other content word, and the numbers, names and addresses
// agree. A sentence of several clauses is not stated so: a word more would then cover what nobody
// said.
func (x *selection) statesFactByOtherRelationWord(s factSentence, dates *calendar.DatesSaid) bool {
	stated, others := relationAndOtherWordsOfSentence(s)
	if stated == "" || len(others) == 0 {
		return false
	}
	if !s.statement.AllNamesOccurIn(x.wordsSaid()) || !x.containsAllNumbersAndDates(s.statement, dates) ||
		!x.containsAllWebAndMailAddresses(s.text) {
		return false
	}
	count := x.countWordsInClausesAndTopics(others)
	for c := range count {
		if x.hasAllWordsButOneElsewhereInSentence(c, others, count) && x.statesRelationOfFactAt(c, stated, s) &&
			(stated == vocabulary.Dislike || stated == vocabulary.Abstinence ||
				!x.passage.clauses[c].negatesLastWordOrAnyByLanguage(others, x.passage.language)) {
			return true
		}
	}
	return false
}

// countWordsInClausesAndTopics counts how many of the words each allowed clause or topic has.
func (x *selection) countWordsInClausesAndTopics(words []lang.Token) map[int]int {
	count := map[int]int{}
	for _, w := range words {
		found := x.passage.words.FindClausesWithWordInAnyForm(w)
		slices.Sort(found)
		for _, c := range slices.Compact(found) {
			if x.allowed[c] || x.passage.isTopicQuestion(c) {
				count[c]++
			}
		}
	}
	return count
}

// hasAllWordsButOneElsewhereInSentence reports whether a clause has all of the words, or has some
// and a single one, such as a time, is in another allowed clause of its sentence. count has how
// many of the words each clause has.
func (x *selection) hasAllWordsButOneElsewhereInSentence(c int, words []lang.Token, count map[int]int) bool {
	if count[c] == len(words) {
		return true
	}
	if count[c] == 0 || count[c]+1 < len(words) {
		return false
	}
	return !slices.ContainsFunc(words, func(w lang.Token) bool {
		return !slices.ContainsFunc(x.passage.words.FindClausesWithWordInAnyForm(w), func(k int) bool {
			return x.allowed[k] && x.passage.clauses[k].sentence == x.passage.clauses[c].sentence
		})
	})
}

// statesRelationOfFactAt reports whether a clause states the relation of a fact. That the user
// works as something is also stated by being it: "I'm a plumber".
func (x *selection) statesRelationOfFactAt(c int, r vocabulary.Relation, s factSentence) bool {
	if x.statesRelationAtOrBesideTopic(c, r) {
		return true
	}
	said := x.passage.clauses[c]
	return r == vocabulary.Employment && x.allowed[c] && slices.ContainsFunc(s.statement.Tokens, func(t lang.Token) bool {
		return roleConjunctions()[t.Folded]
	}) && hasAnyWord(said, firstPersonCopulas()) && !hasAnyWord(said, vocabulary.LossWords())
}

// sentenceNumbersRestatingRelation returns the sentences of the clauses that state the relation of
// a word by another word and have one more word of the same clause of a fact: "moved to Porto" has
// the "lives" of "lives in Porto". What negates is left to statesFactByOtherRelationWord.
func (x *selection) sentenceNumbersRestatingRelation(w lang.Token, words []lang.Token) []int {
	r := relationOf(w)
	if r == "" || r == vocabulary.Dislike {
		return nil
	}
	var out []int
	for _, o := range words {
		if o.Folded == w.Folded || relationOf(o) != "" || shareHanCharacter(o.Text, w.Text) {
			continue
		}
		for _, c := range x.passage.words.FindClausesWithWordInAnyForm(o) {
			if x.allowed[c] && x.statesRelationAtOrBesideTopic(c, r) {
				out = append(out, x.passage.clauses[c].sentence)
			}
		}
	}
	return out
}

// relationAndOtherWordsOfSentence returns the relation that a sentence of a fact states, and its
// other content words. Not to like is to dislike; any other negation states none, and so do two
// clauses with content.
func relationAndOtherWordsOfSentence(s factSentence) (stated vocabulary.Relation, others []lang.Token) {
	for _, words := range s.clauses {
		words = slices.DeleteFunc(slices.Clone(words), func(w lang.Token) bool {
			return vocabulary.AuxiliaryWords()[w.Folded]
		})
		at := slices.IndexFunc(words, func(w lang.Token) bool { return relationOf(w) != "" })
		if at >= 0 && stated == "" {
			stated = relationOf(words[at])
		} else {
			at = -1
		}
		before := len(others)
		for i, w := range words {
			if at < 0 || i != at && !shareHanCharacter(w.Text, words[at].Text) {
				others = append(others, w)
			}
		}
		if before > 0 && len(others) > before+1 {
			return "", nil // what is one word is no statement of its own: "since Easter"
		}
	}
	if stated == "" {
		stated, others = relationAndRestInUnspacedText(s.text, others)
	}
	switch {
	case stated == vocabulary.Dislike:
		return vocabulary.Dislike, others
	case !hasFullNegation(s.statement, s.text):
		return stated, others
	case stated == vocabulary.Liking:
		return vocabulary.Dislike, others
	case stated == "": // "has not smoked since March"
		return vocabulary.Abstinence, slices.DeleteFunc(others, func(w lang.Token) bool {
			return vocabulary.ConsumptionWords()[w.Folded]
		})
	}
	return "", nil
}

// relationAndRestInUnspacedText finds the relation of a fact in a script without spaces by a part
// of its text, of which no word may be left: 被称为, が嫌い. It returns the words that are not of that
// part.
func relationAndRestInUnspacedText(text string, words []lang.Token) (vocabulary.Relation, []lang.Token) {
	if hanOriginPattern.MatchString(strings.TrimRight(text, "。.")) {
		isPeople := func(w lang.Token) bool { return strings.HasSuffix(w.Text, "人") }
		return vocabulary.Origin, slices.DeleteFunc(slices.Clone(words), isPeople)
	}
	for _, r := range relationsInMatchingOrder() {
		for _, part := range vocabulary.UnspacedRelationWords()[r] {
			if strings.Contains(text, part) {
				return r, slices.DeleteFunc(slices.Clone(words), func(w lang.Token) bool {
					return strings.Contains(part, w.Text) || shareHanCharacter(w.Text, part)
				})
			}
		}
	}
	return "", words
}

// shareHanCharacter reports whether two Chinese content words share a character: they are pairs of
// characters, each with its neighbor.
func shareHanCharacter(a, b string) bool { return lang.StartsWithHan(a) && strings.ContainsAny(a, b) }

// statesRelationAtOrBesideTopic reports whether a clause states a relation, or the one that speaks
// about it (see clauseNumbersAboutSameTopic).
func (x *selection) statesRelationAtOrBesideTopic(c int, r vocabulary.Relation) bool {
	return slices.ContainsFunc(x.passage.clauseNumbersAboutSameTopic(c), func(k int) bool {
		return x.allowed[k] && (clauseStatesRelation(x.passage.clauses[k], r, x.passage.language) ||
			x.passage.relationPhraseCrossesIntoNextClause(k, r) || r == vocabulary.Residence &&
			x.passage.saysCurrentPlaceBesideOrigin(k))
	})
}

// saysCurrentPlaceBesideOrigin reports a clause that says where the user is now, in a sentence that
// says where they are from.
func (p *passage) saysCurrentPlaceBesideOrigin(i int) bool {
	text := lang.LowerKeepingByteLength(p.clauses[i].text)
	if !slices.ContainsFunc(vocabulary.StayPhrases(), func(phrase string) bool { return strings.Contains(text, phrase) }) {
		return false
	}
	for k := p.clauses.firstIndexInSentenceOf(i); k <= p.clauses.lastIndexInSentenceOf(i); k++ {
		if clauseStatesRelation(p.clauses[k], vocabulary.Origin, p.language) {
			return true
		}
	}
	return false
}

// relationPhraseCrossesIntoNextClause reports whether a phrase of a relation begins in a clause and
// ends in the next one, where a connective is a part of it: "through and through".
func (p *passage) relationPhraseCrossesIntoNextClause(i int, r vocabulary.Relation) bool {
	c := p.clauses[i]
	if c.end != 0 || i+1 == len(p.clauses) {
		return false
	}
	text := lang.LowerKeepingByteLength(p.text[c.from:p.clauses[i+1].to])
	return slices.ContainsFunc(vocabulary.RelationPhrases()[r], func(phrase string) bool {
		at := strings.Index(text, phrase)
		return at >= 0 && at < c.to-c.from && at+len(phrase) > c.to-c.from
	})
}

// clauseNumbersAboutSameTopic returns a clause and those that may say something about what it
// names. In Korean the verb may be a clause of its own: the ending of the name before it joins
// clauses too. A clause that is nothing but a topic is spoken about by the one behind it, or before
// it: "Okra? No thanks", "les huîtres, très peu pour moi".
func (p *passage) clauseNumbersAboutSameTopic(c int) []int {
	out := []int{c}
	next := c + 1
	hasNext := next < len(p.clauses) && p.clauses[next].sentence == p.clauses[c].sentence
	switch {
	case p.language == lang.Korean && hasNext, p.isTopicQuestion(c), hasNext && p.clauses[c].mayBeOnlyTopic(p.language):
		out = append(out, next)
	}
	if c > 0 && p.clauses[c-1].sentence == p.clauses[c].sentence && p.clauses[c-1].end == ',' &&
		p.clauses[c].mayBeOnlyTopic(p.language) {
		out = append(out, c-1)
	}
	return out
}

// maxTopicWords is how many words a clause has at most that only names what its neighbour is about.
const maxTopicWords = 4

// mayBeOnlyTopic reports a clause that may be nothing but a noun with its article.
func (c clause) mayBeOnlyTopic(language lang.Language) bool {
	ts := c.tokens
	return len(ts) <= maxTopicWords && !vocabulary.HasFirstPersonPronoun(ts, language) &&
		!vocabulary.ThirdPersonPronouns(language)[ts[0].Folded] &&
		!slices.ContainsFunc(ts, func(t lang.Token) bool {
			return vocabulary.ThirdPersonVerbs()[t.Folded] || vocabulary.Possessives(language)[t.Folded]
		})
}

// isTopicQuestion reports a question that only names what the next sentence in its line is about:
// "Okra? No thanks".
func (p *passage) isTopicQuestion(i int) bool {
	c := p.clauses[i]
	return strings.ContainsRune("?？؟", c.end) && i+1 < len(p.clauses) && p.clauses[i+1].line == c.line &&
		(i == 0 || p.clauses[i-1].sentence != c.sentence) && c.mayBeOnlyTopic(p.language) &&
		!opensQuestion(clause{text: strings.TrimLeft(c.text, "¿"), tokens: c.tokens}, true)
}

// clauseStatesRelation reports whether a clause states a relation of somebody, by any word. A
// clause that tells an end states none, and neither does one that negates the relation.
func clauseStatesRelation(c clause, r vocabulary.Relation, language lang.Language) bool {
	if r != vocabulary.Abstinence && hasAnyWord(c, vocabulary.LossWords()) {
		return false
	}
	if r == vocabulary.Naming && introducesUserByName(c, language) {
		return true
	}
	words, byPhrase := wordsStatingRelation(c, r), hasPhraseOfRelation(c, r)
	if r == vocabulary.Abstinence {
		return byPhrase
	}
	negated := slices.ContainsFunc(lang.FindNegations(c.text, language, 0), func(n lang.Negation) bool {
		return !n.IsMild && (byPhrase && r != vocabulary.Dislike || len(words) > 0 && n.AffectsAnyOfWords(words))
	})
	return (len(words) > 0 || byPhrase) && !negated
}

// introducesUserByName reports a clause that says nothing but who the user is, by name: "moi c'est
// Fatou", "it's Siobhan by the way".
func introducesUserByName(c clause, language lang.Language) bool {
	ts := tokensAfterPreludes(c.tokens)
	if !introductions()[ts[0].Folded] || len(ts) > maxIntroductionWords {
		return false
	}
	names := 0
	for _, t := range ts {
		switch {
		case introductions()[t.Folded] || fillers()[t.Folded] || vocabulary.FirstPersonPronouns(language)[t.Folded] ||
			lang.FunctionWords()[t.Folded]:
		case startsWithCapital(t):
			names++
		default:
			return false
		}
	}
	return names > 0
}

// maxIntroductionWords bounds a clause that gives a name.
const maxIntroductionWords = 7

var (
	// introductions begin a clause that gives the user's name.
	introductions = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`it it's it’s its i'm i’m im this name's name’s moi c'est c’est c' est bin ich hier yo soy aquí io
			sono qui
			eu sou aqui я это ja jestem ik ben hier`)
	})
	// fillers add nothing to what a clause says.
	fillers = sync.OnceValue(func() map[string]bool {
		return lang.WordSet("by the way btw übrigens por cierto au fait comunque aliás кстати trouwens actually speaking")
	})
)

// wordsStatingRelation returns the words of a clause that state a relation by themselves. Moving
// states a vocabulary.Residence unless the clause says from where.
func wordsStatingRelation(c clause, r vocabulary.Relation) []lang.Token {
	var out []lang.Token
	for _, t := range c.tokens {
		if vocabulary.RelationWords()[t.Folded] == r || r == vocabulary.Residence && vocabulary.MovingWords()[t.Folded] &&
			!hasAnyWord(c, vocabulary.OriginWords()) {
			out = append(out, t)
		}
	}
	return out
}

// hasPhraseOfRelation reports whether a clause states a relation by several words or by a part of
// unspaced text.
func hasPhraseOfRelation(c clause, r vocabulary.Relation) bool {
	lower := lang.LowerKeepingByteLength(c.text)
	occurs := func(part string) bool { return strings.Contains(lower, part) }
	return slices.ContainsFunc(vocabulary.UnspacedRelationWords()[r], occurs) ||
		slices.ContainsFunc(vocabulary.RelationPhrases()[r], occurs) ||
		r == vocabulary.Naming && hasAnyWord(c, vocabulary.GermanSayWords()) && occurs(" zu mir") ||
		r == vocabulary.Origin && hanOriginPattern.MatchString(c.text) ||
		r == vocabulary.Residence && hanResidencePattern.MatchString(c.text)
}

// hanOriginPattern matches where somebody is from in Chinese: 我是成都人, 俺是青岛嘞; but not what they are: 我是退休工人.
var hanOriginPattern = lazyregexp.New(`(^|我|俺|咱|本人|都)是?\p{Han}{2,5}(的|嘞|滴)$|(^|我|俺|咱|本人|都)是?` + hanNameOfPeople + `$|` +
	`是(\p{Han}{2,5}嘞|` + hanNameOfPeople + `)`)

const hanNameOfPeople = `\p{Han}{1,4}[^工军病老女男主客爱证盲聋恋情家商猎诗新]人`

// hanResidencePattern matches a home named before the verb in Chinese: 我冬天在三亚儿子家住.
var hanResidencePattern = lazyregexp.New(`在\p{Han}{2,12}住(?:$|了|着)`)

func hasAnyWord(c clause, words map[string]bool) bool {
	return slices.ContainsFunc(c.tokens, func(t lang.Token) bool { return words[t.Folded] })
}
