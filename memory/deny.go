package memory

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// negation is a negating word with the words in its scope. A mild one may be reported as a negation
// but is none.
type denial struct {
	near  []token
	alone bool // the clause has no other content words
	mild  bool // preference, end or exception (rather, stop, only)
}

// negationReach is how many content words a negation in a language affects before and after it.
// Most languages put it before the verb, Korean and Hindi after it, German on either side.
type reach struct{ before, behind int }

func (t tongue) reach() reach {
	switch t {
	case korean:
		return reach{3, 0}
	case hindi:
		return reach{2, 0}
	case chinese:
		return reach{0, 3} // pairs of characters
	case german:
		return reach{2, 2}
	}
	return reach{0, 2}
}

// clauseBoundary splits a text into clauses, the widest scope of a negation. Punctuation inside
// numbers is no boundary.
var clauseEnds = regexp.MustCompile(`[.,;:!?()]+(?:\s|$)|[\n…—–।。，；：、！？]+|\s-\s`)

// dashAfterNegation matches a dash in place of a verb, as in Russian: "never — gRPC".
var dashAfterWord = regexp.MustCompile(`(никогда|не|нет)\s+[—–]`)

func clauses(text string) []string {
	return clauseEnds.Split(dashAfterWord.ReplaceAllString(text, "$1 "), -1)
}

// findNegations returns the negations of a text. widen is added to the reach, because a text needs
// more words than a fact.
func denialsOf(text string, lang tongue, widen int) []denial {
	var out []denial
	for _, clause := range clauses(text) {
		raw := tokensOf(clause)
		ts := bareWords(slices.Clone(raw))
		for i := range ts {
			hard, mild := denies(ts, i, lang)
			hard = hard || lang == french && noLonger(raw, i)
			if hard || mild {
				near := around(ts, i, lang, widen, mild)
				out = append(out, denial{near, len(near) == len(contentTokens(ts))-1, mild})
			}
		}
	}
	return out
}

// wordsInScope returns the content words affected by the negation at i. A mild one affects the
// words after it, or in Korean and Hindi those before it.
func around(ts []token, i int, lang tongue, widen int, mild bool) []token {
	r := lang.reach()
	if mild {
		widen = 0
		if r.behind > 0 {
			r.before = 0
		}
	}
	if r.before > 0 {
		r.before += widen
	}
	if r.behind > 0 {
		r.behind += widen
	}
	meaning := func(part []token) []token {
		return slices.DeleteFunc(contentTokens(part), func(w token) bool { return negationWords(lang)[w.fold] })
	}
	before, behind := meaning(ts[:i]), meaning(ts[i+1:])
	near := slices.Clone(before[max(0, len(before)-r.before):])
	return append(near, behind[:min(len(behind), r.behind)]...)
}

// negationAt reports whether the word at i is a full or a mild negation.
func denies(ts []token, i int, lang tongue) (hard, mild bool) {
	fold := strings.ReplaceAll(ts[i].fold, "’", "'")
	if isHan(fold) {
		before, after := "", ""
		if i > 0 {
			before = ts[i-1].text
		}
		if i+1 < len(ts) {
			after = ts[i+1].text
		}
		hard = negationWords(lang)[fold] && !hanNoDenial()[before+fold] && !hanNoDenial()[fold+after]
		mild = hard && before == "而" || mildWords(lang)[fold+after]
		return hard && !mild, mild
	}
	if lang == korean || unicode.Is(unicode.Hangul, firstRune(fold)) {
		mild = slices.ContainsFunc(koreanMild(), func(s string) bool { return strings.Contains(fold, s) })
		return !mild && koreanDenies(fold), mild
	}
	mild = mildWords(lang)[fold]
	return !mild && (negationWords(lang)[fold] || strings.HasSuffix(fold, "n't") || strings.HasPrefix(fold, "n'")), mild
}

// isFrenchNoLonger reports whether the word at i is the negating French plus: at most four words
// after "ne", or opening a clause as in "plus de café".
func noLonger(ts []token, i int) bool {
	if ts[i].fold != "plus" {
		return false
	}
	if i == 0 && len(ts) > 1 {
		next := strings.ReplaceAll(ts[1].fold, "’", "'")
		return next == "de" || strings.HasPrefix(next, "d'")
	}
	return slices.ContainsFunc(ts[max(0, i-4):i], func(t token) bool {
		return t.fold == "ne" || strings.HasPrefix(strings.ReplaceAll(t.fold, "’", "'"), "n'")
	})
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// isKoreanNegation reports whether a Korean word negates: the short adverbs as whole words, the
// negating verbs in any form.
func koreanDenies(fold string) bool {
	if slices.Contains(strings.Fields("안 못"), fold) {
		return true
	}
	return slices.ContainsFunc(koreanNegation(), func(s string) bool { return strings.HasPrefix(fold, s) }) ||
		strings.Contains(fold, "지않") || strings.Contains(fold, "지못")
}

// contradictsByNegation reports whether the fact negates what the text does not, or affirms what
// the text negates. A fact may express a mild negation of the text as a full one, unless it also
// has a mild one itself.
func reverses(fact, text string, lang tongue) bool {
	f := readStatement(fact)
	said, stated := denialsOf(text, lang, 2), denialsOf(fact, lang, 0)
	told := slices.ContainsFunc(stated, func(d denial) bool { return d.mild })
	for _, d := range stated {
		same := func(o denial) bool { return !(o.mild && told) && o.bearsOn(d.near) }
		if !d.mild && (!slices.ContainsFunc(said, same) || affirmed(d.near, text, lang)) {
			return true
		}
	}
	if len(stated) > 0 {
		return false
	}
	for _, d := range denialsOf(text, lang, 0) {
		if !d.mild && (len(d.near) > 1 || d.alone && len(d.near) > 0) && !slices.ContainsFunc(d.near, f.lacks) {
			return true
		}
	}
	return false
}

func (f statement) lacks(w token) bool { return !f.has(w) }

// appliesToAny reports whether a negation of the text affects one of the words; true when there are
// none.
func (d denial) bearsOn(words []token) bool {
	near := statementOf(d.near)
	return len(words) == 0 || slices.ContainsFunc(words, near.has)
}

// isAffirmedIn reports whether a clause without a negation contains all of the words, at least two.
func affirmed(words []token, text string, lang tongue) bool {
	return len(words) > 1 && slices.ContainsFunc(clauses(text), func(clause string) bool {
		return len(denialsOf(clause, lang, 0)) == 0 && !slices.ContainsFunc(words, readStatement(clause).lacks)
	})
}
