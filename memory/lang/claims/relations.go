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
		residence: `live lives lived living reside resides residing wohne wohnt wohnen lebe lebt leben vivo vive
			viven vivir
			reside resido habite habites habitent vis vit vivent abito abita abitano moro mora moram живу живет живёт живут
			проживает रहता रहती रहते`,
		employment: `work works worked working job employed employee hired arbeite arbeitet arbeiten job stelle angestellt
			beschäftigt trabajo trabaja trabajan trabajar empleo empleado empleada contratado contratada
			travaille travaillent travailler travail emploi poste embauché embauchée lavoro lavora lavorano lavorare impiego
			assunto assunta trabalho trabalha trabalham trabalhar emprego
			работаю работает работают работать работу работа устроился устроилась काम नौकरी`,
		naming: `name named called call genannt heiße heißt heißen nenn nennt nennen llamo llama llaman nombre
			llámame appelle
			appellent prénom nom chiamo chiama chiamano chiamami nome chamo chama chamam зовут зови зовите звали звать
			имя नाम`,
		liking: `like likes liked love loves loved enjoy enjoys adore adores mag mögen liebe liebt lieben gern gerne gusta
			gustan encanta encantan adoro adora aime aiment adore piace piacciono amo ama gosto gosta gostam люблю любит
			любят нравится нравятся обожаю обожает पसंद kiffe flipa chifla mola curto kocham lubię`,
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
			переехал переехала переехали शिफ्ट`)
	})
	originWords = sync.OnceValue(func() map[string]bool {
		return lang.WordSet("from out away leave leaving von aus weg de du des desde da dal dalla dallo do из с से")
	})
	// lossWords say that a relation has ended.
	lossWords = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`lost lose losing left leaving quit fired resigned retired former ex used stopped almost
			nearly
			verloren verlor gekündigt früher ehemals fast perdí perdido perdió dejé dejado renuncié casi perdu quitté
			démissionné presque perso lasciato quasi perdi deixei saí quase потерял потеряла уволился уволилась бросил
			бросила почти छोड़`)
	})
)

// auxiliaryWords stand beside the word of a relation in a fact and add nothing to it: "wants to be
// called".
var auxiliaryWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`wants want wishes asks möchte will wünscht quiere desea veut souhaite vuole desidera quer
			deseja
		хочет просит करता करती करते चाहता चाहती 원한다 바란다`)
})

// germanSayWords give a name together with "zu mir": "sag Micha zu mir".
var germanSayWords = sync.OnceValue(func() map[string]bool { return lang.WordSet("sag sagt sage sagen") })

// relationPhrases state a relation by several words.
var relationPhrases = sync.OnceValue(func() map[relation][]string {
	return map[relation][]string{
		dislike: {
			"can't stand", "can’t stand", "cannot stand", "can't bear", "not a fan of", "nicht ausstehen", "nicht leiden",
			"no soporto", "no aguanto", "horreur d", "supporte pas", "kann nicht leiden", "hekel aan", "lust geen",
			"non sopporto", "não suporto", "não aguento", "nao aguento", "nao suporto",
			"терпеть не могу", "не выношу",
		},
		liking: {
			"big fan of", "huge fan of", "crazy about", "verrückt nach", "stehe auf", "steh auf", "fan de ", "gek op",
			"dol op", "без ума от",
		},
	}
})

// unspacedRelationWords are parts of Chinese, Japanese and Korean text that state a relation.
var unspacedRelationWords = sync.OnceValue(func() map[relation][]string {
	return map[relation][]string{
		residence:  strings.Fields("住在 居住 搬到 搬来 定居 に住 引っ越してき 산다 살아요 살고 삽니다 거주 이사했 이사왔 이사 왔"),
		employment: strings.Fields("工作 上班 入职 就职 任职 で働 勤め 就職 일한다 일해요 일하고 근무 다닌다 다녀요 다니고 취직 취업 입사"),
		naming:     strings.Fields("名字 叫我 我叫 と呼 という名 이름 불러 불리"),
		liking:     strings.Fields("喜欢 喜歡 热爱 爱吃 爱喝 爱听 最爱 无辣不欢 が好き が大好き は大好き 좋아 최애"),
		dislike:    strings.Fields("不喜欢 不喜歡 讨厌 討厭 受不了 接受不了 が嫌い 苦手 は無理 がだめ は嫌い 싫어 싫음 싫다 싫고 싫습 질색 못 먹겠"),
	}
})

// relationOf returns the relation that a word of a fact states, "" for none.
func relationOf(w lang.Token) relation {
	if r, ok := relationWords()[w.Folded]; ok || !lang.StartsWithUnspacedScript(w.Text) {
		return r
	}
	for _, r := range []relation{dislike, residence, employment, naming, liking} {
		for _, part := range unspacedRelationWords()[r] {
			if strings.Contains(w.Text, part) {
				return r
			}
		}
	}
	return ""
}

// statesRelation reports whether one clause states a sentence by another word for its relation: the
// clause has every other content word, and the numbers, names and addresses agree. A sentence of
// several clauses is not stated so: a word more would then cover what nobody said.
func (x *selection) statesRelation(s factSentence, dates *datesSaid) bool {
	if !s.statement.AllNamesOccurIn(x.said) || !x.containsAllNumbersAndDates(s.statement, dates) ||
		!x.containsWebAndMailAddresses(s.text) {
		return false
	}
	stated, others := relationOfSentence(s)
	if stated == "" || len(others) == 0 {
		return false
	}
	count := map[int]int{} // of the other words, by clause
	for _, w := range others {
		found := x.passage.words.findClausesWithWord(w)
		slices.Sort(found)
		for _, c := range slices.Compact(found) {
			if x.allowed[c] {
				count[c]++
			}
		}
	}
	for c, n := range count {
		if n == len(others) && x.passage.statesRelationAt(c, stated) &&
			(stated == dislike || !x.passage.clauses[c].negatesAnyOf(others, x.passage.language)) {
			return true
		}
	}
	return false
}

// relationOfSentence returns the relation that a sentence of a fact states, and its other content
// words. Not to like is to dislike; any other negation states none, and so do two clauses with content.
func relationOfSentence(s factSentence) (stated relation, others []lang.Token) {
	for _, words := range s.clauses {
		words = slices.DeleteFunc(slices.Clone(words), func(w lang.Token) bool { return auxiliaryWords()[w.Folded] })
		at := slices.IndexFunc(words, func(w lang.Token) bool { return relationOf(w) != "" })
		if at >= 0 && stated == "" {
			stated = relationOf(words[at])
		} else {
			at = -1
		}
		before := len(others)
		for i, w := range words {
			if at < 0 || i != at && !overlapsHanWord(w.Text, words[at].Text) {
				others = append(others, w)
			}
		}
		if before > 0 && len(others) > before {
			return "", nil
		}
	}
	if hasFullNegation(s.statement, s.text) {
		if stated != liking {
			return "", nil
		}
		stated = dislike
	}
	return stated, others
}

// overlapsHanWord reports whether two Chinese content words share a character: they are pairs of
// characters, each with its neighbor.
func overlapsHanWord(a, b string) bool { return lang.StartsWithHan(a) && strings.ContainsAny(a, b) }

// statesRelationAt reports whether a clause states a relation. In Korean the verb may be a clause
// of its own: the ending of the name before it joins clauses too.
func (p *passage) statesRelationAt(c int, r relation) bool {
	if clauseStatesRelation(p.clauses[c], r, p.language) {
		return true
	}
	return p.language == lang.Korean && c+1 < len(p.clauses) && p.clauses[c+1].sentence == p.clauses[c].sentence &&
		clauseStatesRelation(p.clauses[c+1], r, p.language)
}

// clauseStatesRelation reports whether a clause states a relation of somebody, by any word. A clause that
// tells an end states none, and neither does one that negates the relation.
func clauseStatesRelation(c clause, r relation, language lang.Language) bool {
	if hasAnyWord(c, lossWords()) {
		return false
	}
	if r == naming && introducesByName(c, language) {
		return true
	}
	words, byPhrase := wordsOfRelation(c, r), hasPhraseOfRelation(c, r)
	negated := slices.ContainsFunc(lang.FindNegations(c.text, language, 0), func(n lang.Negation) bool {
		return !n.IsMild && (byPhrase && r != dislike || len(words) > 0 && n.AffectsAnyOfWords(words))
	})
	return (len(words) > 0 || byPhrase) && !negated
}

// introducesByName reports a clause that says nothing but who the user is, by name: "moi c'est Fatou", "it's Siobhan by
// the way".
func introducesByName(c clause, language lang.Language) bool {
	ts := tokensAfterPreludes(c.tokens)
	if !introductions()[ts[0].Folded] || len(ts) > maxIntroductionWords {
		return false
	}
	names := 0
	for _, t := range ts {
		switch {
		case introductions()[t.Folded] || fillers()[t.Folded] || firstPersonPronouns(language)[t.Folded] ||
			lang.FunctionWords()[t.Folded]:
		case startsWithCapital(t):
			names++
		default:
			return false
		}
	}
	return names > 0
}

// maxIntroductionWords bounds a clause that gives a name.
const maxIntroductionWords = 7

var (
	// introductions begin a clause that gives the user's name.
	introductions = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`it's it’s its i'm i’m im this name's name’s moi c'est c’est c' est bin ich hier yo soy aquí io
			sono qui
			eu sou aqui я это ja jestem ik ben hier`)
	})
	// fillers add nothing to what a clause says.
	fillers = sync.OnceValue(func() map[string]bool {
		return lang.WordSet("by the way btw übrigens por cierto au fait comunque aliás кстати trouwens actually speaking")
	})
)

// wordsOfRelation returns the words of a clause that state a relation by themselves. Moving states a
// residence unless the clause says from where.
func wordsOfRelation(c clause, r relation) []lang.Token {
	var out []lang.Token
	for _, t := range c.tokens {
		if relationWords()[t.Folded] == r || r == residence && movingWords()[t.Folded] && !hasAnyWord(c, originWords()) {
			out = append(out, t)
		}
	}
	return out
}

// hasPhraseOfRelation reports whether a clause states a relation by several words or by a part of unspaced
// text.
func hasPhraseOfRelation(c clause, r relation) bool {
	occurs := func(part string) bool { return strings.Contains(strings.ToLower(c.text), part) }
	return slices.ContainsFunc(unspacedRelationWords()[r], occurs) || slices.ContainsFunc(relationPhrases()[r], occurs) ||
		r == naming && hasAnyWord(c, germanSayWords()) && occurs(" zu mir")
}

func hasAnyWord(c clause, words map[string]bool) bool {
	return slices.ContainsFunc(c.tokens, func(t lang.Token) bool { return words[t.Folded] })
}

// hasAnyPredicateWord reports whether the clauses have a word of what the first clause of a fact says
// about somebody or something of the user's: that they are mentioned says nothing about them.
func (x *selection) hasAnyPredicateWord(s factSentence, language lang.Language, dates *datesSaid) bool {
	of := wordsOfPossessedSubject(s.text)
	if len(of) == 0 {
		return true
	}
	others := false
	for _, w := range s.clauses[0] {
		if of[w.Folded] {
			continue
		}
		others = true
		if x.isKnownNumberOrDate(w, language, dates) || slices.ContainsFunc(
			x.passage.words.findClausesWithWord(w), func(c int) bool { return x.allowed[c] },
		) {
			return true
		}
	}
	return !others
}

// wordsOfPossessedSubject returns the folded words of a fact's subject when it is somebody or something
// of the user's: "The user's dog Rex", "La sœur de l'utilisateur". It is empty for the user.
func wordsOfPossessedSubject(sentence string) map[string]bool {
	ts := lang.Tokenize(sentence)
	at := slices.IndexFunc(ts[:min(len(ts), 5)], func(t lang.Token) bool {
		return userSubjects()[t.Folded] || userGenitives()[t.Folded]
	})
	if at < 0 {
		return nil
	}
	words := map[string]bool{ts[at].Folded: true}
	noun := at > 1 || at == 1 && !articles()[ts[0].Folded] // stands before its owner
	if noun {
		for _, t := range ts[:at] {
			words[t.Folded] = true
		}
	} else if !strings.HasSuffix(strings.ReplaceAll(ts[at].Folded, "’", "'"), "'s") {
		return nil
	}
	for _, t := range ts[at+1:] {
		switch {
		case startsWithCapital(t) || !noun && nounQualifiers()[t.Folded]:
		case !noun:
			noun = true
		default:
			return words
		}
		words[t.Folded] = true
	}
	return words
}

// addsUnsaidReason reports whether a fact gives a reason of which the clauses have no word: "takes
// sertraline against depression" where only the medicine was told.
func (x *selection) addsUnsaidReason(s factSentence) bool {
	at := slices.IndexFunc(s.statement.Tokens, func(t lang.Token) bool { return reasonPrepositions()[t.Folded] })
	if at < 1 {
		return false
	}
	behind := lang.UniqueContentTokens(s.statement.Tokens[at+1:])
	return len(behind) > 0 && !slices.ContainsFunc(behind, func(w lang.Token) bool {
		return slices.ContainsFunc(x.passage.words.findClausesWithWord(w), func(c int) bool { return x.allowed[c] })
	})
}

// reasonPrepositions stand before why somebody does something.
var reasonPrepositions = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`against because due gegen wegen aufgrund contre contra debido contro tegen vanwege wegens
		из-за против`)
})

// makesVisitAHome reports whether a fact in a script without spaces says where the user lives, and the
// clauses only that they were there: 我去过北京.
func (x *selection) makesVisitAHome(s factSentence) bool {
	isIn := func(w string) bool { return strings.Contains(s.text, w) }
	if !slices.ContainsFunc(unspacedRelationWords()[residence], isIn) {
		return false
	}
	visits := false
	for i, c := range x.passage.clauses {
		if !x.allowed[i] {
			continue
		}
		if x.passage.statesRelationAt(i, residence) {
			return false
		}
		visits = visits || hasPartInUnspacedText(c, unspacedVisits())
	}
	return visits
}

var unspacedVisits = sync.OnceValue(func() []string {
	return strings.Fields("去过 去了 去玩 出差 旅游 旅行 갔어 갔다 갔었 가봤 여행 출장 行った 行きました 行って 出張")
})
