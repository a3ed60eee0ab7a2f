package claims

import (
	"slices"
	"strings"

	"memoir/memory/lang"
)

// markCondition marks conditions and, where the verb is not in the indicative, what would follow
// from them.
func markCondition(sentence []clause, moods []mood, language lang.Language) {
	at := slices.IndexFunc(sentence, func(c clause) bool { return isCondition(c, language) })
	if at < 0 {
		return
	}
	unreal := slices.ContainsFunc(sentence, isUnrealClause)
	if !unreal && isAmbiguousCondition(sentence[at].tokens[0].Folded, language) {
		return
	}
	moods[at] = moodSupposed
	for i := at + 1; i < len(sentence) && sentence[i-1].end == 0; i++ {
		if contrasts(sentence[i]) {
			return
		}
		moods[i] = moodSupposed
	}
	if !unreal {
		return
	}
	for i, c := range sentence {
		if i > at && !contrasts(c) || slices.ContainsFunc(c.tokens, isUnreal) {
			moods[i] = moodSupposed
		}
	}
}

// isCondition reports whether a clause starts with a word or has a verb that may make a condition.
func isCondition(c clause, language lang.Language) bool {
	first := c.tokens[0].Folded
	return conditionWords(language)[first] || weakConditionWords()[first] || hasHanCondition(c) ||
		hasConditionalVerb(c, language)
}

// isAmbiguousCondition reports whether a word makes a condition only before a verb that is not in the
// indicative: German "wenn" is also "when", Portuguese "se" a pronoun.
func isAmbiguousCondition(word string, language lang.Language) bool {
	return weakConditionWords()[word] && (!conditionWords(language)[word] || word == "wenn" || word == "als" ||
		language == lang.Portuguese)
}

// isUnrealClause reports whether a verb of a clause is not in the indicative and no mere wish.
func isUnrealClause(c clause) bool {
	return slices.ContainsFunc(c.tokens, isUnreal) && !slices.ContainsFunc(c.tokens, isPreference)
}

// hasConditionalVerb reports whether a Turkish or Korean verb has the ending of a condition.
func hasConditionalVerb(c clause, language lang.Language) bool {
	return (language == lang.Turkish || language == lang.Korean) && slices.ContainsFunc(c.tokens, func(t lang.Token) bool {
		return len([]rune(t.Text)) > 3 && lang.HasAnySuffix(t.Folded, conditionalEndings())
	})
}

func hasHanCondition(c clause) bool {
	return slices.ContainsFunc(hanConditions(), func(w string) bool { return strings.HasPrefix(c.text, w) })
}

// isPreference reports whether a word makes "would" a wish: "would rather".
func isPreference(t lang.Token) bool { return preferenceWords()[t.Folded] }

// isUnreal reports whether a verb is a conditional or subjunctive form.
func isUnreal(t lang.Token) bool {
	return unrealVerbs()[t.Folded] || len(t.Folded) > 5 && lang.HasAnySuffix(t.Folded, unrealEndings()) ||
		lang.HasAnySuffix(t.Folded, []string{"'d", "’d", "'ll", "’ll"})
}
