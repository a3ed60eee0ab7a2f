package lang

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// negation is a negating word with the words in its scope. A mild one may be reported as a negation
// but is none.
type negation struct {
	scope        []token
	coversClause bool // the clause has no other content words
	isMild       bool // preference, end or exception (rather, stop, only)
}

// negationReach is how many content words a negation in a language affects before and after it.
// Most languages put it before the verb, Korean and Hindi after it, German on either side.
type negationReach struct{ before, after int }

func (t language) negationReach() negationReach {
	switch t {
	case korean:
		return negationReach{3, 0}
	case hindi:
		return negationReach{2, 0}
	case chinese:
		return negationReach{0, 3} // pairs of characters
	case german:
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
			ends = !hasAnySuffix(strings.TrimRight(text[start:i], " "), []string{"никогда", " не", " нет"})
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

// findNegations returns the negations of a text. widen is added to the reach, because a text needs
// more words than a fact.
func findNegations(text string, lang language, widen int) []negation {
	var out []negation
	for _, clause := range splitClauses(text) {
		raw := tokenize(clause)
		ts := stripClitics(slices.Clone(raw))
		for i := range ts {
			hard, mild := negationAt(ts, i, lang)
			hard = hard || lang == french && isFrenchNoLonger(raw, i)
			if hard || mild {
				near := wordsInScope(ts, i, lang, widen, mild)
				out = append(out, negation{near, len(near) == len(contentTokens(ts))-1, mild})
			}
		}
	}
	return out
}

// wordsInScope returns the content words affected by the negation at i. A mild one affects the
// words after it, or in Korean and Hindi those before it.
func wordsInScope(ts []token, i int, lang language, widen int, mild bool) []token {
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
	meaning := func(part []token) []token {
		return slices.DeleteFunc(contentTokens(part), func(w token) bool { return negationWords(lang)[w.folded] })
	}
	before, behind := meaning(ts[:i]), meaning(ts[i+1:])
	near := slices.Clone(before[max(0, len(before)-r.before):])
	return append(near, behind[:min(len(behind), r.after)]...)
}

// negationAt reports whether the word at i is a full or a mild negation.
func negationAt(ts []token, i int, lang language) (hard, mild bool) {
	fold := strings.ReplaceAll(ts[i].folded, "’", "'")
	if isHan(fold) {
		before, after := "", ""
		if i > 0 {
			before = ts[i-1].text
		}
		if i+1 < len(ts) {
			after = ts[i+1].text
		}
		hard = negationWords(lang)[fold] && !nonNegatingHanWords()[before+fold] && !nonNegatingHanWords()[fold+after]
		mild = hard && before == "而" || mildNegationWords(lang)[fold+after]
		return hard && !mild, mild
	}
	if lang == korean || unicode.Is(unicode.Hangul, firstRune(fold)) {
		mild = slices.ContainsFunc(koreanMildNegations(), func(s string) bool { return strings.Contains(fold, s) })
		return !mild && isKoreanNegation(fold), mild
	}
	mild = mildNegationWords(lang)[fold]
	return !mild && (negationWords(lang)[fold] || strings.HasSuffix(fold, "n't") || strings.HasPrefix(fold, "n'")), mild
}

// isFrenchNoLonger reports whether the word at i is the negating French plus: at most four words
// after "ne", or opening a clause as in "plus de café".
func isFrenchNoLonger(ts []token, i int) bool {
	if ts[i].folded != "plus" {
		return false
	}
	if i == 0 && len(ts) > 1 {
		next := strings.ReplaceAll(ts[1].folded, "’", "'")
		return next == "de" || strings.HasPrefix(next, "d'")
	}
	return slices.ContainsFunc(ts[max(0, i-4):i], func(t token) bool {
		return t.folded == "ne" || strings.HasPrefix(strings.ReplaceAll(t.folded, "’", "'"), "n'")
	})
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// isKoreanNegation reports whether a Korean word negates: the short adverbs as whole words, the
// negating verbs in any form.
func isKoreanNegation(fold string) bool {
	if slices.Contains(strings.Fields("안 못"), fold) {
		return true
	}
	return slices.ContainsFunc(koreanNegationPrefixes(), func(s string) bool { return strings.HasPrefix(fold, s) }) ||
		strings.Contains(fold, "지않") || strings.Contains(fold, "지못")
}

// contradictsByNegation reports whether the fact negates what the text does not, or affirms what
// the text negates. A fact may express a mild negation of the text as a full one, unless it also
// has a mild one itself.
func contradictsByNegation(fact, text string, lang language) bool {
	stated := findNegations(fact, lang, 0)
	var said []negation
	if len(stated) > 0 {
		said = findNegations(text, lang, 2)
	}
	told := slices.ContainsFunc(stated, func(d negation) bool { return d.isMild })
	for _, d := range stated {
		same := func(o negation) bool { return !(o.isMild && told) && o.appliesToAny(d.scope) }
		if !d.isMild && (!slices.ContainsFunc(said, same) || isAffirmedIn(d.scope, text, lang)) {
			return true
		}
	}
	if len(stated) > 0 {
		return false
	}
	f := parseStatement(fact)
	for _, d := range findNegations(text, lang, 0) {
		if !d.isMild && (len(d.scope) > 1 || d.coversClause && len(d.scope) > 0) &&
			!slices.ContainsFunc(d.scope, f.lacksWord) {
			return true
		}
	}
	return false
}

func (f statement) lacksWord(w token) bool { return !f.containsWord(w) }

// appliesToAny reports whether a negation of the text affects one of the words; true when there are
// none.
func (d negation) appliesToAny(words []token) bool {
	near := newStatement(d.scope)
	return len(words) == 0 || slices.ContainsFunc(words, near.containsWord)
}

// isAffirmedIn reports whether a clause without a negation contains all of the words, at least two.
func isAffirmedIn(words []token, text string, lang language) bool {
	return len(words) > 1 && slices.ContainsFunc(splitClauses(text), func(clause string) bool {
		return len(findNegations(clause, lang, 0)) == 0 && !slices.ContainsFunc(words, parseStatement(clause).lacksWord)
	})
}
