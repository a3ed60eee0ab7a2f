package memory

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// statement is a text as grounding reads it.
type statement struct {
	tokens   []token
	tongue   tongue
	content  []token // the words that carry meaning
	folds    map[string]bool
	unspaced string // the text of scripts that are compared by pieces of words, without spaces
}

// readStatement splits a text into what grounding compares.
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

// bareWords takes from words what other words lean on them: articles before an apostrophe (l'ami), the English
// possessive, and Korean particles behind a word in Latin letters (Paris에서).
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

// share is the part of a fact's content words that must stand in a text for the text to say it. Facts rephrase: an
// inflected or reordered word counts, a synonym does not, so the rest may be the extractor's own. Korean and Chinese
// facts have fewer words in common with their text, because endings and compounds hide them; what they have in common
// with another text is still less. The numbers are those at which facts of other texts stay below one in a hundred
// while nearly all true ones pass (docs/decisions/0003-one-engine-two-presets.md).
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

// supports reports whether text says the fact: it covers the share of its content words, has all of its numbers, dates
// and names, and denies what the fact denies and nothing else.
func supports(text, fact string) bool {
	f, t := readStatement(fact), readStatement(text)
	if len(f.content) == 0 || len(t.tokens) == 0 {
		return false
	}
	f.tongue = f.among(t)
	covered := len(f.coveredBy(t))
	if len(denialsOf(fact, f.tongue, 0)) > 0 {
		covered++ // a denial, which must stand in the text too, says as much as a word
	}
	return covered >= min(minWords, len(f.content)) && float64(covered) >= f.tongue.share()*float64(len(f.content)) &&
		f.numbersIn(t) && f.namesIn(t) && !reverses(fact, text, f.tongue)
}

// minWords of a fact must stand in the text at least, or all when it has fewer: one word in common is a topic.
const minWords = 2

// among is the language whose words of denial count: the text's where both write in Latin letters, because it is longer
// and tells its language better, unless it is too short to tell it at all.
func (f statement) among(t statement) tongue {
	if f.tongue.latin() && t.tongue != unknownTongue {
		return t.tongue
	}
	return f.tongue
}

// coveredBy returns the content words of the fact that stand in a text, in any form.
func (f statement) coveredBy(t statement) []token {
	var out []token
	for _, w := range f.content {
		if t.has(w) {
			out = append(out, w)
		}
	}
	return out
}

// has reports whether a word, or a form of it, stands in the text.
func (f statement) has(w token) bool {
	fold := foldMarks(w.fold)
	if f.folds[fold] {
		return true
	}
	if slices.ContainsFunc(f.tokens, func(o token) bool { return soundAlike(o.fold, fold, 3) }) {
		return true // three consonants: two meet by chance
	}
	if inPieces(w.text) {
		return f.hasPiece([]rune(w.text))
	}
	return slices.ContainsFunc(f.tokens, func(o token) bool { return !inPieces(o.text) && wordForms(o.fold, fold) })
}

// hasPiece looks for the stem of a word of Korean or Chinese: both signs of a Chinese pair; of a Korean word, which
// takes its particles and endings at the end, the first two syllables, or three in a row where it is a compound.
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

// numbersIn reports whether every number and date of the fact stands in the text. One is an article in most languages
// and counts only where it is written as a digit.
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

// bareNumber is a number without its unit.
func bareNumber(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return !unicode.IsDigit(r) })
}

// contentTokens are the words that carry meaning, each once; Han text counts in pairs of runes, because single ones
// match anything.
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

// inPieces reports whether a word is of a script whose words are compared by pieces.
func inPieces(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.In(r, unicode.Han, unicode.Hangul)
}

// foldMarks evens out spellings that writers use alike: in Hindi the dot below and the two signs of a nasal vowel, in
// Russian ё.
func foldMarks(s string) string {
	return strings.NewReplacer("\u093c", "", "\u0901", "\u0902", "ё", "е").Replace(s)
}

// wordForms reports whether two words are forms of one: the rules of sameStem, a beginning they share that leaves only
// endings, or a compound that contains the other word.
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
	if len(rb) <= 4 && cyrillic(ra) { // short verbs change inside: пью, пьёт
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
