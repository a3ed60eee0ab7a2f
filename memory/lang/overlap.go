package lang

import (
	"slices"
	"strings"
	"unicode"
)

// statement is a text prepared for grounding.
type statement struct {
	tokens       []token
	language     language
	contentWords []token // words with a meaning of their own
	foldedWords  map[string]bool
	unspacedText string // Han and Hangul text without spaces, compared by pieces of words
}

// parseStatement tokenizes a text and prepares it for grounding.
func parseStatement(s string) statement { return newStatement(stripClitics(tokenize(s))) }

func newStatement(ts []token) statement {
	st := statement{tokens: slices.Clone(ts), foldedWords: map[string]bool{}}
	st.language = detectLanguage(st.tokens)
	denying := negationWords(st.language)
	st.contentWords = slices.DeleteFunc(contentTokens(st.tokens), func(w token) bool { return denying[w.folded] })
	var b strings.Builder
	for i, t := range st.tokens {
		st.tokens[i].folded = foldSpellingVariants(t.folded)
		st.foldedWords[st.tokens[i].folded] = true
		if isHanOrHangul(t.text) {
			b.WriteString(t.text)
			continue
		}
		b.WriteByte('|')
	}
	st.unspacedText = b.String()
	return st
}

// requiredOverlap is the share of a fact's content words that must occur in a text for the text to
// support it. Facts rephrase: an inflected or reordered word counts, a synonym does not, so the
// remaining words may be the extractor's own. Korean and Chinese facts share fewer words with their
// text, because endings and compounds hide them; with other texts they share fewer still. At these
// thresholds facts from other texts pass in less than one of a hundred cases while nearly all true
// ones pass (docs/decisions/0003-one-engine-two-presets.md).
func (t language) requiredOverlap() float64 {
	switch t {
	case korean:
		return 0.25
	case chinese:
		return 0.35
	case hindi:
		return 0.45
	}
	return 0.45
}

// SupportsFact reports whether a text states a fact: it contains the required share of the fact's
// content words and all of its numbers, dates and names, and it negates what the fact negates and
// nothing else.
func SupportsFact(text, fact string) bool {
	f, t := parseStatement(fact), parseStatement(text)
	if len(f.contentWords) == 0 || len(t.tokens) == 0 {
		return false
	}
	f.language = f.negationLanguage(t)
	covered := len(f.contentWordsFoundIn(t))
	if len(findNegations(fact, f.language, 0)) > 0 {
		covered++ // a negation, which the text must share, counts as a word
	}
	return covered >= min(minSharedWords, len(f.contentWords)) &&
		float64(covered) >= f.language.requiredOverlap()*float64(len(f.contentWords)) &&
		f.numbersOccurIn(t) && f.namesOccurIn(t) && !contradictsByNegation(fact, text, f.language)
}

// minSharedWords is how many words of a fact the text must contain at least, or all when the fact
// has fewer: one word in common is only a topic.
const minSharedWords = 2

// negationLanguage is the language whose negation words count. Where both are in Latin script it is
// the language of the text, which is longer and easier to detect, unless the text is too short to
// detect any.
func (f statement) negationLanguage(t statement) language {
	if f.language.usesLatinScript() && t.language != unknownLanguage {
		return t.language
	}
	return f.language
}

// contentWordsFoundIn returns the content words of the fact that occur in a text, in any form.
func (f statement) contentWordsFoundIn(t statement) []token {
	var out []token
	for _, w := range f.contentWords {
		if t.containsWord(w) {
			out = append(out, w)
		}
	}
	return out
}

// containsWord reports whether the word, or a form of it, occurs in the text.
func (f statement) containsWord(w token) bool {
	fold := foldSpellingVariants(w.folded)
	if f.foldedWords[fold] {
		return true
	}
	if slices.ContainsFunc(f.tokens, func(o token) bool { return soundAlike(o.folded, fold, 3) }) {
		return true // three consonants: two match by chance
	}
	if isHanOrHangul(w.text) {
		return f.containsWordPiece([]rune(w.text))
	}
	return slices.ContainsFunc(f.tokens, func(o token) bool {
		return !isHanOrHangul(o.text) &&
			areWordForms(o.folded, fold)
	})
}

// containsWordPiece looks for the stem of a Korean or Chinese word: both characters of a Chinese
// pair; of a Korean word, whose particles and endings come last, the first two syllables, or any
// three in a row inside a compound.
func (f statement) containsWordPiece(w []rune) bool {
	if len(w) < 2 {
		return false
	}
	if strings.Contains(f.unspacedText, string(w[:2])) {
		return true
	}
	for i := 1; i+3 <= len(w); i++ {
		if strings.Contains(f.unspacedText, string(w[i:i+3])) {
			return true
		}
	}
	return false
}

// numbersOccurIn reports whether every number and date of the fact occurs in the text. One is an
// article in most languages and is ignored.
func (f statement) numbersOccurIn(t statement) bool {
	have := extractNumbers(t.tokens)
	for _, n := range extractNumbers(f.tokens) {
		if numberWithoutUnit(n) == "1" || slices.ContainsFunc(have,
			func(o string) bool { return numberWithoutUnit(n) == numberWithoutUnit(o) }) {
			continue
		}
		return false
	}
	days := extractCalendarNames(t.tokens)
	return !slices.ContainsFunc(extractCalendarNames(f.tokens), func(d string) bool { return !slices.Contains(days, d) })
}

// numberWithoutUnit returns the number without its unit.
func numberWithoutUnit(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return !unicode.IsDigit(r) })
}
