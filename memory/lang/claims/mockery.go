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

// presence says whether a text has something, once it was looked for.
type presence int

const (
	unread presence = iota
	hasNone
	hasSome
)

// clausesThatMayMockDelight reports, for each clause, whether its sentence may say the opposite of
// the delight it tells: it opens with an interjection or an exclamative ("what a joy"), has a face
// that rolls its eyes, or loves an event ("I love it when …"). Such a sentence supports no fact
// about what the user likes; everything else in it may be meant.
func (p *passage) clausesThatMayMockDelight() []bool {
	out := make([]bool, len(p.clauses))
	for from := 0; from < len(p.clauses); {
		to := p.clauses.lastIndexInSentenceOf(from)
		if p.hasExclamationOrMockery(from, to) || p.opensWithAgreement(from) || p.lovesEvent(from, to) {
			for k := from; k <= to; k++ {
				out[k] = true
			}
		}
		from = to + 1
	}
	return out
}

// hasExclamationOrMockery reports a sentence that opens with an interjection or exclamative, or has
// a mark of mockery.
func (p *passage) hasExclamationOrMockery(from, to int) bool {
	ts := p.clauses[from].tokens
	first := ts[0].Folded
	second := ""
	if len(ts) > 1 {
		second = ts[1].Folded
	}
	if interjections()[first] || exclamativePairs()[first+" "+second] {
		return true
	}
	for k := from; k <= to; k++ {
		if hasAdjacentWordPair(p.clauses[k], mockeryPairs()) || hasPartInUnspacedText(p.clauses[k], unspacedMockery()) {
			return true
		}
	}
	if p.faces == unread {
		p.faces = hasNone
		if slices.ContainsFunc(mockingFaces(), func(f string) bool { return strings.Contains(p.text, f) }) {
			p.faces = hasSome
		}
	}
	text := p.text[p.clauses[from].from:min(len(p.text), p.clauses[to].to+8)]
	return p.faces == hasSome &&
		slices.ContainsFunc(mockingFaces(), func(f string) bool { return strings.Contains(text, f) })
}

// lovesEvent reports a sentence with a verb of liking whose object is a clause.
func (p *passage) lovesEvent(from, to int) bool {
	for k := from; k <= to; k++ {
		c := p.clauses[k]
		if shoutsLikingOfActivity(c) {
			return true
		}
		at := slices.IndexFunc(c.tokens, func(t lang.Token) bool { return relationOf(t) == vocabulary.Liking })
		if at < 0 {
			continue
		}
		if slices.ContainsFunc(c.tokens[at:], func(t lang.Token) bool { return eventConjunctions()[t.Folded] }) ||
			k < to && (c.end == 0 || c.end == ',') && eventConjunctions()[p.clauses[k+1].tokens[0].Folded] {
			return true
		}
	}
	return false
}

// factStatesLikingOrDelight reports whether a sentence of a fact says what somebody likes or
// wanted.
func factStatesLikingOrDelight(s factSentence) bool {
	return slices.ContainsFunc(s.statement.Tokens, func(t lang.Token) bool {
		return relationOf(t) == vocabulary.Liking || delightWords()[t.Folded]
	})
}

var (
	// mockingFaces stand beside words that mean their opposite.
	mockingFaces = sync.OnceValue(func() []string { return strings.Fields("🙄 😒 🙃 😑 👏 🎉 ^^") })
	// mockeryPairs say that something is just what one wanted.
	mockeryPairs = sync.OnceValue(func() wordPairs {
		return pairsOfBarSeparatedPhrases(
			"just what|exactly what|genau was|genau das|proprio quello|proprio ciò|esattamente quello|justo lo|" +
				"exactamente lo|exactement ce|juste ce|exatamente o|justo o|tudo o|precies wat|именно то|как раз|बस यही")
	})
	unspacedMockery = sync.OnceValue(func() []string { return strings.Fields("딱 최고다 真是太 太棒了 最高だ") })
	// interjections open an exclamation.
	interjections = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`oh ah wow yay great wonderful fantastic brilliant lovely super bravo hooray yippee splendid
			marvellous
			och ach na juhu hurra toll klasse herrlich wunderbar prima
			qué ay uy vaya genial estupendo fantástico olé bien
			ouais génial chouette quel quelle quels quelles hourra youpi ô
			evviva che bello wow ottimo perfetto fantastico magnifico urrà
			que oba eba nossa maravilha ótimo legal viva
			ура вау ох ах какой какая какое какие ой супер отлично прекрасно здорово
			वाह अरे ओह 와 우와 와우 오 아 야 이야 哇 啊 哎呀 太好了 わあ やった なんて
			super świetnie wspaniale hura ach geweldig fijn leuk harika yaşasın`)
	})
	exclamativePairs = sync.OnceValue(func() map[string]bool {
		return setOfBarSeparatedPhrases("what a|how i|how lovely|how nice|nothing like|nothing better|" +
			"was für|wie schön|wie toll|wie ich|nichts schöneres|" +
			"cómo me|nada como|comme j'|comme je|rien de|quoi de|come mi|niente di|como eu|nada como|nada melhor|как я|как же|" +
			"что может|क्या बात|क्या मज़ा|कितना मज़ा|कितना अच्छा|कितनी खुशी")
	})
	// eventConjunctions begin what happens.
	eventConjunctions = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`when if how that wenn dass daß quand que qu' cuando quando che se когда что как जब कि als dat
			gdy że`)
	})
	// delightWords are other words of a fact about what somebody likes.
	delightWords = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`looks forward happy excited delighted thrilled wanted wants fan freut freute begeistert
			ilusión feliz ilusiona entusiasma content ravi heureux contento felice desiderava entusiasta feliz animado queria
			рад рада доволен довольна खुश 좋아한다 기대 期待 高兴 享受 楽しみ`)
	})
)
