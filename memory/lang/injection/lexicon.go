package injection

import (
	"strings"
	"sync"
	"unicode"
)

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
