package claims

import (
	"slices"
	"strings"
	"sync"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
	"memoir/memory/lang/lazyregexp"
)

// markConditionsAndConsequencesSupposed marks conditions and, where the verb is not in the
// indicative, what would follow from them.
func markConditionsAndConsequencesSupposed(sentence []clause, moods []mood, language lang.Language) {
	at := indexOfConditionClause(sentence, language)
	if at < 0 {
		markUnrealClausesAsSupposed(sentence, moods, language)
		return
	}
	unreal := slices.ContainsFunc(sentence, isHypotheticalClause)
	if !unreal && isAmbiguousConditionWord(sentence[at].tokens[0].Folded, language) {
		return
	}
	moods[at] = moodSupposed
	for i := at + 1; i < len(sentence) && sentence[i-1].end == 0; i++ {
		if startsWithContrastWord(sentence[i]) {
			return
		}
		moods[i] = moodSupposed
	}
	if !unreal {
		return
	}
	for i, c := range sentence {
		if i > at && !startsWithContrastWord(c) || slices.ContainsFunc(c.tokens, isConditionalOrSubjunctive) {
			moods[i] = moodSupposed
		}
	}
}

// indexOfConditionClause returns the first clause that may be a condition and no set phrase, -1 when there is none.
func indexOfConditionClause(sentence []clause, language lang.Language) int {
	for i, c := range sentence {
		if mayBeConditionClause(c, language) && !isConditionSetPhrase(sentence[i:]) {
			return i
		}
	}
	return -1
}

// isConditionSetPhrase reports whether clauses begin with a condition on which nothing depends: "if that helps". Some
// languages split it before its verb.
func isConditionSetPhrase(cs []clause) bool {
	first := strings.ToLower(cs[0].text)
	return conditionSetPhrasePattern.MatchString(first) || len(cs) > 1 && cs[0].end == 0 && len(cs[0].tokens) == 1 &&
		conditionSetPhrasePattern.MatchString(first+" "+strings.ToLower(cs[1].text))
}

// conditionSetPhrasePattern matches conditions that say for whom a statement may be of use, in lower case.
var conditionSetPhrasePattern = lazyregexp.New(`^(?:` +
	`if (?:it|that|this) (?:helps?|matters|makes (?:a|any) difference|is relevant|changes anything)(?: at all)?|` +
	`if (?:needed|necessary|relevant|useful)|` +
	`(?:falls|wenn) (?:das|es|dir das) (?:hilft|weiterhilft|wichtig ist|relevant ist|eine rolle spielt)|` +
	`falls (?:nötig|wichtig|relevant)|` +
	`si (?:ça|cela) (?:aide|peut aider|sert|peut servir|change quelque chose)|si (?:besoin|nécessaire)|` +
	`si (?:te |le |os )?(?:sirve|ayuda)(?: de algo| en algo)?|si hace falta|si es necesario|` +
	`se (?:ti |vi )?(?:serve|servono|aiuta)|se può (?:servire|aiutare)|se necessario|` +
	`se (?:isso )?(?:ajuda|ajudar|servir)(?: em algo)?|se for (?:preciso|necessário)|` +
	`als (?:dat|het) (?:helpt|uitmaakt|nodig is)|indien nodig|` +
	`jeśli (?:to )?(?:pomoże|ważne|coś zmienia)|jeśli trzeba|` +
	`если (?:это )?(?:важно|поможет|что|надо|нужно))$`)

// markUnrealClausesAsSupposed marks a sentence without a condition in which a verb is unreal: what
// would be so is not so, and the condition may have been left out or said by another word. Wishes
// are left to their own rule.
func markUnrealClausesAsSupposed(sentence []clause, moods []mood, language lang.Language) {
	for i, c := range sentence {
		if moods[i] == moodClaim && hasUnrealVerbForm(c, language) && !slices.ContainsFunc(c.tokens, isPreferenceWord) {
			moods[i] = moodSupposed
		}
	}
}

// hasUnrealVerbForm reports a verb form that tells only what is not so, unlike "could" and "will".
// In Hindi that is the participle without an auxiliary.
func hasUnrealVerbForm(c clause, language lang.Language) bool {
	for i, t := range c.tokens {
		if strictlyUnrealVerbs()[t.Folded] || startsWithDutchHadIkNu(c.tokens[i:]) ||
			isContractedWould(c.tokens, i) || i > 0 &&
			isRomanceConditional(c.tokens[i-1].Folded, t.Folded, language) {
			return true
		}
	}
	return language == lang.Hindi && unrealHindiPattern.MatchString(c.text) ||
		language == lang.Korean && unrealKoreanPattern.MatchString(c.text)
}

// startsWithDutchHadIkNu reports "had ik nu": what would be by now.
func startsWithDutchHadIkNu(ts []lang.Token) bool {
	return len(ts) > 2 && (ts[0].Folded == "had" || ts[0].Folded == "was") && ts[1].Folded == "ik" && ts[2].Folded == "nu"
}

// isContractedWould reports "I'd" before a verb that is no participle: "I'd own a vineyard".
func isContractedWould(ts []lang.Token, i int) bool {
	if !lang.HasAnySuffix(ts[i].Folded, []string{"'d", "’d"}) || i+1 == len(ts) {
		return false
	}
	next := ts[i+1].Folded
	return !lang.HasAnySuffix(next, []string{"ed", "en"}) && !perfectParticiples()[next] &&
		!vocabulary.PreferenceWords()[next]
}

// perfectParticiples stand behind "had", also where it is "'d".
var perfectParticiples = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("had gone done made had left lost got bought sold met kept put read run come become built found " +
		"known grown shown drawn flown thrown better to never always already just ever only")
})

// unrealKoreanPattern matches what would be so by now, had something else been: 붙었어도 지금 판사일 거야.
var unrealKoreanPattern = lazyregexp.New(`[았었했됐갔샀였렸났]어도\s.*(벌써|지금|텐데|거야|거예요|[았었했]을|[았었했]지)|더라면`)

// isRomanceConditional reports a verb in the conditional of the first person. Nouns have its ending
// too ("una librería"), but stand behind an article or a preposition.
func isRomanceConditional(before, word string, language lang.Language) bool {
	var endings []string
	switch language {
	case lang.Spanish:
		endings = []string{"aría", "ería", "iría", "dría", "ríamos"}
	case lang.Portuguese:
		endings = []string{"aria", "eria", "iria", "ríamos"}
	case lang.Italian:
		endings = []string{"erei", "irei", "remmo"}
	case lang.French:
		endings = []string{"erais", "irais", "drais", "rions"}
	}
	return lang.HasAnySuffix(word, endings) && (conditionalPreludes()[before] || language == lang.Italian)
}

// conditionalPreludes stand before a verb and before no noun.
var conditionalPreludes = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`hoy ahora hoje agora gente yo me te se no ya también nos siempre nunca entonces eu não já também
			nunca sempre aí je j
		j' nous on ne`)
})

var unrealHindiPattern = lazyregexp.New(`(ता|ती|ते)\sतो(\s|$)|` +
	`^तो\s[^न]*(ता|ती|ते)$|` +
	`^[^न]*(मैं|हम)\s[^न]*\p{Devanagari}(ता|ती|ते)$`)

// strictlyUnrealVerbs are conditionals and subjunctives that no statement has.
var strictlyUnrealVerbs = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`would wouldn't wäre wären wär hätte hätten hätt würde würden zou zouden бы byłbym byłabym miałbym
		miałabym`)
})

// mayBeConditionClause reports whether a clause starts with a word or has a verb that may make a
// condition.
func mayBeConditionClause(c clause, language lang.Language) bool {
	first := c.tokens[0].Folded
	return vocabulary.ConditionWords(language)[first] || vocabulary.WeakConditionWords()[first] ||
		startsWithHanCondition(c) ||
		hasTurkishOrKoreanConditionEnding(c, language)
}

// isAmbiguousConditionWord reports whether a word makes a condition only before a verb that is not
// in the indicative: German "wenn" is also "when", Portuguese "se" a pronoun.
func isAmbiguousConditionWord(word string, language lang.Language) bool {
	return vocabulary.WeakConditionWords()[word] && (!vocabulary.ConditionWords(language)[word] || word == "wenn" ||
		word == "als" ||
		language == lang.Portuguese)
}

// isHypotheticalClause reports whether a verb of a clause is not in the indicative and no mere
// wish.
func isHypotheticalClause(c clause) bool {
	return slices.ContainsFunc(c.tokens, isConditionalOrSubjunctive) && !slices.ContainsFunc(c.tokens, isPreferenceWord)
}

// hasTurkishOrKoreanConditionEnding reports whether a Turkish or Korean verb has the ending of a
// condition.
func hasTurkishOrKoreanConditionEnding(c clause, language lang.Language) bool {
	return (language == lang.Turkish || language == lang.Korean) && slices.ContainsFunc(c.tokens, func(t lang.Token) bool {
		return len([]rune(t.Text)) > 3 && lang.HasAnySuffix(t.Folded, vocabulary.ConditionalEndings())
	})
}

func startsWithHanCondition(c clause) bool {
	return slices.ContainsFunc(vocabulary.HanConditions(), func(w string) bool { return strings.HasPrefix(c.text, w) })
}

// isPreferenceWord reports whether a word makes "would" a wish: "would rather".
func isPreferenceWord(t lang.Token) bool { return vocabulary.PreferenceWords()[t.Folded] }

// isConditionalOrSubjunctive reports whether a verb is a conditional or subjunctive form.
func isConditionalOrSubjunctive(t lang.Token) bool {
	return vocabulary.UnrealVerbs()[t.Folded] || len(t.Folded) > 5 &&
		lang.HasAnySuffix(t.Folded, vocabulary.UnrealEndings()) ||
		lang.HasAnySuffix(t.Folded, []string{"'d", "’d", "'ll", "’ll"})
}
