package injection

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"memoir/memory/lang"
	"memoir/memory/lang/lazyregexp"
)

// DirectsAssistantOrMayInUnknownLanguage reports whether a text tells the assistant what to do
// instead of describing the user: an order, a rule for answers, a wish about what every answer
// says, an order to drop earlier instructions. It goes by grammar, sentence by sentence: forms of
// the imperative where a sentence or clause begins (or ends, in Turkish, Hindi, Korean and
// Japanese), words of address with an obligation, adverbs of permanence with a verb of answering,
// and answers that must contain something. A wish for the form of answers ("prefers short answers")
// is a description. It knows English, German, Dutch, Spanish, French, Italian, Portuguese, Russian,
// Polish, Turkish, Arabic, Hindi, Chinese, Japanese and Korean; in any other language it reports
// every text that does not read as a statement about a person.
func DirectsAssistantOrMayInUnknownLanguage(text string) bool {
	text = dutchPostcodePattern.ReplaceAllString(text, "$1")
	if mayNameTitle(text) {
		text = titlePattern().ReplaceAllString(text, "$1 ___")
	}
	folded := FoldDisguisedText(text)
	sentences := splitIntoSentenceParts(folded)
	if waivesSafeguardsOrConsentsAhead(folded) {
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
		return !namesUserOrWriterButNoAssistant(folded, whole)
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

// detectInstructionLanguages returns the languages that most words of a text belong to. known is
// false when it is written in a language without rules, or backwards, or with its letters rotated.
func detectInstructionLanguages(folded string, ts []instructionToken) (out []*instructionLexicon, known bool) {
	if usesScriptWithoutRules(folded) {
		return nil, false
	}
	all := instructionLexicons()
	votes, best, bestForeign := all.countWordVotesByLanguage(ts)
	if bestForeign > best || best*6 < len(ts) && all.bestVotesForReversedOrRotatedText(ts) > max(best+1, len(ts)/4) {
		return nil, false
	}
	for i, n := range votes {
		if n == best {
			out = append(out, all.lexicons[i])
		}
	}
	return thoseWithNounForUserElseAll(out, ts), true
}

// thoseWithNounForUserElseAll returns the languages whose noun for the user stands in a text: "la usuaria se va a …"
// has as many words of French as of Spanish.
func thoseWithNounForUserElseAll(languages []*instructionLexicon, ts []instructionToken) []*instructionLexicon {
	var out []*instructionLexicon
	for _, l := range languages {
		if slices.ContainsFunc(ts, func(t instructionToken) bool { return l.classes[t.text]&userNoun != 0 }) {
			out = append(out, l)
		}
	}
	if len(out) == 0 {
		return languages
	}
	return out
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

// bestVotesForReversedOrRotatedText counts the words of a text that is read backwards, or with each
// letter moved by the same distance, whichever gives most. Words of one and two letters do not
// count.
func (set lexiconSet) bestVotesForReversedOrRotatedText(ts []instructionToken) int {
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

// dutchPostcodePattern matches a Dutch postcode, whose letters may be a word: 3512 JE.
var dutchPostcodePattern = lazyregexp.New(`\b([1-9]\d{3}) ?[A-Z]{2}\b`)

// mayNameTitle reports whether a text has one of the words that titlePattern begins with, which is slow.
func mayNameTitle(text string) bool {
	var trigrams lang.Trigrams
	trigrams.AddText(text)
	return slices.ContainsFunc(wordsBeforeTitles(), trigrams.MayContain)
}

// wordsBeforeTitles are in every match of titlePattern, in any case.
var wordsBeforeTitles = sync.OnceValue(func() []string {
	return strings.Fields(`call name title band song album book novel film movie game podcast show
		genannt hei buch lied grupo
		banda canci libro pel llamad groupe chanson livre appel nomm intitul livro sica filme chamad canzone gruppo chiamat
		групп Групп ГРУПП песн Песн ПЕСН книг Книг КНИГ zesp ksi`)
})

// titlePattern matches names of works and people, whose words are no order: up to four capitalized
// words behind "called", "band" and the like.
var titlePattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i:\b(called|named|titled|entitled|band|song|album|` +
		`book|novel|film|movie|game|podcast|show|` +
		`genannt|namens|heißt|Buch|Lied|grupo|banda|canción|libro|película|llamad[oa]|groupe|chanson|livre|appelée?|` +
		`nommée?|intitulée?|livro|música|filme|chamad[oa]|canzone|gruppo|chiamat[oa]|группа|песня|книга|zespół|książka))` +
		`\s+["“„«']?\p{Lu}[\p{L}']*(?:\s\p{Lu}[\p{L}']*){0,3}`)
})
