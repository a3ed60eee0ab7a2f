package claims

import (
	"slices"
	"strings"
	"sync"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
)

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
	mockeryPairs = sync.OnceValue(func() map[string]bool {
		return setOfBarSeparatedPhrases(
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
