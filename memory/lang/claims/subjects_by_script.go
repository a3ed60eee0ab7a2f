package claims

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
)

// eastAsianSubjectOtherThanUser finds the subject in Chinese, Japanese and Korean.
func eastAsianSubjectOtherThanUser(
	c clause, ts []lang.Token, language lang.Language,
) (others []lang.Token, found bool) {
	if language == lang.Korean || lang.IsHangulSyllable(lang.FirstRune(ts[0].Text)) {
		return koreanSubjectOtherThanUser(ts)
	}
	text := strings.TrimLeft(c.text, "「“\"")
	if rest, ok := cutAnyPrefix(text, vocabulary.HanPossessives()); ok {
		for _, noun := range slices.Concat(vocabulary.HanRelatives(), vocabulary.HanShortRelatives()) {
			if strings.HasPrefix(rest, noun) {
				return []lang.Token{{Text: noun, Folded: noun}}, true
			}
		}
		return nil, false
	}
	for _, w := range strings.Fields("他 她 彼 彼女") {
		if strings.HasPrefix(text, w) {
			return nil, true
		}
	}
	for _, noun := range vocabulary.HanRelatives() {
		rest, ok := strings.CutPrefix(text, noun)
		if ok && !strings.ContainsRune(thingsForPets, lang.FirstRune(rest)) &&
			(language != lang.Japanese || strings.ContainsRune("はがもの", lang.FirstRune(rest))) {
			return []lang.Token{{Text: noun, Folded: noun}}, true
		}
	}
	if language == lang.Japanese {
		return japaneseSubjectOtherThanUser(text)
	}
	return relativeNearStartOfHanClause(text)
}

// thingsForPets make the word of a pet before them the one for its food or its lead.
const thingsForPets = "粮砂窝绳链笼盆厕"

// maxRunesBeforeHanPerson is how many characters may stand before the person that a Chinese clause
// is about: 楼下邻居家.
const maxRunesBeforeHanPerson = 4

// relativeNearStartOfHanClause returns a person near the start of a Chinese clause with nobody
// before them, to or with whom something is done.
func relativeNearStartOfHanClause(text string) (others []lang.Token, found bool) {
	for _, noun := range vocabulary.HanRelatives() {
		at := strings.Index(text, noun)
		if at <= 0 || utf8.RuneCountInString(text[:at]) > maxRunesBeforeHanPerson ||
			strings.ContainsAny(text[:at], "我咱俺跟和给陪对向帮把被请叫让与同养有是为当找带送") {
			continue
		}
		return []lang.Token{{Text: noun, Folded: noun}}, true
	}
	return nil, false
}

// japaneseSubjectOtherThanUser returns what stands before the first topic or subject particle.
func japaneseSubjectOtherThanUser(text string) (others []lang.Token, found bool) {
	at := strings.IndexAny(text, "はが")
	if at <= 0 || at > 24 || lang.HasAnySuffix(text[:at], vocabulary.JapaneseAdverbs()) {
		return nil, false
	}
	for _, t := range lang.UniqueContentTokens(lang.Tokenize(text[:at])) {
		if vocabulary.OwnAttributes()[t.Folded] || vocabulary.IsEastAsianFirstPersonPronoun(string(lang.FirstRune(t.Text))) {
			return nil, false
		}
		others = append(others, t)
	}
	return others, len(others) > 0
}

// koreanSubjectOtherThanUser returns the first words up to one with a topic or subject particle.
func koreanSubjectOtherThanUser(ts []lang.Token) (others []lang.Token, found bool) {
	if vocabulary.KoreanThirdPerson()[ts[0].Text] {
		return nil, true
	}
	for i, t := range ts[:min(len(ts), 4)] {
		if vocabulary.IsEastAsianFirstPersonPronoun(t.Text) {
			return nil, false
		}
		stem, ok := cutAnySuffix(t.Text, strings.Fields("은 는 이 가 께서"))
		if !ok || len(stem) < 6 && !(i > 0 && koreanShortRelatives()[stem]) ||
			lang.HasAnySuffix(stem, vocabulary.KoreanAdverbials()) {
			continue
		}
		if vocabulary.OwnAttributes()[stem] {
			return nil, false
		}
		if belongsToKoreanRelativeClause(ts, i) {
			continue
		}
		for _, o := range ts[:i] {
			if !vocabulary.KoreanPossessives()[o.Text] {
				others = append(others, o)
			}
		}
		return append(others, lang.Token{Text: stem, Folded: stem}), true
	}
	return nil, false
}

// belongsToKoreanRelativeClause reports a subject whose verb describes the noun behind it: in 할아버지가
// 남겨주신 과수원 the grandfather left the orchard, and the clause is about something else. A topic (은, 는)
// is of the whole clause.
func belongsToKoreanRelativeClause(ts []lang.Token, i int) bool {
	if lang.HasAnySuffix(ts[i].Text, []string{"은", "는"}) || i+2 >= len(ts) {
		return false
	}
	verb := []rune(ts[i+1].Text)
	last := verb[len(verb)-1]
	return len(verb) > 1 && lang.IsHangulSyllable(last) && (last-0xac00)%28 == finalNieun &&
		!endsInKoreanConnective(ts[i+1].Text)
}

// koreanShortRelatives are people of one syllable, behind a possessive: 우리 형.
var koreanShortRelatives = sync.OnceValue(func() map[string]bool { return lang.WordSet("형 딸 처 애") })

// hindiSubjectOtherThanUser returns the first noun of a clause that ends in the third person of "to
// be" and has no word of the first.
func hindiSubjectOtherThanUser(ts []lang.Token) (others []lang.Token, found bool) {
	last := ts[len(ts)-1].Text
	if last != "है" && last != "हैं" || len(ts) < 3 || vocabulary.HasFirstPersonPronoun(ts, lang.Hindi) ||
		slices.ContainsFunc(ts, func(t lang.Token) bool { return vocabulary.Possessives(lang.Hindi)[t.Folded] }) {
		return nil, false
	}
	for len(ts) > 2 && hindiTimeAdverbs()[ts[0].Text] {
		ts = ts[1:]
	}
	if hindiPostpositions()[ts[1].Text] {
		return nil, false // "in the house"
	}
	words := lang.UniqueContentTokens(ts[:len(ts)-1])
	return words[:min(len(words), 1)], len(words) > 1
}

var hindiPostpositions = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("में पर से को के का की तक पास")
})

// hindiTimeAdverbs may stand before the subject.
var hindiTimeAdverbs = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("अब अभी आज कल फिर आजकल पहले बाद तब")
})

// Hindi in Latin letters: the words for "my", and people they stand before.
var (
	romanisedHindiPossessives = sync.OnceValue(func() map[string]bool {
		return lang.WordSet("mera meri mere hamara hamari hamare humara humari humare")
	})
	romanisedHindiRelatives = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`bhai bhaiya behen bahan didi maa mummy mummi papa pitaji beta beti pati biwi patni dost
			yaar saheli padosi padosan boss chacha chachi mama mami nana nani dada dadi bua mausi sasur saas devar
			nanad bhabhi jija sala sali bacche bachche`)
	})
)

// isVerbOfThirdPersonBehindName reports a second word that is a verb of the third person, or
// isSlavicPast where the first one opens no sentence: "…, a Hanka wyszła za mąż".
func isVerbOfThirdPersonBehindName(ts []lang.Token, language lang.Language) bool {
	return vocabulary.ThirdPersonVerbs()[ts[1].Folded] || !ts[0].OpensSentence && isSlavicPast(ts[1], language)
}

// isSlavicPast reports a Polish or Russian verb of the past in the third person, which in Russian has no person.
func isSlavicPast(t lang.Token, language lang.Language) bool {
	switch language {
	case lang.Polish:
		return utf8.RuneCountInString(t.Folded) > 3 && lang.HasAnySuffix(t.Folded, []string{"ł", "ła", "ły", "li"})
	case lang.Russian:
		return utf8.RuneCountInString(t.Folded) > 3 && lang.HasAnySuffix(t.Folded, []string{"л", "ла", "ли", "лся", "лась"})
	}
	return false
}
