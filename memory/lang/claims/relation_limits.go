package claims

import (
	"slices"
	"strings"
	"sync"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/calendar"
	"memoir/memory/lang/claims/vocabulary"
)

// hasPredicateWordOfPossessedSubject reports whether the clauses have a word of what the first
// clause of a fact says about somebody or something of the user's: that they are mentioned says
// nothing about them.
func (x *selection) hasPredicateWordOfPossessedSubject(
	s factSentence, language lang.Language, dates *calendar.DatesSaid,
) bool {
	of := wordsOfPossessedSubject(s.text)
	if len(of) == 0 {
		return true
	}
	others := false
	for _, w := range s.clauses[0] {
		if of[w.Folded] {
			continue
		}
		others = true
		if x.isKnownNumberOrDate(w, language, dates) || slices.ContainsFunc(
			x.passage.words.FindClausesWithWordInAnyForm(w), func(c int) bool { return x.allowed[c] },
		) {
			return true
		}
	}
	return !others
}

// wordsOfPossessedSubject returns the folded words of a fact's subject when it is somebody or
// something of the user's: "The user's dog Rex", "La sœur de l'utilisateur". It is empty for the
// user.
func wordsOfPossessedSubject(sentence string) map[string]bool {
	ts := lang.Tokenize(sentence)
	at := slices.IndexFunc(ts[:min(len(ts), 5)], func(t lang.Token) bool {
		return vocabulary.UserSubjects()[t.Folded] || vocabulary.UserGenitives()[t.Folded]
	})
	if at < 0 {
		return nil
	}
	words := map[string]bool{ts[at].Folded: true}
	noun := at > 1 || at == 1 && !vocabulary.Articles()[ts[0].Folded] // stands before its owner
	if noun {
		for _, t := range ts[:at] {
			words[t.Folded] = true
		}
	} else if !strings.HasSuffix(strings.ReplaceAll(ts[at].Folded, "’", "'"), "'s") {
		return nil
	}
	for _, t := range ts[at+1:] {
		switch {
		case startsWithCapital(t) || !noun && vocabulary.NounQualifiers()[t.Folded]:
		case !noun:
			noun = true
		default:
			return words
		}
		words[t.Folded] = true
	}
	return words
}

// addsUnsaidReason reports whether a fact gives a reason of which the clauses have no word: "takes
// sertraline against depression" where only the medicine was told.
func (x *selection) addsUnsaidReason(s factSentence) bool {
	at := slices.IndexFunc(s.statement.Tokens, func(t lang.Token) bool { return reasonPrepositions()[t.Folded] })
	if at < 1 {
		return false
	}
	behind := lang.UniqueContentTokens(s.statement.Tokens[at+1:])
	return len(behind) > 0 && !slices.ContainsFunc(behind, func(w lang.Token) bool {
		return slices.ContainsFunc(x.passage.words.FindClausesWithWordInAnyForm(w), func(c int) bool { return x.allowed[c] })
	})
}

// reasonPrepositions stand before why somebody does something.
var reasonPrepositions = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`against because due gegen wegen aufgrund contre contra debido contro tegen vanwege wegens
		из-за против`)
})

// makesEastAsianVisitOrOriginAHome reports whether a fact in a script without spaces says where the
// user lives, and the clauses only that they were there or come from there: 我去过北京, 我是北京人.
func (x *selection) makesEastAsianVisitOrOriginAHome(s factSentence) bool {
	isIn := func(w string) bool { return strings.Contains(s.text, w) }
	if !slices.ContainsFunc(vocabulary.UnspacedRelationWords()[vocabulary.Residence], isIn) {
		return false
	}
	visits := false
	for i, c := range x.passage.clauses {
		if !x.allowed[i] {
			continue
		}
		if x.statesRelationAtOrBesideTopic(i, vocabulary.Residence) {
			return false
		}
		visits = visits || hasPartInUnspacedText(c, unspacedVisits()) ||
			clauseStatesRelation(c, vocabulary.Origin, x.passage.language)
	}
	return visits
}

var unspacedVisits = sync.OnceValue(func() []string {
	return strings.Fields("去过 去了 去玩 出差 旅游 旅行 갔어 갔다 갔었 가봤 여행 출장 行った 行きました 行って 出張")
})
