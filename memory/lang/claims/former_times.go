package claims

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
	"memoir/memory/lang/lazyregexp"
)

// tellsPastStateOrHabit reports whether a clause tells a state or a habit in the past: an imperfect
// of the Romance languages, "I had a", "ich wohnte", "жила", "养过", "다녔었". What was so supports no
// fact about what is; what happened ("I moved") may. A perfect ("have lived here") tells what still
// holds.
func tellsPastStateOrHabit(c clause, language lang.Language) bool {
	switch language {
	case lang.Italian, lang.Spanish, lang.Portuguese, lang.UnknownLanguage:
		if slices.ContainsFunc(c.tokens, func(t lang.Token) bool {
			return isFirstPersonItalianOrIberianImperfect(t.Folded) && (t.OpensSentence || !startsWithCapital(t))
		}) {
			return true
		}
	case lang.French:
		return usesFirstPersonFrenchImperfect(c)
	}
	return tellsGermanicPastState(c) || tellsRomanisedHindiPastState(c) ||
		c.hasNonLatinWord() && pastStatePattern.MatchString(c.text)
}

// isFirstPersonItalianOrIberianImperfect reports a verb in the first person of the Italian, Spanish
// or Portuguese imperfect.
func isFirstPersonItalianOrIberianImperfect(word string) bool {
	if imperfects()[word] {
		return true
	}
	endings := []string{"avo", "avamo", "evamo", "ivamo", "aba", "ábamos", "ava", "ávamos"}
	return len(word) > 5 && lang.HasAnySuffix(word, endings) && !notImperfects()[word]
}

// usesFirstPersonFrenchImperfect reports "je …ais" and "nous …ions", where the verb has no present
// that ends so.
func usesFirstPersonFrenchImperfect(c clause) bool {
	for i, t := range c.tokens {
		if !strings.HasSuffix(t.Folded, "ais") || notImperfects()[t.Folded] || strings.HasSuffix(t.Folded, "rais") {
			continue
		}
		for k := max(0, i-2); k < i; k++ {
			if w := c.tokens[k].Folded; w == "je" || w == "j" || w == "j'" || w == "on" {
				return true
			}
		}
		if strings.HasPrefix(t.Folded, "j'") || strings.HasPrefix(t.Folded, "j’") {
			return true
		}
	}
	return false
}

// markClausesUpToEndAsFormer marks what a sentence says before it tells an end: "I played the oboe
// but sold it". A fact may rest on it that tells the end as well.
func (p *passage) markClausesUpToEndAsFormer(moods []mood) {
	for i, c := range p.clauses {
		if p.markClausesBeforeNoLongerAsFormer(i, moods) {
			continue
		}
		if moods[i] != moodClaim && moods[i] != moodFormer || !tellsEnd(c) || p.negatesMoreThanMildly(c) {
			continue
		}
		for k := i; k >= p.clauses.firstIndexInSentenceOf(i); k-- {
			if moods[k] == moodClaim {
				moods[k] = moodFormer
			}
			if k < i && contrastedPastWords()[p.clauses[k].tokens[0].Folded] &&
				hasAnyWord(p.clauses[k], pastOfHaveAndBe()) {
				break // "I have two, before I had five and sold three"
			}
		}
	}
}

// pastOfHaveAndBe are the verbs of such a clause.
var pastOfHaveAndBe = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`had was were hatte hatten war waren tenía teníamos había avais avions était avevo avevamo tinha
		tínhamos miałem miałam mieliśmy było были был была vardı थी थीं थे था`)
})

// contrastedPastWords begin a clause that tells how it was before, unlike what the sentence said so far.
var contrastedPastWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`before previously früher vorher antes avant auparavant prima eerst vroeger wcześniej
		раньше önceden पहले`)
})

// markClausesBeforeNoLongerAsFormer marks what a sentence says before a clause that tells that it
// is so no longer: "I gave lessons till May, not any more". Such a clause says nothing else, or
// repeats a word; else it is about something else that ended: "I'm a nurse and don't work nights
// any more".
func (p *passage) markClausesBeforeNoLongerAsFormer(i int, moods []mood) bool {
	c := p.clauses[i]
	if p.clauses.firstIndexInSentenceOf(i) == i || !tellsNoLonger(c) {
		return false
	}
	words := slices.DeleteFunc(lang.NewStatementFromTokens(c.tokens).ContentWords, func(w lang.Token) bool {
		return noLongerWords()[w.Folded] || vocabulary.Pointers()[w.Folded]
	})
	marked := false
	for k := i - 1; k >= 0 && p.clauses[k].sentence == c.sentence; k-- {
		said := lang.NewStatementFromTokens(p.clauses[k].tokens)
		repeats := repeatsHanCharacterOf(c, p.clauses[k]) || slices.ContainsFunc(words, func(w lang.Token) bool {
			return said.ContainsWordFormSynonymOrSound(w) || containsIrregularFormOf(said, w) ||
				slices.ContainsFunc(said.Tokens, func(o lang.Token) bool { return shareFirstThreeLetters(o.Folded, w.Folded) })
		})
		isBefore := k == i-1 || p.clauses[k].end == 0 && moods[k+1] == moodFormer
		if moods[k] == moodClaim && (repeats || len(words) == 0 && isBefore) {
			moods[k], marked = moodFormer, true
		}
	}
	return marked
}

// shareFirstThreeLetters reports two words with the same three letters at their beginning: verbs
// change behind them.
func shareFirstThreeLetters(a, b string) bool { return lang.CommonPrefixLen([]rune(a), []rune(b)) >= 3 }

// repeatsHanCharacterOf reports whether a Chinese or Japanese clause that tells an end repeats a
// character of another one.
func repeatsHanCharacterOf(c, before clause) bool {
	return slices.ContainsFunc(c.tokens, func(t lang.Token) bool {
		return lang.StartsWithHan(t.Text) && !strings.Contains("现在已经再也早就不了没我今年去", t.Text) &&
			strings.Contains(before.text, t.Text)
	})
}

// tellsNoLonger reports whether a clause says that something is so no longer. What the user no longer knows
// ended nothing else: "non so più che mangiare".
func tellsNoLonger(c clause) bool {
	lower := lang.LowerKeepingByteLength(c.text)
	return (hasAnyWord(c, noLongerMarks()) || c.hasNonLatinWord()) && noLongerPattern.MatchString(lower) &&
		!knowingPattern.MatchString(lower)
}

// knowingPattern matches verbs of knowing in the first person.
var knowingPattern = lazyregexp.New(`\b(?:know|weiss|wissen|sappiamo|sais|savons|weet|weten|wiem|wiemy)\b|` +
	`\bweiß(?:$|[^\p{L}])|\b(?:non (?:lo )?so|não (?:o )?sei)\b|\bno (?:lo )?sé(?:$|[^\p{L}])|знаю|знаем`)

// noLongerMarks are the words of noLongerPattern in Latin script, of which one is looked for first.
var noLongerMarks = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("more anymore longer mehr nimmer no plus più já mais meer już artık")
})

// noLongerPattern matches "not any more" and the like.
var noLongerPattern = lazyregexp.New(`\b(not|n't|n’t|never|dont|doesnt) (.* )?any ?more\b|\bno longer\b|` +
	`\bno more$|` +
	`\b(nicht|nich|net|nix|kein\w*) (.* )?mehr\b|\bnimmer\b|\bya no\b|\bplus (maintenant|du tout|depuis)\b|` +
	`\b(ne|n'\p{L}+|j) .*\bplus\b|\bnon (.* )?più|\bjá não|\bnão (.* )?mais\b|` +
	`больше не|уже не|अब नहीं|(이제|이젠|지금은)\s?(는\s)?안|더\s?이상|(现在|已经|再也|早就)不|不再|不.{1,3}了$|` +
	`もう.*(ない|ません|いない)|już nie|\b(niet|geen) (.* )?meer\b|\bartık\b.*(m[ıiuü]yor|mam|mem|değil|yok)`)

// noLongerWords say in such a clause when, or stand for the verb before.
var noLongerWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`longer more anymore any now do does doing did it though sadly since then mehr jetzt mach mache tu
		tue tut leider inzwischen mittlerweile seitdem ya hago hace ahora plus maintenant fais fait più ora adesso faccio fa
		mais já agora faço faz hj hoje больше уже теперь сейчас делаю अब करता करती 이제 이젠 지금은 더 이상 해 해요 하지 안 현재 现在 在不
		已经 再也 もう 今 już teraz robię meer nu doe artık şimdi`)
})

// negatesMoreThanMildly reports whether a clause negates by more than a mild word: "never stopped"
// ends nothing.
func (p *passage) negatesMoreThanMildly(c clause) bool {
	return slices.ContainsFunc(lang.FindNegations(c.text, p.language, 0), func(n lang.Negation) bool { return !n.IsMild })
}

// tellsEnd reports whether a clause says that something ended, was given away or lost, without
// "almost" and without a thing of the user's that it only mentions.
func tellsEnd(c clause) bool {
	return hasAnyWord(c, endWords()) || hasPartInUnspacedText(c, unspacedEnds())
}

// factTellsEnd reports whether a sentence of a fact tells an end itself.
func factTellsEnd(s factSentence) bool {
	c := clause{text: s.text, tokens: lang.StripCliticsInPlace(
		lang.Tokenize(s.text),
	)} // as clauses of a message are folded
	return len(c.tokens) > 0 && (hasAnyWord(c, endWords()) || hasAnyWord(c, reportedEndWords()) ||
		hasAnyWord(c, vocabulary.LossWords()) ||
		hasAdjacentWordPair(c, formerPairs()) || hasPartInUnspacedText(c, unspacedEnds()))
}

// tellsGermanicPastState reports a state or habit of the past in English, German or Dutch: "I had
// a", "I kept", "wohnte".
func tellsGermanicPastState(c clause) bool {
	for i, t := range c.tokens {
		switch word := t.Folded; {
		case germanicPasts()[word],
			englishPasts()[word] && followsEnglishIOrWe(c.tokens, i),
			(word == "had" || word == "hatte") && tellsFormerPossession(c.tokens, i):
			return true
		}
	}
	return false
}

// tellsRomanisedHindiPastState reports "rehta tha" and the like: Hindi in Latin letters.
func tellsRomanisedHindiPastState(c clause) bool {
	for i, t := range c.tokens {
		if i > 0 && (t.Folded == "tha" || t.Folded == "thi") &&
			lang.HasAnySuffix(c.tokens[i-1].Folded, []string{"ta", "ti", "te"}) {
			return true
		}
	}
	return false
}

// tellsFormerPossession reports "I had a", "hatte ich mal einen", "had ik ooit een".
func tellsFormerPossession(ts []lang.Token, i int) bool {
	for _, t := range ts[i+1 : min(len(ts), i+5)] {
		if vocabulary.IndefiniteArticles()[t.Folded] {
			return ts[i].Folded == "hatte" || followsEnglishIOrWe(ts, i) || i+1 < len(ts) && ts[i+1].Folded == "ik"
		}
		if !pastAdverbs()[t.Folded] {
			return false
		}
	}
	return false
}

// followsEnglishIOrWe reports "I" or "we" before a verb, with at most an adverb between them.
func followsEnglishIOrWe(ts []lang.Token, i int) bool {
	if i > 1 && pastAdverbs()[ts[i-1].Folded] {
		i--
	}
	return i > 0 && (ts[i-1].Folded == "i" || ts[i-1].Folded == "we")
}

// hasNonLatinWord reports a word in no Latin script.
func (c clause) hasNonLatinWord() bool {
	return slices.ContainsFunc(c.tokens, func(t lang.Token) bool {
		r := lang.FirstRune(t.Text)
		return r > unicode.MaxLatin1 && unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r)
	})
}

// pastStatePattern matches states and habits of the past in the languages of other scripts.
var pastStatePattern = lazyregexp.New(`(^|\s)(жил|жила|жили|работал|работала|занимался|занималась|` +
	`играл|играла|держал|держала|курил|курила|водил|водила|` +
	`вёл|вел|вела|учился|училась|ходил|ходила|был|была)(\s|$)|` +
	`[養养学學住当當做有干幹开開抽练練教读讀弹彈打种種卖賣]过|[養学住当做有]過|` +
	`[았었했였]었|(다녔|살았|키웠|피웠)(는데|지만|었|다가)|` +
	`(ता|ती|ते)\s(था|थी|थे)|पास\s.*\s(था|थी|थे)`)

var (
	// endWords are verbs of giving up, giving away and losing.
	endWords = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`sold quit stopped gave-up resigned closed cancelled canceled
			verkauft weiterverkauft aufgegeben gekündigt geschlossen verloren abgegeben dichtgemacht
			vendí vendimos vendido revendí revendido traspasé traspasado dejé dejamos cerré cerramos
			vendu vendue revendu revendue cédé cédée quitté arrêté abandonné fermé
			venduto venduta rivenduto rivenduta ceduto ceduta lasciato smesso chiuso mollato
			vendi vendemos revendi vendido larguei parei fechei fechamos
			sprzedał sprzedała rzucił rzuciła zamknął zamknęła oddał oddała sattı bıraktı kapattı devretti
			продал продала продали бросил бросила закрыл закрыла закрыли уволился уволилась
			बेच छोड़ sprzedałem sprzedałam rzuciłem rzuciłam zamknąłem zamknęłam oddałem oddałam
			verkocht doorverkocht gestopt opgezegd sattım bıraktım kapattım devrettim`)
	})
	// reportedEndWords are more such verbs, as facts have them.
	reportedEndWords = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`given-up ended discontinued gone switched aufgehört beendet abandonó abandonado abandonada dejó
			abandonnée abandonna lâché stoppé abbandonato abbandonata interrotto terminato
			abandonou largou parou deixou porzucił porzuciła przestał przestała перестал перестала прекратил прекратила
			bırakalı bıraktığından bırakmış opgegeven afgehaakt`)
	})
	englishPasts = sync.OnceValue(func() map[string]bool {
		return lang.WordSet("owned lived worked smoked kept ran drove taught")
	})
	germanicPasts = sync.OnceValue(func() map[string]bool {
		return lang.WordSet("wohnte lebte arbeitete rauchte spielte besaß woonde werkte rookte speelde")
	})
	// pastAdverbs may stand between such a verb and its subject or object.
	pastAdverbs = sync.OnceValue(func() map[string]bool {
		return lang.WordSet("once briefly only just ich ik mal einmal damals lange ooit zwei drei")
	})
	unspacedEnds = sync.OnceValue(func() []string {
		return strings.Fields("卖了 卖掉 转手 盘出去 送人 转让 不干了 关掉了 退了 分手 売った 辞めた やめた 手放し 팔았 접었 접은 그만뒀 그만두 끊었 헤어졌")
	})
	// imperfects are frequent forms whose ending others share.
	imperfects = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`avevo avevamo facevo vivevo tenevo potevo dovevo prendevo leggevo scrivevo bevevo ero eravamo
			tenía teníamos había habíamos vivía vivíamos hacía iba íbamos era éramos comía bebía
			tinha tínhamos dava dávamos davo davamo lia líamos vivia vivíamos fazia fazíamos ia comia bebia éramos`)
	})
	// notImperfects are words with these endings that are none.
	notImperfects = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`bravo ricavo scavo ottavo acaba graba alaba traba lava grava brava trava agrava guayaba
			sais fais vais connais reconnais nais plais tais parais apparais disparais mais jamais français anglais irlandais
			écossais japonais portugais hollandais désormais frais palais mauvais marais relais essais biais`)
	})
)
