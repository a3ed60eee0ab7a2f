package injection

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// DirectsAssistant reports whether a text tells the assistant what to do instead of describing the
// user: an order, a rule for answers, a wish about what every answer says, an order to drop earlier
// instructions. It goes by grammar, sentence by sentence: forms of the imperative where a sentence or
// clause begins (or ends, in Turkish, Hindi, Korean and Japanese), words of address with an obligation,
// adverbs of permanence with a verb of answering, and answers that must contain something. A wish for
// the form of answers ("prefers short answers") is a description. It knows English, German, Dutch,
// Spanish, French, Italian, Portuguese, Russian, Polish, Turkish, Arabic, Hindi, Chinese, Japanese and
// Korean; in any other language it reports every text that does not read as a statement about a person.
func DirectsAssistant(text string) bool {
	text = dutchPostcodePattern.ReplaceAllString(text, "$1")
	folded := FoldDisguisedText(titlePattern().ReplaceAllString(text, "$1 ___"))
	sentences := splitIntoSentenceParts(folded)
	if asksToSkipSafeguards(folded) {
		return true
	}
	whole := splitIntoInstructionTokens(folded)
	if rules := orderMatcherForScript(folded); rules != nil {
		for _, s := range sentences {
			if rules(s) {
				return true
			}
		}
		return false
	}
	languages, known := detectInstructionLanguages(folded, whole)
	if !known {
		return !readsAsStatementAboutPerson(folded, whole)
	}
	for _, s := range sentences {
		for _, l := range languages {
			if newInstructionClause(s, l).isOrder() {
				return true
			}
		}
	}
	return false
}

// splitIntoSentenceParts splits a folded text where a sentence or a part of its own ends.
func splitIntoSentenceParts(s string) []string {
	var out []string
	start := 0
	for i, r := range s {
		if !runeEndsSentencePart(s, i, r) {
			continue
		}
		out = append(out, s[start:i])
		start = i + len(string(r))
	}
	return append(out, s[start:])
}

func runeEndsSentencePart(s string, at int, r rune) bool {
	switch r {
	case '.', ':', '!', '?':
		return at+1 == len(s) || s[at+1] == ' ' || s[at+1] == '"' || s[at+1] == ')'
	case ';', '(', ')', '"', '“', '”', '„', '«', '»', '。', '！', '？', '…', '।', '؛', '؟', '—', '–', '|', '\n':
		return true
	case '-':
		return at > 0 && s[at-1] == ' ' && at+1 < len(s) && s[at+1] == ' '
	}
	return false
}

// instructionToken is a word of a folded clause. A part of the clause begins behind a comma.
type instructionToken struct {
	text       string
	afterComma bool
	compound   bool // a hyphen and another word follow
}

func splitIntoInstructionTokens(s string) []instructionToken {
	var out []instructionToken
	start, comma := -1, false
	add := func(end int) {
		if start >= 0 {
			compound := strings.HasPrefix(s[end:], "-") && end+1 < len(s) && s[end+1] != ' '
			out = append(out, instructionToken{s[start:end], comma, compound})
			start, comma = -1, false
		}
	}
	for i, r := range s {
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || r == '_' {
			if start < 0 {
				start = i
			}
			continue
		}
		add(i)
		comma = comma || r == ',' || r == '،'
	}
	add(len(s))
	return out
}

// detectInstructionLanguages returns the languages that most words of a text belong to. known is
// false when it is written in a language without rules, or backwards, or with its letters rotated.
func detectInstructionLanguages(folded string, ts []instructionToken) (out []*instructionLexicon, known bool) {
	if usesScriptWithoutRules(folded) {
		return nil, false
	}
	all := instructionLexicons()
	votes, best, bestForeign := all.countWordVotesByLanguage(ts)
	if bestForeign > best || best*6 < len(ts) && all.bestVotesForDecodedText(ts) > max(best+1, len(ts)/4) {
		return nil, false
	}
	for i, n := range votes {
		if n == best {
			out = append(out, all.lexicons[i])
		}
	}
	return out, true
}

// countWordVotesByLanguage counts the words that each language with rules has, and the most of
// those and of the others.
func (set lexiconSet) countWordVotesByLanguage(ts []instructionToken) (votes []int, best, bestForeign int) {
	votes = make([]int, len(set.lexicons))
	var foreign [64]int
	for _, t := range ts {
		for languages, i := set.byWord[t.text], 0; languages != 0; languages, i = languages>>1, i+1 {
			votes[i] += int(languages & 1)
		}
		for languages, i := set.otherByWord[t.text], 0; languages != 0; languages, i = languages>>1, i+1 {
			foreign[i] += int(languages & 1)
		}
	}
	return votes, slices.Max(votes), slices.Max(foreign[:])
}

// bestVotesForDecodedText counts the words of a text that is read backwards, or with each letter
// moved by the same distance, whichever gives most. Words of one and two letters do not count.
func (set lexiconSet) bestVotesForDecodedText(ts []instructionToken) int {
	best := set.bestVotesForChangedWords(ts, func(word string) string {
		rs := []rune(word)
		slices.Reverse(rs)
		return string(rs)
	})
	for distance := rune(1); distance < 26; distance++ {
		best = max(best, set.bestVotesForChangedWords(ts, func(word string) string {
			return strings.Map(func(r rune) rune {
				if r >= 'a' && r <= 'z' {
					return 'a' + (r-'a'+distance)%26
				}
				return r
			}, word)
		}))
	}
	return best
}

func (set lexiconSet) bestVotesForChangedWords(ts []instructionToken, change func(string) string) int {
	changed := make([]instructionToken, 0, len(ts))
	for _, t := range ts {
		if len(t.text) > 2 {
			changed = append(changed, instructionToken{text: change(t.text)})
		}
	}
	_, best, _ := set.countWordVotesByLanguage(changed)
	return best
}

// usesScriptWithoutRules reports that most letters belong to a script of none of the languages with
// rules, or to letters that Russian and Arabic lack.
func usesScriptWithoutRules(folded string) bool {
	letters, other := 0, 0
	for _, r := range folded {
		if r < 0x80 || !unicode.IsLetter(r) {
			continue
		}
		letters++
		if !unicode.In(r, unicode.Latin, unicode.Cyrillic, unicode.Arabic) {
			other++
		} else if strings.ContainsRune("іїєґўјљњђћџқғәңөұһ"+"پچژگکیےٹڈڑں", r) {
			other += 12
		}
	}
	return other*2 > letters
}

// instructionLexicon holds the classes of the words and phrases of a language.
type instructionLexicon struct {
	classes map[string]wordClass
	phrases map[string][]string // by their first word, as texts with underscores
	words   instructionWords
}

// wordClass is a set of roles that a word can have in an order.
type wordClass uint32

const (
	imperativeWord wordClass = 1 << iota
	ambiguousWord
	politeWord
	pronounWord
	lastWord
	actionWord
	promoteWord
	alwaysWord
	answerWord
	everyWord
	assistantWord
	youWord
	obligationWord
	wishWord
	thatWord
	userWord
	userNoun
	ignoreWord
	rulesWord
	pleaseWord
	fillerWord
	fatalPhrase
	neutralPhrase
	finiteWord
	voidWord
)

// dutchPostcodePattern matches a Dutch postcode, whose letters may be a word: 3512 JE.
var dutchPostcodePattern = regexp.MustCompile(`\b([1-9]\d{3}) ?[A-Z]{2}\b`)

// titlePattern matches names of works and people, whose words are no order: up to four capitalized
// words behind "called", "band" and the like.
var titlePattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i:\b(called|named|titled|entitled|band|song|album|` +
		`book|novel|film|movie|game|podcast|show|` +
		`genannt|namens|heißt|Buch|Lied|grupo|banda|canción|libro|película|llamad[oa]|groupe|chanson|livre|appelée?|` +
		`nommée?|intitulée?|livro|música|filme|chamad[oa]|canzone|gruppo|chiamat[oa]|группа|песня|книга|zespół|książka))` +
		`\s+["“„«']?\p{Lu}[\p{L}']*(?:\s\p{Lu}[\p{L}']*){0,3}`)
})

// lexiconSet is all lexicons, with the languages that each word belongs to as a set of bits.
type lexiconSet struct {
	lexicons    []*instructionLexicon
	byWord      map[string]uint64
	otherByWord map[string]uint64
}

var instructionLexicons = sync.OnceValue(func() lexiconSet {
	set := lexiconSet{byWord: map[string]uint64{}, otherByWord: map[string]uint64{}}
	for i, w := range []instructionWords{
		englishInstructionWords(), germanInstructionWords(), dutchInstructionWords(), spanishInstructionWords(),
		frenchInstructionWords(),
		italianInstructionWords(), portugueseInstructionWords(), russianInstructionWords(), polishInstructionWords(),
		turkishInstructionWords(),
		arabicInstructionWords(),
	} {
		l := newInstructionLexicon(w)
		set.lexicons = append(set.lexicons, l)
		for word := range l.classes {
			if !strings.Contains(word, "_") {
				set.byWord[word] |= 1 << i
			}
		}
	}
	for i, words := range frequentWordsOfOtherLanguages() {
		for _, word := range foldedWordsOfList(words) {
			set.otherByWord[word] |= 1 << i
		}
	}
	return set
})

func newInstructionLexicon(w instructionWords) *instructionLexicon {
	l := &instructionLexicon{classes: map[string]wordClass{}, phrases: map[string][]string{}, words: w}
	nouns, persons, _ := strings.Cut(w.user, "|")
	for _, list := range []struct {
		words string
		class wordClass
	}{
		{w.common, 0},
		{w.imperative, imperativeWord},
		{w.ambiguous, ambiguousWord},
		{w.polite, politeWord},
		{w.politePronoun, pronounWord},
		{w.last, lastWord},
		{w.action, actionWord},
		{w.promote, promoteWord},
		{w.always, alwaysWord},
		{w.answer, answerWord},
		{w.every, everyWord},
		{w.assistant, assistantWord},
		{w.you, youWord},
		{w.obligation, obligationWord},
		{w.wish, wishWord},
		{w.that, thatWord},
		{nouns, userWord | userNoun},
		{persons, userWord},
		{w.ignore, ignoreWord},
		{w.rules, rulesWord},
		{w.please, pleaseWord},
		{w.filler, fillerWord},
		{w.fatal, fatalPhrase},
		{w.neutral, neutralPhrase},
		{w.finite, finiteWord},
		{w.void, voidWord},
	} {
		for _, word := range foldedWordsOfList(list.words) {
			l.classes[word] |= list.class
			if first, _, ok := strings.Cut(word, "_"); ok && l.classes[word] == list.class {
				l.phrases[first] = append(l.phrases[first], word)
			}
		}
	}
	return l
}

// foldedWordsOfList splits a list of words and folds them as texts are folded.
func foldedWordsOfList(list string) []string {
	fields := strings.Fields(list)
	for i, f := range fields {
		fields[i] = FoldDisguisedText(f)
	}
	return fields
}
