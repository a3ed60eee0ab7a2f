package claims

import (
	"slices"
	"strings"

	"memoir/memory/lang"
)

// markConditionsAsSupposed marks conditions and, where the verb is not in the indicative, what
// would follow from them.
func markConditionsAsSupposed(sentence []clause, moods []mood, language lang.Language) {
	at := slices.IndexFunc(sentence, func(c clause) bool { return mayBeConditionClause(c, language) })
	if at < 0 {
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

// mayBeConditionClause reports whether a clause starts with a word or has a verb that may make a
// condition.
func mayBeConditionClause(c clause, language lang.Language) bool {
	first := c.tokens[0].Folded
	return conditionWords(language)[first] || weakConditionWords()[first] || startsWithHanCondition(c) ||
		hasConditionalVerbEnding(c, language)
}

// isAmbiguousConditionWord reports whether a word makes a condition only before a verb that is not
// in the indicative: German "wenn" is also "when", Portuguese "se" a pronoun.
func isAmbiguousConditionWord(word string, language lang.Language) bool {
	return weakConditionWords()[word] && (!conditionWords(language)[word] || word == "wenn" || word == "als" ||
		language == lang.Portuguese)
}

// isHypotheticalClause reports whether a verb of a clause is not in the indicative and no mere wish.
func isHypotheticalClause(c clause) bool {
	return slices.ContainsFunc(c.tokens, isConditionalOrSubjunctive) && !slices.ContainsFunc(c.tokens, isPreferenceWord)
}

// hasConditionalVerbEnding reports whether a Turkish or Korean verb has the ending of a condition.
func hasConditionalVerbEnding(c clause, language lang.Language) bool {
	return (language == lang.Turkish || language == lang.Korean) && slices.ContainsFunc(c.tokens, func(t lang.Token) bool {
		return len([]rune(t.Text)) > 3 && lang.HasAnySuffix(t.Folded, conditionalEndings())
	})
}

func startsWithHanCondition(c clause) bool {
	return slices.ContainsFunc(hanConditions(), func(w string) bool { return strings.HasPrefix(c.text, w) })
}

// isPreferenceWord reports whether a word makes "would" a wish: "would rather".
func isPreferenceWord(t lang.Token) bool { return preferenceWords()[t.Folded] }

// isConditionalOrSubjunctive reports whether a verb is a conditional or subjunctive form.
func isConditionalOrSubjunctive(t lang.Token) bool {
	return unrealVerbs()[t.Folded] || len(t.Folded) > 5 && lang.HasAnySuffix(t.Folded, unrealEndings()) ||
		lang.HasAnySuffix(t.Folded, []string{"'d", "’d", "'ll", "’ll"})
}
