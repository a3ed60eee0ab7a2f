package claims

import (
	"slices"
	"strings"
	"sync"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
	"memoir/memory/lang/lazyregexp"
)

// markUnrealClauses marks claims that say what is wished or planned, what was so once, what almost
// happened, what people are said to say, and what nobody can mean in earnest.
func (p *passage) markUnrealClauses(moods []mood) {
	for i, c := range p.clauses {
		switch {
		case moods[i] != moodClaim:
		case announcesGame(c) || p.opensGame(i):
			for k := i; k <= p.clauses.lastIndexInLineOf(i); k++ {
				moods[k] = moodInvented
			}
		case p.sharesRolesWithAssistant(i):
			for k := p.clauses.firstIndexInSentenceOf(i); k < len(moods); k++ {
				moods[k] = moodInvented // the game goes on
			}
		case p.wishesInClause(c) || i > 0 && moods[i-1] == moodWished && isObjectOfWish(p.clauses[i-1], c):
			moods[i] = moodWished
		default:
			moods[i] = p.moodOfClauseByItsOwnWords(i)
		}
	}
	p.markClausesUpToEndAsFormer(moods)
}

// moodOfClauseByItsOwnWords returns the mood of a clause by its own words: moodClaim unless they
// say that it is not so.
func (p *passage) moodOfClauseByItsOwnWords(i int) mood {
	switch c := p.clauses[i]; {
	case tellsNearMiss(c):
		return moodDenied
	case hasAnyWord(c, hearsayWords()) || hasPartInUnspacedText(c, unspacedHearsay()) || othersTakeUserForSomething(c):
		return moodReported
	case p.isAbsurdClaimOrMockAgreement(i) || p.agreesWithLaughterOrMockery(i):
		return moodJoked
	case tellsFormerHabit(c) || tellsPastStateOrHabit(c, p.language):
		return moodFormer
	case hasAnyWord(c, unrealMainVerbs()) && !slices.ContainsFunc(c.tokens, isPreferenceWord):
		return moodSupposed
	}
	return moodClaim
}

// isObjectOfWish reports whether a clause says what the one before it wishes or considers: "we are
// thinking about | whether …".
func isObjectOfWish(wish, c clause) bool {
	return (wish.end == 0 || wish.end == ',') && wish.sentence == c.sentence && wishConjunctions()[c.tokens[0].Folded]
}

// wishesInClause reports whether a clause says what the user wants, looks for or considers. What it
// takes for granted counts as told: a clause with "my" or "as a" is a claim.
func (p *passage) wishesInClause(c clause) bool {
	wish := -1
	verbs, pairs := wishVerbs(p.language), wishPairs()
	for i, t := range c.tokens {
		isConjunction := t.Folded == "want" && p.language == lang.Dutch // because
		if verbs[t.Folded] && !isConjunction || i > 0 && pairs[c.tokens[i-1].Folded][t.Folded] ||
			hasJapaneseOrKoreanWishEnding(t.Text, i > 0 && lang.StartsWithHan(c.tokens[i-1].Text)) {
			wish = i
			break
		}
	}
	if wish < 0 && !hasPartInUnspacedText(c, unspacedWishes()) {
		return false
	}
	return !slices.ContainsFunc(c.tokens, func(t lang.Token) bool {
		return vocabulary.Possessives(p.language)[t.Folded] || roleConjunctions()[t.Folded] || messageVerbs()[t.Folded]
	}) && !hasPartInUnspacedText(c, ownInUnspacedText())
}

// hasJapaneseOrKoreanWishEnding reports a Japanese or Korean verb with the ending of a wish. みたい
// behind a verb's character is one (住みたい), alone it is "like".
func hasJapaneseOrKoreanWishEnding(word string, behindHan bool) bool {
	switch {
	case lang.IsHiragana(lang.FirstRune(word)):
		at := strings.Index(word, "たい")
		return at > 0 && (behindHan || !strings.HasSuffix(word[:at], "み"))
	case lang.IsHangulSyllable(lang.FirstRune(word)):
		return strings.HasPrefix(word, "싶")
	}
	return false
}

// hasPartInUnspacedText reports whether a clause in a script without spaces has one of the parts.
func hasPartInUnspacedText(c clause, parts []string) bool {
	return slices.ContainsFunc(c.tokens, func(t lang.Token) bool { return lang.StartsWithHanKanaOrHangul(t.Text) }) &&
		slices.ContainsFunc(parts, func(w string) bool { return strings.Contains(c.text, w) })
}

// factSpeaksOfWishOrPlan reports whether a fact says itself that something is wished, planned or to
// come, so that it may rest on a wish.
func factSpeaksOfWishOrPlan(s factSentence) bool {
	return slices.ContainsFunc(s.statement.Tokens, func(t lang.Token) bool {
		return lang.HasAnyPrefix(t.Folded, wishStems())
	}) || slices.ContainsFunc(unspacedWishStems(), func(w string) bool { return strings.Contains(s.text, w) })
}

// tellsFormerHabit reports whether a clause says what the user did or had once.
func tellsFormerHabit(c clause) bool {
	return slices.ContainsFunc(c.tokens, func(t lang.Token) bool { return formerVerbs()[t.Folded] }) ||
		hasAdjacentWordPair(c, formerPairs()) ||
		(c.hasNonLatinWord() || hasAnyWord(c, formerAdverbs())) && formerTimePattern.MatchString(c.text)
}

// formerTimePattern matches a word for "formerly" with a verb in the past behind it, in languages
// whose past has an ending or a word of its own. In others the adverb alone can mean "earlier in
// the day".
var formerTimePattern = lazyregexp.New(`(?i)(раньше|прежде|когда-то)\s.*\p{L}л[аио]?(ся|сь)?(\s|$|\pP)|` +
	`(पहले|कभी)\s.*(था|थी|थे|थीं)|(예전|옛날)(에는|엔|에)?\s.*[았었였했]|(以前|从前|曾经|过去).*|(昔|以前|かつて).*(た|だった)|` +
	`^(früher|damals)\s.*\b(war|hatte|habe?|bin|wohnte|arbeitete|lebte|spielte)\b|` +
	`\b(formerly|in a former life|back when)\b.*\b(was|had|\p{L}+ed)\b|` +
	`\b(vroeger)\s.*\b(was|had|woonde|werkte|speelde|\p{L}+de)\b|\b(dawniej|kiedyś)\s.*\p{L}(łem|łam|liśmy|łyśmy)\b|` +
	`\b(autrefois|avant|dans le temps)\b.*\p{L}(ais|ait|ions)\b|\p{L}(ais|ions)\b.*\b(autrefois|dans le temps)\b|` +
	`\b(antes)\s.*\p{L}(aba|ía|ábamos|íamos|ava|ávamos)\b|` +
	`\b(un tempo|una volta|prima)\s.*\p{L}(avo|evo|ivo|avamo|evamo)\b|` +
	`\b(eskiden)\s.*\p{L}(rdım|rdim|rdum|rdüm|yordum|dım|dim)\b`)

// factSpeaksOfPastOrNegates reports whether a fact is about what was, or negates what is.
func factSpeaksOfPastOrNegates(s factSentence) bool {
	if factTellsEnd(s) || hasFullNegation(s.statement, s.text) ||
		slices.ContainsFunc(unspacedPastWords(), func(w string) bool {
			return strings.Contains(s.text, w)
		}) {
		return true
	}
	ts := s.statement.Tokens
	if c := (clause{text: s.text, tokens: ts}); tellsRomanisedHindiPastState(c) ||
		c.hasNonLatinWord() && pastStatePattern.MatchString(s.text) {
		return true
	}
	for i, t := range ts {
		isNoun := i > 0 && (vocabulary.Articles()[ts[i-1].Folded] || vocabulary.IndefiniteArticles()[ts[i-1].Folded])
		if pastWords()[t.Folded] || !isNoun && len(t.Folded) > 4 && lang.HasAnySuffix(t.Folded, pastEndings()) {
			return true // "una panadería" has the ending of a verb
		}
	}
	return false
}

// tellsNearMiss reports whether a clause says that something almost happened.
func tellsNearMiss(c clause) bool {
	if hasAdjacentWordPair(c, nearMissPairs()) || hasPartInUnspacedText(c, unspacedNearMisses()) ||
		hasAnyWord(c, nearMissVerbs()) {
		return true
	}
	for i, t := range c.tokens[:len(c.tokens)-1] {
		next := c.tokens[i+1].Folded
		switch t.Folded {
		case "almost", "nearly":
			if strings.HasSuffix(next, "ed") || eventVerbs()[next] {
				return true
			}
		case "casi", "quase":
			if eventVerbs()[next] || len(next) > 4 && !almostComplements()[next] &&
				lang.HasAnySuffix(next, []string{"é", "í", "ó", "ei", "ou", "amos", "imos", "emos"}) {
				return true
			}
		case "bijna", "fast", "beinahe":
			if eventVerbs()[next] {
				return true
			}
		}
	}
	return false
}

// wordPairs are pairs of words, the second ones by the first.
type wordPairs map[string]map[string]bool

func hasAdjacentWordPair(c clause, pairs wordPairs) bool {
	for i := range c.tokens[:len(c.tokens)-1] {
		if pairs[c.tokens[i].Folded][c.tokens[i+1].Folded] {
			return true
		}
	}
	return false
}

// pairsOfBarSeparatedPhrases returns the phrases of two words that bars separate.
func pairsOfBarSeparatedPhrases(list string) wordPairs {
	pairs := wordPairs{}
	for phrase := range setOfBarSeparatedPhrases(list) {
		first, second, _ := strings.Cut(phrase, " ")
		if pairs[first] == nil {
			pairs[first] = map[string]bool{}
		}
		pairs[first][second] = true
	}
	return pairs
}

// wishVerbs are verbs of wishing, planning and looking for in the first person. Those that another
// language uses for something else count in their own language only.
var wishVerbs = lang.CachePerLanguage(func(language lang.Language) map[string]bool {
	own := map[lang.Language]string{
		lang.German: "will wollen wollte plane", lang.Dutch: "wil wilde wou zoek", lang.French: "cherche rêve",
		lang.Spanish: "busco espero", lang.Italian: "cerco sogno", lang.Portuguese: "procuro espero",
		lang.UnknownLanguage: "wil busco cerco procuro cherche",
	}
	return lang.WordSet(own[language] + ` want wanted wanna wish hoping considering
		möchte möchten wünsche wünschte überlege überlegen suche suchen
		veux voudrais voudrait aimerais envisage souhaite cherchons
		quiero quisiera queremos gustaría encantaría buscando
		quero queria queremos gostaria adoraria procurando pretendo
		voglio vorrei vorremmo piacerebbe cercando
		хочу хотел хотела хотим хотелось мечтаю ищу планирую подумываю
		चाहता चाहती चाहिए चाहते chcę chciałbym chciałabym szukam istiyorum أريد أبحث`)
})

var (
	// wishPairs are wishes of two words.
	wishPairs = sync.OnceValue(func() wordPairs {
		return pairsOfBarSeparatedPhrases(
			"i might|we might|i may|we may|was going|were going|wollte eigentlich|iba a|íbamos a|" +
				"would like|would love|i'd like|i'd love|i’d like|i’d love|thinking about|thinking of|looking for|" +
				"looking to|planning to|hätte gern|hätte gerne|envie de|envie d|pensando en|pensando em|pensiamo di|" +
				"zou graag|denken aan|думаю завести|думаю купить")
	})
	// wishConjunctions begin what is wished or considered.
	wishConjunctions = sync.OnceValue(func() map[string]bool {
		return lang.WordSet("that whether if ob dass que qu' che che чтобы ли dat of om żeby कि")
	})
	// messageVerbs make a wish a way to say something: "I want you to know".
	messageVerbs = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`know say tell mention ask wissen sagen fragen saber decir decirte dizer savoir dire
			sapere weten
			zeggen vragen знать сказать спросить`)
	})
	// unrealMainVerbs say what would have been, also without a condition.
	unrealMainVerbs = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`aurais aurions habría hubiera hubiese teria tivesse avrei avremmo avessi fossi should've
			could've
			would've`)
	})
	roleConjunctions = sync.OnceValue(func() map[string]bool { return lang.WordSet("as als como comme come как") })
	unspacedWishes   = sync.OnceValue(func() []string {
		return strings.Fields("想要 想买 想養 想养 想学 想去 想找 想当 想做 想换 想吃 想搬 打算 希望 梦想 欲しい ほしい つもり 려고")
	})
	ownInUnspacedText = sync.OnceValue(func() []string {
		return strings.Fields("我的 我们的 我妈 我爸 我女 我儿 我老 我弟 我妹 我哥 我姐 私の 僕の 俺の うちの")
	})
	// wishStems begin words of a fact about a wish or plan.
	wishStems = sync.OnceValue(func() []string {
		return strings.Fields(`want wish hop plan intend look search seek consider thinking dream would prefer need
			interest
			aim sav will going möcht woll wünsch überleg such träum beabsicht hoff bevorzug vorha braucht soll veut
			voudr souhait
			cherch envisag projet rêv préfèr aimer espèr besoin quier quisier busc dese gustar piens planea prefier
			esper necesit
			quer procur pretend gostar prefer sonh precis vuol vorr cerc desider sogn piacer intend pensa prefer sper
			wil zoek
			overweeg droom graag хоч хоте хотя ищ мечт планир собира намер жела предпоч нуж думает चाह इच्छ योजना सोच
			खोज तलाश
			पसंद chce szuka planuj istiyor يريد يبحث ir va vai será seré`)
	})
	unspacedWishStems = sync.OnceValue(func() []string {
		return strings.Fields("想 打算 希望 计划 准备 找 喜欢 준비 たい たが ほし 望 予定 つもり 探 好 싶 원 계획 예정 찾 려고 희망 바라 선호 좋아")
	})
	formerVerbs = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`solía solíamos costumava
			costumávamos avevo avevamo abitavo lavoravo facevo tenía teníamos vivía vivíamos trabajaba trabajábamos
			tinha tínhamos morava trabalhava avais habitais travaillais`)
	})
	formerPairs = sync.OnceValue(func() wordPairs {
		return pairsOfBarSeparatedPhrases(
			"used to|stopped smoking|stopped drinking|quit smoking|quit drinking|gave up|given up|dejé de|" +
				"dejado de|arrêté de|smesso di|parei de|gestopt met|aufgehört zu|бросил курить|бросила курить|" +
				"бросил пить|бросила пить|früher mal|vroeger had|antes tenía|antes tinha|раньше была|раньше был|" +
				"раньше жил|раньше жила|früher hab|früher habe|früher war|früher hatte|hab früher|habe früher|war früher|" +
				"vroeger woonde|woonde vroeger|antes vivía|vivía antes|antes morava|morava antes|prima abitavo|" +
				"abitavo prima|prima lavoravo|antes trabajaba|antes trabalhava")
	})
	// formerAdverbs are the words of formerTimePattern in Latin script.
	formerAdverbs = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`früher damals formerly life back vroeger dawniej kiedyś autrefois avant temps antes tempo volta
			prima eskiden`)
	})
	// pastWords and pastEndings tell facts about the past.
	pastWords = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`quit stop smesso arrêté cessé gestopt used was were had did former formerly previously
			once past ago lived früher war hatte ehemals
			ehemalige ehemaliger antes era fue tuvo avant était avait ancien ancienne prima aveva ex vroeger was waren hadden
			раньше был была было прежде पहले था थी थे`)
	})
	unspacedPastWords = sync.OnceValue(func() []string {
		return strings.Fields("从前 以前 曾经 曾 过去 昔 かつて でした だった ました 예전 옛날 과거 었다 았다 했다 였다")
	})
	pastEndings = sync.OnceValue(func() []string {
		return strings.Fields("ed aba ía ait ava eva iva ou eu ió ó ил ал ла ли те")
	})
	nearMissVerbs = sync.OnceValue(func() map[string]bool { return lang.WordSet("failli") })
	nearMissPairs = sync.OnceValue(func() wordPairs {
		return pairsOfBarSeparatedPhrases(
			"stavo per|stavamo per|per poco|чуть не|едва не|came close|casi me|casi nos|casi lo|" +
				"quase me|hätte fast|wäre fast|hätte beinahe|wäre beinahe|o mało|mało nie")
	})
	unspacedNearMisses = sync.OnceValue(func() []string {
		return strings.Fields("差点 差一点 险些 危うく ところだった そうになった 뻔했 뻔한 하마터면")
	})
	// eventVerbs are past forms without an ending of their own behind "almost".
	eventVerbs = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`bought got had went took lost died fell sold left became came made broke quit was were
			won gave
			compro muero acabo pierdo hätte wäre hätten wären had was hadden waren`)
	})
	almostComplements = sync.OnceValue(func() map[string]bool {
		return lang.WordSet("estamos temos tenemos vamos somos aquí así también")
	})
	hearsayWords = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`allegedly supposedly angeblich vermeintlich soi-disant prétendument supuestamente
			supostamente
			asseritamente zogezegd якобы rzekomo`)
	})
	unspacedHearsay = sync.OnceValue(func() []string { return strings.Fields("据说 听说 据传") })
)

// setOfBarSeparatedPhrases returns phrases that bars separate as a set.
func setOfBarSeparatedPhrases(list string) map[string]bool {
	set := map[string]bool{}
	for pair := range strings.SplitSeq(list, "|") {
		set[pair] = true
	}
	return set
}
