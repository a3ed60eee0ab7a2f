package claims

import (
	"slices"
	"strings"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
	"memoir/memory/lang/lazyregexp"
)

// markConditionalPromises marks what is to happen when something else has: "if I pass, I open a shop",
// "이번에 승진하면 …". Unlike a habit ("if I drink coffee, I can't sleep"), such a sentence names what
// one passes, gets or wins, and what changes a life or stands in the future. What stands before the
// condition and speaks of neither stays a claim.
func markConditionalPromises(sentence []clause, moods []mood, language lang.Language) {
	if promisePattern.MatchString(joinClauseTexts(sentence)) {
		for i := range sentence {
			moods[i] = supposedUnlessAsked(moods[i])
		}
		return
	}
	at := slices.IndexFunc(sentence, func(c clause) bool { return opensProspect(c, language) })
	if at < 0 || !promisesLifeChange(sentence, language) {
		return
	}
	for i, c := range sentence {
		if startsWithContrastWord(c) || startsWithReasonWord(c) || i < at && !tellsLifeChangeOrFuture(c, language) {
			continue
		}
		moods[i] = supposedUnlessAsked(moods[i])
	}
}

func supposedUnlessAsked(m mood) mood {
	if m == moodClaim {
		return moodSupposed
	}
	return m
}

// opensProspect reports whether a clause starts with a word for "if", "once" or "as soon as", or has a
// verb with the ending of a condition.
func opensProspect(c clause, language lang.Language) bool {
	ts := tokensAfterPreludes(c.tokens)
	return vocabulary.ProspectOpeners()[ts[0].Folded] || mayBeConditionClause(c, language) ||
		language == lang.Turkish && slices.ContainsFunc(c.tokens, func(t lang.Token) bool {
			return len(t.Folded) > 4 && lang.HasAnySuffix(t.Folded, []string{"rsa", "rse", "sam", "sem", "sak", "sek", "ursa", "ürse"})
		})
}

// promisesLifeChange reports whether a sentence names what one passes or gets, and what changes a life
// or stands in the future.
func promisesLifeChange(sentence []clause, language lang.Language) bool {
	attains := slices.ContainsFunc(sentence, func(c clause) bool {
		return slices.ContainsFunc(c.tokens, func(t lang.Token) bool {
			return lang.HasAnyPrefix(t.Folded, vocabulary.AttainmentStems())
		})
	})
	return attains && slices.ContainsFunc(sentence, func(c clause) bool { return tellsLifeChangeOrFuture(c, language) })
}

func tellsLifeChangeOrFuture(c clause, language lang.Language) bool {
	return slices.ContainsFunc(c.tokens, func(t lang.Token) bool {
		return vocabulary.LifeChangeVerbs()[t.Folded] || vocabulary.FutureVerbs()[t.Folded] ||
			len(t.Folded) > 4 && lang.HasAnySuffix(t.Folded, vocabulary.FutureEndings(language))
	})
}

func joinClauseTexts(cs []clause) string {
	var b strings.Builder
	for _, c := range cs {
		b.WriteString(c.text)
		b.WriteByte(' ')
	}
	return b.String()
}

// promisePattern matches such conditions in languages whose verbs carry them: Korean, Japanese, Chinese and
// Turkish.
var promisePattern = lazyregexp.New(`(?:kazan|geç|çık|al|onaylan|edil|tut)\p{L}*s[ae][mk]?\s.*[ae]c[ae]ğ|` +
	`(승진|합격|당첨|통과|성공|선발|채용)(하|되)?면|(붙으|이기|뽑히|허락받으|나오|따|받으)면.*(거야|거예요|겠|게 돼|려고|을게|ㄹ게|기로|예정)|` +
	`(受か|合格|当た|昇進|採用され|内定|通っ|決まっ|取れ|もらえ|許可|下り)[^。、]{0,6}(たら|だら|れば|なら)|` +
	`(如果|要是|假如|万一|只要|一旦|等).*(考上|考过|通过|拿到|录取|升职|中奖|中了|批下来|成功|签下来|同意).*(就|会|打算)`)
