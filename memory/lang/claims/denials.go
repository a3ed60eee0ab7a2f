package claims

import (
	"slices"
	"strings"
	"sync"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
)

// markDeniedClauses marks what a clause takes back that is nothing but a denial ("that's not
// true"): what comes before it in its sentence, or the sentence before when it stands alone. Where
// somebody is said to claim it, nothing before that is taken back.
func (p *passage) markDeniedClauses(moods []mood) {
	for i, c := range p.clauses {
		ts := c.tokens
		if i+1 < len(p.clauses) && p.clauses[i+1].sentence == c.sentence && len(ts) <= 2 {
			ts = slices.Concat(ts, p.clauses[i+1].tokens) // "none of | that is true"
		}
		if p.isEllipticDenialOfUser(i) {
			p.markUserClausesBeforeDenial(i, moods)
			continue
		}
		if !isBareDenial(c.text, c.tokens) && !isBareDenial("", ts) {
			continue
		}
		moods[i] = moodDenied
		k := p.indexOfClauseBeforeDenial(i)
		if k < 0 {
			continue
		}
		for sentence := p.clauses[k].sentence; k >= 0 && p.clauses[k].sentence == sentence; k-- {
			moods[k] = moodDenied
			if says := hasSayVerbToken(p.clauses[k]); says && !vocabulary.HasFirstPersonPronoun(p.clauses[k].tokens[:1],
				p.language) {
				break
			}
		}
	}
}

// indexOfClauseBeforeDenial returns the clause before a denial and the words that open it ("no,
// that's not true"), -1 for none.
func (p *passage) indexOfClauseBeforeDenial(i int) int {
	k := i - 1
	for k >= 0 && p.clauses[k].sentence == p.clauses[i].sentence && isOnlyDenialOpener(p.clauses[k]) {
		k--
	}
	return k
}

// isEllipticDenialOfUser reports a clause that says "I'm not" and nothing else. It denies what was
// said of the user before.
func (p *passage) isEllipticDenialOfUser(i int) bool {
	c := p.clauses[i]
	for ts := c.tokens; len(ts) > 0 && len(ts) <= maxDenialWords; ts = ts[1:] {
		if firstWordsOfDenials()[ts[0].Folded] && vocabulary.EllipticDenials()[vocabulary.JoinFoldedWords(ts)] {
			return true
		}
		if !vocabulary.DenialOpeners()[ts[0].Folded] && !vocabulary.RelativeDenialOpeners()[ts[0].Folded] {
			break
		}
	}
	return c.hasNonLatinWord() && vocabulary.EllipticDenialPattern.MatchString(strings.TrimSpace(c.text))
}

// markUserClausesBeforeDenial marks the clauses about the user before such a clause, in its
// sentence or else in the one before.
func (p *passage) markUserClausesBeforeDenial(i int, moods []mood) {
	k := p.indexOfClauseBeforeDenial(i)
	if k < 0 || p.clauses[k].line != p.clauses[i].line {
		return
	}
	for sentence := p.clauses[k].sentence; k >= 0 && p.clauses[k].sentence == sentence; k-- {
		if vocabulary.HasFirstPersonPronoun(p.clauses[k].tokens, p.language) || p.language == lang.UnknownLanguage ||
			hasAnyWord(p.clauses[k], firstPersonCopulas()) {
			moods[k] = moodDenied
		}
	}
}

// maxDenialWords bounds a clause that only denies, with the words that may open it.
const maxDenialWords = 10

// isBareDenial reports whether the words of a clause only say that something is not true.
func isBareDenial(text string, ts []lang.Token) bool {
	for ; len(ts) > 0 && len(ts) <= maxDenialWords; ts = ts[1:] {
		if firstWordsOfDenials()[ts[0].Folded] && vocabulary.BareDenials()[vocabulary.JoinFoldedWords(ts)] {
			return true
		}
		if !vocabulary.DenialOpeners()[ts[0].Folded] {
			break
		}
	}
	return text != "" && lang.StartsWithHan(string(lang.FirstRune(text))) && vocabulary.HanDenialPattern.MatchString(text)
}

// firstWordsOfDenials are the first words of vocabulary.BareDenials and vocabulary.EllipticDenials.
var firstWordsOfDenials = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, denials := range []map[string]bool{vocabulary.BareDenials(), vocabulary.EllipticDenials()} {
		for d := range denials {
			first, _, _ := strings.Cut(d, " ")
			out[first] = true
		}
	}
	return out
})

// isOnlyDenialOpener reports whether a clause is only a word before a denial: "no", "but".
func isOnlyDenialOpener(c clause) bool {
	return len(c.tokens) == 1 && vocabulary.DenialOpeners()[c.tokens[0].Folded]
}

func hasSayVerbToken(c clause) bool {
	for _, t := range c.tokens {
		if vocabulary.SayVerbs()[t.Folded] {
			return true
		}
	}
	return false
}

// deniesFact reports whether the clauses deny an affirming fact.
func (x *selection) deniesFact(s factSentence, language lang.Language) bool {
	return x.isDeniedInEveryClauseWithAllItsWords(s, language) || x.isNegatedThroughout(s)
}

// isDeniedInEveryClauseWithAllItsWords reports whether every clause that has all words of an
// affirming fact negates some of them: "no I'm not from Texas lol". What a clause with "my" takes
// for granted is not denied.
func (x *selection) isDeniedInEveryClauseWithAllItsWords(s factSentence, language lang.Language) bool {
	words := slices.Concat(s.clauses...)
	if slices.ContainsFunc(words, func(w lang.Token) bool {
		fold := lang.StripDiacriticsAndFoldSpellings(w.Folded)
		return lang.HasAnyPrefix(fold, privativeStems()) || strings.Contains(fold, "intoler")
	}) {
		return false
	}
	denied := false
	for c, n := range x.countWordsByClause(words) {
		if n < len(words) {
			continue
		}
		if x.passage.isInQuestion(c) || !x.passage.clauses[c].negatesLastWordOrAnyByLanguage(words, language) {
			return false
		}
		denied = true
	}
	return denied
}

// isNegatedThroughout reports whether every clause that has most words of an affirming fact negates
// something: what it negates may be the verb, which the fact need not share.
func (x *selection) isNegatedThroughout(s factSentence) bool {
	words := slices.Concat(s.clauses...)
	switch x.passage.language { // where clauses are not told apart, a negation may belong to another one
	case lang.UnknownLanguage, lang.Korean, lang.Japanese:
		return false
	}
	if slices.ContainsFunc(words, impliesNegation) {
		return false
	}
	count, most := x.countWordsByClause(words), 0
	for _, n := range count {
		most = max(most, n)
	}
	for c, n := range count {
		if n == most && (x.passage.isInQuestion(c) || !x.passage.negatesMoreThanMildly(x.passage.clauses[c]) ||
			x.passage.clauses[c].hasFirstPersonPossessive(x.passage.language)) {
			return false
		}
	}
	return most > 0
}

// hasFirstPersonPossessive reports a clause with "my": it may negate its verb and still say what
// the user has.
func (c clause) hasFirstPersonPossessive(language lang.Language) bool {
	return hasPartInUnspacedText(c, ownInUnspacedText()) || slices.ContainsFunc(c.tokens, func(t lang.Token) bool {
		return vocabulary.Possessives(language)[t.Folded]
	})
}

// impliesNegation reports a word for somebody who does not or cannot do something, or dislikes it.
func impliesNegation(w lang.Token) bool {
	fold := lang.StripDiacriticsAndFoldSpellings(w.Folded)
	return lang.HasAnyPrefix(fold, privativeStems()) || strings.Contains(fold, "intoler") ||
		relationOf(w) == vocabulary.Dislike ||
		lang.HasAnyPrefix(fold, aversionStems())
}

// countWordsByClause counts in how many of the words each allowed clause has.
func (x *selection) countWordsByClause(words []lang.Token) map[int]int {
	count := map[int]int{}
	for _, w := range words {
		found := x.passage.words.FindClausesWithWordInAnyForm(w)
		slices.Sort(found)
		for _, c := range slices.Compact(found) {
			if x.allowed[c] {
				count[c]++
			}
		}
	}
	return count
}

// isInQuestion reports whether a clause stands in a sentence with a question mark, or leaves open
// whether it is so (有没有).
func (p *passage) isInQuestion(i int) bool {
	last := i
	for last+1 < len(p.clauses) && p.clauses[last+1].sentence == p.clauses[i].sentence {
		last++
	}
	return strings.ContainsRune("?？؟", p.clauses[last].end) || lang.LeavesYesOrNoOpen(p.clauses[i].text)
}

// privativeStems begin words for people who do not or cannot do something: a fact with one rests on
// a negation.
var privativeStems = sync.OnceValue(func() []string {
	return strings.Fields(`unvertr allerg vegan vegetar celia zoliak abstin teetotal sober nonsmok non-smok
		unemploy arbeitslos desemple disoccup chomeu безработ вегетариан вегетериан 素食 不耐 过敏 無職 비건 채식`)
})

// negatesLastWordOrAnyByLanguage reports whether a clause negates some words.
func (c clause) negatesLastWordOrAnyByLanguage(words []lang.Token, language lang.Language) bool {
	if c.hasFirstPersonPossessive(language) {
		return false
	}
	return slices.ContainsFunc(lang.FindNegations(c.text, language, 2), func(n lang.Negation) bool {
		if language != lang.Korean && language != lang.Japanese && language != lang.Hindi && len(words) > 0 {
			return !n.IsMild && n.AffectsAnyOfWords(words[len(words)-1:]) // "I like jazz but I don't like rock"
		}
		return !n.IsMild && n.AffectsAnyOfWords(words)
	})
}

// maxExclusionTokens is how long a clause may be that only excludes something: "no peanuts or nuts
// please".
const maxExclusionTokens = 5

// exclusionPrefixByteLength returns how many bytes at the start of a clause exclude what the user
// says next or just said an aversion to: the "No" of "No peanuts, I'm allergic". They deny nothing;
// the aversion is to what follows them. It is 0 for every other clause.
func (p *passage) exclusionPrefixByteLength(i int) int {
	c := p.clauses[i]
	if len(c.tokens) > maxExclusionTokens || !p.isBesideAversionWithoutObject(i) {
		return 0
	}
	ts := c.tokens
	for len(ts) > 1 && vocabulary.SentenceOpeners()[ts[0].Folded] && !exclusionWords()[ts[0].Folded] {
		ts = ts[1:]
	}
	n := 0
	for n < len(ts)-1 && exclusionWords()[ts[n].Folded] {
		n++
	}
	if n == 0 {
		return 0
	}
	last := ts[n-1].Text
	return strings.Index(p.text[c.from:c.to], last) + len(last)
}

// isBesideAversionWithoutObject reports whether a clause next to this one, on the same line, speaks
// of an aversion and does not say to what.
func (p *passage) isBesideAversionWithoutObject(i int) bool {
	if p.aversion == unread {
		p.aversion = hasNone
		if slices.ContainsFunc(p.clauses, func(c clause) bool { return slices.ContainsFunc(c.tokens, namesAversion) }) {
			p.aversion = hasSome
		}
	}
	if p.aversion == hasNone {
		return false
	}
	for _, k := range []int{i - 1, i + 1} {
		if k < 0 || k >= len(p.clauses) || p.clauses[k].line != p.clauses[i].line {
			continue
		}
		ts := p.clauses[k].tokens
		at := slices.IndexFunc(ts, namesAversion)
		if at >= 0 && !hasObjectOfAversion(ts, at) {
			return true
		}
	}
	return false
}

// namesAversion reports a word for what somebody cannot have or stand.
func namesAversion(t lang.Token) bool {
	return lang.HasAnyPrefix(lang.StripDiacriticsAndFoldSpellings(t.Folded), aversionStems())
}

// hasObjectOfAversion reports whether a clause with the word of an aversion at ts[at] says to what:
// "allergic to walnuts", "gegen Walnüsse allergisch"; "allergic to them" does not.
func hasObjectOfAversion(ts []lang.Token, at int) bool {
	if slices.ContainsFunc(ts[:at], func(t lang.Token) bool { return t.Folded == "gegen" || t.Folded == "tegen" }) {
		return true
	}
	if at+1 == len(ts) {
		return false
	}
	words := make([]string, 0, len(ts)-at)
	for _, t := range ts[at+1:] {
		words = append(words, t.Text)
	}
	return len(lang.ParseStatement(strings.Join(words, " ")).ContentWords) > 0
}

// exclusionWords say what somebody wants to have left out.
var exclusionWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`no not nothing with without any kein keine keinen keinerlei ohne nichts mit sin nada de ningun
		ningún pas sans aucun aucune rien niente senza nessun nessuna sem nenhum nenhuma geen zonder без никаких bez
		żadnych बिना`)
})

// aversionStems begin the words for what somebody cannot have or stand, folded for search.
var aversionStems = sync.OnceValue(func() []string {
	return strings.Fields(`allerg intoler hate detest loath dislik hass verabscheu vertrag alerg odio odia odei aborre
		horreur haat verafschuw аллерг ненавиж непереносим nienawi nietoler एलर्ज नफरत`)
})
