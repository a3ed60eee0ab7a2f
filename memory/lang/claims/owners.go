package claims

import (
	"slices"
	"strings"
	"sync"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
	"memoir/memory/lang/lazyregexp"
)

// ownerInExistentialOrArticlelessClause returns who has something where languages say that it is
// with somebody: "у соседки трое детей", "पड़ोसी के तीन बच्चे हैं", "komşunun üç çocuğu var", "chez
// les voisins il y a …"; and a person whose noun has no article ("sąsiadka z dołu ma …") or whose
// pronoun stands behind a place ("next door they keep …"). Nothing is returned for the user.
func ownerInExistentialOrArticlelessClause(ts []lang.Token, language lang.Language) []lang.Token {
	if len(ts) < 3 || vocabulary.HasFirstPersonPronoun(ts, language) {
		return nil
	}
	first := ts[0].Folded
	switch {
	case first == "у" && !russianPlaces()[ts[1].Folded]:
		return nounAfterPossessivesAndArticles(ts[1:], language)
	case first == "chez" && !startsWithCapital(ts[1]) && ts[1].Folded != "moi" && ts[1].Folded != "nous":
		return nounAfterPossessivesAndArticles(ts[1:], language)
	case language == lang.Hindi:
		return nounBeforeHindiPossessive(ts)
	case vocabulary.RelativeNouns()[first] && slices.ContainsFunc(ts[1:min(len(ts), 6)], isThirdPersonVerb):
		return ts[:1]
	}
	if words := turkishOwner(ts); len(words) > 0 {
		return words
	}
	return placeWordBeforePronoun(ts, language)
}

func isThirdPersonVerb(t lang.Token) bool {
	return vocabulary.ThirdPersonVerbs()[t.Folded] || pluralVerbs()[t.Folded]
}

// nounAfterPossessivesAndArticles returns the noun that names an owner, without a possessive or
// article before it.
func nounAfterPossessivesAndArticles(ts []lang.Token, language lang.Language) []lang.Token {
	for len(ts) > 1 && (vocabulary.Possessives(language)[ts[0].Folded] || vocabulary.Articles()[ts[0].Folded] ||
		pluralArticles()[ts[0].Folded]) {
		ts = ts[1:]
	}
	return ts[:1]
}

// nounBeforeHindiPossessive returns the noun before का, के, की or को in a clause that ends in "is":
// who has or feels something.
func nounBeforeHindiPossessive(ts []lang.Token) []lang.Token {
	last := ts[len(ts)-1].Text
	if last != "है" && last != "हैं" || slices.ContainsFunc(ts, func(t lang.Token) bool {
		return vocabulary.Possessives(lang.Hindi)[t.Folded]
	}) {
		return nil
	}
	for i, t := range ts[1:min(len(ts), 5)] {
		if hindiOwnerPostpositions()[t.Text] && !hindiPlaces()[ts[i].Text] {
			return ts[i : i+1]
		}
	}
	return nil
}

// turkishOwner returns a noun in the genitive in a clause that ends in "there is".
func turkishOwner(ts []lang.Token) []lang.Token {
	if last := ts[len(ts)-1].Folded; last != "var" && last != "yok" {
		return nil
	}
	for _, t := range ts[:min(len(ts), 3)] {
		if t.Folded == "benim" || t.Folded == "bizim" {
			return nil
		}
		if len(t.Folded) > 5 &&
			lang.HasAnySuffix(t.Folded, []string{"nın", "nin", "nun", "nün", "mın", "min", "mun", "mün"}) {
			return []lang.Token{t}
		}
	}
	return nil
}

// placeWordBeforePronoun returns the word before a pronoun of the third person behind at most two
// words: "next door they keep bees".
func placeWordBeforePronoun(ts []lang.Token, language lang.Language) []lang.Token {
	for i, t := range ts[:min(len(ts)-1, 3)] {
		if i > 0 && placePronouns(language)[t.Folded] && !slices.ContainsFunc(ts[:i], isThirdPersonVerb) &&
			!strings.HasSuffix(ts[0].Folded, "'s") {
			return ts[i-1 : i]
		}
	}
	return nil
}

// placePronouns are the pronouns that can only be the subject of a clause.
var placePronouns = lang.CachePerLanguage(func(language lang.Language) map[string]bool {
	return lang.WordSet(map[lang.Language]string{
		lang.English: "they", lang.UnknownLanguage: "they", lang.Spanish: "ellos ellas", lang.Portuguese: "eles elas",
		lang.Russian: "они", lang.Polish: "oni one",
	}[language])
})

var (
	// pluralArticles begin a subject of several.
	pluralArticles = sync.OnceValue(func() map[string]bool {
		return lang.WordSet("los las les i gli os as quelli quelle los ces des meine unsere")
	})
	// pluralVerbs follow a subject of several.
	pluralVerbs = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`have live work keep own run play haben wohnen leben arbeiten halten spielen tienen son viven
			trabajan
			crían ont sont vivent font habitent hanno vivono fanno lavorano abitano têm são vivem moram trabalham
			hebben wonen werken houden mają są mieszkają`)
	})
	// russianPlaces are what one can be at: "у моря".
	russianPlaces = sync.OnceValue(func() map[string]bool {
		return lang.WordSet("моря реки озера леса парка дома метро вокзала окна входа воды берега станции работы костра")
	})
	// hindiOwnerPostpositions stand behind who has or feels something.
	hindiOwnerPostpositions = sync.OnceValue(func() map[string]bool { return lang.WordSet("का के की को") })
	// hindiPlaces are nouns before such a word that own nothing.
	hindiPlaces = sync.OnceValue(func() map[string]bool {
		return lang.WordSet("घर शहर गाँव गांव ऑफिस दिन साल महीने हफ्ते सुबह शाम रात आज कल बचपन खाने चाय")
	})
)

// factStatesOwnership reports a sentence that says what the user has: "The user has a blue van".
func factStatesOwnership(s factSentence) bool {
	ts := s.statement.Tokens
	return hasUserAsSubject(s.text) && slices.ContainsFunc(ts[:min(len(ts), 4)], func(t lang.Token) bool {
		return ownershipVerbs()[t.Folded]
	})
}

var ownershipVerbs = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("has owns drives rides hat besitzt fährt tiene conduce a possède conduit ha possiede guida tem " +
		"possui dirige heeft bezit rijdt")
})

// saysWhatThingOfOnesOwnIs reports a clause that tells what a thing of the user's is: "my car is a Golf", and behind
// it "it's a diesel".
func (u *UserText) saysWhatThingOfOnesOwnIs(i int) bool {
	others := u.subjects[i].others
	if len(others) == 0 || !vocabulary.ThingsOfOnesOwn()[others[0].Folded] {
		return false
	}
	return identityPattern.MatchString(u.own.clauses[i].text)
}

// identityPattern matches the beginning of a clause that says what something is, with at most three words before the
// verb.
var identityPattern = lazyregexp.New(`(?i)^(?:\S+ ){0,3}(?:is|\S+['’]s an?|ist|es|est|c['’]est|è|é) `)
