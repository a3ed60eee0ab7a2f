package claims

import (
	"slices"
	"strings"
	"sync"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
	"memoir/memory/lang/lazyregexp"
)

// maxAgreementWords bounds a clause that only agrees.
const maxAgreementWords = 3

// opensWithAgreement reports whether a sentence starts with a clause that only agrees: "sure, …",
// "pois claro, …".
func (p *passage) opensWithAgreement(first int) bool {
	c := p.clauses[first]
	isAgreement := func(t lang.Token) bool { return agreements()[t.Folded] }
	if len(c.tokens) > maxAgreementWords || first+1 == len(p.clauses) || p.clauses[first+1].sentence != c.sentence {
		return false
	}
	if c.end == 0 && !startsWithReasonWord(p.clauses[first+1]) {
		return false // "claro que vivo en Vigo"
	}
	if lang.StartsWithHanKanaOrHangul(c.tokens[0].Text) {
		return unspacedAgreementPattern.MatchString(c.text)
	}
	return !slices.ContainsFunc(c.tokens, func(t lang.Token) bool { return !isAgreement(t) })
}

// agreesInMockery reports whether the sentence of a clause opens with an agreement that the rest
// cannot mean: a reason follows it at once ("yeah because I …"), nobody agrees so in earnest, or
// there is a sign of exaggeration: a pronoun that the language does without, "every single day",
// "who doesn't".
func (p *passage) agreesInMockery(i int) bool {
	first := p.clauses.firstIndexInSentenceOf(i)
	if i == first || !p.opensWithAgreement(first) {
		return false
	}
	opening, next := p.clauses[first], p.clauses[first+1]
	if startsWithReasonWord(next) || strongAgreements()[vocabulary.JoinFoldedWords(opening.tokens)] ||
		strongUnspacedAgreementPattern.MatchString(opening.text) {
		return true
	}
	for k := first + 1; k <= p.clauses.lastIndexInSentenceOf(first); k++ {
		c := p.clauses[k]
		ts := tokensAfterPreludes(c.tokens)
		if needlessPronouns(p.language)[ts[0].Folded] && len(ts) > 1 ||
			exaggerationPattern.MatchString(lang.LowerKeepingByteLength(c.text)) {
			return true
		}
	}
	return false
}

// needlessPronouns are the words for "I" where the verb tells the person.
var needlessPronouns = lang.CachePerLanguage(func(language lang.Language) map[string]bool {
	return lang.WordSet(map[lang.Language]string{
		lang.Spanish: "yo", lang.Italian: "io", lang.Polish: "ja", lang.Turkish: "ben", lang.UnknownLanguage: "yo io",
	}[language])
})

var (
	// agreements agree with what was said.
	agreements = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`yeah yes yep yup sure right of course oh totally absolutely obviously naturally
			ja klar sicher natürlich logisch na genau freilich eh
			sí si claro por supuesto cómo no ya desde luego oui bien sûr mais bah ben évidemment ouais
			certo sì ma come no ovvio ovviamente sim aham pois é óbvio lógico com certeza
			да ну конечно ага разумеется само собой हाँ हां बिल्कुल ज़रूर tuurlijk natuurlijk no jasne oczywiście pewnie tak
			tabii tabi canım evet`)
	})
	// strongAgreements are what nobody agrees with in earnest.
	strongAgreements = sync.OnceValue(func() map[string]bool {
		return setOfBarSeparatedPhrases(
			"oh sure|yeah sure|yeah right|oh of course|oh totally|na klar doch|ja klar doch|ja ja|ja ja klar|" +
				"na sicher|" +
				"ya ya|sí sí|oui oui|bah oui|ben oui|ben voyons|sì sì|ma certo|ma come no|aham|sim sim|ага|ага конечно|" +
				"ну да конечно|ну конечно|ну да|да да|да конечно|हाँ हाँ|हां हां|no jasne|ja tuurlijk|tak tak|tabii canım")
	})
	unspacedAgreementPattern = lazyregexp.New(`^(是啊?|对啊?|当然了?|没错|はい|うん|もちろん|네|예|그래요?|그럼요?|물론)$|` +
		strongUnspaced)
	strongUnspacedAgreementPattern = lazyregexp.New(strongUnspaced)
	// exaggerationPattern matches tags and phrases that go with an agreement in mockery.
	exaggerationPattern = lazyregexp.New(`every (single )?(day|night|weekend|morning)|all day long|as one does|` +
		`who doesn't|` +
		`who doesn’t|before breakfast|\bja auch\b|wer nicht|sonst noch was|was sonst|\bes ja\b|jeden (tag|abend|morgen)|` +
		`no te digo|cómo no|quién no|todos los días|todas las noches|todo el santo día|` +
		`moi je|moi j'|c'est connu|qui ne|tous les (jours|soirs|matins)|come no|chi non|ogni (giorno|sera|mattina)|` +
		`tutti i giorni|` +
		`\bné$|quem não|todo dia|todo santo dia|meu hobby|mi hobby|mon hobby|mein hobby|my hobby|mio hobby|` +
		`каждый (день|вечер|божий)|кто ж|как же|лучшее время|हर रोज|रोज़ाना|elke (dag|avond)|wie niet|codziennie|kto nie|` +
		`her gün|` +
		`best (part|time) of`)
)

// strongUnspaced matches such agreements in Chinese, Japanese and Korean.
const strongUnspaced = `^(可不是(嘛|吗)?|是啊是啊|对对对|对啊对啊|はいはい|아무렴요?|그래 뭐|네네|예예|그럼 그럼|퍽이나)$`

// shoutsLikingOfActivity reports a liking in capitals before what one does: "I just LOVE standing
// in the rain".
func shoutsLikingOfActivity(c clause) bool {
	for i, t := range c.tokens[:len(c.tokens)-1] {
		if relationOf(t) == vocabulary.Liking && len(t.Text) > 3 && strings.ToUpper(t.Text) == t.Text &&
			strings.ToLower(t.Text) != t.Text &&
			(strings.HasSuffix(c.tokens[i+1].Folded, "ing") || eventConjunctions()[c.tokens[i+1].Folded]) {
			return true
		}
	}
	return false
}
