package memory

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// denial is a word that turns a statement round, with the words it bears on.
type denial struct {
	near  []token
	alone bool // the clause says nothing else
	mild  bool // a preference, an end or an exception (rather, stop, only): it may stand for a denial but is none
}

// reach is how many words of meaning a denial bears on in a language, before and behind it. Most place it before the
// verb, Korean and Hindi behind, German either way.
type reach struct{ before, behind int }

func (t tongue) reach() reach {
	switch t {
	case korean:
		return reach{3, 0}
	case hindi:
		return reach{2, 0}
	case chinese:
		return reach{0, 3} // pairs of signs
	case german:
		return reach{2, 2}
	}
	return reach{0, 2}
}

// clauseEnds part a text into the stretches within which a denial bears. Marks inside numbers do not.
var clauseEnds = regexp.MustCompile(`[.,;:!?()]+(?:\s|$)|[\n…—–।。，；：、！？]+|\s-\s`)

// dashAfterWord is a dash in place of a verb, as Russian writes it: "never — gRPC".
var dashAfterWord = regexp.MustCompile(`(никогда|не|нет)\s+[—–]`)

func clauses(text string) []string {
	return clauseEnds.Split(dashAfterWord.ReplaceAllString(text, "$1 "), -1)
}

// denialsOf finds the denials of a text. widen is added to the reach: a text says at length what a fact says briefly.
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

// around are the words of meaning a denial at i bears on.
// A mild one bears on what follows it, or in Korean and Hindi on what precedes.
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

// denies reports whether the word at i denies, or does so mildly.
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

// noLonger reports whether the word at i is the French plus that denies: at most three words behind "ne", or opening a
// clause as in "plus de café".
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

// koreanDenies reports whether a Korean word denies: the short adverbs alone, the verbs of denial in any form.
func koreanDenies(fold string) bool {
	if slices.Contains(strings.Fields("안 못"), fold) {
		return true
	}
	return slices.ContainsFunc(koreanNegation(), func(s string) bool { return strings.HasPrefix(fold, s) }) ||
		strings.Contains(fold, "지않") || strings.Contains(fold, "지못")
}

// reverses reports whether the fact denies what the text does not deny, or states what the text denies. A mild denial
// of the text may be told as a denial, unless the fact tells it as it is.
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

// bearsOn reports whether a denial of the text bears on one of the words; on anything, when there are none.
func (d denial) bearsOn(words []token) bool {
	near := statementOf(d.near)
	return len(words) == 0 || slices.ContainsFunc(words, near.has)
}

// affirmed reports whether a clause without a denial holds all of the words, of which there are at least two.
func affirmed(words []token, text string, lang tongue) bool {
	return len(words) > 1 && slices.ContainsFunc(clauses(text), func(clause string) bool {
		return len(denialsOf(clause, lang, 0)) == 0 && !slices.ContainsFunc(words, readStatement(clause).lacks)
	})
}
