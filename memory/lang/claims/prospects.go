package claims

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
	"memoir/memory/lang/lazyregexp"
)

// markConditionalPromises marks what is to happen when something else has: "if I pass, I open a shop",
// "이번에 승진하면 …". A sentence that opens with a condition says so of all that follows, unless it tells
// a reaction or a habit: "if I drink coffee, I can't sleep". One that has the condition inside must
// name what one passes, gets or wins, and what changes a life or stands in the future; what stands
// before the condition and speaks of neither stays a claim.
func markConditionalPromises(sentence []clause, moods []mood, language lang.Language) {
	opening := indexOfPromiseCondition(sentence, language)
	at := slices.IndexFunc(sentence, func(c clause) bool { return opensProspect(c, language) })
	if opening < 0 && (at < 0 || !promisesLifeChange(sentence, language)) ||
		reactionPattern.MatchString(lang.LowerKeepingByteLength(joinClauseTexts(sentence))) {
		return
	}
	for i, c := range sentence {
		isBefore := i < opening || opening < 0 && i < at && !tellsLifeChangeOrFuture(c, language)
		if !isBefore && !startsWithContrastWord(c) && !startsWithReasonWord(c) {
			moods[i] = supposedUnlessAsked(moods[i])
		}
	}
}

// indexOfPromiseCondition returns the clause with which a condition begins that a promise follows, whatever
// it promises; -1 for none.
func indexOfPromiseCondition(sentence []clause, language lang.Language) int {
	if opensWithCondition(sentence[0], language) && !isConditionSetPhrase(sentence) {
		return 0
	}
	for i, c := range sentence {
		if language != lang.Turkish && isASCII(c.text) {
			continue
		}
		text := adviceOrWishPattern.ReplaceAllString(c.text+" ", " ")
		isTurkish := language == lang.Turkish || language == lang.UnknownLanguage && strings.ContainsAny(text, "ışğ")
		isHan := i+1 < len(sentence) && (hanConditionPattern.MatchString(text) ||
			strings.HasPrefix(text, "等") && strings.Contains(sentence[i+1].text, "就"))
		if isHan || promisePattern.MatchString(text) || isTurkish && turkishPromisePattern.MatchString(text) {
			return i
		}
	}
	return -1
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// opensWithCondition reports whether a clause opens with a word for "if" and goes on like a condition.
// Words that are something else too count before a pronoun or an article.
func opensWithCondition(c clause, language lang.Language) bool {
	ts := c.tokens
	isCondition := vocabulary.SentenceConditions(language)
	for len(ts) > 1 && !isCondition[ts[0].Folded] && vocabulary.QuestionPreludes()[ts[0].Folded] {
		ts = ts[1:]
	}
	if len(ts) < 2 {
		return false
	}
	switch ts[0].Folded {
	case "als":
		return conditionSubjects()[ts[1].Folded] && language != lang.German
	case "si", "se":
		return isCondition[ts[0].Folded] || language == lang.UnknownLanguage && c.end == ',' &&
			conditionSubjects()[ts[1].Folded]
	}
	return isCondition[ts[0].Folded]
}

// conditionSubjects may stand behind Dutch "als" and behind "si" and "se" where these are "if".
var conditionSubjects = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`ik we wij ze zij hij je jij het de mijn onze ons er dat die alles la le les l' on je j' tu il
			elle mon
		ma mes notre ce ça c' el los las nos mi lo gli ci tutto o os as eu a ele ela meu minha`)
})

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
	return vocabulary.ProspectOpeners()[ts[0].Folded] || startsWithHanCondition(c) ||
		language == lang.Turkish && slices.ContainsFunc(c.tokens, func(t lang.Token) bool {
			endings := []string{"rsa", "rse", "sam", "sem", "sak", "sek", "ursa", "ürse"}
			return len(t.Folded) > 4 && lang.HasAnySuffix(t.Folded, endings)
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

// turkishPromisePattern and promisePattern match such conditions in languages whose verbs carry them: Turkish,
// and Korean, Japanese and Chinese.
var turkishPromisePattern = lazyregexp.New(`(?:kazan|geç|çık|al|onaylan|edil|tut|ol|sat|düş|ver)\p{L}*s[ae][mk]?\s`)

var promisePattern = lazyregexp.New(`^(?:[^,.]{1,40}\s)?\p{Hangul}+면,?\s|^[^。]{1,30}(?:[^きけえい]れば|[^かもし]ったら|` +
	`[がにをは]\p{L}{1,4}たら|んだら|いたら|きたら)|` +
	`的话(?:[，,就我]|\s|$)`)

// hanConditionPattern matches the words for "if" at the start of a Chinese clause.
var hanConditionPattern = lazyregexp.New(`^(?:如果|要是|假如|假若|万一|一旦|只要)`)

// adviceOrWishPattern matches "what should I" and "it would be good if" in Korean and Japanese, and "words of
// encouragement" in Chinese, no conditions.
var adviceOrWishPattern = lazyregexp.New(`[句番点些段]\p{Han}{0,4}的话|면 ?(?:안 ?)?(?:좋|될|되|돼)|(?:れば|たら)(?:いい|よい|良い|よさ)`)

// reactionPattern matches reactions of the body, and words for what happens each time.
var reactionPattern = lazyregexp.New(`\b(?:always|usually|headache|migraine|rash|sick|itch|swell|sleep)|` +
	`\b(?:immer|meist(?:ens)?\b|jedes mal)|` +
	`kopfschmerz|bauchweh|bauchschmerz|übel|ausschlag|durchfall|migräne|juck|schlafe|\b(?:siempre|duele|hincha|` +
	`urticaria|` +
	`migraña|alergia|mareo|duermo|me sale|toujours|maux|nausée|gonfl|démang|dors|me fait mal|sempre|prurito|mal di|` +
	`fa male|` +
	`dormo|gonfi|dor de|coceira|enjoo|durmo|passo mal|altijd|pijn|jeuk|misselijk|slaap|zawsze|boli|swędz|wysypk|` +
	`śpię)|всегда|` +
	`болит|тошнит|сыпь|чеш|опуха|сплю|ağrı|kaşın|uyuyam|her zaman|हमेशा|दर्द|खुजली|नींद|항상|아프|아파|두드러기|가려|배탈|못 자|` +
	`いつも|必ず|痛|かゆ|痒|吐|眠れ|蕁麻疹|总是|都会|疼|过敏|拉肚子|睡不着|起疹`)
