package claims

import (
	"slices"
	"strings"
	"sync"

	"memoir/memory/lang"
)

// relation is what a verb or noun says about a person. A fact often names the relation by another word
// than the user did: "got a job at Siemens", "works at Siemens".
type relation string

// The relations with words of their own. Buying is not among them: what is bought may be for others.
const (
	residence  relation = "residence"
	employment relation = "employment"
	naming     relation = "naming"
	liking     relation = "liking"
	dislike    relation = "dislike"
)

// relationWords maps folded words to the relation that they state, in the ten languages of the
// corpora. Words that state it only together with others ("can't stand") are not here.
var relationWords = sync.OnceValue(func() map[string]relation {
	words := map[relation]string{
		residence: `live lives lived living reside resides residing wohne wohnt wohnen lebe lebt leben vivo vive viven vivir
			reside resido habite habites habitent vis vit vivent abito abita abitano moro mora moram живу живет живёт живут
			проживает रहता रहती रहते`,
		employment: `work works worked working job employed employee hired arbeite arbeitet arbeiten job stelle angestellt
			beschäftigt trabajo trabaja trabajan empleo empleado empleada contratado contratada travaille travaillent travail
			emploi poste embauché embauchée lavoro lavora lavorano impiego assunto assunta trabalho trabalha trabalham
			emprego работаю работает работают работу работа устроился устроилась काम नौकरी`,
		naming: `name named called call heiße heißt heißen nenn nennt nennen llamo llama llaman nombre llámame appelle
			appellent prénom nom chiamo chiama chiamano chiamami nome chamo chama chamam зовут имя नाम`,
		liking: `like likes liked love loves loved enjoy enjoys adore adores mag mögen liebe liebt lieben gern gerne gusta
			gustan encanta encantan adoro adora aime aiment adore piace piacciono amo ama gosto gosta gostam люблю любит
			любят нравится нравятся обожаю обожает पसंद`,
		dislike: `dislike dislikes hate hates hated detest detests loathe loathes despise despises hasse hasst hassen
			verabscheue verabscheut odio odia odian detesto detesta detestan déteste détestent hais hait haïssent odiano
			odeio odeia odeiam ненавижу ненавидит ненавидят नफरत`,
	}
	out := map[string]relation{}
	for r, list := range words {
		for w := range strings.FieldsSeq(list) {
			out[lang.FoldText(w)] = r
		}
	}
	return out
})

// movingWords state a residence by how it began. "Moved from" names the one that ended.
var (
	movingWords = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`moved move moving relocated settled umgezogen gezogen gezogen hergezogen mudé mudado mudamos
			trasladé trasladado déménagé emménagé installé installée trasferito trasferita traslocato mudei mudou mudamos
			переехал переехала переехали`)
	})
	originWords = sync.OnceValue(func() map[string]bool {
		return lang.WordSet("from out away leave leaving von aus weg de du des desde da dal dalla dallo do из с से")
	})
	// lossWords say that a relation has ended.
	lossWords = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`lost lose losing left leaving quit fired resigned retired former ex used stopped almost nearly
			verloren verlor gekündigt früher ehemals fast perdí perdido perdió dejé dejado renuncié casi perdu quitté
			démissionné presque perso lasciato quasi perdi deixei saí quase потерял потеряла уволился уволилась бросил
			бросила почти छोड़`)
	})
)

// statesRelation reports whether a clause states a relation of somebody, by any word. A clause that
// negates, or tells an end, states none: which of its words that concerns is not decided here.
func statesRelation(c clause, r relation, language lang.Language) bool {
	has := func(words map[string]bool) bool {
		return slices.ContainsFunc(c.tokens, func(t lang.Token) bool { return words[t.Folded] })
	}
	named := slices.ContainsFunc(c.tokens, func(t lang.Token) bool { return relationWords()[t.Folded] == r })
	moved := r == residence && has(movingWords()) && !has(originWords())
	isFull := func(n lang.Negation) bool { return !n.IsMild }
	return (named || moved) && !has(lossWords()) && !slices.ContainsFunc(lang.FindNegations(c.text, language, 0), isFull)
}
