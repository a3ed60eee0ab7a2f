package lang

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang/lazyregexp"
)

// Negation is a negating word with the words in its scope. A mild one may be reported as a negation
// but is none.
type Negation struct {
	scope        []Token
	coversClause bool // the clause has no other content words, but for forms of be, have and do
	IsMild       bool // preference, end or exception (rather, stop, only)
}

// negationReach is how many content words a negation in a language affects before and after it.
// Most languages put it before the verb, Korean and Hindi after it, German on either side.
type negationReach struct{ before, after int }

func (t Language) negationReach() negationReach {
	switch t {
	case Korean:
		return negationReach{3, 0}
	case Japanese:
		return negationReach{2, 0}
	case Hindi:
		return negationReach{2, 0}
	case Chinese:
		return negationReach{0, 3} // pairs of characters
	case German:
		return negationReach{2, 2}
	}
	return negationReach{0, 2}
}

// splitClauses splits a text into clauses, the widest scope of a negation: at punctuation, which
// inside numbers is no boundary, and at dashes, unless one stands in place of a verb, as in Russian
// "never — gRPC".
func splitClauses(text string) []string {
	var out []string
	start := 0
	for i, r := range text {
		if isASCIIWordRune(r) || r == ' ' {
			continue
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		next, _ := utf8.DecodeRuneInString(text[i+size:])
		atEnd := i+size == len(text) || unicode.IsSpace(next) || strings.ContainsRune(".,;:!?()", next)
		ends := false
		switch r {
		case '.', ',', ';', ':', '!', '?', '(', ')':
			ends = atEnd
		case '\n', '…', '।', '。', '，', '；', '：', '、', '！', '？':
			ends = true
		case '—', '–':
			ends = !HasAnySuffix(strings.TrimRight(text[start:i], " "), []string{"никогда", " не", " нет"})
		case '-':
			ends = i > 0 && text[i-1] == ' ' && unicode.IsSpace(next)
		}
		if ends {
			out = append(out, text[start:i])
			start = i + size
		}
	}
	return append(out, text[start:])
}

// negationClause is a clause of a text with its words, as they stand and without clitics.
type negationClause struct {
	text       string
	raw, words []Token
}

// tokenizeClauses splits a text into clauses and words, once for everything that is asked of it.
func tokenizeClauses(text string) []negationClause {
	parts := splitClauses(text)
	out := make([]negationClause, len(parts))
	for i, part := range parts {
		raw := Tokenize(part)
		words := raw
		if strings.Contains(part, "plus") { // whose meaning is judged by the words with their clitics
			words = slices.Clone(raw)
		}
		out[i] = negationClause{part, raw, StripCliticsInPlace(words)}
	}
	return out
}

// FindNegations returns the negations of a text. widen is added to the reach, because a text needs
// more words than a fact.
func FindNegations(text string, lang Language, widen int) []Negation {
	return findNegationsInClauses(tokenizeClauses(text), lang, widen)
}

// findNegationsInClauses is FindNegations for clauses.
func findNegationsInClauses(clauses []negationClause, lang Language, widen int) []Negation {
	var out []Negation
	for _, c := range clauses {
		for i := range c.words {
			hard, mild := fullOrMildNegationAt(c.words, i, lang)
			hard = hard || lang == French && isNegatingFrenchPlusAt(c.raw, i)
			if hard || mild {
				near := wordsInNegationScope(c.words, i, lang, widen, mild)
				all := UniqueContentTokens(c.words)
				covers := len(near) == len(all)-1
				if lang != Chinese { // whose content words are pairs of characters
					covers = len(withoutFormsOfBeHaveDo(near)) == len(withoutFormsOfBeHaveDo(deleteNegatingWords(all, lang)))
				}
				out = append(out, Negation{near, covers, mild})
			}
		}
	}
	return out
}

// wordsInNegationScope returns the content words affected by the negation at i. A mild one affects
// the words after it, or in Korean and Hindi those before it.
func wordsInNegationScope(ts []Token, i int, lang Language, widen int, mild bool) []Token {
	r := lang.negationReach()
	if mild {
		widen = 0
		if r.after > 0 {
			r.before = 0
		}
	}
	if r.before > 0 {
		r.before += widen
	}
	if r.after > 0 {
		r.after += widen
	}
	before := deleteNegatingWords(UniqueContentTokens(ts[:i]), lang)
	behind := deleteNegatingWords(UniqueContentTokens(ts[i+1:]), lang)
	if r.before == 0 && !mild && widen > 0 && (lang == Russian || lang == Polish || len(behind) <= 1) {
		r.before = 2 // the object may stand before its verb: "мясо не ем", "лук терпеть не могу"
	}
	near := slices.Clone(before[max(0, len(before)-r.before):])
	return append(near, behind[:min(len(behind), r.after)]...)
}

// deleteNegatingWords removes the negating words of a language.
func deleteNegatingWords(words []Token, lang Language) []Token {
	return slices.DeleteFunc(words, func(w Token) bool {
		return negationWords(lang)[w.Folded] || lang == Korean && isKoreanNegation(w.Folded) ||
			strings.HasSuffix(strings.ReplaceAll(w.Folded, "’", "'"), "n't")
	})
}

// withoutFormsOfBeHaveDo returns the words without forms of be, have and do (lightWords): "no tengo
// hijos" and "tiene hijos" are about hijos.
func withoutFormsOfBeHaveDo(words []Token) []Token {
	return slices.DeleteFunc(slices.Clone(words), func(w Token) bool { return lightWords()[w.Folded] })
}

// fullOrMildNegationAt reports whether the word at i is a full or a mild negation.
func fullOrMildNegationAt(ts []Token, i int, lang Language) (hard, mild bool) {
	fold := strings.ReplaceAll(ts[i].Folded, "’", "'")
	if StartsWithHan(fold) {
		return fullOrMildHanNegationAt(ts, i, lang)
	}
	if IsHiragana(FirstRune(fold)) {
		return containsJapaneseNegatingEnding(fold), false
	}
	if i == 0 && len(ts) > 1 && answersNo()[fold] && subjectsBehindAnswer()[ts[1].Folded] {
		return false, false
	}
	if lang == Korean || unicode.Is(unicode.Hangul, FirstRune(fold)) {
		mild = slices.ContainsFunc(koreanMildNegations(), func(s string) bool { return strings.Contains(fold, s) })
		return !mild && isKoreanNegation(fold), mild
	}
	if lang == French && onlyRestrictsInFrench(ts[i:]) {
		return false, false
	}
	mild = mildNegationWords(lang)[fold]
	return !mild && (negationWords(lang)[fold] || strings.HasSuffix(fold, "n't") || strings.HasPrefix(fold, "n'")), mild
}

// onlyRestrictsInFrench reports a "ne" with a "que" up to four words behind it and no other negation between them: it
// says "only", and is left out in speech ("je code que le soir").
func onlyRestrictsInFrench(ts []Token) bool {
	if fold := strings.ReplaceAll(ts[0].Folded, "’", "'"); fold != "ne" && !strings.HasPrefix(fold, "n'") {
		return false
	}
	for _, t := range ts[1:min(len(ts), 6)] {
		switch fold := strings.ReplaceAll(t.Folded, "’", "'"); {
		case fold == "que" || strings.HasPrefix(fold, "qu'"):
			return true
		case negationWords(French)[fold] || fold == "plus":
			return false
		}
	}
	return false
}

// answersNo are words that deny what was said before when subjectsBehindAnswer follow: "no I'm from
// Texas".
var answersNo = sync.OnceValue(func() map[string]bool { return WordSet("no nope nah nein nee non não нет nie") })

var subjectsBehindAnswer = sync.OnceValue(func() map[string]bool {
	return WordSet("i i'm i've i’m i’ve im we we're ich wir yo nosotros je nous io noi eu nós ik wij я мы ja")
})

// fullOrMildHanNegationAt is fullOrMildNegationAt for a Chinese character.
func fullOrMildHanNegationAt(ts []Token, i int, lang Language) (hard, mild bool) {
	fold, before, after := ts[i].Folded, "", ""
	if i > 0 {
		before = ts[i-1].Text
	}
	if i+1 < len(ts) {
		after = ts[i+1].Text
	}
	hard = negationWords(lang)[fold] && !nonNegatingHanWords()[before+fold] && !nonNegatingHanWords()[fold+after]
	mild = hard && before == "而" || mildNegationWords(lang)[fold+after]
	return hard && !mild, mild
}

// isNegatingFrenchPlusAt reports whether the word at i is the negating French plus: at most four
// words after "ne", or opening a clause as in "plus de café".
func isNegatingFrenchPlusAt(ts []Token, i int) bool {
	if ts[i].Folded != "plus" {
		return false
	}
	if i == 0 && len(ts) > 1 {
		next := strings.ReplaceAll(ts[1].Folded, "’", "'")
		return next == "de" || strings.HasPrefix(next, "d'")
	}
	return slices.ContainsFunc(ts[max(0, i-4):i], func(t Token) bool {
		return t.Folded == "ne" || strings.HasPrefix(strings.ReplaceAll(t.Folded, "’", "'"), "n'")
	})
}

// FirstRune returns the first rune of s, utf8.RuneError when s is empty or does not begin with
// valid UTF-8.
func FirstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// koreanVerbsWithAttachedNegation are frequent verbs behind the short adverb that people write without the blank.
// Nouns that begin with its syllable are none of them.
var koreanVerbsWithAttachedNegation = sync.OnceValue(func() []string {
	return strings.Fields("안가고 안가요 안가는 안갔 안먹 안해 안하 안했 안돼 안되 안됐 안좋 안마셔 안마십 안봐 안보고 안보여 안보는 안써 안쓰 " +
		"안자고 안잤 안와요 안왔 안오고 안피 안사고 안샀 안살아 안맞 못가 못먹 못해 못하 못했 못자고 못잤 못쓰")
})

// isKoreanNegation reports whether a Korean word negates: the short adverbs as whole words, the
// negating verbs in any form.
func isKoreanNegation(fold string) bool {
	if fold == "안" || fold == "못" || HasAnyPrefix(fold, koreanVerbsWithAttachedNegation()) {
		return true
	}
	return slices.ContainsFunc(koreanNegationPrefixes(), func(s string) bool { return strings.HasPrefix(fold, s) }) ||
		strings.Contains(fold, "지않") || strings.Contains(fold, "지못")
}

// containsJapaneseNegatingEnding reports a negated ending of a Japanese verb or adjective: …ない,
// …ません. What only contains one is listed: もったいない, かもしれない, なければならない.
func containsJapaneseNegatingEnding(kana string) bool {
	kana = strings.ReplaceAll(kana, "ないです", "ない")
	for _, w := range japaneseNonNegations() {
		kana = strings.ReplaceAll(kana, w, "")
	}
	return slices.ContainsFunc(japaneseNegations(), func(s string) bool { return strings.Contains(kana, s) })
}

// ContradictsByNegation reports whether the fact negates what the text does not, or affirms what
// the text negates. A fact may express a mild negation of the text as a full one, unless it also
// has a mild one itself.
func ContradictsByNegation(fact, text string, lang Language) bool {
	stated := FindNegations(fact, lang, 0)
	clauses := tokenizeClauses(text)
	var said []Negation
	if len(stated) > 0 {
		said = findNegationsInClauses(clauses, lang, 2)
	}
	told := slices.ContainsFunc(stated, func(d Negation) bool { return d.IsMild })
	for _, d := range stated {
		same := func(o Negation) bool { return !(o.IsMild && told) && o.AffectsAnyOfWords(d.scope) }
		if !d.IsMild && (!slices.ContainsFunc(said, same) || unnegatedClauseHasAllOfTwoOrMoreWords(d.scope, clauses, lang)) {
			return true
		}
	}
	if len(stated) > 0 {
		return false
	}
	return ParseStatement(fact).isDeniedBy(clauses, lang)
}

// isDeniedBy reports whether a text negates what a statement affirms.
func (f Statement) isDeniedBy(clauses []negationClause, lang Language) bool {
	negates := false
	for _, d := range findNegationsInClauses(clauses, lang, 0) {
		scope := withoutFormsOfBeHaveDo(d.scope)
		if !d.IsMild && (len(scope) > 1 || d.coversClause && len(scope) > 0) &&
			!slices.ContainsFunc(scope, f.lacksWordFormSynonymAndSound) {
			return true
		}
		negates = negates || !d.IsMild
	}
	return negates && f.hasAllWordsOfNegatedClause(clauses, lang)
}

// hasAllWordsOfNegatedClause reports whether a clause of the text negates and says nothing but what
// the statement says: "I have no children", "The user has children". One that leaves it open ("or
// not", 有没有) does not negate.
func (f Statement) hasAllWordsOfNegatedClause(clauses []negationClause, lang Language) bool {
	for i, c := range clauses {
		isFull := func(n Negation) bool { return !n.IsMild }
		if !slices.ContainsFunc(findNegationsInClauses(clauses[i:i+1], lang, 0), isFull) {
			continue
		}
		words := withoutFormsOfBeHaveDo(deleteNegatingWords(UniqueContentTokens(c.words), lang))
		words = slices.DeleteFunc(words, func(w Token) bool {
			return StartsWithHan(w.Text) && strings.ContainsAny(w.Text, "不没沒无無未有我") || containsJapaneseNegatingEnding(w.Folded)
		})
		if len(words) > 0 && !slices.ContainsFunc(words, f.lacksWordFormSynonymAndSound) && !LeavesYesOrNoOpen(c.text) {
			return true
		}
	}
	return false
}

// LeavesYesOrNoOpen reports whether a clause names both what may be and that it may not: "or not",
// 有没有.
func LeavesYesOrNoOpen(clause string) bool { return openAlternatives.MatchString(clause) }

var openAlternatives = lazyregexp.New(
	`(?i)\b(or not|or no|oder nicht|oder nich|ou non|ou pas|o no|ou não|ou nao|of niet|или нет)(\s|$)|या नहीं|` +
		`有没有|有沒有|是不是|会不会|能不能|要不要|好不好|かどうか`,
)

func (f Statement) lacksWordFormSynonymAndSound(w Token) bool {
	return !f.ContainsWordFormSynonymOrSound(w)
}

// AffectsAnyOfWords reports whether a negation of the text affects one of the words; true when
// there are none.
func (d Negation) AffectsAnyOfWords(words []Token) bool {
	near := NewStatementFromTokens(d.scope)
	return len(words) == 0 || slices.ContainsFunc(words, near.ContainsWordFormSynonymOrSound)
}

// unnegatedClauseHasAllOfTwoOrMoreWords reports whether a clause without a negation contains all of
// the words, at least two.
func unnegatedClauseHasAllOfTwoOrMoreWords(words []Token, clauses []negationClause, lang Language) bool {
	if len(words) < 2 {
		return false
	}
	for i, c := range clauses {
		if len(findNegationsInClauses(clauses[i:i+1], lang, 0)) == 0 &&
			!slices.ContainsFunc(words, NewStatementFromTokens(c.words).lacksWordFormSynonymAndSound) {
			return true
		}
	}
	return false
}
