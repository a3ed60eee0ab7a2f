package memory

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// statement is a text prepared for grounding.
type statement struct {
	tokens   []token
	tongue   tongue
	content  []token // words with a meaning of their own
	folds    map[string]bool
	unspaced string // Han and Hangul text without spaces, compared by pieces of words
}

// parseStatement tokenizes a text and prepares it for grounding.
func readStatement(s string) statement { return statementOf(bareWords(tokensOf(s))) }

func statementOf(ts []token) statement {
	st := statement{tokens: slices.Clone(ts), folds: map[string]bool{}}
	st.tongue = tongueOf(st.tokens)
	denying := negationWords(st.tongue)
	st.content = slices.DeleteFunc(contentTokens(st.tokens), func(w token) bool { return denying[w.fold] })
	var b strings.Builder
	for i, t := range st.tokens {
		st.tokens[i].fold = foldMarks(t.fold)
		st.folds[st.tokens[i].fold] = true
		if inPieces(t.text) {
			b.WriteString(t.text)
			continue
		}
		b.WriteByte('|')
	}
	st.unspaced = b.String()
	return st
}

// stripClitics removes what is attached to a word but not part of it: articles before an apostrophe
// (l'ami), the English possessive, and Korean particles after a word in Latin letters (Paris에서).
func bareWords(ts []token) []token {
	for i, t := range ts {
		text := t.text
		if at := strings.IndexAny(text, "'’"); at >= 0 {
			head, tail := text[:at], strings.TrimLeft(text[at:], "'’")
			switch {
			case utf8.RuneCountInString(tail) >= 3:
				text = tail
			case tail == "s" && head != "":
				text = head
			}
		}
		if r, _ := utf8.DecodeRuneInString(text); unicode.Is(unicode.Latin, r) {
			if at := strings.IndexFunc(text, func(r rune) bool { return unicode.Is(unicode.Hangul, r) }); at > 0 {
				text = text[:at]
			}
		}
		if text != t.text {
			ts[i].text, ts[i].fold = text, FoldText(text)
		}
	}
	return ts
}

// requiredOverlap is the share of a fact's content words that must occur in a text for the text to
// support it. Facts rephrase: an inflected or reordered word counts, a synonym does not, so the
// remaining words may be the extractor's own. Korean and Chinese facts share fewer words with their
// text, because endings and compounds hide them; with other texts they share fewer still. At these
// thresholds facts from other texts pass in less than one of a hundred cases while nearly all true
// ones pass (docs/decisions/0003-one-engine-two-presets.md).
func (t tongue) share() float64 {
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

// supportsFact reports whether a text states a fact: it contains the required share of the fact's
// content words and all of its numbers, dates and names, and it negates what the fact negates and
// nothing else.
func supports(text, fact string) bool {
	f, t := readStatement(fact), readStatement(text)
	if len(f.content) == 0 || len(t.tokens) == 0 {
		return false
	}
	f.tongue = f.among(t)
	covered := len(f.coveredBy(t))
	if len(denialsOf(fact, f.tongue, 0)) > 0 {
		covered++ // a negation, which the text must share, counts as a word
	}
	return covered >= min(minWords, len(f.content)) && float64(covered) >= f.tongue.share()*float64(len(f.content)) &&
		f.numbersIn(t) && f.namesIn(t) && !reverses(fact, text, f.tongue)
}

// minSharedWords is how many words of a fact the text must contain at least, or all when the fact
// has fewer: one word in common is only a topic.
const minWords = 2

// negationLanguage is the language whose negation words count. Where both are in Latin script it is
// the language of the text, which is longer and easier to detect, unless the text is too short to
// detect any.
func (f statement) among(t statement) tongue {
	if f.tongue.latin() && t.tongue != unknownTongue {
		return t.tongue
	}
	return f.tongue
}

// contentWordsFoundIn returns the content words of the fact that occur in a text, in any form.
func (f statement) coveredBy(t statement) []token {
	var out []token
	for _, w := range f.content {
		if t.has(w) {
			out = append(out, w)
		}
	}
	return out
}

// containsWord reports whether the word, or a form of it, occurs in the text.
func (f statement) has(w token) bool {
	fold := foldMarks(w.fold)
	if f.folds[fold] {
		return true
	}
	if slices.ContainsFunc(f.tokens, func(o token) bool { return soundAlike(o.fold, fold, 3) }) {
		return true // three consonants: two match by chance
	}
	if inPieces(w.text) {
		return f.hasPiece([]rune(w.text))
	}
	return slices.ContainsFunc(f.tokens, func(o token) bool { return !inPieces(o.text) && wordForms(o.fold, fold) })
}

// containsWordPiece looks for the stem of a Korean or Chinese word: both characters of a Chinese
// pair; of a Korean word, whose particles and endings come last, the first two syllables, or any
// three in a row inside a compound.
func (f statement) hasPiece(w []rune) bool {
	if len(w) < 2 {
		return false
	}
	if strings.Contains(f.unspaced, string(w[:2])) {
		return true
	}
	for i := 1; i+3 <= len(w); i++ {
		if strings.Contains(f.unspaced, string(w[i:i+3])) {
			return true
		}
	}
	return false
}

// numbersOccurIn reports whether every number and date of the fact occurs in the text. One is an
// article in most languages and is ignored.
func (f statement) numbersIn(t statement) bool {
	have := numbersOf(t.tokens)
	for _, n := range numbersOf(f.tokens) {
		if bareNumber(n) == "1" || slices.ContainsFunc(have, func(o string) bool { return bareNumber(n) == bareNumber(o) }) {
			continue
		}
		return false
	}
	days := datesOf(t.tokens)
	return !slices.ContainsFunc(datesOf(f.tokens), func(d string) bool { return !slices.Contains(days, d) })
}

// numberWithoutUnit returns the number without its unit.
func bareNumber(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return !unicode.IsDigit(r) })
}

// contentTokens returns the words with a meaning of their own, each once. Han text is taken in
// pairs of characters, because single ones match anything.
func contentTokens(ts []token) []token {
	stop, seen := functionWords(), map[string]bool{}
	var out []token
	add := func(t token) {
		if !seen[t.fold] {
			seen[t.fold] = true
			out = append(out, t)
		}
	}
	for i, t := range ts {
		if isHan(t.text) {
			if i+1 < len(ts) && isHan(ts[i+1].text) && !stop[t.fold] && !stop[ts[i+1].fold] {
				pair := t.text + ts[i+1].text
				add(token{pair, pair, t.first})
			}
			continue
		}
		if !stop[t.fold] {
			add(t)
		}
	}
	return out
}

func isHan(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.Is(unicode.Han, r)
}

// isHanOrHangul reports whether a word is in a script whose words are compared by pieces.
func inPieces(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.In(r, unicode.Han, unicode.Hangul)
}

// foldSpellingVariants unifies spellings that are used interchangeably: in Hindi the dot below and
// the two signs for a nasal vowel, in Russian ё.
func foldMarks(s string) string {
	return strings.NewReplacer("\u093c", "", "\u0901", "\u0902", "ё", "е").Replace(s)
}

// areWordForms reports whether two words are forms of one word: they have the same stem (see
// haveSameStem), share a prefix that leaves only endings, or one is a compound that contains the
// other.
func wordForms(a, b string) bool {
	if sameStem(a, b) {
		return true
	}
	ra, rb := []rune(a), []rune(b)
	if len(ra) > len(rb) {
		ra, rb, a, b = rb, ra, b, a
	}
	n := commonPrefix(ra, rb)
	if unicode.Is(unicode.Devanagari, rb[0]) {
		return n >= 3 && len(ra)-n <= 2
	}
	if len(rb) <= 4 && cyrillic(ra) { // short verbs change their vowel: пью, пьёт
		return n >= 2 && len(ra) >= 3
	}
	if n >= 3 && len(ra)-n <= 1 && len(rb)-n <= 1 { // bebo, bebe
		return true
	}
	return len(ra) >= 5 && strings.Contains(b, a) || n >= 5 && n*3 >= len(rb)*2
}

func commonPrefix(a, b []rune) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
